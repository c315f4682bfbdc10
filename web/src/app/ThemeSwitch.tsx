import { useEffect } from "preact/hooks";

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
    <div class="segments theme-switch screen-only" role="group" aria-label="Colours">
      {NAMES.map(([name, title]) => (
        <button key={name} type="button" class="small" aria-pressed={theme === name} onClick={() => kept.setTheme(name)}>
          {title}
        </button>
      ))}
    </div>
  );
}
