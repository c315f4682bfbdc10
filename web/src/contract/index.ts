export * from "./ask";
export type * from "./generated";
export { CONTRACT_VERSION } from "./generated";
