"""Distributions for other programs: CSV, Markdown, and HTML for notebooks."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from astragal.outcome import show
from astragal.render.data import digits
from astragal.render.figures import decimal, percent, summary
from astragal.render.rows import every_row, require_numbers, table_rows

if TYPE_CHECKING:
    from astragal.odds.distribution import Distribution


def csv_table(several: Sequence[Distribution]) -> str:
    """Every listed outcome on a line, weights exact; what is not listed on a line of its own."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(
        ["expression", "outcome", "weight", "denominator", "probability", "at_most", "at_least"]
    )
    for odds in several:
        below, written = odds.denominator, digits(odds.denominator)
        lower = float(odds.less_than(next(iter(odds)))) if odds.numeric else 0.0
        reach = 0
        for outcome, weight in odds.weights.items():
            # Whole numbers are divided to the nearest float, however long they are.
            up_to, from_on = lower + (reach + weight) / below, (below - reach) / below - lower
            ends = [up_to, from_on] if odds.numeric else ["", ""]
            reach += weight
            writer.writerow(
                [odds.label, show(outcome), digits(weight), written, weight / below, *ends]
            )
        if odds.tail:
            tail = odds.tail
            row = [
                odds.label,
                "(all others)",
                digits(tail.numerator),
                digits(tail.denominator),
                float(tail),
                "",
                "",
            ]
            writer.writerow(row)
    return stream.getvalue()


def markdown_table(several: Sequence[Distribution], *, cumulative: bool = False) -> str:
    """Every listed outcome in a row, with its chance in each distribution; or that of it or more."""
    if cumulative:
        require_numbers(several)
    names = [escaped(odds.label or "odds") for odds in several]
    lines = [
        f"| {'at least' if cumulative else 'outcome'} | " + " | ".join(names) + " |",
        "| ---: | " + " | ".join("---:" for _ in names) + " |",
    ]
    lines += [
        f"| {escaped(row.name)} | "
        + " | ".join(map(percent, row.at_least if cumulative else row.chances))
        + " |"
        for row in every_row(several)
    ]
    if all(odds.numeric or odds.truth for odds in several):
        means = [f"{decimal(odds.mean)}" for odds in several]
        lines.append("| mean | " + " | ".join(means) + " |")
        lines.append("| sd | " + " | ".join(decimal(odds.sd) for odds in several) + " |")
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def html_table(several: Sequence[Distribution]) -> str:
    """For notebooks: a table with bars that needs no style sheet and suits light and dark."""
    parts = []
    for odds in several:
        heading = html.escape(odds.label or "odds")
        parts.append(f"<p><b>{heading}</b><br>{html.escape(summary(odds))}</p>")
    rows = table_rows(several, 30)
    longest = max(max(row.chances) for row in rows) or Fraction(1)
    parts.append('<table style="border-collapse:collapse">')
    if len(several) > 1:
        cells = "".join(f"<th>{html.escape(odds.label)}</th><th></th>" for odds in several)
        parts.append(f"<tr><th></th>{cells}</tr>")
    for row in rows:
        cells = "".join(_html_cell(chance, longest) for chance in row.chances)
        parts.append(f'<tr><td style="text-align:right">{html.escape(row.name)}</td>{cells}</tr>')
    parts.append("</table>")
    return "".join(parts)


def _html_cell(chance: Fraction, longest: Fraction) -> str:
    share = float(chance / longest * 16)
    return (
        f'<td style="text-align:right">{percent(chance)}</td>'
        '<td style="text-align:left"><div style="background:#4477aa;height:0.8em;'
        f'width:{share:.2f}em"></div></td>'
    )
