import { useEffect, useState } from "preact/hooks";

/** What browsers offer where a page can be installed. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** A word on having the page as an app: a button where the browser has a way of its own, else where to find it. */
export function Install() {
  const [offered, setOffered] = useState<InstallPrompt | null>(null);
  useEffect(() => {
    const offer = (event: Event) => {
      event.preventDefault();
      setOffered(event as InstallPrompt);
    };
    const done = () => setOffered(null);
    window.addEventListener("beforeinstallprompt", offer);
    window.addEventListener("appinstalled", done);
    return () => {
      window.removeEventListener("beforeinstallprompt", offer);
      window.removeEventListener("appinstalled", done);
    };
  }, []);
  if (matchMedia("(display-mode: standalone)").matches) return null;
  if (offered !== null) {
    return (
      <button type="button" class="small screen-only" onClick={() => void offered.prompt().then(() => setOffered(null))}>
        Install as an app
      </button>
    );
  }
  // Only the browser of iPhones and iPads has no way for pages to offer it.
  if (!("standalone" in navigator)) return null;
  return <p class="screen-only">To have it as an app: Share, then “Add to Home Screen”.</p>;
}
