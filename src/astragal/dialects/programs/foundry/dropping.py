"""Drops that Foundry passes over: where all dice would go, all of them stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from astragal.dialects.whole import quick_totals
from astragal.errors import NotationError
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.operands import Operand

PASSED_OVER = "Foundry keeps all dice where all of them would be dropped"
DOUBTFUL = "where all dice would be dropped, Foundry keeps them, and here none are left"
NOT_HERE = "Foundry keeps all dice where all of them would be dropped, which cannot be said here"


class Stretch(NamedTuple):
    """How many dice or totals there may be; ``most`` is None if there is no end to that."""

    fewest: int
    most: int | None

    def capped(self, number: Stretch) -> Stretch:
        """After so many of them were kept."""
        ends = [end for end in (self.most, number.most) if end is not None]
        return Stretch(min(self.fewest, number.fewest), min(ends, default=None))

    def less(self, number: Stretch) -> Stretch:
        """After so many of them were dropped."""
        fewest = 0 if number.most is None else max(self.fewest - number.most, 0)
        return Stretch(fewest, None if self.most is None else self.most - number.fewest)


def stretch_of(operand: Operand) -> Stretch:
    if isinstance(operand, int):
        return Stretch(operand, operand)
    totals = quick_totals(operand)
    return Stretch(int(min(totals)), int(max(totals))) if totals else Stretch(0, None)


def without_vain_drops(
    modifiers: Sequence[Modifier], dice: Stretch
) -> tuple[tuple[Modifier, ...], list[str]]:
    """What changes something in Foundry, and what should be said about the rest."""
    found: list[Modifier] = []
    remarks: list[str] = []
    for each in modifiers:
        if isinstance(each, Explode):
            dice = Stretch(dice.fewest, None)
        elif isinstance(each, Keep) and not each.drop:
            dice = dice.capped(stretch_of(each.number))
        elif isinstance(each, Keep):
            number = stretch_of(each.number)
            if dice.most is not None and number.fewest >= dice.most:
                remarks.append(PASSED_OVER)
                continue
            if number.most is None or number.most >= dice.fewest:
                remarks.append(_doubt(each, dice))
            dice = dice.less(number)
        found.append(each)
    return tuple(found), list(dict.fromkeys(remarks))


def _doubt(drop: Keep, dice: Stretch) -> str:
    """A remark, if nothing is known about how many dice there are."""
    if dice.fewest:
        raise NotationError("untranslatable", NOT_HERE, span=drop.span)
    return DOUBTFUL
