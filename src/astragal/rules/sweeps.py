"""Sweeps: a chance or a mean for each value of one or two parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import Any, NamedTuple

from astragal._visible import in_short
from astragal.die import Die
from astragal.errors import NOWHERE, OddsError, ParameterError
from astragal.experiment.choices import Decide
from astragal.experiment.experiment import Experiment
from astragal.experiment.solve.analysis import Analysis
from astragal.experiment.solve.memory import Memory
from astragal.limits import DEFAULT_LIMITS, Limits, check_limits
from astragal.notation.expression import Expression
from astragal.odds.checks import checked_count
from astragal.odds.distribution import Distribution
from astragal.odds.views import View, view_name
from astragal.outcome import is_hashable, show, typed
from astragal.render.grid import Grid, Measure
from astragal.rules.requests.request import experiment_of
from astragal.rules.rule import Rule

Axes = Mapping[str, Iterable[Any]]


class Measured(NamedTuple):
    value: Fraction
    measure: Measure


class Measurement:
    """Computes the cells of a sweep; the cells of one rule share a memory."""

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
            raise OddsError("two-measures", "give within or steps, not both")
        self.limits = DEFAULT_LIMITS if limits is None else check_limits(limits)
        self.what = experiment_of(what, limits) if isinstance(what, str | Die) else what
        if not isinstance(self.what, Experiment) and not callable(self.what):
            raise OddsError(
                "bad-sweep",
                "a sweep needs a rule, notation, an experiment or a function, "
                f"not {in_short(what)}",
            )
        if fixed is not None and not isinstance(fixed, Mapping):
            raise ParameterError(
                "bad-parameter", f"fixed must map parameters to values, not {in_short(fixed)}"
            )
        self.fixed = dict(fixed or {})
        self.of = of
        self.within = None if within is None else checked_count(within, 0)
        self.steps = steps
        self.aim = aim
        self.decide = decide
        self._memory = Memory(self.limits)

    def label(self) -> str:
        """What is measured, in words."""
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

    def at(self, values: dict[str, Any]) -> Measured:
        """The value of the cell with these parameters."""
        analysis = self._analysis(self.fixed | values)
        if self.within is None and not self.steps:
            return self._seen(analysis.odds())
        duration = analysis.duration()
        if self.of is not None:
            duration = duration.of(self.of)
        if self.within is not None:
            return Measured(duration.within(self.within), "chance")
        # The mean number of steps to an event is taken over the runs in which it happens.
        return Measured((duration if self.of is None else duration.if_it_ends()).mean, "mean")

    def _analysis(self, given: dict[str, Any]) -> Analysis:
        """The analysis of the cell with these parameters."""
        if isinstance(self.what, Experiment):
            self._check_variables(self.what, given)
            return Analysis(self.what, given, self.aim, self.decide, self.limits)
        # Each cell has a budget of its own.
        self._memory.renew()
        made = experiment_of(self.what(**given), self.limits)
        return Analysis(made, None, self.aim, self.decide, self.limits, self._memory)

    def _check_variables(self, experiment: Experiment[Any], given: dict[str, Any]) -> None:
        notation = isinstance(experiment, Expression)
        if notation and self._asks_for_steps():
            raise OddsError(
                "no-steps",
                "notation has no steps and no choices: within, steps, aim and decide are for rules",
            )
        names = experiment.variable_names
        for name in given if names is not None else ():
            if name not in (names or ()):
                raise ParameterError(
                    "unknown-parameter",
                    f"`{experiment.label}` has no variable @{name}",
                    hint=f"write it with an @: 1d20 + @{name}",
                )

    def _asks_for_steps(self) -> bool:
        return (self.within, self.aim, self.decide) != (None, None, None) or self.steps

    def _seen(self, odds: Distribution) -> Measured:
        seen = odds if self.of is None else odds.of(self.of)
        if not (seen.truth or seen.numeric):
            raise OddsError(
                "not-numbers",
                "a sweep needs outcomes that are true, false or numbers, not such as "
                f"{show(next(iter(seen)))}",
                hint="say what to measure: of=… (a field of the outcome, or a function of it)",
            )
        return Measured(seen.mean, "chance" if seen.truth else "mean")


def checked_axes(axes: Axes, most: int, limits: Limits) -> dict[str, tuple[Any, ...]]:
    if not isinstance(axes, Mapping) or not 1 <= len(axes) <= most:
        wanted = "one parameter" if most == 1 else "one or two parameters"
        raise OddsError(
            "bad-axes", f"axes must map {wanted} to lists of values, not be {in_short(axes)}"
        )
    for name in axes:
        if not isinstance(name, str):
            raise OddsError(
                "bad-axes", f"the name of an axis must be a string, not {in_short(name)}"
            )
    checked = {name: _checked_values(name, values, limits) for name, values in axes.items()}
    limits.check("cells", prod(map(len, checked.values())), NOWHERE)
    return checked


def _checked_values(name: str, values: Any, limits: Limits) -> tuple[Any, ...]:
    if isinstance(values, str | Mapping) or not isinstance(values, Iterable):
        raise OddsError(
            "bad-axes", f"the axis {name} must be a list of values, not {in_short(values)}"
        )
    # The list may be infinite: one value more than the limit is enough to refuse it.
    listed = [tuple(v) if isinstance(v, list) else v for v in islice(values, limits.cells + 1)]
    for value in listed:
        if not is_hashable(value):
            raise OddsError(
                "bad-axes",
                f"the values of the axis {name} must be hashable, and {in_short(value)} is not",
            )
    if not listed:
        raise OddsError("bad-axes", f"the axis {name} has no values")
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
    """The exact chance or mean for each value of one or two parameters.

    ``what`` is a rule, notation (its variables are the parameters), or a function that returns an
    experiment; ``fixed`` are its other parameters. ``of`` is what to measure: a field of the
    outcome, or a function of it. If that is true or false, the sweep shows its chance; if it is a
    number, its mean. For a chain, ``within=n`` shows the chance to end within n steps, and
    ``steps=True`` the mean number of steps.

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
    measurement = Measurement(what, fixed, of, within, steps, aim, decide, limits)
    checked = checked_axes(axes, 2, measurement.limits)
    cells = {}
    measures = set()
    for key in product(*checked.values()):
        cells[key], measure = measurement.at(dict(zip(checked, key, strict=True)))
        measures.add(measure)
    return Grid(measurement.label(), checked, cells, one_measure(measures))


def one_measure(measures: set[Measure]) -> Measure:
    if len(measures) > 1:
        raise OddsError("two-kinds", "some cells are chances and some are means")
    return next(iter(measures))
