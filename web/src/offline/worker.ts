/** The service worker: the page and its engine start without a network. */
import { Version } from "./caching";
import { KEPT } from "./version";

const scope = self as unknown as ServiceWorkerGlobalScope;
const version = new Version(KEPT, {
  caches: scope.caches,
  fetch: (request) => scope.fetch(request),
  base: scope.registration.scope,
});

scope.addEventListener("install", (event) => event.waitUntil(version.install()));
scope.addEventListener("activate", (event) =>
  event.waitUntil(version.activate().then(() => scope.clients.claim())),
);
scope.addEventListener("message", (event) => {
  if (event.data === "switch") void scope.skipWaiting();
});
scope.addEventListener("fetch", (event) => {
  if (version.has(event.request)) {
    event.respondWith(
      version.answer(event.request).then((kept) => kept ?? scope.fetch(event.request)),
    );
  }
});
