"""``frontier``: the value of one parameter that is enough, for each value of others."""

from __future__ import annotations

from typing import Any

from astragal.service.question import Given, Question
from astragal.service.questions.reach import REACHED, searched
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
from astragal.service.service import Service
from astragal.sweeps.frontier import frontier

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


class Frontier(Question):
    """Which value of the last parameter gives a chance of 65 %, for each value of the others?"""

    name = "frontier"
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

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        what, axes, measure = searched(given, service)
        return frontier(what, axes, **measure).to_data()
