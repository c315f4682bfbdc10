"""Odds by Astragal: from text, with every weight as a whole number of Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import astragal
from benchmarks.odds_by.symbol_faces import ABILITY, DIFFICULTY, SYMBOLS

PAIRS = [(m, target) for m in range(40) for target in range(5, 30)]


def notation(text: str) -> Callable[[], astragal.Distribution]:
    def run() -> astragal.Distribution:
        odds = astragal.parse(text).odds()
        len(odds)  # outcomes without end are listed when they are looked at
        return odds

    return run


def pairs() -> dict[tuple[int, int], Fraction]:
    attack = astragal.parse("2d20kh1 + @m >= @target")
    return {
        (m, target): attack.odds(variables={"m": m, "target": target}).probability(True)
        for m, target in PAIRS
    }


def pairs_of_one_law() -> dict[tuple[int, int], Fraction]:
    odds = astragal.parse("2d20kh1").odds()
    return {(m, target): odds.at_least(target - m) for m, target in PAIRS}


def against() -> dict[int, Fraction]:
    fares = astragal.parse("20d6kh5").odds().versus(astragal.parse("15d8kh4").odds())
    return {1: fares.win, 0: fares.tie, -1: fares.lose}


def symbols(text: str) -> Callable[[], dict[tuple[int, ...], Fraction]]:
    """The odds of bags, each by its numbers."""

    def run() -> dict[tuple[int, ...], Fraction]:
        bags = astragal.parse(text).odds()
        return {tuple(bag[name] for name in SYMBOLS): chance for bag, chance in bags.items()}

    return run


TEXTS = (
    "2d6",
    "d20+5 >= 15",
    "100d6",
    "1000d6",
    "10d1000",
    "100d100",
    "4d6kh3",
    "20d20kh5",
    "100d10kh10",
    "40d100kh20",
    "10d6!",
    "30d10c>=8c=10",
    "largest_set(20d10)",
    "longest_run(12d6)",
    "50d20r",
)

JOBS: Mapping[str, Callable[[], Any]] = {
    **{text: notation(text) for text in TEXTS},
    "20d6kh5 against 15d8kh4": against,
    "5 dice with symbols": symbols(f"5d{{{ABILITY}}}"),
    "3 and 2 dice with symbols": symbols(f"3d{{{ABILITY}}} + 2d{{{DIFFICULTY}}}"),
    "2d20kh1 + m >= target, 1,000 pairs": pairs,
    "2d20kh1 + m >= target, 1,000 pairs of one law": pairs_of_one_law,
}

HEAVY: Mapping[str, Callable[[], Any]] = {
    **{
        text: notation(text)
        for text in (
            "10d(1d1000)",
            "1d1000/1d1000",
            "x=1d1000; y=1d1000; x*y > x+y",
            "distinct(1000d1000)",
            "largest_set(640d10)",
            "{10d6,10d8,10d10,10d12,10d4,1d100}kh3",
        )
    },
    'odds("100d6").sum_of(100)': lambda: {0: astragal.odds("100d6").sum_of(100).mean},
    'odds("1d6!").quantile(1 - 10**-3000)': lambda: {
        0: Fraction(astragal.odds("1d6!").quantile(1 - Fraction(1, 10**3000)))
    },
    'odds("1000d6").versus(odds("1000d8"))': lambda: dict(
        enumerate(astragal.odds("1000d6").versus(astragal.odds("1000d8")))
    ),
}
"""What takes long if it is done plainly; no other program is asked."""


def trivial() -> None:
    astragal.odds("3d3")


def warm_up() -> None:
    """Every kind of job, with other and tiny dice."""
    kept = ("3d3", "3d3kh2", "2d3!", "3d3c>=2", "2d3r", "d3+1 >= 2")
    for text in (*kept, "largest_set(3d3)", "longest_run(3d3)"):
        notation(text)()
    astragal.parse("1d3 + @m >= @target").odds(variables={"m": 1, "target": 2}).probability(True)
    astragal.parse("1d3").odds().versus(astragal.parse("2d3kh1").odds())
    astragal.parse("2d3").odds().at_least(3)
