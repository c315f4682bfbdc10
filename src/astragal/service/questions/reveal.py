"""``reveal``: a roll with its hidden parameters."""

from __future__ import annotations

from typing import Any

from astragal.hidden import Secret, reveal
from astragal.service.answers import roll_answer
from astragal.service.fields import RECORD, Field, document
from astragal.service.question import Given, Question
from astragal.service.service import Service


class Reveal(Question):
    """The roll with its hidden difficulty; a problem if the secret is another roll's."""

    name = "reveal"
    fields = (RECORD, Field("secret", document("Secret"), "what reveals it", spelt=""))
    answers = "Rolled"

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        secret = Secret.from_data(given["secret"])
        return roll_answer(reveal(given["record"], secret, limits=service.limits))
