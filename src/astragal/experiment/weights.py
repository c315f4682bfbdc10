"""Weights of outcomes over one denominator: what requests are answered from while odds are worked out."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from astragal.die import Die
from astragal.errors import RuleError

if TYPE_CHECKING:
    from astragal.exact.distribution import Distribution


class Weights(NamedTuple):
    """Every outcome with its whole-number weight over ``below``. What is missing from that never ends."""

    pairs: Sequence[tuple[Any, int]]
    below: int
    idle: bool = False
    """whether it was over before anything was asked for"""

    @property
    def never(self) -> int:
        """The weight of never ending."""
        return self.below - sum(weight for _, weight in self.pairs)


NOTHING = Weights((), 1)
"""What surely never ends."""

Weighing: TypeAlias = Generator[Any, Weights, Weights]
"""Work on weights under way: it asks for those of other experiments, which are worked out once."""


def of_die(die: Die) -> Weights:
    weights = die.weights or [1] * len(die.faces)
    return Weights(tuple(zip(die.faces, weights, strict=True)), die.total)


def of_distribution(odds: Distribution) -> Weights:
    return Weights(tuple(odds.weights.items()), odds.denominator)


STAND_INS = {True: object(), False: object()}
"""What truth is counted under: Python takes true for 1, and here they must not be the same."""

_TRUTHS = {stand_in: truth for truth, stand_in in STAND_INS.items()}


def tallied(pairs: Sequence[tuple[Any, int]], below: int) -> Weights:
    """Weights of outcomes of which some may be the same."""
    table: dict[Any, int] = {}
    for outcome, weight in pairs:
        key = STAND_INS[outcome] if type(outcome) is bool else outcome
        table[key] = table.get(key, 0) + weight
    return merged({below: table})


def merged(tables: Mapping[int, Mapping[Any, int]], *, idle: bool = False) -> Weights:
    """Weights over several denominators, truth under its stand-ins, put over one."""
    filled = [(below, table) for below, table in tables.items() if table]
    if not filled:
        return NOTHING
    below, table = filled[0]
    if len(filled) > 1:
        below = lcm(*(each for each, _ in filled))
        total: dict[Any, int] = {}
        for each, part in filled:
            factor = below // each
            for outcome, weight in part.items():
                total[outcome] = total.get(outcome, 0) + weight * factor
        table = total
    common = gcd(below, *table.values())
    pairs: Sequence[tuple[Any, int]] = tuple(table.items())
    if common > 1:
        pairs = tuple([(outcome, weight // common) for outcome, weight in pairs])
    if STAND_INS[True] in table or STAND_INS[False] in table:
        pairs = _named(pairs)
    return Weights(pairs, below // common, idle)


def _named(pairs: Sequence[tuple[Any, int]]) -> Sequence[tuple[Any, int]]:
    """The same, truth by its own name again."""
    if any(type(outcome) in (int, Fraction) for outcome, _ in pairs):
        raise RuleError(
            "mixed-outcomes", "comes to true or false on some ways and to numbers on others"
        )
    return tuple((_TRUTHS.get(outcome, outcome), weight) for outcome, weight in pairs)
