"""``look``: the state of a paused roll."""

from __future__ import annotations

from typing import Any

from astragal.service.answers import pause_answer
from astragal.service.fields import TOKEN
from astragal.service.question import Given, Question
from astragal.service.service import Service
from astragal.tokens import read_token


class Look(Question):
    """What a paused roll waits for, and what has happened in it so far."""

    name = "look"
    fields = (TOKEN,)
    answers = "Paused"

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        pause = read_token(given["token"], key=service.key, limits=service.limits)
        return pause_answer(pause, service.key)
