"""Writes dice for Troll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from astragal.dialects.writer import Writer
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.unique import Unique
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Node


class TrollWriter(Writer):
    """What is added up at last is said, in brackets."""

    def dice(self, node: Dice) -> str:
        rolled = f"{node.count}d{self.die(node.die, node)}"
        if node.count == 1 and not node.modifiers:
            return rolled[1:]
        picked = "".join(self.pick(each, node) for each in reversed(node.modifiers))
        return f"(sum {picked}{rolled})"

    def pick(self, modifier: Modifier, node: Dice) -> str:
        match modifier:
            case Keep(number=int(number), drop=False):
                return f"{'largest' if modifier.highest else 'least'} {number} "
            case Unique():
                return "different "
        raise self.cannot(f"`{modifier}`", node)

    methods: ClassVar[dict[type[Node], Callable[[Any, Any], str]]] = {**Writer.methods, Dice: dice}
