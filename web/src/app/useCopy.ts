import { useServices } from "./services";

const REFUSED = "This browser does not let the page copy.";

/** Copies a text, and says so: “The roll is copied.” */
export function useCopy(): (text: string, what: string, refused?: string) => void {
  const { toasts } = useServices();
  async function copy(text: string, what: string, refused: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toasts.say(`${what} is copied.`);
    } catch {
      toasts.say(refused);
    }
  }
  return (text, what, refused = REFUSED) => void copy(text, what, refused);
}
