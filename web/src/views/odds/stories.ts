/** Odds to begin with: each answers a question that players ask. */
import { COURSE, dice, rule, stateOf, type State } from "./state";

export interface Story {
  readonly title: string;
  /** what the picture shows */
  readonly caption: string;
  readonly state: () => State;
}

const ADVANTAGE: Story = {
  title: "A second die, or a bonus?",
  caption: "A second die or a bonus of five? Who needs an 11 has three chances in four either way. Drag the line.",
  state: () =>
    stateOf([dice("2d20kh1", "Better of two dice"), dice("1d20 + @bonus", "One die and a bonus")], {
      values: { bonus: "5" },
      target: { at: "11", side: "at least" },
      course: { ...COURSE, entry: 1 },
    }),
};

export const STORIES: readonly Story[] = [
  ADVANTAGE,
  {
    title: "Three ways to be strong",
    caption: "Three ways to roll an ability. The third never gives a weakling, and most often a hero.",
    state: () =>
      stateOf([dice("3d6", "Plain"), dice("4d6kh3", "Drop the lowest"), dice("2d6 + 6", "Born lucky")], {
        target: { at: "15", side: "at least" },
      }),
  },
  {
    title: "Miss, mixed, hit",
    caption: "Two dice and three names for what may come of them.",
    state: () =>
      stateOf([dice("2d6 + @mod [..6] miss [7..9] mixed [10..] hit", "A move")], {
        values: { mod: "1" },
        course: { ...COURSE, along: [{ name: "mod", range: "-2..4" }], drawing: "stacked" },
      }),
  },
  {
    title: "How many dice are enough?",
    caption: "A pool of dice of which the best one counts.",
    state: () =>
      stateOf([dice("@{pool}d6kh1 [..3] trouble [4..5] at a price [6] clean", "An action")], {
        values: { pool: "2" },
        course: { ...COURSE, along: [{ name: "pool", range: "1..8" }], drawing: "stacked" },
      }),
  },
  {
    title: "Who strikes harder?",
    caption: "One heavy die, many small ones, or dice that explode: means that are close, and other tempers.",
    state: () =>
      stateOf([dice("1d12 + 1", "Greataxe"), dice("3d4", "Flurry"), dice("2d6!", "Exploding")], {
        target: { at: "9", side: "at least" },
      }),
  },
  {
    title: "Once more, if you like",
    caption: "A die that may be rolled once more. What is chosen depends on what is wanted: here, a 12.",
    state: () =>
      stateOf([dice("1d20r<20?", "For the total"), dice("1d20r<20?", "For a 12", "outcome>=12"), dice("2d20kh1", "Both at once")], {
        target: { at: "12", side: "at least" },
      }),
  },
  {
    title: "A rule of a game",
    caption: "A check against a Stat, as its game has it.",
    state: () =>
      stateOf([rule("tiers.check", { stat: "45" }, "grade"), rule("tiers.check", { stat: "45", advantages: "1" }, "grade")], {
        course: { ...COURSE, along: [{ name: "stat", range: "20..90/10" }], drawing: "stacked" },
      }),
  },
];

export const FIRST = ADVANTAGE;
