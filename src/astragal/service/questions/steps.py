"""``steps``: how long a rule goes on."""

from __future__ import annotations

from typing import Any

from astragal.service.fields import AIM, OF, SUBJECT
from astragal.service.question import Given, Question
from astragal.service.schemas import Schema
from astragal.service.service import Service
from astragal.service.subject import read_subject

_STEPS: Schema = {"type": "object"}


class Steps(Question):
    """How many steps (rounds, tests) it takes: the chance to end within each number of them."""

    name = "steps"
    fields = (*SUBJECT, AIM, OF)
    answers = _STEPS

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        subject = read_subject(given, service.limits)
        duration = subject.experiment.duration(
            variables=subject.variables, aim=subject.aim(given["aim"]), limits=service.limits
        )
        return (duration if given["of"] is None else duration.of(given["of"])).to_data()
