"""Several rolls in one text: ``2d6, 1d8``."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from astragal.errors import NotationError
from astragal.notation.nodes.node import Kind, Level, Node, inside
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Outcome
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import joined

if TYPE_CHECKING:
    from astragal.notation.cost import Counter
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law
    from astragal.probability.weights import Weights
    from astragal.rolling.phrases import Said


class Several(Node):
    """Expressions rolled one after another, with a result for each.

    It is always a whole text, never a part of one: a comma in brackets belongs to the brackets.
    """

    members: tuple[Node, ...]

    level = Level.COMPARISON
    runs_on: ClassVar[bool] = True
    chapter = Chapter.TOGETHER
    examples = (
        Example("2d6, 1d8", "several rolls, a result each", (3, 4, 8), "7, 8"),
        Example("1d20+5 >= 15, 1d8+3", "a hit, and its damage", (12, 6), "true, 9"),
    )

    def __post_init__(self) -> None:
        if len(self.members) < 2:
            raise NotationError("bad-count", "several rolls are at least two", span=self.span)
        for member in self.members[:-1]:
            if member.reads_ranges:
                raise NotationError(
                    "bad-range",
                    "of several rolls, only the last can have ranges: "
                    "a comma belongs to the name of a range",
                    span=member.span,
                    hint="put the roll with ranges last",
                )

    @property
    def kind(self) -> Kind:
        return Kind.LISTS

    @property
    def children(self) -> tuple[Node, ...]:
        return self.members

    @property
    def results(self) -> tuple[Node, ...]:
        return self.members

    def charge(self, counter: Counter, times: int) -> int:
        counter.limits.check("results", times * len(self.members), self.span)
        return times

    def value(self, frame: Frame) -> Outcome:
        return tuple([member.value(frame) for member in self.members])

    def say(self, teller: Teller) -> Said:
        return joined(", ", [teller.say(member) for member in self.members])

    def describe(self) -> str:
        return "; then ".join(map(inside, self.members))

    def __str__(self) -> str:
        return ", ".join(map(str, self.members))

    def law(self, weigher: Weigher) -> Law:
        raise TypeError("a list has no odds as a number")

    def odds(self, weigher: Weigher) -> Weights:
        """Every list with its weight."""
        from astragal.notation.weighing.cases import finite_weights
        from astragal.notation.weighing.lists import every_list

        each = [finite_weights(member.odds(weigher)) for member in self.members]
        return every_list(each, self, f"ask for one of them, `{self.members[0]}`", weigher)
