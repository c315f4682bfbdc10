"""The sides in a rule: ours, the opponent's and the helpers', by names of parameters.

A rule's first parameter is the basis of the roll: one number, or a list with one per player.
``opponent`` and parameters starting with ``opponent_`` belong to the other side; ``helpers`` help.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from astragal.rules.parameters import Parameter
from astragal.rules.rule import Rule
from astragal.rules.sides import Side, side_of
from astragal.rules.types import ListType, TextType
from astragal.rules.types.numbers import NumberType


def is_number_list(parameter: Parameter) -> bool:
    return isinstance(parameter.type, ListType) and isinstance(parameter.type.item, NumberType)


class Sides:
    """The sides of one rule."""

    def __init__(self, rule: Rule[..., Any]) -> None:
        self.rule = rule
        self.parameters = {each.name: each for each in rule.parameters}
        first = rule.parameters[0] if rule.parameters else None
        self.several = first is not None and first.required and is_number_list(first)
        """whether several players roll"""
        self.leads = {Side.OURS: first.name if first is not None else ""}
        for side in (Side.OPPONENT, Side.HELPER, Side.OPPONENTS_HELPER):
            known = (each for each in (side.value, f"{side.value}s") if each in self.parameters)
            self.leads[side] = next(known, "")

    def names_of(self, side: Side) -> str | None:
        """The parameter for the names of a side's participants, if the rule has one."""
        name = "names" if side is Side.OURS else f"{side.value}_names"
        found = self.parameters.get(name)
        kind = None if found is None else found.type
        return name if isinstance(kind, ListType) and isinstance(kind.item, TextType) else None

    @property
    def two_roll(self) -> bool:
        """True if one participant rolls against another."""
        return not self.several and self.leads[Side.OPPONENT] == Side.OPPONENT.value

    def has_one_for_each(self, name: str) -> bool:
        """True if a parameter is a list with one number per person."""
        if not is_number_list(self.parameters[name]):
            return False
        side = side_of(name)
        return self.several if side is Side.OURS else self._is_list(side)

    def _is_list(self, side: Side) -> bool:
        lead = self.parameters.get(self.leads[side])
        return lead is not None and is_number_list(lead)

    def target(self, name: str, side: Side) -> str | None:
        """The parameter for ``name`` on a side; None if the rule does not have it.

        Additions to the ``modifier`` of a Test go to one of the ``modifiers`` of a Group Test. On
        the opponent's sheet, additions to the opponent's numbers go to ours.
        """
        lead = self.leads[Side.OURS]
        if side is Side.OURS:
            own = lead if self.several and lead == f"{name}s" else name
            return own if self._takes(own) else None
        if name in (lead, lead.removesuffix("s")):
            return self.leads[side] if self._takes(self.leads[side]) else None
        if side is Side.OPPONENT and side_of(name) is Side.OPPONENT:
            own = lead if name == self.leads[side] else name.partition("_")[2]
            return own if self._takes(own) else None
        spelt = (f"{side.value}_{name}", f"{side.value}s_{name}")
        return next((each for each in spelt if self._takes(each)), None)

    def _takes(self, name: str) -> bool:
        """True if circumstances can add to a parameter."""
        parameter = self.parameters.get(name)
        return parameter is not None and (parameter.type.addable or self.has_one_for_each(name))

    def knows(self, name: str) -> bool:
        """True if ``name`` corresponds to a parameter of the rule on any side."""
        return any(self.target(name, side) is not None for side in Side)


@lru_cache(maxsize=200)
def sides_of(rule: Rule[..., Any]) -> Sides:
    """The sides of a rule, cached."""
    return Sides(rule)
