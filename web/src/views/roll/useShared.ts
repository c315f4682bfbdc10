import { useEffect } from "preact/hooks";

import type { Route } from "../../app/route";
import { useServices } from "../../app/services";
import { problemOf, type Problem, type Rolled } from "../../contract";

export type Shared = { readonly kind: "holds"; readonly answer: Rolled } | { readonly kind: "refused"; readonly problem: Problem };

const DAMAGED: Problem = {
  type: "about:blank",
  title: "",
  status: 422,
  detail: "",
  code: "bad-link",
  message: "this link holds no roll that can be read",
  hint: null,
  place: null,
  text: null,
  fixes: [],
};

/** A roll that somebody has put into a link, checked by the engine before it is shown. */
export function useShared(route: Route, onShared: (shared: Shared) => void): void {
  const { ask } = useServices();
  const packed = route.params.get("r");
  useEffect(() => {
    if (packed === null) return undefined;
    let wanted = true;
    const tell = (shared: Shared) => wanted && onShared(shared);
    void (async () => {
      const { unpackRecord } = await import("../../dice/recordLink");
      const record = (await unpackRecord(packed)) as Rolled["roll"] | null;
      if (record === null) return tell({ kind: "refused", problem: DAMAGED });
      try {
        const { roll, text, outcome, steps } = await ask("verify", { record });
        tell({ kind: "holds", answer: { roll, text, dice: "", outcome, steps, luck: null } });
      } catch (error) {
        const problem = problemOf(error);
        if (problem !== null) tell({ kind: "refused", problem });
      }
    })();
    return () => {
      wanted = false;
    };
  }, [packed]);
}
