import { describe, expect, test, vi } from "vitest";
import { chancesOf, drawnRange, heaviest, likeliest, likeliestTexts, prepare, shownApart, slotsOf, thinned, type Chances, type Mode, type Odds } from "../../src/charts/distribution";
import { likeliestWords } from "../../src/charts/barWords";
import { extremes } from "../../src/charts/scale";
import { exactly, fractionText } from "../../src/charts/exact";

function odds(denominator: number, weights: Record<string, number>): Odds {
  return { denominator: `${denominator}`, outcomes: Object.entries(weights).map(([text, weight]) => ({ text, weight: `${weight}` })) };
}

const texts = (chances: Chances) => chances.map((chance) => (chance === null ? null : fractionText(chance)));

function shown(of: Odds, mode: Mode, beside: Odds = of) {
  const slots = slotsOf([{ name: "one", odds: of }, { name: "other", odds: beside }]);
  return texts(chancesOf(of, slots, mode));
}

test("words are neither more nor less than a number", () => {
  const target = [{ text: "11", value: exactly("11") }];
  expect(chancesOf(odds(2, { hit: 1, miss: 1 }), target, "at least")).toEqual([null]);
  expect(chancesOf(odds(2, { hit: 1, miss: 1 }), target, "exactly")).toEqual([null]);
});

const twoCoins = odds(4, { "0": 1, "1": 2, "2": 1 });

test("outcomes with one text have one chance, that of all of them", () => {
  const of: Odds = { denominator: "10", outcomes: [["a", "1"], ["b", "4"], ["a", "5"]].map(([text, weight]) => ({ text: text!, weight: weight! })) };
  expect(shownApart(of.outcomes)).toEqual([{ text: "a", weight: "6" }, { text: "b", weight: "4" }]);
  expect(shown(of, "exactly")).toEqual(["3/5", "2/5"]);
});

describe("one row of outcomes", () => {
  test("numbers come in order, each once", () => {
    const slots = slotsOf([{ name: "a", odds: odds(3, { "10": 1, "-2": 1, "9": 1 }) }, { name: "b", odds: odds(1, { "9": 1 }) }]);
    expect(slots.map((slot) => slot.text)).toEqual(["-2", "9", "10"]);
  });

  test("small gaps between whole numbers keep their place, wide ones do not", () => {
    expect(slotsOf([{ name: "a", odds: odds(2, { "2": 1, "4": 1 }) }]).map((slot) => slot.text)).toEqual(["2", "3", "4"]);
    expect(slotsOf([{ name: "a", odds: odds(2, { "1": 1, "100": 1 }) }]).map((slot) => slot.text)).toEqual(["1", "100"]);
  });

  test("fractions are numbers too", () => {
    expect(slotsOf([{ name: "a", odds: odds(3, { "1/2": 1, "0": 1, "1/3": 1 }) }]).map((slot) => slot.text)).toEqual(["0", "1/3", "1/2"]);
  });

  test("words stay as they come, and have no order", () => {
    const slots = slotsOf([{ name: "a", odds: odds(2, { miss: 1, hit: 1 }) }]);
    expect(slots.map((slot) => [slot.text, slot.value])).toEqual([["miss", null], ["hit", null]]);
  });
});

describe("modes", () => {
  test("exactly, at least and at most", () => {
    expect(shown(twoCoins, "exactly")).toEqual(["1/4", "1/2", "1/4"]);
    expect(shown(twoCoins, "at least")).toEqual(["1", "3/4", "1/4"]);
    expect(shown(twoCoins, "at most")).toEqual(["1/4", "3/4", "1"]);
  });

  test("at least and what is less make up the whole, at every outcome", () => {
    const dice = odds(36, { "2": 1, "3": 2, "4": 3, "5": 4, "6": 5, "7": 6, "8": 5, "9": 4, "10": 3, "11": 2, "12": 1 });
    const slots = slotsOf([{ name: "2d6", odds: dice }]);
    const [least, most, own] = (["at least", "at most", "exactly"] as const).map((mode) => chancesOf(dice, slots, mode).map((chance) => chance!.over));
    slots.forEach((_, index) => expect(least![index]! + most![index]! - own![index]!).toBe(36n));
  });

  test("outcomes of another series count as gaps", () => {
    const wide = odds(5, { "-1": 1, "0": 1, "1": 1, "2": 1, "3": 1 });
    expect(shown(twoCoins, "exactly", wide)).toEqual(["0", "1/4", "1/2", "1/4", "0"]);
    expect(shown(twoCoins, "at least", wide)).toEqual(["1", "1", "3/4", "1/4", "0"]);
    expect(shown(twoCoins, "at most", wide)).toEqual(["0", "1/4", "3/4", "1", "1"]);
  });

  test("within a gap, at most is that of the outcome below", () => {
    expect(shown(odds(3, { "1": 1, "3": 2 }), "at most")).toEqual(["1/3", "1/3", "1"]);
    expect(shown(odds(3, { "1": 1, "3": 2 }), "at least")).toEqual(["1", "2/3", "2/3"]);
  });
});

describe("odds that list not all outcomes", () => {
  const endless = odds(8, { "1": 4, "2": 2, "3": 1 });

  test("the tail above counts for at least", () => {
    expect(shown(endless, "at least")).toEqual(["1", "1/2", "1/4"]);
    expect(shown(endless, "at most")).toEqual(["1/2", "3/4", "7/8"]);
  });

  test("beyond the last listed outcome nothing is claimed", () => {
    const longer = odds(4, { "2": 1, "3": 1, "4": 1, "5": 1 });
    expect(shown(endless, "exactly", longer)).toEqual(["1/2", "1/4", "1/8", null, null]);
    expect(shown(endless, "at least", longer)).toEqual(["1", "1/2", "1/4", null, null]);
    expect(shown(endless, "at most", longer)).toEqual(["1/2", "3/4", "7/8", null, null]);
  });

  test("the engine's own sums are taken where it gives them: a tail below", () => {
    const down: Odds = {
      denominator: "8",
      outcomes: [
        { text: "-2", weight: "2", at_most: "4", at_least: "6" },
        { text: "-1", weight: "4", at_most: "8", at_least: "4" },
      ],
    };
    const longer = odds(1, { "-3": 1 });
    expect(shown(down, "at most", longer)).toEqual([null, "1/2", "1"]);
    expect(shown(down, "at least", longer)).toEqual([null, "3/4", "1/2"]);
  });
});

describe("what is drawn of a long row", () => {
  const row = (weight: (index: number) => number) => odds(1_000_000, Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${index}`, weight(index)])));
  const range = (of: Odds) => drawnRange([{ name: "a", odds: of }], slotsOf([{ name: "a", odds: of }]));

  test("ends with at most one in twenty thousand are left out", () => {
    expect(range(row((index) => (index >= 40 && index < 60 ? 50_000 - 4 : 1)))).toEqual([40, 59]);
  });

  test("a row that would hardly get shorter is drawn as it is", () => {
    expect(range(row((index) => (index === 0 ? 1 : 10_000)))).toEqual([0, 99]);
  });
});

describe("the likeliest of many", () => {
  const words = odds(12, { e: 1, b: 3, d: 2, a: 3, c: 3 });

  test("stand in the order in which they are listed, the first of those that are equal", () => {
    expect(likeliestTexts(words, 2)).toEqual(["b", "a"]);
    expect(likeliestTexts(words, 4)).toEqual(["b", "d", "a", "c"]);
    expect(likeliestTexts(words, 9)).toEqual(["e", "b", "d", "a", "c"]);
  });

  test("are as many as asked for, also where a chance is unknown", () => {
    const [one, half] = [exactly("1"), exactly("1/2")];
    expect(heaviest([null, half, null, one], 1)).toEqual([3]);
    expect(heaviest([null, half, null, one], 3)).toEqual([0, 1, 3]);
  });

  test("are the same after preparation", async () => {
    const many = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`${3 * index - 50}`, index + 1]));
    for (const of of [odds(6, { ...many, miss: 1 }), odds(4, many), odds(2, { ...many, "1/2": 1 })]) {
      const pause = vi.fn(() => Promise.resolve());
      const before = shown(structuredClone(of), "at least");
      await prepare(of, pause);
      expect(pause).toHaveBeenCalled();
      expect(shown(of, "at least")).toEqual(before);
    }
  });
});

describe("of very many", () => {
  const slots = Array.from({ length: 10_001 }, (_, index) => ({ text: `${index}`, value: exactly(`${index}`) }));

  test("one in so many is drawn, the last, and what is needed", () => {
    const { every, slots: drawn } = thinned(slots, "17");
    expect(every).toBe(6);
    expect(drawn.slice(0, 5).map(({ text }) => text)).toEqual(["0", "6", "12", "17", "18"]);
    expect(drawn.at(-1)?.text).toBe("10000");
    expect(thinned(slots.slice(0, 2_000), "17")).toEqual({ every: 1, slots: slots.slice(0, 2_000) });
  });

  test("numbers have ends, however many there are", () => {
    expect(extremes(Array.from({ length: 300_000 }, (_, index) => index - 7))).toEqual([-7, 299_992]);
  });
});

describe("what is most likely", () => {
  test("is one slot, or all that are exactly equal", () => {
    expect(likeliest([exactly("1/4"), exactly("1/2"), exactly("1/4")])).toEqual([1]);
    expect(likeliest([exactly("1/3"), null, exactly("2/6"), exactly("333333333333333333/1000000000000000000")])).toEqual([0, 2]);
    expect(likeliest([])).toEqual([]);
  });

  test.each([
    [["13"], 16, "most likely 13"],
    [["10", "11"], 16, "most likely 10 and 11, each"],
    [["1", "2", "3"], 9, "most likely 1, 2 and 3, each"],
    [["1", "2", "3", "4"], 9, "4 most likely, each"],
    [["1", "2"], 2, "all alike, each"],
    [["7"], 1, "most likely 7"],
  ])("%j of %i outcomes: %s", (texts, count, words) => {
    expect(likeliestWords(texts, count)).toBe(words);
  });
});
