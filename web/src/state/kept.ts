/** What is kept in this browser: one entry of its storage for each part, checked whenever it is read. */
import type { Theme } from "../theme/theme";
import { Watchable } from "../watchable";
import { isObject } from "./checks";
import {
  CHECKS,
  EMPTY,
  KEPT_VERSION,
  MOST_ROLLS,
  MOST_WAITING,
  type KeptSheet,
  type PastRoll,
  type Section,
  type Shapes,
  type WaitingRoll,
} from "./shapes";

/** What is used of a browser's storage. */
export type Store = Pick<Storage, "getItem" | "setItem">;

const SECTIONS = Object.keys(EMPTY) as Section[];
const PREFIX = "astragal.";

export class Kept extends Watchable {
  private data: Shapes;

  constructor(
    private readonly store: Store,
    /** told when the browser refuses to keep something */
    private readonly onFull: () => void = () => undefined,
  ) {
    super();
    this.data = Object.fromEntries(SECTIONS.map((name) => [name, this.read(name)])) as unknown as Shapes;
  }

  get history(): readonly PastRoll[] {
    return this.data.history;
  }
  get saved(): Shapes["saved"] {
    return this.data.saved;
  }
  get values(): Shapes["values"] {
    return this.data.values;
  }
  get sheets(): readonly KeptSheet[] {
    return this.data.sheets;
  }
  get waiting(): readonly WaitingRoll[] {
    return this.data.waiting;
  }
  get theme(): Theme {
    return this.data.theme;
  }
  get dialect(): string {
    return this.data.dialect;
  }

  addRoll(roll: PastRoll): void {
    this.set("history", [roll, ...this.history].slice(0, MOST_ROLLS));
  }
  setHistory(history: readonly PastRoll[]): void {
    this.set("history", history);
  }
  /** Under a name that is taken, the newer one stays. */
  saveRoll(name: string, expression: string): void {
    const others = this.saved.filter((each) => each.name !== name);
    this.set("saved", [{ name, expression }, ...others]);
  }
  forgetSaved(name: string): void {
    this.set("saved", this.saved.filter((each) => each.name !== name));
  }
  setSaved(saved: Shapes["saved"]): void {
    this.set("saved", saved);
  }
  setValue(name: string, value: string): void {
    this.set("values", { ...this.values, [name]: value });
  }
  /** In the place of the one it `replaces`, or of the one of the same name; else last. */
  keepSheet(sheet: KeptSheet, replaces: string = sheet.name): void {
    const others = this.sheets.filter(({ name }) => name === replaces || name !== sheet.name);
    const known = others.some(({ name }) => name === replaces);
    this.set("sheets", known ? others.map((each) => (each.name === replaces ? sheet : each)) : [...others, sheet]);
  }
  /** Puts whoever a sheet is about at the table of a game, or has them leave it. */
  seat(sheet: KeptSheet, game: string, there: boolean): void {
    const others = sheet.playing.filter((each) => each !== game);
    this.keepSheet({ ...sheet, playing: there ? [...others, game] : others });
  }
  setSheets(sheets: readonly KeptSheet[]): void {
    this.set("sheets", sheets);
  }
  forgetSheet(name: string): void {
    this.set("sheets", this.sheets.filter((each) => each.name !== name));
  }
  /** In its place if it waits already, else first. */
  keepWaiting(roll: WaitingRoll): void {
    const known = this.waiting.some(({ id }) => id === roll.id);
    const all = known ? this.waiting.map((each) => (each.id === roll.id ? roll : each)) : [roll, ...this.waiting];
    this.set("waiting", all.slice(0, MOST_WAITING));
  }
  forgetWaiting(id: string): void {
    if (this.waiting.some((each) => each.id === id)) this.set("waiting", this.waiting.filter((each) => each.id !== id));
  }
  setWaiting(waiting: readonly WaitingRoll[]): void {
    this.set("waiting", waiting);
  }
  setTheme(theme: Theme): void {
    this.set("theme", theme);
  }
  setDialect(dialect: string): void {
    this.set("dialect", dialect);
  }

  /** Everything as one text, to be kept elsewhere. */
  exported(): string {
    return `${JSON.stringify({ astragal: "kept", version: KEPT_VERSION, ...this.data }, null, 1)}\n`;
  }

  /** Adds what a text from `exported` holds; says in words what came of it. */
  imported(written: string): { readonly added: string } | { readonly fault: string } {
    const data = parsed(written);
    if (!isObject(data) || data["astragal"] !== "kept") return { fault: "This file was not exported from Astragal." };
    if (data["version"] !== KEPT_VERSION) {
      return { fault: `This file is of version ${String(data["version"])}; this page knows version ${KEPT_VERSION}.` };
    }
    const [history, saved, values, sheets, waiting] = [
      CHECKS.history(data["history"]) ?? [],
      CHECKS.saved(data["saved"]) ?? [],
      CHECKS.values(data["values"]) ?? {},
      CHECKS.sheets(data["sheets"]) ?? [],
      CHECKS.waiting(data["waiting"]) ?? [],
    ];
    this.set("history", merged(this.history, history));
    this.set("saved", [...saved, ...this.saved.filter((mine) => !saved.some(({ name }) => name === mine.name))]);
    this.set("values", { ...this.values, ...values });
    this.set("sheets", [...sheets, ...this.sheets.filter((mine) => !sheets.some(({ name }) => name === mine.name))]);
    this.set("waiting", [...waiting, ...this.waiting.filter((mine) => !waiting.some(({ id }) => id === mine.id))].slice(0, MOST_WAITING));
    const parts = [
      counted(history.length, "roll"),
      counted(saved.length, "saved roll"),
      counted(Object.keys(values).length, "value"),
      counted(sheets.length, "sheet"),
    ];
    return { added: `Imported ${parts.join(", ")}.` };
  }

  /** Another tab of this browser has changed something. */
  refresh(key: string | null): void {
    for (const name of SECTIONS) {
      if (key === null || key === PREFIX + name) this.data = { ...this.data, [name]: this.read(name) };
    }
    this.tell();
  }

  private read<Name extends Section>(name: Name): Shapes[Name] {
    const data = parsed(this.stored(name));
    if (!isObject(data) || data["version"] !== KEPT_VERSION) return EMPTY[name];
    return CHECKS[name](data["data"]) ?? EMPTY[name];
  }

  private stored(name: Section): string | null {
    try {
      return this.store.getItem(PREFIX + name);
    } catch {
      return null;
    }
  }

  private set<Name extends Section>(name: Name, data: Shapes[Name]): void {
    this.data = { ...this.data, [name]: data };
    try {
      this.store.setItem(PREFIX + name, JSON.stringify({ version: KEPT_VERSION, data }));
    } catch {
      // It is kept until the page is left.
      this.onFull();
    }
    this.tell();
  }
}

function parsed(written: string | null): unknown {
  try {
    return written === null ? null : JSON.parse(written);
  } catch {
    return null;
  }
}

/** Both, the newest first, each roll once. */
function merged(mine: readonly PastRoll[], theirs: readonly PastRoll[]): readonly PastRoll[] {
  const known = new Set(mine.map(keyOf));
  const added = theirs.filter((roll) => !known.has(keyOf(roll)));
  return [...mine, ...added].sort((left, right) => right.at - left.at).slice(0, MOST_ROLLS);
}

const keyOf = (roll: PastRoll): string => `${roll.at} ${roll.text}`;

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
