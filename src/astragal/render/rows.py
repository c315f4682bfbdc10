"""Rows of a table of odds: one per outcome, or groups if there are too many."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from heapq import nlargest
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal.errors import OddsError
from astragal.outcome import Number, event_text, in_order, show
from astragal.render.lengths import check_rows

if TYPE_CHECKING:
    from astragal.limits import Limits
    from astragal.probability.distribution import Distribution

_ROWS = 20
"""The most rows of a table; with the lines around them they fill a screen of 24 lines."""

_RARE = (Fraction(1, 2000), Fraction(1, 200), Fraction(1, 50))
"""If there are too many outcomes, those at the ends that are rarer than this share a row.

The first limit that leaves few enough rows is used."""


class Row(NamedTuple):
    """One outcome, or a group, with its chances in each distribution."""

    name: str
    chances: list[Fraction]
    at_least: list[Fraction]
    at_most: list[Fraction]
    others: bool = False
    """whether it sums up all outcomes without a row of their own, and so gets no bar"""


def require_numbers(several: Sequence[Distribution]) -> None:
    """Refuse cumulative chances for outcomes without an order."""
    for odds in several:
        if not odds.numeric:
            raise OddsError(
                "not-numbers",
                f"cumulative chances need numbers, but `{odds.label}` gives "
                f"outcomes such as {show(next(iter(odds)))}",
            )


def table_rows(several: Sequence[Distribution], most: int = _ROWS) -> list[Row]:
    """Rows of a table: one per outcome, or groups if there are more than ``most``."""
    if not all(odds.numeric for odds in several):
        return _named_rows(several, most)
    numbers = _all_numbers(several)
    if len(numbers) <= most and not any(odds.tail for odds in several):
        return [_row(several, number, number) for number in numbers]
    return [_row(several, low, high) for low, high in _groups(several, numbers, most)]


def _all_numbers(several: Sequence[Distribution]) -> Sequence[Number]:
    """All numbers listed in any of the distributions, lowest first."""
    if len(several) == 1:
        return several[0].outcomes
    listed: set[Any] = {number for odds in several for number in odds}
    return in_order(listed)


def _row(several: Sequence[Distribution], low: Number | None, high: Number | None) -> Row:
    """The outcomes from ``low`` to ``high``; None means unbounded."""
    at_least = [Fraction(1) if low is None else odds.at_least(low) for odds in several]
    at_most = [Fraction(1) if high is None else odds.at_most(high) for odds in several]
    chances = [a + b - 1 for a, b in zip(at_least, at_most, strict=True)]
    if low == high:
        name = show(low)
    elif low is None:
        name = f"up to {show(high)}"
    elif high is None:
        name = f"{show(low)} and up"
    else:
        between = " to " if low < 0 else "–"
        name = f"{show(low)}{between}{show(high)}"
    return Row(name, chances, at_least, at_most)


def _groups(
    several: Sequence[Distribution], numbers: Sequence[Number], most: int
) -> list[tuple[Number | None, Number | None]]:
    """Common outcomes, one by one or in equal intervals, with the rare ones grouped at the ends."""
    common = _common_numbers(several, numbers, most)
    width: Number = 0
    if len(common) > most - 2:
        width = nice((common[-1] - common[0]) / Fraction(most - 3))
        # Start intervals at 1 rather than 0 if the numbers start with 1; use only complete
        # intervals.
        first = common[0] if common[0] == numbers[0] == 1 else common[0] // width * width
        last = first + ((common[-1] - first) // width + 1) * width
        common = numbers[bisect_left(numbers, first) : bisect_left(numbers, last)]
    before = numbers[: bisect_left(numbers, common[0])]
    after = numbers[bisect_right(numbers, common[-1]) :]
    groups: list[tuple[Number | None, Number | None]]
    groups = _intervals(common, first, width) if width else [(n, n) for n in common]
    endless_below = any(odds.lowest is None for odds in several)
    endless_above = any(odds.highest is None for odds in several)
    if before or endless_below:
        last_before = before[-1] if before else common[0] - 1
        groups.insert(0, (None if endless_below else before[0], last_before))
    if after or endless_above:
        first_after = after[0] if after else common[-1] + 1
        groups.append((first_after, None if endless_above else after[-1]))
    return groups


def _common_numbers(
    several: Sequence[Distribution], numbers: Sequence[Number], most: int
) -> Sequence[Number]:
    """The numbers without the rare ones at the ends, if that shortens the table."""
    endless = any(odds.tail for odds in several)
    for rare in _RARE:
        low = min(odds.quantile(rare) for odds in several)
        high = max(odds.quantile(1 - rare) for odds in several)
        common = numbers[bisect_left(numbers, low) : bisect_right(numbers, high)]
        if len(common) <= most - 2:
            return common
        if rare == _RARE[0]:
            broad = common
    return broad if endless or 4 * len(broad) < 3 * len(numbers) else numbers


def _intervals(
    numbers: Sequence[Number], start: Number, width: Number
) -> list[tuple[Number | None, Number | None]]:
    groups: list[tuple[Number | None, Number | None]] = []
    place = 0
    while place < len(numbers):
        low = numbers[place]
        place = bisect_left(numbers, start + ((low - start) // width + 1) * width)
        groups.append((low, numbers[place - 1]))
    return groups


def nice(width: Fraction) -> Number:
    """The next round width: 1 to 5, 10, 20, 25, 50, 100 …; below one, a unit fraction."""
    if width <= 1:
        return 1 if width > Fraction(1, 2) else Fraction(1, int(1 / width))
    if width <= 5:
        return -int(-width // 1)
    scale = 10
    while width > 5 * scale:
        scale *= 10
    return next(nice for nice in (scale, 2 * scale, 5 * scale // 2, 5 * scale) if nice >= width)


def _named_rows(several: Sequence[Distribution], most: int) -> list[Row]:
    """Outcomes without an order, as listed; if there are too many, the rarest share a row.

    Equally likely outcomes are all shown or all grouped; if all are equal, the first ones are
    shown.
    """
    named = _by_name(several)
    shown = list(named)
    if len(named) > most:
        left_out = nlargest(most, map(sum, named.values()))[-1]
        shown = [name for name in named if sum(named[name]) > left_out] or shown[: most - 1]
    rows = [_named_row(name, named[name]) for name in shown]
    if len(named) > most:
        columns = zip(*(row.chances for row in rows), strict=True)
        left = [1 - odds.tail - sum(c) for odds, c in zip(several, columns, strict=True)]
        others = _named_row(f"{len(named) - len(shown):,} others", left)
        rows.append(others._replace(others=True))
    return rows


def _by_name(several: Sequence[Distribution]) -> dict[str, list[Fraction]]:
    """The chances of each outcome by its text; outcomes with the same text are merged."""
    weights: dict[str, list[int]] = {}
    for place, odds in enumerate(several):
        for outcome in odds:
            row = weights.setdefault(event_text(outcome), [0] * len(several))
            row[place] += odds.weight(outcome)
    return {
        name: [Fraction(w, odds.denominator) for w, odds in zip(row, several, strict=True)]
        for name, row in weights.items()
    }


def _named_row(name: str, chances: list[Fraction]) -> Row:
    return Row(name, chances, chances, chances)


def every_row(several: Sequence[Distribution], limits: Limits | None = None) -> list[Row]:
    """A row for each listed outcome, and one for the tail if necessary."""
    check_rows(several, limits)
    if not all(odds.numeric for odds in several):
        return [_named_row(name, chances) for name, chances in _by_name(several).items()]
    outcomes = {number for odds in several for number in odds}
    rows = [_row(several, number, number) for number in sorted(outcomes)]
    if any(odds.tail for odds in several):
        listed = [sum(row.chances[place] for row in rows) for place in range(len(several))]
        tails = _named_row("all others", [1 - Fraction(each) for each in listed])
        rows.append(tails._replace(others=True))
    return rows
