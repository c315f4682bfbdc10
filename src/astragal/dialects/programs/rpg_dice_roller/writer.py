"""Writes formulas for rpg-dice-roller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from astragal.dialects.programs.rpg_dice_roller.arranging import COUNTS
from astragal.dialects.writer import Writer
from astragal.notation.expression import Expression
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.arithmetic import Product
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Level, Node
from astragal.notation.nodes.values import Literal


class RpgWriter(Writer):
    """Totals need no rounding to two decimals, and labels follow dice and groups only."""

    def write(self, expression: Expression) -> str:
        inner = _unrounded(expression.body)
        return super().write(expression if inner is None else expression.replaced(body=inner))

    def modifiers(self, modifiers: tuple[Modifier, ...], node: Node) -> str:
        """A count may not follow a word that would take its condition; the order is all one."""
        before = [each for each in modifiers if not isinstance(each, COUNTS)]
        counts = [each for each in modifiers if isinstance(each, COUNTS)]
        first = bool(before) and before[-1].takes_condition
        ordered = (*counts, *before) if first else (*before, *counts)
        return super().modifiers(ordered, node)

    def dice_group(self, node: DiceGroup) -> str:
        inside = " + ".join(self.node(each, Level.PRODUCT) for each in node.members)
        return f"{{{inside}}}{self.modifiers(node.modifiers, node)}"

    def labelled(self, node: Labelled) -> str:
        text = self.node(node.inner, Level.PRIMARY)
        described = isinstance(node.inner, Dice | Group | DiceGroup)
        return f"{text}[{node.labels[0]}]" if described else text

    methods: ClassVar[dict[type[Node], Callable[[Any, Any], str]]] = {
        **Writer.methods,
        DiceGroup: dice_group,
        Labelled: labelled,
    }


def _unrounded(body: Node) -> Node | None:
    """What is rounded to two decimals, if that is what the body does."""
    match body:
        case Product(factors=(("*", FunctionCall(name="round_away")), ("/", Literal(n=100)))):
            (inner,) = body.factors[0][1].children
        case _:
            return None
    match inner:
        case Product(factors=(("*", number), ("*", Literal(n=100)))):
            return number
    return None
