"""Writes formulas for Roll20."""

from __future__ import annotations

from astragal.dialects.writer import Writer
from astragal.notation.modifiers.count import Count
from astragal.notation.modifiers.each import Each
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice


class Roll20Writer(Writer):
    def dice(self, node: Dice) -> str:
        """Braces part numbers for each die, or a count, from what it would be taken for."""
        explodes = any(isinstance(each, Explode) for each in node.modifiers)
        parted = (Each, Count) if explodes else Each
        places = [at for at, each in enumerate(node.modifiers) if isinstance(each, parted)]
        if not places:
            return super().dice(node)
        before, after = node.modifiers[: places[0]], node.modifiers[places[0] :]
        return self.braced(super().dice(node.replaced(modifiers=before)), after, node)

    def call(self, node: FunctionCall) -> str:
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
