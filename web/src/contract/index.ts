export * from "./ask";
export type * from "./generated";
