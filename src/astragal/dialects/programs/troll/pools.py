"""What is known of a Troll collection, which is dice here."""

from __future__ import annotations

from typing import TypeAlias

from astragal.notation.modifiers.explode import Explode
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup

Pool: TypeAlias = Dice | DiceGroup


def base(pool: Pool) -> int:
    """How many dice are rolled; 0 if nobody knows."""
    counts = [each.count for each in ((pool,) if isinstance(pool, Dice) else pool.members)]  # type: ignore[attr-defined]
    return sum(counts) if all(isinstance(each, int) for each in counts) else 0


def all_stay(pool: Pool) -> bool:
    """Whether there are as many numbers as dice rolled."""
    members = (pool,) if isinstance(pool, Dice) else pool.members
    plain = not any(each.modifiers for each in (pool, *members))  # type: ignore[attr-defined]
    return plain and base(pool) > 0


def grows(dice: Dice) -> bool:
    return any(isinstance(each, Explode) for each in dice.modifiers)


def is_one_die(pool: Pool) -> bool:
    return isinstance(pool, Dice) and pool.count == 1 and not pool.modifiers
