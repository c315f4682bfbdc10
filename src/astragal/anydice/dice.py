"""Dice as a value of programs: several equal dice thrown together, and their odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import lcm

from astragal.anydice.budget import Budget
from astragal.outcome import Number
from astragal.probability.laws.arithmetic import pairwise
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law
from astragal.probability.laws.sums import union

PRECISION = 1_024
"""Rounded weights have this many bits."""
LONGEST = 32_768
"""Weights are rounded if their denominator has more bits than this."""
_LONG, _MOST_REDUCING = 4_096, 5_000_000
"""Above this many bits, weights are also rounded if reducing them would take more digit
operations."""
_WORD = 10
"""The steps of each machine word after the first of an outcome that is computed and looked up."""
_ENTRY = 250
"""The steps of an outcome in a newly built table, on top of its weight."""
_COPIED, _COPIED_LARGE, _LARGE = 40, 100, 1_000
"""The same if its weight is copied. Large tables cost more to protect the memory."""
_ENDS = 4
"""How many outcomes at each end of the table are hashed."""


class Dice:
    """A collection of ``count`` dice of one law. Immutable.

    The law is in lowest terms, and its table lists the lowest outcome first. Without outcomes it is
    the empty die; its length is 0, or 1 if it comes from a rolled number of dice. ``doubt`` bounds
    the error of the probability of any event of one die, in units of 2^-PRECISION. It is 0 unless
    weights had to be rounded; rounding never loses an outcome.
    """

    __slots__ = ("_hash", "_total", "count", "doubt", "law", "table")

    def __init__(self, law: Finite, count: int = 1, doubt: int = 0) -> None:
        self.law = law
        self.table: Mapping[int, int] = law.table().table
        self.count = count
        self.doubt = doubt
        self._total: Dice | None = self if count == 1 else None
        self._hash: int | None = None

    @property
    def below(self) -> int:
        """The denominator of all weights."""
        return self.law.below

    @property
    def bits(self) -> int:
        return self.law.below.bit_length()

    @property
    def lowest(self) -> int:
        return next(iter(self.table))

    @property
    def highest(self) -> int:
        return next(reversed(self.table))

    @property
    def reach(self) -> int:
        """The largest absolute value of an outcome."""
        return max(-self.lowest, self.highest) if self.table else 0

    @property
    def empty(self) -> bool:
        return not self.table

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dice) or self.count != other.count:
            return False
        if self.law is other.law:
            return True
        return self.below == other.below and self.table == other.table

    def __hash__(self) -> int:
        if self._hash is None:
            # Tables are long; hashing their ends tells nearly all of them apart.
            table = self.table
            ends = [*islice(table.items(), _ENDS), *islice(reversed(table.items()), _ENDS)]  # type: ignore[call-overload]
            self._hash = hash((self.count, self.below, len(table), *ends))
        return self._hash

    def total(self, budget: Budget) -> Dice:
        """The sum, as one die."""
        if self._total is None:
            self._total = self._sum(budget)
        return self._total

    def _sum(self, budget: Budget) -> Dice:
        one, n = Dice(self.law, 1, self.doubt), self.count
        if self.empty:
            return one
        budget.bounded(self.reach * n)
        if n * self.bits <= 2 * LONGEST and self.bits <= _LONG // 4:
            budget.spend(_SUM)
            return die_of(self.law.power(n, budget), self.doubt * n)
        half = Dice(self.law, n // 2, self.doubt).total(budget)
        even = half.plus(half, budget)
        return even.plus(one, budget) if n % 2 else even

    def negated(self, budget: Budget) -> Dice:
        if self.empty:
            return self
        self._count_copy(self.reach if budget.long else 0, budget)
        return Dice(_in_order(self.law.scaled(-1)), self.count, self.doubt)

    # Operations on one die

    def plus(self, other: Dice, budget: Budget) -> Dice:
        """The sum with another, independent die."""
        longest = budget.bounded(self.reach + other.reach)
        for one, another in ((self, other), (other, self)):
            if len(one.table) == 1:
                another._count_copy(longest, budget)
        budget.spend(_WORD * (longest.bit_length() // 64) * (len(self.table) + len(other.table)))
        return die_of(self.law.plus(other.law, budget), self.doubt + other.doubt)

    def _count_copy(self, reach: int, budget: Budget) -> None:
        """Charge for a table with the same weights and other outcomes, up to ``reach``."""
        steps = _COPIED if len(self.table) < _LARGE else _COPIED_LARGE
        bits = reach.bit_length()
        budget.spend((steps + _WORD * (bits // 64)) * len(self.table))
        if len(self.table) >= _LARGE:
            budget.room(len(self.table), bits)

    def mapped(self, function: Callable[[int], int], budget: Budget, bits: int = 0) -> Dice:
        """A function of the outcome, with results of at most ``bits`` bits."""
        count_table(len(self.table), self.bits + bits, budget)
        return die_of(self.law.map(function), self.doubt)  # type: ignore[arg-type]

    def paired(
        self, function: Callable[[int, int], int], other: Dice, budget: Budget, longest: int = 0
    ) -> Dice:
        """A function of this die and another, with results of at most ``longest`` bits."""
        pairs = len(self.table) * len(other.table)
        words = (self.bits + other.bits + longest) // 64
        budget.spend((words * words // 4 + _WORD * (longest // 64)) * pairs)
        law = pairwise(self.law, other.law, function, budget)  # type: ignore[arg-type]
        return die_of(law, self.doubt + other.doubt)


_SUM = 2_000
"""The least steps of a sum of equal dice."""


def die_of(law: Law, doubt: int = 0) -> Dice:
    """A die of this law, in lowest terms, or rounded if its weights are too long."""
    assert isinstance(law, Finite)
    bits = law.below.bit_length()
    if bits > min(_LONG, LONGEST) and _too_long(bits, law.size):
        return _rounded(law.in_order(), law.below, doubt)  # type: ignore[arg-type]
    return Dice(_in_order(law.reduced()), 1, doubt)


def _in_order(law: Law) -> Finite:
    assert isinstance(law, Finite)
    if not law.tabled:
        return law
    table = law.in_order()
    if table is law.table().table:
        return law
    return Finite.of_table(table, law.below, lowest_first=True)


def die(table: Mapping[int, int], below: int, doubt: int = 0) -> Dice:
    """A die of a table of weights, which need not be sorted or in lowest terms."""
    weights: dict[Number, int] = {outcome: weight for outcome, weight in table.items() if weight}
    return die_of(Finite.of_table(weights, below), doubt)


def truth(chance: Fraction, doubt: int) -> Dice:
    """A die that is 1 with this chance, and 0 otherwise."""
    yes, below = chance.numerator, chance.denominator
    if not yes or yes == below:
        return Dice(Finite(yes // below, 1, [1], 1), 1, doubt)
    return die_of(Finite(0, 1, [below - yes, yes], below), doubt)


def certain(number: int) -> Dice:
    return Dice(Finite(number, 1, [1], 1))


def of_elements(elements: Sequence[int]) -> Dice:
    """A die with a face for each element of a sequence."""
    return die(Counter(elements), len(elements)) if elements else EMPTY_ONE


_NOTHING = Finite.of_table({}, 1)
EMPTY = Dice(_NOTHING, 0)
EMPTY_ONE = Dice(_NOTHING, 1)
"""The empty die that results from a rolled number of dice, or from a number of empty dice."""


def _too_long(bits: int, outcomes: int) -> bool:
    """True if reducing the weights to lowest terms would take too long.

    The time for each weight grows with the square of its length.
    """
    return bits > LONGEST or outcomes * (bits // 30) ** 2 > _MOST_REDUCING


def _rounded(table: Mapping[int, int], below: int, doubt: int) -> Dice:
    """A die with weights of PRECISION bits; no outcome is lost."""
    # Each weight moves by less than one unit, and by as much again because the sum is not one.
    rounded: dict[Number, int] = {
        each: max(1, (weight << PRECISION) // below) for each, weight in table.items()
    }
    law = Finite.of_table(rounded, sum(rounded.values()), lowest_first=True)
    return Dice(law, 1, doubt + 2 * len(table) + 2)


def mixture(parts: Iterable[tuple[Dice, int]], budget: Budget, doubt: int = 0) -> Dice:
    """One of several dice, chosen by weight.

    Dice without outcomes are omitted, and the rest is scaled up.
    """
    listed = list(parts)
    filled = [(one, weight) for one, weight in listed if not one.empty]
    if not filled:
        return EMPTY_ONE
    if len(filled) == 1 and not doubt:
        return filled[0][0]
    bits = _bits_of_all({one.below for one, _ in filled}, budget)
    kept = sum(weight for _, weight in filled)
    count_table(sum(len(one.table) for one, _ in filled), bits + kept.bit_length(), budget)
    law = union([one.law.weighted(Fraction(weight, kept)) for one, weight in filled])  # type: ignore[misc]
    if len(filled) < len(listed) and doubt:
        # The omitted dice shift the rest: by twice the doubt, divided by the share that is kept.
        doubt = -(-2 * doubt * sum(weight for _, weight in listed) // kept)
    return die_of(law, doubt + max(one.doubt for one, _ in filled))


def _bits_of_all(denominators: Iterable[int], budget: Budget) -> int:
    """The length of the least common denominator, which may be very long."""
    below = 1
    for each in denominators:
        budget.spend(20 + below.bit_length() // 64 * (1 + each.bit_length() // 64))
        below = lcm(below, each)
    return below.bit_length()


def count_table(entries: int, bits: int, budget: Budget) -> None:
    """Charge for a table that will be built, and reduced to lowest terms or rounded."""
    words = bits // 64
    budget.spend(entries * (_ENTRY + words + min(words * words // 2, 120 * words)))
    budget.room(2 * entries, bits)
