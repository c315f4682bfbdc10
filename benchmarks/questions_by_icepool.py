"""The questions of docs/pools.md by icepool, in the form that its documentation suggests."""

from __future__ import annotations

from typing import Any

import icepool
from icepool import MultisetEvaluator, Pool, d, multiset_function

ABILITY = d(6).highest(4, 3)
COST = dict(
    zip(
        range(3, 19),
        (-9, -6, -4, -2, -1, 0, 1, 2, 3, 4, 5, 7, 9, 12, 15, 19),
        strict=True,
    )
)


class SetSizes(MultisetEvaluator):  # type: ignore[misc]
    def next_state(self, state: Any, order: Any, outcome: Any, count: int) -> Any:
        return tuple(sorted((*(state or ()), count))) if count >= 2 else state or ()

    def final_outcome(self, final_state: Any, *_: Any) -> Any:
        return final_state


class PairsWon(MultisetEvaluator):  # type: ignore[misc]
    def next_state(self, state: Any, order: Any, outcome: Any, ours: int, theirs: int) -> Any:
        won, ahead = state or (0, 0)
        if ahead > 0:
            won += min(theirs, ahead)
        elif ahead < 0:
            won -= min(ours, -ahead)
        return won, ahead + ours - theirs

    def final_outcome(self, final_state: Any, *_: Any) -> Any:
        return final_state[0]


class Vampire(MultisetEvaluator):  # type: ignore[misc]
    def next_state(self, state: Any, order: Any, outcome: Any, normal: int, hunger: int) -> Any:
        successes, tens, messy, bestial = state or (0, 0, False, False)
        if outcome >= 6:
            successes += normal + hunger
        if outcome == 10:
            tens, messy = normal + hunger, hunger > 0
        if outcome == 1:
            bestial = hunger > 0
        return successes, tens, messy, bestial

    def final_outcome(self, final_state: Any, *_: Any) -> Any:
        successes, tens, messy, bestial = final_state
        critical = ("messy" if messy else "critical") if tens >= 2 else "-"
        return successes + tens // 2 * 2, critical, bestial


class Volley(MultisetEvaluator):  # type: ignore[misc]
    def next_state(self, state: Any, order: Any, outcome: Any, count: int) -> Any:
        high, low = state or (0, 0)
        return high + count * (outcome >= 15), low + count * (outcome <= 9)

    def final_outcome(self, final_state: Any, *_: Any) -> Any:
        high, low = final_state
        return high >= 10 and low <= 4


def pairs_in_ten() -> Any:
    @multiset_function  # type: ignore[untyped-decorator]
    def pairs(pool: Any) -> Any:
        return (pool // 2).size()

    return pairs(d(10).pool(10))


def faces_twice() -> Any:
    @multiset_function  # type: ignore[untyped-decorator]
    def twice(pool: Any) -> Any:
        return pool.keep_counts(">=", 2).unique().size()

    return twice(d(10).pool(10))


def faces_there() -> Any:
    return icepool.Pool([d(4), d(6), d(8), d(8)]).keep_outcomes([2, 4, 5, 7]).unique().size()


def blades() -> Any:
    def outcome(low: int, high: int) -> str:
        if low == 6:
            return "critical"
        return "success" if high == 6 else "mixed" if high >= 4 else "fail"

    return d(6).pool(4).highest(2).expand().map(outcome, star=True)


STEP_DICE = [d(12), d(10), d(8), d(8), d(6)]


def without_ones() -> list[Any]:
    return [die.map({1: 0}) for die in STEP_DICE]


def action(momentum: int = 0) -> Any:
    challenge = d(10).map(dict.fromkeys(range(1, momentum), 0))

    def below(face: int) -> Any:
        return 2 @ (challenge < min(face + 1, 10)).map({True: 1, False: 0})

    return d(6).map(below)


def rerolled() -> Any:
    def best(a: int, b: int, c: int) -> Any:
        def won(x: Any, y: Any, z: Any) -> Any:
            return icepool.map(lambda x, y, z: (y < x + 1) + (z < x + 1), x, y, z)

        options = [won(x, y, z) for x in (a, d(6)) for y in (b, d(10)) for z in (c, d(10))]
        return max(options, key=lambda die: die.mean())

    return icepool.map(best, d(6), d(10), d(10))


def five_pairs() -> Any:
    return 5 @ (d(10) - d(10)).sign()


def five_pairs_of_d6() -> Any:
    return 5 @ (d(6) - d(6)).sign().reroll([0], depth="inf")


def damage_of_saves() -> Any:
    hurt = 2 @ d(6)

    def further(penalty: int) -> Any:
        return (d(20) + 1 - penalty >= 15).if_else(hurt // 2, hurt)

    failed = hurt + d(4).map(further)
    return (d(20) + 1 >= 15).if_else(further(0), failed) + further(0)


def yahtzee() -> Any:
    class Largest(MultisetEvaluator):  # type: ignore[misc]
        def next_state(self, state: Any, order: Any, outcome: Any, count: int) -> Any:
            ours, others = state or (0, 0)
            return (count, others) if outcome == 6 else (ours, max(others, count))

        def final_outcome(self, final_state: Any, *_: Any) -> Any:
            return final_state

    evaluate = Largest()

    def after(kept: int, throws: int) -> Any:
        if kept == 5 or not throws:
            return icepool.Die([kept == 5])
        rolled = evaluate(d(6).pool(5 - kept))
        return rolled.map(
            lambda ours, others: max(
                (after(kept + ours, throws - 1), after(others, throws - 1)),
                key=lambda die: die.probability(True),
            ),
            star=True,
        )

    return after(0, 3)


QUESTIONS: dict[str, Any] = {
    "six ability scores, in total": lambda: 6 @ ABILITY,
    "the best six of twelve 3d6": lambda: (3 @ d(6)).highest(12, 6),
    "six abilities, each the best of six 3d6": lambda: 6 @ (3 @ d(6)).highest(6),
    "the best of twelve characters": lambda: (18 @ d(6)).highest(12),
    "every score below every other": lambda: ABILITY.highest(6) < ABILITY.lowest(6),
    "the two best modifiers": lambda: ((ABILITY - 10) // 2).highest(6, 2),
    "point-buy worth": lambda: 6 @ ABILITY.map(COST),
    "the best of four players less the worst": lambda: (
        ABILITY.highest(6).pool(4).keep([-1, 0, 0, 1]).sum()
    ),
    "sizes of matching sets": lambda: SetSizes()(d(10).pool(10)),
    "sizes of matching sets of unlike dice": lambda: SetSizes()(
        Pool([*[d(12)] * 3, *[d(10)] * 2, d(8)])
    ),
    "the number of pairs": pairs_in_ten,
    "faces that show at least twice": faces_twice,
    "Blades in the Dark": blades,
    "the best two, ones count nothing": lambda: Pool(without_ones()).highest(2).sum(),
    "the next three after the best": lambda: Pool(without_ones()).keep([0, 1, 1, 1, 0]).sum(),
    "Ironsworn": action,
    "Ironsworn with momentum": lambda: action(5),
    "Ironsworn with dice rolled once more": rerolled,
    "Risk": lambda: PairsWon()(d(6).pool(3), d(6).pool(2)),
    "sorted 5d6 against 5d6": lambda: PairsWon()(d(6).pool(5), d(6).pool(5)),
    "sorted 5d10 against 5d10": lambda: PairsWon()(d(10).pool(5), d(10).pool(5)),
    "five unsorted pairs of d10": five_pairs,
    "five unsorted pairs of d6, ties again": five_pairs_of_d6,
    "how many of four faces are there": faces_there,
    "three saves": damage_of_saves,
    "17d20, many high and few low": lambda: Volley()(d(20).pool(17)),
    "Vampire": lambda: Vampire()(d(10).pool(3), d(10).pool(2)),
    "Legend of the Five Rings": lambda: d(10).explode(depth=4).highest(6, 3),
    "Yahtzee": yahtzee,
}


TINY: list[Any] = [
    lambda: (2 @ d(2)).highest(2, 1),
    lambda: d(2).highest(2) < d(2).lowest(2),
    lambda: (d(2).highest(2) // 2).pool(2).keep([-1, 1]).sum(),
    lambda: SetSizes()(d(2).pool(2)),
    lambda: PairsWon()(d(3).pool(2), d(3).pool(1)),
    lambda: Pool([d(2), d(3)]).keep([0, 1]).sum(),
    lambda: Pool([d(2), d(3)]).keep_outcomes([2]).unique().size(),
    lambda: d(2).pool(2).keep_counts(">=", 2).unique().size(),
    lambda: 2 @ (d(2) - d(3)).sign(),
    lambda: d(2).map(lambda n: n + 1).explode(depth=1).highest(2, 1),
]
