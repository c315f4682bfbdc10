"""Repeats: ``6x(4d6kh3)``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from astragal.errors import NotationError, OddsError
from astragal.limits import readable
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number, Outcome
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import joined, phrase

if TYPE_CHECKING:
    from astragal.notation.cost import Counter
    from astragal.notation.telling import Teller
    from astragal.notation.weighing import Weigher
    from astragal.odds.laws.law import Law
    from astragal.odds.pools.pool import Pool
    from astragal.odds.weights import Weights
    from astragal.rolling.phrases import Said

_MOST_LISTS = 10_000_000
"""More lists than this would fill the memory."""


class Repeat(Node):
    """An expression rolled several times, with a result for each."""

    times: int
    body: Node

    lists_results: ClassVar[bool] = True
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
        from astragal.notation.cases import finite_weights
        from astragal.odds.weights import Weights

        one, denominator = finite_weights(self.body.odds(weigher))
        weigher.budget.span = self.span
        lists_in_all = len(one) ** min(self.times, 10_000)
        if lists_in_all > _MOST_LISTS:
            raise OddsError(
                "too-many-lists",
                f"there are {readable(lists_in_all)} different lists of {self.times} results",
                span=self.span,
                hint=f"ask for one result, `{self.body}`, or for what a function reads from all, "
                f"e.g. `highest({self})`",
            )
        weigher.budget.spend((600 + 50 * self.times) * lists_in_all)
        weigher.budget.room(lists_in_all, 64 * self.times)
        lists: dict[tuple[Outcome, ...], int] = {(): 1}
        for _ in range(self.times):
            lists = {
                (*before, outcome): weight * another
                for before, weight in lists.items()
                for outcome, another in one.items()
            }
        return Weights(lists, denominator**self.times)

    def pools(self, weigher: Weigher) -> Iterator[tuple[Fraction, Pool]]:
        from astragal.odds.pools.identical import Identical

        yield Fraction(1), Identical(self.body.law(weigher), self.times, weigher.budget)
