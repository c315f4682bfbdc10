import { useEffect } from "preact/hooks";

import { Segments } from "../theme/Segments";
import { applyTheme, type Theme } from "../theme/theme";
import { useServices } from "./services";
import { useWatched } from "./useWatched";

const NAMES: readonly (readonly [Theme, string])[] = [
  ["system", "Auto"],
  ["light", "Light"],
  ["dark", "Dark"],
];

export function ThemeSwitch() {
  const { kept } = useServices();
  const theme = useWatched(kept, () => kept.theme);
  useEffect(() => applyTheme(theme), [theme]);
  return (
    <Segments class="theme-switch screen-only" label="Colours" options={NAMES} selected={theme} onSelect={(name) => kept.setTheme(name)} />
  );
}
