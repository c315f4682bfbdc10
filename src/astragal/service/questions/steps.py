"""``steps``: how long a rule goes on."""

from __future__ import annotations

from typing import Any

from astragal.service.fields import AIM, OF, SUBJECT
from astragal.service.question import Given, Question
from astragal.service.schemas import GRID_FIELDS, or_null, record, ref
from astragal.service.service import Service
from astragal.service.subject import read_subject

_MOMENT = or_null(ref("Fraction"))


class Steps(Question):
    """How many steps (rounds, tests) it takes: the chance to end within each number of them."""

    name = "steps"
    fields = (*SUBJECT, AIM, OF)
    answers = record({**GRID_FIELDS, "ends": ref("Fraction"), "mean": _MOMENT, "variance": _MOMENT})

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        subject = read_subject(given, service.limits)
        duration = subject.experiment.duration(
            variables=subject.variables, aim=subject.aim(given["aim"]), limits=service.limits
        )
        return (duration if given["of"] is None else duration.of(given["of"])).to_data()
