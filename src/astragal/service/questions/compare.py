"""``compare``: several dice or rules side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from astragal.service import data
from astragal.service.fields import AIM, OF, SUBJECT, Field, several
from astragal.service.problems import QuestionError
from astragal.service.question import Given, Question
from astragal.service.questions.odds import Odds, seen

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution
    from astragal.rules.types import ParameterType
    from astragal.service.service import Service

_MOST = 12


COMPARED = (*SUBJECT, AIM, OF)
"""The fields of each side of a comparison."""


def _question() -> ParameterType:
    from astragal.service.kinds import QuestionType

    return QuestionType(properties=tuple((each.name, each.type) for each in COMPARED))


Lead = TypedDict(
    "Lead",
    {"ahead": 'Literal["left", "right"]', "from": "Any", "to": "Any"},
)


class Pair(TypedDict):
    left: int
    right: int
    above: data.Fraction
    equal: data.Fraction
    below: data.Fraction
    never_worse: Literal["left", "right", "both", "neither"] | None
    leads: list[Lead]
    crossings: list[Any]
    mean_difference: data.Fraction


class Difference(TypedDict):
    outcome: Any
    text: str
    to_first: list[data.Fraction]


class Answer(TypedDict):
    odds: list[data.Odds]
    pairs: list[Pair]
    differences: list[Difference]
    sentences: list[str]


class Compare(Question):
    """The odds of several dice or rules and how they differ; of each two, which is better."""

    name = "compare"
    example = '{"these": [{"expression": "3d6"}, {"expression": "4d6kh3"}]}'
    fields = (
        Field("these", several(_question, 1, _MOST), "what is compared, each as odds", spelt=""),
    )
    answers = Answer

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        from astragal.comparing.comparison import Comparison
        from astragal.render.lengths import check_length
        from astragal.service.subject import read_subject

        limits = service.limits.shared()
        several: list[Distribution] = []
        for fields in given["these"]:
            each = _read(fields)
            odds = Odds().found(read_subject(each, limits), each, limits)
            several.append(seen(odds, each["of"])[0])
            check_length([*several, *several[1:]], limits)  # the chances, and their differences
        return Comparison(several, limits=limits).to_data(limits=limits)


def _read(data: dict[str, Any]) -> Given:
    try:
        return Odds().read(data)
    except QuestionError as error:
        raise QuestionError(error.code, f"these: {error.message}", hint=error.hints) from None
