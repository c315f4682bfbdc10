"""``advise``: what each option of a choice is worth."""

from __future__ import annotations

from typing import Any

from astragal.errors import ParameterError
from astragal.service.fields import AIM, DECISIONS, FACES, OPTIONAL_TOKEN, SUBJECT, switch
from astragal.service.question import Given, Question
from astragal.service.schemas import GRID_FIELDS, TEXTS, record, ref
from astragal.service.service import Service
from astragal.service.subject import read_subject
from astragal.tokens import read_token

_ODDS = switch("odds", "the odds behind each option too", spelt="table")


class Advise(Question):
    """What each option of a choice is worth, exactly, in a paused roll or after these faces."""

    name = "advise"
    fields = (*SUBJECT, OPTIONAL_TOKEN, AIM, FACES, DECISIONS, _ODDS)
    answers = record(
        {**GRID_FIELDS, "best": TEXTS},
        {"odds": {"type": "object", "additionalProperties": ref("Odds")}},
    )

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        if given["token"] is not None:
            for name in ("expression", "rule", "faces", "decisions"):
                if given[name] is not None:
                    raise ParameterError("unfit-field", f"{name} is in the token already")
            pause = read_token(given["token"], key=service.key, limits=service.limits)
            advice = pause.advise(given["aim"], odds=given["odds"], limits=service.limits)
            return advice.to_data()
        subject = read_subject(given, service.limits)
        advice = subject.experiment.advise(
            subject.aim(given["aim"]) or subject.own_aim,
            faces=given["faces"] or (),
            decisions=given["decisions"] or (),
            variables=subject.variables,
            odds=given["odds"],
            limits=service.limits,
        )
        return advice.to_data()
