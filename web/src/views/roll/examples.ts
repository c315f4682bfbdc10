/** Rolls to begin with: something for most tables. */

export interface Example {
  readonly text: string;
  readonly about: string;
}

export const FIRST = "4d6kh3";

export const EXAMPLES: readonly Example[] = [
  { text: "4d6kh3", about: "ability score" },
  { text: "2d20kh1 + 5", about: "advantage" },
  { text: "8d6", about: "fireball" },
  { text: "3d6!", about: "exploding" },
  { text: "7d10c>=6", about: "count successes" },
  { text: "4dF + 2", about: "Fate" },
  { text: "d20r<=10? + @skill", about: "may re-roll" },
  { text: "2d6 [..6] miss [7..9] mixed [10..] hit", about: "named results" },
];
