/** What a tap on the tray does to the text: an edit, so that the field keeps its caret and can undo. */

export interface TextEdit {
  from: number;
  to: number;
  insert: string;
}

export function applyEdit(text: string, { from, to, insert }: TextEdit): string {
  return text.slice(0, from) + insert + text.slice(to);
}

function atEnd(text: string, insert: string): TextEdit {
  return { from: text.trimEnd().length, to: text.length, insert };
}

const OPEN = /[+\-−*/(,{]$/;

/** One more of a die: `2d6` becomes `3d6`, `2d6` with a d8 becomes `2d6 + d8`. */
export function tapDie(text: string, die: string): TextEdit {
  const body = text.trimEnd();
  const last = /(?:^|[^\w.@])(\d*)(d(?:\d+|%|F))$/.exec(body);
  if (last !== null && last[2] === die) {
    const count = last[1] === "" ? 1n : BigInt(last[1] as string);
    const from = body.length - die.length - (last[1] as string).length;
    return { from, to: text.length, insert: `${count + 1n}${die}` };
  }
  if (body === "") return { from: 0, to: text.length, insert: die };
  return atEnd(text, OPEN.test(body) ? ` ${die}` : ` + ${die}`);
}

/** One up or down: `d20` becomes `d20 + 1`, `d20 + 1` becomes `d20 + 2`, `d20 + 1` less one becomes `d20`. */
export function tapNumber(text: string, step: 1 | -1): TextEdit {
  const body = text.trimEnd();
  const last = /\s*([+\-−])\s*(\d+)$/.exec(body);
  if (last === null) return body === "" ? { from: 0, to: text.length, insert: `${step}` } : atEnd(text, signed(BigInt(step)));
  const sign = last[1] === "+" ? 1n : -1n;
  const next = sign * BigInt(last[2] as string) + BigInt(step);
  return { from: last.index, to: text.length, insert: next === 0n ? "" : signed(next) };
}

function signed(value: bigint): string {
  return value < 0n ? ` - ${-value}` : ` + ${value}`;
}

/** A modifier after the last dice: `2d20` becomes `2d20kh1`; one die becomes two, as advantage needs them. */
export function tapKeep(text: string, keep: "kh1" | "kl1"): TextEdit | null {
  const found = lastDice(text);
  if (found === null) return null;
  const { count, die, modifiers, from, to } = found;
  const other = keep === "kh1" ? "kl1" : "kh1";
  if (modifiers.includes(keep)) return { from, to, insert: `${count}${die}${modifiers.replace(keep, "")}` };
  const several = count === "" || count === "1" ? "2" : count;
  return { from, to, insert: `${several}${die}${modifiers.replace(other, "")}${keep}` };
}

/** Lets the last dice explode, or no longer. */
export function tapExplode(text: string): TextEdit | null {
  const found = lastDice(text);
  if (found === null) return null;
  const { count, die, modifiers, from, to } = found;
  const next = modifiers.includes("!") ? modifiers.replace("!", "") : `!${modifiers}`;
  return { from, to, insert: `${count}${die}${next}` };
}

const DICE = /(\d*)(d(?:\d+|%|F))((?:!|kh\d+|kl\d+)*)/g;

function lastDice(text: string) {
  const last = [...text.matchAll(DICE)].at(-1);
  if (last === undefined) return null;
  const [whole, count = "", die = "", modifiers = ""] = last;
  return { count, die, modifiers, from: last.index, to: last.index + whole.length };
}

export function tapClear(text: string): TextEdit {
  return { from: 0, to: text.length, insert: "" };
}

/** Takes the last term away. */
export function tapBack(text: string): TextEdit {
  const body = text.trimEnd();
  const cut = Math.max(body.lastIndexOf(" + "), body.lastIndexOf(" - "), 0);
  return { from: cut, to: text.length, insert: "" };
}
