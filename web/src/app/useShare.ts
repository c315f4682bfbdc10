import { useCopy } from "./useCopy";

/** Hands an address to the system's sheet, where there is one for fingers; else copies it: “A link to these dice is copied.” */
export function useShare(): (address: string, what: string) => void {
  const copy = useCopy();
  return (address, what) => {
    const fingers = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
    if (!fingers || typeof navigator.share !== "function") return copy(address, what);
    navigator.share({ title: "Astragal", url: address }).catch((error: unknown) => {
      // Whoever closes the sheet wants nothing; whatever else went wrong, copying still works.
      if (!(error instanceof DOMException && error.name === "AbortError")) copy(address, what);
    });
  };
}
