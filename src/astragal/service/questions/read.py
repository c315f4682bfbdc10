"""``read``: what a text means, while it is typed."""

from __future__ import annotations

from typing import Any

from astragal.errors import AstragalError
from astragal.service.answers import quick_answers, read_as
from astragal.service.fields import DIALECT, field
from astragal.service.fields import TEXT as TEXT_TYPE
from astragal.service.problems import in_own_words, problem
from astragal.service.question import Given, Question
from astragal.service.schemas import TEXT, TEXTS, TRUTH, or_null, record, ref
from astragal.service.service import Service
from astragal.service.small import only_with, short
from astragal.service.subject import read_dice


class Read(Question):
    """What dice mean, in words; or what is wrong with them, and where."""

    name = "read"
    fields = (field("text", TEXT_TYPE, "the text as typed so far"), DIALECT)
    small = only_with(text=short, dialect=short)
    answers = record(
        {
            "reading": or_null(
                record(
                    {
                        "expression": TEXT,
                        "words": TEXT,
                        "variables": TEXTS,
                        "remarks": TEXTS,
                        "choices": TRUTH,
                        "read_as": or_null(ref("ReadAs")),
                    }
                )
            ),
            "problem": or_null(ref("Problem")),
        }
    )

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        try:
            expression, understood = read_dice(
                given["text"], service.limits, dialect=given["dialect"]
            )
        except AstragalError as error:
            told = in_own_words(error.about(given["text"]))
            return {"reading": None, "problem": problem(told)}
        answered = [] if understood is None else quick_answers(understood, service.limits)
        reading = {
            "expression": str(expression),
            "words": expression.describe(),
            "remarks": list(expression.remarks),
            "variables": sorted(expression.variables),
            "choices": expression.leaves_choices,
            "read_as": None if understood is None else read_as(understood, answered),
        }
        return {"reading": reading, "problem": None}
