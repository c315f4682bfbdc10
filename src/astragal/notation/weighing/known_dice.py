"""The odds of dice with known number, sides and modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from astragal.die import Die
from astragal.notation.modifiers.modifier import Modifier, effects_of
from astragal.notation.nodes.dice import Dice
from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws.law import Law
from astragal.probability.pools.effects import Effect
from astragal.probability.pools.identical import Identical
from astragal.probability.pools.pool import Pool, pool_after, total_after

Size: TypeAlias = tuple[int, Die]
"""The number of dice and their kind."""


def total_of(count: int, die: Die, modifiers: tuple[Modifier, ...], budget: Budget) -> Law:
    """The sum of the dice after their modifiers."""
    for modifier in modifiers:
        if modifier.by_order and (pool := _one_by_one(count, die, modifiers, budget)):
            return pool.total()
    face = Law.of_die(die)
    return total_after(Identical(face, count, budget), effects_of(modifiers, die, face))


def pool_of(count: int, die: Die, modifiers: tuple[Modifier, ...], budget: Budget) -> Pool:
    """The dice after their modifiers."""
    for modifier in modifiers:
        if modifier.by_order and (pool := _one_by_one(count, die, modifiers, budget)):
            return pool
    face = Law.of_die(die)
    return pool_after(Identical(face, count, budget), effects_of(modifiers, die, face))


def _one_by_one(
    count: int, die: Die, modifiers: tuple[Modifier, ...], budget: Budget
) -> Pool | None:
    """The pool from every roll, if it depends on which dice come first; else None."""
    from astragal.notation.weighing.every_roll import (  # hardly ever needed
        every_pool,
        order_matters,
    )

    if not order_matters(modifiers):
        return None
    return every_pool(Dice(count, die, modifiers), die, modifiers, budget)


def effects_on(die: Die, modifiers: Sequence[Modifier]) -> tuple[list[Effect], Law]:
    """The effects of modifiers, and the law of one die, from which explosions also draw."""
    face = Law.of_die(die)
    return effects_of(modifiers, die, face), face


def largest_first(cases: Iterable[tuple[Number, Size]]) -> list[tuple[Number, Size]]:
    """Sizes with their chances, largest first: if it is refused, no work was wasted."""

    def faces(case: tuple[Number, Size]) -> int:
        _, (count, die) = case
        return count * die.total

    return sorted(cases, key=faces, reverse=True)


def spend_on_mixture(sizes: Sequence[Size], budget: Budget) -> None:
    """Count the sums of dice of all sizes, and their conversion to a common denominator."""
    budget.spend_cases(len(sizes))
    most = max((count for count, _ in sizes), default=0)
    common = most * lcm(*{die.total for _, die in sizes}).bit_length() // 64
    for count, die in sizes:
        own = count * die.total.bit_length() // 64
        budget.spend(count * die.total * (50 + 4 * own + (1 + own) * (common - own) // 3))


def sum_of_fair(count: int, sizes: Iterable[tuple[Number, Size]], budget: Budget) -> Law:
    """The sum of fair dice with a random number of sides."""
    from astragal.probability.laws import compound

    sides = {die.total: Fraction(chance) for chance, (_, die) in sizes}
    return compound.sum_of_fair(count, sides, budget)
