import { h, type VNode } from "preact";

import type { Tree } from "../../../plugins/markdown";

/** Draws what the build made of a guide: elements and texts, and no markup that was typed anywhere. */
export function Trees({ trees }: { readonly trees: readonly Tree[] }) {
  return <>{trees.map(drawn)}</>;
}

function drawn(tree: Tree, index: number): VNode | string {
  if (typeof tree === "string") return tree;
  const [name, attributes, ...children] = tree;
  return h(name, { ...attributes, key: index }, children.map(drawn));
}
