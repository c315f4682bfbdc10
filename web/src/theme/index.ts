/** The look of the page, and what frames its parts. */

import "./index.css";

export { KnuckleboneMark } from "./Mark";
export { Plate } from "./Plate";
export { Tabs, type Tab } from "./Tabs";
export { Toasts, type Toast } from "./Toasts";
export { applyTheme, isTheme, type Theme } from "./theme";
