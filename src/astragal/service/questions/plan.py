"""``plan``: what is best in every situation, and what another way to decide loses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.service.fields import AIM, STRATEGY, SUBJECT, optional, text
from astragal.service.question import AboutSubject, Given
from astragal.service.schemas import INTEGER, TEXTS, array, record, ref
from astragal.service.schemas import TEXT as A_TEXT

if TYPE_CHECKING:
    from astragal.experiment.solve.guides import Guide
    from astragal.limits import Limits
    from astragal.service.subject import Subject

_WHEN = optional("when", text, "an option: only where that is the best", shown="OPTION")
_ROW = record(
    {"where": {"type": "object", "additionalProperties": A_TEXT}, "best": A_TEXT},
)


class Plan(AboutSubject):
    """What is best in every situation; or where another way to decide is not, and what it loses."""

    name = "plan"
    fields = (*SUBJECT, AIM, _WHEN, STRATEGY)
    answers = record(
        {
            "version": INTEGER,
            "of": A_TEXT,
            "summary": A_TEXT,
            "questions": array(record({"question": A_TEXT, "facts": TEXTS, "rows": array(_ROW)})),
        },
        {
            "strategy": A_TEXT,
            "kind": {"enum": ["chance", "mean"]},
            **{name: ref("Fraction") for name in ("value", "best", "lost")},
        },
    )

    def found(self, subject: Subject, given: Given, limits: Limits) -> Guide:
        plan = subject.experiment.plan(
            subject.aim(given["aim"]), variables=subject.variables, limits=limits
        )
        return plan.guide_for(given["when"], given["strategy"])
