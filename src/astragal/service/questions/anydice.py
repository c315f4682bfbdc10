"""``anydice``: the outputs of a program written for AnyDice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from astragal import anydice
from astragal.anydice.notating import notations
from astragal.anydice.outputs import Outputs
from astragal.limits import Limits
from astragal.render.data import fraction_data
from astragal.render.lengths import check_length
from astragal.service.fields import TEXT as WRITTEN
from astragal.service.fields import field
from astragal.service.question import Given, Question
from astragal.service.schemas import TEXT, TEXTS, array, or_null, record, ref
from astragal.service.service import Service

_OUTPUT = record(
    {
        "label": TEXT,
        "odds": or_null(ref("Odds")),
        "within": or_null(ref("Fraction")),
        "notation": or_null(TEXT),
    }
)


PROGRAM = field("program", WRITTEN, "the text of the program")


class AnyDice(Question):
    """The exact odds of every output of a program written for AnyDice."""

    name = "anydice"
    fields = (PROGRAM,)
    answers = record({"outputs": array(_OUTPUT), "warnings": TEXTS})

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        limits = service.limits.shared()
        outputs = anydice.run(given["program"], limits=limits)
        return outputs_answer(outputs, limits, notations(given["program"], outputs, limits))


def outputs_answer(
    outputs: Outputs, limits: Limits, offered: Sequence[str | None]
) -> dict[str, Any]:
    """Outputs as data. The odds of one that is the empty die are null."""
    check_length([each.odds for each in outputs if each.odds is not None], limits)
    return {
        "outputs": [
            {
                "label": each.label,
                "odds": None if each.odds is None else each.odds.to_data(limits=limits),
                "within": None if each.within is None else fraction_data(each.within),
                "notation": notation,
            }
            for each, notation in zip(outputs, offered, strict=True)
        ],
        "warnings": list(outputs.warnings),
    }
