"""``matters``: what one step of each parameter changes of a chance or a mean."""

from __future__ import annotations

from typing import Any

from astragal.service.fields import (
    AIM,
    OF,
    STEPS,
    SUBJECT,
    WITHIN,
    Field,
    by_name,
    number,
)
from astragal.service.question import Given, Question
from astragal.service.schemas import ANY, GRID_FIELDS, TEXT, array, record, ref
from astragal.service.service import Service
from astragal.service.subject import read_subject
from astragal.sweeps.matters import matters

_BY = Field(
    "by",
    by_name(number),
    "how much is one step of a number, such as {stat: 5}",
    {},
    shown="NAME=5",
    several=True,
    noun="a name and a number",
)

_EFFECT = record(
    {
        "parameter": TEXT,
        "change": TEXT,
        "to": ANY,
        "then": ref("Fraction"),
        "difference": ref("Fraction"),
    }
)


class Matters(Question):
    """What does one step of each parameter change, the greatest difference first?"""

    name = "matters"
    fields = (*SUBJECT, OF, AIM, WITHIN, STEPS, _BY)
    answers = record(
        {
            **{name: GRID_FIELDS[name] for name in ("version", "of", "kind")},
            "now": ref("Fraction"),
            "effects": array(_EFFECT),
            "left_out": array(record({"what": TEXT, "reason": TEXT})),
        }
    )

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        limits = service.limits.shared()
        subject = read_subject(given, limits)
        found = matters(
            subject.experiment,
            fixed=dict(subject.variables),
            by=given["by"],
            aim=subject.aim(given["aim"]) or subject.own_aim,
            limits=limits,
            **{name: given[name] for name in ("of", "within", "steps")},
        )
        return found.to_data()
