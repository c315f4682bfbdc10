"""Weights of outcomes over one denominator: what requests are answered from while odds are worked out."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from astragal.die import Die
from astragal.errors import RuleError
from astragal.outcome import typed, untyped

if TYPE_CHECKING:
    from astragal.odds.distribution import Distribution


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


def tallied(pairs: Iterable[tuple[Any, int]], below: int) -> Weights:
    """Weights of outcomes of which some may be the same."""
    table: dict[Any, int] = {}
    for outcome, weight in pairs:
        key = typed(outcome)
        table[key] = table.get(key, 0) + weight
    return merged({below: table})


def merged(tables: Mapping[int, Mapping[Any, int]], *, idle: bool = False) -> Weights:
    """Weights over several denominators, counted under typed keys, put over one and by their names again."""
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
    if any(type(key) is tuple for key in table):
        pairs = tuple([(untyped(key), weight) for key, weight in pairs])
        check_alike([outcome for outcome, _ in pairs])
    return Weights(pairs, below // common, idle)


def check_alike(outcomes: Sequence[Any]) -> None:
    """Refuse outcomes that Python takes for equal though they are not, such as true and 1."""
    truth = any(type(outcome) is bool for outcome in outcomes)
    if truth and any(
        isinstance(outcome, int) and type(outcome) is not bool for outcome in outcomes
    ):
        raise RuleError(
            "mixed-outcomes", "comes to true or false on some ways and to numbers on others"
        )
    if len(set(outcomes)) < len(outcomes):
        raise RuleError("mixed-outcomes", "comes to outcomes that are equal but not the same")
