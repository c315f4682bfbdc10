"""Writes formulas for Roll20."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from astragal.dialects.writer import Writer
from astragal.notation.modifiers.count import Count
from astragal.notation.modifiers.each import Each
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.node import Level, Node
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.values import Given


class Roll20Writer(Writer):
    def given(self, node: Given) -> str:
        return f"@{{{node.name}}}"

    def dice(self, node: Dice) -> str:
        """Braces part numbers for each die, or a count, from what it would be taken for."""
        explodes = any(isinstance(each, Explode) for each in node.modifiers)
        parted = (Each, Count) if explodes else Each
        places = [at for at, each in enumerate(node.modifiers) if isinstance(each, parted)]
        if not places:
            return super().dice(node)
        before, after = node.modifiers[: places[0]], node.modifiers[places[0] :]
        return self.braced(super().dice(node.replaced(modifiers=before)), after, node)

    def dice_group(self, node: DiceGroup) -> str:
        inside = " + ".join(self.node(each, Level.PRODUCT) for each in node.members)
        return self.braced(inside, node.modifiers, node)

    def braced(self, inside: str, modifiers: tuple[Modifier, ...], node: Node) -> str:
        rest = [each for each in modifiers if not isinstance(each, Each)]
        for each in modifiers:
            if isinstance(each, Each):
                inside += f" {each.sign} {self.operand(each.number)}"
        return f"{{{inside}}}{self.modifiers(tuple(rest), node)}"

    def power(self, node: Power) -> str:
        base, exponent = (self.node(each, Level.PRIMARY) for each in node.children)
        return f"{base} ** {exponent}"

    def call(self, node: FunctionCall) -> str:
        if node.name == "sqrt":
            return f"({self.node(node.arguments[0], Level.PRIMARY)} ** 0.5)"
        if node.name != "matches" or not isinstance(node.arguments[0], Dice):
            return super().call(node)
        dice, *least = node.arguments
        assert isinstance(dice, Dice)
        word = f"mt{self.node(least[0])}" if least else "mt"
        last = dice.modifiers[-1] if dice.modifiers else None
        if isinstance(last, KeepMatching):
            dice = dice.replaced(modifiers=dice.modifiers[:-1])
            word += self.condition(last.condition, None) or ""
        return super().dice(dice) + word

    methods: ClassVar[dict[type[Node], Callable[[Any, Any], str]]] = {
        **Writer.methods,
        Given: given,
        Power: power,
        Dice: dice,
        DiceGroup: dice_group,
        FunctionCall: call,
    }
