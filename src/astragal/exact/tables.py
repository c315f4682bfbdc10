"""Distributions as tables: for a terminal, a notebook, Markdown and spreadsheets."""

from __future__ import annotations

import csv
import html
import io
import textwrap
from collections.abc import Sequence
from fractions import Fraction
from math import floor, log10
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal.errors import OddsError
from astragal.exact.data import digits
from astragal.outcome import Number, Outcome, in_order, show

if TYPE_CHECKING:
    from astragal.exact.distribution import Distribution

_ROWS = 20
"""So many rows, with what stands around them, fill a screen of 24 lines."""

_RARE = (Fraction(1, 2000), Fraction(1, 200), Fraction(1, 50))
"""Where there are too many outcomes, ends that are rarer than this share a row; the first that helps."""

_EXACT = 10**6
"""Up to this denominator chances are shown as fractions too."""


class Row(NamedTuple):
    """An outcome, or several that share a row: their chances in each distribution."""

    name: str
    chances: list[Fraction]
    at_least: list[Fraction]
    at_most: list[Fraction]
    others: bool = False
    """whether it stands for all that found no place, so that a bar would say nothing"""


def text_table(
    several: Sequence[Distribution],
    *,
    width: int = 80,
    cumulative: bool = False,
    ascii_only: bool = False,
    every: bool = False,
) -> str:
    """A table with bars, at most ``width`` wide and some twenty lines long, or with ``every`` outcome."""
    if cumulative:
        require_numbers(several)
    lines: list[str] = []
    names = _short_names(several, width)
    for odds, name in zip(several, names, strict=True):
        heading = odds.label or "odds"
        heading = heading if name == heading else f"{name}: {heading}"
        lines += textwrap.wrap(heading, width, subsequent_indent="  ") or [""]
        lines += _wrapped(summary(odds), width)
    rows = _every_row(several) if every else table_rows(several)
    rows = [row._replace(name=_shortened(row.name, max(12, width // 2))) for row in rows]
    if len(several) == 1:
        lines += ["", *_one(rows, several[0], width, cumulative)]
    else:
        for columns in _blocks(rows, names, width):
            lines += ["", *_side_by_side(rows, names, columns, width, cumulative)]
    text = "\n".join(line.rstrip() for line in lines)
    return text.translate(_ASCII) if ascii_only else text


def require_numbers(several: Sequence[Distribution]) -> None:
    """Refuse cumulative chances of what has no order."""
    for odds in several:
        if not odds.numeric:
            raise OddsError(
                "not-numbers",
                f"cumulative chances need numbers, and `{odds.label}` gives "
                f"{show(next(iter(odds)))} and the like",
            )


def _wrapped(text: str, width: int) -> list[str]:
    """A summary on as many lines as it needs, broken between its parts."""
    lines = [" "]
    for part in text.split(" · "):
        if len(lines[-1]) + 3 + len(part) > width and lines[-1].strip():
            lines.append(" ")
        lines[-1] += (" · " if lines[-1].strip() else " ") + part
    return lines


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


_BLOCKS = " ▏▎▍▌▋▊▉█"
_ASCII = str.maketrans("▏▎▍▌▋▊▉█–…·", ":::||###-.|")


def bar(share: Fraction, width: int) -> str:
    """A bar of up to ``width`` characters; the least of it shows that there is something."""
    eighths = max(1, round(share * width * 8)) if share else 0
    return "█" * (eighths // 8) + _BLOCKS[eighths % 8].strip()


def percent(chance: Fraction) -> str:
    """A chance for people: four digits where they tell something."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    hundred = float(chance * 100)
    if hundred >= 99.995:
        return f"100 % less {percent(1 - chance)}" if chance < 1 else "100 %"
    if hundred >= 0.005:
        return f"{hundred:.2f} %"
    if hundred >= 0.000005:
        return f"{hundred:.{1 - floor(log10(hundred))}f} %"
    return f"{hundred:.1e} %" if hundred else "0.00…1 %"


def decimal(number: Fraction | float) -> str:
    """A number for people: two places after the point."""
    try:
        rounded = float(number)
    except OverflowError:
        return f"about 10^{len(str(int(number))) - 1}"
    if abs(rounded) >= 10**15 or (rounded and abs(rounded) < 0.005):
        return f"{rounded:.3g}"
    return f"{rounded:,.2f}"


def fraction(number: Fraction) -> str:
    """The exact fraction, where it is short enough to be read."""
    if number.denominator.bit_length() > 64:
        return ""
    text = str(number)
    return f" = {text}" if len(text) <= 19 else ""


def summary(odds: Distribution) -> str:
    """Mean, spread and ends in a line."""
    if odds.truth:
        chance = odds.probability(True)
        return f"true {percent(chance)}{fraction(chance)}"
    if not odds.numeric:
        return f"{len(odds):,} outcomes"
    low, high = odds.lowest, odds.highest
    if low is not None and high is not None:
        ends = f"{low} to {high}"
    else:
        ends = f"{low} and up" if low is not None else f"up to {high}" if high is not None else ""
    modes = odds.mode
    likely = f"mode {', '.join(map(show, modes))}" if len(modes) <= 3 < len(odds) else ""
    mean = f"mean {decimal(odds.mean)}{_exactly(odds.mean)}"
    parts = [mean, f"sd {decimal(odds.sd)}", f"median {odds.median}", likely, ends]
    return " · ".join(filter(None, parts))


def _exactly(mean: Fraction) -> str:
    if mean.denominator.bit_length() > 64 or mean.numerator.bit_length() > 64:
        return ""
    text = str(mean)
    return f" ({text})" if mean.denominator > 1 and len(text) <= 15 else ""


def table_rows(several: Sequence[Distribution], most: int = _ROWS) -> list[Row]:
    """The rows of a table: every outcome, or groups of them where there are too many."""
    if not all(odds.numeric for odds in several):
        return _named_rows(several, most)
    listed: set[Any] = {number for odds in several for number in odds}
    numbers = in_order(listed)
    if len(numbers) <= most and not any(odds.tail for odds in several):
        return [_row(several, number, number) for number in numbers]
    return [_row(several, low, high) for low, high in _groups(several, numbers, most)]


def _row(several: Sequence[Distribution], low: Number | None, high: Number | None) -> Row:
    """The outcomes from ``low`` to ``high``; None is open."""
    at_least = [Fraction(1) if low is None else odds.at_least(low) for odds in several]
    at_most = [Fraction(1) if high is None else odds.at_most(high) for odds in several]
    chances = [a + b - 1 for a, b in zip(at_least, at_most, strict=True)]
    if low == high:
        name = str(low)
    elif low is None:
        name = f"up to {high}"
    elif high is None:
        name = f"{low} and up"
    else:
        name = f"{low} to {high}" if low < 0 else f"{low}–{high}"
    return Row(name, chances, at_least, at_most)


def _groups(
    several: Sequence[Distribution], numbers: Sequence[Number], most: int
) -> list[tuple[Number | None, Number | None]]:
    """The common outcomes, each in a row or in stretches of equal width, and the rare ones at the ends."""
    common = _common_numbers(several, numbers, most)
    width: Number = 0
    if len(common) > most - 2:
        width = _nice((common[-1] - common[0]) / Fraction(most - 3))
        # From 1 to 10 rather than from 0 to 9, if it starts with 1; and whole stretches only.
        first = common[0] if common[0] == numbers[0] == 1 else common[0] // width * width
        last = first + ((common[-1] - first) // width + 1) * width
        common = [number for number in numbers if first <= number < last]
    before = [number for number in numbers if number < common[0]]
    after = [number for number in numbers if number > common[-1]]
    groups: list[tuple[Number | None, Number | None]]
    groups = _stretches(common, first, width) if width else [(n, n) for n in common]
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
    """All numbers but the rare ones at the ends, which are left out only where that helps."""
    endless = any(odds.tail for odds in several)
    for rare in _RARE:
        low = min(odds.quantile(rare) for odds in several)
        high = max(odds.quantile(1 - rare) for odds in several)
        common = [number for number in numbers if low <= number <= high]
        if len(common) <= most - 2:
            return common
        if rare == _RARE[0]:
            broad = common
    return broad if endless or 4 * len(broad) < 3 * len(numbers) else numbers


def _stretches(
    numbers: Sequence[Number], start: Number, width: Number
) -> list[tuple[Number | None, Number | None]]:
    groups: dict[Number, list[Number]] = {}
    for number in numbers:
        groups.setdefault((number - start) // width, []).append(number)
    return [(group[0], group[-1]) for group in groups.values()]


def _nice(width: Fraction) -> Number:
    """The next width people like: 1 to 5, 10, 20, 25, 50, 100 …; below one, whatever it takes."""
    if width <= 1:
        return 1 if width > Fraction(1, 2) else Fraction(1, int(1 / width))
    if width <= 5:
        return -int(-width // 1)
    scale = 10
    while width > 5 * scale:
        scale *= 10
    return next(nice for nice in (scale, 2 * scale, 5 * scale // 2, 5 * scale) if nice >= width)


def _named_rows(several: Sequence[Distribution], most: int) -> list[Row]:
    """Outcomes without an order: as they come; the rarest share a row where there are too many."""
    outcomes: list[Outcome] = list(dict.fromkeys(each for odds in several for each in odds))
    chances = {each: [odds.probability(each) for odds in several] for each in outcomes}
    shown = outcomes
    if len(outcomes) > most:
        common = sorted(outcomes, key=lambda each: -sum(chances[each]))[: most - 1]
        shown = [each for each in outcomes if each in set(common)]
    rows = [_named_row(show(each), chances[each]) for each in shown]
    if len(outcomes) > most:
        left = [each for each in outcomes if each not in set(shown)]
        together = [sum(column) for column in zip(*(chances[each] for each in left), strict=True)]
        others = _named_row(f"{len(left):,} others", [Fraction(each) for each in together])
        rows.append(others._replace(others=True))
    return rows


def _named_row(name: str, chances: list[Fraction]) -> Row:
    return Row(name, chances, chances, chances)


def _one(rows: list[Row], odds: Distribution, width: int, cumulative: bool) -> list[str]:
    header = ["", "at most", "at least"] if cumulative else ["", "chance"]
    exact = not cumulative and odds.denominator <= _EXACT and not odds.tail
    if exact:
        header.append("fraction")
    cells = []
    for row in rows:
        chances = [row.at_most[0], row.at_least[0]] if cumulative else row.chances
        cells.append([row.name, *map(percent, chances)])
        if exact:
            cells[-1].append(str(row.chances[0]))
    widths = [max(len(row[column]) for row in [header, *cells]) for column in range(len(header))]
    if exact and sum(widths) + 2 * len(widths) + 12 > width:  # a bar says more than a fraction
        header, widths = header[:-1], widths[:-1]
        cells = [texts[:-1] for texts in cells]
    room = max(5, min(40, width - sum(widths) - 2 * len(widths) - 3))
    longest = _longest(rows, [0], cumulative)
    lines = ["  " + "  ".join(cell.rjust(w) for cell, w in zip(header, widths, strict=True))]
    for row, texts in zip(rows, cells, strict=True):
        text = "  ".join(cell.rjust(w) for cell, w in zip(texts, widths, strict=True))
        lines.append(f"  {text}  {_bar_of(row, 0, longest, room, cumulative)}")
    return lines


def _shown(row: Row, place: int, cumulative: bool) -> Fraction:
    return (row.at_least if cumulative else row.chances)[place]


def _longest(rows: list[Row], places: Sequence[int], cumulative: bool) -> Fraction:
    """What the longest bar stands for."""
    shares = (_shown(row, p, cumulative) for row in rows if not row.others for p in places)
    return max(shares, default=Fraction(1)) or Fraction(1)


def _bar_of(row: Row, place: int, longest: Fraction, room: int, cumulative: bool) -> str:
    return "" if row.others else bar(_shown(row, place, cumulative) / longest, room)


def _blocks(rows: list[Row], names: list[str], width: int) -> list[list[int]]:
    """The columns that fit beside one another, block by block."""
    label = max(len(row.name) for row in rows) + 4
    blocks: list[list[int]] = [[]]
    used = label
    for place, name in enumerate(names):
        needed = 2 + max(len(name), *(len(percent(row.chances[place])) for row in rows))
        if blocks[-1] and used + needed > width:
            blocks.append([])
            used = label
        blocks[-1].append(place)
        used += needed
    return blocks


def _side_by_side(
    rows: list[Row], names: list[str], columns: list[int], width: int, cumulative: bool
) -> list[str]:
    texts = {p: [percent(_shown(row, p, cumulative)) for row in rows] for p in columns}
    longest = _longest(rows, columns, cumulative)
    label = max(len(row.name) for row in rows)
    cells = {p: max(len(names[p]), *map(len, texts[p])) for p in columns}
    room = (width - label - 2 - sum(cells.values()) - 3 * len(columns)) // len(columns)
    room = min(20, room) if room >= 4 else 0
    spaces = {p: cells[p] + (room + 1 if room else 0) for p in columns}
    header = "".join(f"  {names[p].rjust(cells[p]).ljust(spaces[p])}" for p in columns)
    lines = ["  at least"] if cumulative else []
    lines.append("  " + " " * label + header)
    for place, row in enumerate(rows):
        line = "  " + row.name.rjust(label)
        for p in columns:
            drawn = f" {_bar_of(row, p, longest, room, cumulative)}" if room else ""
            line += f"  {(texts[p][place].rjust(cells[p]) + drawn).ljust(spaces[p])}"
        lines.append(line)
    return lines


def _short_names(several: Sequence[Distribution], width: int) -> list[str]:
    """The labels, or letters where the labels are too long to stand above columns."""
    names = [odds.label or "odds" for odds in several]
    room = (width - 12) // len(names) - 2
    if len(names) == 1 or (
        max(map(len, names)) <= max(10, room - 6) and len(set(names)) == len(names)
    ):
        return names
    return [_letter(place) for place in range(len(names))]


def _letter(place: int) -> str:
    return chr(ord("A") + place % 26) + (str(place // 26) if place >= 26 else "")


def csv_table(several: Sequence[Distribution]) -> str:
    """Every listed outcome on a line, weights exact; what is not listed on a line of its own."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(
        ["expression", "outcome", "weight", "denominator", "probability", "at_most", "at_least"]
    )
    for odds in several:
        below, written = odds.denominator, digits(odds.denominator)
        lower = float(odds.less_than(next(iter(odds)))) if odds.numeric else 0.0  # type: ignore[arg-type]
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
    names = [_escaped(odds.label or "odds") for odds in several]
    lines = [
        f"| {'at least' if cumulative else 'outcome'} | " + " | ".join(names) + " |",
        "| ---: | " + " | ".join("---:" for _ in names) + " |",
    ]
    lines += [
        f"| {_escaped(row.name)} | "
        + " | ".join(map(percent, row.at_least if cumulative else row.chances))
        + " |"
        for row in _every_row(several)
    ]
    if all(odds.numeric or odds.truth for odds in several):
        means = [f"{decimal(odds.mean)}" for odds in several]
        lines.append("| mean | " + " | ".join(means) + " |")
        lines.append("| sd | " + " | ".join(decimal(odds.sd) for odds in several) + " |")
    return "\n".join(lines) + "\n"


def _every_row(several: Sequence[Distribution]) -> list[Row]:
    """A row for each listed outcome, and one for those that are not."""
    outcomes: list[Any] = list(dict.fromkeys(each for odds in several for each in odds))
    if not all(odds.numeric for odds in several):
        return [_named_row(show(e), [o.probability(e) for o in several]) for e in outcomes]
    rows = [_row(several, number, number) for number in sorted(outcomes)]
    if any(odds.tail for odds in several):
        listed = [sum(row.chances[place] for row in rows) for place in range(len(several))]
        tails = _named_row("all others", [1 - Fraction(each) for each in listed])
        rows.append(tails._replace(others=True))
    return rows


def _escaped(text: str) -> str:
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
