import { useEffect, useState } from "preact/hooks";

import type { Watchable } from "../watchable";

/** A value of something that tells when it changes; the component is drawn anew then. */
export function useWatched<Value, News>(watchable: Watchable<News>, read: () => Value): Value {
  const [value, setValue] = useState(read);
  useEffect(() => {
    const update = (): void => setValue(read);
    update();
    return watchable.watch(update);
  }, [watchable]);
  return value;
}
