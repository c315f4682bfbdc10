import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { tabAfter } from "./Tabs";

interface RovingProps {
  readonly label: string;
  readonly class: string;
  /** changes whenever other links stand here */
  readonly of: string;
  readonly children: ComponentChildren;
}

/** Links of which one is a tab stop, the one that is open; arrows go from one to the next. */
export function Roving({ label, class: named, of, children }: RovingProps) {
  const nav = useRef<HTMLElement>(null);
  const links = () => [...(nav.current?.querySelectorAll<HTMLAnchorElement>("a") ?? [])];

  useEffect(() => {
    const all = links();
    const here = all.find((link) => link.hasAttribute("aria-current")) ?? all[0];
    for (const link of all) link.tabIndex = link === here ? 0 : -1;
  }, [of]);

  function move(event: TargetedKeyboardEvent<HTMLElement>) {
    const all = links();
    const next = tabAfter(event, all.indexOf(document.activeElement as HTMLAnchorElement), all.length);
    if (next === null) return;
    event.preventDefault();
    all[next]?.focus();
  }

  return (
    <nav ref={nav} aria-label={label} class={named} onKeyDown={move}>
      {children}
    </nav>
  );
}
