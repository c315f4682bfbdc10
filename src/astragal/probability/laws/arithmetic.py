"""Arithmetic of independent numbers, by their laws.

If one of two laws is infinite, the values of the other are handled one by one, unless there is a
faster way. If both are infinite, some operations have a closed form and the others are refused.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain, groupby
from typing import TYPE_CHECKING

from astragal.outcome import Number, size_of, tidy
from astragal.probability.budget import FRACTION, Budget
from astragal.probability.generating.grids import check_reach
from astragal.probability.laws.finite import certain
from astragal.probability.laws.law import Law, union
from astragal.probability.refusals import endless_divisor, no_closed_form

if TYPE_CHECKING:
    from astragal.probability.laws.cumulative import Cumulative
    from astragal.probability.laws.series import Series

Operation = Callable[[Number, Number], Number]


def add(a: Law, b: Law, budget: Budget) -> Law:
    return a.plus(b, budget)


def subtract(a: Law, b: Law, budget: Budget) -> Law:
    return a.plus(b.scaled(-1), budget)


def multiply(a: Law, b: Law, budget: Budget) -> Law:
    for one, other in ((a, b), (b, a)):
        if (factor := one.constant) is not None:
            budget.spend_fractions(other)
            return other.scaled(factor)
    if a.finite and b.finite:
        return pairwise(a, b, operator.mul, budget)
    if a.finite or b.finite:
        finite, endless = (a, b) if a.finite else (b, a)
        return given(finite, endless.scaled, budget, endless)
    raise no_closed_form("the product of two rolls that explode without limit")


def divide(a: Law, b: Law, budget: Budget) -> Law:
    """``a / b``, exactly; ``b`` must never be zero."""
    if not b.finite:
        raise endless_divisor()
    if not a.mass:  # a natural result that no face has
        return a
    if (divisor := b.constant) is not None:
        budget.spend_fractions(a)
        return a.scaled(Fraction(1) / divisor)
    if a.finite:
        from astragal.probability.laws.quotients import quotients

        return quotients(a, b, budget)
    return given(b, lambda divisor: a.scaled(Fraction(1) / divisor), budget, a)


def floor_divide(a: Law, b: Law, budget: Budget) -> Law:
    """``a // b``, rounded down; ``b`` must never be zero."""
    if a.finite and b.finite and b.constant is None:
        return pairwise(a, b, operator.floordiv, budget)
    return floors(divide(a, b, budget), budget)


def floors(law: Law, budget: Budget) -> Law:
    """The number rounded down."""
    for part in law.parts:
        modulus = Fraction(part.step).denominator
        places = modulus * (1 + part.degree)
        budget.spend_product(places, 64 * places)
    budget.spend_fractions(law)
    if law.finite:
        return law.map(lambda number: number // 1)
    from astragal.probability.laws import combining
    from astragal.probability.laws.endless import of_rows

    return of_rows(row for part in law.parts for row in combining.floors(part))


def magnitude(law: Law) -> Law:
    """The absolute value."""
    if law.finite:
        return law.map(size_of)
    negative, rest = law.cut(0)
    return union([negative.scaled(-1), rest])


def raised(law: Law, bound: Number) -> Law:
    """The number, or ``bound`` if it is less."""
    lower, rest = law.cut(bound)
    return union([certain(bound, lower.mass), rest])


def capped(law: Law, bound: Number) -> Law:
    """The number, or ``bound`` if it is more."""
    rest, higher = law.cut(bound, past=True)
    return union([rest, certain(bound, higher.mass)])


def greatest(laws: Sequence[Law], budget: Budget) -> Law:
    """The greatest of independent numbers."""
    return _extreme(laws, 1, budget)


def least(laws: Sequence[Law], budget: Budget) -> Law:
    """The least of independent numbers."""
    return _extreme(laws, -1, budget)


def _extreme(laws: Sequence[Law], sign: int, budget: Budget) -> Law:
    endless = [law for law in laws if not law.finite]
    finite = [law for law in laws if law.finite]
    if not endless:
        return _extreme_of_finite(finite, sign, budget)
    result = endless[0]
    for law in endless[1:]:
        result = _extreme_of_endless(result, law, sign, budget)
    if finite:
        result = _extreme_of_both(_extreme_of_finite(finite, sign, budget), result, sign, budget)
    return result


def _extreme_of_both(finite: Law, endless: Law, sign: int, budget: Budget) -> Law:
    """The greatest or least of a finite and an infinite number, split at the finite range.

    Outside the range of the finite law, one of the two numbers decides alone.
    """
    numbers = finite.table().table
    if not numbers:
        return finite
    low, high = min(numbers), max(numbers)
    for part in endless.parts:
        _spend_on_cuts(part, low, high, budget)
    below, rest = endless.cut(low)
    among, above = rest.cut(high, past=True)
    losing, winning = (below, above) if sign > 0 else (above, below)
    return union(
        [
            finite.weighted(losing.mass),
            _extreme_of_finite([finite, among], sign, budget),
            winning.weighted(finite.mass),
        ]
    )


def _spend_on_cuts(part: Series, low: Number, high: Number, budget: Budget) -> None:
    """Count the cost of expanding a series up to ``high``; weights of a quotient get long."""
    places = max(0, part.place(low, past=True), part.place(high, past=True))
    if not part.finite:
        check_reach(places)
        budget.spend_product(_CUT * (places + part.longest), places * part.height // part.longest)


_CUT = 2
"""The number of products that give the first weights of a quotient."""


def _extreme_of_finite(laws: Sequence[Law], sign: int, budget: Budget) -> Law:
    """The same for finite numbers: the cumulative weights of independent numbers multiply."""
    from astragal.probability.laws.cumulative import Cumulative

    laws = _with_one_constant(laws, sign)
    if len(laws) == 1:
        return laws[0]
    bits, size = sum(law.bits for law in laws), sum(law.size for law in laws)
    budget.spend(len(laws) * FRACTION * sum(law.size for law in laws if law.fractional))
    budget.spend_entries(len(laws) * size, bits)
    budget.room(size, bits)
    columns = [Cumulative(law if sign > 0 else law.scaled(-1)) for law in laws]
    numbers = _in_order_once(columns)
    denominator = 1
    for column in columns:
        denominator *= column.denominator
    weights: dict[Number, int] = {}
    before = 0
    for number in numbers:
        reached = 1
        for column in columns:
            reached *= column.at_most(number)
        if reached > before:
            weights[number if sign > 0 else -number] = reached - before
        before = reached
    return Law.of_table(weights, denominator)


def _with_one_constant(laws: Sequence[Law], sign: int) -> list[Law]:
    """The same laws, with all constants replaced by the decisive one."""
    constants = [constant for law in laws if (constant := law.constant) is not None]
    rest = [law for law in laws if law.constant is None]
    if not constants:
        return rest
    return [*rest, Law.certain(max(constants) if sign > 0 else min(constants))]


def _in_order_once(columns: Sequence[Cumulative]) -> list[Number]:
    """The numbers of all columns without duplicates; Python sorts partly ordered lists quickly."""
    together = sorted(chain.from_iterable(column.numbers for column in columns))
    return [each for each, _ in groupby(together)]


def _extreme_of_endless(a: Law, b: Law, sign: int, budget: Budget) -> Law:
    """The greater or lesser of two infinite numbers: multiply their tails place by place."""
    from astragal.probability.laws.combining import differences, products
    from astragal.probability.laws.endless import of_rows
    from astragal.probability.laws.series import same_places

    first, second = (_one_row(law if sign > 0 else law.scaled(-1)) for law in (a, b))
    if first.step * second.step < 0:
        # The downward series only matters as far as the other one reaches, so it can be cut off.
        up, down = (first, second) if first.step > 0 else (second, first)
        ending = raised(of_rows([down]), up.start)
        result = _extreme([of_rows([up]), ending], 1, budget)
        return result if sign > 0 else result.scaled(-1)
    degree = first.degree * second.degree
    budget.spend(degree**2 * (8 + degree))
    first, second = (row.tails() for row in same_places(first, second))
    both = products(first, second)
    # Running up, tails are probabilities of reaching a number, and one of the two must reach it;
    # running down, of staying at or below it, and both must stay.
    tails = first.union(second).union(both.weighted(-1)) if first.step > 0 else both
    result = of_rows([differences(tails)])
    return result if sign > 0 else result.scaled(-1)


def _one_row(law: Law) -> Series:
    row, *rest = law.parts
    for part in rest:
        if part.step * row.step < 0 and not (part.finite or row.finite):
            raise no_closed_form("the greater or lesser of rolls that run both ways without limit")
        row = row.union(part)
    return row


def pairwise(a: Law, b: Law, operation: Operation, budget: Budget) -> Law:
    """Apply an operation to two finite numbers, pair by pair."""
    each = FRACTION if a.fractional or b.fractional else 240
    budget.spend(a.size * b.size * (each + (a.bits + b.bits) // 5))
    budget.room(a.size * b.size, a.bits + b.bits)
    (mine, denominator), (theirs, other_denominator) = a.table(), b.table()
    results: dict[Number, int] = defaultdict(int)
    for x, weight in mine.items():
        for y, other_weight in theirs.items():
            results[tidy(operation(x, y))] += weight * other_weight
    return Law.of_table(results, denominator * other_denominator)


def given(finite: Law, then: Callable[[Number], Law], budget: Budget, endless: Law) -> Law:
    """The union of ``then(number)`` over a finite law, weighted by probability."""
    table, denominator = finite.table()
    budget.spend_cases(4 * len(table))
    for number in table:
        places = endless.degree + abs(int(number))
        budget.spend_product(places, 2 * places)
    return union(then(number).weighted(Fraction(w, denominator)) for number, w in table.items())
