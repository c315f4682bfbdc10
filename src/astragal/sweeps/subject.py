"""The subject of a sweep: the rule, notation or function behind all its cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from astragal._steady import steady
from astragal._visible import in_short
from astragal.die import Die
from astragal.errors import AstragalError, OddsError, ParameterError
from astragal.experiment.experiment import Experiment, Variables
from astragal.limits import Limits
from astragal.rolling.frame import NO_VARIABLES
from astragal.rules.introductions import introduction
from astragal.rules.requests.request import experiment_of
from astragal.rules.rule import Applied, Rule


class Cell(NamedTuple):
    """One cell of a sweep: an experiment and the values of its variables."""

    experiment: Experiment[Any]
    variables: Variables


class Subject:
    """A rule, notation or function to sweep, with the parameters that stay fixed."""

    def __init__(self, what: Any, fixed: Mapping[str, Any] | None, limits: Limits) -> None:
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
        self._make: Any = self.what if isinstance(self.what, Experiment) else steady(self.what)
        self._limits = limits

    def label(self, axes: Mapping[str, Sequence[Any]]) -> str:
        """Name of the subject; a rule is introduced without the parameters that change."""
        what = self.what
        if isinstance(what, Rule):
            with suppress(AstragalError):  # the first cell may be refused, and others not
                first = self.cell({name: values[0] for name, values in axes.items()}).experiment
                return introduction(first, axes) if isinstance(first, Applied) else first.label
            return what.title
        name = getattr(what, "__name__", str(what))
        return "" if name == "<lambda>" else name

    def cell(self, values: Mapping[str, Any]) -> Cell:
        """The cell for these values of the parameters."""
        given = {**self.fixed, **values}
        if isinstance(self.what, Experiment):
            _check_variables(self.what, given)
            return Cell(self.what, self.what.given(given))
        return Cell(experiment_of(self._make(**given), self._limits), NO_VARIABLES)


def _check_variables(experiment: Experiment[Any], given: Mapping[str, Any]) -> None:
    names = experiment.variable_names
    for name in given if names is not None else ():
        if name not in (names or ()):
            raise ParameterError(
                "unknown-parameter",
                f"`{experiment.label}` has no variable @{name}",
                hint=f"write it with an @: 1d20 + @{name}",
            )
