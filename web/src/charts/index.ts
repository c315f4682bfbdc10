/** Charts of exact odds. Import it lazily: the first view needs none of them but `Headline`. */

import "./charts.css";

export { Bars, type BarsProps, type Target } from "./Bars";
export { MODES, type Mode, type Odds, type Series } from "./distribution";
export type { Axis, Grid } from "./grid";
export { Headline, type HeadlinePart } from "./Headline";
export { Heat } from "./Heat";
export { Lines } from "./Lines";
export { Stacked, type StackedProps } from "./Stacked";
