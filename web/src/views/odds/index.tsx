import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { writeRoute } from "../../app/route";
import { useServices } from "../../app/services";
import { bringIntoSight } from "../../app/sight";
import { useAnswer } from "../../app/useAnswer";
import { useSettled } from "../../app/useLast";
import { useWatched } from "../../app/useWatched";
import type { ViewProps } from "../../app/view";
import type { Target } from "../../charts/Bars";
import { beside } from "../../charts/tones";
import { ValueFields } from "../../notation/ValueFields";
import { UNSET } from "../../notation/values";
import type { Values } from "../../state/shapes";
import { rollRoute } from "../roll/link";
import type { Titled } from "./companions";
import { CourseFigure } from "./CourseFigure";
import { EntryRow } from "./EntryRow";
import { askedOf, drawnEntry, subjectOf } from "./entries";
import { FindDice } from "./finding/FindDice";
import { linkOf, readLink } from "./link";
import { MattersFigure } from "./MattersFigure";
import { OddsFigure } from "./OddsFigure";
import { Pairs } from "./Pairs";
import { findRule, useGames } from "./rules";
import { COURSE, dice, MOST_ENTRIES, rule, stateOf, titlesOf, withEntry, withoutEntry, type Entry, type State } from "./state";
import { FIRST, STORIES, type Story } from "./stories";
import { Summary } from "./Summary";
import { useOdds } from "./useOdds";
import "../../charts/charts.css";
import "./odds.css";

const WRITTEN_AFTER = 250;

/** Dice and rules compared, and what becomes of them as a value changes. */
export default function OddsView({ route, active }: ViewProps) {
  const { kept, go, linkTo, toasts } = useServices();
  const column = useRef<HTMLDivElement>(null);
  const plates = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  const written = useRef<string | null>(null);
  const aimed = useRef(new Set<string>());
  /** whether something was changed here since a link was followed */
  const typed = useRef(false);
  const [story, setStory] = useState<Story | null>(null);
  const [state, setState] = useState<State>(() => readLink(route)?.state ?? FIRST.state());
  const remembered = useWatched(kept, () => kept.values);
  const values: Values = useMemo(() => ({ ...remembered, ...state.values }), [remembered, state.values]);
  const heard = useOdds(state.entries, values);
  const titles = titlesOf(state.entries);
  const games = useGames(state.entries.some(({ kind }) => kind === "rule"));
  const names = [...new Set(heard.flatMap(({ reading }) => reading?.variables ?? []))].sort();
  const link = () => linkOf(state, Object.fromEntries(names.map((name) => [name, (values[name] ?? UNSET).trim()])));

  useEffect(() => {
    if (writeRoute(route) === written.current) return;
    const read = readLink(route);
    if (read === null) {
      if (written.current === null) setStory(FIRST);
      return;
    }
    written.current = writeRoute(route);
    typed.current = false;
    setStory(null);
    setState(read.state);
    if (read.lost > 0) toasts.say("Part of this link was not understood, and is left out.");
  }, [route]);

  const settled = !heard.some(({ waiting }) => waiting);
  const place = writeRoute(link());
  const untouched = story === FIRST && written.current === null;
  useEffect(() => {
    if (!active || untouched || !settled) return undefined;
    const timer = setTimeout(() => {
      if (written.current === place) return;
      written.current = place;
      go(link(), { replace: true });
    }, WRITTEN_AFTER);
    return () => clearTimeout(timer);
  }, [place, active, untouched, settled]);

  useEffect(() => {
    if (focused.current !== null) column.current?.querySelector<HTMLElement>(focused.current)?.focus();
    focused.current = null;
  }, [state.entries.length]);

  // What is asked in words is aimed at, once; from then on the line is whoever’s who drags it.
  const asked = state.entries.flatMap(({ id }, index) => {
    const { reading, odds } = heard[index]!;
    const found = askedOf(reading, odds);
    return found === null ? [] : [{ key: `${id} ${found.dice} ${found.target.side} ${found.target.at}`, target: found.target }];
  });
  useEffect(() => {
    const fresh = asked.filter(({ key }) => !aimed.current.has(key)).at(-1);
    for (const { key } of asked) aimed.current.add(key);
    if (fresh !== undefined && (state.target === null || typed.current)) setState({ ...state, target: fresh.target });
  }, [asked.map(({ key }) => key).join("\n")]);

  function change(next: State) {
    typed.current = true;
    setStory(null);
    setState(next);
  }

  function add(entry: Entry) {
    focused.current = ".entry:last-child :is(input.notation, select)";
    change({ ...state, entries: [...state.entries, entry] });
  }

  /** Dice that were found join those that somebody chose, and take the place of an example. */
  function openFound(text: string, target: Target | null) {
    const found = dice(text);
    change(story === null ? { ...state, entries: [...state.entries, found], target: state.target ?? target } : stateOf([found], { target }));
    requestAnimationFrame(() => bringIntoSight(plates.current));
  }

  function remove(at: number) {
    focused.current = ".add-entry";
    change(withoutEntry(state, at));
    toasts.say(`${titles[at] || "An entry"} is gone.`, { text: "Undo", run: () => change(state) });
  }

  function pick(picked: Story) {
    setStory(picked);
    setState(picked.state());
    if (story === null) toasts.say("It has taken the place of what was here.", { text: "Undo", run: () => change(state) });
    if (picked === FIRST && written.current === null) return;
    written.current = "";
  }

  const drawn = state.entries.flatMap((entry, index) => {
    const { odds, reading } = heard[index]!;
    if (odds === null) return [];
    const own = drawnEntry(entry, reading);
    return [{ entry: own, index, reading, odds, title: titles[index]!, question: subjectOf(own, reading?.variables ?? [], values) }];
  });
  const compared = drawn.filter(({ odds }) => odds.quantiles !== null);
  // What is asked of all together waits until all are there, else it is asked once for each that comes.
  const these = useSettled(compared.map(({ question }) => question), settled) ?? [];
  const { answer: comparison } = useAnswer("compare", these.length < 2 ? null : { these }, { delay: 60 });
  const pairs = comparison !== null && compared.length === comparison.odds.length ? comparison.pairs : [];
  const along = drawn.find(({ index }) => index === state.course.entry) ?? drawn[0];
  const knownOf = ({ entry, odds, reading, title }: (typeof drawn)[number]): Titled => ({
    entry,
    odds,
    reading,
    title,
    rule: entry.kind === "rule" ? findRule(games, entry.rule) : null,
    values,
    target: state.target,
  });
  const known = useSettled(drawn.map(knownOf), settled) ?? [];
  const room = state.entries.length < MOST_ENTRIES;

  return (
    <div class="odds-view">
      <div class="stack entries" ref={column}>
        <ol class="entry-list">
          {state.entries.map((entry, index) => {
            const at = drawn.findIndex((each) => each.index === index);
            return (
              <EntryRow
                key={entry.id}
                entry={entry}
                heard={heard[index]!}
                tone={at < 0 ? null : drawn.length === 1 ? "hatch" : beside(at)}
                games={games}
                onEntry={(next) => change(withEntry(state, index, story === null ? next : unnamed(entry, next)))}
                onRemove={state.entries.length > 1 ? () => remove(index) : null}
                onRoll={entry.kind === "dice" && heard[index]!.reading !== null ? () => go(rollRoute(entry.text, valuesOf(heard[index]!.reading!.variables, values), "roll", entry.dialect)) : null}
              />
            );
          })}
        </ol>
        <ValueFields names={names} values={values} onValue={(name, value) => change({ ...state, values: { ...state.values, [name]: value } })} />
        <div class="toolbar screen-only">
          <button type="button" class="small add-entry" disabled={!room} onClick={() => add(dice("", "", "", kept.dialect))}>
            Add dice
          </button>
          <button type="button" class="small" disabled={!room} onClick={() => add(rule("tiers.check", { stat: "45" }, "grade"))}>
            Add a rule
          </button>
        </div>
      </div>
      <div class="stack finding">
        <FindDice open={state.entries.flatMap((entry) => (entry.kind === "dice" ? [entry.text.trim()] : []))} first={readLink(route) === null} room={room || story !== null} onOpen={openFound} />
      </div>
      <div class="stack plates" ref={plates}>
        <OddsFigure
          lines={drawn}
          mode={state.mode}
          target={state.target}
          caption={story?.caption ?? captionOf(drawn.map(({ title }) => title))}
          waiting={!settled}
          pairs={pairs}
          link={() => linkTo(link())}
          onMode={(mode) => change({ ...state, mode })}
          onTarget={(target) => change({ ...state, target })}
        />
        <div class="numbers">
          <Summary lines={drawn} target={state.target} />
          <Pairs titles={compared.map(({ title }) => title)} places={compared.map((each) => drawn.indexOf(each))} pairs={pairs} />
        </div>
        {along === undefined ? null : (
          <section class="stack course" aria-label="As a value changes">
            <div class="course-head">
              <h2>As a value changes</h2>
              {drawn.length < 2 ? null : (
                <select
                  class="screen-only"
                  aria-label="Of which"
                  value={along.index}
                  onChange={({ currentTarget }) => change({ ...state, course: { ...COURSE, find: state.course.find, entry: Number(currentTarget.value) } })}
                >
                  {drawn.map(({ index, title }) => (
                    <option key={index} value={index}>
                      {title}
                    </option>
                  ))}
                </select>
              )}
            </div>
            <CourseFigure
              key={along.entry.id}
              known={knownOf(along)}
              all={known}
              course={state.course}
              onCourse={(course) => change({ ...state, course: { ...course, entry: along.index } })}
            />
            <MattersFigure key={`${along.entry.id} matters`} known={knownOf(along)} course={state.course} />
          </section>
        )}
      </div>
      <Stories onPick={pick} />
    </div>
  );
}

/** The name of an example is that of its dice: others do not have it. */
function unnamed(before: Entry, next: Entry): Entry {
  const other = before.kind === "dice" && next.kind === "dice" ? before.text !== next.text : before.kind === "rule" && next.kind === "rule" && before.rule !== next.rule;
  return other && before.name === next.name ? { ...next, name: "" } : next;
}

function valuesOf(names: readonly string[], values: Values): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? UNSET]));
}

function captionOf(titles: readonly string[]): string {
  return titles.length === 0 ? "" : `The odds of ${titles.join(", ")}.`;
}

function Stories({ onPick }: { onPick: (story: Story) => void }) {
  return (
    <section class="stories screen-only" aria-label="Questions to begin with">
      <h2 class="stories-head">Questions to begin with</h2>
      <ul>
        {STORIES.map((story) => (
          <li key={story.title}>
            <button type="button" class="small quiet" onClick={() => onPick(story)}>
              {story.title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
