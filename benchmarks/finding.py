"""Finding dice: the search beside trying all, through our own odds and through icepool's.

Trying all is done in a small family, and a time counts only if all three find the same dice, as far
off. The whole family, of millions, is searched alone. Each time is that of the best of several
runs, the groups of dice made anew in each.
``make bench`` prints the tables; ``--write`` also puts them into docs/benchmarks.md.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from heapq import nsmallest
from typing import Any

import icepool

from astragal import odds
from astragal.finding.candidate import Features, features_of, no_steps, off_of, values_of
from astragal.finding.dice import DiceFamily, with_number
from astragal.finding.groups import Group, groups_of
from astragal.finding.offs import Off
from astragal.finding.search import Search
from astragal.finding.wishes import Wish, checked_wishes
from astragal.limits import DEFAULT_LIMITS
from benchmarks.pages import conditions, run

RUNS = 3
SHOWN = 10
SMALL = DiceFamily(counts=(1, 2, 3), sides=("10", "8", "6", "4"), least=-3, most=3)
WISHES: list[dict[str, Any]] = [
    {"mean": 12},
    {"mean": 12, "sd": 3},
    {"sd": 3, "range": "3..18"},
    {">=15": "65 %"},
    {"mean": 12, "sd": 3, ">=15": "25 %"},
    {">=15": "65 %", "<=10": "5 %"},
    {"=7": "20 %"},
]

Sums = Iterator[tuple[tuple[Group, ...], int]]
Found = list[Off]


def sums(family: DiceFamily) -> Sums:
    singles = [(group,) for kind in family.kinds for group in kind]
    pairs = [(a, b) for first, second in family.two_kinds for a in first for b in second]
    for groups in (*singles, *pairs):
        yield from ((groups, number) for number in range(family.least, family.most + 1))


def searched(family: DiceFamily, wishes: tuple[Wish, ...]) -> Found:
    groups_of.cache_clear()
    return [each.off for each in Search(family, wishes, SHOWN, DEFAULT_LIMITS).found()]


def by_own_odds(family: DiceFamily, wishes: tuple[Wish, ...]) -> Found:
    texts = (
        with_number("+".join(group.text for group in groups), number)
        for groups, number in sums(family)
    )
    return nsmallest(
        SHOWN, (off_of(wishes, values_of(wishes, features_of(odds(text)))) for text in texts)
    )


def by_icepool(family: DiceFamily, wishes: tuple[Wish, ...]) -> Found:
    offs = (
        off_of(wishes, values_of(wishes, _features(groups, number)))
        for groups, number in sums(family)
    )
    return nsmallest(SHOWN, offs)


def _features(groups: tuple[Group, ...], number: int) -> Features:
    die: Any = sum(map(_die, groups)) + number

    def chance(wish: Wish) -> Fraction:
        assert wish.condition is not None
        low, high = wish.condition.whole()
        least = die.min_outcome() if low is None else low
        most = die.max_outcome() if high is None else high
        held = sum(int(q) for outcome, q in die.items() if least <= outcome <= most)
        return Fraction(held, int(die.denominator()))

    return Features(
        mean=lambda: Fraction(die.mean()),
        variance=lambda: Fraction(die.variance()),
        ends=lambda: (int(die.min_outcome()), int(die.max_outcome())),
        chance=chance,
        steps=no_steps,
    )


def _die(group: Group) -> Any:
    die = icepool.d(int(group.sides))
    if "k" not in group.text:
        return group.count @ die
    kept = int(group.text.rpartition("h" if "kh" in group.text else "l")[2])
    pick = die.highest if "kh" in group.text else die.lowest
    return pick(group.count, kept)


def best_time(job: Callable[[], Found], runs: int = RUNS) -> tuple[float, Found]:
    times, found = [], []
    for _ in range(runs):
        start = time.perf_counter()
        found = job()
        times.append(time.perf_counter() - start)
    return min(times), found


def small_table() -> list[str]:
    lines = [
        "| wishes | search, ms | all through our odds, ms | all through icepool, ms |",
        "| --- | ---: | ---: | ---: |",
    ]
    for given in WISHES:
        wishes = checked_wishes(given)
        ours, found = best_time(lambda wishes=wishes: searched(SMALL, wishes))  # type: ignore[misc]
        row = [f"{ours * 1000:,.0f}"]
        for others in (by_own_odds, by_icepool):
            took, theirs = best_time(lambda: others(SMALL, wishes), 1)  # noqa: B023
            if theirs != found:
                raise SystemExit(f"{given}: {others.__name__} finds other dice")
            row.append(f"{took * 1000:,.0f}")
        lines.append(f"| {_told(wishes)} | {' | '.join(row)} |")
        print(lines[-1], file=sys.stderr)
    return lines


def whole_table() -> list[str]:
    family = DiceFamily()
    lines = ["| wishes | search, s | dice a second, millions |", "| --- | ---: | ---: |"]
    for given in WISHES:
        wishes = checked_wishes(given)
        took, _ = best_time(lambda wishes=wishes: searched(family, wishes))  # type: ignore[misc]
        lines.append(f"| {_told(wishes)} | {took:.2f} | {family.size / took / 1e6:,.0f} |")
        print(lines[-1], file=sys.stderr)
    return lines


def _told(wishes: tuple[Wish, ...]) -> str:
    return " · ".join(map(str, wishes))


def report() -> str:
    return "\n".join(
        [
            conditions(["astragal", "icepool"]),
            "",
            f"A family of {SMALL.size:,}, with equal results:",
            "",
            *small_table(),
            "",
            f"The whole family, of {DiceFamily().size:,}:",
            "",
            *whole_table(),
        ]
    )


if __name__ == "__main__":
    run("finding", __doc__, report)
