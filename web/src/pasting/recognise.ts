/** What a text is that somebody has pasted, told by its form alone; the view that it opens reads it for good. */
import { readRoute, routeTo, type Route } from "../app/route";
import { isObject } from "../state/checks";
import { linkOf as anydiceLink } from "../views/anydice/link";
import { linkOf as macroLink, NOTHING } from "../views/macros/link";

export type Pasted =
  /** something that a view opens */
  | { readonly kind: "place"; readonly what: string; readonly route: Route }
  | { readonly kind: "record"; readonly what: string; readonly record: Readonly<Record<string, unknown>> }
  | { readonly kind: "token"; readonly what: string; readonly token: Readonly<Record<string, unknown>> }
  /** a character's sheet in TOML */
  | { readonly kind: "sheet"; readonly what: string; readonly toml: string }
  /** dice behind a chat command */
  | { readonly kind: "dice"; readonly what: string; readonly text: string };

const VIEWS = ["roll", "odds", "games", "anydice", "macros", "learn"];
const LINK = /^(?:https?:\/\/\S*?)?(#v\d{1,4}\/[a-z]+\S*)$/;
const ANYDICE_LINK = /^(?:https?:\/\/)?anydice\.com(?:\/\S*)?$/;
const SHEET = /^name *= *["'][^\n]*\n\s*(?:\[|[^=\n]{1,80}=)/;
const ANYDICE = /(?:^|\n)\s*(?:output\s|function:|loop\s+\w+\s+over\s|set\s+")|\[(?:highest|lowest|explode|count|middle)\s/;
const AVRAE = /^!(?:r|rr|roll|multiroll|check|save|attack|cast|init|echo)\b/m;
const FOUNDRY = /\[\[\/\w|@(?:UUID|Check|Damage|Template)\[|@\w+\.\w|\]\]\{/;
const ROLL20 = /&\{template:|\?\{[^}]*\}|@\{[^}]*\|[^}]*\}|%\{[^}]*\}|\[\[|^\/(?:w|em|desc|gmroll|gr|me|talktomyself)\s/m;
/** Dice Maiden rolls a set of several: `/roll 6 4d6 k3`. */
const DICE_MAIDEN = /^\/r(?:oll)? +\d{1,2} +\d*d\d/;
/** A roll as this page copies it: `2d6 + 3` → (4, 5) + 3 = **12**. */
const COPIED = /^`?([^`→\n]{0,200}d[\d%{F][^`→\n]{0,200}?)`? → [^\n]*$/;
const COMMAND = /^[/#](?:r|roll|gr|gmr|gmroll|br|broll|blindroll|sr|selfroll|pr|publicroll)\s+(\S.*)$/;

/** Null for what is simply typed: dice, words, or nothing. */
export function recognise(pasted: string): Pasted | null {
  const text = pasted.trim();
  const link = LINK.exec(text)?.[1];
  if (link !== undefined) return place("A link to this page", routeOf(link));
  if (ANYDICE_LINK.test(text)) return place("A link to AnyDice, which does not hold the program: paste the program itself", routeTo("anydice"));
  if (text.startsWith("{")) return data(text);
  if (SHEET.test(text)) return { kind: "sheet", what: "A character’s sheet", toml: text };
  if (AVRAE.test(text)) return macro("An Avrae command", "avrae", text);
  if (ANYDICE.test(text)) return place("An AnyDice program", anydiceLink({ program: text, mode: "exactly", shape: "graph" }));
  if (DICE_MAIDEN.test(text)) return place("A Dice Maiden command", routeTo("roll", { e: text, d: "dicemaiden" }));
  const command = COMMAND.exec(text)?.[1];
  if (command !== undefined && !FOUNDRY.test(command) && !ROLL20.test(command)) return { kind: "dice", what: "A chat command", text: command };
  if (FOUNDRY.test(text)) return macro("A Foundry macro", "foundry", text);
  if (ROLL20.test(text)) return macro("A Roll20 macro", "roll20", text);
  const rolled = COPIED.exec(text)?.[1]?.trim();
  return rolled === undefined ? null : { kind: "dice", what: "A result, with the dice that were rolled", text: rolled };
}

function place(what: string, route: Route | null): Pasted | null {
  return route === null ? null : { kind: "place", what, route };
}

function macro(what: string, dialect: string, text: string): Pasted | null {
  return place(what, macroLink({ dialect, text, given: NOTHING }));
}

function routeOf(fragment: string): Route | null {
  const read = readRoute(fragment, VIEWS);
  return read !== null && "route" in read ? read.route : null;
}

/** A record, a token, an answer that holds one of them, or a file that was exported here. */
function data(text: string): Pasted | null {
  const parsed = parse(text);
  if (!isObject(parsed)) return null;
  const { roll, token, astragal, link, program } = parsed;
  if (isObject(roll)) return data(JSON.stringify(roll));
  if (isObject(token)) return { kind: "token", what: "A roll that waits", token };
  if (typeof token === "number") return { kind: "token", what: "A roll that waits", token: parsed };
  if ("faces" in parsed && "outcome" in parsed) return { kind: "record", what: "The record of a roll", record: parsed };
  if (astragal === "anydice" && typeof program === "string") return place("An AnyDice program", anydiceLink({ program, mode: "exactly", shape: "graph" }));
  return typeof link === "string" ? recognise(link) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
