/** Fields of the page's forms. */

import "./fields.css";

export { NotationField, type Completion, type Fault, type NotationFieldProps } from "./NotationField";
