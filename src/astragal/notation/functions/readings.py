"""Functions that read a pool: its highest and lowest values, sets and runs."""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from astragal.notation.functions.function import PoolFunction, Values
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number

if TYPE_CHECKING:
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.pool import Pool
    from astragal.probability.walks.readings import Reading


class _RankFunction(PoolFunction, abstract=True):
    """The sum of the values of some ranks."""

    @abstractmethod
    def ranks(self, count: int, n: int) -> tuple[int, int]:
        """The half-open range of ranks; rank 0 is the highest of ``n`` values."""

    def compute(self, values: Values, count: int | None = None) -> Number:
        first, last = self.ranks(self.usual if count is None else count, len(values))
        return sum(sorted(values, reverse=True)[first:last])

    def reading(self, count: int, n: int) -> Reading:
        from astragal.probability.walks.readings import ranks

        return ranks(*self.ranks(count, n))


class _End(_RankFunction, abstract=True):
    """The sum of the values at one end of a pool."""

    least, most = 1, 2
    highest: ClassVar[bool]

    def ranks(self, count: int, n: int) -> tuple[int, int]:
        return (0, count) if self.highest else (max(0, n - count), n)

    def law(self, pool: Pool, count: int) -> Law:
        from astragal.probability.pools.effects import KeepRanks
        from astragal.probability.pools.pool import total_after

        return total_after(pool, [KeepRanks(count, highest=self.highest, drop=False)])


class Highest(_End):
    name = "highest"
    words = "the highest {1} of {0}"
    highest = True
    chapter = Chapter.POOLS
    examples = (
        Example(
            "highest(4d6,3)",
            "the sum of the highest 3; without a number, the highest",
            (6, 5, 4, 2),
            "15",
        ),
        Example("highest(3x(2d6),2)", "the best two of three rolls", (1, 1, 6, 6, 3, 3), "18"),
    )


class Lowest(_End):
    name = "lowest"
    words = "the lowest {1} of {0}"
    highest = False
    chapter = Chapter.POOLS
    examples = (Example("lowest(4d6,2)", "the sum of the lowest 2", (6, 5, 4, 2), "6"),)


class Nth(_RankFunction):
    name = "nth"
    words = "number {1} of {0}, from the highest"
    least, most = 2, 2
    fewest = 1
    reserved = False  # rolls may have had this name before the function existed
    chapter = Chapter.POOLS
    examples = (
        Example("nth(4d6,2)", "the second highest", (6, 5, 4, 2), "5"),
        Example("nth(3x(2d6),3)", "the lowest of three; of fewer, 0", (1, 1, 6, 6, 3, 3), "2"),
    )

    def ranks(self, count: int, n: int) -> tuple[int, int]:
        return count - 1, count

    def law(self, pool: Pool, count: int) -> Law:
        from astragal.probability.pools.effects import KeepStretches, Window
        from astragal.probability.pools.pool import total_after

        def by_size(size: int) -> list[tuple[int, int]]:
            return [self.ranks(count, size)] if count <= size else []

        return total_after(pool, [KeepStretches(by_size, Window(count, 0, middle=False))])


class Middle(_RankFunction):
    name = "middle"
    words = "the middle one of {}"
    chapter = Chapter.POOLS
    examples = (
        Example("middle(3d20)", "the value in the middle; between two, halfway", (3, 18, 7), "7"),
    )

    def ranks(self, count: int, n: int) -> tuple[int, int]:
        return (n - 1) // 2, n // 2 + 1

    def compute(self, values: Values, count: int | None = None) -> Number:
        found = super().compute(values)
        return found if len(values) % 2 else Fraction(found) / 2

    def law(self, pool: Pool, count: int) -> Law:
        return pool.middle()

    def reading(self, count: int, n: int) -> Reading:
        from astragal.probability.walks.readings import ranks

        first, last = self.ranks(count, n) if n else (0, 1)
        return ranks(first, last, Fraction(1, last - first))


class LargestSet(PoolFunction):
    name = "largest_set"
    words = "the size of the largest set in {}"
    chapter = Chapter.POOLS
    examples = (
        Example(
            "largest_set(5d6)", "how many dice the largest set of equals has", (3, 3, 5, 3, 5), "3"
        ),
    )

    def reading(self, count: int, n: int) -> Reading:
        from astragal.probability.walks.readings import LARGEST_SET

        return LARGEST_SET


class Matches(PoolFunction):
    name = "matches"
    words = "how many values at least {1} of {0} show"
    least, most = 1, 2
    usual, fewest = 2, 1
    reserved = False  # rolls may have had this name before the function existed
    chapter = Chapter.POOLS
    examples = (
        Example(
            "matches(6d6)",
            "how many values two dice or more show; four of a kind are one match",
            (3, 3, 5, 3, 5, 1),
            "2",
        ),
        Example(
            "matches(6d6,3)", "how many values three dice or more show", (3, 3, 5, 3, 5, 1), "1"
        ),
    )

    def reading(self, count: int, n: int) -> Reading:
        from astragal.probability.walks.readings import matches

        return matches(count)


class LongestRun(PoolFunction):
    name = "longest_run"
    words = "the length of the longest run in {}"
    chapter = Chapter.POOLS
    examples = (
        Example("longest_run(5d6)", "how many values follow one another", (2, 4, 3, 6, 6), "3"),
    )

    def reading(self, count: int, n: int) -> Reading:
        from astragal.probability.walks.readings import LONGEST_RUN

        return LONGEST_RUN


class Distinct(PoolFunction):
    name = "distinct"
    words = "how many different values {} show"
    chapter = Chapter.POOLS
    examples = (
        Example("distinct(5d6)", "how many different values there are", (3, 3, 5, 3, 5), "2"),
    )

    def reading(self, count: int, n: int) -> Reading:
        from astragal.probability.walks.readings import DISTINCT

        return DISTINCT
