"""The base of all nodes: an immutable tree in which every node knows its place in the text.

``value`` is a node's value in a roll, ``law`` its odds, ``say`` the text of its roll, ``describe``
its meaning in words, and ``str`` its canonical notation, which parses back to an equal node.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence
from enum import Enum, IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from astragal._value import field
from astragal.errors import NOWHERE, NotationError, RollError, Span
from astragal.limits import Limits
from astragal.notation.operation import Operation
from astragal.outcome import Number, Outcome, Verdict, tidy
from astragal.rolling.frame import Frame

if TYPE_CHECKING:
    from fractions import Fraction

    from astragal.notation.columns import Columns
    from astragal.notation.cost import Counter
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.features import Feature
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.bags import Form
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.pool import Pool
    from astragal.probability.weights import Weights
    from astragal.rolling.phrases import Said
    from astragal.rolling.trace import RolledGroup


class Level(IntEnum):
    """The binding strength of a node: a looser node inside a tighter one needs brackets."""

    OR = 0
    AND = 1
    NOT = 2
    COMPARISON = 3
    SUM = 4
    PRODUCT = 5
    UNARY = 6
    POWER = 7
    PRIMARY = 8


class Kind(Enum):
    """The kind of a node's value."""

    NUMBER = "a number"
    POOL = "dice"
    TRUTH = "true or false"
    LIST = "a list of results"
    LISTS = "a list of lists or names"
    NAME = "the name of a range"
    STANDING = "higher, tie or lower"
    SYMBOLS = "a bag of symbols"


class Node(Operation, abstract=True):
    """A node of an expression."""

    span: Span = field(default=NOWHERE, compare=False, kw_only=True)

    is_node: ClassVar[bool] = True
    level: ClassVar[Level] = Level.PRIMARY
    constant: ClassVar[bool] = False
    """whether it is a number that is known before the roll"""
    told_in_steps: ClassVar[bool] = False
    """whether its dice are too many for one line, and only listed in the steps"""
    sorts: ClassVar[bool] = False
    """whether its value is a list in another order than the roll"""
    reads_ranges: ClassVar[bool] = False
    """whether its value is the name of the range that contains a total"""
    runs_on: ClassVar[bool] = False
    """whether its description needs brackets within a longer one"""

    # Structure

    @property
    def kind(self) -> Kind:
        return Kind.NUMBER

    @property
    def children(self) -> tuple[Node, ...]:
        return ()

    @property
    def parts(self) -> tuple[Operation, ...]:
        """The operations in this node, without its children: the node itself first."""
        return (self,)

    @property
    def results(self) -> tuple[Node, ...]:
        """The nodes rolled for each result, in order, if the value is a list of results."""
        return ()

    @property
    def draws(self) -> bool:
        """True if it draws dice."""
        return any(child.draws for child in self.children)

    @property
    def last_pool(self) -> Node | None:
        """The pool at the end of its text, if any."""
        return None

    @property
    def first_dice(self) -> Node | None:
        """The first dice of a total, if they are directly in it or inside arithmetic."""
        return None

    @property
    def single(self) -> bool:
        """True if a comparison after this pool can only mean its total: one die, or a count."""
        return False

    @property
    def takes_condition(self) -> bool:
        """True if a comparison after this pool would be a condition of its last modifier."""
        return False

    def charge(self, counter: Counter, times: int) -> int:
        """Count the cost of ``times`` rolls; returns how often its children are rolled."""
        return times

    @property
    def used_name(self) -> str:
        """The name, if this node is one; else ""."""
        return ""

    @property
    def pool_name(self) -> str:
        """The name, if this pool is a name, with or without labels; else ""."""
        return self.used_name

    def asks_of(self, name: str, weigher: Weigher) -> tuple[list[Feature], tuple[Node, ...]]:
        """The features of a name that it uses itself, and the nodes that may use others."""
        return [], self.children

    @property
    def repeats(self) -> int:
        """The number of times its children are rolled each time it is rolled."""
        return 1

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols that its value may have."""
        return ()

    @property
    def draws_symbols(self) -> bool:
        """True if it is dice with symbols."""
        return False

    @property
    def spelling_cost(self) -> int:
        """The cost of describing its group in words."""
        start, end = self.span
        return (end - start) // 8

    @abstractmethod
    def __str__(self) -> str:
        """The canonical notation."""

    @cached_property
    def spelling(self) -> str:
        """The canonical notation, cached for all rolls."""
        return str(self)

    @property
    def as_count(self) -> str:
        """The notation next to letters: as a count, as sides, or after a modifier's word."""
        return f"({self})"

    @property
    def as_operand(self) -> str:
        """The notation after a comparison sign."""
        return f"({self})"

    @property
    def as_words(self) -> str:
        """The meaning as an operand, in words."""
        return f"({self.describe()})"

    # In a roll

    @abstractmethod
    def value(self, frame: Frame) -> Outcome:
        """The value in a roll."""

    def number(self, frame: Frame) -> Number:
        """The value of a node whose kind is known to be a number."""
        return self.value(frame)  # type: ignore[return-value]

    def pool(self, frame: Frame) -> Sequence[Number]:
        """The values of a pool; a TypeError for other nodes."""
        raise TypeError(f"{type(self).__name__} is not a pool")

    # In words

    @abstractmethod
    def say(self, teller: Teller) -> Said:
        """The text with the dice as rolled."""

    def means(self, outcome: Outcome, groups: Sequence[RolledGroup]) -> Verdict | None:
        """The verdict on an outcome for the player who rolled it; None if the node has none."""
        return None

    @abstractmethod
    def describe(self) -> str:
        """The meaning in words."""

    # In odds

    @abstractmethod
    def law(self, weigher: Weigher) -> Law:
        """The law of its number; true and false are 1 and 0."""

    def odds(self, weigher: Weigher) -> Law | Weights:
        """The odds of its value, a number or any other outcome."""
        law = self.law(weigher)
        return _truth_weights(law) if self.kind is Kind.TRUTH else law

    def most(self, weigher: Weigher) -> dict[str, int]:
        """The greatest possible number of each symbol; an OddsError if one is unbounded."""
        raise TypeError(f"{type(self).__name__} has no symbols")

    def tally(self, weigher: Weigher, form: Form) -> Law:
        """The law of the value of its symbols under a form."""
        raise TypeError(f"{type(self).__name__} has no symbols")

    def column(self, columns: Columns) -> Sequence[Any] | None:
        """The values in many rolls, or in all cases of a name, together; None if not supported."""
        return None

    def pools(self, weigher: Weigher) -> Iterator[tuple[Fraction, Pool]]:
        """The pool with its probability; several if its count, sides or operands vary."""
        raise TypeError(f"{type(self).__name__} is not a pool")


def _truth_weights(law: Law) -> Weights:
    """The odds of true and false, from those of 1 and 0."""
    from astragal.probability.weights import Weights

    table, denominator = law.table()
    return Weights({bool(n): weight for n, weight in table.items() if weight}, denominator)


def show(node: Node, level: Level) -> str:
    """A node's text, in brackets if it binds looser than ``level``."""
    return str(node) if node.level >= level else f"({node})"


def inside(node: Node) -> str:
    """A node's description, in brackets if it would run into the words around it."""
    return f"({node.describe()})" if node.runs_on else node.describe()


def apart(node: Node) -> str:
    """A node's description within a sentence, also in brackets if it has several parts."""
    words = node.describe()
    return f"({words})" if node.runs_on or "," in words else words


WORDS = (Kind.NAME, Kind.STANDING)
NOT_NUMBERS = (Kind.LIST, Kind.LISTS, Kind.SYMBOLS, *WORDS)


def require_number(node: Node, what: str) -> None:
    """Refuse a list, symbols or a word where ``what`` needs a number."""
    if node.kind in NOT_NUMBERS:
        raise NotationError(
            "not-a-number",
            f"`{what}` needs a number, but this is {node.kind.value}",
            span=node.span,
            hint=_how_to_a_number(node),
        )


def _how_to_a_number(node: Node) -> str | None:
    if node.kind is Kind.SYMBOLS:
        symbol = (*node.symbols, "hit")[0]
        return f"read how many there are of a symbol: `count(…, {symbol})`"
    return None if node.kind in WORDS else "put it inside the brackets: `3x(1d6+2)`"


def whole(node: Node, frame: Frame, what: str, least: int) -> int:
    """A node's value, which must be a whole number of at least ``least``."""
    number = node.number(frame)
    if number.denominator != 1 or number < least:
        raise bad_whole(node, number, what, least)
    return int(number)


def bad_whole(node: Node, number: Number, what: str, least: int) -> RollError:
    return RollError(
        "bad-count",
        f"{what} cannot be {number}" + (f": `{node}` came to that" if node.children else ""),
        span=node.span,
        hint=f"it must be a whole number of at least {least}",
    )


_SMALL = 10**18


def checked(number: Number, limits: Limits, span: Span) -> Number:
    """The number, tidied; a LimitError if it has too many digits."""
    if type(number) is int and -_SMALL < number < _SMALL and limits.digits >= 18:
        return number
    number = tidy(number)
    for part in (number.numerator, number.denominator):
        # A digit takes 3.32 bits: a number with fewer bits than this cannot have too many digits.
        if part.bit_length() > 3 * limits.digits and abs(part) >= 10**limits.digits:
            raise limits.exceeded("digits", None, span)
    return number


def check_numbers(numbers: Collection[Number], limits: Limits, span: Span) -> None:
    """Refuse numbers if one of them has more digits than the limits allow."""
    if numbers and set(map(type, numbers)) <= {int}:
        numbers = (min(numbers), max(numbers))
    for number in numbers:
        checked(number, limits, span)
