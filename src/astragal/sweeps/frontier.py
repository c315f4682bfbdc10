"""Frontier: the value of one parameter that meets a goal, for each value of the others."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from astragal._visible import visible
from astragal.errors import AstragalError, Audience, OddsError
from astragal.experiment.choices import Decide
from astragal.limits import Limits, bounded
from astragal.outcome import show
from astragal.probability.views import View
from astragal.render.columns import Columns, RenderedColumns, exact_cells
from astragal.render.grid import Grid, place_data
from astragal.sweeps.answers import Progress
from astragal.sweeps.axes import Axes, checked_axes, in_order
from astragal.sweeps.course import End, Goal, check_goals
from astragal.sweeps.question import Question
from astragal.sweeps.reach import Reach, wanted_end
from astragal.sweeps.subject import Subject
from astragal.sweeps.sweep import Swept

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from astragal.render.plots.picture import Picture


class Frontier(RenderedColumns):
    """For each position of the other parameters, the value of the last one that meets the goal.

    ``frontier[3]`` (or ``frontier[3, 1]``) is the `Reach` at that position. If values there rise
    and fall, or one was refused, this raises the error.

    >>> import astragal
    >>> axes = {"bonus": range(3), "dc": range(5, 26)}
    >>> found = astragal.frontier("1d20 + @bonus >= @dc", axes, at_least="65 %")
    >>> [found[bonus].value for bonus in range(3)], found.sought
    ([8, 9, 10], 'dc')
    """

    def __init__(self, tried: Grid, goal: Goal, end: End | None = None) -> None:
        *others, (self.sought, _) = tried.axes.items()
        self.tried = tried
        """a chance or mean for all values of all parameters"""
        self.axes: Mapping[str, tuple[Any, ...]] = MappingProxyType(dict(others))
        """the other parameters with their values"""
        self.goal = goal.value
        self.at_least = goal.at_least
        self._goal = goal
        self._end = end
        self._found = {place: self._at(place) for place in product(*self.axes.values())}

    def _at(self, place: tuple[Any, ...]) -> Reach | AstragalError:
        values = self.tried.axes[self.sought]
        for value in values:
            if (*place, value) in self.tried.errors:
                return self.tried.errors[*place, value]
        cells = {(value,): self.tried.cells[*place, value] for value in values}
        try:
            tried = Grid(self.tried.label, {self.sought: values}, cells, self._goal.kind)
            return Reach(tried, self._goal, self._end)
        except OddsError as error:
            return error.with_traceback(None)

    def __getitem__(self, place: Any) -> Reach:
        found = self._found[place if isinstance(place, tuple) and len(self.axes) > 1 else (place,)]
        if isinstance(found, AstragalError):
            raise found
        return found

    @property
    def errors(self) -> dict[tuple[Any, ...], AstragalError]:
        """The positions without an answer, each with its error."""
        found = self._found.items()
        return {place: each for place, each in found if isinstance(each, AstragalError)}

    @property
    def refuses(self) -> bool:
        return bool(self.errors)

    def reaches(self) -> dict[tuple[Any, ...], Reach]:
        """The positions with an answer; a `Reach` may say that no value meets the goal."""
        return {place: each for place, each in self._found.items() if isinstance(each, Reach)}

    def sentence(self) -> str:
        """Summary, such as "the least dc for a chance of at least 65 %"."""
        ends = {each.end for each in self.reaches().values() if each.value is not None}
        which = " or ".join(sorted(ends, reverse=True)) or "least or greatest"
        return f"the {which} {self.sought} for a {self._goal}"

    def grid(self) -> Grid:
        """The values found, as far as they are numbers."""
        found = {place: each.value for place, each in self.reaches().items()}
        numbers = {
            place: Fraction(value)
            for place, value in found.items()
            if isinstance(value, int | Fraction)
        }
        errors = {place: self._missing(place) for place in self._found if place not in numbers}
        return Grid(self._label, self.axes, numbers, "value", self.sentence(), errors)

    def picture(self) -> Picture:
        return super().picture()._replace(measured=visible(self.sought))

    def _missing(self, place: tuple[Any, ...]) -> AstragalError:
        found = self._found[place]
        if isinstance(found, AstragalError):
            return found
        return OddsError("not-reached", found.sentence())

    @property
    def _label(self) -> str:
        return self.tried.label

    def columns(self) -> Columns:
        from astragal.render.figures import figure

        kind = self._goal.kind
        rows, exact = [], []
        for place, each in self._found.items():
            found = each if isinstance(each, Reach) and each.value is not None else None
            value, reached = (None, None) if found is None else (show(found.value), found.reached)
            at = [*map(show, place)]
            rows.append([*at, value or "–", figure(reached, kind)])
            exact.append([*at, value or "", *exact_cells(reached)])
        headings = [*self.axes, self.sought]
        return Columns(
            self._label,
            self.sentence(),
            [*headings, kind],
            rows,
            [*headings, "numerator", "denominator", kind],
            exact,
            self.grid().refusals("at"),
        )

    def to_data(self) -> dict[str, Any]:
        from astragal.render.data import DATA_VERSION, fraction_data

        return {
            "version": DATA_VERSION,
            "of": self._label,
            "kind": self._goal.kind,
            "axes": {name: list(map(place_data, values)) for name, values in self.axes.items()},
            "sought": self.sought,
            "goal": {"at_least" if self.at_least else "at_most": fraction_data(self.goal)},
            "rows": [
                {"at": dict(zip(self.axes, map(place_data, place), strict=True))} | _data(each)
                for place, each in self._found.items()
            ],
            "sentence": self.sentence(),
        }

    def __reduce__(self) -> tuple[object, ...]:
        return (Frontier, (self.tried, self._goal, self._end))


def _data(found: Reach | AstragalError) -> dict[str, Any]:
    if isinstance(found, AstragalError):
        return {"error": found.to_dict(audience=Audience.PLAYER)}
    whole = found.to_data()
    return {name: whole[name] for name in ("end", "value", "reached", "sentence")}


@bounded
def frontier(
    what: Any,
    axes: Axes,
    *,
    at_least: Fraction | int | str | None = None,
    at_most: Fraction | int | str | None = None,
    greatest: bool | None = None,
    of: View | None = None,
    within: int | None = None,
    steps: bool = False,
    fixed: Mapping[str, Any] | None = None,
    aim: View | None = None,
    decide: Decide | None = None,
    limits: Limits | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Frontier:
    """For each value of the other parameters, the value of the last one that meets a goal.

    ``axes`` has two or three parameters. Every combination of their values is tried. At each
    position of the first ones, the answer is what ``reach`` finds along the last one. All other
    arguments work as in ``reach``.

    >>> import astragal
    >>> axes = {"bonus": range(0, 9, 4), "dc": range(5, 26)}
    >>> astragal.frontier("1d20 + @bonus >= @dc", axes, at_least="65 %")
    1d20 + @bonus >= @dc
      the greatest dc for a chance of at least 65.00 %
    <BLANKLINE>
      bonus  dc   chance
          0   8  65.00 %
          4  12  65.00 %
          8  16  65.00 %
    """
    question = Question.checked(of, within, steps, aim, decide, limits)
    check_goals(at_least, at_most)
    checked = checked_axes(axes, 3, question.limits, least=2)
    *_, sought = checked
    checked[sought] = in_order(checked[sought])
    subject = Subject(what, fixed, question.limits)
    tried, kind = Swept(subject, checked, executor, progress).measured(question)
    return Frontier(tried, Goal.checked(at_least, at_most, kind), wanted_end(greatest))
