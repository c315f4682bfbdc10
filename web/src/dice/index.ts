/** Dice as they are drawn, rolled and tapped. */

import "./dice.css";

export { Die, type DieProps } from "./Die";
export { figure, kindOf } from "./kinds";
export type { Critical, Face, RolledDie, RolledGroup } from "./record";
export { Roll, type RollProps } from "./Roll";
export { applyEdit, type TextEdit } from "./tapping";
export { tellDie, tellRoll } from "./telling";
export { Tray } from "./Tray";
