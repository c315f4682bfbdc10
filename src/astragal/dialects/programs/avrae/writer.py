"""Writes formulas for Avrae."""

from __future__ import annotations

from astragal.dialects.words import Worded
from astragal.dialects.writer import Writer
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_either import KeepEither
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node


class AvraeWriter(Writer):
    """Sets in round brackets.

    Brackets part what would be united: ``(4d6kh3)kl1``.
    """

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

    def worded(self, part: Worded) -> str | None:
        if not isinstance(part, KeepEither):
            return super().worded(part)
        parts = [self.worded(each) for each in part.parts]
        return None if None in parts else "".join(map(str, parts))


def _would_unite(one: Modifier | None, other: Modifier) -> bool:
    """Whether two neighbours keep, or both drop; drops by conditions are the same in turn."""
    kinds = [_drops(each) for each in (one, other)]
    by_condition = isinstance(one, KeepMatching) and isinstance(other, KeepMatching)
    return kinds == [False, False] or (kinds == [True, True] and not by_condition)


def _drops(modifier: Modifier | None) -> bool | None:
    """Whether dice are dropped or kept; None if neither is done."""
    first = modifier.parts[0] if isinstance(modifier, KeepEither) else modifier
    return first.drop if isinstance(first, Keep | KeepMatching) else None
