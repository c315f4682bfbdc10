"""``reach``: the value of a parameter for which a chance or a mean reaches a goal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from astragal.errors import ParameterError
from astragal.outcome import read_number
from astragal.service import data
from astragal.service.fields import optional, text, truth
from astragal.service.question import Given
from astragal.service.questions.sweep import SWEPT, OverAxes

if TYPE_CHECKING:
    from astragal.sweeps.reach import Reach as Found

_AT_LEAST = optional(
    "at_least", text, "the chance or mean wanted, such as 65 % or 7/2", spelt="reach", shown="65%"
)
_AT_MOST = optional("at_most", text, "the most it may be", spelt="")
_GREATEST = optional(
    "greatest",
    truth,
    "whether the greatest value is wanted or the least; else it is found",
    spelt="greatest least",
    shown="",
)

REACHED = (*SWEPT, _AT_LEAST, _AT_MOST, _GREATEST)
"""The fields of a search: those of a sweep and the wanted values."""


class Answer(data.Grid):
    goal: data.Goal
    end: data.End
    value: Any
    reached: data.Fraction | None
    sentence: str


class Reach(OverAxes):
    """Which value of a parameter gives a chance of 65 %?"""

    name = "reach"
    example = '{"expression": "1d20+@n >= 15", "axes": {"n": "0..20"}, "at_least": "65 %"}'
    fields = REACHED
    answers = Answer

    def search(self, what: Any, axes: Any, given: Given, **measure: Any) -> Found:
        from astragal.sweeps.reach import reach

        return reach(what, axes, **goals(given), **measure)


def goals(given: Given) -> dict[str, Any]:
    """The goal, and whether the greatest or the least value is wanted."""
    found = {name: _goal(name, given[name]) for name in ("at_least", "at_most")}
    return {**found, "greatest": given["greatest"]}


def _goal(name: str, typed: str | None) -> Any:
    if typed is None or "%" in typed:
        return typed
    number = read_number(typed)
    if number is None:
        raise ParameterError("bad-goal", f"{name} must be a number or a percentage, such as 65 %")
    return number
