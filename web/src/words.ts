/** Words of the engine, as they stand on the page. */

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function sentence(text: string): string {
  return capital(ended(text));
}

/** `armor_class`, the name of a parameter or a field, in two words. */
export function spaced(name: string): string {
  return name.replaceAll("_", " ");
}

/** What is true or false is a yes or a no to whoever asked. */
export function truthText(text: string): string {
  return text === "true" ? "yes" : text === "false" ? "no" : text;
}

/** `tiers.check`, the name of a rule, as a title: Tiers check. */
export function ruleTitle(name: string): string {
  return capital(spaced(name.replace(".", " ")));
}

/** `scores.test: critical_from must be …`: players fill in forms and know no calls. */
export function withoutCall(message: string): string {
  return message.replace(/^[a-z]\w*\.[a-z]\w*: (\w+)/, (_, name: string) => spaced(name));
}

/** `12,345`: browsers take a tenth of a second to learn that of a language. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Titles that differ, so that a chart can tell them apart: the second of a name gets a number. */
export function distinct(titles: readonly string[]): readonly string[] {
  return titles.map((title, index) => {
    const before = titles.slice(0, index).filter((each) => each === title).length;
    return before === 0 ? title : `${title} (${before + 1})`;
  });
}

/** What a hint suggests instead of what was typed: `did you mean Hard or Harder?`. */
export function meant(hint: string | null): readonly string[] {
  const found = /did you mean ([^?]+)\?/i.exec(hint ?? "")?.[1] ?? "";
  return found.split(/,\s*| or /).map((each) => each.replaceAll("`", "").trim()).filter(Boolean);
}

/** With a minus before numbers below zero, where texts have a hyphen. */
export function signed(text: string): string {
  return text.replace(/(^|[\s(])-(?=\d)/g, "$1−");
}
