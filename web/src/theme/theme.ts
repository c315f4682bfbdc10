/** Which colours the page shows: the system's choice unless somebody chose here. */

export type Theme = "system" | "light" | "dark";

const THEMES: readonly string[] = ["system", "light", "dark"];

export function isTheme(text: unknown): text is Theme {
  return typeof text === "string" && THEMES.includes(text);
}

export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
}
