import { useState } from "preact/hooks";

import { useServices } from "../../app/services";
import { useWatched } from "../../app/useWatched";
import type { Values } from "../../state/shapes";

/** The values kept here and those of a link, which are used and do not change what is kept. */
export function useValues(first: Values): [Values, (name: string, value: string) => void, (linked: Values) => void] {
  const { kept } = useServices();
  const [linked, setLinked] = useState(first);
  const own = useWatched(kept, () => kept.values);
  function setValue(name: string, value: string) {
    setLinked(({ [name]: _, ...others }) => others);
    kept.setValue(name, value);
  }
  return [{ ...own, ...linked }, setValue, setLinked];
}
