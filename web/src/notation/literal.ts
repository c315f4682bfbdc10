/**
 * The attributes of a field whose text is taken as it is typed: no keyboard corrects it, or begins it with a capital.
 *
 * `autoCorrect` is written so because Preact sets `autocorrect` as a property, to which any text means “on”.
 */
export const LITERAL = { autocomplete: "off", autocapitalize: "none", autoCorrect: "off", spellcheck: false } as const;
