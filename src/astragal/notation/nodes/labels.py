"""Labels: ``2d6[fire] + 1d4[cold]``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from astragal._visible import in_short
from astragal.errors import NotationError
from astragal.notation.nodes.node import Kind, Level, Node, show
from astragal.notation.operation import Chapter, Example
from astragal.notation.texts import is_label
from astragal.outcome import Number, Outcome
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import phrase

if TYPE_CHECKING:
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.bags import Form
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.pool import Pool
    from astragal.probability.weights import Weights
    from astragal.rolling.phrases import Said


class Labelled(Node):
    """A node with one or more labels."""

    inner: Node
    labels: tuple[str, ...]

    chapter = Chapter.TOGETHER
    examples = (Example("2d6[fire] + 1d4[cold]", "labels", (3, 4, 2), "9"),)

    def __post_init__(self) -> None:
        if isinstance(self.inner, Labelled) or not self.labels:
            raise NotationError("bad-label", "put all labels of a value together", span=self.span)
        for label in self.labels:
            if not is_label(label):
                raise NotationError(
                    "bad-label", f"{in_short(label)} cannot be a label", span=self.span
                )

    @property
    def kind(self) -> Kind:
        return self.inner.kind

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.inner,)

    @property
    def last_pool(self) -> Node | None:
        return self.inner.last_pool

    @property
    def first_dice(self) -> Node | None:
        return self.inner.first_dice

    @property
    def pool_name(self) -> str:
        return self.inner.pool_name

    def value(self, frame: Frame) -> Outcome:
        since = self._groups(frame)
        value = self.inner.value(frame)
        self._label(frame, since)
        return value

    def pool(self, frame: Frame) -> Sequence[Number]:
        since = self._groups(frame)
        pool = self.inner.pool(frame)
        self._label(frame, since)
        return pool

    def _groups(self, frame: Frame) -> int:
        return 0 if frame.trace is None else len(frame.trace.groups)

    def _label(self, frame: Frame, since: int) -> None:
        if frame.trace is not None:
            frame.trace.label(since, self.labels)

    @property
    def symbols(self) -> tuple[str, ...]:
        return self.inner.symbols

    def law(self, weigher: Weigher) -> Law:
        return weigher.law(self.inner)

    def most(self, weigher: Weigher) -> dict[str, int]:
        return self.inner.most(weigher)

    def tally(self, weigher: Weigher, form: Form) -> Law:
        return self.inner.tally(weigher, form)

    def odds(self, weigher: Weigher) -> Law | Weights:
        return self.inner.odds(weigher)

    def pools(self, weigher: Weigher) -> Iterator[tuple[Fraction, Pool]]:
        return self.inner.pools(weigher)

    def say(self, teller: Teller) -> Said:
        return phrase([teller.say(self.inner, Level.PRIMARY), self._suffix])

    def describe(self) -> str:
        return f"{self.inner.describe()} [{', '.join(self.labels)}]"

    @property
    def _suffix(self) -> str:
        return "".join(f"[{label}]" for label in self.labels)

    def __str__(self) -> str:
        return show(self.inner, Level.PRIMARY) + self._suffix
