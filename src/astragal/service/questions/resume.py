"""``resume``: continue a paused roll."""

from __future__ import annotations

from typing import Any

from astragal.service.fields import LUCK, SHEETS, SOURCE, TOKEN, optional, text
from astragal.service.question import Given, Question
from astragal.service.questions.roll import drawn_from
from astragal.service.questions.start import MOMENTS, reached_answer
from astragal.service.service import Service
from astragal.service.subject import read_party
from astragal.tokens import resume

DECISION = optional(
    "decision",
    text,
    "the option decided on, if there is a choice",
    spelt="decide",
    shown="A",
    several=True,
)


class Resume(Question):
    """Go on with a paused roll: to the next pause, or to the end."""

    name = "resume"
    fields = (TOKEN, DECISION, *SOURCE, SHEETS, MOMENTS, LUCK)
    answers = "Rolled | Paused"
    pure = False

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        party = read_party(given)
        reached = resume(
            given["token"],
            given["decision"],
            **drawn_from(given, service),
            moments=given["moments"],
            key=service.key,
            limits=service.limits,
        )
        return reached_answer(reached, party, service, lucky=given["luck"])
