import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

import { Boundary } from "./Boundary";
import type { Route } from "./route";
import type { ViewProps } from "./view";
import type { View } from "./views";

interface ViewPanelProps {
  readonly view: View;
  /** where in the view one is, or was last; null until it is first gone to */
  readonly route: Route | null;
  readonly active: boolean;
}

/** One view behind its tab: fetched when it is first wanted, and then left as it is while another one is seen. */
export function ViewPanel({ view, route, active }: ViewPanelProps) {
  return (
    <div role="tabpanel" id={`view-${view.name}`} aria-labelledby={`tab-${view.name}`} hidden={!active} class="view">
      {route === null ? null : (
        <Boundary what={`The view ${view.title}`}>
          <Lazy view={view} route={route} active={active} />
        </Boundary>
      )}
    </div>
  );
}

function Lazy({ view, route, active }: { view: View; route: Route; active: boolean }) {
  const [Loaded, setLoaded] = useState<ComponentType<ViewProps> | null>(() => view.ready ?? null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (Loaded !== null) return undefined;
    let wanted = true;
    setFailed(false);
    view.load().then(
      (module) => wanted && setLoaded(() => module.default),
      () => wanted && setFailed(true),
    );
    return () => {
      wanted = false;
    };
  }, [view, attempt]);

  if (Loaded !== null) return <Loaded route={route} active={active} />;
  if (!failed) {
    return (
      <p class="soft waiting" role="status">
        {view.title} is on its way …
      </p>
    );
  }
  return (
    <div class="stack" role="alert">
      <p>{view.title} could not be fetched. Is there a connection?</p>
      <div class="toolbar">
        <button type="button" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </button>
      </div>
    </div>
  );
}
