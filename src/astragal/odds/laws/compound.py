"""Compound sums: as many independent numbers as another number says."""

from __future__ import annotations

from astragal.odds.budget import Budget
from astragal.odds.generating.combining import compounded
from astragal.odds.laws.law import Law, union
from astragal.odds.refusals import no_closed_form
from astragal.outcome import Number


def compound(cases: dict[int, Number], each: Law, budget: Budget) -> Law:
    """The sum of n independent numbers of a law, for every n with its probability."""
    most = max(cases)
    length, bits = (each.size, each.bits) if each.finite else (8 * each.degree, 8)
    budget.spend(most**2 * length * (1 + most * bits // 128))
    # Counted all at once, before it begins.
    free = budget.paid()
    total = Law.of_table({}, 1)
    for n in range(most, -1, -1):
        total = total.plus(each, free)
        if n in cases:
            total = union([total, Law.certain(0).weighted(cases[n])])
    return total


def endless_compound(number: Law, each: Law, budget: Budget) -> Law:
    """The same for unbounded n: one generating function inside another."""
    rows = each.rows()
    upwards = all(part.step > 0 and part.start >= 0 for part in number.parts)
    if len(rows) != 1 or not upwards or not _whole_grid(number):
        raise no_closed_form("such a number of dice")
    for part in number.parts:
        degree = part.longest * int(part.step)
        budget.spend(8 * degree**2 * (rows[0].length + rows[0].denominator.length()))
    return Law.of_rows(compounded(part, rows[0]) for part in number.parts)


def _whole_grid(law: Law) -> bool:
    return all(isinstance(part.start, int) and isinstance(part.step, int) for part in law.parts)
