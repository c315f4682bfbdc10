"""Built-in functions that look for elements: contains, count."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from fractions import Fraction
from itertools import product
from math import comb
from operator import sub
from typing import TYPE_CHECKING, TypeAlias

from astragal.anydice.builtins.builtin import Builtin
from astragal.anydice.calling.unknown import Unknown
from astragal.anydice.dice import Dice, count_table, die, truth
from astragal.anydice.rolls import Rolled
from astragal.anydice.values import Amount

if TYPE_CHECKING:
    from astragal.anydice.state import State


def _contains(state: State, elements: tuple[int, ...], number: int) -> int:
    state.budget.spend_elements(len(elements), _LOOKED_AT)
    return 1 if number in elements else 0


_LOOKED_AT, _SORTED_OUT = 5, 30
"""The steps of comparing one element, and of tallying one element."""


def _tallied(elements: tuple[int, ...], state: State) -> Counter[int]:
    """The number of occurrences of each number in a sequence."""
    state.budget.spend_elements(len(elements), _SORTED_OUT)
    return Counter(elements)


def _contains_rolled(
    state: State, elements: tuple[int, ...] | Rolled, number: int | Rolled
) -> Dice:
    """The chance that all dice miss a number is a power of the chance that one die does."""
    numbers = number.dice.table if isinstance(number, Rolled) else {number: 1}
    total = number.total if isinstance(number, Rolled) else 1
    doubt = number.doubt if isinstance(number, Rolled) else 0
    if isinstance(elements, Rolled):
        dice, count = elements.dice, elements.count
        count_table(len(numbers), count * dice.bits, state.budget)
        no = sum(
            weight * (dice.below - dice.table.get(each, 0)) ** count
            for each, weight in numbers.items()
        )
        total *= elements.total
        doubt += elements.doubt
    else:
        no = sum(numbers[each] for each in _missing(numbers, elements, state))
    return truth(Fraction(total - no, total), doubt)


def _missing(numbers: Iterable[int], elements: tuple[int, ...], state: State) -> Collection[int]:
    """The numbers that are not in a sequence."""
    sought = set(numbers)
    state.budget.spend_elements(len(sought), _SORTED_OUT)
    if len(sought) <= _FEW:
        state.budget.spend_elements(len(elements) * len(sought), _LOOKED_AT)
        return [each for each in sought if each not in elements]
    return sought - _tallied(elements, state).keys()


def _count(state: State, elements: tuple[int, ...], sought: tuple[int, ...]) -> int:
    if len(elements) <= _FEW or len(sought) <= _FEW:
        state.budget.spend_elements(len(elements) * len(sought), _LOOKED_AT)
        return sum(map(elements.count, sought))
    often = _tallied(elements, state)
    state.budget.spend_elements(len(sought), _SORTED_OUT)
    return sum(map(often.__getitem__, sought))


_FEW = 6
"""With this few numbers, scanning is cheaper than building a table."""


def _count_rolled(
    state: State, elements: tuple[int, ...] | Rolled, sought: tuple[int, ...] | Rolled
) -> Dice:
    """Each die counts by itself: as many times as its outcome is on the other side."""
    if isinstance(elements, Rolled) and isinstance(sought, Rolled):
        return _count_both(elements, sought, state)
    rolled, fixed = (elements, sought) if isinstance(elements, Rolled) else (sought, elements)
    assert isinstance(rolled, Rolled)
    assert isinstance(fixed, tuple)
    often = _tallied(fixed, state)
    one = Dice(rolled.dice.law, 1, rolled.dice.doubt).mapped(often.__getitem__, state.budget)
    return Dice(one.law, rolled.count, one.doubt).total(state.budget)


def _count_both(one: Rolled, other: Rolled, state: State) -> Dice:
    """Face by face: the number of dice in one roll times the number in the other."""
    words = 1 + (one.total.bit_length() + other.total.bit_length()) // 64
    counts: _Counts = {(one.count, other.count): {0: 1}}
    left = [one.dice.below, other.dice.below]
    for face in one.dice.table.keys() & other.dice.table.keys():
        weights = one.dice.table[face], other.dice.table[face]
        left = list(map(sub, left, weights))
        pairs = sum((m + 1) * (n + 1) * (1 + len(sums)) for (m, n), sums in counts.items())
        state.budget.spend(_PAIR * words * pairs)
        counts = _on_face(counts, *weights)
    table: dict[int, int] = defaultdict(int)
    for (mine, theirs), sums in counts.items():
        rest = left[0] ** mine * left[1] ** theirs
        for counted, ways in sums.items() if rest else ():
            table[counted] += ways * rest
    return die(table, one.total * other.total, one.doubt + other.doubt)


def _on_face(counts: _Counts, weight: int, beside: int) -> _Counts:
    """Distribute dice of both rolls over one face: any number of either."""
    following: _Counts = defaultdict(lambda: defaultdict(int))
    for (mine, theirs), sums in counts.items():
        for m, n in product(range(mine + 1), range(theirs + 1)):
            ways = comb(mine, m) * weight**m * comb(theirs, n) * beside**n
            then = following[mine - m, theirs - n]
            for counted, each in sums.items():
                then[counted + m * n] += each * ways
    return following


_Counts: TypeAlias = "dict[tuple[int, int], dict[int, int]]"
"""Weights by the count so far, for each pair of numbers of dice that remain in the two rolls."""
_PAIR = 60
"""The steps of one way to place dice of both rolls on a face."""


_ASKED = 1_000
"""The steps of asking an unknown roll how many of its dice show a number."""


def _contains_unknown(state: State, elements: Amount, number: Amount) -> Amount:
    if type(elements) is Unknown and type(number) is int:
        return 1 if elements.counted("=", number) else 0
    return CONTAINS.call(_known(elements, number), state)


def _count_unknown(state: State, elements: Amount, sought: Amount) -> Amount:
    """Counting is symmetric, so the unknown roll may be on either side."""
    unknown, other = (elements, sought) if type(elements) is Unknown else (sought, elements)
    if type(other) is int:
        other = (other,)
    if type(unknown) is Unknown and type(other) is tuple:
        often = _tallied(other, state)
        state.budget.spend_elements(len(often), _ASKED)
        return sum(times * unknown.counted("=", number) for number, times in often.items())
    return COUNT.call(_known(elements, sought), state)


def _known(*values: Amount) -> list[Amount]:
    return [value.known() if type(value) is Unknown else value for value in values]


CONTAINS = Builtin("? contains ?", "sn", _contains, _contains_rolled, _contains_unknown)
COUNT = Builtin("count ? in ?", "ss", _count, _count_rolled, _count_unknown)
COUNTING = (
    CONTAINS,
    COUNT,
)
