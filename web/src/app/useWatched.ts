import { useEffect, useState } from "preact/hooks";

interface Watchable {
  watch(listener: () => void): () => void;
}

/** A value of something that tells when it changes; the component is drawn anew then. */
export function useWatched<Value>(watchable: Watchable, read: () => Value): Value {
  const [value, setValue] = useState(read);
  useEffect(() => {
    const update = (): void => setValue(read);
    update();
    return watchable.watch(update);
  }, [watchable]);
  return value;
}
