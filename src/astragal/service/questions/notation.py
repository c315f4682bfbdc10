"""``notation``: all that can be typed as dice, in chapters, with examples."""

from __future__ import annotations

from typing import Any

from astragal.notation.operation import Chapter, Example, examples_of
from astragal.service.question import Given, Question
from astragal.service.schemas import FACE, INTEGER, TEXT, TEXTS, Schema, array, record
from astragal.service.service import Service
from astragal.service.small import only_with

_VALUES: Schema = {"type": "object", "additionalProperties": INTEGER}
_EXAMPLE = record(
    {
        "text": TEXT,
        "meaning": TEXT,
        "faces": array(FACE),
        "result": TEXT,
        "variables": _VALUES,
        "decisions": TEXTS,
    }
)


class Notation(Question):
    """The notation in chapters: texts, what they mean, and what faces lead to."""

    name = "notation"
    fields = ()
    small = only_with()
    answers = record({"chapters": array(record({"title": TEXT, "examples": array(_EXAMPLE)}))})

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
