"""Sums, powers and unions of finite laws: products and sums of their weights."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb, lcm
from operator import add

from astragal.die import Die
from astragal.outcome import Number, tidy
from astragal.probability.budget import FRACTION, Budget
from astragal.probability.generating import whole
from astragal.probability.generating.grids import SPARSE, check_places, common_divisor, spacing
from astragal.probability.laws.finite import Finite, Root
from astragal.probability.laws.law import Law, Table

_FEW_PRODUCTS = 2_000
"""Up to this many products of weights are computed in Python, without loading FLINT."""

_FEW_EACH = 4
"""Up to this many products per place, computing them one by one is faster."""

_LOW_POWER = 6

_FEW_TERMS = 4
"""A power of up to this many nonzero weights is faster in Python, even a large one."""

_FEW_STEPS, _STEPPED = 6, 40_000
"""So is a power of weights with fewer changes than this, if it has up to this many terms."""

_PACKED = 3_000
"""Powers of up to this many bytes are computed as powers of Python integers."""

_FEW_PLACES = 1_000
"""Tables of up to this many numbers need no check of their memory."""


# Dice


def fair_die(lowest: int, sides: int) -> Finite:
    # The table of a large die would fill the memory, so it is not cached.
    return (_small_die if sides <= _FEW_PLACES else _die)(lowest, sides)


def _die(lowest: int, sides: int) -> Finite:
    return Finite(lowest, 1, [1] * sides, sides, root=(sides, 1))


_small_die = lru_cache(maxsize=64)(_die)


def fair_sum(die: Die, count: int, budget: Budget) -> Finite:
    """The sum of one or more fair dice."""
    sides = die.total
    if count == 1:
        return fair_die(die.lowest, sides)
    if sides == 1:
        return Finite(die.lowest * count, 1, [1], 1)
    words = 1 + count * sides.bit_length() // 64
    budget.spend(count * sides * (150 + 3 * words))
    if count * sides > _FEW_PLACES:
        budget.room(count * sides, 64 * words)
        check_places(count * sides)
    weights = whole.fair_power(sides, count)
    return Finite(die.lowest * count, 1, weights, sides**count, root=(sides, count))


# Sums of two


def sum_of_two(a: Finite, b: Finite, budget: Budget) -> Finite:
    """The sum of two independent numbers."""
    bits = a.bits + b.bits
    if a.gridded and b.gridded:
        step = common_divisor(a.step, b.step)
        places = int((a.step * a.length + b.step * b.length) // step)
        if places <= SPARSE * a.length * b.length:
            budget.spend_product(places, bits)
            if not (isinstance(a.step, int) and isinstance(b.step, int)):
                budget.spend(FRACTION * places // 2)
            return product(a, b)
    (mine, denominator), (theirs, other_denominator) = a.table(), b.table()
    fractional = a.fractional or b.fractional
    each = FRACTION if fractional else FRACTION // 6
    longest = _longest(mine, theirs)
    budget.spend(a.size * b.size * (each + bits // 64 + longest // 10))
    budget.room(a.size * b.size, bits + longest)
    if fractional:
        from astragal.probability.laws.quotients import sums_of_fractions

        return Finite.of_table(sums_of_fractions(mine, theirs), denominator * other_denominator)
    totals: dict[Number, int] = defaultdict(int)
    for x, weight in mine.items():
        for y, other_weight in theirs.items():
            totals[tidy(x + y)] += weight * other_weight
    return Finite.of_table(totals, denominator * other_denominator)


def _longest(*tables: Table) -> int:
    """The bits of the longest whole number in the tables if above 64; else 0."""
    ends = [int(end) for table in tables if table for end in (min(table), max(table))]
    bits = max((end.bit_length() for end in ends), default=0)
    return bits if bits > 64 else 0


def product(a: Finite, b: Finite) -> Finite:
    """The sum of two independent numbers, both on grids."""
    start, step, below = tidy(a.start + b.start), a.step, a.below * b.below
    if b.step != step:
        step = common_divisor(a.step, b.step)
        check_places(int(a.step // step) * a.length + int(b.step // step) * b.length)
        a, b = spread(a, step), spread(b, step)
    (base, n), (same, m) = a.root, b.root
    if base == same:
        return _power_of(base, n + m, start, step)
    if a.length < b.length:
        a, b = b, a
    if not b.length:
        return Finite(start, step, [], below)
    if b.plain and whole.is_fair(b.weights):
        found = whole.times_fair(a.weights, b.length)
        if b.weights[0] != 1:
            found = [each * b.weights[0] for each in found]
        return Finite(start, step, found, below)
    if a.plain and b.plain:
        terms, places = a.occupied * b.occupied, a.length + b.length
        scattered = terms <= _FEW_EACH * places
        if a.length * b.length <= _FEW_PRODUCTS and not scattered:
            return Finite(start, step, whole.product(a.weights, b.weights), below)
        if terms <= _FEW_PRODUCTS:
            return Finite(start, step, whole.product_of_terms(a.weights, b.weights), below)
    return Finite(start, step, None, below, numerator=a.numerator * b.numerator)


def spread(law: Finite, step: Number) -> Finite:
    """The same law on a finer grid."""
    factor = int(law.step // step)
    if factor == 1:
        return law
    check_places(factor * max(1, law.length))
    weights = [0] * max(0, factor * (law.length - 1) + 1)
    weights[::factor] = law.weights
    return Finite(law.start, step, weights, law.below)


# Powers


def power(law: Finite, n: int, budget: Budget) -> Law:
    """The sum of ``n`` independent numbers; n is 2 or more."""
    if law.gridded:
        budget.spend(steps_to_power(law, n))
        budget.room(n * law.length, n * law.bits)
        return power_on_grid(law, n)
    if _is_added_one_by_one(law, n):
        total: Law = law
        for _ in range(n - 1):
            total = total.plus(law, budget)
        return total
    half = law.power(n // 2, budget)
    twice = half.plus(half, budget)
    return twice.plus(law, budget) if n % 2 else twice


def power_on_grid(law: Finite, n: int) -> Finite:
    base, already = law.root
    return _power_of(base, already * n, tidy(law.start * n), law.step)


def _is_added_one_by_one(law: Finite, n: int) -> bool:
    """True if adding one by one is faster than doubling, for few scattered numbers."""
    table = law.table().table
    if not table:
        return False
    k, length, half = len(table), spacing(table).length, n // 2

    def places(n: int) -> int:
        """The length of a series of the sums of ``n`` numbers."""
        return n * (length - 1) + 1

    def sums(n: int) -> int:
        """The greatest possible number of different sums of ``n`` numbers."""
        return min(comb(n + k - 1, k - 1), places(n))

    sparse = places(half) > SPARSE * sums(half)
    return sparse and n * sums(n) < sums(half) ** 2


def steps_to_power(law: Finite, n: int) -> int:
    """Estimated budget steps of a power, including the table of its weights."""
    base, already = law.root
    n *= already
    if isinstance(base, int):
        return n * base * (150 + 3 * (1 + n * base.bit_length() // 64))
    bits = base.bits
    places, words = n * base.length, 1 + n * bits // 64
    weights = base.weights
    if whole.is_fair(weights) or _has_scattered_terms(base, n):
        return places * (150 + 3 * words)
    if _has_few_terms(base, n) or _has_few_steps(weights, n):
        return places * (150 + 3 * words + words * (bits // 64) // 2) * _FEW_TERMS
    # FLINT multiplies term by term, or by a fast Fourier transform; either takes longer if the
    # numbers of the base are long.
    each = min(8 + base.length // 2, 6 * places.bit_length()) + 10 * (min(bits, 1_000) // 250)
    return places * (150 + words * each)


def _power_of(base: Finite | int, n: int, start: Number, step: Number) -> Finite:
    """The n-th power of a root, which is not itself a power."""
    root: Root = base, n
    if isinstance(base, int):
        return Finite(start, step, whole.fair_power(base, n), base**n, root=root)
    base = base.reduced()
    weights, below = base.weights, base.below**n
    if not weights:
        return Finite(start, step, [], below)
    if whole.is_fair(weights):
        fair, factor = whole.fair_power(len(weights), n), weights[0] ** n
        found = fair if factor == 1 else [each * factor for each in fair]
    elif _has_scattered_terms(base, n):
        found = whole.power_of_terms(weights, n)
    elif _has_few_terms(base, n):
        found = whole.power(weights, n)
    elif _has_few_steps(weights, n):
        found = whole.power_of_steps(whole.steps(weights), n)
    else:
        size = n * sum(weights).bit_length() // 8 + 1
        if n * len(weights) * size > _PACKED or min(weights) < 0:
            return Finite(start, step, None, below, numerator=base.numerator**n, root=root)
        found = whole.unpacked(whole.packed(weights, size) ** n, size)
    return Finite(start, step, found, below, root=root)


def _has_scattered_terms(law: Finite, n: int) -> bool:
    """True if a low power has so few terms that most of its places are empty."""
    if n > _LOW_POWER:
        return False
    terms = law.occupied
    return terms * comb(n + terms - 1, terms) <= min(_FEW_PRODUCTS, n * law.length)


def _has_few_terms(law: Finite, n: int) -> bool:
    """True if a power is faster in Python, place by place."""
    weights, terms = law.weights, law.occupied
    few = terms <= _FEW_TERMS or terms * n * len(weights) <= _FEW_PRODUCTS
    return few and bool(weights and weights[0])


def _has_few_steps(weights: Sequence[int], n: int) -> bool:
    """True if a power is faster in Python by the changes from one place to the next."""
    if not weights or not weights[0]:
        return False
    changes = 1 + sum([one != other for one, other in pairwise(weights)])
    return changes < _FEW_STEPS and changes * n * len(weights) <= _STEPPED


# Unions


def union(laws: Sequence[Finite]) -> Finite:
    """The combined weights of several laws: on a grid, unless that would be mostly empty."""
    return _union_on_grid(laws) or _union_of_tables(laws)


def _union_on_grid(laws: Sequence[Finite]) -> Finite | None:
    if not laws or not all(law.gridded for law in laws):
        return None
    start, step = min(law.start for law in laws), laws[0].step
    for law in laws:
        step = common_divisor(step, law.step)
    if any((law.start - start) % step for law in laws):
        return None
    length = max(int((law.start - start + law.step * law.length) // step) for law in laws)
    if length > SPARSE * sum(law.length for law in laws):
        return None
    check_places(length)
    below = lcm(*[law.below for law in laws])
    total = [0] * length
    for law in laws:
        first, stride, factor = (
            int((law.start - start) // step),
            law.step // step,
            below // law.below,
        )
        weights = law.weights if factor == 1 else [each * factor for each in law.weights]
        cells = slice(first, first + int(stride) * law.length, int(stride))
        total[cells] = list(map(add, total[cells], weights))
    return Finite(start, step, total, below)


def _union_of_tables(laws: Sequence[Finite]) -> Finite:
    tables = [law.table() for law in laws]
    common = lcm(*(denominator for _, denominator in tables))
    weights: dict[Number, int] = defaultdict(int)
    for table, denominator in tables:
        factor = common // denominator
        for number, weight in table.items():
            weights[number] += weight * factor
    return Finite.of_table({number: weight for number, weight in weights.items() if weight}, common)
