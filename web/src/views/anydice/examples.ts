/** Programs to begin with: each answers a question that players ask. */

export interface Example {
  readonly title: string;
  readonly program: string;
}

const DUEL: Example = {
  title: "Whose sorted dice win?",
  program: `\\ the highest dice meet, then the next;
  who does not win a pair loses a point \\
function: A:s against B:s {
  LOST: 0
  loop P over {1..#A} {
    if P@A <= P@B { LOST: LOST + 1 }
  }
  result: LOST
}

output [2d6 against 2d6] named "even"
output [2d8 against 2d6] named "stronger"
`,
};

export const EXAMPLES: readonly Example[] = [
  DUEL,
  {
    title: "To hit, and for how much?",
    program: `function: attack ROLL:n against DEFENCE:n {
  if ROLL = 20 { result: 2d8 + 6 }
  if ROLL + 5 >= DEFENCE { result: d8 + 3 }
  result: 0
}

loop DEFENCE over {12, 15, 18} {
  output [attack d20 against DEFENCE] named "damage against [DEFENCE]"
}
`,
  },
  {
    title: "A pool that can go wrong",
    program: `\\ 8 or more is a success, 10 counts twice,
  and each 1 takes one away \\
function: successes of ROLL:s {
  result: (ROLL >= 8) + (ROLL = 10) - (ROLL = 1)
}

output [successes of 4d10] named "four dice"
output [successes of 7d10] named "seven dice"
`,
  },
  {
    title: "Three ways to be strong",
    program: `output 3d6 named "plain"
output [highest 3 of 4d6] named "drop the lowest"
output 2d6 + 6 named "born lucky"
`,
  },
  {
    title: "How many blows does it take?",
    program: `\\ d6 damage each time, until nothing is left \\
set "maximum function depth" to 20

function: blows to fell LIFE:n {
  if LIFE <= 0 { result: 0 }
  result: 1 + [blows to fell LIFE - d6]
}

output [blows to fell 10] named "a goblin"
output [blows to fell 18] named "an ogre"
`,
  },
  {
    title: "The best set",
    program: `\\ how many of the dice show the same, at most? \\
function: best set in ROLL:s {
  BEST: 0
  loop FACE over {1..6} {
    BEST: [highest of BEST and ROLL = FACE]
  }
  result: BEST
}

loop DICE over {3..6} {
  output [best set in DICEd6] named "[DICE] dice"
}
`,
  },
];

export const FIRST = DUEL;
