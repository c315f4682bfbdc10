import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";

import type { Route } from "../../app/route";
import { SaveAs } from "../../app/SaveAs";
import { useServices } from "../../app/services";
import { bringAllIntoSight, bringIntoSight } from "../../app/sight";
import { useAnswer, type Answered } from "../../app/useAnswer";
import { useCopy } from "../../app/useCopy";
import { problemOf, type Answers, type Odds } from "../../contract";
import { settledOf } from "../../dice/table";
import { Plate } from "../../theme/Plate";
import { Below, type TabName } from "./Below";
import { CallLine, type Called } from "./CallLine";
import { given, problemAt, typedOf, type Form } from "./form/form";
import { labelOf, readParameter } from "./form/parameters";
import { RuleForm } from "./form/RuleForm";
import { useForm } from "./form/useForm";
import { gameRoute } from "./link";
import { Glance } from "./odds/Glance";
import { aimOf, briefOf } from "./odds/headline";
import { GameTable } from "./play/GameTable";
import { HandRolled } from "./play/HandRolled";
import type { Subject } from "./play/rolling";
import { useTable } from "./play/useTable";
import { RuleHead } from "./RuleHead";
import WaitingList from "../waiting/WaitingList";
import { withRoll } from "./sheets/saving";
import { SheetBar, type SavedRoll } from "./sheets/SheetBar";
import type { ReadSheet, Sheets } from "./sheets/useSheets";

type Game = Answers["game"];

interface RuleViewProps {
  readonly game: Game;
  readonly rule: Game["rules"][number];
  readonly games: Answers["games"]["games"];
  /** every game with its rules, as far as they have come */
  readonly described: Readonly<Record<string, Game>>;
  readonly route: Route;
  readonly sheets: Sheets;
}

const PAUSE = 25;
/** The width from which games.css puts the table beside the form. */
const BESIDE = "(min-width: 56rem)";
const NOTHING: ReadonlySet<string> = new Set();
const TOO_MANY = "answer-too-long";

/** A command that only calls a rule, as it would be said, the rule that is seen if there is one: its options are parameters, of which two will do. */
function spokenExample(examples: readonly string[], rule: string): string {
  const calls = examples.filter((each) => !/ --(?:faces|odds|of|sweep|steps|within)\b/.test(each));
  const own = calls.find((each) => rule.endsWith(`.${each.split(" ", 1)[0]}`)) ?? calls[0] ?? "";
  return own.split(" --").slice(0, 3).join(" ");
}

/** The odds of another rule, which stay until newer ones come, are none of this one's. */
function useOwn(rule: string, odds: Answered<Odds>): Answered<Odds> {
  const told = useRef({ answer: odds.answer, rule });
  if (odds.answer !== told.current.answer && !odds.waiting) told.current = { answer: odds.answer, rule };
  return told.current.rule === rule ? odds : { ...odds, answer: null };
}

/** One rule: its form, its odds, its rolls. */
export function RuleView({ game, rule, games, described, route, sheets }: RuleViewProps) {
  const { ask, kept, toasts, go, linkTo } = useServices();
  const copy = useCopy();
  const id = useId();
  const below = useRef<HTMLDivElement>(null);
  const onTable = useRef<HTMLDivElement>(null);
  const parameters = useMemo(() => rule.parameters.map(readParameter), [rule]);
  const { form, here, hidden, fill, type, hide } = useForm(rule.name, parameters, game.examples, route);
  const held = useTable(rule.name, sheets, route.path[2] ?? null);
  const [saved, setSaved] = useState<{ readonly rule: string; readonly name: string } | null>(null);
  const [tab, setTab] = useState<TabName>("odds");
  useEffect(() => {
    // Beside the form, Roll is above the table, and half of a result shows what came of it.
    const bring = window.matchMedia(BESIDE).matches ? bringIntoSight : bringAllIntoSight;
    if (held.turn > 0) bring(onTable.current);
  }, [held.turn]);

  // The form of a roll that waits is that with which it was begun.
  useEffect(() => {
    const begun = kept.waiting.find(({ id: each }) => each === route.path[2])?.answer.token.parameters;
    if (begun === undefined) return;
    fill(Object.fromEntries(parameters.filter(({ name }) => name in begun).map((each) => [each.name, typedOf(each, begun[each.name])])));
  }, [route.path[2], parameters]);

  const byName = saved?.rule === rule.name ? saved.name : "";
  const subjectOf = (filled: Form, secret: ReadonlySet<string>, named: string): Subject => ({
    rule: rule.name,
    parameters: given(parameters, filled, secret),
    sheets: sheets.party,
    ...(named === "" ? {} : { saved: named }),
  });
  const subject = subjectOf(form, hidden, byName);
  const odds = useOwn(rule.name, useAnswer("odds", subject, { delay: PAUSE }));
  // Where all that may come of it is too much to be told, its first field is.
  const part = useAnswer("odds", odds.problem?.code === TOO_MANY && rule.fields[0] !== undefined ? { ...subject, of: rule.fields[0] } : null);
  const seen = part.answer === null ? odds : part;
  const wrong = problemAt(odds.problem, rule.name, parameters, form);
  const aim = rule.aim ?? aimOf(odds.answer, rule.fields);

  function roll(filled: Form = form, named: string = byName) {
    const settled = subjectOf(filled, NOTHING, named);
    // What is left open has nothing to hide.
    const secret = parameters.filter((each) => hidden.has(each.name) && (settled.parameters?.[each.name] ?? each.default) !== null);
    held.roll(settled, secret.map(({ name }) => name));
  }

  // A call of another rule is rolled once that rule is here.
  const coming = useRef<{ readonly rule: string; readonly form: Form; readonly saved: string } | null>(null);
  useEffect(() => {
    const called = coming.current;
    coming.current = null;
    if (called?.rule === rule.name) roll(called.form, called.saved);
  }, [rule.name]);

  function rollCalled({ rule: full, parameters: values, saved: name, asks }: Called) {
    const known = (game.rules.find((each) => each.name === full)?.parameters ?? []).map(readParameter);
    const filled = Object.fromEntries(known.filter((each) => each.name in values).map((each) => [each.name, typedOf(each, values[each.name])]));
    setSaved(name === "" ? null : { rule: full, name });
    if (full !== rule.name) {
      coming.current = asks ? null : { rule: full, form: filled, saved: name };
      return go(gameRoute(full, known, filled));
    }
    fill(filled);
    if (!asks) roll(filled, name);
  }

  function rollSaved(sheet: ReadSheet, { name, rule: named, parameters: values = {} }: SavedRoll) {
    const full = named.includes(".") ? named : `${game.name}.${named}`;
    const whole = described[full.split(".")[0] ?? ""]?.rules.find((each) => each.name === full);
    const known = (whole?.parameters ?? []).map(readParameter);
    const filled = Object.fromEntries(known.filter((each) => each.name in values).map((each) => [each.name, typedOf(each, values[each.name])]));
    const called = sheets.read.length > 1 ? `${sheet.name}: ${name}` : name;
    setSaved({ rule: full, name: called });
    if (full !== rule.name) {
      coming.current = { rule: full, form: filled, saved: called };
      return go(gameRoute(full, known, filled));
    }
    fill(filled);
    roll(filled, called);
  }

  function clear() {
    fill({});
    toasts.say("The form is cleared.", { text: "Undo", run: () => fill(form) });
  }

  async function saveOnSheet(name: string) {
    const sheet = kept.sheets.find(({ playing }) => playing.includes(sheets.game));
    if (sheet === undefined) return;
    try {
      kept.keepSheet(await withRoll(ask, sheet, { name, rule: rule.name, parameters: given(parameters, form) }));
      toasts.say(`${name} is on ${sheet.name}’s sheet.`);
    } catch (error) {
      toasts.say(problemOf(error)?.message ?? "It could not be saved.");
    }
  }

  const brief = wrong === null && odds.problem === null ? briefOf(odds.answer) : null;
  const onIt = settledOf(held.table) !== null;
  const rolled = held.table.kind === "rolled" && !held.falling ? held.table : null;
  return (
    <>
      <RuleHead text={rule.text} />
      <WaitingList game={game.name} except={held.waits} />
      <div class="game-columns">
        <div class="stack">
          <form
            class="stack game-form"
            id={id}
            aria-label={`${labelOf(game.name)}: ${labelOf(rule.name.replace(/^.*\./, ""))}`}
            data-rule={rule.name}
            onSubmit={(event) => {
              event.preventDefault();
              roll();
            }}
          >
            {byName === "" ? null : (
              <p class="as-saved">
                Rolled as <b>{byName}</b>.{" "}
                <button type="button" class="link" onClick={() => setSaved(null)}>
                  Not as that
                </button>
              </p>
            )}
            <RuleForm
              rule={rule.name}
              parameters={parameters}
              form={form}
              onTyped={type}
              hidden={hidden}
              onHide={hide}
              offered={sheets.names}
              sheets={sheets.party}
              wrong={wrong}
              onEnter={() => roll()}
            />
            <SheetBar
              sheets={sheets}
              onSaved={rollSaved}
              onEdit={() => {
                setTab("sheets");
                below.current?.scrollIntoView({ block: "start" });
              }}
            />
          </form>
          <CallLine
            key={game.name}
            game={game.name}
            example={spokenExample(game.examples, rule.name)}
            sheets={sheets.party}
            onCall={rollCalled}
            onDice={(expression) => held.roll({ expression, game: game.name, sheets: sheets.party }, [])}
          />
        </div>
        <div class="stack game-side">
          <div ref={onTable} class="on-game-table">
            <GameTable
              table={held.table}
              turn={held.turn}
              falling={held.falling}
              aim={aim}
              fields={rule.fields}
              onDecide={held.decide}
              onGoOn={held.goOn}
              onReveal={held.reveal}
            />
          </div>
          {rolled === null ? null : (
            <div class="toolbar screen-only">
              <button type="button" class="small" onClick={() => copy(rolled.answer.text, "The roll")}>
                Copy
              </button>
              <button type="button" class="small" onClick={() => copy(JSON.stringify(rolled.answer.roll), "The record")}>
                Copy record
              </button>
              {rolled.secret === null ? null : (
                <button type="button" class="small" onClick={() => copy(JSON.stringify(rolled.secret), "The secret")}>
                  Copy secret
                </button>
              )}
            </div>
          )}
          {held.table.kind === "problem" && seen.problem !== null ? null : (
            <Plate class={`glance-plate${onIt ? " stepped-back" : ""}${onIt && brief !== null && hidden.size === 0 ? " told-below" : ""}`} caption={hidden.size === 0 ? undefined : "What the players may know before they roll."}>
              <Glance odds={seen.answer} problem={wrong?.whole ?? seen.problem} waiting={seen.waiting} />
            </Plate>
          )}
          <div class="toolbar form-tools screen-only">
            {brief === null ? null : (
              <p class={odds.waiting ? "brief-odds waiting" : "brief-odds"} aria-hidden="true">
                <b>{brief.figure}</b> {brief.words}
              </p>
            )}
            <button type="submit" form={id} class="primary roll-button">
              Roll
            </button>
          </div>
          <div class="toolbar screen-only">
            {parameters.length === 0 ? null : (
              <button type="button" class="small quiet" onClick={clear}>
                Clear
              </button>
            )}
            <button type="button" class="small quiet" onClick={() => copy(linkTo(here), "A link to this")}>
              Link
            </button>
            {sheets.party.length === 0 ? null : <SaveAs expression={rule.name} onSave={(name) => void saveOnSheet(name)} />}
          </div>
          <HandRolled typed={held.byHand} onTyped={held.setByHand} />
        </div>
      </div>
      <p class="visually-hidden" aria-live="assertive" aria-atomic="true">
        {held.said}
      </p>
      <Below
        tab={tab}
        onTab={setTab}
        game={game}
        games={games}
        rule={rule}
        parameters={parameters}
        form={form}
        subject={subject}
        odds={odds}
        wrong={wrong !== null}
        aim={aim}
        sheets={sheets}
        rolls={held.rolls}
        place={below}
      />
    </>
  );
}
