"""Laws split in two: the matching numbers and the rest."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from astragal.outcome import Number, tidy
from astragal.probability.generating.grids import check_places
from astragal.probability.laws.endless import of_rows
from astragal.probability.laws.law import Law
from astragal.probability.laws.series import Series


def part_table(law: Law, matches: Callable[[Number], bool]) -> tuple[Law, Law]:
    """Split a finite law number by number."""
    table, denominator = law.table()
    hit = {number: weight for number, weight in table.items() if matches(number)}
    miss = {number: weight for number, weight in table.items() if number not in hit}
    return Law.of_table(hit, denominator), Law.of_table(miss, denominator)


def part_by_remainder(law: Law, divisor: int, remainder: int) -> tuple[Law, Law]:
    """Split a law by whether the number has this remainder modulo ``divisor``."""

    def matches(number: Number) -> bool:
        return bool(number % divisor == remainder)

    if law.finite:
        return part_table(law, matches)
    rows = [row for part in law.rows() for row in _every_so_many(part, divisor)]
    return (
        of_rows(row for row in rows if matches(row.start)),
        of_rows(row for row in rows if not matches(row.start)),
    )


def _every_so_many(series: Series, divisor: int) -> list[Series]:
    """Split a series so that all numbers of a part have the same remainder."""
    from astragal.probability.generating.quotients import sections

    period = (Fraction(series.step) / divisor).denominator
    if period == 1:
        return [series]
    check_places(period * series.longest)
    step = tidy(series.step * period)
    parts = sections(series.numerator, series.denominator, period)
    return [
        Series(series.value(place), step, *part)
        for place, part in enumerate(parts)
        if part[0].length()
    ]
