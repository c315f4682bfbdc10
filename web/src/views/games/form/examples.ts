/** Forms to begin with: the examples that each game gives, as they are typed on the command line. */
import { typedOf, type Form, type Typed } from "./form";
import type { Parameter } from "./parameters";

/** The first example of a rule, as a form; what no example says stays as it is. */
export function exampleForm(rule: string, parameters: readonly Parameter[], examples: readonly string[]): Form {
  const short = rule.slice(rule.indexOf(".") + 1);
  for (const example of examples) {
    const [named, ...words] = wordsOf(example);
    if (named !== short || words.includes("--sweep")) continue;
    const form = formOf(words, parameters);
    if (parameters.every((each) => !each.required || each.name in form)) return form;
  }
  return Object.fromEntries(parameters.filter((each) => each.required && each.choices.length > 0).map((each) => [each.name, each.choices[0] ?? ""]));
}

function formOf(words: readonly string[], parameters: readonly Parameter[]): Form {
  const pairs: [string, Typed][] = [];
  words.forEach((word, index) => {
    const parameter = parameters.find(({ name }) => word === `--${name.replaceAll("_", "-")}`);
    if (parameter === undefined) return;
    const next = words[index + 1];
    const value = next === undefined || next.startsWith("--") ? "true" : next;
    pairs.push([parameter.name, parameter.type === "list" ? value.split(",").map((each) => each.trim()) : typedOf(parameter, value)]);
  });
  return Object.fromEntries(pairs);
}

/** The words of a line; what is between quotes is one. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}
