import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";

import type { Engine } from "../carrier/engine";
import type { Kept } from "../state/kept";
import { KnuckleboneMark } from "../theme/Mark";
import { Chapters } from "./Chapters";
import { Install } from "./Install";
import { routeTo, writeRoute, type Route } from "./route";
import type { Running } from "./running";
import { ServicesProvider, type Services } from "./services";
import { Status } from "./Status";
import { StopBar } from "./StopBar";
import { ThemeSwitch } from "./ThemeSwitch";
import { ToastList } from "./ToastList";
import type { Toasts } from "./toasts";
import { useRoute } from "./useRoute";
import { ViewPanel } from "./ViewPanel";
import { VIEWS } from "./views";

export interface AppProps {
  readonly running: Running;
  readonly engine: Engine;
  readonly kept: Kept;
  readonly toasts: Toasts;
}

const NAMES = VIEWS.map((view) => view.name);

/** The page: its head, its views, its foot. */
export function App({ running, engine, kept, toasts }: AppProps) {
  const [{ route, places, left }, go] = useRoute(NAMES, (fault) => toasts.say(fault));
  const services: Services = useMemo(
    () => ({ ask: running.ask, running, engine, kept, toasts, go, linkTo }),
    [running, engine, kept, toasts],
  );
  const title = VIEWS.find((view) => view.name === route.view)?.title ?? "";
  useEffect(() => {
    document.title = `${title} · Astragal`;
  }, [title]);
  useTop(route.view);
  return (
    <ServicesProvider value={services}>
      <div class="page">
        <a class="skip" href={`#view-${route.view}`} onClick={(event) => skipTo(event, route.view)}>
          Skip to the view
        </a>
        <header class="masthead">
          <a class="name" href={writeRoute(routeTo("roll"))} aria-label="Astragal">
            <KnuckleboneMark />
            <h1>Astragal</h1>
          </a>
          <p class="motto">Dice, and what to expect of them</p>
        </header>
        <Chapters views={VIEWS} selected={route.view} places={left} />
        <main>
          {VIEWS.map((view) => (
            <ViewPanel
              key={view.name}
              view={view}
              route={places.get(view.name) ?? null}
              active={view.name === route.view}
            />
          ))}
        </main>
        <footer class="foot">
          <Status />
          <Install />
          <ThemeSwitch />
        </footer>
      </div>
      <StopBar />
      <ToastList />
    </ServicesProvider>
  );
}

/** Another view begins at its top; a place in it, if one is meant, it finds itself afterwards. */
function useTop(view: string): void {
  const seen = useRef(view);
  useLayoutEffect(() => {
    if (seen.current !== view) window.scrollTo(0, 0);
    seen.current = view;
  }, [view]);
}

function linkTo(route: Route): string {
  return `${location.origin}${location.pathname}${writeRoute(route)}`;
}

/** A fragment means a place on this page, so the jump is made by hand. */
function skipTo(event: Event, view: string): void {
  event.preventDefault();
  const panel = document.getElementById(`view-${view}`);
  panel?.setAttribute("tabindex", "-1");
  panel?.focus();
}
