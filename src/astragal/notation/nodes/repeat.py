"""Repeats: ``6x(4d6kh3)``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from astragal.errors import NotationError
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number, Outcome
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import joined, phrase

if TYPE_CHECKING:
    from astragal.notation.cost import Counter
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.pool import Pool
    from astragal.probability.weights import Weights
    from astragal.rolling.phrases import Said


class Repeat(Node):
    """An expression rolled several times, with a result for each."""

    times: int
    body: Node

    told_in_steps: ClassVar[bool] = True
    runs_on: ClassVar[bool] = True
    chapter = Chapter.TOGETHER
    examples = (Example("3x(2d6)", "three times, a result each", (1, 2, 3, 4, 5, 6), "3, 7, 11"),)

    def __post_init__(self) -> None:
        if self.times < 1:
            raise NotationError("bad-count", "a repeat must happen at least once", span=self.span)

    @property
    def kind(self) -> Kind:
        return Kind.LIST if self.body.kind in (Kind.NUMBER, Kind.POOL, Kind.TRUTH) else Kind.LISTS

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.body,)

    @property
    def results(self) -> tuple[Node, ...]:
        return (self.body,) * self.times

    @property
    def repeats(self) -> int:
        return self.times

    def charge(self, counter: Counter, times: int) -> int:
        times *= self.times
        counter.limits.check("results", times, self.span)
        return times

    def value(self, frame: Frame) -> Outcome:
        return tuple(self.body.value(frame) for _ in range(self.times))

    def pool(self, frame: Frame) -> Sequence[Number]:
        return [self.body.number(frame) for _ in range(self.times)]

    def say(self, teller: Teller) -> Said:
        each = joined(", ", [teller.say(self.body) for _ in range(self.times)])
        return phrase(["[", each, "]"])

    def describe(self) -> str:
        from astragal.notation.wording import number_in_words

        times = "once" if self.times == 1 else f"{number_in_words(self.times)} times"
        return f"{times}: {self.body.describe()}"

    def __str__(self) -> str:
        return f"{self.times}x({self.body})"

    def law(self, weigher: Weigher) -> Law:
        raise TypeError("a list has no odds as a number")

    def odds(self, weigher: Weigher) -> Weights:
        """Every list with its weight."""
        from astragal.notation.weighing.cases import finite_weights
        from astragal.notation.weighing.lists import every_list

        one = finite_weights(self.body.odds(weigher))
        return every_list([one] * self.times, self, self.instead, weigher)

    @property
    def instead(self) -> str:
        """A hint on what to ask for if there are too many lists."""
        return (
            f"ask for one result, `{self.body}`, or for what a function reads from all, "
            f"e.g. `highest({self})`"
        )

    def pools(self, weigher: Weigher) -> Iterator[tuple[Fraction, Pool]]:
        yield Fraction(1), weigher.identical(self.body.law(weigher), self.times, weigher.budget)
