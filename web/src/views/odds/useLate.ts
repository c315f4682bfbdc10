import { useEffect, useState } from "preact/hooks";

const SOON = 100;

/** Whether something has been waited for longer than anybody would not notice. */
export function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setLate(false);
      return undefined;
    }
    const timer = setTimeout(() => setLate(true), SOON);
    return () => clearTimeout(timer);
  }, [waiting]);
  return late;
}
