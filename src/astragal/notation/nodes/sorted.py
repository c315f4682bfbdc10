"""Sorted lists of results: ``6x(1d20+2)sh``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from astragal.errors import NotationError
from astragal.notation.modifiers.sort import Sort
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number, Outcome
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import phrase

if TYPE_CHECKING:
    from astragal.notation.cost import Counter
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.pool import Pool
    from astragal.probability.weights import Weights
    from astragal.rolling.phrases import Said


class Sorted(Node):
    """The results of a repeat, sorted as ``s`` and ``sh`` sort dice."""

    repeat: Repeat
    sort: Sort

    sorts: ClassVar[bool] = True
    told_in_steps: ClassVar[bool] = True
    runs_on: ClassVar[bool] = True
    chapter = Chapter.TOGETHER
    examples = (
        Example("3x(1d20+2)sh", "the results sorted, highest first", (4, 18, 9), "20, 11, 6"),
        Example("3x(2d6)s", "the results sorted, lowest first", (6, 6, 1, 2, 4, 3), "3, 7, 12"),
    )

    def __post_init__(self) -> None:
        if self.repeat.kind is not Kind.LIST:
            raise NotationError(
                "not-a-number",
                f"`{self.sort}` sorts numbers, but this is {self.repeat.kind.value}",
                span=self.sort.span,
            )

    @property
    def kind(self) -> Kind:
        return Kind.LIST

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.repeat,)

    @property
    def results(self) -> tuple[Node, ...]:
        return self.repeat.results

    def charge(self, counter: Counter, times: int) -> int:
        counter.count_looks(self, self.repeat.times, times)
        return times

    def value(self, frame: Frame) -> Outcome:
        results: tuple[Number, ...] = self.repeat.value(frame)  # type: ignore[assignment]
        if frame.trace is not None:
            frame.trace.unsorted = results
        return tuple(self.sort.sorted(results))

    def pool(self, frame: Frame) -> Sequence[Number]:
        return self.sort.sorted(self.repeat.pool(frame))

    def say(self, teller: Teller) -> Said:
        return phrase([teller.say(self.repeat), str(self.sort)])

    def describe(self) -> str:
        return f"{self.repeat.describe()}; the results {self.sort.describe()}"

    def __str__(self) -> str:
        return f"{self.repeat}{self.sort}"

    def law(self, weigher: Weigher) -> Law:
        raise TypeError("a list has no odds as a number")

    def odds(self, weigher: Weigher) -> Weights:
        """Every sorted list with its weight."""
        from astragal.notation.weighing.cases import finite_weights
        from astragal.notation.weighing.lists import every_sorted_list

        repeat = self.repeat
        one = finite_weights(repeat.body.odds(weigher))
        return every_sorted_list(
            one, repeat.times, self, repeat.instead, weigher, highest=self.sort.highest
        )

    def pools(self, weigher: Weigher) -> Iterator[tuple[Fraction, Pool]]:
        return self.repeat.pools(weigher)
