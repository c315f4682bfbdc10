"""``verify``: whether a record is consistent with its faces."""

from __future__ import annotations

from typing import Any, TypedDict

from astragal.records import verify
from astragal.rolling.roll import Roll
from astragal.service import data
from astragal.service.fields import RECORD
from astragal.service.question import Given, Question
from astragal.service.service import Service


class Answer(TypedDict):
    holds: bool
    roll: data.Record
    text: str
    outcome: str
    steps: list[str]


class Verify(Question):
    """Replay the faces of a record: it holds, or the problem says where it differs."""

    name = "verify"
    fields = (RECORD,)
    answers = Answer

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        roll = verify(given["record"], limits=service.limits)
        return verified(roll)


def verified(roll: Roll[Any]) -> dict[str, Any]:
    """The answer for a record that holds."""
    words = roll.words()
    told = {"holds": True, "roll": roll.to_data()}
    return told | {name: words[name] for name in ("text", "outcome", "steps")}
