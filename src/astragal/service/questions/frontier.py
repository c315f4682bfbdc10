"""``frontier``: the value of one parameter that reaches a goal, for each value of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from astragal.service import data
from astragal.service.question import Given
from astragal.service.questions.reach import REACHED, goals
from astragal.service.questions.sweep import OverAxes

if TYPE_CHECKING:
    from astragal.sweeps.frontier import Frontier as Found


class Row(TypedDict):
    at: dict[str, Any]
    end: NotRequired[data.End]
    value: NotRequired[Any]
    reached: NotRequired[data.Fraction | None]
    sentence: NotRequired[str]
    error: NotRequired[data.CellError]


class Answer(TypedDict):
    version: int
    of: str
    kind: data.Kind
    axes: dict[str, list[Any]]
    sought: str
    goal: data.Goal
    rows: list[Row]
    sentence: str


class Frontier(OverAxes):
    """Which value of the last parameter gives a chance of 65 %, for each value of the others?"""

    name = "frontier"
    example = (
        '{"expression": "1d20+@n >= @dc", "axes": {"n": "0..5", "dc": "5..25"}, "at_least": "65 %"}'
    )
    fields = REACHED
    answers = Answer

    def search(self, what: Any, axes: Any, given: Given, **measure: Any) -> Found:
        from astragal.sweeps.frontier import frontier

        return frontier(what, axes, **goals(given), **measure)
