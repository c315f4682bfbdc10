"""``odds``: the exact odds of dice or of a rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from astragal.service.fields import AIM, OF, STRATEGY, SUBJECT
from astragal.service.question import AboutSubject, Given
from astragal.service.small import only_with, weighs_few_faces

if TYPE_CHECKING:
    from astragal.experiment.strategies import Strategy
    from astragal.limits import Limits
    from astragal.probability.distribution import Distribution
    from astragal.service.service import Service
    from astragal.service.subject import Subject


class Odds(AboutSubject):
    """The exact odds of every outcome of dice, or of a rule."""

    name = "odds"
    example = '{"expression": "1d20+@str >= 15", "variables": {"str": 3}}'
    fields = (*SUBJECT, AIM, STRATEGY, OF)
    small = only_with(expression=weighs_few_faces)
    answers = "Odds"

    def found(
        self, subject: Subject, given: Given, limits: Limits, *, own: bool = True
    ) -> Distribution:
        """The whole odds; choices follow the question's aim or, if ``own``, the default aim."""
        asked: dict[str, Any] = {
            "variables": subject.variables,
            "aim": subject.aim(given["aim"]),
            "decide": _decider(given["strategy"]),
            "limits": limits,
        }
        if own:
            odds = subject.experiment.odds(**asked)
        else:
            from astragal.experiment.solve.analysis import Analysis

            odds = Analysis(subject.experiment, **asked, own=False).odds()
        len(odds)  # lists the outcomes of exploding dice, which takes time too
        return odds

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        from astragal.service.subject import read_subject

        limits = service.limits.shared()
        subject = read_subject(given, limits)
        odds, remarks = seen(self.found(subject, given, limits), given["of"])
        return odds_data(odds, subject, remarks, limits)


def odds_data(
    odds: Distribution, subject: Subject, remarks: Sequence[str], limits: Limits
) -> dict[str, Any]:
    """The odds of a subject as data, with its remarks and the answers to its question in words."""
    from astragal.service.answers import as_read, odds_answer

    told = [*subject.remarks, *remarks]
    return as_read(odds_answer(odds, limits), told, subject.understood, subject.answers())


def _decider(strategy: str | None) -> Strategy | None:
    if strategy is None:
        return None
    from astragal.experiment.strategies import Strategy

    return Strategy(strategy)


def seen(odds: Distribution, view: str | None) -> tuple[Distribution, list[str]]:
    """The odds of a view of the outcome, if one is given, with remarks on it."""
    if view is None:
        return odds, []
    from astragal.probability.views import never_happens

    never = never_happens(view, odds) if odds.finite else None
    return odds.of(view), [] if never is None else [never]
