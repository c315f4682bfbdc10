"""``dialects``: the programs whose notation is understood."""

from __future__ import annotations

from typing import Any, TypedDict

from astragal.dialects.dialect import program_names, title_of
from astragal.service.question import Given, Question
from astragal.service.service import Service
from astragal.service.small import only_with


class Dialect(TypedDict):
    name: str
    title: str


class Answer(TypedDict):
    dialects: list[Dialect]


class Dialects(Question):
    """The programs whose notation can be read and written, our own first."""

    name = "dialects"
    fields = ()
    small = only_with()
    answers = Answer

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        return {"dialects": [{"name": name, "title": title_of(name)} for name in program_names()]}
