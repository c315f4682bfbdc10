import type { ComponentChildren } from "preact";

import { useHold } from "./useHold";

interface HeldButtonProps {
  readonly class: string;
  readonly title?: string;
  readonly onTap: () => void;
  readonly onHold: (element: HTMLElement) => void;
  readonly children: ComponentChildren;
}

/** A button that can be held for more. */
export function HeldButton({ class: named, title, onTap, onHold, children }: HeldButtonProps) {
  const hold = useHold(onHold);
  return (
    <button type="button" class={named} title={title} onClick={onTap} {...hold}>
      {children}
    </button>
  );
}
