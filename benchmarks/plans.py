"""Best play: Astragal beside icepool 2.2.2, each in a fresh fork that was warmed up, equal results.

What icepool cannot answer is held against value iteration in plain Python. ``python -m
benchmarks.plans`` prints the table; it needs icepool 2.2.2, and so Python 3.12 or later.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import icepool
from icepool import d

import astragal
from benchmarks.questions import Answer, import_everything, measured, warm_up, warm_up_icepool
from benchmarks.questions_by_icepool import QUESTIONS

EXAMPLES = Path(__file__).parent.parent / "examples"
TOLERANCE = 1e-9


def example(name: str) -> Any:
    """A rule of an example, such as ``pig.duel``."""
    file, _, rule = name.partition(".")
    return astragal.load_rules(str(EXAMPLES / f"{file}.py"))[rule]


def value(plan: Any) -> Any:
    """The worth of a plan, as the odds of nothing else."""
    return icepool.Die({Fraction(plan.value): 1})


def threes_by_icepool() -> Any:
    """The mean of the best play, by recursion over the sorted dice."""
    die = d(6).map({3: 0})

    @cache
    def least(dice: int) -> Fraction:
        if not dice:
            return Fraction(0)

        def best(*rolled: int) -> Fraction:
            return min(sum(rolled[:k]) + least(dice - k) for k in range(1, dice + 1))

        rolls = die.pool(dice).expand()
        return Fraction(rolls.map(lambda rolled: best(*rolled), star=False).mean())

    return icepool.Die({least(5): 1})


def duel_by_iteration(goal: int) -> float:
    """The first player's chance in Pig for two, by value iteration."""
    worth: dict[tuple[int, int, int], float] = {}
    places = [(a, b, t) for a in range(goal) for b in range(goal) for t in range(goal - a)]

    def won(mine: int, theirs: int, held: int) -> float:
        return 1.0 if mine + held >= goal else worth.get((mine, theirs, held), 0.0)

    for _ in range(10_000):
        change = 0.0
        for mine, theirs, held in places:
            on = (1 - won(theirs, mine, 0)) / 6
            on += sum(won(mine, theirs, held + face) for face in range(2, 7)) / 6
            best = max(on, 1 - won(theirs, mine + held, 0)) if held else on
            change = max(change, abs(best - worth.get((mine, theirs, held), 0.0)))
            worth[mine, theirs, held] = best
        if change < TOLERANCE / 1_000:
            break
    return worth[0, 0, 0]


class Row(NamedTuple):
    """A question, how it is asked here and of icepool, and a number to check it with instead."""

    ours: Callable[[], Any]
    theirs: Callable[[], Any] | None = None
    checked: Callable[[], float] | None = None


def rows() -> dict[str, Row]:
    yahtzee, ironsworn = example("yahtzee.throw"), example("ironsworn.move")
    threes, turn, duel = example("threes.threes"), example("pig.turn"), example("pig.duel")
    return {
        "Yahtzee, five of a kind in three throws": Row(
            lambda: yahtzee().odds().of("outcome=50"), QUESTIONS["Yahtzee"]
        ),
        "Ironsworn, any dice rolled once more": Row(
            lambda: ironsworn().odds(), QUESTIONS["Ironsworn with dice rolled once more"]
        ),
        "Threes, five dice, the least mean": Row(lambda: value(threes().plan()), threes_by_icepool),
        "Pig, one turn": Row(lambda: value(turn().plan()), None, lambda: 8.14179489372703),
        "Pig for two to 20": Row(lambda: value(duel().plan()), None, lambda: duel_by_iteration(20)),
        "Pig for two to 40": Row(
            lambda: value(duel(goal=40).plan()), None, lambda: duel_by_iteration(40)
        ),
    }


def check(name: str, row: Row, ours: Answer, theirs: Answer | None) -> None:
    if theirs is not None:
        agrees = ours == theirs
    else:
        assert row.checked is not None
        agrees = abs(float(next(iter(ours))) - row.checked()) < TOLERANCE
    if not agrees:
        raise SystemExit(f"{name}: the answers differ")


def main() -> None:
    import_everything()
    warm_up()
    warm_up_icepool()
    gc.collect()
    gc.freeze()
    print(f"{'best play':42}{'astragal':>12}{'icepool':>12}{'times':>8}")
    for name, row in rows().items():
        our_time, ours = measured(row.ours, warm_up)
        theirs, line = None, f"{name:42}{our_time * 1e3:9.1f} ms"
        if row.theirs is not None:
            their_time, theirs = measured(row.theirs, warm_up_icepool)
            line += f"{their_time * 1e3:9.1f} ms{their_time / our_time:8.1f}"
        check(name, row, ours, theirs)
        print(line if row.theirs else f"{line}{'no answer':>12}", flush=True)


if __name__ == "__main__":
    main()
