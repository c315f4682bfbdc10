"""``frontier``: the value of one parameter that is enough, for each value of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from astragal.service.question import Given
from astragal.service.questions.reach import REACHED, goals
from astragal.service.questions.sweep import OverAxes
from astragal.service.schemas import (
    ANY,
    CELL_ERROR,
    END,
    GOAL,
    GRID_FIELDS,
    TEXT,
    array,
    or_null,
    record,
    ref,
)

if TYPE_CHECKING:
    from astragal.sweeps.frontier import Frontier as Found

_ROW = record(
    {"at": {"type": "object"}},
    {
        "end": END,
        "value": ANY,
        "reached": or_null(ref("Fraction")),
        "sentence": TEXT,
        "error": CELL_ERROR,
    },
)


class Frontier(OverAxes):
    """Which value of the last parameter gives a chance of 65 %, for each value of the others?"""

    name = "frontier"
    example = (
        '{"expression": "1d20+@n >= @dc", "axes": {"n": "0..5", "dc": "5..25"}, "at_least": "65 %"}'
    )
    fields = REACHED
    answers = record(
        {
            **{name: GRID_FIELDS[name] for name in ("version", "of", "kind", "axes")},
            "sought": TEXT,
            "goal": GOAL,
            "rows": array(_ROW),
            "sentence": TEXT,
        }
    )

    def search(self, what: Any, axes: Any, given: Given, **measure: Any) -> Found:
        from astragal.sweeps.frontier import frontier

        return frontier(what, axes, **goals(given), **measure)
