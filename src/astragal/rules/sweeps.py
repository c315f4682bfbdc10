"""Sweeps: a chance or a mean for each value of one or two parameters; and the value at which it is reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from astragal.errors import NOWHERE, OddsError, ParameterError
from astragal.experiment.decisions import Decide
from astragal.experiment.experiment import Experiment
from astragal.experiment.solve.analysis import Analysis
from astragal.experiment.solve.memory import Memory
from astragal.limits import DEFAULT_LIMITS, Limits, check_limits
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.odds.checks import checked_count, checked_number, checked_share
from astragal.odds.distribution import Distribution
from astragal.odds.views import View, view_name
from astragal.outcome import is_hashable, read_number, show, typed
from astragal.render.grid import Grid, Kind, RenderedGrid
from astragal.rules.requests.request import experiment_of
from astragal.rules.rule import Rule

Axes = Mapping[str, Iterable[Any]]


class _Measured(NamedTuple):
    value: Fraction
    kind: Kind


class _Measure:
    """What is looked at in every cell, sharing what is known between them."""

    def __init__(
        self,
        what: Any,
        fixed: Mapping[str, Any] | None,
        of: View | None,
        within: int | None,
        steps: bool,
        aim: View | None,
        decide: Decide | None,
        limits: Limits | None,
    ) -> None:
        if within is not None and steps:
            raise OddsError("two-measures", "give one of `within` and `steps`, not both")
        self.limits = DEFAULT_LIMITS if limits is None else check_limits(limits)
        self.what = parse(what, limits=limits) if isinstance(what, str) else what
        if not isinstance(self.what, Experiment) and not callable(self.what):
            raise OddsError(
                "bad-sweep",
                f"a rule, notation, an experiment or a function is needed, not {what!r}",
            )
        self.fixed = dict(fixed or {})
        self.of = of
        self.within = None if within is None else checked_count(within, 0)
        self.steps = steps
        self.aim = aim
        self.decide = decide
        self._memory = Memory(self.limits)

    def label(self) -> str:
        """What is looked at, in words."""
        what = self.what
        name = what.name if isinstance(what, Rule) else getattr(what, "__name__", str(what))
        name = "" if name == "<lambda>" else name
        if self.fixed and isinstance(what, Rule):
            given = ", ".join(f"{key}={show(value)}" for key, value in self.fixed.items())
            name = f"{name}({given})"
        return ": ".join(filter(None, (name, self._seen_as())))

    def _seen_as(self) -> str:
        seen = "" if self.of is None else view_name(self.of)
        if self.within is not None:
            return f"{seen or 'ended'} within {self.within} step{'' if self.within == 1 else 's'}"
        if self.steps:
            return f"steps, if {seen}" if seen else "steps"
        return seen

    def at(self, values: dict[str, Any]) -> _Measured:
        """The value of one cell."""
        analysis = self._analysis(self.fixed | values)
        if self.within is None and not self.steps:
            return self._seen(analysis.odds())
        duration = analysis.duration()
        if self.of is not None:
            duration = duration.of(self.of)
        if self.within is not None:
            return _Measured(duration.within(self.within), "chance")
        # How long it takes is asked of the times it comes to that.
        return _Measured((duration if self.of is None else duration.if_it_ends()).mean, "mean")

    def _analysis(self, given: dict[str, Any]) -> Analysis:
        """The question of one cell. What is known is shared by all cells of one rule."""
        if isinstance(self.what, Experiment):
            self._check_variables(self.what, given)
            return Analysis(self.what, given, self.aim, self.decide, self.limits)
        # What was spent on one cell is not held against the next.
        self._memory.renew()
        made = experiment_of(self.what(**given), self.limits)
        return Analysis(made, None, self.aim, self.decide, self.limits, self._memory)

    def _check_variables(self, experiment: Experiment[Any], given: dict[str, Any]) -> None:
        if not isinstance(experiment, Expression):
            return
        if (self.within, self.aim, self.decide) != (None, None, None) or self.steps:
            raise OddsError("no-steps", "notation takes no steps and leaves no choice; a rule may")
        for name in given:
            if name not in experiment.variables:
                raise ParameterError(
                    "unknown-parameter",
                    f"nothing in `{experiment}` is called @{name}",
                    hint=f"write it with an @: 1d20 + @{name}",
                )

    def _seen(self, odds: Distribution) -> _Measured:
        seen = odds if self.of is None else odds.of(self.of)
        if not (seen.truth or seen.numeric):
            raise OddsError(
                "not-numbers",
                f"a chance or a mean is needed, and this comes to {show(next(iter(seen)))} and the like",
                hint="say of what: of=… (a field of the outcome, or a function that gives true or a number)",
            )
        return _Measured(seen.mean, "chance" if seen.truth else "mean")


def _checked_axes(axes: Axes, most: int, limits: Limits) -> dict[str, tuple[Any, ...]]:
    if not isinstance(axes, Mapping) or not 1 <= len(axes) <= most:
        wanted = "one parameter" if most == 1 else "one or two parameters"
        raise OddsError("bad-axes", f"{wanted} with values are needed, not {axes!r}")
    for name in axes:
        if not isinstance(name, str):
            raise OddsError("bad-axes", f"a parameter is called by a text, not by {name!r}")
    checked = {name: _checked_values(name, values, limits) for name, values in axes.items()}
    limits.check("cells", prod(map(len, checked.values())), NOWHERE)
    return checked


def _checked_values(name: str, values: Any, limits: Limits) -> tuple[Any, ...]:
    if isinstance(values, str | Mapping) or not isinstance(values, Iterable):
        raise OddsError("bad-axes", f"{name} needs a list of values, not {values!r}")
    # One more than is allowed is enough to know: the list may be long, or have no end.
    listed = [tuple(v) if isinstance(v, list) else v for v in islice(values, limits.cells + 1)]
    for value in listed:
        if not is_hashable(value):
            raise OddsError("bad-axes", f"a value of {name} must be hashable, and {value!r} is not")
    if not listed:
        raise OddsError("bad-axes", f"{name} has no values")
    limits.check("cells", len(listed), NOWHERE)
    return tuple({typed(value): value for value in listed}.values())


def sweep(
    what: Any,
    axes: Axes,
    *,
    of: View | None = None,
    within: int | None = None,
    steps: bool = False,
    fixed: Mapping[str, Any] | None = None,
    aim: View | None = None,
    decide: Decide | None = None,
    limits: Limits | None = None,
) -> Grid:
    """A chance or a mean for each value of one or two parameters, exactly.

    ``what`` is a rule, notation (its variables are the parameters), or a function that gives an experiment.
    ``of`` is what to look at: a field of the outcome, or a function of it; true or false gives a chance, a
    number a mean. Of a chain, ``within=n`` gives the chance to have ended within n steps, and ``steps=True``
    the mean number of steps. ``fixed`` are the other parameters.

    >>> import astragal
    >>> astragal.sweep("1d20 + @bonus >= @dc", {"dc": [10, 15, 20], "bonus": range(0, 7, 2)})
    1d20 + @bonus >= @dc
    <BLANKLINE>
          bonus
      dc        0        2        4        6
      10  55.00 %  65.00 %  75.00 %  85.00 %
      15  30.00 %  40.00 %  50.00 %  60.00 %
      20   5.00 %  15.00 %  25.00 %  35.00 %
    """
    measure = _Measure(what, fixed, of, within, steps, aim, decide, limits)
    checked = _checked_axes(axes, 2, measure.limits)
    cells = {}
    kinds = set()
    for key in product(*checked.values()):
        cells[key], kind = measure.at(dict(zip(checked, key, strict=True)))
        kinds.add(kind)
    return Grid(measure.label(), checked, cells, _one_kind(kinds))


def _one_kind(kinds: set[Kind]) -> Kind:
    if len(kinds) > 1:
        raise OddsError("two-kinds", "some cells are chances and some are means")
    return next(iter(kinds))


class Reach(RenderedGrid):
    """The value of a parameter at which a chance or a mean is reached, and those that were tried for it.

    >>> import astragal
    >>> found = astragal.reach("1d20 + @bonus >= 15", {"bonus": range(21)}, at_least="65 %")
    >>> found.value, found.reached
    (7, Fraction(13, 20))
    """

    def __init__(
        self, tried: Grid, value: Any, goal: Fraction, *, at_least: bool, greatest: bool
    ) -> None:
        self.tried = tried
        """everything that was tried, with what it gave"""
        self.value = value
        """the value, or None if none of those tried is enough"""
        self.goal = goal
        self.at_least = at_least
        self.greatest = greatest

    @property
    def reached(self) -> Fraction | None:
        """What the chance or mean is there."""
        return None if self.value is None else self.tried[self.value]

    def grid(self) -> Grid:
        tried = self.tried
        return Grid(tried.label, tried.axes, tried.cells, tried.kind, self.sentence())

    def sentence(self) -> str:
        """What was found, in words."""
        from astragal.render.figures import figure

        (name,) = self.tried.axes
        goal = figure(self.goal, self.tried.kind)
        bound = f"{self.tried.kind} {'at least' if self.at_least else 'at most'} {goal}"
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
        from astragal.outcome import to_data
        from astragal.render.data import fraction_data

        return self.grid().to_data() | {
            "goal": {"at_least" if self.at_least else "at_most": fraction_data(self.goal)},
            "value": None if self.value is None else to_data(self.value),
            "reached": None if self.reached is None else fraction_data(self.reached),
        }

    def plot(self, path: str | Path) -> None:
        """Draw what was tried into a file, ``.svg`` or ``.png``, with a line at the goal."""
        from astragal.render.grid_plots import plot_grid

        plot_grid(self.grid(), path, at=self.goal)


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
    """The least value of a parameter (or the ``greatest``) for which a chance or a mean is reached.

    Values are tried in order, from the least on (or from the greatest down), until one is enough; nothing
    is taken for granted about those in between. A chance may be written ``65 %``. All else is as for
    ``sweep``.

    >>> import astragal
    >>> def damage(n: int) -> astragal.Experiment[int]:
    ...     return astragal.total(n, 6)
    >>> astragal.reach(damage, {"n": range(1, 20)}, of=lambda sum: sum >= 20, at_least="65 %")
    damage
      the least n for a chance at least 65.00 % is 7 (86.28 %)
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
    measure = _Measure(what, fixed, of, within, steps, aim, decide, limits)
    ((name, values),) = _checked_axes(axes, 1, measure.limits).items()
    if (at_least is None) == (at_most is None):
        raise OddsError("no-goal", "say what is to be reached: at_least=… or at_most=…")
    search = _Search(at_least, at_most)
    cells: dict[tuple[Any, ...], Fraction] = {}
    found = None
    for value in _in_order(values, greatest):
        cells[value,], kind = measure.at({name: value})
        if search.reached(cells[value,], kind):
            found = value
            break
    tried = Grid(measure.label(), {name: tuple(key for (key,) in cells)}, cells, search.kind)
    return Reach(tried, found, search.goal, at_least=at_most is None, greatest=greatest)


class _Search:
    """A goal, understood once it is known what is looked at: a chance, or a mean."""

    kind: Kind
    goal: Fraction

    def __init__(self, at_least: Any, at_most: Any) -> None:
        self._given = at_least if at_most is None else at_most
        self._at_least = at_most is None
        self._kinds: set[Kind] = set()

    def reached(self, value: Fraction, kind: Kind) -> bool:
        self._kinds.add(kind)
        self.kind = _one_kind(self._kinds)
        self.goal = _goal(self._given, kind)
        return value >= self.goal if self._at_least else value <= self.goal


def _goal(given: Any, kind: Kind) -> Fraction:
    """What is to be reached: a share, or any number where it is a mean."""
    if kind == "chance":
        return Fraction(0) if given == 0 else checked_share(given)
    number = read_number(given) if isinstance(given, str) else given
    if number is None:
        raise OddsError("bad-goal", f"a mean is compared with a number, not with {given}")
    return Fraction(checked_number(number))


def _in_order(values: tuple[Any, ...], greatest: bool) -> Iterator[Any]:
    try:
        return iter(sorted(values, reverse=greatest))
    except TypeError:
        return reversed(values) if greatest else iter(values)
