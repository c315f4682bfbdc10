"""``plan``: the best option in every situation, and the cost of another strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

from astragal.service import data
from astragal.service.fields import AIM, STRATEGY, SUBJECT, optional, text
from astragal.service.question import AboutSubject, Given

if TYPE_CHECKING:
    from astragal.experiment.solve.guides import Guide
    from astragal.limits import Limits
    from astragal.service.subject import Subject

_WHEN = optional("when", text, "an option: only where that is the best", shown="OPTION")
_COMPARED = STRATEGY.replaced(apart=())
"""The strategy to compare with the best one for an aim."""


class Row(TypedDict):
    where: dict[str, str]
    best: str


class Question(TypedDict):
    question: str
    facts: list[str]
    rows: list[Row]


class Answer(TypedDict):
    version: int
    of: str
    summary: str
    questions: list[Question]
    strategy: NotRequired[str]
    kind: NotRequired[data.Kind]
    value: NotRequired[data.Fraction]
    best: NotRequired[data.Fraction]
    lost: NotRequired[data.Fraction]


class Plan(AboutSubject):
    """What is best in every situation; or where another way to decide is not, and what it loses."""

    name = "plan"
    fields = (*SUBJECT, AIM, _WHEN, _COMPARED)
    answers = Answer

    def found(self, subject: Subject, given: Given, limits: Limits) -> Guide:
        plan = subject.experiment.plan(
            subject.aim(given["aim"]), variables=subject.variables, limits=limits
        )
        return plan.guide_for(given["when"], given["strategy"])
