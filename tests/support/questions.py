"""One suite of questions for all carriers: each is JSON, and has one answer, byte for byte.

Dice come from the examples of all operations, and rules from all games, so both are always complete. Faces or
a seed are given to every roll. Nothing here takes long: no answer depends on a clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from astragal.catalogue import all_rules, game_names
from astragal.notation.operation import Chapter, examples_of
from astragal.rules.rule import Rule
from astragal.rules.types import ChoiceType, IntegerType, ListType

SHEET = 'name = "Alice"\n[values]\nstr = 3\n[rolls]\nbite = "1d6+@str"\n'

WRONG = ("2d", "4d6kh", "1d20 + @nothing", "10000000d6", "((((", "2d6 +", "zzz", "", "1/0", "3d6!>0")
"""Texts that are refused, each with a place and a hint."""

HEAVY = ("100d6", "100d10kh10", "40d100kh20", "10d6!kh3", "2000d6", "500x(3d6)")
"""Texts that are not small, but answered within a fraction of a second."""

_LONG = ("triumph.abilities",)
"""Rules whose odds take a second and ten megabytes."""

_WRITTEN = {"dice": "2d10+5", "what": "3d6"}
"""Parameters that are notation."""


def suite() -> list[dict[str, Any]]:
    """Every question, with its fields and what is asked."""
    return [*_about_dice(), *_about_rules(), *_about_the_rest()]


def _about_dice() -> Iterator[dict[str, Any]]:
    for chapter in Chapter:
        for row in examples_of(chapter):
            dice = {"expression": row.text, "variables": dict(row.variables)}
            decisions = {"decisions": list(row.decisions)} if row.decisions else {}
            faces = {"faces": list(row.faces)} | decisions
            yield {"ask": "roll", **dice, **faces, "luck": True}
            yield {"ask": "odds", **dice}
            yield {"ask": "read", "text": row.text}
            yield {"ask": "start", **dice, "seed": "a table"}
    for text in (*WRONG, *HEAVY):
        yield {"ask": "roll", "expression": text, "seed": "one"}
        yield {"ask": "odds", "expression": text}
        yield {"ask": "read", "text": text}
        yield {"ask": "complete", "text": text}


def _about_rules() -> Iterator[dict[str, Any]]:
    for rule in all_rules():
        about = {"rule": rule.name, "parameters": usual_parameters(rule)}
        yield {"ask": "roll", **about, "seed": "two", "luck": True}
        yield {"ask": "start", **about, "seed": "three"}
        if rule.name not in _LONG:
            yield {"ask": "odds", **about}
            yield {"ask": "steps", **about}
        yield {"ask": "advise", **about}
        yield {"ask": "odds", "rule": rule.name, "parameters": {"nothing": 1}}
        for parameter in rule.parameters:
            if isinstance(parameter.type, IntegerType):
                swept = about | {"axes": {parameter.name: [1, 2, 3]}, "of": rule.aim or None}
                yield {"ask": "sweep", **swept}
                yield {"ask": "reach", **swept, "at_least": "50 %"}
                break


def usual_parameters(rule: Rule[..., Any]) -> dict[str, Any]:
    """Values for the parameters that a rule cannot do without."""
    return {each.name: _usual(each.name, each.type) for each in rule.parameters if each.required}


def _usual(name: str, type_: Any) -> Any:
    match type_:
        case IntegerType():
            return 45
        case ListType():
            return [4, 30]
        case ChoiceType():
            return type_.schema()["enum"][0]
    return _WRITTEN[name]


def _about_the_rest() -> Iterator[dict[str, Any]]:
    yield {"ask": "games"}
    yield from ({"ask": "game", "name": name} for name in (*game_names(), "chess"))
    these = [{"expression": "3d6"}, {"expression": "4d6kh3"}, {"expression": "1d6 >= 3"}]
    yield {"ask": "compare", "these": these}
    yield {"ask": "compare", "these": []}
    dice = {"expression": "1d20+@n >= 15", "axes": {"n": "0..9"}}
    yield {"ask": "sweep", **dice}
    yield {"ask": "reach", **dice, "at_least": "65 %"}
    yield {"ask": "roll", "expression": "@bite", "sheets": [SHEET], "faces": [4]}
    yield {"ask": "complete", "text": "@", "cursor": 1, "sheets": [SHEET]}
    yield {"ask": "advise", "expression": "1d20♻?", "faces": [4]}
    yield {"ask": "verify", "record": {"version": 2}}
    yield {"ask": "reveal", "record": {}, "secret": {}}
    yield {"ask": "resume", "token": {}}
    yield {"ask": "roll", "expression": "\ud800\u202e\x00 2d6", "seed": "hidden"}
    yield {"ask": "roll", "expression": "2d6", "rule": "tiers.check"}
    yield {"ask": "roll"}
    yield {"ask": "odds", "colour": "red"}
