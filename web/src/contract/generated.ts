/* Written by tools/contract_types.py from the service's schemas: do not edit. */

export const CONTRACT_VERSION = 1;

export type Fraction = {
  readonly exact: string;
  readonly approx: number | null;
};

export type Record = {
  readonly version: number;
  readonly expression: string;
  readonly variables: { readonly [name: string]: unknown };
  readonly faces: ReadonlyArray<number | string>;
  readonly outcome: unknown;
  readonly groups: ReadonlyArray<{
    readonly group: string;
    /** whose dice they are, or what they are for */
    readonly labels: ReadonlyArray<string>;
    readonly total: unknown;
    readonly dice: ReadonlyArray<{
      readonly die: string;
      readonly position: number;
      readonly face: number | string;
      readonly value: unknown;
      readonly kept: boolean;
      readonly history: ReadonlyArray<{
        readonly did: string;
        readonly by: string;
        readonly from: unknown;
        readonly to: unknown;
        readonly with?: unknown | undefined;
      }>;
    }>;
  }>;
  readonly decisions?: ReadonlyArray<string> | undefined;
} | {
  readonly version: number;
  readonly rule: string;
  readonly parameters: { readonly [name: string]: unknown };
  readonly faces: ReadonlyArray<number | string>;
  readonly outcome: unknown;
  readonly groups: ReadonlyArray<{
    readonly group: string;
    /** whose dice they are, or what they are for */
    readonly labels: ReadonlyArray<string>;
    readonly total: unknown;
    readonly dice: ReadonlyArray<{
      readonly die: string;
      readonly position: number;
      readonly face: number | string;
      readonly value: unknown;
      readonly kept: boolean;
      readonly history: ReadonlyArray<{
        readonly did: string;
        readonly by: string;
        readonly from: unknown;
        readonly to: unknown;
        readonly with?: unknown | undefined;
      }>;
    }>;
  }>;
  readonly decisions: ReadonlyArray<string>;
  readonly steps: ReadonlyArray<string>;
  readonly call?: { readonly [name: string]: unknown } | undefined;
  readonly variables?: { readonly [name: string]: unknown } | undefined;
};

export type Token = {
  readonly token: number;
  readonly faces: ReadonlyArray<number | string>;
  readonly decisions: ReadonlyArray<string>;
  readonly waits: unknown;
  readonly steps: ReadonlyArray<string>;
  readonly expression?: string | undefined;
  readonly rule?: string | undefined;
  readonly parameters?: { readonly [name: string]: unknown } | undefined;
  readonly call?: { readonly [name: string]: unknown } | undefined;
  readonly variables?: { readonly [name: string]: unknown } | undefined;
  readonly signature?: string | undefined;
};

export type Secret = {
  readonly secret: number;
  readonly values: { readonly [name: string]: unknown };
  readonly salt: string;
};

export type Stakes = {
  readonly wants?: string | undefined;
  readonly success?: string | undefined;
  readonly failure?: string | undefined;
  readonly favour?: string | ReadonlyArray<string> | undefined;
  readonly against?: string | ReadonlyArray<string> | undefined;
};

export type Sheet = {
  readonly name: string;
  readonly values?: ReadonlyArray<{
    readonly name: string;
    readonly value: string;
    readonly under?: ReadonlyArray<string> | undefined;
  }> | undefined;
  readonly rolls?: ReadonlyArray<{
    readonly name: string;
    readonly rule: string;
    readonly parameters?: { readonly [name: string]: unknown } | undefined;
  }> | undefined;
  readonly circumstances?: ReadonlyArray<{
    readonly name: string;
    readonly gives: { readonly [name: string]: number };
    readonly on?: ReadonlyArray<string> | undefined;
    readonly lasts?: string | undefined;
    readonly begins_when?: string | undefined;
  }> | undefined;
};

export type Outcome = {
  readonly outcome: unknown;
  readonly text: string;
  readonly weight: string;
  readonly probability: number;
  readonly at_most?: string | undefined;
  readonly at_least?: string | undefined;
};

export type Odds = {
  readonly version: number;
  readonly expression: string;
  readonly denominator: string;
  readonly outcomes: ReadonlyArray<Outcome>;
  readonly mean: Fraction | null;
  readonly variance: Fraction | null;
  readonly sd: number | null;
  readonly min: unknown;
  readonly max: unknown;
  readonly tail: Fraction;
  readonly quantiles: { readonly [name: string]: unknown } | null;
  readonly headline: Grid | null;
  readonly read_as?: ReadAs | undefined;
  readonly remarks?: ReadonlyArray<string> | undefined;
};

export type Grid = {
  readonly version: number;
  readonly of: string;
  readonly kind: "chance" | "mean";
  readonly axes: { readonly [name: string]: ReadonlyArray<unknown> };
  readonly values: ReadonlyArray<{
    readonly at: { readonly [name: string]: unknown };
    readonly exact?: string | undefined;
    readonly approx?: number | null | undefined;
    readonly error?: {
      readonly code: string;
      readonly message: string;
      readonly span: unknown;
      readonly hint: string | null;
    } | undefined;
    readonly field?: string | undefined;
    readonly value?: unknown | undefined;
  }>;
};

export type Shares = {
  readonly version: number;
  readonly of: string;
  readonly kind: "chance" | "mean";
  readonly axes: { readonly [name: string]: ReadonlyArray<unknown> };
  readonly values: ReadonlyArray<{
    readonly at: { readonly [name: string]: unknown };
    readonly exact?: string | undefined;
    readonly approx?: number | null | undefined;
    readonly error?: {
      readonly code: string;
      readonly message: string;
      readonly span: unknown;
      readonly hint: string | null;
    } | undefined;
    readonly field?: string | undefined;
    readonly value?: unknown | undefined;
  }>;
  readonly words: string;
};

export type Parameter = {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly help: string;
  readonly default?: unknown | undefined;
  readonly hideable?: boolean | undefined;
  readonly step?: unknown | undefined;
  readonly optional?: boolean | undefined;
  readonly format?: string | undefined;
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  readonly names?: { readonly [name: string]: number } | undefined;
  readonly choices?: ReadonlyArray<string> | undefined;
  readonly shortest?: number | undefined;
  readonly longest?: number | undefined;
  readonly items?: {
    readonly type: string;
    readonly optional?: boolean | undefined;
    readonly format?: string | undefined;
    readonly least?: number | undefined;
    readonly most?: number | undefined;
    readonly names?: { readonly [name: string]: number } | undefined;
    readonly choices?: ReadonlyArray<string> | undefined;
    readonly shortest?: number | undefined;
    readonly longest?: number | undefined;
  } | undefined;
};

export type ReadAs = {
  readonly kind: "roll" | "odds" | "mean" | "median" | "variance" | "likeliest" | "range" | "highest" | "lowest";
  readonly expression: string;
  readonly told: string;
  readonly title: string;
  readonly alternatives: ReadonlyArray<{
    readonly words: string;
    readonly expression: string;
  }>;
  readonly answers: ReadonlyArray<{
    readonly words: string;
    readonly expression: string;
    readonly value: Fraction;
    readonly chance: boolean;
  }>;
};

export type Rolled = {
  readonly roll: Record;
  readonly text: string;
  readonly dice: string;
  readonly outcome: string;
  readonly steps: ReadonlyArray<string>;
  readonly luck: {
    readonly below: Fraction | null;
    readonly equal: Fraction;
    readonly above: Fraction | null;
    readonly words: string;
  } | null;
  readonly compared?: {
    readonly total: string;
    readonly words: string;
  } | undefined;
  readonly changes?: ReadonlyArray<string> | undefined;
  readonly sheets?: ReadonlyArray<string> | undefined;
  readonly secret?: Secret | undefined;
  readonly read_as?: ReadAs | undefined;
  readonly remarks?: ReadonlyArray<string> | undefined;
};

export type Paused = {
  readonly paused: {
    readonly experiment: string;
    readonly waits_for: string;
    readonly question: string | null;
    readonly options: ReadonlyArray<string>;
    readonly by: string | null;
    readonly steps: ReadonlyArray<string>;
    readonly groups: ReadonlyArray<{
      readonly group: string;
      /** whose dice they are, or what they are for */
      readonly labels: ReadonlyArray<string>;
      readonly total: unknown;
      readonly dice: ReadonlyArray<{
        readonly die: string;
        readonly position: number;
        readonly face: number | string;
        readonly value: unknown;
        readonly kept: boolean;
        readonly history: ReadonlyArray<{
          readonly did: string;
          readonly by: string;
          readonly from: unknown;
          readonly to: unknown;
          readonly with?: unknown | undefined;
        }>;
      }>;
    }>;
  };
  readonly token: Token;
  readonly secret?: Secret | undefined;
  readonly read_as?: ReadAs | undefined;
  readonly remarks?: ReadonlyArray<string> | undefined;
};

export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly place: ReadonlyArray<number> | null;
  readonly text: string | null;
  readonly fixes: ReadonlyArray<string>;
};

export interface Questions {
  /** What each option of a choice is worth, exactly, in a paused roll or after these faces. */
  advise: {
    /** dice in notation */
    readonly expression?: string | null | undefined;
    /** the program whose notation it is, such as roll20; without it, ours */
    readonly dialect?: string | null | undefined;
    /** the open game, by whose conventions dice are read */
    readonly game?: string | null | undefined;
    /** values for @names in the dice */
    readonly variables?: { readonly [name: string]: number | {
      readonly numerator: number;
      readonly denominator: number;
    } } | undefined;
    /** the name of a rule, such as tiers.check */
    readonly rule?: string | null | undefined;
    /** its parameters: as data, or as a player types */
    readonly parameters?: { readonly [name: string]: unknown } | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
    /** what is at stake, for the record */
    readonly stakes?: Stakes | null | undefined;
    /** the name of a roll saved on a sheet, if it is rolled as that */
    readonly saved?: string | undefined;
    /** the token of a paused roll */
    readonly token?: Token | null | undefined;
    /** what choices are made for: highest, a field of the outcome, or score>=7 */
    readonly aim?: string | null | undefined;
    /** faces rolled by hand, in order */
    readonly faces?: ReadonlyArray<number | ReadonlyArray<number> | string> | null | undefined;
    /** the options to choose, in order */
    readonly decisions?: ReadonlyArray<string> | null | undefined;
    /** the odds behind each option too */
    readonly odds?: boolean | undefined;
  };
  /** The exact odds of every output of a program written for AnyDice. */
  anydice: {
    /** the text of the program */
    readonly program: string;
  };
  /** One roll of an output of a program written for AnyDice. */
  anydice_roll: {
    /** the text of the program */
    readonly program: string;
    /** which output: 1 is the first */
    readonly output?: number | undefined;
    /** the same seed always gives the same faces */
    readonly seed?: string | null | undefined;
  };
  /** The chance of one outcome, or of a number or more, or less. */
  chance: {
    /** dice in notation */
    readonly expression?: string | null | undefined;
    /** the program whose notation it is, such as roll20; without it, ours */
    readonly dialect?: string | null | undefined;
    /** the open game, by whose conventions dice are read */
    readonly game?: string | null | undefined;
    /** values for @names in the dice */
    readonly variables?: { readonly [name: string]: number | {
      readonly numerator: number;
      readonly denominator: number;
    } } | undefined;
    /** the name of a rule, such as tiers.check */
    readonly rule?: string | null | undefined;
    /** its parameters: as data, or as a player types */
    readonly parameters?: { readonly [name: string]: unknown } | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
    /** what is at stake, for the record */
    readonly stakes?: Stakes | null | undefined;
    /** the name of a roll saved on a sheet, if it is rolled as that */
    readonly saved?: string | undefined;
    /** what choices are made for: highest, a field of the outcome, or score>=7 */
    readonly aim?: string | null | undefined;
    /** a field of the outcome to look at, or score>=7, outcome=us */
    readonly of?: string | null | undefined;
    /** the chance of N or more */
    readonly at_least?: string | null | undefined;
    /** the chance of N or less */
    readonly at_most?: string | null | undefined;
    /** the chance of one outcome */
    readonly exactly?: string | null | undefined;
  };
  /** The odds of several dice or rules and how they differ; of each two, which is better. */
  compare: {
    /** what is compared, each as odds */
    readonly these: ReadonlyArray<{
      readonly expression?: string | null | undefined;
      readonly dialect?: string | null | undefined;
      readonly game?: string | null | undefined;
      readonly variables?: { readonly [name: string]: number | {
        readonly numerator: number;
        readonly denominator: number;
      } } | undefined;
      readonly rule?: string | null | undefined;
      readonly parameters?: { readonly [name: string]: unknown } | undefined;
      readonly sheets?: ReadonlyArray<string> | undefined;
      readonly stakes?: Stakes | null | undefined;
      readonly saved?: string | undefined;
      readonly aim?: string | null | undefined;
      readonly of?: string | null | undefined;
    }>;
  };
  /** What may be typed at the cursor: dice, modifiers, functions, names on the sheets. */
  complete: {
    /** the text as typed so far */
    readonly text: string;
    /** how many characters are before the cursor */
    readonly cursor?: number | null | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
  };
  /** The programs whose notation can be read and written, our own first. */
  dialects: { readonly [name: string]: never };
  /** The error codes in chapters: what each means, what to do, and a text that gets it. */
  errors: { readonly [name: string]: never };
  /** The dice that come nearest to some wishes, or the parameters of a rule that do. */
  find: {
    /** what the dice should give */
    readonly wishes: ReadonlyArray<{
      readonly of: string;
      readonly target: string;
      readonly weight?: number | string | undefined;
    }>;
    /** dice with open numbers, XdY+Z, instead of our own family */
    readonly family?: string | null | undefined;
    /** the name of a rule, such as tiers.check */
    readonly rule?: string | null | undefined;
    /** its parameters: as data, or as a player types */
    readonly parameters?: { readonly [name: string]: unknown } | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
    /** the open numbers, each with its values */
    readonly axes?: { readonly [name: string]: string | ReadonlyArray<number | string | boolean> } | undefined;
    /** a field of the outcome to look at, or score>=7, outcome=us */
    readonly of?: string | null | undefined;
    /** what choices are made for: highest, a field of the outcome, or score>=7 */
    readonly aim?: string | null | undefined;
    /** how many of the best */
    readonly show?: number | undefined;
    /** what is not farther off counts as equal, such as 0.2 */
    readonly near?: string | undefined;
  };
  /** Which value of the last parameter gives a chance of 65 %, for each value of the others? */
  frontier: {
    /** the parameters that change, each with its values */
    readonly axes: { readonly [name: string]: string | ReadonlyArray<number | string | boolean> };
    /** dice in notation */
    readonly expression?: string | null | undefined;
    /** the program whose notation it is, such as roll20; without it, ours */
    readonly dialect?: string | null | undefined;
    /** the open game, by whose conventions dice are read */
    readonly game?: string | null | undefined;
    /** values for @names in the dice */
    readonly variables?: { readonly [name: string]: number | {
      readonly numerator: number;
      readonly denominator: number;
    } } | undefined;
    /** the name of a rule, such as tiers.check */
    readonly rule?: string | null | undefined;
    /** its parameters: as data, or as a player types */
    readonly parameters?: { readonly [name: string]: unknown } | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
    /** what is at stake, for the record */
    readonly stakes?: Stakes | null | undefined;
    /** the name of a roll saved on a sheet, if it is rolled as that */
    readonly saved?: string | undefined;
    /** a field of the outcome to look at, or score>=7, outcome=us */
    readonly of?: string | null | undefined;
    /** what choices are made for: highest, a field of the outcome, or score>=7 */
    readonly aim?: string | null | undefined;
    /** the chance to end within so many steps */
    readonly within?: number | null | undefined;
    /** the mean number of steps instead */
    readonly steps?: boolean | undefined;
    /** the chance or mean wanted, such as 65 % or 7/2 */
    readonly at_least?: string | null | undefined;
    /** the most it may be */
    readonly at_most?: string | null | undefined;
    /** whether the greatest value is wanted or the least; else it is found */
    readonly greatest?: boolean | null | undefined;
  };
  /** A game: its rules, their parameters, and what their outcomes tell. */
  game: {
    /** the name of the game */
    readonly name: string;
  };
  /** The games, and the rules of each in a line; those that are installed but broken, and why. */
  games: { readonly [name: string]: never };
  /** What a paused roll waits for, and what has happened in it so far. */
  look: {
    readonly token: Token;
  };
  /** A macro of another program: what it asks for, its messages, and the rolls in them. */
  macro: {
    /** the macro */
    readonly text: string;
    /** the program whose macro it is */
    readonly dialect: string;
    /** answers to its questions */
    readonly answers?: { readonly [name: string]: string } | undefined;
    /** a character's values */
    readonly values?: { readonly [name: string]: number | string } | undefined;
    /** its random tables */
    readonly tables?: { readonly [name: string]: string } | undefined;
    /** macros that it calls */
    readonly macros?: { readonly [name: string]: string } | undefined;
    /** roll it */
    readonly roll?: boolean | undefined;
    /** roll what waits for a click, too */
    readonly later?: boolean | undefined;
    /** give the odds of every roll in it */
    readonly odds?: boolean | undefined;
    /** the same seed always gives the same faces */
    readonly seed?: string | null | undefined;
    /** faces rolled by hand, in order */
    readonly faces?: ReadonlyArray<number | ReadonlyArray<number> | string> | null | undefined;
  };
  /** What does one step of each parameter change, the greatest difference first? */
  matters: {
    /** dice in notation */
    readonly expression?: string | null | undefined;
    /** the program whose notation it is, such as roll20; without it, ours */
    readonly dialect?: string | null | undefined;
    /** the open game, by whose conventions dice are read */
    readonly game?: string | null | undefined;
    /** values for @names in the dice */
    readonly variables?: { readonly [name: string]: number | {
      readonly numerator: number;
      readonly denominator: number;
    } } | undefined;
    /** the name of a rule, such as tiers.check */
    readonly rule?: string | null | undefined;
    /** its parameters: as data, or as a player types */
    readonly parameters?: { readonly [name: string]: unknown } | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
    /** what is at stake, for the record */
    readonly stakes?: Stakes | null | undefined;
    /** the name of a roll saved on a sheet, if it is rolled as that */
    readonly saved?: string | undefined;
    /** a field of the outcome to look at, or score>=7, outcome=us */
    readonly of?: string | null | undefined;
    /** what choices are made for: highest, a field of the outcome, or score>=7 */
    readonly aim?: string | null | undefined;
    /** the chance to end within so many steps */
    readonly within?: number | null | undefined;
    /** the mean number of steps instead */
    readonly steps?: boolean | undefined;
    /** how much is one step of a number, such as {stat: 5} */
    readonly by?: { readonly [name: string]: number | {
      readonly numerator: number;
      readonly denominator: number;
    } } | undefined;
  };
  /** The notation in chapters: texts, what they mean, and what faces lead to. */
  notation: { readonly [name: string]: never };
  /** The exact odds of every outcome of dice, or of a rule. */
  odds: {
    /** dice in notation */
    readonly expression?: string | null | undefined;
    /** the program whose notation it is, such as roll20; without it, ours */
    readonly dialect?: string | null | undefined;
    /** the open game, by whose conventions dice are read */
    readonly game?: string | null | undefined;
    /** values for @names in the dice */
    readonly variables?: { readonly [name: string]: number | {
      readonly numerator: number;
      readonly denominator: number;
    } } | undefined;
    /** the name of a rule, such as tiers.check */
    readonly rule?: string | null | undefined;
    /** its parameters: as data, or as a player types */
    readonly parameters?: { readonly [name: string]: unknown } | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
    /** what is at stake, for the record */
    readonly stakes?: Stakes | null | undefined;
    /** the name of a roll saved on a sheet, if it is rolled as that */
    readonly saved?: string | undefined;
    /** what choices are made for: highest, a field of the outcome, or score>=7 */
    readonly aim?: string | null | undefined;
    /** how to decide instead, such as: hold if turn>=20, else roll */
    readonly strategy?: string | null | undefined;
    /** a field of the outcome to look at, or score>=7, outcome=us */
    readonly of?: string | null | undefined;
  };
  /** What is best in every situation; or where another way to decide is not, and what it loses. */
  plan: {
    /** dice in notation */
    readonly expression?: string | null | undefined;
    /** the program whose notation it is, such as roll20; without it, ours */
    readonly dialect?: string | null | undefined;
    /** the open game, by whose conventions dice are read */
    readonly game?: string | null | undefined;
    /** values for @names in the dice */
    readonly variables?: { readonly [name: string]: number | {
      readonly numerator: number;
      readonly denominator: number;
    } } | undefined;
    /** the name of a rule, such as tiers.check */
    readonly rule?: string | null | undefined;
    /** its parameters: as data, or as a player types */
    readonly parameters?: { readonly [name: string]: unknown } | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
    /** what is at stake, for the record */
    readonly stakes?: Stakes | null | undefined;
    /** the name of a roll saved on a sheet, if it is rolled as that */
    readonly saved?: string | undefined;
    /** what choices are made for: highest, a field of the outcome, or score>=7 */
    readonly aim?: string | null | undefined;
    /** an option: only where that is the best */
    readonly when?: string | null | undefined;
    /** how to decide instead, such as: hold if turn>=20, else roll */
    readonly strategy?: string | null | undefined;
  };
  /** Which value of a parameter gives a chance of 65 %? */
  reach: {
    /** the parameters that change, each with its values */
    readonly axes: { readonly [name: string]: string | ReadonlyArray<number | string | boolean> };
    /** dice in notation */
    readonly expression?: string | null | undefined;
    /** the program whose notation it is, such as roll20; without it, ours */
    readonly dialect?: string | null | undefined;
    /** the open game, by whose conventions dice are read */
    readonly game?: string | null | undefined;
    /** values for @names in the dice */
    readonly variables?: { readonly [name: string]: number | {
      readonly numerator: number;
      readonly denominator: number;
    } } | undefined;
    /** the name of a rule, such as tiers.check */
    readonly rule?: string | null | undefined;
    /** its parameters: as data, or as a player types */
    readonly parameters?: { readonly [name: string]: unknown } | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
    /** what is at stake, for the record */
    readonly stakes?: Stakes | null | undefined;
    /** the name of a roll saved on a sheet, if it is rolled as that */
    readonly saved?: string | undefined;
    /** a field of the outcome to look at, or score>=7, outcome=us */
    readonly of?: string | null | undefined;
    /** what choices are made for: highest, a field of the outcome, or score>=7 */
    readonly aim?: string | null | undefined;
    /** the chance to end within so many steps */
    readonly within?: number | null | undefined;
    /** the mean number of steps instead */
    readonly steps?: boolean | undefined;
    /** the chance or mean wanted, such as 65 % or 7/2 */
    readonly at_least?: string | null | undefined;
    /** the most it may be */
    readonly at_most?: string | null | undefined;
    /** whether the greatest value is wanted or the least; else it is found */
    readonly greatest?: boolean | null | undefined;
  };
  /** What dice mean, or a call of the open game; or what is wrong with them, and where. */
  read: {
    /** the text as typed so far */
    readonly text: string;
    /** the program whose notation it is, such as roll20; without it, ours */
    readonly dialect?: string | null | undefined;
    /** the open game, by whose conventions dice are read */
    readonly game?: string | null | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
  };
  /** Go on with a paused roll: to the next pause, or to the end. */
  resume: {
    readonly token: Token;
    /** the option decided on, if there is a choice */
    readonly decision?: string | null | undefined;
    /** the same seed always gives the same faces */
    readonly seed?: string | null | undefined;
    /** faces rolled by hand, in order */
    readonly faces?: ReadonlyArray<number | ReadonlyArray<number> | string> | null | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
    /** pause between turns and rounds too */
    readonly moments?: boolean | undefined;
    /** say how many rolls are lower and higher */
    readonly luck?: boolean | undefined;
  };
  /** The roll with its hidden difficulty; a problem if the secret is another roll's. */
  reveal: {
    readonly record: Record;
    readonly secret: Secret;
  };
  /** Roll dice or a rule: the record, and how it is told. */
  roll: {
    /** dice in notation */
    readonly expression?: string | null | undefined;
    /** the program whose notation it is, such as roll20; without it, ours */
    readonly dialect?: string | null | undefined;
    /** the open game, by whose conventions dice are read */
    readonly game?: string | null | undefined;
    /** values for @names in the dice */
    readonly variables?: { readonly [name: string]: number | {
      readonly numerator: number;
      readonly denominator: number;
    } } | undefined;
    /** the name of a rule, such as tiers.check */
    readonly rule?: string | null | undefined;
    /** its parameters: as data, or as a player types */
    readonly parameters?: { readonly [name: string]: unknown } | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
    /** what is at stake, for the record */
    readonly stakes?: Stakes | null | undefined;
    /** the name of a roll saved on a sheet, if it is rolled as that */
    readonly saved?: string | undefined;
    /** the same seed always gives the same faces */
    readonly seed?: string | null | undefined;
    /** faces rolled by hand, in order */
    readonly faces?: ReadonlyArray<number | ReadonlyArray<number> | string> | null | undefined;
    /** the options to choose, in order */
    readonly decisions?: ReadonlyArray<string> | null | undefined;
    /** what choices are made for: highest, a field of the outcome, or score>=7 */
    readonly aim?: string | null | undefined;
    /** parameters that the roll does not tell */
    readonly hidden?: ReadonlyArray<string> | undefined;
    /** say how many rolls are lower and higher */
    readonly luck?: boolean | undefined;
  };
  /** A sheet, both as TOML and as data for a form, perhaps some rounds later. */
  sheet: {
    /** the sheet in TOML */
    readonly toml?: string | null | undefined;
    /** the sheet as data, instead */
    readonly sheet?: Sheet | null | undefined;
    /** how many rounds pass */
    readonly rounds?: number | undefined;
  };
  /** Roll until somebody has to decide, or the next round begins. */
  start: {
    /** dice in notation */
    readonly expression?: string | null | undefined;
    /** the program whose notation it is, such as roll20; without it, ours */
    readonly dialect?: string | null | undefined;
    /** the open game, by whose conventions dice are read */
    readonly game?: string | null | undefined;
    /** values for @names in the dice */
    readonly variables?: { readonly [name: string]: number | {
      readonly numerator: number;
      readonly denominator: number;
    } } | undefined;
    /** the name of a rule, such as tiers.check */
    readonly rule?: string | null | undefined;
    /** its parameters: as data, or as a player types */
    readonly parameters?: { readonly [name: string]: unknown } | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
    /** what is at stake, for the record */
    readonly stakes?: Stakes | null | undefined;
    /** the name of a roll saved on a sheet, if it is rolled as that */
    readonly saved?: string | undefined;
    /** the same seed always gives the same faces */
    readonly seed?: string | null | undefined;
    /** faces rolled by hand, in order */
    readonly faces?: ReadonlyArray<number | ReadonlyArray<number> | string> | null | undefined;
    /** parameters that the roll does not tell */
    readonly hidden?: ReadonlyArray<string> | undefined;
    /** pause between turns and rounds too */
    readonly moments?: boolean | undefined;
    /** say how many rolls are lower and higher */
    readonly luck?: boolean | undefined;
  };
  /** How many steps (rounds, tests) it takes: the chance to end within each number of them. */
  steps: {
    /** dice in notation */
    readonly expression?: string | null | undefined;
    /** the program whose notation it is, such as roll20; without it, ours */
    readonly dialect?: string | null | undefined;
    /** the open game, by whose conventions dice are read */
    readonly game?: string | null | undefined;
    /** values for @names in the dice */
    readonly variables?: { readonly [name: string]: number | {
      readonly numerator: number;
      readonly denominator: number;
    } } | undefined;
    /** the name of a rule, such as tiers.check */
    readonly rule?: string | null | undefined;
    /** its parameters: as data, or as a player types */
    readonly parameters?: { readonly [name: string]: unknown } | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
    /** what is at stake, for the record */
    readonly stakes?: Stakes | null | undefined;
    /** the name of a roll saved on a sheet, if it is rolled as that */
    readonly saved?: string | undefined;
    /** what choices are made for: highest, a field of the outcome, or score>=7 */
    readonly aim?: string | null | undefined;
    /** a field of the outcome to look at, or score>=7, outcome=us */
    readonly of?: string | null | undefined;
  };
  /** A chance or a mean for each value of one or two parameters; of words, every chance. */
  sweep: {
    /** the parameters that change, each with its values */
    readonly axes: { readonly [name: string]: string | ReadonlyArray<number | string | boolean> };
    /** dice in notation */
    readonly expression?: string | null | undefined;
    /** the program whose notation it is, such as roll20; without it, ours */
    readonly dialect?: string | null | undefined;
    /** the open game, by whose conventions dice are read */
    readonly game?: string | null | undefined;
    /** values for @names in the dice */
    readonly variables?: { readonly [name: string]: number | {
      readonly numerator: number;
      readonly denominator: number;
    } } | undefined;
    /** the name of a rule, such as tiers.check */
    readonly rule?: string | null | undefined;
    /** its parameters: as data, or as a player types */
    readonly parameters?: { readonly [name: string]: unknown } | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
    /** what is at stake, for the record */
    readonly stakes?: Stakes | null | undefined;
    /** the name of a roll saved on a sheet, if it is rolled as that */
    readonly saved?: string | undefined;
    /** a field of the outcome to look at, or score>=7, outcome=us */
    readonly of?: string | null | undefined;
    /** what choices are made for: highest, a field of the outcome, or score>=7 */
    readonly aim?: string | null | undefined;
    /** the chance to end within so many steps */
    readonly within?: number | null | undefined;
    /** the mean number of steps instead */
    readonly steps?: boolean | undefined;
    /** the chance of each outcome, also of numbers */
    readonly shares?: boolean | undefined;
  };
  /** What each program makes of a text, or one of them; and how that is typed in others. */
  translate: {
    /** the text, as typed in some program */
    readonly text: string;
    /** the program whose text it is; without it, all of them */
    readonly source?: string | null | undefined;
    /** the program to write it for; without it, all of them */
    readonly target?: string | null | undefined;
    /** values for @names in the dice */
    readonly variables?: { readonly [name: string]: number | {
      readonly numerator: number;
      readonly denominator: number;
    } } | undefined;
  };
  /** How often something comes up in several tries, and how many it takes until the first time. */
  tries: {
    /** the success: >=10, =hit, a field of the outcome, or score>=7 */
    readonly of: string;
    /** dice in notation */
    readonly expression?: string | null | undefined;
    /** the program whose notation it is, such as roll20; without it, ours */
    readonly dialect?: string | null | undefined;
    /** the open game, by whose conventions dice are read */
    readonly game?: string | null | undefined;
    /** values for @names in the dice */
    readonly variables?: { readonly [name: string]: number | {
      readonly numerator: number;
      readonly denominator: number;
    } } | undefined;
    /** the name of a rule, such as tiers.check */
    readonly rule?: string | null | undefined;
    /** its parameters: as data, or as a player types */
    readonly parameters?: { readonly [name: string]: unknown } | undefined;
    /** the sheets of those who roll, each in TOML */
    readonly sheets?: ReadonlyArray<string> | undefined;
    /** what is at stake, for the record */
    readonly stakes?: Stakes | null | undefined;
    /** the name of a roll saved on a sheet, if it is rolled as that */
    readonly saved?: string | undefined;
    /** what choices are made for: highest, a field of the outcome, or score>=7 */
    readonly aim?: string | null | undefined;
    /** how many tries there are */
    readonly times?: number | undefined;
  };
  /** Replay the faces of a record: it holds, or the problem says where it differs. */
  verify: {
    readonly record: Record;
  };
}

export interface Answers {
  /** What each option of a choice is worth, exactly, in a paused roll or after these faces. */
  advise: {
    readonly version: number;
    readonly of: string;
    readonly kind: string;
    readonly axes: { readonly [name: string]: ReadonlyArray<unknown> };
    readonly values: ReadonlyArray<{
      readonly at: { readonly [name: string]: unknown };
      readonly exact?: string | undefined;
      readonly approx?: number | null | undefined;
      readonly error?: {
        readonly code: string;
        readonly message: string;
        readonly span: unknown;
        readonly hint: string | null;
      } | undefined;
      readonly field?: string | undefined;
      readonly value?: unknown | undefined;
    }>;
    readonly best: ReadonlyArray<string>;
    readonly odds?: { readonly [name: string]: Odds } | undefined;
    readonly then?: ReadonlyArray<{
      readonly aim: string;
      readonly kind: string;
      readonly values: { readonly [name: string]: Fraction };
    }> | undefined;
  };
  /** The exact odds of every output of a program written for AnyDice. */
  anydice: {
    readonly outputs: ReadonlyArray<{
      readonly label: string;
      readonly odds: Odds | null;
      readonly within: Fraction | null;
      readonly notation: string | null;
    }>;
    readonly warnings: ReadonlyArray<string>;
  };
  /** One roll of an output of a program written for AnyDice. */
  anydice_roll: {
    readonly label: string;
    readonly outcome: number | null;
    readonly text: string;
  };
  /** The chance of one outcome, or of a number or more, or less. */
  chance: {
    readonly version: number;
    readonly expression: string;
    readonly question: string;
    readonly probability: Fraction;
  };
  /** The odds of several dice or rules and how they differ; of each two, which is better. */
  compare: {
    readonly odds: ReadonlyArray<Odds>;
    readonly pairs: ReadonlyArray<{
      readonly left: number;
      readonly right: number;
      readonly above: Fraction;
      readonly equal: Fraction;
      readonly below: Fraction;
      readonly never_worse: string | null;
      readonly leads: ReadonlyArray<{
        readonly ahead: string;
        readonly from: unknown;
        readonly to: unknown;
      }>;
      readonly crossings: ReadonlyArray<unknown>;
      readonly mean_difference: Fraction;
    }>;
    readonly differences: ReadonlyArray<{
      readonly outcome: unknown;
      readonly text: string;
      readonly to_first: ReadonlyArray<Fraction>;
    }>;
    readonly sentences: ReadonlyArray<string>;
  };
  /** What may be typed at the cursor: dice, modifiers, functions, names on the sheets. */
  complete: {
    readonly from: number;
    readonly to: number;
    readonly options: ReadonlyArray<{
      readonly text: string;
      readonly about: string;
    }>;
  };
  /** The programs whose notation can be read and written, our own first. */
  dialects: {
    readonly dialects: ReadonlyArray<{
      readonly name: string;
      readonly title: string;
    }>;
  };
  /** The error codes in chapters: what each means, what to do, and a text that gets it. */
  errors: {
    readonly chapters: ReadonlyArray<{
      readonly title: string;
      readonly codes: ReadonlyArray<{
        readonly code: string;
        readonly means: string;
        readonly do: string;
        readonly example: string | null;
      }>;
    }>;
  };
  /** The dice that come nearest to some wishes, or the parameters of a rule that do. */
  find: {
    readonly version: number;
    readonly wishes: ReadonlyArray<{
      readonly of: string;
      readonly target: string;
      readonly weight: string;
    }>;
    readonly tried: number;
    readonly refusals: ReadonlyArray<string>;
    readonly found: ReadonlyArray<{
      readonly name: string;
      readonly at: { readonly [name: string]: unknown };
      readonly off: number | null;
      readonly wishes: ReadonlyArray<{
        readonly value: number | null;
        readonly exact: string | null;
        readonly ends: ReadonlyArray<unknown> | null;
        readonly off: number | null;
      }>;
      readonly odds: Odds;
    }>;
  };
  /** Which value of the last parameter gives a chance of 65 %, for each value of the others? */
  frontier: {
    readonly version: number;
    readonly of: string;
    readonly kind: string;
    readonly axes: { readonly [name: string]: ReadonlyArray<unknown> };
    readonly sought: string;
    readonly goal: {
      readonly at_least?: Fraction | undefined;
      readonly at_most?: Fraction | undefined;
    };
    readonly rows: ReadonlyArray<{
      readonly at: { readonly [name: string]: unknown };
      readonly end?: string | undefined;
      readonly value?: unknown | undefined;
      readonly reached?: Fraction | null | undefined;
      readonly sentence?: string | undefined;
      readonly error?: {
        readonly code: string;
        readonly message: string;
        readonly span: unknown;
        readonly hint: string | null;
      } | undefined;
    }>;
    readonly sentence: string;
  };
  /** A game: its rules, their parameters, and what their outcomes tell. */
  game: {
    readonly name: string;
    readonly title: string;
    readonly short: ReadonlyArray<string>;
    readonly examples: ReadonlyArray<string>;
    readonly named: ReadonlyArray<string> | null;
    readonly sheet: ReadonlyArray<string>;
    readonly rules: ReadonlyArray<{
      readonly name: string;
      readonly text: string;
      readonly aim: string | null;
      readonly fields: ReadonlyArray<string>;
      readonly parameters: ReadonlyArray<Parameter>;
    }>;
  };
  /** The games, and the rules of each in a line; those that are installed but broken, and why. */
  games: {
    readonly games: ReadonlyArray<{
      readonly name: string;
      readonly title: string;
      readonly short: ReadonlyArray<string>;
      readonly rules: ReadonlyArray<{
        readonly name: string;
        readonly summary: string;
      }>;
    }>;
    readonly broken: ReadonlyArray<{
      readonly name: string;
      readonly problem: Problem;
    }>;
  };
  /** What a paused roll waits for, and what has happened in it so far. */
  look: Paused;
  /** A macro of another program: what it asks for, its messages, and the rolls in them. */
  macro: {
    readonly needs: {
      readonly questions: ReadonlyArray<{
        readonly name: string;
        readonly default: string | null;
        readonly options: ReadonlyArray<{
          readonly label: string;
          readonly text: string;
        }>;
      }>;
      readonly values: ReadonlyArray<string>;
      readonly tables: ReadonlyArray<string>;
      readonly macros: ReadonlyArray<string>;
    };
    readonly messages: ReadonlyArray<{
      readonly to: string;
      readonly by: string;
      readonly rows: ReadonlyArray<{
        readonly label: string;
        readonly parts: ReadonlyArray<{
          readonly text: string;
          readonly roll: number | null;
        }>;
      }>;
    }>;
    readonly rolls: ReadonlyArray<{
      readonly name: string;
      readonly expression: string;
      readonly words: string;
      readonly later: boolean;
      readonly remarks: ReadonlyArray<string>;
      readonly rolled: Rolled | null;
      readonly odds: Odds | null;
      readonly problem: Problem | null;
    }>;
    readonly problem: Problem | null;
  };
  /** What does one step of each parameter change, the greatest difference first? */
  matters: {
    readonly version: number;
    readonly of: string;
    readonly kind: string;
    readonly now: Fraction;
    readonly effects: ReadonlyArray<{
      readonly parameter: string;
      readonly change: string;
      readonly to: unknown;
      readonly then: Fraction;
      readonly difference: Fraction;
    }>;
    readonly left_out: ReadonlyArray<{
      readonly what: string;
      readonly reason: string;
    }>;
  };
  /** The notation in chapters: texts, what they mean, and what faces lead to. */
  notation: {
    readonly chapters: ReadonlyArray<{
      readonly title: string;
      readonly examples: ReadonlyArray<{
        readonly text: string;
        readonly meaning: string;
        readonly faces: ReadonlyArray<number | string>;
        readonly result: string;
        readonly variables: { readonly [name: string]: number };
        readonly decisions: ReadonlyArray<string>;
      }>;
    }>;
  };
  /** The exact odds of every outcome of dice, or of a rule. */
  odds: Odds;
  /** What is best in every situation; or where another way to decide is not, and what it loses. */
  plan: {
    readonly version: number;
    readonly of: string;
    readonly summary: string;
    readonly questions: ReadonlyArray<{
      readonly question: string;
      readonly facts: ReadonlyArray<string>;
      readonly rows: ReadonlyArray<{
        readonly where: { readonly [name: string]: string };
        readonly best: string;
      }>;
    }>;
    readonly strategy?: string | undefined;
    readonly kind?: string | undefined;
    readonly value?: Fraction | undefined;
    readonly best?: Fraction | undefined;
    readonly lost?: Fraction | undefined;
  };
  /** Which value of a parameter gives a chance of 65 %? */
  reach: {
    readonly version: number;
    readonly of: string;
    readonly kind: string;
    readonly axes: { readonly [name: string]: ReadonlyArray<unknown> };
    readonly values: ReadonlyArray<{
      readonly at: { readonly [name: string]: unknown };
      readonly exact?: string | undefined;
      readonly approx?: number | null | undefined;
      readonly error?: {
        readonly code: string;
        readonly message: string;
        readonly span: unknown;
        readonly hint: string | null;
      } | undefined;
      readonly field?: string | undefined;
      readonly value?: unknown | undefined;
    }>;
    readonly goal: {
      readonly at_least?: Fraction | undefined;
      readonly at_most?: Fraction | undefined;
    };
    readonly end: string;
    readonly value: unknown;
    readonly reached: Fraction | null;
    readonly sentence: string;
  };
  /** What dice mean, or a call of the open game; or what is wrong with them, and where. */
  read: {
    readonly reading: {
      readonly expression: string;
      readonly words: string;
      readonly variables: ReadonlyArray<string>;
      readonly remarks: ReadonlyArray<string>;
      readonly choices: boolean;
      readonly read_as: ReadAs | null;
      readonly call?: {
        readonly rule: string;
        readonly parameters: { readonly [name: string]: unknown };
        readonly saved: string;
        readonly asks: boolean;
      } | undefined;
    } | null;
    readonly problem: Problem | null;
  };
  /** Go on with a paused roll: to the next pause, or to the end. */
  resume: Rolled | Paused;
  /** The roll with its hidden difficulty; a problem if the secret is another roll's. */
  reveal: Rolled;
  /** Roll dice or a rule: the record, and how it is told. */
  roll: Rolled;
  /** A sheet, both as TOML and as data for a form, perhaps some rounds later. */
  sheet: {
    readonly toml: string;
    readonly sheet: Sheet;
  };
  /** Roll until somebody has to decide, or the next round begins. */
  start: Rolled | Paused;
  /** How many steps (rounds, tests) it takes: the chance to end within each number of them. */
  steps: {
    readonly version: number;
    readonly of: string;
    readonly kind: string;
    readonly axes: { readonly [name: string]: ReadonlyArray<unknown> };
    readonly values: ReadonlyArray<{
      readonly at: { readonly [name: string]: unknown };
      readonly exact?: string | undefined;
      readonly approx?: number | null | undefined;
      readonly error?: {
        readonly code: string;
        readonly message: string;
        readonly span: unknown;
        readonly hint: string | null;
      } | undefined;
      readonly field?: string | undefined;
      readonly value?: unknown | undefined;
    }>;
    readonly ends: Fraction;
    readonly mean: Fraction | null;
    readonly variance: Fraction | null;
  };
  /** A chance or a mean for each value of one or two parameters; of words, every chance. */
  sweep: Grid | Shares;
  /** What each program makes of a text, or one of them; and how that is typed in others. */
  translate: {
    readonly text: string;
    readonly meanings: ReadonlyArray<{
      readonly programs: ReadonlyArray<string>;
      readonly expression: string | null;
      readonly words: string | null;
      readonly mean: Fraction | null;
      readonly remarks: ReadonlyArray<string>;
      readonly problem: Problem | null;
    }>;
    readonly spellings: ReadonlyArray<{
      readonly program: string;
      readonly text: string | null;
      readonly remarks: ReadonlyArray<string>;
      readonly problem: Problem | null;
    }>;
  };
  /** How often something comes up in several tries, and how many it takes until the first time. */
  tries: {
    readonly version: number;
    readonly of: string;
    readonly kind: string;
    readonly axes: { readonly [name: string]: ReadonlyArray<unknown> };
    readonly values: ReadonlyArray<{
      readonly at: { readonly [name: string]: unknown };
      readonly exact?: string | undefined;
      readonly approx?: number | null | undefined;
      readonly error?: {
        readonly code: string;
        readonly message: string;
        readonly span: unknown;
        readonly hint: string | null;
      } | undefined;
      readonly field?: string | undefined;
      readonly value?: unknown | undefined;
    }>;
    readonly times: number;
    readonly chance: Fraction;
    readonly until_first: Fraction | null;
  };
  /** Replay the faces of a record: it holds, or the problem says where it differs. */
  verify: {
    readonly holds: boolean;
    readonly roll: Record;
    readonly text: string;
    readonly outcome: string;
    readonly steps: ReadonlyArray<string>;
  };
}
