/** How much of the window a phone's keyboard covers, for what stays at its foot: browsers that do not make room themselves. */
export function followKeyboard(root: HTMLElement = document.documentElement): void {
  const viewport = window.visualViewport;
  if (viewport === null) return;
  const follow = () => {
    const covered = viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
    root.style.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`);
  };
  viewport.addEventListener("resize", follow);
  viewport.addEventListener("scroll", follow);
}
