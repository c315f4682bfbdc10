import { useServices } from "../../app/services";

/** Copies a text, and says whether it could. */
export function useCopy(): (text: string, what: string) => void {
  const { toasts } = useServices();
  return (text, what) =>
    void navigator.clipboard.writeText(text).then(
      () => toasts.say(`${what} is copied.`),
      () => toasts.say("This browser does not let the page copy."),
    );
}
