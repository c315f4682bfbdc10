"""The odds of a number as weights: finitely many numbers, or infinite series."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, ClassVar

from astragal.die import Die
from astragal.outcome import Number, tidy
from astragal.probability.budget import Budget
from astragal.probability.weights import Weights

if TYPE_CHECKING:
    from astragal.probability.laws.series import Series

Table = Mapping[Number, int]


class Law(ABC):
    """The odds of a number. Immutable.

    The weights need not add up to one: a part of a law is also a law.
    """

    __slots__ = ()

    finite: ClassVar[bool] = True
    parts: tuple[Series, ...] = ()
    """the series of an infinite law; empty for a finite law"""

    @staticmethod
    def of_table(table: Table, denominator: int, *, lowest_first: bool = False) -> Law:
        """The law of a table; ``lowest_first`` states that the table is already sorted."""
        return Finite.of_table(table, denominator, lowest_first=lowest_first)

    @staticmethod
    @lru_cache(maxsize=256, typed=True)
    def certain(number: Number) -> Law:
        return Finite(number, 1, [1], 1)

    @staticmethod
    def of_die(die: Die) -> Law:
        """The law of a die's face; symbol faces are represented by their index on the die."""
        if die.symbolic:
            weights = die.weights or [1] * len(die.faces)
            return Finite.of_table(dict(enumerate(weights)), die.total)
        if die.weights is not None:
            return Finite.of_table(dict(zip(die.faces, die.weights, strict=True)), die.total)
        if isinstance(die.faces, range):
            return sums.fair_die(die.lowest, die.total)
        return Finite.of_table(dict.fromkeys(die.faces, 1), die.total)

    # Size

    @property
    def size(self) -> int:
        """The number of places or entries of a finite law; 0 for an infinite law."""
        return 0

    @property
    def count(self) -> int:
        """The number of distinct numbers of a finite law."""
        return len(self.table().table)

    @property
    def bits(self) -> int:
        """The bit length of the denominator; a guess for an infinite law."""
        return 8 * self.degree

    @property
    def denominator(self) -> int:
        """The common denominator of all weights of a finite law."""
        return self.table().denominator

    @property
    def fractional(self) -> bool:
        """True if a finite law contains fractions, which are slow; False for infinite laws."""
        return False

    @property
    def longest(self) -> Collection[Number]:
        """The numbers of a finite law that may have the most digits."""
        return ()

    @property
    def degree(self) -> int:
        """The length of the polynomials of an infinite law; 0 for a finite one."""
        return 0

    @property
    def gridded(self) -> bool:
        """True if the numbers of a finite law are close enough together for a grid."""
        return False

    @property
    def words(self) -> int:
        """Estimated size of the law in machine words."""
        return (self.size + self.degree) * (1 + self.bits // 64)

    # Forms

    def table(self) -> Weights:
        """Every number of a finite law with its weight."""
        raise TypeError("a law without end has no table")

    def in_order(self) -> Table:
        """The table of a finite law, lowest number first."""
        return self.table().table

    def reduced(self) -> Law:
        """The same law in lower terms, if these can be found quickly."""
        return self

    @abstractmethod
    def rows(self) -> tuple[Series, ...]:
        """The law as series; one per number if the numbers are too scattered for a grid."""

    @property
    def constant(self) -> Number | None:
        """The number if the law is certain; else None."""
        return None

    @property
    def sole(self) -> Number | None:
        """The only possible number, regardless of its weight; None if there are several."""
        return None

    # Odds

    @property
    @abstractmethod
    def mass(self) -> Fraction:
        """The sum of the weights."""

    @abstractmethod
    def moments(self) -> tuple[Fraction, Fraction]:
        """The expected value of the number and of its square."""

    @abstractmethod
    def at_least(self, number: Number, *, past: bool = False) -> Fraction:
        """The probability of ``number`` or more; with ``past``, of strictly more."""

    def reaching(self, number: Number, past: bool = False) -> tuple[int, int]:
        """The same as a weight and a denominator, not necessarily in lowest terms."""
        return self.at_least(number, past=past).as_integer_ratio()

    def reached(self, number: Number, *, past: bool = False) -> int:
        """The same for a finite law, times the table's denominator; fast for repeated queries."""
        raise TypeError("a law without end has no common denominator")

    @abstractmethod
    def exactly(self, number: Number) -> Fraction:
        """The probability of one number."""

    # Laws from laws

    def weighted(self, weight: Fraction | int) -> Law:
        """Multiply every weight by a factor."""
        if weight == 1:
            return self
        return self._weighted(Fraction(weight)) if weight else Finite.of_table({}, 1)

    def shifted(self, by: Number) -> Law:
        """The number plus a constant."""
        return self._shifted(by) if by else self

    def scaled(self, factor: Number) -> Law:
        """The number times a constant."""
        if factor == 1:
            return self
        return self._scaled(factor) if factor else certain(0, self.mass)

    @abstractmethod
    def _weighted(self, weight: Fraction) -> Law: ...
    @abstractmethod
    def _shifted(self, by: Number) -> Law: ...
    @abstractmethod
    def _scaled(self, factor: Number) -> Law: ...

    def map(self, function: Callable[[Number], Number]) -> Law:
        """Apply a function to the number of a finite law."""
        table, denominator = self.table()
        mapped: dict[Number, int] = defaultdict(int)
        for number, weight in table.items():
            mapped[tidy(function(number))] += weight
        return Finite.of_table(mapped, denominator)

    @abstractmethod
    def cut(self, number: Number, *, past: bool = False) -> tuple[Law, Law]:
        """Split into the numbers below ``number`` and the rest; with ``past``, it is below."""

    def plus(self, other: Law, budget: Budget) -> Law:
        """The sum of two independent numbers."""
        for one, another in ((self, other), (other, self)):
            if (constant := another.constant) is not None:
                budget.spend_fractions(one)
                return one.shifted(constant)
        if isinstance(self, Finite) and isinstance(other, Finite):
            return sums.sum_of_two(self, other, budget)
        from astragal.probability.laws.endless import sum_of_two

        return sum_of_two(self, other, budget)

    def power(self, n: int, budget: Budget) -> Law:
        """The sum of ``n`` independent numbers of this law."""
        if n == 0:
            return Law.certain(0)
        if n == 1:
            return self
        if (constant := self.constant) is not None:
            return Law.certain(constant * n)
        if isinstance(self, Finite):
            return sums.power(self, n, budget)
        from astragal.probability.laws.endless import power

        return power(self, n, budget)

    def geometric_series(self) -> Law:
        """The sum over all n of n independent numbers of this law: 1 / (1 - f).

        The mass must be less than one.
        """
        from astragal.probability.laws.endless import geometric_series

        return geometric_series(self)


def union(laws: Iterable[Law]) -> Law:
    """The combined weights of several laws."""
    laws = [law for law in laws if law.size or not law.finite]
    if len(laws) == 1:
        return laws[0]
    finite = [law for law in laws if isinstance(law, Finite)]
    if len(finite) == len(laws):
        return sums.union(finite)
    from astragal.probability.laws.endless import of_rows

    return of_rows(row for law in laws for row in law.rows())


def law_of(chances: Iterable[tuple[Number, Fraction]]) -> Finite:
    """The law of numbers with these probabilities; a number may be listed more than once."""
    gathered: dict[Number, Fraction] = defaultdict(Fraction)
    for number, chance in chances:
        gathered[number] += chance
    denominator = lcm(*(chance.denominator for chance in gathered.values()))
    table = {number: int(chance * denominator) for number, chance in gathered.items() if chance}
    return Finite.of_table(table, denominator)


# These modules need Law and Law needs them, so they are imported after it is defined.
from astragal.probability.laws import sums  # noqa: E402
from astragal.probability.laws.finite import Finite, certain  # noqa: E402
