import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

import { useServices } from "../../app/services";
import { useLate } from "../../app/useLate";
import { useWatched } from "../../app/useWatched";
import { chancesOf } from "../../charts/distribution";
import { percentText, readFraction } from "../../charts/exact";
import { Swatch, type Tone } from "../../charts/tones";
import { DialectSelect } from "../../notation/DialectSelect";
import { OURS } from "../../notation/dialects";
import { NotationField } from "../../notation/NotationField";
import { ProblemText } from "../../notation/ProblemText";
import { ReadingText } from "../../notation/ReadingText";
import { Translated } from "../../notation/Translated";
import { LITERAL } from "../../notation/literal";
import { askedOf } from "./entries";
import { RuleForm } from "./RuleForm";
import { findRule, type GameInfo } from "./rules";
import { titleOf, type DiceEntry, type Entry } from "./state";
import type { Heard } from "./useOdds";

interface EntryRowProps {
  readonly entry: Entry;
  readonly heard: Heard;
  /** how it is drawn; null if it is not */
  readonly tone: Tone | null;
  readonly games: readonly GameInfo[];
  readonly onEntry: (entry: Entry) => void;
  /** null where it is the only one */
  readonly onRemove: (() => void) | null;
  readonly onRoll: (() => void) | null;
}

/** One of those compared: what it is called, what is rolled, and what that means. */
export function EntryRow({ entry, heard, tone, games, onEntry, onRemove, onRoll }: EntryRowProps) {
  const id = useId();
  const title = titleOf(entry);
  const late = useLate(heard.waiting);
  const { kept } = useServices();
  const usual = useWatched(kept, () => kept.dialect);
  return (
    <li class={late ? "entry waiting" : "entry"}>
      <div class="entry-head">
        {tone === null ? <span class="swatch swatch-none" aria-hidden="true" /> : <Swatch tone={tone} />}
        <input
          {...LITERAL}
          class="entry-name"
          aria-label="Name"
          value={entry.name}
          maxLength={80}
          placeholder={entry.kind === "dice" ? "Name these dice" : "Name this rule"}
          onInput={({ currentTarget }) => onEntry({ ...entry, name: currentTarget.value })}
        />
        {onRoll === null ? null : (
          <button type="button" class="small quiet screen-only" aria-label={`Roll ${title}`} onClick={onRoll}>
            Roll
          </button>
        )}
        {onRemove === null ? null : (
          <button type="button" class="small quiet screen-only" aria-label={`Remove ${title}`} onClick={onRemove}>
            ×
          </button>
        )}
      </div>
      {entry.kind === "dice" ? (
        <NotationField
          label="Dice"
          value={entry.text}
          onText={(text) => onEntry({ ...entry, text })}
          problem={heard.problem}
          describedBy={`${id}-told`}
          placeholder="4d6kh3"
          dialect={entry.dialect}
        />
      ) : (
        <RuleForm entry={entry} games={games} onEntry={onEntry} />
      )}
      <div class="entry-told" id={`${id}-told`}>
        <ToldText entry={entry} heard={heard} onText={(text) => onEntry({ ...entry, text } as DiceEntry)} />
      </div>
      {entry.kind === "dice" && (entry.dialect !== OURS || usual !== OURS) ? (
        <DialectSelect dialect={entry.dialect} onDialect={(dialect) => onEntry({ ...entry, dialect })} />
      ) : null}
      {wantsAim(entry, heard, games) ? <AimField entry={entry} onEntry={onEntry} /> : null}
    </li>
  );
}

function ToldText({ entry, heard, onText }: { entry: Entry; heard: Heard; onText: (text: string) => void }): ComponentChildren {
  if (heard.problem !== null) return <ProblemText problem={heard.problem} onText={onText} />;
  if (entry.kind === "rule") return null;
  if (entry.text.trim() === "") return <p>Type dice, such as 4d6kh3.</p>;
  if (heard.reading === null) return <p>{"\u00a0"}</p>;
  return (
    <>
      <Headline heard={heard} />
      <ReadingText reading={heard.reading} answers={heard.odds?.read_as?.answers} onText={onText} />
      <Translated reading={heard.reading} dialect={entry.dialect} />
    </>
  );
}

/** The answer to a chance that was asked for in words. */
function Headline({ heard: { reading, odds } }: { heard: Heard }) {
  // What is answered in words needs no figure of its own.
  const asked = reading?.read_as?.answers.length === 0 ? askedOf(reading) : null;
  const value = asked === null ? null : readFraction(asked.target.at);
  if (asked === null || value === null || odds === null) return null;
  const chance = chancesOf(odds, [{ text: asked.target.at, value }], asked.target.side)[0] ?? null;
  return chance === null ? null : (
    <p class="its-chance">
      <strong>{percentText(chance)}</strong>
    </p>
  );
}

/** Only what leaves a choice can be aimed. */
function wantsAim(entry: Entry, { reading }: Heard, games: readonly GameInfo[]): boolean {
  if (entry.aim !== "" || reading?.choices === true) return true;
  return entry.kind === "rule" && findRule(games, entry.rule)?.aim != null;
}

function AimField({ entry, onEntry }: { entry: Entry; onEntry: (entry: Entry) => void }) {
  return (
    <label class="aim">
      Choices are made for
      <input
        {...LITERAL}
        class="notation"
        value={entry.aim}
        maxLength={200}
        placeholder={entry.kind === "dice" ? "outcome, or outcome>=12" : "the rule’s own aim"}
        onInput={({ currentTarget }) => onEntry({ ...entry, aim: currentTarget.value } as DiceEntry)}
      />
    </label>
  );
}
