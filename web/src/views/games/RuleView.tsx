import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";

import { writeRoute, type Route } from "../../app/route";
import { useServices } from "../../app/services";
import { useAnswer } from "../../app/useAnswer";
import type { Answers, Rolled } from "../../contract";
import { Plate } from "../../theme/Plate";
import { Tabs } from "../../theme/Tabs";
import { exampleForm } from "./form/examples";
import { given, problemAt, typedOf, type Form, type Typed } from "./form/form";
import { readParameter } from "./form/parameters";
import { RuleForm } from "./form/RuleForm";
import { diceOf } from "./GamePicker";
import { gameRoute, linkedForm } from "./link";
import { Glance } from "./odds/Glance";
import { toldOf } from "./odds/headline";
import { OddsInFull } from "./odds/OddsInFull";
import { Sweeps } from "./odds/Sweeps";
import { GameTable } from "./play/GameTable";
import { Records } from "./play/Records";
import { goOn, reveal, start, type Settled, type Subject, type Table } from "./play/rolling";
import { SheetBar, type SavedRoll } from "./sheets/SheetBar";
import { SheetsTab } from "./sheets/SheetsTab";
import type { ReadSheet, Sheets } from "./sheets/useSheets";

type Game = Answers["game"];
type Rule = Game["rules"][number];

interface RuleViewProps {
  readonly game: Game;
  readonly rule: Rule;
  readonly games: Answers["games"]["games"];
  readonly route: Route;
  readonly sheets: Sheets;
}

const TABS = ["odds", "across", "sheets", "records", "rules"] as const;
const TITLES: Readonly<Record<(typeof TABS)[number], string>> = {
  odds: "Odds in full",
  across: "Across values",
  sheets: "Sheets",
  records: "Records",
  rules: "In short",
};
const PAUSE = 40;
const MOST_ROLLS = 30;

/** One rule: its form, its odds, its rolls. */
export function RuleView({ game, rule, games, route, sheets }: RuleViewProps) {
  const { ask, kept, toasts, go, linkTo } = useServices();
  const parameters = useMemo(() => rule.parameters.map(readParameter), [rule]);
  const [forms, setForms] = useState<Readonly<Record<string, Form>>>({});
  const [hiding, setHiding] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [saved, setSaved] = useState<{ readonly rule: string; readonly name: string } | null>(null);
  const [table, setTable] = useState<Table>({ kind: "empty" });
  const [turn, setTurn] = useState(0);
  const [said, setSaid] = useState("");
  const [rolls, setRolls] = useState<readonly Rolled[]>([]);
  const [tab, setTab] = useState<string>("odds");
  const id = useId();
  const below = useRef<HTMLDivElement>(null);
  const written = useRef("");

  const form = forms[rule.name] ?? linkedForm(route, parameters)?.form ?? exampleForm(rule.name, parameters, game.examples);
  const hidden = useMemo(() => new Set(hiding[rule.name] ?? []), [hiding, rule]);
  const byName = saved !== null && saved.rule === rule.name ? saved.name : "";
  const subjectOf = (secret: ReadonlySet<string>, filled: Form = form, named = byName): Subject => ({
    rule: rule.name,
    parameters: given(parameters, filled, secret),
    sheets: sheets.party,
    ...(named === "" ? {} : { saved: named }),
  });
  const subject = subjectOf(hidden);
  const { answer: odds, problem, waiting } = useAnswer("odds", subject, { delay: PAUSE });
  const aim = rule.aim ?? foremost(odds, rule.fields);
  const wrong = problemAt(problem, rule.name, parameters, form);

  // A link was followed: its form replaces what stood here.
  useEffect(() => {
    if (writeRoute(route) === written.current) return;
    const linked = linkedForm(route, parameters);
    if (linked === null) return;
    setForms((before) => ({ ...before, [rule.name]: linked.form }));
    if (linked.unknown.length > 0) toasts.say(`This link says ${linked.unknown.join(", ")}, which ${rule.name} does not know.`);
  }, [route, parameters]);

  // The address follows the form.
  const here = gameRoute(rule.name, parameters, form);
  const address = writeRoute(here);
  useEffect(() => {
    if (forms[rule.name] === undefined || address === writeRoute(route)) return undefined;
    const timer = setTimeout(() => {
      written.current = address;
      go(here, { replace: true });
    }, 250);
    return () => clearTimeout(timer);
  }, [address, forms]);

  // Another rule: the table is cleared, what was rolled stays listed.
  useEffect(() => setTable({ kind: "empty" }), [rule.name]);

  function fill(filled: Form) {
    setForms((before) => ({ ...before, [rule.name]: filled }));
  }

  function type(name: string, typed: Typed) {
    setForms((before) => ({ ...before, [rule.name]: { ...(before[rule.name] ?? form), [name]: typed } }));
  }

  function hide(name: string, secret: boolean) {
    const others = [...hidden].filter((each) => each !== name);
    setHiding({ ...hiding, [rule.name]: secret ? [...others, name] : others });
  }

  async function settle(coming: Promise<Settled | null>) {
    setTable((before) => ({ kind: "rolling", before: before.kind === "rolling" ? before.before : before.kind === "empty" ? null : before }));
    const settled = await coming;
    if (settled === null) return;
    setTurn((before) => before + 1);
    setTable(settled);
    setSaid(spoken(settled));
    if (settled.kind !== "rolled") return;
    setRolls((before) => [settled.answer, ...before].slice(0, MOST_ROLLS));
    keepChanges(settled.answer);
  }

  function roll(filled: Form = form, named = byName) {
    const settledHere = parameters.filter(({ name }) => hidden.has(name) && given(parameters, filled)[name] !== null && filled[name] !== "");
    const withSecret = { ...subjectOf(new Set(), filled, named) };
    void settle(start(ask, withSecret, settledHere.map(({ name }) => name)));
  }

  /** What ended or began on the sheets stays so. */
  function keepChanges({ changes, sheets: after }: Rolled) {
    if (changes === undefined || changes.length === 0 || after === undefined) return;
    const before = kept.sheets;
    before
      .filter((sheet) => sheet.playing)
      .forEach((sheet, index) => {
        const toml = after[index];
        if (toml !== undefined) kept.keepSheet({ ...sheet, toml });
      });
    toasts.say(`On the sheets: ${changes.join(", ")}.`, { title: "Undo", run: () => kept.setSheets(before) });
  }

  function rollSaved(sheet: ReadSheet, { name, rule: named, parameters: values = {} }: SavedRoll) {
    const full = named.includes(".") ? named : `${game.name}.${named}`;
    const whole = game.rules.find((each) => each.name === full);
    const known = (whole?.parameters ?? []).map(readParameter);
    const filled = Object.fromEntries(known.filter((each) => each.name in values).map((each) => [each.name, typedOf(each, values[each.name])]));
    const called = sheets.read.length > 1 ? `${sheet.name}: ${name}` : name;
    setSaved({ rule: full, name: called });
    if (full !== rule.name) {
      go(gameRoute(full, known, filled));
      return;
    }
    fill(filled);
    roll(filled, called);
  }

  async function copy(text: string, what: string) {
    try {
      await navigator.clipboard.writeText(text);
      toasts.say(`${what} is copied.`);
    } catch {
      toasts.say("This browser does not let the page copy.");
    }
  }

  const rolled = table.kind === "rolled" ? table : null;
  const [lead, ...more] = rule.text.split("\n\n");
  return (
    <>
      <header class="rule-head">
        <h2>{lead}</h2>
        {more.length === 0 ? null : (
          <details>
            <summary>The whole rule</summary>
            {more.map((paragraph) => (
              <p key={paragraph}>{paragraph.replaceAll("\n", " ").replaceAll("``", "")}</p>
            ))}
          </details>
        )}
      </header>
      <div class="game-columns">
        <form
          class="stack game-form"
          id={id}
          aria-label={rule.name}
          onSubmit={(event) => {
            event.preventDefault();
            roll();
          }}
        >
          <SheetBar
            sheets={sheets}
            onSaved={rollSaved}
            onEdit={() => {
              setTab("sheets");
              below.current?.scrollIntoView({ block: "start" });
            }}
          />
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
            problem={problem}
          />
        </form>
        <div class="stack game-side">
          <Plate class="glance-plate" caption={hidden.size === 0 ? "Before you roll." : "What the players may know before they roll."}>
            <Glance odds={odds} problem={wrong?.whole ?? problem} waiting={waiting} fields={rule.fields} />
          </Plate>
          <div class="toolbar form-tools screen-only">
            <button type="submit" form={id} class="primary roll-button">
              Roll
            </button>
            {parameters.length === 0 ? null : (
              <button type="button" class="small quiet" onClick={() => fill({})}>
                Clear
              </button>
            )}
            <button type="button" class="small quiet" onClick={() => void copy(linkTo(here), "A link to this")}>
              Link
            </button>
          </div>
          <GameTable
            table={table}
            turn={turn}
            dice={diceOf(game)}
            aim={aim}
            fields={rule.fields}
            onDecide={(decision) => table.kind === "paused" && void settle(goOn(ask, table, { decision, moments: true, sheets: sheets.party }))}
            onGoOn={(toTheEnd) => table.kind === "paused" && void settle(goOn(ask, table, { moments: !toTheEnd, sheets: sheets.party }))}
            onReveal={() => rolled !== null && rolled.secret !== null && void settle(reveal(ask, rolled.answer, rolled.secret))}
          />
          {rolled === null ? null : (
            <div class="toolbar screen-only">
              <button type="button" class="small" onClick={() => void copy(rolled.answer.text, "The roll")}>
                Copy
              </button>
              <button type="button" class="small" onClick={() => void copy(JSON.stringify(rolled.answer.roll), "The record")}>
                Copy record
              </button>
              {rolled.secret === null ? null : (
                <button type="button" class="small" onClick={() => void copy(JSON.stringify(rolled.secret), "The secret")}>
                  Copy secret
                </button>
              )}
            </div>
          )}
        </div>
      </div>
      <p class="visually-hidden" aria-live="assertive" aria-atomic="true">
        {said}
      </p>
      <div ref={below} class="game-below">
        <Tabs label="More about this rule" tabs={TABS.map((name) => ({ name, title: TITLES[name] }))} selected={tab} onSelect={setTab}>
          <div class="tab-body">
            {wrong !== null && (tab === "odds" || tab === "across") ? <p class="soft">Something in the form is not right yet.</p> : null}
            {tab === "odds" && wrong === null ? <OddsInFull subject={subject} fields={rule.fields} shown /> : null}
            {tab === "across" && wrong === null ? <Sweeps key={rule.name} subject={subject} parameters={parameters} form={form} fields={rule.fields} aim={aim} shown /> : null}
            {tab === "sheets" ? <SheetsTab sheets={sheets} games={games} /> : null}
            {tab === "records" ? <Records rolls={rolls} onCopy={(text, what) => void copy(text, what)} /> : null}
            {tab === "rules" ? <InShort game={game} /> : null}
          </div>
        </Tabs>
      </div>
    </>
  );
}

function InShort({ game }: { game: Game }) {
  return (
    <div class="in-short">
      <p class="soft">{game.title}</p>
      <ul>
        {game.short.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** What players ask first: the first field of the headline. */
function foremost(odds: Answers["odds"] | null, fields: readonly string[]): string {
  const told = odds === null ? null : toldOf(odds, fields);
  const first = told?.find((each) => each.kind === "chance")?.name.replaceAll(" ", "_");
  return first !== undefined && fields.includes(first) ? first : (fields.find((each) => each === "passes") ?? "");
}

/** What a screen reader says when dice have fallen. */
function spoken(settled: Settled): string {
  switch (settled.kind) {
    case "problem":
      return settled.problem.message;
    case "paused":
      return `${settled.answer.paused.waits_for}`;
    case "rolled":
      return `${settled.answer.outcome}. ${settled.answer.dice}`;
  }
}
