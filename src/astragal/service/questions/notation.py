"""``notation``: a reference of dice notation, in chapters with examples."""

from __future__ import annotations

from typing import Any, TypedDict

from astragal.notation.operation import Chapter, Example, examples_of
from astragal.service import data
from astragal.service.question import Given, Question
from astragal.service.service import Service
from astragal.service.small import only_with


class ExampleData(TypedDict):
    text: str
    meaning: str
    faces: list[data.Face]
    result: str
    variables: dict[str, int]
    decisions: list[str]


class ChapterData(TypedDict):
    title: str
    examples: list[ExampleData]


class Answer(TypedDict):
    chapters: list[ChapterData]


class Notation(Question):
    """The notation in chapters: texts, what they mean, and what faces lead to."""

    name = "notation"
    fields = ()
    small = only_with()
    answers = Answer

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        chapters = [
            {"title": chapter.value, "examples": [_data(each) for each in examples_of(chapter)]}
            for chapter in Chapter
        ]
        return {"chapters": chapters}


def _data(example: Example) -> dict[str, Any]:
    return {
        "text": example.text,
        "meaning": example.meaning,
        "faces": list(example.faces),
        "result": example.result,
        "variables": dict(example.variables),
        "decisions": list(example.decisions),
    }
