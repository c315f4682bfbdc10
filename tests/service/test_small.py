"""What is small: decided by the shape of a question, and never more than a few milliseconds."""

from __future__ import annotations

import random
from typing import Any

import pytest

from astragal.catalogue import all_rules
from astragal.errors import AstragalError
from astragal.limits import Limits
from astragal.rules.types import IntegerType, ListType, NotationType, OptionalType, WrittenType
from astragal.service import Service
from astragal.service.question import all_questions, find_question
from tests.support.questions import RULES

Fields = dict[str, Any]


def is_small(name: str, fields: Fields) -> bool:
    question = find_question(name)
    return question.is_small(question.read(fields))


def dice(text: str, **more: Any) -> Fields:
    return {"expression": text, **more}


def of_rule(rule: str, **parameters: Any) -> Fields:
    return {"rule": rule, "parameters": parameters}


USUAL = ("1d6", "3d6", "4d6kh3", "d20+5 >= 15", "5d6! - 2", "8d10c>=7c=10", "d%", "2d6+1d8+3")


@pytest.mark.parametrize("text", USUAL)
def test_usual_dice_are_small(text: str) -> None:
    assert is_small("roll", dice(text, luck=True))
    assert is_small("odds", dice(text))
    assert is_small("start", dice(text, moments=False, seed="x"))


NOT_PLAIN = (
    "1d(1d1000000)",
    "2d6kh(1d1000000)",
    "(1d6)d6",
    "{1d6,1d8}kh1",
    "3x(4d6)",
    "1d6*1d6",
    "x=1d6; x+x",
    "2d6+@n",
    "1d6r1",
    "4d6kh3kh2",
    "2d",
    "",
    "d20 with advantage",
    "1d6" + "+1" * 49,
)


@pytest.mark.parametrize("text", NOT_PLAIN)
def test_what_is_not_plain_is_not_small(text: str) -> None:
    assert not any(is_small(name, dice(text)) for name in ("roll", "start", "odds"))


BOUNDS: dict[str, tuple[str, Fields, Fields]] = {
    "dice rolled": ("roll", dice("100d6"), dice("101d6")),
    "dice rolled in all": ("start", dice("50d6+50d8"), dice("50d6+51d8")),
    "faces weighed": ("odds", dice("25d10"), dice("26d10")),
    "faces weighed in all": ("odds", dice("1d125+1d125"), dice("1d125+1d126")),
    "faces of one die": ("odds", dice("1d250"), dice("1d251")),
    "faces weighed without end": ("odds", dice("5d10!"), dice("6d10!")),
    "faces that luck weighs": ("roll", dice("25d10", luck=True), dice("26d10", luck=True)),
    "a text of dice": ("roll", dice("1d6" + " " * 97), dice("1d6" + " " * 98)),
    "a seed": ("roll", dice("1d6", seed="x" * 100), dice("1d6", seed="x" * 101)),
    "faces given": ("roll", dice("1d6", faces=[1] * 100), dice("1d6", faces=[1] * 101)),
    "decisions": ("roll", dice("1d6", decisions=["a"] * 20), dice("1d6", decisions=["a"] * 21)),
    "a decision": (
        "roll",
        dice("1d6", decisions=["a" * 100]),
        dice("1d6", decisions=["a" * 101]),
    ),
    "what is hidden": ("roll", dice("1d6", hidden=["a"] * 20), dice("1d6", hidden=["a"] * 21)),
    "a text that is read": ("read", {"text": "(" * 100}, {"text": "(" * 101}),
    "words that are read": (
        "read",
        {"text": "roll d20 with advantage"},
        {"text": "please roll d20 with advantage"},
    ),
    "short words that are read": ("read", {"text": "a " * 3}, {"text": "a " * 4}),
    "a dialect": (
        "read",
        {"text": "1d6", "dialect": "x" * 100},
        {"text": "1d6", "dialect": "x" * 101},
    ),
    "a text to complete": ("complete", {"text": "1" * 1000}, {"text": "1" * 1001}),
    "sheets to complete with": (
        "complete",
        {"text": "@", "cursor": 1, "sheets": ["a"] * 20},
        {"text": "@", "sheets": ["a"] * 21},
    ),
    "the name of a game": ("game", {"name": "x" * 100}, {"name": "x" * 101}),
    "a number": (
        "roll",
        of_rule("tiers.check", stat=45, advantages=100),
        of_rule("tiers.check", stat=45, advantages=101),
    ),
    "a negative number": (
        "roll",
        of_rule("scores.test", modifier=-100),
        of_rule("scores.test", modifier=-101),
    ),
    "a number as typed": (
        "roll",
        of_rule("tiers.check", stat="100", tier="Hard"),
        of_rule("tiers.check", stat="101", tier="Hard"),
    ),
    "a number among others": (
        "roll",
        of_rule("tiers.check", stat=45, helpers=[1, 100]),
        of_rule("tiers.check", stat=45, helpers=[1, 101]),
    ),
    "a list": (
        "roll",
        of_rule("tiers.opposed", stat=45, opponent=45, names=["a"] * 20),
        of_rule("tiers.opposed", stat=45, opponent=45, names=["a"] * 21),
    ),
    "a text": (
        "roll",
        of_rule("scores.contest", win="1000" + "x" * 96),
        of_rule("scores.contest", win="1000" + "x" * 97),
    ),
    "modifiers": (
        "roll",
        of_rule("target.check", modifiers="+100 " + "x" * 95),
        of_rule("target.check", modifiers="+100 " + "x" * 96),
    ),
    "numbers in modifiers": (
        "roll",
        of_rule("target.check", modifiers="+1 luck, +100"),
        of_rule("target.check", modifiers="+1 luck, +101"),
    ),
    "dice of a rule": (
        "roll",
        of_rule("target.attack", modifiers=5, damage="10d6+1"),
        of_rule("target.attack", modifiers=5, damage="11d6+1"),
    ),
    "dice that may be a number": (
        "start",
        of_rule("triumph.check", bonus="10d6"),
        of_rule("triumph.check", bonus="11d6"),
    ),
    "plain dice of a rule": (
        "start",
        of_rule("target.check", bonus="1d6"),
        of_rule("target.check", bonus="1d(1d6)"),
    ),
    "the form of a parameter": (
        "roll",
        of_rule("tiers.check", stat=45, location=[]),
        of_rule("tiers.check", stat=45, location={}),
    ),
    "a value that is absent": (
        "roll",
        of_rule("tiers.check", stat=45, tier=None),
        of_rule("tiers.check", stat=None),
    ),
    "known parameters": (
        "roll",
        of_rule("tiers.check", stat=45),
        of_rule("tiers.check", stat=45, other=1),
    ),
    "rules that exist": ("roll", of_rule("tiers.check"), of_rule("tiers.chek")),
    "rounds": (
        "roll",
        of_rule("tiers.check", stat=45),
        of_rule("tiers.test", stats=[45]),
    ),
    "the luck of a rule": (
        "roll",
        of_rule("tiers.check", stat=45) | {"luck": False},
        of_rule("tiers.check", stat=45) | {"luck": True},
    ),
    "what choices are for": ("roll", dice("1d6"), dice("1d6", aim="x")),
    "names": ("odds", dice("1d6", variables={}), dice("1d6", variables={"n": 1})),
    "sheets": ("roll", dice("1d6", sheets=[]), dice("1d6", sheets=["name = 'A'"])),
    "stakes": (
        "roll",
        of_rule("tiers.check", stat=45) | {"stakes": None},
        of_rule("tiers.check", stat=45) | {"stakes": {"wants": "x"}},
    ),
    "dialects": ("odds", dice("1d6", dialect=None), dice("1d6", dialect="roll20")),
    "views": ("odds", dice("1d6", of=None), dice("1d6", of="1")),
    "odds of rules": ("odds", dice("1d6"), of_rule("scores.test")),
}
"""The largest that is small, and the smallest that is not."""


@pytest.mark.parametrize("bound", BOUNDS)
def test_a_bound(bound: str) -> None:
    name, small, large = BOUNDS[bound]
    assert is_small(name, small)
    assert not is_small(name, large)


def test_which_questions_may_be_small() -> None:
    assert {name for name, each in all_questions().items() if each.small is not None} == {
        "complete", "dialects", "errors", "game", "games", "notation", "odds", "read", "roll",
        "start",
    }  # fmt: skip
    for name, question in all_questions().items():
        assert set(question.small or ()) <= {each.name for each in question.fields}, name


@pytest.mark.parametrize("name", ["dialects", "errors", "games", "notation"])
def test_lists_of_what_there_is_are_small(name: str) -> None:
    assert is_small(name, {})


@pytest.mark.parametrize("rule", RULES)
def test_rolls_of_rules_are_small_unless_they_go_on_in_rounds(rule: str) -> None:
    going_on = ("percentile.extended", "tiers.test", "tiers.countdown")
    assert is_small("roll", {"rule": rule, "parameters": RULES[rule]}) == (rule not in going_on)


# Bounded work

FEW = Limits(work=30_000, asks=150, dice=4_000, extra_dice=2_000, odds=1, paths=1)
"""What a small roll never needs more of: the limits of a roll are far above."""
DICE = ("10d1000", "10d2!", "10d1000kh5", "10d6c>=2c=3", "1d20+5")
WRITTEN = ("10d10", "100d10+100", "+100 a, -100 b", "100", "▲" * 100, "1-50: a; 51-100: b", "d6")


def at_the_bounds(kind: Any, rng: random.Random) -> Any:
    """A value that is as large as it may be in a small question, or nearly."""
    match kind:
        case OptionalType():
            return at_the_bounds(kind.inner, rng)
        case ListType():
            most = 20 if kind.most is None else min(20, kind.most)
            each = at_the_bounds(kind.item, rng)
            return [each] * rng.choice((max(1, kind.least), most))
        case IntegerType():
            least = -100 if kind.least is None else max(-100, int(kind.least))
            most = 100 if kind.most is None else min(100, int(kind.most))
            return rng.choice((least, most, min(most, max(least, 1))))
        case NotationType():
            return rng.choice(DICE)
        case WrittenType():
            return rng.choice(WRITTEN)
    return None


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_small_rolls_of_a_rule_take_little(rule: Any) -> None:
    """At the ends of all bounds, each roll gets by on a small part of the usual limits."""
    rng, service = random.Random(rule.name), Service(limits=FEW)
    codes = set()
    for _ in range(100):
        drawn = {each.name: at_the_bounds(each.type, rng) for each in rule.parameters}
        given = {
            name: value for name, value in drawn.items() if rng.random() < rng.choice((0.1, 0.6))
        }
        fields = of_rule(rule.name, **RULES[rule.name] | given)
        if is_small("roll", fields):
            codes.add(_code(service, fields))
            assert not any(code.startswith("too-") for code in codes), fields
    assert codes or rule.rounds


def _code(service: Service, fields: Fields) -> str:
    try:
        service.ask("roll", {**fields, "seed": "x"})
    except AstragalError as error:
        return error.code
    return "rolled"
