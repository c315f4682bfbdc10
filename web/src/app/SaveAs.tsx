import { useRef, useState } from "preact/hooks";

interface SaveAsProps {
  readonly expression: string;
  readonly onSave: (name: string) => void;
  readonly label?: string;
}

/** Asks for a name in place, and saves the text under it. */
export function SaveAs({ expression, onSave, label = "Save" }: SaveAsProps) {
  const [name, setName] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  if (name === null) {
    return (
      <button ref={opener} type="button" class="small" disabled={expression.trim() === ""} onClick={() => setName("")}>
        {label} …
      </button>
    );
  }
  const trimmed = name.trim();
  return (
    <form
      class="save-as"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed === "") return;
        onSave(trimmed);
        setName(null);
      }}
    >
      <input
        type="text"
        value={name}
        maxLength={80}
        aria-label={`A name for ${expression}`}
        placeholder="A name for it"
        ref={(input) => input?.focus()}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setName(null);
        }}
      />
      <button type="submit" class="small" disabled={trimmed === ""}>
        {label}
      </button>
      <button type="button" class="small quiet" onClick={() => setName(null)}>
        Cancel
      </button>
    </form>
  );
}
