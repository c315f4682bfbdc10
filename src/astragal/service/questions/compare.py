"""``compare``: several dice or rules side by side."""

from __future__ import annotations

from itertools import combinations
from typing import Any, ClassVar

from astragal.limits import Limits
from astragal.odds.distribution import Distribution
from astragal.render.data import fraction_data
from astragal.rules.types import ListType
from astragal.service.answers import check_length
from astragal.service.fields import AIM, OF, SUBJECT, ObjectType, field
from astragal.service.problems import QuestionError
from astragal.service.question import Given, Question
from astragal.service.questions.odds import Odds, odds_of
from astragal.service.schemas import INTEGER, array, record, ref
from astragal.service.service import Service

_MOST = 12
_SHARES = {name: ref("Fraction") for name in ("above", "equal", "below")}


class _SubjectType(ObjectType):
    """The fields of a question about odds."""

    name: ClassVar[str] = "question"

    def schema(self) -> dict[str, Any]:
        return record({}, {each.name: each.type.schema() for each in (*SUBJECT, AIM, OF)})


class Compare(Question):
    """The odds of several dice or rules, and of each two, how often one is above the other."""

    name = "compare"
    fields = (field("these", ListType(_SubjectType(), 1, _MOST), "what is compared, each as odds"),)
    answers = record(
        {
            "odds": array(ref("Odds")),
            "pairs": array(record({"left": INTEGER, "right": INTEGER, **_SHARES})),
        }
    )

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        limits = service.limits.shared()
        several: list[Distribution] = []
        for data in given["these"]:
            several.append(odds_of(_read(data), limits))
            check_length(several, limits)
        pairs = [_pair(several, left, right, limits) for left, right in _ordered(several)]
        return {"odds": [odds.to_data() for odds in several], "pairs": pairs}


def _read(data: dict[str, Any]) -> Given:
    try:
        return Odds().read(data)
    except QuestionError as error:
        raise QuestionError(error.code, f"these: {error.message}", hint=error.hints) from None


def _ordered(several: list[Distribution]) -> list[tuple[int, int]]:
    """Each two whose outcomes are numbers."""
    places = [place for place, odds in enumerate(several) if odds.numeric]
    return list(combinations(places, 2))


def _pair(several: list[Distribution], left: int, right: int, limits: Limits) -> dict[str, Any]:
    versus = several[left].versus(several[right], limits=limits)
    shares = zip(_SHARES, versus, strict=True)
    return {"left": left, "right": right} | {name: fraction_data(each) for name, each in shares}
