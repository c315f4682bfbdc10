"""What strangers may send to go on with a roll, or to the service: tokens and questions."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from astragal import AstragalError, SeededSource, find_game, game_names, read_token, resume
from astragal.experiment.run.pauses import Pause
from astragal.limits import STRANGERS, Limits
from astragal.rules.rule import Rule
from astragal.service import Service
from tools.costs import FAMILIES, text_of
from tools.hostile_programs import program_text

KEY = b"a key of the one who rolls"

DEAR = (
    "1d700/1d700",
    "1d1000/1d1000",
    "50d20/50d20",
    "1d1000*1d1000",
    "300d100",
    "1d100000",
    "20d20!",
    "100d6kh50",
    "10d(1d1000)",
    "{100d6,100d8,100d10}kh2",
)
"""Notation whose odds take long, or are long."""

SWEPT = (
    "(@a)d6!kh3",
    "1d(@a)/1d1000",
    "(@a)d20kh5+(@a)d6",
    "1d1000*@a",
    "@a",
    "1d@a*1d@a",
    "300d@a",
)
TYPED = ("(", "1d6+", "@{", "{1d6,", "1", " ", "\u202e", "kh", "10d6!o", "1d6[")

Questions = Mapping[str, Callable[[], object]]


# Tokens


def token_cases(rng: random.Random) -> Iterator[tuple[str, Questions]]:
    """Tokens of paused rolls, altered: more faces, more decisions, other values."""
    rules = [rule for name in game_names() for rule in find_game(name).rules.values()]
    for pause in _pauses(rules, rng):
        signed = rng.random() < 0.5
        data = pause.to_data(key=KEY if signed else None)
        changed = _altered(data, rng)
        key = KEY if signed and rng.random() < 0.8 else None
        written = json.dumps(data)
        yield (
            f"{pause.experiment.label[:60]}, {changed}{', signed' if signed else ''}",
            {
                "read": partial(read_token, written, key=key, limits=STRANGERS),
                "resume": partial(
                    resume, written, None, SeededSource(1), key=key, limits=STRANGERS
                ),
                "advise": partial(_advised, written, key),
            },
        )


def _advised(token: str, key: bytes | None) -> object:
    return read_token(token, key=key, limits=STRANGERS).advise(limits=STRANGERS)


def _pauses(rules: list[Rule[..., Any]], rng: random.Random) -> Iterator[Pause]:
    """Pauses of rules in which somebody decides, or that take more than one turn."""
    from tools.hostile import given_to

    while True:
        rule = rng.choice(rules)
        try:
            reached = rule(**given_to(rule, rng)).start(SeededSource(rng.randrange(1000)))
        except AstragalError:
            continue
        if isinstance(reached, Pause):
            yield reached


def _altered(data: dict[str, Any], rng: random.Random) -> str:
    """Change one part of a token; what was changed."""
    part = rng.choice(("nothing", "faces", "decisions", "steps", "waits", "parameters", "rule"))
    much = rng.choice((1, 1000, 100_000))
    match part:
        case "faces":
            data["faces"] = (data["faces"] or [1]) * much
        case "decisions":
            data["decisions"] = [rng.choice(("keep", "re-roll", "x" * 1000))] * much
        case "steps":
            data["steps"] = ["x" * 100] * much
        case "waits":
            data["waits"] = [1] * much
        case "parameters":
            data["parameters"] = {"n" * 100: [1] * much}
        case "rule":
            data["rule"] = "x" * much
    return part


# Questions


def question_cases(rng: random.Random) -> Iterator[tuple[str, Questions]]:
    """Questions to the service whose every field is long, or dear."""
    while True:
        name, fields = rng.choice(_QUESTIONS)(rng)
        text = json.dumps({"ask": name, **fields})
        yield f"{name} {text[:150]}", {"reply": partial(replied, text)}


def replied(text: str, limits: Limits = STRANGERS) -> int:
    """Ask the service, and measure its answer."""
    return len(Service(key=KEY, limits=limits).reply(text).body)


def _compare(rng: random.Random) -> tuple[str, dict[str, Any]]:
    dear, other = rng.choice(DEAR), rng.choice(DEAR)
    each = [f"{dear}+{n}" if rng.random() < 0.7 else other for n in range(12)]
    return "compare", {"these": [{"expression": text} for text in each]}


def _sweep(rng: random.Random) -> tuple[str, dict[str, Any]]:
    count = rng.choice((2, 100, 10_000))
    fields: dict[str, Any]
    if rng.random() < 0.5:
        fields = {"expression": rng.choice(SWEPT), "axes": {"a": list(range(1, count + 1))}}
    else:
        rule, axes = _rule_with_axis(rng, count)
        fields = {"rule": rule.name, "axes": axes, "of": rng.choice((None, "outcome=1", "success"))}
        if rng.random() < 0.3:
            fields["steps"] = True
        if rng.random() < 0.5:
            fields["sheets"] = [_sheet(rng, rng.choice((10, 1000)))]
    if rng.random() < 0.3:
        return "reach", fields | {"at_least": "99 %"}
    if rng.random() < 0.3:
        fields["shares"] = True
    return "sweep", fields


def _rule_with_axis(rng: random.Random, count: int) -> tuple[Rule[..., Any], dict[str, Any]]:
    rules = [rule for name in game_names() for rule in find_game(name).rules.values()]
    rule = rng.choice([each for each in rules if each.parameters])
    axes = {each.name: list(range(1, count + 1)) for each in rng.sample(list(rule.parameters), 1)}
    return rule, axes


_STANDING = '[[circumstances]]\nname = "c{}"\nadds.modifier = 1'


def _sheet(rng: random.Random, names: int) -> str:
    value = rng.choice(('"200d6 + 1"', "10", '"' + "x" * 400 + '"'))
    lines = [f"n{place} = {value}" for place in range(names)]
    standing = [_STANDING.format(n) for n in range(names // 50)]
    return "\n".join(['name = "A"', *lines, *standing])


def _sheets(rng: random.Random) -> tuple[str, dict[str, Any]]:
    sheets = [_sheet(rng, 1500) for _ in range(rng.choice((1, 2, 20)))]
    asked = rng.choice(("odds", "roll", "start", "complete"))
    if asked == "complete":
        return asked, {"text": "@n", "sheets": sheets}
    return asked, {"expression": "1d20+@{n1}", "sheets": sheets}


def _typed(rng: random.Random) -> tuple[str, dict[str, Any]]:
    text = rng.choice(TYPED) * rng.choice((10, 5_000, 100_000))
    return rng.choice(("read", "complete")), {"text": text}


def _dear(rng: random.Random) -> tuple[str, dict[str, Any]]:
    text = rng.choice((*DEAR, text_of(rng.choice(FAMILIES), 300)))
    asked = rng.choice(("odds", "roll", "notation", "advise", "steps"))
    if asked == "notation":
        return asked, {}
    return asked, {"expression": text} | ({"luck": True} if asked == "roll" else {})


def _program(rng: random.Random) -> tuple[str, dict[str, Any]]:
    fields: dict[str, Any] = {"program": program_text(rng)}
    if rng.random() < 0.7:
        return "anydice", fields
    return "anydice_roll", fields | {"output": rng.choice((1, 2, 300, 10**18))}


_QUESTIONS: tuple[Callable[[random.Random], tuple[str, dict[str, Any]]], ...] = (
    _compare,
    _sweep,
    _sweep,
    _sheets,
    _typed,
    _dear,
    _program,
)
