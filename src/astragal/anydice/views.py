"""Outputs in AnyDice's views: bars, table and summary; normal, at least, at most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import isfinite, isqrt
from typing import TypeAlias

from astragal.anydice.outputs import Output
from astragal.probability.distribution import Distribution
from astragal.render.columns import Columns, RenderedColumns, exact_cells
from astragal.render.data import approximately
from astragal.render.figures import figure
from astragal.render.figures import summary as figures_of
from astragal.render.grid import Grid
from astragal.render.rows import table_rows

Chances: TypeAlias = Mapping[int, Fraction]
_NONE = Fraction(0)
_ROWS = 60
"""Above this many outcomes, rows are shared."""


def _normal(odds: Distribution[int]) -> Chances:
    return dict(odds.items())


def _at_least(odds: Distribution[int]) -> Chances:
    reach = list(accumulate(list(odds.weights.values())[::-1]))[::-1]
    return _over(odds, reach)


def _at_most(odds: Distribution[int]) -> Chances:
    return _over(odds, list(accumulate(odds.weights.values())))


def _over(odds: Distribution[int], weights: Sequence[int]) -> Chances:
    pairs = zip(odds.weights, weights, strict=True)
    return {outcome: Fraction(weight, odds.denominator) for outcome, weight in pairs}


DATA: Mapping[str, Callable[[Distribution[int]], Chances]] = {
    "normal": _normal,
    "at least": _at_least,
    "at most": _at_most,
}
"""The probabilities that can be shown for each outcome, by the name of the view."""


def bars(output: Output, data: str, *, every: bool = True) -> Grid | None:
    """A row with a bar for each outcome; None if there are no outcomes.

    Unless ``every`` is set, many outcomes share rows.
    """
    odds = output.odds
    if odds is None:
        return None
    cells: Mapping[tuple[object, ...], Fraction]
    if every or len(odds) <= _ROWS:
        cells = {(outcome,): chance for outcome, chance in DATA[data](odds).items()}
    else:
        cells = {(name,): chance for name, (chance,) in _shared([odds], data).items()}
    axes = {_heading(data): tuple(place for (place,) in cells)}
    return Grid(output.label, axes, cells, "chance", figures_of(odds))


def table(
    outputs: Sequence[Output], data: str, *, numbered: bool = False, every: bool = True
) -> Grid | None:
    """A table of outcomes (rows) and outputs (columns, by label or by number)."""
    shown = {
        str(number) if numbered else name: (odds, DATA[data](odds))
        for number, (name, odds) in enumerate(named(outputs), 1)
    }
    if not shown:
        return None
    outcomes = sorted({outcome for _, chances in shown.values() for outcome in chances})
    if not every and len(outcomes) > _ROWS:
        return _shared_table({name: odds for name, (odds, _) in shown.items()}, data)
    cells = {
        (outcome, name): _at(outcome, odds, chances, data)
        for outcome in outcomes
        for name, (odds, chances) in shown.items()
    }
    return Grid("", {_heading(data): tuple(outcomes), "output": tuple(shown)}, cells, "chance")


def _shared_table(shown: Mapping[str, Distribution[int]], data: str) -> Grid:
    rows = _shared(list(shown.values()), data)
    cells = {
        (place, name): chance
        for place, chances in rows.items()
        for name, chance in zip(shown, chances, strict=True)
    }
    return Grid("", {_heading(data): tuple(rows), "output": tuple(shown)}, cells, "chance")


def _shared(several: Sequence[Distribution[int]], data: str) -> Mapping[str, Sequence[Fraction]]:
    """Rows of outcomes by name, with their values for each output."""
    return {
        row.name: {"normal": row.chances, "at least": row.at_least, "at most": row.at_most}[data]
        for row in table_rows(several, _ROWS)
    }


def _heading(data: str) -> str:
    return "outcome" if data == "normal" else data


def _at(outcome: int, odds: Distribution[int], chances: Chances, data: str) -> Fraction:
    """The value at an outcome, which may be one of another output only."""
    if outcome in chances or data == "normal":
        return chances.get(outcome, _NONE)
    return odds.at_least(outcome) if data == "at least" else odds.at_most(outcome)


class Summary(RenderedColumns):
    """The figures of outputs: outputs in rows, figures in columns."""

    def __init__(self, outputs: Sequence[Output], *, numbered: bool) -> None:
        self._rows = {
            str(number) if numbered else name: _figures(odds)
            for number, (name, odds) in enumerate(named(outputs), 1)
        }

    def grid(self) -> Grid:
        cells = {
            (name, column): value
            for name, values in self._rows.items()
            for column, value in zip(_FIGURES, values, strict=True)
        }
        return Grid("", {"output": tuple(self._rows), "figure": _FIGURES}, cells, "mean")

    def columns(self) -> Columns:
        rows = [
            [name, figure(mean, "mean"), figure(deviation, "mean"), *(f"{int(n):,}" for n in ends)]
            for name, (mean, deviation, *ends) in self._rows.items()
        ]
        exact = [
            [name, *exact_cells(mean), approximately(deviation), *map(str, ends)]
            for name, (mean, deviation, *ends) in self._rows.items()
        ]
        headings = ["output", "numerator", "denominator", *_FIGURES]
        return Columns("", "", ["output", *_FIGURES], rows, headings, exact)


_FIGURES = ("mean", "deviation", "minimum", "maximum")


def summary(outputs: Sequence[Output], *, numbered: bool = False) -> Summary | None:
    """The summary of the outputs; None if none of them has outcomes."""
    return Summary(outputs, numbered=numbered) if any(each.odds for each in outputs) else None


def _figures(odds: Distribution[int]) -> tuple[Fraction, ...]:
    lowest, highest = odds.outcomes[0], odds.outcomes[-1]
    return Fraction(odds.mean), _deviation(odds), Fraction(lowest), Fraction(highest)


def _deviation(odds: Distribution[int]) -> Fraction:
    """The standard deviation; rounded down to a whole number if it is too large for a float."""
    if isfinite(odds.sd):
        return Fraction(odds.sd).limit_denominator(10**6)
    return Fraction(isqrt(int(odds.variance)))


def named(outputs: Sequence[Output]) -> list[tuple[str, Distribution[int]]]:
    """The odds of outputs by label, without empty ones; repeated labels get a number."""
    seen: Counter[str] = Counter()
    found = []
    for each in outputs:
        seen[each.label] += 1
        again = seen[each.label]
        if each.odds is not None:
            found.append((each.label if again == 1 else f"{each.label} ({again})", each.odds))
    return found
