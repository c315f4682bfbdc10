import { useRef } from "preact/hooks";

/** Milliseconds that a finger rests before it means more than a tap. */
const LONG = 450;
const MOVED = 10;

/** Handlers for a long press; a click of the other button and the menu key mean the same. */
export function useHold(onHold: (element: HTMLElement) => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const from = useRef<readonly [number, number]>([0, 0]);
  const held = useRef(false);
  const release = () => clearTimeout(timer.current);

  function hold(element: HTMLElement) {
    release();
    held.current = true;
    onHold(element);
  }

  return {
    onPointerDown: (event: PointerEvent) => {
      held.current = false;
      if (event.button !== 0) return;
      const element = event.currentTarget as HTMLElement;
      from.current = [event.clientX, event.clientY];
      timer.current = setTimeout(() => hold(element), LONG);
    },
    onPointerMove: (event: PointerEvent) => {
      const [x, y] = from.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > MOVED) release();
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      if (!held.current) hold(event.currentTarget as HTMLElement);
    },
    /** The click that ends a long press is none. */
    onClickCapture: (event: Event) => {
      if (!held.current) return;
      held.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
