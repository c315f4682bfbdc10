"""``errors``: every error code, with its meaning and its remedy."""

from __future__ import annotations

from typing import Any, TypedDict

from astragal.service.codes import AREAS
from astragal.service.question import Given, Question
from astragal.service.service import Service
from astragal.service.small import only_with


class Code(TypedDict):
    code: str
    means: str
    do: str
    example: str | None


class Chapter(TypedDict):
    title: str
    codes: list[Code]


class Answer(TypedDict):
    chapters: list[Chapter]


class Errors(Question):
    """The error codes in chapters: what each means, what to do, and a text that gets it."""

    name = "errors"
    fields = ()
    small = only_with()
    answers = Answer

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        chapters = [
            {
                "title": title,
                "codes": [{"code": name, **each._asdict()} for name, each in area.items()],
            }
            for title, area in AREAS.items()
        ]
        return {"chapters": chapters}
