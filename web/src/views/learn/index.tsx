import guides from "virtual:guides";

import { routeTo, writeRoute, type Route } from "../../app/route";
import type { ViewProps } from "../../app/view";
import { Errors } from "./Errors";
import { Guide } from "./Guide";
import { Notation } from "./Notation";
import "./learn.css";

const CHAPTERS: readonly { readonly title: string; readonly path: readonly string[] }[] = [
  { title: "The notation", path: [] },
  { title: "When something is wrong", path: ["errors"] },
];

/** The notation, the error codes and the guides. */
export default function Learn({ route }: ViewProps) {
  return (
    <div class="columns learn-view">
      <nav class="narrow contents screen-only" aria-label="Contents">
        <ul>
          {CHAPTERS.map(({ title, path }) => (
            <Entry key={title} title={title} path={path} route={route} />
          ))}
        </ul>
        <h2 class="contents-title">Guides</h2>
        <ul>
          {guides.map(({ name, title }) => (
            <Entry key={name} title={title} path={["guide", name]} route={route} />
          ))}
        </ul>
      </nav>
      <div class="wide">
        <Shown route={route} />
      </div>
    </div>
  );
}

function Entry({ title, path, route }: { title: string; path: readonly string[]; route: Route }) {
  const here = path.every((part, index) => route.path[index] === part) && (path.length > 0 || route.path.length === 0);
  return (
    <li>
      <a href={writeRoute(routeTo("learn", {}, path))} aria-current={here ? "page" : undefined}>
        {title}
      </a>
    </li>
  );
}

function Shown({ route: { path, params } }: { route: Route }) {
  const [part, name] = path;
  if (part === undefined) return <Notation />;
  if (part === "errors") return <Errors code={name ?? null} />;
  if (part === "guide" && name !== undefined) return <Guide key={name} name={name} at={params.get("at")} />;
  return <p role="alert">There is no such page here.</p>;
}
