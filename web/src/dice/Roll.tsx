import { useRef, useState } from "preact/hooks";
import type { TargetedKeyboardEvent } from "preact";
import { capital, grouped } from "../words";
import { Die } from "./Die";
import { figure, kindOf } from "./kinds";
import { markFor } from "./marks";
import { countedOut, did, natural, shownFace, type Critical, type RolledDie, type RolledGroup } from "./record";
import { tellDie, tellRoll } from "./telling";

export interface RollProps {
  groups: readonly RolledGroup[];
  /** as the engine prints it: `15`, `mixed`, `Success, 1 $` */
  outcome: string;
  /** a word under the outcome, such as how lucky it was */
  note?: string | undefined;
  /** which dice are criticals; d20s that show 20 or 1 unless the game says otherwise */
  critical?: (die: RolledDie) => Critical | undefined;
  /** let the dice fall; give each new roll a `key` of its own */
  falling?: boolean;
  /** said aloud to a screen reader; the sentence is made from the dice if it is left out */
  spoken?: string;
  size?: number;
}

const DRAWN = 80;

/** A few dice are drawn large; many take less room each. */
function sizeFor(groups: readonly RolledGroup[]): number {
  const count = groups.reduce((sum, group) => sum + group.dice.length, 0);
  if (count <= 6) return 72;
  if (count <= 24) return 58;
  return count <= 60 ? 42 : 31;
}

/** A record's dice, laid out, with what came of them. */
export function Roll({ groups, outcome, note, critical = natural, falling = false, spoken, size = sizeFor(groups) }: RollProps) {
  const [told, setTold] = useState<string | null>(null);
  const shares = drawnOf(groups);
  return (
    <div class={falling ? "roll falling" : "roll"}>
      <div class="roll-board">
        <div class="roll-groups">
          {groups.map((group, index) => (
            <Group key={index} group={group} drawn={shares[index] ?? 0} alone={groups.length === 1} critical={critical} size={size} tell={setTold} />
          ))}
        </div>
        {outcome === "" ? null : <Outcome text={outcome} note={note} />}
      </div>
      {groups.some(eventful) ? (
        <p class="roll-note screen-only" aria-hidden="true">
          {told ?? "Point at a die, or tap it, to see how it came about."}
        </p>
      ) : null}
      <p class="visually-hidden" aria-live="polite">
        {spoken ?? tellRoll(groups, outcome)}
      </p>
    </div>
  );
}

function eventful(group: RolledGroup): boolean {
  return group.dice.some((die) => die.history.length > 0);
}

/** How many dice of each group are drawn: the first eighty or so of all. */
export function drawnOf(groups: readonly RolledGroup[], most: number = DRAWN): number[] {
  let left = most;
  return groups.map((group) => {
    const share = Math.min(left, group.dice.length);
    left -= share;
    return share;
  });
}

/** Long numbers and words are set smaller; words in italics. */
function lengthOf(text: string): string {
  if (/^[\d−/]*$/.test(text)) return text.length > 5 ? "long" : "";
  return text.length > 5 || /\s/.test(text) ? "words" : "word";
}

function Outcome({ text, note }: { text: string; note: string | undefined }) {
  const shown = figure(text);
  return (
    <div class={`roll-outcome ${lengthOf(shown)}`.trim()} aria-hidden="true">
      {shown}
      {note === undefined ? null : <small>{note}</small>}
    </div>
  );
}

interface GroupProps {
  group: RolledGroup;
  drawn: number;
  alone: boolean;
  critical: (die: RolledDie) => Critical | undefined;
  size: number;
  tell: (text: string | null) => void;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** One tab stop for the whole group; arrows move from die to die. */
function Group({ group, drawn, alone, critical, size, tell }: GroupProps) {
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const left = group.dice.length - drawn;

  function move(event: TargetedKeyboardEvent<HTMLUListElement>) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(at + step, 0), drawn - 1);
    setAt(next);
    list.current?.querySelectorAll<HTMLElement>(".roll-die")[next]?.focus();
  }

  return (
    <div class="roll-group">
      <div class="roll-group-name">
        {group.labels.map((label) => <span key={label} class="roll-group-owner">{capital(label)}</span>)}
        <code>{group.group}</code>
        {alone ? null : <span class="sum">= {figure(group.total)}</span>}
      </div>
      <ul class="roll-dice" ref={list} onKeyDown={move}>
        {group.dice.slice(0, drawn).map((die, index) => {
          const words = tellDie(die, critical(die));
          return (
            <li key={index}>
              <button
                type="button"
                class="roll-die"
                tabIndex={index === at ? 0 : -1}
                onFocus={() => { setAt(index); tell(words); }}
                onBlur={() => tell(null)}
                onPointerEnter={() => tell(words)}
                onPointerLeave={() => tell(null)}
              >
                <RolledDieDrawing die={die} critical={critical(die)} size={size} />
                <span class="visually-hidden">{words}</span>
                <DieName die={die} />
              </button>
            </li>
          );
        })}
        {left > 0 ? <li class="roll-more">and {grouped(left)} more</li> : null}
      </ul>
    </div>
  );
}

export function RolledDieDrawing({ die, critical, size }: { die: RolledDie; critical: Critical | undefined; size: number }) {
  return (
    <Die
      name={die.die}
      value={shownFace(die)}
      size={size}
      dropped={!die.kept}
      faint={countedOut(die)}
      exploded={did(die, "exploded") || did(die, "folded")}
      critical={critical}
      mark={markFor(new Set(die.history.map((change) => change.did))) ?? critical}
    />
  );
}

/** Dice whose form does not say what they are have their name below, and two ten-sided dice their number. */
function DieName({ die }: { die: RolledDie }) {
  const kind = kindOf(die.die);
  if (kind === "other" || kind === "group") return <span class="name" aria-hidden="true">{die.die}</span>;
  return kind === "percent" ? <span class="name" aria-hidden="true">{figure(shownFace(die))}</span> : null;
}
