"""``steps``: the duration of a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from astragal.service import data
from astragal.service.fields import AIM, OF, SUBJECT
from astragal.service.question import AboutSubject, Given

if TYPE_CHECKING:
    from astragal.limits import Limits
    from astragal.probability.markov.duration import Duration
    from astragal.service.subject import Subject


class Answer(data.Grid):
    ends: data.Fraction
    mean: data.Fraction | None
    variance: data.Fraction | None


class Steps(AboutSubject):
    """How many steps (rounds, tests) it takes: the chance to end within each number of them."""

    name = "steps"
    example = '{"rule": "tiers.test", "parameters": {"stats": [45], "tier": "Hard"}}'
    fields = (*SUBJECT, AIM, OF)
    answers = Answer

    def found(
        self, subject: Subject, given: Given, limits: Limits, *, own: bool = True
    ) -> Duration:
        """The duration; choices follow the question's aim or, if ``own``, the default aim."""
        from astragal.experiment.solve.analysis import Analysis

        asked: dict[str, Any] = {
            "variables": subject.variables,
            "aim": subject.aim(given["aim"]),
            "limits": limits,
        }
        if own:
            duration = subject.experiment.duration(**asked)
        else:
            duration = Analysis(subject.experiment, **asked, own=False).duration()
        return duration if given["of"] is None else duration.of(given["of"])
