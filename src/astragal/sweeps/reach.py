"""Reach: the least or greatest value of a parameter for which a chance or a mean is enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from astragal.errors import OddsError
from astragal.experiment.choices import Decide
from astragal.limits import Limits
from astragal.odds.checks import checked_number, checked_share
from astragal.odds.views import View
from astragal.outcome import read_number, show
from astragal.render.grid import Grid, Measure, RenderedGrid, place_data
from astragal.sweeps.answers import Asking
from astragal.sweeps.axes import Axes, checked_axes
from astragal.sweeps.question import Question
from astragal.sweeps.subject import Subject
from astragal.sweeps.sweep import label_of, one_measure

if TYPE_CHECKING:
    from astragal.render.plots.picture import Picture


class Reach(RenderedGrid):
    """The value of a parameter for which a chance or a mean is enough, and all values tried.

    >>> import astragal
    >>> found = astragal.reach("1d20 + @bonus >= 15", {"bonus": range(21)}, at_least="65 %")
    >>> found.value, found.reached
    (7, Fraction(13, 20))
    """

    def __init__(
        self, tried: Grid, value: Any, goal: Fraction, *, at_least: bool, greatest: bool
    ) -> None:
        self.tried = tried
        """the values tried, each with its chance or mean"""
        self.value = value
        """the value found; None if none of those tried is enough"""
        self.goal = goal
        self.at_least = at_least
        self.greatest = greatest

    @property
    def reached(self) -> Fraction | None:
        """The chance or mean for the value found."""
        return None if self.value is None else self.tried[self.value]

    def grid(self) -> Grid:
        tried = self.tried
        return Grid(tried.label, tried.axes, tried.cells, tried.kind, self.sentence())

    def sentence(self) -> str:
        """The result in words."""
        from astragal.render.figures import figure

        (name,) = self.tried.axes
        goal = figure(self.goal, self.tried.kind)
        bound = f"{self.tried.kind} of {'at least' if self.at_least else 'at most'} {goal}"
        if self.value is None:
            pick = max if self.at_least else min
            closest, value = pick(self.tried.items(), key=lambda item: item[1])
            shown = f"the closest is {figure(value, self.tried.kind)}, with {show(closest)}"
            return f"no {name} tried gives a {bound}; {shown}"
        which = "greatest" if self.greatest else "least"
        assert self.reached is not None
        exact = figure(self.reached, self.tried.kind)
        return f"the {which} {name} for a {bound} is {show(self.value)} ({exact})"

    def to_data(self) -> dict[str, Any]:
        from astragal.render.data import fraction_data

        return self.grid().to_data() | {
            "goal": {"at_least" if self.at_least else "at_most": fraction_data(self.goal)},
            "value": place_data(self.value),
            "reached": None if self.reached is None else fraction_data(self.reached),
            "sentence": self.sentence(),
        }

    def picture(self) -> Picture:
        """The values tried, with a line at the goal."""
        from astragal.render.plots.showing import picture_of_grid

        return picture_of_grid(self.grid(), goal=self.goal)


def reach(
    what: Any,
    axes: Axes,
    *,
    at_least: Fraction | int | str | None = None,
    at_most: Fraction | int | str | None = None,
    greatest: bool = False,
    of: View | None = None,
    within: int | None = None,
    steps: bool = False,
    fixed: Mapping[str, Any] | None = None,
    aim: View | None = None,
    decide: Decide | None = None,
    limits: Limits | None = None,
) -> Reach:
    """The least value of a parameter (or the ``greatest``) for which a chance or a mean is enough.

    Values are tried one by one, from the least up (or from the greatest down), until one is enough;
    the chance or mean need not rise or fall steadily. A value that is refused ends the search with
    its error. A chance may be written ``65 %``. All other arguments are those of ``sweep``.

    >>> import astragal
    >>> def damage(n: int) -> astragal.Experiment[int]:
    ...     return astragal.total(n, 6)
    >>> astragal.reach(damage, {"n": range(1, 20)}, of=lambda sum: sum >= 20, at_least="65 %")
    damage
      the least n for a chance of at least 65.00 % is 7 (86.28 %)
    <BLANKLINE>
      n   chance
      1      0 %
      2      0 %
      3      0 %
      4   5.40 %  ██▌
      5  30.52 %  ██████████████▏
      6  63.69 %  █████████████████████████████▌
      7  86.28 %  ████████████████████████████████████████
    """
    question = Question.checked(of, within, steps, aim, decide, limits)
    subject = Subject(what, fixed, question.limits)
    ((name, values),) = checked_axes(axes, 1, question.limits).items()
    if (at_least is None) == (at_most is None):
        raise OddsError("no-goal", "give a goal: either at_least=… or at_most=…")
    search, asking = _Search(at_least, at_most), Asking(question)
    cells: dict[tuple[Any, ...], Fraction] = {}
    found = None
    for value in _in_order(values, greatest):
        cells[value,], measure = asking.counted(partial(subject.cell, {name: value}))
        if search.reached(cells[value,], measure):
            found = value
            break
    label = label_of(subject, question)
    tried = Grid(label, {name: tuple(key for (key,) in cells)}, cells, search.measure)
    return Reach(tried, found, search.goal, at_least=at_most is None, greatest=greatest)


class _Search:
    """A goal, whose meaning depends on the measure: a chance, or a mean."""

    measure: Measure
    goal: Fraction

    def __init__(self, at_least: Any, at_most: Any) -> None:
        self._given = at_least if at_most is None else at_most
        self._at_least = at_most is None
        self._measures: set[Measure] = set()

    def reached(self, value: Fraction, measure: Measure) -> bool:
        self._measures.add(measure)
        self.measure = one_measure(self._measures)
        self.goal = _goal(self._given, measure)
        return value >= self.goal if self._at_least else value <= self.goal


def _goal(given: Any, measure: Measure) -> Fraction:
    """The goal as a number; that of a chance must be a share."""
    if measure == "chance":
        return Fraction(0) if given == 0 else checked_share(given)
    number = read_number(given) if isinstance(given, str) else given
    if number is None:
        raise OddsError("bad-goal", f"the goal of a mean must be a number, not {given}")
    return Fraction(checked_number(number))


def _in_order(values: tuple[Any, ...], greatest: bool) -> Iterator[Any]:
    try:
        return iter(sorted(values, reverse=greatest))
    except TypeError:
        return reversed(values) if greatest else iter(values)
