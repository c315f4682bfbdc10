"""``odds``: the exact odds of dice or of a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from astragal.service.fields import AIM, OF, STRATEGY, SUBJECT
from astragal.service.question import AboutSubject, Given
from astragal.service.small import only_with, weighs_few_faces

if TYPE_CHECKING:
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
        """The whole odds; choices are made for the aim of the question, or else for the ``own``."""
        from astragal.experiment.solve.analysis import Analysis
        from astragal.experiment.strategies import Strategy

        aim, strategy = subject.aim(given["aim"]), given["strategy"]
        decide = None if strategy is None else Strategy(strategy)
        asked: dict[str, Any] = {"variables": subject.variables, "aim": aim, "decide": decide}
        if own:
            odds = subject.experiment.odds(**asked, limits=limits)
        else:
            odds = Analysis(subject.experiment, **asked, limits=limits, own=False).odds()
        len(odds)  # lists the outcomes of dice that explode, which takes time too
        return odds

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        from astragal.service.answers import as_read, odds_answer
        from astragal.service.subject import read_subject

        limits = service.limits.shared()
        subject = read_subject(given, limits)
        odds, remarks = seen(self.found(subject, given, limits), given["of"])
        answer = odds_answer(odds, limits)
        return as_read(answer, [*subject.remarks, *remarks], subject.understood, subject.answers())


def seen(odds: Distribution, view: str | None) -> tuple[Distribution, list[str]]:
    """The odds of a view of the outcome, if there is one, and what is to be remarked on it."""
    if view is None:
        return odds, []
    from astragal.probability.views import never_happens

    never = never_happens(view, odds) if odds.finite else None
    return odds.of(view), [] if never is None else [never]
