declare module "virtual:guides" {
  import type { Tree } from "../../../plugins/markdown";

  const guides: readonly {
    readonly name: string;
    readonly title: string;
    readonly load: () => Promise<{ readonly default: readonly Tree[] }>;
  }[];
  export default guides;
}
