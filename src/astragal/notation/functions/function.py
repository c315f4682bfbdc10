"""The bases of all functions: those of numbers, and those that read a pool."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from astragal.notation.operation import Operation
from astragal.outcome import Number

if TYPE_CHECKING:
    from astragal.probability.budget import Budget
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.pool import Pool
    from astragal.probability.walks.walk import Reading

Values = Sequence[Number]


class Function(Operation, abstract=True):
    """A function that people can type: ``least`` to ``most`` arguments (None: any number)."""

    name: ClassVar[str]
    words: ClassVar[str]
    """its value in words, with a placeholder for each argument"""
    least: ClassVar[int] = 1
    most: ClassVar[int | None] = 1
    reads_pool: ClassVar[bool] = False
    """whether the first argument is a pool"""
    reads_symbols: ClassVar[bool] = False
    """whether the first argument is symbols, and the others are the names of some of them"""
    reserved: ClassVar[bool] = True
    """whether no roll may have its name"""

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
    """A function of numbers. Where it has no value, ``compute`` raises a RollError."""

    fails: ClassVar[bool] = False
    """whether it has no value for some numbers"""

    @abstractmethod
    def law(self, laws: Sequence[Law], budget: Budget) -> Law:
        """The law of its value for independent arguments."""


class PoolFunction(Function, abstract=True):
    """A function that reads a pool, and may take a number of values to read."""

    reads_pool: ClassVar[bool] = True
    usual: ClassVar[int] = 1
    """the number of values to read, if none is given"""
    fewest: ClassVar[int] = 0
    """the least number of values that it may be asked to read"""

    @abstractmethod
    def law(self, pool: Pool, count: int) -> Law:
        """The law of what it reads from a pool."""

    @abstractmethod
    def reading(self, count: int, n: int) -> Reading:
        """How to read it together with other features, from ``n`` identical dice."""

    def read(self, values: Values, count: int) -> Number:
        """What it reads from these values."""
        found: Number = self.compute(values, count) if self.most == 2 else self.compute(values)
        return found


FUNCTIONS: dict[str, Function] = {}
"""Every function by its name, in order of registration."""
