"""The faces of one die: outcomes with whole-number weights, and what is made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import islice
from math import gcd, lcm

from astragal.anydice.budget import Budget
from astragal.probability.laws import sums
from astragal.probability.laws.finite import Finite

PRECISION = 1_024
"""Weights that are rounded are rounded to so many bits."""
LONGEST = 32_768
"""Weights over a denominator of more bits than this are rounded."""
_LONG, _MOST_REDUCING = 4_096, 5_000_000
"""So are those of more bits than the first, where lowest terms would take more digit by digit."""

_FEW_PAIRS = 40
"""Up to so many pairs of outcomes are added one by one."""
_SPARSE = 8
"""Polynomials may be so many times as long as the table of outcomes."""
_SHORT, _POWERS = 100_000, 60
"""Sums of dice are remembered up to so many bits, and for so many numbers of dice."""
_PAIR = 140
"""The steps of putting two outcomes together."""
WORD = 10
"""The steps of each further machine word of an outcome that is made and looked up."""
_ENTRY = 250
"""The steps of an outcome in a table that is made anew, beside those of its weight."""
_ENDS = 4
"""So many outcomes at either end are part of what a die is remembered by."""
_COPIED, _COPIED_LARGE, _LARGE = 40, 100, 1_000
"""The same where its weight stays as it is; large tables must not fill the memory."""


class Faces:
    """The odds of a whole number, lowest outcome first and in lowest terms. Immutable.

    ``doubt`` bounds, in units of 2^-PRECISION, how far the probability of any event may lie from
    the exact one: it is 0 unless weights had to be rounded. Rounding never loses an outcome.
    """

    __slots__ = ("_grid", "_hash", "_powers", "doubt", "table", "total")

    def __init__(self, table: dict[int, int], total: int, doubt: int = 0) -> None:
        """A table that is in order and in lowest terms; ``of`` takes any other."""
        self.table = table
        self.total = total
        self.doubt = doubt
        self._powers: dict[int, Faces] = {}
        self._grid: Finite | None = None
        self._hash: int | None = None

    @staticmethod
    def of(table: Mapping[int, int], total: int, doubt: int = 0) -> Faces:
        """Weights in any order and terms, none of them 0."""
        if _too_long(total.bit_length(), len(table)):
            return _rounded({outcome: table[outcome] for outcome in sorted(table)}, total, doubt)
        common = gcd(total, *table.values())
        if common > 1:
            ordered = {outcome: table[outcome] // common for outcome in sorted(table)}
        else:
            ordered = {outcome: table[outcome] for outcome in sorted(table)}
        return Faces(ordered, total // common, doubt)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Faces) and self.total == other.total and self.table == other.table

    def __hash__(self) -> int:
        if self._hash is None:
            # Tables are long: what they begin and end with tells nearly all of them apart.
            table = self.table
            ends = [*islice(table.items(), _ENDS), *islice(reversed(table.items()), _ENDS)]
            self._hash = hash((self.total, len(table), *ends))
        return self._hash

    @property
    def lowest(self) -> int:
        return next(iter(self.table))

    @property
    def highest(self) -> int:
        return next(reversed(self.table))

    @property
    def reach(self) -> int:
        """The furthest outcome, whatever its sign."""
        if not self.table:
            return 0
        low, high = self.lowest, self.highest
        return high if -low < high else -low

    def mapped(self, function: Callable[[int], int], budget: Budget, bits: int = 0) -> Faces:
        """The odds of a function of the outcome, which gives numbers of at most so many bits."""
        count_table(len(self.table), self.total.bit_length() + bits, budget)
        table: dict[int, int] = {}
        get = table.get
        for outcome, weight in self.table.items():
            value = function(outcome)
            table[value] = get(value, 0) + weight
        return Faces.of(table, self.total, self.doubt)

    def negated(self, budget: Budget) -> Faces:
        self._count_copy(self.reach if budget.long else 0, budget)
        table = {-outcome: weight for outcome, weight in reversed(self.table.items())}
        return Faces(table, self.total, self.doubt)

    def _count_copy(self, reach: int, budget: Budget) -> None:
        """Count a table of other outcomes, which reach so far, with the same weights."""
        steps = _COPIED if len(self.table) < _LARGE else _COPIED_LARGE
        bits = reach.bit_length()
        budget.spend((steps + WORD * (bits // 64)) * len(self.table))
        if len(self.table) >= _LARGE:
            budget.room(len(self.table), bits)

    def shifted(self, by: int, budget: Budget) -> Faces:
        self._count_copy(budget.bounded(self.reach + abs(by)), budget)
        table = {outcome + by: weight for outcome, weight in self.table.items()}
        return Faces(table, self.total, self.doubt)

    def plus(self, other: Faces, budget: Budget) -> Faces:
        """The sum with another, independent number."""
        if len(self.table) == 1:
            return other.shifted(self.lowest, budget)
        if len(other.table) == 1:
            return self.shifted(other.lowest, budget)
        longest = budget.bounded(self.reach + other.reach).bit_length()
        if len(self.table) * len(other.table) <= _FEW_PAIRS:
            return self.paired(int.__add__, other, budget, longest)
        mine, theirs = self.on_grid(), other.on_grid()
        if mine is None or theirs is None or mine.step != theirs.step:
            return self.paired(int.__add__, other, budget, longest)
        bits = self.total.bit_length() + other.total.bit_length()
        budget.spend_product(mine.length + theirs.length, bits)
        budget.room(3 * (mine.length + theirs.length), bits)
        if bits > _LONG:
            # FLINT multiplies long weights far faster than Python does, and divides none.
            weights, start = mine.numerator * theirs.numerator, mine.start + theirs.start
            below = mine.below * theirs.below
            product = Finite(start, mine.step, None, below, numerator=weights)
        else:
            product = sums.product(mine, theirs)
        return _of_grid(product, _both(self, other))

    def times(self, n: int, budget: Budget) -> Faces:
        """The sum of ``n`` independent dice with these faces, n 1 or more."""
        if n == 1 or not self.table:
            return self
        found = self._powers.get(n)
        if found is None:
            found = self._power(n, budget)
            short = len(found.table) * found.total.bit_length() < _SHORT
            if short and len(self._powers) < _POWERS:
                self._powers[n] = found
        return found

    def _power(self, n: int, budget: Budget) -> Faces:
        budget.bounded(self.reach * n)
        if len(self.table) == 1:
            return certain(self.lowest * n)
        grid = self.on_grid()
        bits = self.total.bit_length()
        if grid is None or n * bits > 2 * LONGEST or bits > _LONG // 4:
            half = self.times(n // 2, budget)
            even = half.plus(half, budget)
            return even.plus(self, budget) if n % 2 else even
        budget.spend(2_000 + sums.steps_to_power(grid, n))
        budget.room(n * grid.length, n * bits)
        return _of_grid(sums.power_on_grid(grid, n), self.doubt * n)

    def on_grid(self) -> Finite | None:
        """The same on a grid; None if outcomes lie far apart."""
        if self._grid is None:
            start, step = self.lowest, gcd(*(each - self.lowest for each in self.table)) or 1
            length = (self.highest - start) // step + 1
            if length > _SPARSE * len(self.table) + 100:
                return None
            weights = list(self.table.values())
            if length != len(weights):
                get = self.table.get
                weights = [get(each, 0) for each in range(start, self.highest + 1, step)]
            self._grid = Finite(start, step, weights, self.total)
        return self._grid

    def paired(
        self, function: Callable[[int, int], int], other: Faces, budget: Budget, longest: int = 0
    ) -> Faces:
        """The odds of a function of this and another, independent number.

        It gives numbers of at most so many bits.
        """
        pairs = len(self.table) * len(other.table)
        bits = self.total.bit_length() + other.total.bit_length() + longest
        words = bits // 64
        budget.spend((_PAIR + words + words * words // 4 + WORD * (longest // 64)) * pairs)
        budget.room(pairs, bits)
        table: dict[int, int] = {}
        get = table.get
        theirs = list(other.table.items())
        for outcome, weight in self.table.items():
            for beside, more in theirs:
                value = function(outcome, beside)
                table[value] = get(value, 0) + weight * more
        return Faces.of(table, self.total * other.total, _both(self, other))


def count_table(entries: int, bits: int, budget: Budget) -> None:
    """Count a table that is about to be made, and brought to lowest terms or rounded."""
    words = bits // 64
    budget.spend(entries * (_ENTRY + words + min(words * words // 2, 120 * words)))
    budget.room(2 * entries, bits)


def _both(one: Faces, other: Faces) -> int:
    return one.doubt + other.doubt


def _of_grid(law: Finite, doubt: int) -> Faces:
    """A product of what was in lowest terms, which is in lowest terms too."""
    table: dict[int, int] = law.table().table  # type: ignore[assignment]
    if law.below.bit_length() > 2 * LONGEST:
        return _rounded(table, law.below, doubt)
    return Faces(table, law.below, doubt)


def _too_long(bits: int, outcomes: int) -> bool:
    """Whether weights can no longer be brought to lowest terms in time.

    That takes, for each of them, the square of its length.
    """
    return bits > LONGEST or (bits > _LONG and outcomes * (bits // 30) ** 2 > _MOST_REDUCING)


def _rounded(table: dict[int, int], total: int, doubt: int) -> Faces:
    """Faces with weights of PRECISION bits; no outcome is lost."""
    # Each weight moves by less than one unit, and by at most that again as the sum is not one.
    rounded = {each: max(1, (weight << PRECISION) // total) for each, weight in table.items()}
    return Faces(rounded, sum(rounded.values()), doubt + 2 * len(table) + 2)


def fair(low: int, high: int) -> Faces:
    """Equally likely numbers, from the lowest to the highest."""
    return _small_fair(low, high) if high - low < _SMALL else _fair(low, high)


def _fair(low: int, high: int) -> Faces:
    return Faces(dict.fromkeys(range(low, high + 1), 1), high - low + 1)


_SMALL = 1_000
_small_fair = lru_cache(maxsize=64)(_fair)


@lru_cache(maxsize=256)
def certain(number: int) -> Faces:
    return Faces({number: 1}, 1)


def of_elements(elements: Iterable[int]) -> Faces:
    """A face for each element of a sequence."""
    table: dict[int, int] = {}
    total = 0
    for element in elements:
        table[element] = table.get(element, 0) + 1
        total += 1
    return Faces.of(table, total) if table else NO_FACES


NO_FACES = Faces({}, 1)


def mixture(parts: Iterable[tuple[Faces, int]], budget: Budget, doubt: int = 0) -> Faces:
    """One of several, chosen by weight. Those without faces are left out; the rest is scaled up."""
    listed = list(parts)
    filled = [(faces, weight) for faces, weight in listed if faces.table]
    if not filled:
        return NO_FACES
    if len(filled) == 1 and not doubt:
        return filled[0][0]
    below = _common({faces.total for faces, _ in filled}, budget)
    kept = sum(weight for _, weight in filled)
    entries = sum(len(faces.table) for faces, _ in filled)
    count_table(entries, below.bit_length() + kept.bit_length(), budget)
    table: dict[int, int] = {}
    get = table.get
    for faces, weight in filled:
        factor = weight * (below // faces.total)
        for outcome, each in faces.table.items():
            table[outcome] = get(outcome, 0) + each * factor
    if len(filled) < len(listed) and doubt:
        # What is left out shifts the rest: twice the doubt, over the share that is kept.
        total = sum(weight for _, weight in listed)
        doubt = -(-2 * doubt * total // kept)
    doubt += max(faces.doubt for faces, _ in filled)
    return Faces.of(table, kept * below, doubt)


def _common(totals: Iterable[int], budget: Budget) -> int:
    """A denominator for several, which may get very long."""
    below = 1
    for total in totals:
        budget.spend(20 + below.bit_length() // 64 * (1 + total.bit_length() // 64))
        below = lcm(below, total)
    return below
