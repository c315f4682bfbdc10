import { useEffect, useState } from "preact/hooks";

/** How much of a long page is drawn: a little more in each moment, until all of it is. */
export function useGrowing(count: number, step: number): number {
  const [drawn, setDrawn] = useState(step);
  useEffect(() => {
    if (drawn >= count) return undefined;
    const timer = setTimeout(() => setDrawn(drawn + step));
    return () => clearTimeout(timer);
  }, [drawn, count, step]);
  return Math.min(drawn, count);
}
