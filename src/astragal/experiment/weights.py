"""Weights of outcomes over one denominator: what requests are answered from while odds are worked out."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from astragal.die import Die

if TYPE_CHECKING:
    from astragal.exact.distribution import Distribution


class Weights(NamedTuple):
    """Every outcome with its whole-number weight; the weights add up to ``below``."""

    pairs: Sequence[tuple[Any, int]]
    below: int
    idle: bool = False
    """whether it was over before anything was asked for"""


Weighing: TypeAlias = Generator[Any, Weights, Weights]
"""Work on weights under way: it asks for those of other experiments, which are worked out once."""


def of_die(die: Die) -> Weights:
    weights = die.weights or [1] * len(die.faces)
    return Weights(tuple(zip(die.faces, weights, strict=True)), die.total)


def of_distribution(odds: Distribution) -> Weights:
    return Weights(tuple(odds.weights.items()), odds.denominator)


def of_chances(chances: Iterable[tuple[Any, Fraction]]) -> Weights:
    """The weights of outcomes whose probabilities are known."""
    listed = list(chances)
    below = lcm(*(chance.denominator for _, chance in listed))
    return Weights(tuple((each, int(chance * below)) for each, chance in listed), below)


def merged(tables: Mapping[int, Mapping[Any, int]], *, idle: bool = False) -> Weights:
    """Weights over several denominators, put over one."""
    filled = [(below, table) for below, table in tables.items() if table]
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
    if common == 1:
        return Weights(tuple(table.items()), below, idle)
    pairs = tuple([(outcome, weight // common) for outcome, weight in table.items()])
    return Weights(pairs, below // common, idle)
