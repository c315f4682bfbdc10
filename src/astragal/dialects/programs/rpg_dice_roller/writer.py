"""Writes formulas for rpg-dice-roller."""

from __future__ import annotations

from astragal.dialects.programs.rpg_dice_roller.arranging import COUNTS
from astragal.dialects.writer import Writer
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Level, Node


class RpgWriter(Writer):
    """Labels follow dice and groups only."""

    def modifiers(self, modifiers: tuple[Modifier, ...], node: Node) -> str:
        """A count may not follow a word that would take its condition; the order is all one."""
        before = [each for each in modifiers if not isinstance(each, COUNTS)]
        counts = [each for each in modifiers if isinstance(each, COUNTS)]
        first = bool(before) and before[-1].takes_condition
        ordered = (*counts, *before) if first else (*before, *counts)
        return super().modifiers(ordered, node)

    def labelled(self, node: Labelled) -> str:
        text = self.node(node.inner, Level.PRIMARY)
        described = isinstance(node.inner, Dice | Group | DiceGroup)
        return f"{text}[{node.labels[0]}]" if described else text
