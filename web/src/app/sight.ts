/** Brings what has just happened before a reader's eyes, if most of it is out of sight. */
export function bringIntoSight(element: HTMLElement | null): void {
  if (element === null) return;
  const { top, bottom } = element.getBoundingClientRect();
  if (!isMostlySeen(top, bottom, window.innerHeight)) element.scrollIntoView({ block: "nearest" });
}

/** What stays at the foot of a small window. */
const FOOT = 80;

/** Brings all of it before a reader's eyes, from its beginning on. */
export function bringAllIntoSight(element: HTMLElement | null): void {
  if (element === null) return;
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight - FOOT) element.scrollIntoView({ block: "start" });
}

/** Whether half of it, or as much as fills half of the window, is seen. */
export function isMostlySeen(top: number, bottom: number, height: number): boolean {
  const seen = Math.min(bottom, height) - Math.max(top, 0);
  return seen >= Math.min(bottom - top, height) / 2;
}
