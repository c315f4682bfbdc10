"""The bases of functions: of numbers, of one pool, and of two pools."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from astragal.notation.operation import Operation
from astragal.outcome import Number, counts

if TYPE_CHECKING:
    from astragal.probability.budget import Budget
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.pool import Pool
    from astragal.probability.walks.hands import Hand
    from astragal.probability.walks.readings import Reading

Values = Sequence[Number]


class Function(Operation, abstract=True):
    """A function of the notation with ``least`` to ``most`` arguments (None: any number)."""

    name: ClassVar[str]
    words: ClassVar[str]
    """its value in words, with a placeholder for each argument"""
    least: ClassVar[int] = 1
    most: ClassVar[int | None] = 1
    pools: ClassVar[int] = 0
    """the number of leading arguments that are pools"""
    leaves_pool: ClassVar[bool] = False
    """whether its value is a pool again"""
    reads_deck: ClassVar[bool] = False
    """whether its second argument is a deck of cards"""
    reads_symbols: ClassVar[bool] = False
    """whether the first argument is symbols, and the others are names of some of these symbols"""
    reserved: ClassVar[bool] = True
    """whether its name cannot be given to a roll"""

    _needed: ClassVar[tuple[str, ...]] = ("chapter", "examples", "name", "words")

    def __init_subclass__(cls, *, abstract: bool = False) -> None:
        super().__init_subclass__(abstract=abstract)
        if not abstract:
            FUNCTIONS[cls.name] = cls()

    @property
    def example(self) -> str:
        """A call of the function, for hints."""
        return self.examples[0].text

    @abstractmethod
    def compute(self, *args: Any, **kwargs: Any) -> Any:
        """The value for these arguments."""


class NumberFunction(Function, abstract=True):
    """A function of numbers; ``compute`` raises a RollError for numbers without a value."""

    fails: ClassVar[bool] = False
    """whether its value is undefined for some numbers"""

    @abstractmethod
    def law(self, laws: Sequence[Law], budget: Budget) -> Law:
        """The law of its value for independent arguments."""


class PoolFunction(Function, abstract=True):
    """A function that reads a pool; it may take the number of values to read."""

    pools: ClassVar[int] = 1
    usual: ClassVar[int] = 1
    """the default for the number of values to read"""
    fewest: ClassVar[int] = 0
    """the least number of values to read that it accepts"""

    @abstractmethod
    def reading(self, count: int, n: int) -> Reading:
        """The reading for ``n`` values."""

    def compute(self, values: Values, count: int | None = None) -> Any:
        count = self.usual if count is None else count
        return self.reading(count, len(values)).over(values)

    def law(self, pool: Pool, count: int) -> Law:
        """The law of the value read from a pool, for functions that ignore the number of values."""
        return pool.read(self.reading(count, 0))


class PairFunction(Function, abstract=True):
    """A function that reads two pools against each other, face by face."""

    least, most = 2, 2
    pools: ClassVar[int] = 2
    reserved: ClassVar[bool] = False  # rolls may have had such names before

    @property
    @abstractmethod
    def reading(self) -> Reading:
        """The reading of both pools."""

    def compute(self, one: Values, other: Values) -> Any:
        faces = sorted({*one, *other}, reverse=True)
        return self.reading.of(faces, [counts(one), counts(other)])


class PoolsFunction(Function, abstract=True):
    """A function of two pools whose value is a pool again."""

    least, most = 2, 2
    pools: ClassVar[int] = 2
    leaves_pool: ClassVar[bool] = True
    reserved: ClassVar[bool] = False

    @abstractmethod
    def compute(self, one: Values, other: Values) -> list[int]:
        """The positions of the values of one pool that are kept."""

    @abstractmethod
    def hand(self, one: Hand, other: Hand) -> Hand:
        """The kept values as a hand for walks."""


FUNCTIONS: dict[str, Function] = {}
"""All functions by name, in order of registration."""
