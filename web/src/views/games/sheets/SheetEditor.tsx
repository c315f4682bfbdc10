import { useEffect, useId, useState } from "preact/hooks";

import { useServices } from "../../../app/services";
import { problemOf, type Answers, type Problem } from "../../../contract";
import { ProblemText } from "../../../notation/ProblemText";
import { LITERAL } from "../../../notation/literal";
import type { KeptSheet } from "../../../state/shapes";
import { Segments } from "../../../theme/Segments";
import { draftOf, newDraft, sheetOf, type Draft } from "./draft";
import { SheetForm } from "./SheetForm";

/** What was typed and not kept. */
export interface Left {
  readonly asText: boolean;
  readonly draft: Draft | null;
  readonly toml: string;
}

interface SheetEditorProps {
  /** null: a new one */
  readonly sheet: KeptSheet | null;
  /** the game at whose table a new one sits down */
  readonly game: string;
  /** what stands on a new one */
  readonly names: readonly string[];
  readonly games: Answers["games"]["games"];
  /** as it was left before */
  readonly left: Left | undefined;
  /** told of every change; null once it is kept */
  readonly onLeft: (left: Left | null) => void;
  readonly onKept: (name: string) => void;
}

const FORMS = [
  ["form", "form"],
  ["toml", "TOML"],
] as const;

/** A sheet in a form, or as its text. */
export function SheetEditor({ sheet, left, game, names, games, onLeft, onKept }: SheetEditorProps) {
  const { ask, kept, toasts } = useServices();
  const id = useId();
  const [asText, setAsText] = useState(left?.asText ?? false);
  const [draft, setDraft] = useState<Draft | null>(left?.draft ?? (sheet === null ? newDraft(names) : null));
  const [toml, setToml] = useState(left?.toml ?? sheet?.toml ?? "");
  const [problem, setProblem] = useState<Problem | null>(null);

  useEffect(() => {
    if (sheet !== null && left === undefined) void read({ toml: sheet.toml }).then((found) => found === null && setAsText(true));
  }, []);

  /** What the engine makes of it: the form follows the text, or the text the form. */
  async function read(given: { readonly toml: string } | { readonly sheet: ReturnType<typeof sheetOf> }): Promise<Answers["sheet"] | null> {
    try {
      const found = await ask("sheet", given);
      if ("sheet" in given) setToml(found.toml);
      else setDraft(draftOf(found.sheet));
      setProblem(null);
      return found;
    } catch (error) {
      setProblem(problemOf(error));
      return null;
    }
  }

  const current = () => (asText || draft === null ? read({ toml }) : read({ sheet: sheetOf(draft, names) }));

  async function show(text: boolean) {
    if (text === asText || (await current()) === null) return;
    setAsText(text);
  }

  async function save() {
    const found = await current();
    if (found === null) return;
    const { name } = found.sheet;
    if (name === "") {
      setProblem({ type: "", title: "", status: 422, detail: "", code: "bad-sheet", message: "a sheet needs a name", hint: null, place: null, text: null, fixes: [] });
      return;
    }
    onLeft(null);
    kept.keepSheet({ name, toml: asText ? toml : found.toml, playing: sheet?.playing ?? [game] }, sheet?.name ?? name);
    toasts.say(`${name}’s sheet is kept in this browser.`);
    onKept(name);
  }

  return (
    <form
      class="stack sheet-editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div class="toolbar">
        <Segments label="Edit as" options={FORMS} selected={asText ? "toml" : "form"} onSelect={(form) => void show(form === "toml")} />
        <button type="submit" class="small primary">
          Keep
        </button>
      </div>
      <div role="status">{problem === null ? null : <ProblemText problem={problem} />}</div>
      {asText ? (
        <div class="field">
          <label for={id}>The sheet in TOML</label>
          <textarea
            {...LITERAL}
            id={id}
            class="source toml"
            value={toml}
            maxLength={200_000}
            aria-invalid={problem === null ? undefined : true}
            onInput={({ currentTarget }) => {
              setToml(currentTarget.value);
              onLeft({ asText, draft, toml: currentTarget.value });
            }}
          />
        </div>
      ) : draft === null ? null : (
        <SheetForm
          draft={draft}
          games={games}
          onDraft={(changed) => {
            setDraft(changed);
            onLeft({ asText, draft: changed, toml });
          }}
        />
      )}
    </form>
  );
}
