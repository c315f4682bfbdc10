"""Writes formulas for Avrae."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from astragal.dialects.programs.avrae.arranging import pieces
from astragal.dialects.whole import is_whole
from astragal.dialects.words import Worded
from astragal.dialects.writer import Writer
from astragal.die import Die
from astragal.notation.conditions import Comparison
from astragal.notation.expression import Expression
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_either import KeepEither
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node


class AvraeWriter(Writer):
    """Sets in round brackets; conditions in pieces; the total needs no cutting.

    Brackets part what would be united: ``(4d6kh3)kl1``.
    """

    def write(self, expression: Expression) -> str:
        body = expression.body
        if (
            isinstance(body, FunctionCall)
            and body.name == "trunc"
            and not is_whole(body.arguments[0])
        ):
            return self.node(body.arguments[0])
        return super().write(expression)

    def group(self, node: Group) -> str:
        members = ", ".join(map(self.node, node.members))
        comma = "," if len(node.members) == 1 else ""
        return self.parted(f"({members}{comma})", node.modifiers, node)

    def dice(self, node: Dice) -> str:
        return self.parted(super().dice(node.replaced(modifiers=())), node.modifiers, node)

    def parted(self, text: str, modifiers: tuple[Modifier, ...], node: Node) -> str:
        for before, each in zip((None, *modifiers), modifiers, strict=False):
            if _would_unite(before, each):
                text = f"({text})"
            text += self.modifiers((each,), node)
        return text

    def modifiers(self, modifiers: tuple[Modifier, ...], node: Node) -> str:
        die = node.die if isinstance(node, Dice) else None
        if isinstance(die, Die) and not die.symbolic:
            modifiers = tuple(_with_condition(each, die) for each in modifiers)
        return super().modifiers(modifiers, node)

    def worded(self, part: Worded, node: Node) -> str:
        if isinstance(part, KeepEither):
            return "".join(self.worded(each, node) for each in part.parts)
        found = pieces(getattr(part, "condition", None))
        if found is None:
            return super().worded(part, node)
        assert isinstance(part, Modifier | Tally)
        parts = (part.replaced(condition=each) for each in found)
        return "".join(super(AvraeWriter, self).worded(each, node) for each in parts)

    methods: ClassVar[dict[type[Node], Callable[[Any, Any], str]]] = {
        **Writer.methods,
        Dice: dice,
        Group: group,
    }


def _with_condition(modifier: Modifier, die: Die) -> Modifier:
    """The face that is meant if there is no condition."""
    if not isinstance(modifier, Explode | Reroll) or modifier.condition is not None:
        return modifier
    face = die.highest if isinstance(modifier, Explode) else die.lowest
    return modifier.replaced(condition=Comparison("=", face))


def _would_unite(one: Modifier | None, other: Modifier) -> bool:
    """Whether two neighbours keep, or both drop; drops by conditions are the same in turn."""
    kinds = [_drops(each) for each in (one, other)]
    by_condition = isinstance(one, KeepMatching) and isinstance(other, KeepMatching)
    return kinds == [False, False] or (kinds == [True, True] and not by_condition)


def _drops(modifier: Modifier | None) -> bool | None:
    """Whether dice are dropped or kept; None if neither is done."""
    first = modifier.parts[0] if isinstance(modifier, KeepEither) else modifier
    return first.drop if isinstance(first, Keep | KeepMatching) else None
