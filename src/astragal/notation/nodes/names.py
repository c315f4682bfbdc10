"""Names for one roll: ``p = 10d4; lowest(p,2) + highest(p,2)``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from astragal._value import Value, field
from astragal.errors import NOWHERE, NotationError, Span
from astragal.notation.functions.function import FUNCTIONS
from astragal.notation.nodes.node import WORDS, Kind, Node, checked, require_number
from astragal.notation.operation import Chapter, Example
from astragal.notation.texts import is_word, joins, reads_as_dice
from astragal.notation.weighing.features import Feature
from astragal.outcome import Number, Outcome, total
from astragal.rolling.frame import Frame
from astragal.symbols import Symbols

if TYPE_CHECKING:
    from astragal.notation.columns import Columns
    from astragal.notation.cost import Counter
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.bags import Form
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.pool import Pool
    from astragal.probability.weights import Weights


class Name(Node):
    """The name of a roll earlier in the text."""

    name: str
    bound_kind: Kind = field(default=Kind.POOL, compare=False)
    bound_symbols: tuple[str, ...] = field(default=(), compare=False)

    chapter = Chapter.TOGETHER
    examples = (
        Example(
            "p = 10d4; lowest(p,2) + highest(p,2)",
            "a name for one roll, used as often as wanted",
            (1, 2, 3, 4, 1, 2, 3, 4, 1, 2),
            "10",
        ),
    )

    @property
    def kind(self) -> Kind:
        return self.bound_kind

    @property
    def used_name(self) -> str:
        return self.name

    def asks_of(self, name: str, weigher: Weigher) -> tuple[list[Feature], tuple[Node, ...]]:
        if name != self.name:
            return [], ()
        if self.kind is Kind.SYMBOLS:
            return [Feature(name, symbol=symbol) for symbol in self.symbols], ()
        return [Feature(name)], ()

    @property
    def symbols(self) -> tuple[str, ...]:
        return self.bound_symbols

    def charge(self, counter: Counter, times: int) -> int:
        if self.name not in counter.names:
            raise NotationError("unknown-word", f"nothing is named `{self.name}`", span=self.span)
        return times

    def value(self, frame: Frame) -> Outcome:
        bound = frame.names[self.name]
        if isinstance(bound, int | Fraction | Symbols):
            return bound
        frame.look(len(bound), self.span)
        if self.kind is Kind.LIST:
            return tuple(bound)
        return checked(total(bound), frame.limits, self.span)

    def pool(self, frame: Frame) -> Sequence[Number]:
        bound: Sequence[Number] = frame.names[self.name]
        frame.look(len(bound), self.span)
        return bound

    def law(self, weigher: Weigher) -> Law:
        return weigher.law_of_name(self.name)

    def most(self, weigher: Weigher) -> dict[str, int]:
        return weigher.bound[self.name].most(weigher)

    def tally(self, weigher: Weigher, form: Form) -> Law:
        return weigher.tally_of_name(self.name, form)

    def odds(self, weigher: Weigher) -> Law | Weights:
        if self.kind is Kind.SYMBOLS:
            return weigher.known_bag(self) or weigher.bags(self)
        if self.kind is Kind.LIST:
            return weigher.bound[self.name].odds(weigher)
        return super().odds(weigher)

    def column(self, columns: Columns) -> Sequence[Any] | None:
        if self.kind in (Kind.LIST, Kind.SYMBOLS):
            return None
        return columns.of_name(self.name)

    def pools(self, weigher: Weigher) -> Iterator[tuple[Fraction, Pool]]:
        return weigher.bound[self.name].pools(weigher)

    def say(self, teller: Teller) -> str:
        return self.name

    def describe(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name

    @property
    def as_operand(self) -> str:
        return self.name

    @property
    def as_words(self) -> str:
        return self.name


class Binding(Value):
    """``p = 10d4;``: a name for one roll."""

    name: str
    node: Node
    span: Span = field(default=NOWHERE, compare=False)

    def __post_init__(self) -> None:
        if not is_name(self.name):
            raise NotationError(
                "bad-name",
                f"`{self.name}` cannot be a name",
                span=self.span,
                hint="a name is a word that is not dice, a function, `and`, `or`, `not` or `vs`",
            )
        if self.node.kind in (Kind.LISTS, *WORDS):
            require_number(self.node, self.name)

    def bind(self, frame: Frame, names: dict[str, Number | Sequence[Number]]) -> None:
        """Roll it once, and store the result under its name."""
        node = self.node
        is_pool = node.kind in (Kind.POOL, Kind.LIST)
        names[self.name] = node.pool(frame) if is_pool else node.number(frame)

    def __str__(self) -> str:
        return f"{self.name} = {self.node}"


def is_name(word: str) -> bool:
    """True if a word is valid as a name for a roll."""
    return (
        is_word(word)
        and not (word in FUNCTIONS and FUNCTIONS[word].reserved)
        and word not in ("d", "D")
        and not joins(word)
        and not reads_as_dice(word)
    )
