/** This browser's storage; where it is forbidden, one that lasts as long as the page. */
import type { Store } from "./kept";

export function browserStore(): Store {
  try {
    const store = window.localStorage;
    store.getItem("astragal.theme");
    return store;
  } catch {
    return passingStore();
  }
}

export function passingStore(): Store {
  const held = new Map<string, string>();
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
  };
}
