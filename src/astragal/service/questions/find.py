"""``find``: dice, or parameters of a rule, that match a designer's wishes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypedDict

from astragal.errors import ParameterError
from astragal.finding.find import find
from astragal.finding.found import Found as Search
from astragal.finding.targets import bad_wish
from astragal.finding.wishes import Wish as Wished
from astragal.limits import Limits
from astragal.outcome import read_number
from astragal.rules.rule import Rule
from astragal.service import data
from astragal.service.fields import (
    AIM,
    OF,
    PARAMETERS,
    RULE,
    SHEETS,
    Field,
    by_name,
    integer,
    optional,
    own,
    several,
    text,
)
from astragal.service.problems import QuestionError
from astragal.service.question import Given, Question
from astragal.service.rule_subject import RuleSubject, rule_named
from astragal.service.service import Service
from astragal.service.subject import read_numbers, read_party

_MOST_WISHES = 12
_MOST_SHOWN = 50


TYPED = (
    optional("mean", text, "the mean; or at least: '>=12', or 10..12", shown="12"),
    optional("sd", text, "the standard deviation; as for --mean", shown="3"),
    optional("range", text, "the lowest and the highest number", shown="3..18"),
    optional(
        "chance",
        text,
        "a chance: of a number, =7, 3..8, or of what a rule gives: passes '>=90%'",
        shown="'>=15' 65%",
        several=True,
        parts=2,
    ),
    optional("steps_mean", text, "of a rule: how many steps it takes", shown="4"),
    optional(
        "weight",
        text,
        "what matters more: mean, sd, range, steps, or a chance such as '>=15=2'",
        shown="mean=2",
        several=True,
    ),
)
"""The options for wishes."""


class Wish(TypedDict):
    of: str
    target: str
    weight: str


class Reached(TypedDict):
    value: float | None
    exact: str | None
    ends: list[Any] | None
    off: float | None


class Found(TypedDict):
    name: str
    at: dict[str, Any]
    off: float | None
    wishes: list[Reached]
    odds: data.Odds


class Answer(TypedDict):
    version: int
    wishes: list[Wish]
    tried: int
    refusals: list[str]
    found: list[Found]


class Find(Question):
    """The dice that come nearest to some wishes, or the parameters of a rule that do."""

    name = "find"
    example = '{"wishes": [{"of": "mean", "target": "12"}, {"of": "sd", "target": "3"}], "show": 3}'
    typed = TYPED
    fields = (
        Field(
            "wishes",
            several(own("WishType"), 1, _MOST_WISHES),
            "what the dice should give",
            spelt="",
        ),
        optional(
            "family",
            text,
            "dice with open numbers, XdY+Z, instead of our own family",
            shown="XdY+Z",
        ),
        RULE,
        PARAMETERS,
        SHEETS,
        Field(
            "axes", by_name(own("AxisType")), "the open numbers, each with its values", {}, spelt=""
        ),
        OF,
        AIM,
        Field("show", integer(1, _MOST_SHOWN), "how many of the best", 10, shown="N"),
        Field(
            "near", text, "what is not farther off counts as equal, such as 0.2", "0", shown="0.2"
        ),
    )
    answers = Answer

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        limits = service.limits.shared()
        return self.found(given, limits).to_data(limits=limits)

    def found(self, given: Given, limits: Limits) -> Search:
        """Search for the best candidates; the rule and the party may be passed as objects."""
        return find(
            **_family(given, limits),
            wishes=[_wish(each) for each in given["wishes"]],
            of=given["of"],
            show=given["show"],
            near=_number("near", given["near"]),
            limits=limits,
        )


def _family(given: Given, limits: Limits) -> dict[str, Any]:
    """The candidates: a rule, notation with open numbers, or our own family."""
    axes = given["axes"]
    if given["rule"] is None:
        read = {name: read_numbers(name, values) for name, values in axes.items()}
        return {"what": given["family"], "axes": read or None}
    if given["family"] is not None:
        raise ParameterError("unfit-field", "give a family or a rule, not both")
    rule = given["rule"] if isinstance(given["rule"], Rule) else rule_named(given["rule"])
    subject = RuleSubject.of(rule, given["parameters"], read_party(given), None)
    read = {name: subject.read_axis(name, values) for name, values in axes.items()}
    what, fixed = subject.swept(read, limits)
    return {"what": what, "axes": read, "fixed": fixed, "aim": given["aim"] or subject.own_aim}


def _wish(data: dict[str, Any]) -> Wished:
    unknown = data.keys() - {"of", "target", "weight"}
    if unknown or not {"of", "target"} <= data.keys():
        raise QuestionError("bad-field", "a wish has the fields of, target and perhaps weight")
    return Wished(data["of"], data["target"], _number("weight", data.get("weight", 1)))


def _number(name: str, given: Any) -> Any:
    number = read_number(given) if isinstance(given, str) else given
    if isinstance(number, bool) or not isinstance(number, int | Fraction):
        raise bad_wish(f"{name} must be a number, such as 2 or 0.5")
    return number
