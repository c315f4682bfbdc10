"""The sum of some of the highest or lowest of identical dice, without enumeration.

Dice are ranked from the highest; the ranks from ``first`` up to, not including, ``last`` are kept.
A kept die may add a random number to the sum (it may be re-rolled or explode once kept), given as a
polynomial for each value: xᵛ if the die simply adds its value.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from math import comb
from typing import TypeAlias

from astragal.outcome import Number, tidy
from astragal.probability.budget import Budget
from astragal.probability.generating import whole
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law
from astragal.probability.long_numbers import power, steps_of_power

Gain: TypeAlias = Callable[[Number], Law]
"""The contribution of a kept die to the sum, by its value."""


def kept_total(
    law: Law, n: int, first: int, last: int, gain: Gain | None, budget: Budget
) -> Law | None:
    """The sum of a range of ranks of ``n`` dice of a finite law.

    None if the values are too scattered for polynomials.
    """
    kept, highest = last - first, first == 0
    if gain is None and kept == 1:
        return _of_rank(law, n, first, budget)
    if gain is None and (highest or last == n):
        fair = isinstance(law, Finite) and law.gridded and whole.is_fair(law.weights)
        if isinstance(law, Finite) and fair and kept <= 4 * law.length:
            return _kept_of_fair(law, n, kept, highest=highest, budget=budget)
        if isinstance(law, Finite) and law.gridded and _is_short(law, n, kept):
            return _kept_of_few(law, n, kept, highest=highest, budget=budget)
    from astragal.probability.readings.rank_polynomials import ranked_total

    return ranked_total(law, n, first, last, gain, budget)


def _of_rank(law: Law, n: int, rank: int, budget: Budget) -> Law:
    """One rank, from its tail probabilities: it reaches a number if enough dice do."""
    table, denominator = law.table()
    bits = n * denominator.bit_length()
    highest = rank < n - 1 - rank or not rank  # choose the shorter sum
    others = rank if highest else n - 1 - rank
    words = bits // 64
    budget.spend_entries(len(table), bits)
    budget.spend(len(table) * steps_of_power(bits))
    budget.spend(len(table) * others * (_TERM + 10 * words + words * words // 8))
    budget.room(len(table), bits)
    weights: dict[Number, int] = {}
    beyond = sum(table.values())  # for part of a law, this is less than the denominator
    reach, before = 0, 0
    for value in sorted(table, reverse=not highest):
        reach += table[value]
        beyond -= table[value]
        reached = _at_most_so_many_beyond(others, n, beyond, reach)
        if reached > before:
            weights[value] = reached - before
        before = reached
    return Law.of_table(weights, power(denominator, n))


_TERM = 150
"""The steps of one term of a sum, not counting those of its digits."""


def _at_most_so_many_beyond(most: int, n: int, beyond: int, within: int) -> int:
    """The weight of all rolls with at most ``most`` dice beyond a value."""
    if not most:
        return power(within, n)
    found, ways = 0, 1
    for dice in range(most + 1):
        found += ways * beyond**dice * within ** (n - dice)
        ways = ways * (n - dice) // (dice + 1)
    return found


_SHORT = 20_000
"""Sums of up to this many bits are packed into one Python integer; longer ones use FLINT."""


def _is_short(law: Finite, n: int, kept: int) -> bool:
    return kept * law.length * (n * law.bits + 8) <= _SHORT


def _kept_of_few(law: Finite, n: int, kept: int, *, highest: bool, budget: Budget) -> Finite:
    """Sum over the lowest kept value: some dice lie above it, and enough of the others on it."""
    size = n * law.bits // 8 + 1
    places = kept * (law.length - 1) + 1
    budget.spend(law.length * kept * (2 * _TERM + size * places // 8))
    weights = law.weights if highest else law.weights[::-1]
    total, above, below = 0, 0, sum(weights)
    for place in range(law.length - 1, -1, -1):
        at = weights[place]
        if not at:
            continue
        below -= at
        shift = 8 * size * place
        # The dice above are a multiple of what one die adds here; this factor is applied at the
        # end.
        further, found = above >> shift, 0
        for ways in reversed(ways_to_fill(at, below, n, kept)):
            found = found * further + ways
        total += found << (shift * kept)
        above += at << shift
    sums = whole.unpacked(total, size)
    if highest:
        return Finite(tidy(law.start * kept), law.step, sums, law.below**n)
    sums += [0] * (places - len(sums))
    return Finite(tidy(law.start * kept), law.step, sums[::-1], law.below**n)


def _kept_of_fair(law: Finite, n: int, kept: int, *, highest: bool, budget: Budget) -> Law:
    words = 1 + n * law.bits // 64
    budget.spend(kept * law.length * (100 + kept * (70 + 16 * words)))
    budget.spend(law.length * steps_of_power(64 * words))
    budget.room(2 * kept * law.length, 64 * words)
    sums = sum_of_highest_fair(law.length, n, kept)
    factor = law.weights[0] ** n
    if factor > 1:
        sums = [each * factor for each in sums]
    return Finite(tidy(law.start * kept), law.step, sums if highest else sums[::-1], law.below**n)


def sum_of_highest_fair(sides: int, n: int, kept: int) -> list[int]:
    """The weights of the sums of the highest of ``n`` dice with the faces 0 … sides - 1.

    The ways are split by the lowest kept face. The h faces above it are x(1 - xʰ)/(1 - x): the
    numerators of their powers have few terms, and dividing by 1 - x is a running sum, done once for
    all faces together.
    """
    places = kept * (sides - 1) + 1
    columns = list(zip(*_tails_of_faces(sides, n, kept), strict=True))
    sums = [0] * places
    for above in range(kept - 1, -1, -1):
        sums = list(accumulate(sums))
        column = columns[above]
        factor = comb(n, above)
        for term in range(above + 1):
            # The term belongs at kept·face + above + term·(faces above).
            cells = slice(above + term * (sides - 1), places, kept - term)
            found = zip(sums[cells], column, strict=False)
            sums[cells] = [sofar + factor * way for sofar, way in found]
            factor = -factor * (above - term) // (term + 1)
    return sums


def _tails_of_faces(sides: int, n: int, kept: int) -> list[list[int]]:
    """The ``_tails`` of every face; each reuses a power from the face below."""
    size, lower, found = n - kept + 1, 0, []
    for face in range(sides):
        both = power(face + 1, size)
        found.append(_tails(1, face, size, kept, both, lower))
        lower = both
    return found


def ways_to_fill(at: int, below: int, n: int, kept: int) -> list[int]:
    """The ways for 0 … kept - 1 dice above a value and enough of the others on it.

    ``at`` is the weight of the value, ``below`` that of all lower values.
    """
    size = n - kept + 1
    tails = _tails(at, below, size, kept, power(at + below, size), power(below, size))
    return [comb(n, above) * tail for above, tail in enumerate(tails)]


def _tails(at: int, below: int, size: int, kept: int, both: int, lower: int) -> list[int]:
    """The same without the choice of the dice above; ``size`` dice remain if kept - 1 lie above.

    ``both`` and ``lower`` are the ``size``-th powers of ``at + below`` and ``below``.
    """
    tails, need = [0] * kept, 1
    either, tail = at + below, both - lower
    # The term missing from the next tail: exactly ``need`` of ``size`` on the value.
    term = size * at * (lower // below if below else int(size == 1))
    for above in range(kept - 1, -1, -1):
        tails[above] = tail
        tail = either * tail - below * term
        # The same with one more die, on the value.
        term = term * at * (size + 1) // (need + 1)
        size, need = size + 1, need + 1
    return tails
