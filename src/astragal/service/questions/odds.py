"""``odds``: the exact odds of dice or of a rule."""

from __future__ import annotations

from typing import Any

from astragal.experiment.strategies import Strategy
from astragal.limits import Limits
from astragal.probability.distribution import Distribution
from astragal.probability.views import never_happens
from astragal.service.answers import as_read, odds_answer
from astragal.service.fields import AIM, OF, STRATEGY, SUBJECT
from astragal.service.question import Given, Question
from astragal.service.schemas import ref
from astragal.service.service import Service
from astragal.service.small import only_with, weighs_few_faces
from astragal.service.subject import Subject, read_subject


class Odds(Question):
    """The exact odds of every outcome of dice, or of a rule."""

    name = "odds"
    fields = (*SUBJECT, AIM, STRATEGY, OF)
    small = only_with(expression=weighs_few_faces)
    answers = ref("Odds")

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        limits = service.limits.shared()
        subject = read_subject(given, limits)
        odds, view = _whole_odds(subject, given, limits), given["of"]
        never = never_happens(view, odds) if view is not None and odds.finite else None
        remarks = [*subject.remarks, *([] if never is None else [never])]
        answer = odds_answer(odds if view is None else odds.of(view), limits)
        return as_read(answer, remarks, subject.understood, subject.answers())


def odds_of(given: Given, limits: Limits) -> Distribution:
    """The odds that a question is about; choices are made for its aim, or else the rule's."""
    odds = _whole_odds(read_subject(given, limits), given, limits)
    return odds if given["of"] is None else odds.of(given["of"])


def _whole_odds(subject: Subject, given: Given, limits: Limits) -> Distribution:
    strategy = given["strategy"]
    return subject.experiment.odds(
        variables=subject.variables,
        aim=subject.aim(given["aim"]),
        decide=None if strategy is None else Strategy(strategy),
        limits=limits,
    )
