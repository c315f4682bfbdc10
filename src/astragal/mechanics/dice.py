"""Dice of several games: percentile dice, and dice that must give a number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from astragal.die import ONES_DIE, TENS_DIE
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.notation.expression import Expression
from astragal.notation.nodes.node import Kind
from astragal.rules.requests.dice import dice


def hundred(tens: int, ones: int) -> int:
    """The number shown by two ten-sided dice; two zeros are 100.

    >>> hundred(7, 0), hundred(0, 7), hundred(0, 0)
    (70, 7, 100)
    """
    return 10 * tens + ones or 100


def more_or_less(bonus: int | Expression) -> str:
    """The bonus or penalty of a roll, as written in its introduction.

    >>> from astragal import parse
    >>> more_or_less(parse("1d4")), more_or_less(parse("-1d4")), more_or_less(-2)
    ('with 1d4 more', 'with 1d4 less', 'with a bonus of -2')
    """
    if isinstance(bonus, int):
        return f"with a bonus of {bonus:+}"
    less = bonus.typed.startswith("-")
    return f"with {bonus.typed.removeprefix('-')} {'less' if less else 'more'}"


def two_dice() -> Asks[int]:
    """Roll percentile dice: the tens die, then the ones die, 1 to 100."""
    tens, ones = yield dice((TENS_DIE, ONES_DIE))
    yield note("tens {}, ones {}", tens, ones)
    return hundred(tens, ones)


def no_number(dice: Expression) -> str | None:
    """The reason why dice do not give a number; None if they do.

    >>> from astragal import parse
    >>> no_number(parse("2d6+3")), no_number(parse("1d20 >= 15"))
    (None, '`1d20 >= 15` gives true or false, not a number')
    """
    kind = dice.body.kind
    if kind in (Kind.NUMBER, Kind.POOL):
        return None
    return f"`{dice}` gives {kind.value}, not a number"


def not_numbers(given: Any, names: Iterable[str]) -> str | None:
    """The reason why dice in these parameters do not give a number; None if all do."""
    for name in names:
        if (rolled := getattr(given, name)) and (why := no_number(rolled)):
            return f"{name}: {why}"
    return None
