"""Arithmetic and comparison of independent numbers, by their laws.

Where one of two numbers has no end, the other is gone through value by value; where neither has, only
what keeps a closed form is computed, and the rest is refused by name.
"""

from __future__ import annotations

import operator
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import gcd

from astragal.odds.budget import Budget
from astragal.odds.generating.series import Series, certain, products, same_places
from astragal.odds.laws.law import Law, union
from astragal.odds.refusals import endless_divisor, no_closed_form
from astragal.outcome import Number, size_of, tidy

Operation = Callable[[Number, Number], Number]


def add(a: Law, b: Law, budget: Budget) -> Law:
    return a.plus(b, budget)


def subtract(a: Law, b: Law, budget: Budget) -> Law:
    return a.plus(b.scaled(-1), budget)


def multiply(a: Law, b: Law, budget: Budget) -> Law:
    for one, other in ((a, b), (b, a)):
        if (factor := one.constant) is not None:
            return other.scaled(factor)
    if a.finite and b.finite:
        return _pairwise(a, b, operator.mul, budget)
    if a.finite or b.finite:
        finite, endless = (a, b) if a.finite else (b, a)
        return _given(finite, endless.scaled, budget, endless)
    raise no_closed_form("the product of two rolls that explode without limit")


def divide(a: Law, b: Law, budget: Budget) -> Law:
    """``a / b``, exactly; ``b`` must never be zero."""
    if not b.finite:
        raise endless_divisor()
    if (divisor := b.constant) is not None:
        return a.scaled(Fraction(1) / divisor)
    if a.finite:
        return _quotients(a, b, budget)
    return _given(b, lambda divisor: a.scaled(Fraction(1) / divisor), budget, a)


def floor_divide(a: Law, b: Law, budget: Budget) -> Law:
    """``a // b``, rounded down; ``b`` must never be zero."""
    if a.finite and b.finite and b.constant is None:
        return _pairwise(a, b, operator.floordiv, budget)
    return floors(divide(a, b, budget), budget)


def floors(law: Law, budget: Budget) -> Law:
    """Rounded down."""
    for part in law.parts:
        modulus = Fraction(part.step).denominator
        budget.spend_rows(modulus * part.bottom.length(), 64 * modulus * part.bottom.length())
    return law.floors()


def magnitude(law: Law) -> Law:
    """Without its sign."""
    if law.finite:
        return law.map(size_of)
    negative, rest = law.cut(0)
    return union([negative.scaled(-1), rest])


def raised(law: Law, bound: Number) -> Law:
    """At least ``bound``."""
    below, rest = law.cut(bound)
    return union([Law(row=certain(bound, below.mass)), rest])


def capped(law: Law, bound: Number) -> Law:
    """At most ``bound``."""
    rest, above = law.cut(bound, past=True)
    return union([rest, Law(row=certain(bound, above.mass))])


def greatest(laws: Sequence[Law], budget: Budget) -> Law:
    """The greatest of independent numbers."""
    return _extreme(laws, raised, 1, budget)


def least(laws: Sequence[Law], budget: Budget) -> Law:
    """The least of independent numbers."""
    return _extreme(laws, capped, -1, budget)


def _extreme(
    laws: Sequence[Law], bounded: Callable[[Law, Number], Law], sign: int, budget: Budget
) -> Law:
    endless = [law for law in laws if not law.finite]
    finite = [law for law in laws if law.finite]
    if finite:
        extreme = _extreme_of_finite(finite, sign, budget)
        if not endless:
            return extreme
        others = _extreme(endless, bounded, sign, budget)
        return _given(extreme, lambda bound: bounded(others, bound), budget, others)
    result = endless[0]
    for law in endless[1:]:
        result = _extreme_of_endless(result, law, sign, budget)
    return result


def _extreme_of_finite(laws: Sequence[Law], sign: int, budget: Budget) -> Law:
    """By what lies at or on the other side of each number: the product of that is a running sum."""
    budget.spend_entries(len(laws) * sum(law.size for law in laws))
    columns = [_Cumulated(law if sign > 0 else law.scaled(-1)) for law in laws]
    numbers = sorted({number for column in columns for number in column.numbers})
    below = 1
    for column in columns:
        below *= column.below
    weights: dict[Number, int] = {}
    before = 0
    for number in numbers:
        reached = 1
        for column in columns:
            reached *= column.at_most(number)
        if reached > before:
            weights[number if sign > 0 else -number] = reached - before
        before = reached
    return Law.of_table(weights, below)


class _Cumulated:
    """A law's numbers in order, with the weight of all up to each."""

    def __init__(self, law: Law) -> None:
        table, self.below = law.table()
        self.numbers = sorted(table)
        self.reach = [0, *accumulate(table[number] for number in self.numbers)]

    def at_most(self, number: Number) -> int:
        return self.reach[bisect_right(self.numbers, number)]

    def less(self, number: Number) -> int:
        return self.reach[bisect_left(self.numbers, number)]


def _extreme_of_endless(a: Law, b: Law, sign: int, budget: Budget) -> Law:
    """The greater (or lesser) of two numbers without end: their tails multiply, place by place."""
    first, second = (_one_row(law if sign > 0 else law.scaled(-1)) for law in (a, b))
    if first.step * second.step < 0:
        # What runs down matters only as far as the other reaches, so it ends there.
        up, down = (first, second) if first.step > 0 else (second, first)
        ending = raised(Law.of_rows([down]), up.start)
        result = _extreme([Law.of_rows([up]), ending], raised, 1, budget)
        return result if sign > 0 else result.scaled(-1)
    degree = first.bottom.degree() * second.bottom.degree()
    budget.spend(degree**2 * (8 + degree))
    first, second = (row.tails() for row in same_places(first, second))
    both = products(first, second)
    # Running up, the tails are chances to reach a number, and either may; running down, to stay
    # below it, and both must.
    tails = first.union(second).union(both.weighted(-1)) if first.step > 0 else both
    result = Law.of_rows([tails.differences()])
    return result if sign > 0 else result.scaled(-1)


def _one_row(law: Law) -> Series:
    row, *rest = law.parts
    for part in rest:
        if part.step * row.step < 0 and not (part.finite or row.finite):
            raise no_closed_form("the greater or lesser of rolls that run both ways without limit")
        row = row.union(part)
    return row


def compare(op: str, a: Law, b: Law, budget: Budget) -> Fraction:
    """The probability that a comparison of two independent numbers holds."""
    if (number := b.constant) is not None:
        return _compared(op, a, number)
    if a.finite and b.finite:
        budget.spend_entries(a.size + b.size)
        return _compared_finite(op, a, b)
    return _compared(op, subtract(a, b, budget), 0)


def _compared(op: str, law: Law, number: Number) -> Fraction:
    match op:
        case ">=":
            return law.at_least(number)
        case ">":
            return law.at_least(number, past=True)
        case "<":
            return 1 - law.at_least(number)
        case "<=":
            return 1 - law.at_least(number, past=True)
        case "=":
            return law.exactly(number)
        case _:
            return 1 - law.exactly(number)


def _compared_finite(op: str, a: Law, b: Law) -> Fraction:
    if op in (">", ">="):
        return _compared_finite({">": "<", ">=": "<="}[op], b, a)
    table, below = a.table()
    other = _Cumulated(b)
    total = other.reach[-1]
    if op == "<":
        held = sum(weight * (total - other.at_most(number)) for number, weight in table.items())
    elif op == "<=":
        held = sum(weight * (total - other.less(number)) for number, weight in table.items())
    else:
        weights, _ = b.table()
        held = sum(weight * weights.get(number, 0) for number, weight in table.items())
        held = held if op == "=" else below * total - held
    return Fraction(held, below * other.below)


def within(a: Law, low: Law, high: Law, budget: Budget) -> Fraction:
    """The probability that ``low <= a <= high``, of three independent numbers."""
    if a.finite:
        budget.spend_entries(a.size * (low.size + high.size + low.degree + high.degree))
        table, below = a.table()
        chances = (
            weight * (1 - low.at_least(number, past=True)) * high.at_least(number)
            for number, weight in table.items()
        )
        return sum(chances, Fraction(0)) / below
    if not (low.finite and high.finite):
        raise no_closed_form("a comparison of rolls that explode without limit with one another")
    budget.spend_entries(low.size * high.size)
    budget.spend_rows((low.size + high.size) * a.degree, 256)
    (lows, low_below), (highs, high_below) = low.table(), high.table()
    reach = {number: a.at_least(number) for number in lows}
    passed = {number: a.at_least(number, past=True) for number in highs}
    chances = ((reach[x] - passed[y]) * lows[x] * highs[y] for x in lows for y in highs if x <= y)
    return sum(chances, Fraction(0)) / (low_below * high_below)


def _pairwise(a: Law, b: Law, operation: Operation, budget: Budget) -> Law:
    budget.spend_entries(a.size * b.size, a.bits + b.bits)
    (mine, below), (theirs, other_below) = a.table(), b.table()
    results: dict[Number, int] = defaultdict(int)
    for x, weight in mine.items():
        for y, other_weight in theirs.items():
            results[tidy(operation(x, y))] += weight * other_weight
    return Law.of_table(results, below * other_below)


def _quotients(a: Law, b: Law, budget: Budget) -> Law:
    """Every number of one law over every number of another, as pairs until all are counted."""
    budget.spend_entries(4 * a.size * b.size, a.bits + b.bits)
    (mine, below), (theirs, other_below) = a.table(), b.table()
    pairs: dict[tuple[int, int], int] = defaultdict(int)
    for x, weight in mine.items():
        above, under = x.numerator, x.denominator
        for y, other_weight in theirs.items():
            p, q = above * y.denominator, under * y.numerator
            common = gcd(p, q) if q > 0 else -gcd(p, q)
            pairs[p // common, q // common] += weight * other_weight
    results = {tidy(Fraction(p, q)): weight for (p, q), weight in pairs.items()}
    return Law.of_table(results, below * other_below)


def _given(finite: Law, then: Callable[[Number], Law], budget: Budget, endless: Law) -> Law:
    """What comes of every value of a number that has finitely many."""
    table, below = finite.table()
    for _ in table:
        budget.spend_rows(endless.degree, 256)
    return union(then(number).weighted(Fraction(w, below)) for number, w in table.items())
