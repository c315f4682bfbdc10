"""Reach: the least or greatest value of a parameter that meets a goal."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from astragal.experiment.choices import Decide
from astragal.limits import Limits, bounded
from astragal.outcome import show
from astragal.probability.views import View
from astragal.render.grid import Grid, RenderedGrid, place_data
from astragal.sweeps.answers import Progress
from astragal.sweeps.axes import Axes, checked_axes, in_order
from astragal.sweeps.course import Course, End, Goal, check_goals
from astragal.sweeps.question import Question
from astragal.sweeps.subject import Subject
from astragal.sweeps.sweep import Swept

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from astragal.render.plots.picture import Picture


class Reach(RenderedGrid):
    """The value of a parameter whose chance or mean meets a goal, and all values tried.

    >>> import astragal
    >>> found = astragal.reach("1d20 + @bonus >= 15", {"bonus": range(21)}, at_least="65 %")
    >>> found.value, found.end, found.reached
    (7, 'least', Fraction(13, 20))
    """

    def __init__(self, tried: Grid, goal: Goal, end: End | None = None) -> None:
        ((name, places),) = tried.axes.items()
        self.tried = tried
        """the values tried, each with its chance or mean"""
        self.goal = goal.value
        self.at_least = goal.at_least
        self._goal = goal
        self._course = Course(name, places, tuple(tried.cells.values()))
        self.end: End = self._course.end(goal) if end is None else end
        """whether the value found is the least or the greatest that meets the goal"""
        self._found = self._course.found(goal, self.end)

    @property
    def value(self) -> Any:
        """The value found; None if no value tried meets the goal."""
        return None if self._found is None else self._course.places[self._found]

    @property
    def reached(self) -> Fraction | None:
        """The chance or mean for the value found."""
        return None if self._found is None else self._course.values[self._found]

    def grid(self) -> Grid:
        tried = self.tried
        return Grid(tried.label, tried.axes, tried.cells, tried.kind, self.sentence())

    def sentence(self) -> str:
        """The result in words."""
        from astragal.render.figures import figure

        name, places, values = self._course
        if self._found is None:
            closest = self._goal.closest(values)
            shown = f"{figure(values[closest], self.tried.kind)}, with {show(places[closest])}"
            return f"no {name} tried gives a {self._goal}; the closest is {shown}"
        exact = figure(self.reached, self.tried.kind)
        found = f"the {self.end} {name} for a {self._goal} is {show(self.value)} ({exact})"
        # There may be others beyond the values tried.
        return f"{found}, the {self.end} that was tried" if self._is_last else found

    @property
    def _is_last(self) -> bool:
        return self._found == (0 if self.end == "least" else len(self._course.places) - 1)

    def to_data(self) -> dict[str, Any]:
        from astragal.render.data import fraction_data

        return self.grid().to_data() | {
            "goal": {"at_least" if self.at_least else "at_most": fraction_data(self.goal)},
            "end": self.end,
            "value": place_data(self.value),
            "reached": None if self.reached is None else fraction_data(self.reached),
            "sentence": self.sentence(),
        }

    def picture(self) -> Picture:
        """The values tried, with a line at the goal."""
        from astragal.render.plots.showing import picture_of_grid

        return picture_of_grid(self.grid(), goal=self.goal)

    def __reduce__(self) -> tuple[object, ...]:
        return (Reach, (self.tried, self._goal, self.end))


@bounded
def reach(
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
) -> Reach:
    """Find the least or greatest value of a parameter whose chance or mean meets a goal.

    All values are tried. If chances rise with the parameter, the answer is the least value with a
    chance of ``at_least`` the goal; if they fall, it is the greatest. ``end`` says which. Chances
    that rise and fall are refused, naming the turning points, unless ``greatest`` says which end is
    wanted. If a value is refused, its error ends the search. A chance may be written ``65 %``. All
    other arguments work as in ``sweep``; for several parameters use ``frontier``.

    >>> import astragal
    >>> astragal.reach("(2d6) >= @dc", {"dc": range(4, 10)}, at_least="65 %")
    (2d6) >= @dc
      the greatest dc for a chance of at least 65.00 % is 6 (72.22 %)
    <BLANKLINE>
      dc   chance
       4  91.67 %  ████████████████████████████████████████
       5  83.33 %  ████████████████████████████████████▍
       6  72.22 %  ███████████████████████████████▌
       7  58.33 %  █████████████████████████▌
       8  41.67 %  ██████████████████▏
       9  27.78 %  ████████████▏
    """
    question = Question.checked(of, within, steps, aim, decide, limits)
    check_goals(at_least, at_most)
    ((name, values),) = checked_axes(axes, 1, question.limits).items()
    subject = Subject(what, fixed, question.limits)
    swept = Swept(subject, {name: in_order(values)}, executor, progress)
    tried, kind = swept.measured(question, every=True)
    goal = Goal.checked(at_least, at_most, kind)
    return Reach(tried, goal, wanted_end(greatest))


def wanted_end(greatest: bool | None) -> End | None:
    """The end that the caller asks for; None leaves it to the course of the values."""
    if greatest is None:
        return None
    return "greatest" if greatest else "least"
