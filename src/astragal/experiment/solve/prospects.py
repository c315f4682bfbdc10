"""Prospects: the odds behind each option of a choice, and the risk of the best option."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from astragal._visible import visible
from astragal.outcome import show
from astragal.probability.distribution import Distribution
from astragal.render.figures import decimal, figure, percent
from astragal.render.report import Cell, Column, Report, Reported, Table
from astragal.render.rows import every_row, table_rows

if TYPE_CHECKING:
    from astragal.experiment.solve.advice import Advice
    from astragal.limits import Limits
    from astragal.render.formats import Layout
    from astragal.render.plots.picture import Picture


_MOST = 6
"""The most options whose chances are shown side by side: the best ones."""


class Prospects(Reported):
    """The options of a choice side by side: the value of each and the odds behind it."""

    def __init__(self, advice: Advice, odds: Mapping[str, Distribution]) -> None:
        self.advice = advice
        self.odds = odds

    def report(self, layout: Layout) -> Report:
        grid = self.advice.grid()
        if not self.odds:
            return Report(grid.label, (grid.summary_line,), (self._worths(),))
        listed = sorted(self.odds, key=self._order)[: None if layout.every else _MOST]
        several = [self.odds[label] for label in listed]
        rows = every_row(several, layout.limits) if layout.every else table_rows(several)
        chances = Table(
            (Column("outcome", left=True), *(Column(visible(label)) for label in listed)),
            tuple(
                (Cell(visible(row.name)), *(Cell(percent(each), each) for each in row.chances))
                for row in rows
            ),
        )
        left_out = len(self.odds) - len(listed)
        told = f"the chances of the best {_MOST} options are listed" if left_out else ""
        remarks = tuple(filter(None, (told, self._risk())))
        return Report(grid.label, (grid.summary_line,), (self._worths(), chances), remarks, main=1)

    def _order(self, label: str) -> tuple[bool, Fraction]:
        """A sort key that puts the best options first."""
        return label not in self.advice.as_good, -self.advice.values[label]

    def _worths(self) -> Table:
        """The value of each option; for numbers, also their spread."""
        advice = self.advice
        numeric = bool(self.odds) and self._numeric
        spread = ("sd", "lowest", "highest") if numeric else ()
        rows = []
        for label, value in advice.values.items():
            cells = [Cell(visible(label)), Cell(figure(value, advice.kind), value)]
            cells += [Cell(figure(e.values[label], e.kind), e.values[label]) for e in advice.later]
            if numeric:
                odds = self.odds[label]
                ends = (show(e) if e is not None else "–" for e in (odds.lowest, odds.highest))
                cells += [Cell(decimal(odds.sd)), *map(Cell, ends)]
            rows.append(tuple(cells))
        first = advice.first if advice.later else ""
        later = [visible(each.aim) for each in advice.later]
        names = (visible(first) or advice.measure, *later, *spread)
        columns = (Column("option", left=True), *map(Column, names))
        return Table(columns, tuple(rows))

    @property
    def _numeric(self) -> bool:
        return all(odds.numeric for odds in self.odds.values())

    def _risk(self) -> str:
        """A sentence on the risk of the best option compared with the second best; "" if none."""
        advice = self.advice
        others = [label for label in self.odds if label not in advice.as_good]
        if not (others and self._numeric) or advice.choice.opposed:
            return ""
        second = max(others, key=lambda label: advice.values[label])
        best, safer = self.odds[advice.best], self.odds[second]
        if advice.value == best.mean and best.lowest is not None and safer.lowest is not None:
            end, chance, where = safer.lowest, 1 - best.at_least(safer.lowest), "below"
        elif advice.value == -best.mean and best.highest is not None and safer.highest is not None:
            end, chance, where = safer.highest, best.more_than(safer.highest), "above"
        else:
            return ""
        if not chance:
            return ""
        gain = decimal(advice.value - advice.values[second])
        return visible(
            f"{advice.best} is {gain} better on average than {second}, but ends {where} "
            f"{show(end)}, the worst of {second}, in {percent(chance)}"
        )

    def picture(self) -> Picture:
        from astragal.render.plots.showing import picture_of_odds

        return picture_of_odds(list(self.odds.values()))

    def to_data(self, *, limits: Limits | None = None) -> dict[str, Any]:
        odds = {label: each.to_data(limits=limits) for label, each in self.odds.items()}
        return self.advice.worths_data() | ({"odds": odds} if odds else {})
