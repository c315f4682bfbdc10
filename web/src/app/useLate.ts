import { useEffect, useState } from "preact/hooks";

const SOON = 100;

/** Whether something has been waited for longer than nobody would notice; `pause` is what passes before it is asked. */
export function useLate(waiting: boolean, pause = 0): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setLate(false);
      return undefined;
    }
    const timer = setTimeout(() => setLate(true), pause + SOON);
    return () => clearTimeout(timer);
  }, [waiting]);
  return late;
}
