"""Tables and sentences that describe a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from astragal.outcome import show
from astragal.probability.distribution import Distribution
from astragal.render.figures import decimal, percent
from astragal.render.report import Cell, Column, Report, Table
from astragal.render.rows import Row, every_row, require_numbers, table_rows
from astragal.render.tables import short_names

if TYPE_CHECKING:
    from astragal.comparing.comparison import Comparison, Pair
    from astragal.probability.dominance import Lead
    from astragal.render.formats import Layout


def report_of(comparison: Comparison, layout: Layout) -> Report:
    """Report on a comparison: a single pair in sentences, several pairs in a table."""
    if layout.cumulative:
        require_numbers(comparison.odds)
    names = short_names(comparison.odds, layout.columns)
    overview = list(_overview(comparison, names))
    tables = [*overview, _chances(comparison, names, layout)]
    several = len(comparison.pairs) > 1
    if several:
        tables.append(_pairs(comparison.pairs, names))
    remarks = _plainly(comparison) if several else sentences(comparison, names)
    return Report("", (), tuple(tables), tuple(remarks), main=len(overview))


# Tables


def _overview(comparison: Comparison, names: Sequence[str]) -> Iterator[Table]:
    """Summary of each of the odds, with a key to the letters if names were shortened."""
    lettered = tuple(names) != comparison.names
    numbers = any(odds.numeric for odds in comparison.odds)
    if not lettered and not numbers:
        return
    headings = ("mean", "sd", "median", "range") if numbers else ()
    keys = [Column("", left=True)] * (2 if lettered else 1)
    rows = [
        (
            Cell(name),
            *([Cell(full)] if lettered else []),
            *(_figures(odds) if numbers else []),
        )
        for name, full, odds in zip(names, comparison.names, comparison.odds, strict=True)
    ]
    yield Table((*keys, *map(Column, headings)), tuple(rows))


def _figures(odds: Distribution) -> list[Cell]:
    if not odds.numeric:
        return [Cell("–")] * 4
    low, high = ("…" if end is None else show(end) for end in (odds.lowest, odds.highest))
    return [
        Cell(decimal(odds.mean), odds.mean),
        Cell(decimal(odds.sd)),
        Cell(show(odds.median)),
        Cell(f"{low} to {high}"),
    ]


def _chances(comparison: Comparison, names: Sequence[str], layout: Layout) -> Table:
    """Probabilities per outcome or interval, and their differences from the first."""
    odds = comparison.odds
    rows = every_row(odds, layout.limits) if layout.every else table_rows(odds)
    first, *others = names
    columns = [Column("at least" if layout.cumulative else ""), Column(first)]
    for name in others:
        columns += [Column(name), Column("± first" if len(others) > 1 else "difference")]
    return Table(tuple(columns), tuple(_chance_row(row, layout.cumulative) for row in rows))


def _chance_row(row: Row, cumulative: bool) -> tuple[Cell, ...]:
    first, *others = row.at_least if cumulative else row.chances
    cells = [Cell(row.name), Cell(percent(first), first)]
    for each in others:
        cells += [Cell(percent(each), each), Cell(signed_percent(each - first), each - first)]
    return tuple(cells)


def signed_percent(difference: Fraction) -> str:
    """Format a difference in probability with its sign.

    >>> signed_percent(Fraction(1, 8)), signed_percent(Fraction(-1, 8)), signed_percent(Fraction(0))
    ('+12.50 %', '-12.50 %', '0 %')
    """
    sign = "+" if difference > 0 else "-" if difference else ""
    return f"{sign}{percent(abs(difference))}"


def _pairs(pairs: Sequence[Pair], names: Sequence[str]) -> Table:
    """Table with one row per pair."""
    headings = ("higher", "equal", "lower", "mean", "never worse", "crossing")
    columns = [Column("", left=True), Column("against", left=True), *map(Column, headings)]
    return Table(tuple(columns), tuple(_pair_row(pair, names) for pair in pairs), keys=2)


def _pair_row(pair: Pair, names: Sequence[str]) -> tuple[Cell, ...]:
    left, right = names[pair.left], names[pair.right]
    by = -pair.mean_difference
    verdict = pair.dominance.never_worse
    better = {"left": left, "right": right, "both": "equal", None: "?"}
    crossings = ", ".join(map(show, pair.dominance.crossings))
    return (
        Cell(left),
        Cell(right),
        *(Cell(percent(chance), chance) for chance in pair.versus),
        Cell(f"{'+' if by > 0 else ''}{decimal(by)}", by),
        Cell(better.get(verdict, "neither")),
        Cell(crossings or "–"),
    )


# Sentences


def sentences(comparison: Comparison, names: Sequence[str] | None = None) -> Iterator[str]:
    """For each pair: who wins how often, which is never worse, and the crossings."""
    named = comparison.names if names is None else names
    for pair in comparison.pairs:
        left, right = named[pair.left], named[pair.right]
        win, tie, lose = map(percent, pair.versus)
        beats = f"{left} beats {right} {win} of the time, ties {tie} and loses {lose}."
        yield f"{beats} {_verdict(pair, left, right)}"
    yield from _plainly(comparison)


def _plainly(comparison: Comparison) -> Iterator[str]:
    """A note if words are among the outcomes: they cannot be ranked."""
    words = any(not odds.numeric and not odds.truth for odds in comparison.odds)
    if words and len(comparison.odds) > 1:
        yield (
            "Words have no order: they are compared by their chances alone, "
            "and none is better or worse than another."
        )


def _verdict(pair: Pair, left: str, right: str) -> str:
    leads = pair.dominance.leads
    names = {"left": left, "right": right}
    others = {"left": right, "right": left}
    match pair.dominance.never_worse:
        case "both":
            return "Both have the same odds."
        case "left" | "right" as ahead:
            always = "it reaches every number at least as often"
            return f"{names[ahead]} is never worse than {others[ahead]}: {always}."
        case None if leads:
            ahead = leads[0].ahead
            return (
                f"{names[ahead]} reaches every number listed at least as often; "
                "both go on without end, so this is not known of all."
            )
        case None:
            return "As far as they are listed, both have the same odds."
    told = "; ".join(_lead(names[each.ahead], each, leads) for each in leads)
    return f"The better chance to reach a number: {told}."


def _lead(name: str, lead: Lead, leads: Sequence[Lead]) -> str:
    low, high = show(lead.low), show(lead.high)
    if lead is leads[0]:
        return f"{name} up to {high}"
    return f"{name} from {low} on" if lead is leads[-1] else f"{name} from {low} to {high}"
