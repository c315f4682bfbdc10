"""Writes formulas for Foundry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from astragal.dialects.programs.foundry.words import COIN, NAME, POWER
from astragal.dialects.scoring import opposite
from astragal.dialects.writer import Writer
from astragal.die import Die
from astragal.notation.conditions import Comparison, Condition, Parity
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.worth import Case, Points, Worth
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.values import Given

_DEDUCTED: dict[Points, str] = {-1: "df", "-face": "sf"}


class FoundryWriter(Writer):
    def given(self, node: Given) -> str:
        if not NAME.fullmatch(f"@{node.name}"):
            raise self.cannot(f"the name {node.name}", node)
        return f"@{node.name}"

    def power(self, node: Power) -> str:
        return f"{POWER}({self.node(node.base)}, {self.node(node.exponent)})"

    def modifiers(self, modifiers: tuple[Modifier, ...], node: Node) -> str:
        """With the faces that explode or are re-rolled, so that no number is lost."""
        die = node.die if isinstance(node, Dice) and isinstance(node.die, Die) else None
        text = ""
        for each in modifiers:
            scored = self.called(each) if die == COIN else self.scored(each)
            text += scored or super().modifiers((_spelt_out(each, die),), node)
        return text

    def called(self, modifier: Modifier) -> str:
        """``c1``: coins that show what was called."""
        calls = {Count((Tally(Comparison("=", side)),)): f"c{side}" for side in (0, 1)}
        return calls.get(modifier, "") if isinstance(modifier, Count) else ""

    def scored(self, modifier: Modifier) -> str:
        """Two words together, where one cannot say what dice count as; else ""."""
        cases, otherwise = _cases(modifier)
        points = [case.points for case in cases]
        if len(cases) == 1 and otherwise in _DEDUCTED and points == [1]:
            return self.counted(cases[0].condition, "cs") + _DEDUCTED[otherwise]
        if len(cases) == 1 and otherwise == 0 and points[0] in _DEDUCTED:
            return self.counted(cases[0].condition, "cf") + _DEDUCTED[points[0]]
        if otherwise == 0 and points[:1] == [-1] and points[1:] == [1]:
            deducted = self.condition(cases[0].condition, "=")
            return self.counted(cases[1].condition, "cs") + f"df{deducted}" if deducted else ""
        return ""

    def counted(self, condition: Condition, word: str) -> str:
        if isinstance(condition, Parity) and word == "cs":
            return condition.word
        return f"{word}{self.condition(condition, '=') or ''}"

    methods: ClassVar[dict[type[Node], Callable[[Any, Any], str]]] = {
        **Writer.methods,
        Given: given,
        Power: power,
    }


def _cases(modifier: Modifier) -> tuple[tuple[Case, ...], Points]:
    """What dice count as, of a modifier that says that; else nothing."""
    if isinstance(modifier, Worth):
        return modifier.cases, modifier.otherwise
    if isinstance(modifier, Count) and len(modifier.tallies) == 2:
        hits, misses = (each.condition for each in modifier.tallies)
        if misses == opposite(hits):
            return (Case(hits, 1),), -1
    return (), "face"


def _spelt_out(modifier: Modifier, die: Die | None) -> Modifier:
    if not isinstance(modifier, Explode | Reroll) or modifier.condition is not None or die is None:
        return modifier
    if isinstance(modifier, Reroll) and modifier.lowest > 1:
        return modifier
    face = die.highest if isinstance(modifier, Explode) else die.lowest
    return modifier.replaced(condition=Comparison("=", face))
