import { useEffect, useState } from "preact/hooks";
import guides from "virtual:guides";

import type { Tree } from "../../../plugins/markdown";
import { Trees } from "./Trees";

interface GuideProps {
  readonly name: string;
  /** the heading to go to */
  readonly at: string | null;
}

/** A guide, fetched when it is opened. */
export function Guide({ name, at }: GuideProps) {
  const [trees, setTrees] = useState<readonly Tree[] | null>(null);
  const [failed, setFailed] = useState(false);
  const guide = guides.find((each) => each.name === name);

  useEffect(() => {
    let wanted = true;
    setTrees(null);
    setFailed(false);
    guide?.load().then(
      (module) => wanted && setTrees(module.default),
      () => wanted && setFailed(true),
    );
    return () => {
      wanted = false;
    };
  }, [guide]);

  useEffect(() => {
    if (trees === null) return;
    const heading = at === null ? null : document.getElementById(at);
    if (heading === null) window.scrollTo(0, 0);
    else heading.scrollIntoView();
  }, [trees, at]);

  if (guide === undefined) return <p role="alert">There is no guide “{name}”.</p>;
  if (failed) return <p role="alert">The guide could not be fetched. Is there a connection?</p>;
  if (trees === null) return <p class="soft waiting">{guide.title} …</p>;
  return (
    <article class="guide">
      <Trees trees={trees} />
    </article>
  );
}
