/** A sheet as it stands in a form, every part as typed. */
import type { Answers } from "../../../contract";

export type SheetData = Answers["sheet"]["sheet"];

export interface Pair {
  readonly name: string;
  readonly value: string;
}

/** A value, under the headings of its file. */
export interface DraftValue extends Pair {
  readonly under?: readonly string[] | undefined;
}

export interface DraftRoll {
  readonly name: string;
  readonly rule: string;
  readonly parameters: readonly Pair[];
}

export interface DraftCircumstance {
  readonly name: string;
  readonly gives: readonly Pair[];
  readonly on: string;
  readonly lasts: string;
  readonly begins_when: string;
}

export interface Draft {
  readonly name: string;
  readonly values: readonly DraftValue[];
  readonly rolls: readonly DraftRoll[];
  readonly circumstances: readonly DraftCircumstance[];
}

/** A sheet to be filled in, with the names that sheets of its game have. */
export function newDraft(names: readonly string[]): Draft {
  const values = [...names, ""].map((name) => ({ name, value: "" }));
  return { name: "", values, rolls: [], circumstances: [] };
}

export function draftOf({ name, values = [], rolls = [], circumstances = [] }: SheetData): Draft {
  return {
    name,
    values,
    rolls: rolls.map((roll) => ({ name: roll.name, rule: roll.rule, parameters: pairs(roll.parameters ?? {}) })),
    circumstances: circumstances.map((each) => ({
      name: each.name,
      gives: pairs(each.gives),
      on: (each.on ?? []).join(", "),
      lasts: each.lasts ?? "",
      begins_when: each.begins_when ?? "",
    })),
  };
}

/** What is given to the engine; rows in which nothing is said are left out, and names that were only offered. */
export function sheetOf({ name, values, rolls, circumstances }: Draft, offered: readonly string[] = []): SheetData {
  return {
    name: name.trim(),
    values: values.filter((each) => said(each) && !(each.value.trim() === "" && offered.includes(each.name))),
    rolls: rolls
      .filter((roll) => roll.name.trim() !== "" || roll.parameters.some(said))
      .map((roll) => ({ name: roll.name, rule: roll.rule, parameters: data(roll.parameters) })),
    circumstances: circumstances
      .filter((each) => each.name.trim() !== "" || each.gives.some(said))
      .map((each) => ({
        name: each.name,
        gives: data(each.gives) as Record<string, number>,
        on: each.on.split(",").map((part) => part.trim()).filter((part) => part !== ""),
        lasts: each.lasts.trim(),
        begins_when: each.begins_when,
      })),
  };
}

export interface Section {
  /** what stands over its values; empty where nothing does */
  readonly title: string;
  readonly under: readonly string[] | undefined;
  readonly values: readonly DraftValue[];
}

const USUAL = "values";

/** The values by their headings, in the order in which these come up. */
export function sectionsOf(values: readonly DraftValue[]): readonly Section[] {
  const sections = new Map<string, DraftValue[]>();
  for (const value of values) {
    const key = JSON.stringify(value.under ?? [USUAL]);
    sections.set(key, [...(sections.get(key) ?? []), value]);
  }
  if (sections.size === 0) sections.set(JSON.stringify([USUAL]), []);
  return [...sections].map(([key, own]) => {
    const under = JSON.parse(key) as readonly string[];
    return { title: under.join(", ") === USUAL ? "" : under.join(", "), under, values: own };
  });
}

/** All values, with those of one section changed; what is new in it stands under its headings. */
export function withSection(values: readonly DraftValue[], at: number, changed: readonly DraftValue[]): readonly DraftValue[] {
  return sectionsOf(values).flatMap((section, index) =>
    index === at ? changed.map((value) => ({ ...value, under: section.under })) : section.values,
  );
}

function said({ name, value }: Pair): boolean {
  return name.trim() !== "" || value.trim() !== "";
}

function pairs(given: Readonly<Record<string, unknown>>): Pair[] {
  return Object.entries(given).map(([name, value]) => ({ name, value: Array.isArray(value) ? value.map(String).join(", ") : String(value) }));
}

const WHOLE = /^[+-]?\d{1,15}$/;

function data(listed: readonly Pair[]): Record<string, unknown> {
  return Object.fromEntries(listed.filter(said).map(({ name, value }) => [name.trim(), typed(value.trim().replace(/^−/, "-"))]));
}

function typed(value: string): unknown {
  if (value === "true" || value === "false") return value === "true";
  return WHOLE.test(value) ? Number(value) : value;
}
