"""Outcome weights: finite odds as whole numbers over one denominator."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from astragal.die import Die
from astragal.errors import RuleError
from astragal.outcome import typed, untyped
from astragal.probability.joint import Joint

if TYPE_CHECKING:
    from astragal.probability.laws.law import Law


class Weights(NamedTuple):
    """Outcomes with weights. A sum below the denominator leaves a chance of never ending."""

    table: Mapping[Any, int]
    denominator: int

    @property
    def never(self) -> int:
        """The weight missing from the denominator: the weight of never ending."""
        table = self.table
        return self.denominator - (table.total if type(table) is Joint else sum(table.values()))

    @property
    def kinds(self) -> set[type]:
        """The types of the outcomes."""
        table = self.table
        return {table.kind} if type(table) is Joint else set(map(type, table))


class AtOnce(Weights):
    """The weights of an experiment that finished without asking for any dice."""

    __slots__ = ()


class Settled(Weights):
    """Weights in lowest terms that add up to the denominator, with ordered outcomes."""

    __slots__ = ()


NOTHING = Weights({}, 1)
"""The weights of an experiment that never ends."""

Weighing: TypeAlias = "Generator[Any, Weights, Weights | Law]"
"""A computation of odds: it yields other experiments, is sent their weights and returns its own."""


def of_die(die: Die) -> Weights:
    weights = die.weights or [1] * len(die.faces)
    return Weights(dict(zip(die.faces, weights, strict=True)), die.total)


def common_factor(denominator: int, weights: Sequence[int]) -> int:
    """The greatest common divisor of the denominator and all weights."""
    if not weights:
        return denominator
    # The first and last weights nearly always decide, and are the shortest; the others are slow.
    if denominator.bit_length() < _LONG:
        ends = gcd(denominator, weights[0], weights[-1])
        return ends if ends == 1 else gcd(ends, *weights)
    common = _shared(_shared(denominator, weights[0]), weights[-1])
    for weight in weights if common > 1 else ():
        if weight % common:  # dividing long numbers is much faster than finding a common divisor
            common = _shared(common, weight)
    return common


_LONG = 1_000
"""From this many bits on, FLINT is faster than Python."""


def _shared(one: int, other: int) -> int:
    from flint import fmpz

    return int(fmpz(one).gcd(fmpz(other)))


def tallied(pairs: Iterable[tuple[Any, int]], denominator: int) -> Weights:
    """Add up weights; an outcome may be listed more than once."""
    table: dict[Any, int] = {}
    for outcome, weight in pairs:
        key = outcome if outcome.__class__ is int else typed(outcome)
        table[key] = table.get(key, 0) + weight
    return merged({denominator: table})


def merged(tables: Mapping[int, Mapping[Any, int]]) -> Weights:
    """Merge tables with typed keys, one per denominator, over a common denominator."""
    filled = [(denominator, table) for denominator, table in tables.items() if table]
    if not filled:
        return NOTHING
    denominator, table = filled[0]
    if len(filled) > 1:
        denominator = lcm(*(each for each, _ in filled))
        total: dict[Any, int] = {}
        for each, part in filled:
            factor = denominator // each
            for outcome, weight in part.items():
                total[outcome] = total.get(outcome, 0) + weight * factor
        table = total
    common = common_factor(denominator, list(table.values()))
    if common > 1:
        table = {key: weight // common for key, weight in table.items()}
    if tuple in set(map(type, table)):
        outcomes = list(map(untyped, table))
        check_alike(outcomes)
        table = dict(zip(outcomes, table.values(), strict=True))
    return Weights(table, denominator // common)


def check_alike(outcomes: Sequence[Any]) -> None:
    """Refuse different outcomes that a dictionary treats as equal, such as true and 1."""
    truth = any(type(outcome) is bool for outcome in outcomes)
    if truth and any(
        isinstance(outcome, int) and type(outcome) is not bool for outcome in outcomes
    ):
        raise RuleError(
            "mixed-outcomes", "ends with true or false in some cases and with a number in others"
        )
    if len(set(outcomes)) < len(outcomes):
        raise RuleError("mixed-outcomes", "ends with outcomes that are equal but not the same")
