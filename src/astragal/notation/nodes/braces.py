"""The common base of groups in braces, of totals or of dice."""

from __future__ import annotations

from typing import ClassVar

from astragal.errors import NotationError
from astragal.notation.modifiers import modifier as modifiers_of
from astragal.notation.modifiers.modifier import Modifier, join
from astragal.notation.nodes.node import Kind, Node, checked
from astragal.notation.operation import Operation
from astragal.outcome import Number, total
from astragal.rolling.frame import Frame


class Braces(Node, abstract=True):
    """Members in braces, and the modifiers applied to all of them together."""

    members: tuple[Node, ...]
    modifiers: tuple[Modifier, ...] = ()

    between: ClassVar[str]
    """the sign between two members"""
    holds: ClassVar[str]
    """the part of its members that is used: their totals or their dice"""

    def check_modifiers(self, message: str) -> None:
        """Refuse modifiers that need dice of one kind; ``message`` says why."""
        for modifier in self.modifiers:
            if modifier.needs_die:
                raise NotationError(
                    "not-dice",
                    f"`{modifier}` {message}",
                    span=modifier.span,
                    hint=self._inside_braces(modifier),
                )
        if len(self.modifiers) > 1:
            modifiers_of.check_sequence(self.modifiers)

    def _inside_braces(self, modifier: Modifier) -> str:
        """Where a modifier for dice belongs."""
        if len(self.members) > 1:
            return "put it after the dice, inside the braces"
        others = join(tuple(each for each in self.modifiers if each is not modifier))
        return (
            f"put it after the dice, inside the braces: `{{{self.members[0]}{modifier}}}{others}`"
        )

    @property
    def values_held(self) -> int | None:
        """The number of values that its modifiers see, if known before the roll."""
        return len(self.members)

    @property
    def kind(self) -> Kind:
        return Kind.POOL

    @property
    def children(self) -> tuple[Node, ...]:
        return (*self.members, *modifiers_of.operands_of(self.modifiers))

    @property
    def parts(self) -> tuple[Operation, ...]:
        return (self, *self.modifiers)

    def is_newer_than(self, version: int) -> bool:
        return modifiers_of.sees_newer_order(self.modifiers, version)

    @property
    def last_pool(self) -> Node | None:
        return self

    def value(self, frame: Frame) -> Number:
        return checked(total(self.pool(frame)), frame.limits, self.span)

    def describe(self) -> str:
        members = " and ".join(f"({member.describe()})" for member in self.members)
        changes = modifiers_of.descriptions(self.modifiers, self.values_held)
        return ", ".join([f"the {self.holds} of {members}", *changes])

    def __str__(self) -> str:
        return f"{{{self.between.join(map(str, self.members))}}}{join(self.modifiers)}"
