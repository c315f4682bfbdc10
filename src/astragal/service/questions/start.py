"""``start``: roll dice or a rule until the first decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from astragal.service.fields import HIDDEN, LUCK, SOURCE, SUBJECT, Field, truth
from astragal.service.question import Given, Question
from astragal.service.questions.roll import SMALL, drawn_from, hidden, is_small_roll
from astragal.service.small import anything, only_with

if TYPE_CHECKING:
    from astragal.experiment.run.pauses import Pause
    from astragal.hidden import Secret
    from astragal.rolling.roll import Roll
    from astragal.service.service import Service
    from astragal.table.party import Party

MOMENTS = Field("moments", truth, "pause between turns and rounds too", True, spelt="")


class Start(Question):
    """Roll until somebody has to decide, or the next round begins."""

    name = "start"
    example = '{"expression": "1d20♻?", "seed": "a table"}'
    fields = (*SUBJECT, *SOURCE, HIDDEN, MOMENTS, LUCK)
    answers = "Rolled | Paused"
    pure = False
    small = only_with(**SMALL, moments=anything)

    def is_small(self, given: Given) -> bool:
        return super().is_small(given) and is_small_roll(given)

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        from astragal.service.answers import as_read
        from astragal.service.subject import read_subject

        subject = read_subject(given, service.limits)
        experiment, secret = hidden(subject, given["hidden"])
        reached = experiment.start(
            **drawn_from(given, service),
            variables=subject.variables,
            moments=given["moments"],
            limits=service.limits,
        )
        lucky = given["luck"] and secret is None
        answer = reached_answer(reached, subject.party, service, secret, lucky)
        return as_read(answer, subject.remarks, subject.understood)


def reached_answer(
    reached: Pause | Roll,
    party: Party,
    service: Service,
    secret: Secret | None = None,
    lucky: bool = False,
) -> dict[str, Any]:
    """The answer for the next pause, or for the finished roll."""
    from astragal.experiment.run.pauses import Pause
    from astragal.service.answers import luck_of, pause_answer, roll_answer

    if isinstance(reached, Pause):
        return pause_answer(reached, service.key, secret)
    luck = luck_of(reached, service.limits) if lucky else None
    return roll_answer(reached, party, luck=luck, secret=secret)
