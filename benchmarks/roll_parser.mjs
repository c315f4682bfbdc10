// Seconds a roll of roll-parser takes: jobs as JSON in, times as JSON out. A job whose totals do not
// lie where they must is left out: the text means something else there, or nothing.
// Both forms of the package are known: `roll(text)` with a total since version 3, before that
// `parseAndRoll(text)`, which gives null for what it cannot read.
import * as imported from "roll-parser";
import { readFileSync } from "node:fs";

const ROUNDS = 7;
const ROUND_MS = 50;

const parser = imported.default ?? imported;
const { version } = JSON.parse(
  readFileSync(new URL("node_modules/roll-parser/package.json", import.meta.url)),
);

function total(text) {
  try {
    const rolled = parseInt(version) < 3 ? parser.parseAndRoll(text) : parser.roll(text);
    return rolled?.total ?? rolled?.value;
  } catch {
    return undefined;
  }
}

function seconds(text) {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    let calls = 0;
    let took = 0;
    while (took < ROUND_MS) {
      for (let again = 0; again < 50; again++) total(text);
      calls += 50;
      took = performance.now() - started;
    }
    best = Math.min(best, took / calls / 1000);
  }
  return best;
}

function fits({ text, least, most }) {
  const totals = Array.from({ length: 30 }, () => total(text));
  return totals.every((each) => each >= least && each <= (most ?? Infinity));
}

const jobs = JSON.parse(process.argv[2]).filter(fits);
const times = Object.fromEntries(jobs.map(({ text }) => [text, seconds(text)]));
console.log(JSON.stringify({ version, times }));
