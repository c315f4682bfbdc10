/** Having the page kept by the browser, and changing to a new version when the person wants to. */

/** A new version that waits; it is used once no page of the old one is open, or at once. */
export interface NewVersion {
  /** Change to it now; every open page is loaded again. */
  use(): void;
}

/** Have page and engine kept. Call it when the engine is up: then its files are at hand already. */
export async function keepOffline(found: (version: NewVersion) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const container = navigator.serviceWorker;
  let switching = container.controller !== null;
  container.addEventListener("controllerchange", () => {
    if (switching) location.reload();
    switching = true;
  });
  const registration = await container.register("./offline.js", { type: "module" });
  const tell = (worker: ServiceWorker | null): void => {
    if (worker !== null && container.controller !== null) {
      found({ use: () => worker.postMessage("switch") });
    }
  };
  tell(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") tell(worker);
    });
  });
}
