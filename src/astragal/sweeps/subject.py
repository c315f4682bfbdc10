"""The subject of a sweep: a rule, notation or a function, of which every cell is an experiment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from astragal._steady import steady
from astragal._visible import in_short
from astragal.die import Die
from astragal.errors import OddsError, ParameterError
from astragal.experiment.experiment import Experiment, Variables
from astragal.limits import Limits
from astragal.outcome import show
from astragal.rolling.frame import NO_VARIABLES
from astragal.rules.requests.request import experiment_of
from astragal.rules.rule import Rule


class Cell(NamedTuple):
    """One cell of a sweep: an experiment, and the values of its variables."""

    experiment: Experiment[Any]
    variables: Variables


class Subject:
    """What is swept, and its parameters that stay the same."""

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

    def label(self) -> str:
        """What is swept, in words."""
        what = self.what
        name = what.name if isinstance(what, Rule) else getattr(what, "__name__", str(what))
        if self.fixed and isinstance(what, Rule):
            given = ", ".join(f"{key}={show(value)}" for key, value in self.fixed.items())
            return f"{name}({given})"
        return "" if name == "<lambda>" else name

    def cell(self, values: Mapping[str, Any]) -> Cell:
        """The cell with these values of the parameters."""
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
