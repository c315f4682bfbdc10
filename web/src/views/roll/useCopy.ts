import { useServices } from "../../app/services";

/** Copies a text, and says so: “The roll is copied.” */
export function useCopy(): (text: string, what: string) => Promise<void> {
  const { toasts } = useServices();
  return async (text, what) => {
    try {
      await navigator.clipboard.writeText(text);
      toasts.say(`${what} is copied.`);
    } catch {
      toasts.say("This browser does not let the page copy.");
    }
  };
}
