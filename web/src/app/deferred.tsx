import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

type Loaded<Props> = { readonly default: ComponentType<Props> };

/** A component that is fetched when it is first drawn; `load` may be called before, when there is time. */
export function deferred<Props extends object>(load: () => Promise<Loaded<Props>>): (props: Props) => JSX.Element | null {
  let known: ComponentType<Props> | null = null;
  return function Deferred(props: Props) {
    const [Ready, setReady] = useState<ComponentType<Props> | null>(() => known);
    useEffect(() => {
      if (Ready !== null) return;
      load().then(
        (module) => {
          known = module.default;
          setReady(() => module.default);
        },
        // Without a connection it stays away; the page works all the same.
        () => undefined,
      );
    }, []);
    return Ready === null ? null : <Ready {...props} />;
  };
}
