import { OURS, useDialects } from "./dialects";
import "./dialects.css";

interface DialectSelectProps {
  readonly dialect: string;
  readonly onDialect: (dialect: string) => void;
}

/** Whose notation is typed: ours, or another program's. */
export function DialectSelect({ dialect, onDialect }: DialectSelectProps) {
  const [own, ...others] = useDialects(dialect);
  return (
    <label class="dialect screen-only">
      Notation
      <select value={dialect} onChange={({ currentTarget }) => onDialect(currentTarget.value)}>
        <option value={OURS}>{own?.title}</option>
        {others.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
