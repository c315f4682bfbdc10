"""``advise``: the exact value of each option of a choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from astragal.errors import ParameterError
from astragal.service import data
from astragal.service.fields import AIM, DECISIONS, FACES, OPTIONAL_TOKEN, SUBJECT, switch
from astragal.service.question import AboutSubject, Given

if TYPE_CHECKING:
    from astragal.experiment.solve.advice import Advice
    from astragal.limits import Limits
    from astragal.service.service import Service
    from astragal.service.subject import Subject

_MADE = DECISIONS.replaced(apart=())
"""The decisions made so far; unlike elsewhere, they can be combined with an aim."""
_ODDS = switch("odds", "the odds behind each option too", spelt="table")


class Then(TypedDict):
    """The value of each option for a goal that breaks ties of the goals before it."""

    aim: str
    kind: data.Kind
    values: dict[str, data.Fraction]


class Answer(data.Grid):
    best: list[str]
    odds: NotRequired[dict[str, data.Odds]]
    then: NotRequired[list[Then]]


class Advise(AboutSubject):
    """What each option of a choice is worth, exactly, in a paused roll or after these faces."""

    name = "advise"
    example = '{"expression": "1d20♻?", "faces": [4]}'
    fields = (*SUBJECT, OPTIONAL_TOKEN, AIM, FACES, _MADE, _ODDS)
    answers = Answer

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        if given["token"] is None:
            return super().answer(given, service)
        from astragal.tokens import read_token

        for name in ("expression", "rule", "faces", "decisions"):
            if given[name] is not None:
                raise ParameterError("unfit-field", f"{name} is in the token already")
        pause = read_token(given["token"], key=service.key, limits=service.limits)
        return pause.advise(given["aim"], odds=given["odds"], limits=service.limits).to_data()

    def found(self, subject: Subject, given: Given, limits: Limits) -> Advice:
        return subject.experiment.advise(
            subject.aim(given["aim"]) or subject.experiment.own_aim,
            faces=given["faces"] or (),
            decisions=given["decisions"] or (),
            variables=subject.variables,
            odds=given["odds"],
            limits=limits,
        )
