/** Data from outside, checked: what is not of the form is left out, never trusted. */

export type Check<Value> = (data: unknown) => Value | null;

export function isObject(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/** A text of at most so many characters. */
export function text(most: number): Check<string> {
  return (data) => (typeof data === "string" && data.length <= most ? data : null);
}

/** A list without whatever does not pass, and no longer than `most`. */
export function listOf<Value>(check: Check<Value>, most: number): Check<readonly Value[]> {
  return (data) => {
    if (!Array.isArray(data)) return null;
    const passed = data.slice(0, most).map(check);
    return passed.filter((each) => each !== null) as Value[];
  };
}

/** Names with values, without those that do not pass. */
export function namesOf<Value>(name: Check<string>, check: Check<Value>): Check<Readonly<Record<string, Value>>> {
  return (data) => {
    if (!isObject(data)) return null;
    const passed = Object.entries(data).flatMap(([key, each]) => {
      const value = check(each);
      return name(key) === null || value === null ? [] : [[key, value] as const];
    });
    return Object.fromEntries(passed);
  };
}
