"""Odds by dyce."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import dyce
from dyce import H, P

PAIRS = [(m, target) for m in range(40) for target in range(5, 30)]


def dice(n: int, sides: int) -> Any:
    return n @ P(sides)


def points(face: int) -> int:
    return (face >= 8) + (face == 10)


def pairs() -> dict[tuple[int, int], Fraction]:
    results = {}
    for m, target in PAIRS:
        odds = ((2 @ P(20)).at(-1) + m).ge(target)
        results[m, target] = Fraction(odds.get(True, 0), odds.total)
    return results


def pairs_of_one_law() -> dict[tuple[int, int], Fraction]:
    one, results = (2 @ P(20)).at(-1), {}
    for m, target in PAIRS:
        odds = one.ge(target - m)
        results[m, target] = Fraction(odds.get(True, 0), odds.total)
    return results


def largest_set(state: int | None, _outcome: int, count: int) -> int:
    return max(state or 0, count)


def longest_run(
    state: tuple[int, int, int] | None, outcome: int, _count: int
) -> tuple[int, int, int]:
    last, current, longest = state or (outcome - 2, 0, 0)
    current = current + 1 if outcome == last + 1 else 1
    return outcome, current, max(longest, current)


def surveyed(n: int, sides: int, step: Callable[..., Any], end: Callable[[Any], int]) -> Any:
    return dice(n, sides).survey(accumulate=step, order=sorted, settle=end)


def against() -> Any:
    ours, theirs = dice(20, 6).at(slice(-5, None)), dice(15, 8).at(slice(-4, None))
    return (ours - theirs).apply(lambda margin: (margin > 0) - (margin < 0))


def rerolled(sides: int) -> Any:
    return dyce.expand(lambda result: H(sides) if result.outcome == 1 else result.outcome, H(sides))


def kept(n: int, sides: int, k: int) -> Callable[[], Any]:
    return lambda: dice(n, sides).at(slice(-k, None))


def summed(n: int, sides: int) -> Callable[[], Any]:
    return lambda: n @ H(sides)


JOBS: Mapping[str, Callable[[], Any]] = {
    **{f"{n}d{s}": summed(n, s) for n, s in ((2, 6), (100, 6), (1000, 6), (10, 1000), (100, 100))},
    "d20+5 >= 15": lambda: (H(20) + 5).ge(15),
    **{
        f"{n}d{s}kh{k}": kept(n, s, k)
        for n, s, k in ((4, 6, 3), (20, 20, 5), (100, 10, 10), (40, 100, 20))
    },
    # It stops after nine explosions, which changes totals from 69 on.
    "10d6!": lambda: 10 @ dyce.explode_n(H(6), n=9),
    "30d10c>=8c=10": lambda: 30 @ H(10).apply(points),
    "largest_set(20d10)": lambda: surveyed(20, 10, largest_set, lambda state: state),
    "longest_run(12d6)": lambda: surveyed(12, 6, longest_run, lambda state: state[2]),
    "50d20r": lambda: 50 @ rerolled(20),
    "20d6kh5 against 15d8kh4": against,
    "2d20kh1 + m >= target, 1,000 pairs": pairs,
    "2d20kh1 + m >= target, 1,000 pairs of one law": pairs_of_one_law,
}


def trivial() -> None:
    3 @ H(3)


def warm_up() -> None:
    """Every kind of job, with other and tiny dice."""
    (3 @ H(3), dice(3, 3).at(slice(-2, None)), 3 @ H(3).apply(points), (H(3) + 1).ge(2).total)
    2 @ dyce.explode_n(H(3), n=2)
    rerolled(3)
    surveyed(3, 3, largest_set, lambda state: state)
    surveyed(3, 3, longest_run, lambda state: state[2])
