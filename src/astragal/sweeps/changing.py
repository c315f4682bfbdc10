"""Changing each parameter by one step: the experiment as it is, and each variation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from astragal._visible import in_short
from astragal.errors import AstragalError, OddsError, ParameterError
from astragal.experiment.experiment import Experiment
from astragal.limits import Limits
from astragal.outcome import Number
from astragal.rolling.frame import NO_VARIABLES
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Applied, Rule
from astragal.rules.types.numbers import up_and_down
from astragal.sweeps.subject import Cell, Subject


class Change(NamedTuple):
    """A change of one parameter by one step."""

    parameter: str
    words: str
    to: Any
    cell: Callable[[], Cell]


class Changing(NamedTuple):
    """An experiment and all variations that change one parameter by one step."""

    label: str
    now: Callable[[], Cell]
    changes: list[Change]
    left_out: dict[str, str]
    """the parameters that cannot change, each with the reason"""


def changing_of(
    what: Any, fixed: Mapping[str, Any] | None, limits: Limits, by: Mapping[str, Number] | None
) -> Changing:
    """Steps of a rule's parameters, or of the variables of notation."""
    subject = Subject(what, fixed, limits)
    steps = _checked_steps(by)
    if isinstance(subject.what, Applied):
        given = {**subject.what.arguments, **subject.fixed}
        return _of_rule(subject.what.rule(**given), steps)
    if isinstance(subject.what, Rule):
        return _of_rule(subject.what(**subject.fixed), steps)
    if isinstance(subject.what, Experiment) and subject.what.variable_names is not None:
        return _of_variables(subject, subject.what.variable_names, steps)
    raise OddsError(
        "bad-sweep", f"what matters is asked of a rule or of notation, not of {in_short(what)}"
    )


def _checked_steps(by: Mapping[str, Number] | None) -> dict[str, Number]:
    if by is not None and not isinstance(by, Mapping):
        raise ParameterError("bad-step", f"by must map parameters to numbers, not {in_short(by)}")
    for name, step in (by or {}).items():
        if type(step) not in (int, Fraction) or step <= 0:
            raise ParameterError(
                "bad-step", f"a step of {name} is a number above 0, not {in_short(step)}"
            )
    return dict(by or {})


def _check_names(steps: Mapping[str, Number], names: tuple[str, ...], label: str) -> None:
    for name in steps:
        if name not in names:
            takes = ", ".join(names) or "nothing"
            raise ParameterError("unknown-parameter", f"{label} has no {name}; it takes {takes}")


# Rules


def _of_rule(applied: Applied[Any], steps: Mapping[str, Number]) -> Changing:
    rule = applied.rule
    _check_names(steps, tuple(each.name for each in rule.parameters), rule.name)
    changes: list[Change] = []
    left_out: dict[str, str] = {}
    for parameter, value in zip(rule.parameters, applied.values, strict=True):
        try:
            found = list(_changes(applied, parameter, value, steps))
        except AstragalError as error:
            left_out[parameter.name] = error.message
            continue
        changes += found
        if not found:
            left_out[parameter.name] = _why_not(parameter, value)
    return Changing(str(applied), lambda: Cell(applied, NO_VARIABLES), changes, left_out)


def _changes(
    applied: Applied[Any], parameter: Parameter, value: Any, steps: Mapping[str, Number]
) -> Iterator[Change]:
    by = steps.get(parameter.name, parameter.step)
    for words, other in parameter.type.neighbours(value, by):
        cell = partial(_changed, applied, parameter.name, other)
        yield Change(parameter.name, words, other, cell)


def _changed(applied: Applied[Any], name: str, value: Any) -> Cell:
    return Cell(applied.rule(**{**applied.arguments, name: value}), NO_VARIABLES)


def _why_not(parameter: Parameter, value: Any) -> str:
    if value is None:
        return "not given"
    return "empty" if value == () else "it has no next value"


# Notation


def _of_variables(
    subject: Subject, names: tuple[str, ...], steps: Mapping[str, Number]
) -> Changing:
    label = subject.label({})
    _check_names(steps, names, f"`{label}`")
    changes = [
        Change(name, words, number, partial(subject.cell, {name: number}))
        for name in names
        if name in subject.fixed
        for words, number in up_and_down(subject.fixed[name], steps.get(name, 1))
    ]
    given = ", ".join(f"@{name}={subject.fixed[name]}" for name in names if name in subject.fixed)
    return Changing(
        f"{label} ({given})" if given else label, partial(subject.cell, {}), changes, {}
    )
