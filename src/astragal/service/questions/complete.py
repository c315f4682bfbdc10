"""``complete``: completions of a text while it is being typed."""

from __future__ import annotations

from typing import Any, TypedDict

from astragal.notation.completion import complete
from astragal.service.fields import SHEETS, Field, integer, optional, text
from astragal.service.question import Given, Question
from astragal.service.service import Service
from astragal.service.small import anything, few, no_longer_than, only_with
from astragal.service.subject import read_party

_CURSOR = optional("cursor", integer(least=0), "how many characters are before the cursor")


class Option(TypedDict):
    text: str
    about: str


Answer = TypedDict(
    "Answer",
    {"from": "int", "to": "int", "options": "list[Option]"},
)


class Complete(Question):
    """What may be typed at the cursor: dice, modifiers, functions, names on the sheets."""

    name = "complete"
    example = '{"text": "4d6k", "cursor": 4}'
    fields = (Field("text", text, "the text as typed so far"), _CURSOR, SHEETS)
    small = only_with(text=no_longer_than(1_000), cursor=anything, sheets=few)
    answers = Answer

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        found = complete(given["text"], given["cursor"], read_party(given))
        options = [{"text": each.text, "about": each.about} for each in found.options]
        return {"from": found.start, "to": found.end, "options": options}
