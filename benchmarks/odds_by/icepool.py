"""Odds by icepool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import icepool
from icepool import d

from benchmarks.odds_by.symbol_faces import ABILITY, DIFFICULTY, SYMBOLS

PAIRS = [(m, target) for m in range(40) for target in range(5, 30)]


def points(face: int) -> int:
    return (face >= 8) + (face == 10)


def pairs() -> dict[tuple[int, int], Fraction]:
    return {(m, target): (d(20).highest(2) + m >= target).probability(True) for m, target in PAIRS}


def pairs_of_one_law() -> dict[tuple[int, int], Fraction]:
    die = d(20).highest(2)
    return {(m, target): die.probability(">=", target - m) for m, target in PAIRS}


def kept(n: int, sides: int, k: int) -> Callable[[], Any]:
    return lambda: d(sides).highest(n, k)


def summed(n: int, sides: int) -> Callable[[], Any]:
    return lambda: n @ d(sides)


def vectors(faces: str) -> Any:
    """A die whose faces are the numbers of each symbol."""
    bags = [Counter(_parts(face)) for face in faces.split(",")]
    return icepool.Die([icepool.Vector(tuple(bag[name] for name in SYMBOLS)) for bag in bags])


def _parts(face: str) -> list[str]:
    """Every symbol of a face, as often as it is there."""
    parts = [] if face == "blank" else face.split("+")
    return [part.lstrip("2") for part in parts for _ in range(2 if part[0] == "2" else 1)]


JOBS: Mapping[str, Callable[[], Any]] = {
    **{f"{n}d{s}": summed(n, s) for n, s in ((2, 6), (100, 6), (1000, 6), (10, 1000), (100, 100))},
    "d20+5 >= 15": lambda: d(20) + 5 >= 15,
    **{
        f"{n}d{s}kh{k}": kept(n, s, k)
        for n, s, k in ((4, 6, 3), (20, 20, 5), (100, 10, 10), (40, 100, 20))
    },
    # It stops after nine explosions, which changes totals from 69 on.
    "10d6!": lambda: 10 @ d(6).explode(depth=9),
    "30d10c>=8c=10": lambda: 30 @ d(10).map(points),
    "largest_set(20d10)": lambda: d(10).pool(20).largest_count(),
    "longest_run(12d6)": lambda: d(6).pool(12).largest_straight(),
    "50d20r": lambda: 50 @ d(20).reroll([1], depth=1),
    "5 dice with symbols": lambda: 5 @ vectors(ABILITY),
    "3 and 2 dice with symbols": lambda: 3 @ vectors(ABILITY) + 2 @ vectors(DIFFICULTY),
    "20d6kh5 against 15d8kh4": lambda: d(6).highest(20, 5).cmp(d(8).highest(15, 4)),
    "2d20kh1 + m >= target, 1,000 pairs": pairs,
    "2d20kh1 + m >= target, 1,000 pairs of one law": pairs_of_one_law,
}


def trivial() -> None:
    3 @ d(3)


def warm_up() -> None:
    """Every kind of job, with other and tiny dice."""
    die = icepool.d(3)
    die.highest(3, 2)
    (3 @ die, 2 @ die.explode(depth=2), 3 @ die.map(points), 2 @ die.reroll([1], depth=1))
    (die.pool(3).largest_count(), die.pool(3).largest_straight(), die.cmp(2 @ die))
    (die + 1 >= 2).probability(True)
    die.probability(">=", 2)
