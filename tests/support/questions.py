"""Questions for the service, with everything random given: each has one answer, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from astragal.notation.operation import Chapter, examples_of
from astragal.service.question import Question, all_questions, command_names

ALICE = """
name = "Alice"
Stealth = 2
Sword = "1d8+2"

[[circumstances]]
name = "inspired"
advantages = 1
lasts = "next"
"""

TEXTS = (
    "2d6",
    "d20+5",
    "4d6kh3",
    "2d20kl1+3",
    "3d6!",
    "2d6!!",
    "1d6!p",
    "4d6r<=2",
    "10d10c>=8",
    "8d10c>=7f=1",
    "1d100",
    "d%",
    "4dF",
    "d66",
    "1d20+5 >= 15",
    "(2d6) = 7..9",
    "{2d6, 1d12}kh1",
    "6x(4d6kh3)",
    "highest(4d6,2)",
    "largest_set(5d6)",
    "longest_run(5d6)",
    "max(1d6, 1d8)",
    "1d6/2",
    "floor(1d6/2)",
    "-1d4+10",
    "2d6[fire] + 1d4[cold]",
    "d10ish+2 [..6] miss [7..9] graze [10..] hit",
    "p = 4d6; highest(p,2) + lowest(p,1)",
    "100d6",
    "40d100kh20",
    "1d20♻? + 5",
    "d{1,2,2,3}",
    "2d{hit,miss,hit+crit}",
    "cancel(2d{success,failure,blank}, success, failure)",
    "count(3d{hit,2hit,miss}, hit) >= 2",
)

BAD_TEXTS = (
    "",
    "2d",
    "4d6x",
    "((1d6)",
    "1d0",
    "999999999d6",
    "1d20 + @str",
    "2d6 >= 7",
    "🐉",
    "d6\x00",
)

RULES: dict[str, dict[str, Any]] = {
    "percentile.d100": {},
    "percentile.roll": {"dice": "2d10"},
    "percentile.test": {"target": 45},
    "percentile.opposed": {"target": 45, "opponent": 35},
    "percentile.extended": {"target": 45, "needed": "Taxing"},
    "percentile.hit_location": {},
    "percentile.attack": {"target": 45, "damage": "1d10+2"},
    "percentile.damage": {"dice": "1d10+2"},
    "scores.test": {"modifier": "+1"},
    "scores.contest": {"modifier": 2, "opponent": 1},
    "scores.group_test": {"modifiers": [0, 1]},
    "target.check": {"modifiers": "+5", "target": 15},
    "target.opposed": {"modifiers": 2, "opponent": 1},
    "target.armor_class": {},
    "target.defense": {"kind": "dodge", "modifiers": 3, "attack": 15},
    "target.attack": {"modifiers": "5", "armor_class": 15, "damage": "1d8"},
    "target.roll": {"what": "2d6"},
    "target.percentile": {},
    "tiers.check": {"stat": 45, "tier": "Hard"},
    "tiers.test": {"stats": [45], "tier": 2},
    "tiers.countdown": {"stats": [45], "opponents": [45], "clock": "4"},
    "tiers.opposed": {"stat": 45, "opponent": 40},
    "triumph.check": {"ability": 3, "dc": "Hard"},
    "triumph.contest": {"ability": 3, "opponent": 1},
    "triumph.attack": {"ability": 3, "dc": 15, "damage": "1d8"},
    "triumph.ability": {},
    "triumph.abilities": {},
    "triumph.percentile": {},
}
"""Every rule of every game, with parameters as data and as people type them."""


def of_operations() -> Iterator[dict[str, Any]]:
    """The examples of all operations of the notation, rolled with their faces."""
    for chapter in Chapter:
        for row in examples_of(chapter):
            dice = {"expression": row.text, "variables": dict(row.variables)}
            given = {"faces": list(row.faces), "luck": True}
            yield {"ask": "odds", **dice}
            yield {"ask": "roll", **dice, **given, "decisions": list(row.decisions) or None}


def questions() -> list[dict[str, Any]]:
    """Questions of every kind; good ones, and some that are refused."""
    return [
        *({"ask": "read", "text": text} for text in (*TEXTS, *BAD_TEXTS)),
        *({"ask": "odds", "expression": text} for text in (*TEXTS, *BAD_TEXTS)),
        *(
            {"ask": "roll", "expression": text, "seed": f"seed of {text}", "luck": True}
            for text in (*TEXTS, *BAD_TEXTS)
        ),
        *(
            {"ask": ask, "rule": rule, "parameters": given}
            for rule, given in RULES.items()
            for ask in ("odds", "steps")
        ),
        *(
            {"ask": ask, "rule": rule, "parameters": given, "seed": rule}
            for rule, given in RULES.items()
            for ask in ("roll", "start")
        ),
        *OTHERS,
        *of_operations(),
        *({"ask": each.name, **json.loads(each.example)} for each in of_commands()),
    ]


def of_commands() -> list[Question]:
    """The questions that are commands by themselves: each knows a usual one."""
    return [all_questions()[name] for name in command_names()]


_CHOICE = {"rule": "triumph.check", "parameters": {"ability": 3, "dc": 15, "dice": "1d20♻"}}
_MEAN = [{"of": "mean", "target": "12"}, {"of": "sd", "target": "3", "weight": 2}]
_BONUS = {"expression": "1d20+@bonus >= @dc", "variables": {"bonus": 5}}

OTHERS: tuple[dict[str, Any], ...] = (
    {"ask": "games"},
    {"ask": "notation"},
    {"ask": "errors"},
    {"ask": "anydice", "program": 'output 2d6 named "two" output d{}'},
    {"ask": "anydice", "program": "X = 3"},
    {"ask": "dialects"},
    {"ask": "read", "text": "8d10>7", "dialect": "roll20"},
    {"ask": "odds", "expression": "2d6r<3", "dialect": "roll20"},
    {"ask": "roll", "expression": "8d10>7", "dialect": "roll20", "seed": "a"},
    {"ask": "odds", "expression": "three six-sided dice", "dialect": "roll20"},
    {"ask": "odds", "expression": "2d6", "dialect": "rol20"},
    {"ask": "translate", "text": "2d6r<3"},
    {"ask": "translate", "text": "8d10>7", "source": "roll20"},
    {"ask": "translate", "text": "1d20+@b", "source": "astragal", "variables": {"b": 2}},
    {"ask": "translate", "text": "8d10f", "source": "roll20"},
    {"ask": "translate", "text": "6x(4d6kh3)", "target": "roll20", "source": "astragal"},
    {"ask": "macro", "text": "[[1d20+@{str}+?{Bonus}]]", "dialect": "roll20"},
    {
        "ask": "macro",
        "text": "@{name}: [[1d20+@{str}+?{Bonus}]], $[[0]] and [[1t[loot]]]",
        "dialect": "roll20",
        "answers": {"Bonus": "2"},
        "values": {"str": 3, "name": "Bob"},
        "tables": {"loot": "d6 [1..3] gold [4..6] silver"},
        "roll": True,
        "odds": True,
        "faces": [10, 2],
    },
    {"ask": "macro", "text": "[[/r 1d6]]{fire}", "dialect": "foundry", "odds": True},
    {"ask": "macro", "text": "[[1d6", "dialect": "roll20"},
    {"ask": "macro", "text": "1d6", "dialect": "astragal"},
    {"ask": "anydice_roll", "program": "output 3d6 output d20", "output": 2, "seed": "x"},
    {"ask": "anydice_roll", "program": "output d{}"},
    {"ask": "anydice_roll", "program": "X: 3"},
    {"ask": "game", "name": "tiers"},
    {"ask": "game", "name": "teirs"},
    {"ask": "complete", "text": "4d6k"},
    {"ask": "complete", "text": "1d20+@S", "sheets": [ALICE]},
    {"ask": "start", **_CHOICE, "faces": [1]},
    {"ask": "advise", **_CHOICE, "faces": [1]},
    {"ask": "advise", "expression": "1d20♻? + 5", "faces": [1], "aim": ">=15"},
    {"ask": "advise", **_CHOICE, "faces": [7]},
    {"ask": "advise", **_CHOICE, "faces": [1], "odds": True},
    {"ask": "plan", **_CHOICE},
    {"ask": "plan", **_CHOICE, "when": "keep"},
    {"ask": "plan", "expression": "1d20♻? + 5", "aim": ">=15", "strategy": "keep"},
    {"ask": "plan", "expression": "1d20♻?", "strategy": "kep", "when": "keep"},
    {"ask": "odds", "expression": "1d20♻? + 5", "strategy": "re-roll below 3"},
    {"ask": "roll", **_CHOICE, "faces": [1, 17], "decisions": ["re-roll"]},
    {"ask": "roll", **_CHOICE, "faces": [1, 17], "aim": "passes"},
    {"ask": "roll", **_CHOICE, "faces": [1]},
    {
        "ask": "roll",
        "rule": "scores.test",
        "parameters": {"modifier": "Stealth"},
        "sheets": [ALICE],
        "faces": [4, 8],
    },
    {"ask": "roll", "expression": "@{Sword}", "sheets": [ALICE], "faces": [5]},
    {
        "ask": "roll",
        "rule": "tiers.check",
        "parameters": {"stat": 45},
        "faces": [[2, 1]],
        "stakes": {"wants": "in", "against": ["rain"]},
    },
    {"ask": "sweep", **_BONUS, "axes": {"dc": "5..25/5"}},
    {"ask": "sweep", "rule": "scores.test", "axes": {"modifier": [-1, 0, "1"]}, "of": "passes"},
    {
        "ask": "sweep",
        "rule": "target.check",
        "axes": {"target": "10..15", "modifiers": "0,2"},
        "of": "passes",
    },
    {
        "ask": "sweep",
        "rule": "scores.test",
        "axes": {"modifier": "0..3"},
        "of": "passes",
        "sheets": [ALICE],
    },
    {"ask": "sweep", "rule": "scores.test", "axes": {"height": "0..3"}},
    {"ask": "sweep", **_BONUS, "axes": {"dc": "25..5"}},
    {"ask": "sweep", "rule": "scores.test", "axes": {"modifier": "0..3"}, "of": "range"},
    {"ask": "sweep", **_BONUS, "axes": {"dc": "5..25/5"}, "shares": True},
    {"ask": "frontier", **_BONUS, "axes": {"bonus": "0..2", "dc": "9..25"}, "at_least": "65 %"},
    {"ask": "frontier", **_BONUS, "axes": {"dc": "5..25"}, "at_least": "65 %"},
    {"ask": "matters", **_BONUS, "by": {"bonus": 2}},
    {"ask": "matters", "rule": "scores.test", "of": "passes", "sheets": [ALICE]},
    {"ask": "matters", "rule": "scores.test", "of": "passes", "by": {"modifier": -1}},
    {"ask": "reach", **_BONUS, "axes": {"dc": "5..25"}, "at_least": "65 %", "greatest": True},
    {"ask": "reach", **_BONUS, "axes": {"dc": "5..25"}, "at_most": "1/4"},
    {"ask": "reach", **_BONUS, "axes": {"dc": "5..25"}, "at_least": "much"},
    {"ask": "compare", "these": [{"expression": "2d6"}, {"expression": "1d12"}]},
    {"ask": "compare", "these": [{"rule": "scores.test", "of": "score"}, {"expression": "1d10"}]},
    {"ask": "compare", "these": [{"expression": "1d6 [1] a"}, {"expression": "3d6!"}]},
    {"ask": "compare", "these": []},
    {"ask": "find", "wishes": _MEAN, "show": 2},
    {
        "ask": "find",
        "wishes": _MEAN,
        "family": "XdY+@z",
        "axes": {"X": "1..4", "Y": [4, 6], "z": "0"},
    },
    {
        "ask": "find",
        "wishes": [{"of": "steps", "target": "3"}, {"of": "passes", "target": ">=90 %"}],
        "rule": "tiers.test",
        "parameters": {"on_failure": "benevolent"},
        "axes": {"stats": "40..60/10", "tier": "2..3"},
        "near": "0.2",
    },
    {"ask": "find", "wishes": _MEAN, "axes": {"X": "1..4"}},
    {"ask": "find", "wishes": _MEAN, "family": "Xd6", "axes": {"Y": "1..4"}},
    {"ask": "find", "wishes": _MEAN, "family": "Xd6", "rule": "scores.test"},
    {"ask": "find", "wishes": [{"of": "mean"}]},
    {"ask": "find", "wishes": [{"of": "mean", "target": "much"}]},
    {"ask": "find", "wishes": [{"of": "mean", "target": "3", "weight": "heavy"}]},
    {"ask": "find", "wishes": [{"of": "mean", "target": 3.5}]},
    {"ask": "find", "wishes": []},
    {"ask": "odds", "rule": "scores.test", "of": "range"},
    {"ask": "chance", "expression": "2d6", "at_least": "10"},
    {"ask": "chance", "expression": "2d6", "exactly": "x"},
    {"ask": "chance", "rule": "scores.test", "of": "range", "exactly": "Low"},
    {"ask": "chance", "rule": "scores.test", "of": "range", "at_most": "7"},
    {"ask": "chance", "expression": "2d6", "at_least": "10", "at_most": "11"},
    {"ask": "odds", "rule": "scores.test", "of": "height"},
    {"ask": "odds", "expression": "999d100"},
    {"ask": "odds", "expression": "2d6", "rule": "scores.test"},
    {"ask": "odds"},
    {"ask": "odds", "expresion": "2d6"},
    {"ask": "odds", "expression": 5},
    {"ask": "sheet", "toml": ALICE},
    {"ask": "sheet", "toml": "["},
    {"ask": "sheet"},
    {"ask": "sheet", "toml": ALICE, "sheet": {"name": "Alice"}},
    {"ask": "sheet", "sheet": {"name": "Bob", "values": [{"name": "Stealth", "value": "3"}]}},
    {"ask": "sheet", "sheet": {"name": "Bob", "rolls": [{"name": "Hit", "rule": ""}]}},
    {"ask": "nothing"},
    {"ask": "roll", "expression": "2d6", "faces": [3]},
    {"ask": "roll", "expression": "2d6", "faces": [3, 4, 5]},
    {"ask": "roll", "expression": "2d6", "faces": [3, 9]},
    {"ask": "roll", "expression": "2d6", "seed": "a", "faces": [3, 4]},
    {"ask": "roll", "rule": "tiers.chek"},
    {"ask": "roll", "rule": "tiers.check", "parameters": {"stat": "many"}},
    {"ask": "roll", "rule": "tiers.check"},
    {"ask": "verify", "record": {"version": 2}},
    {"ask": "resume", "token": {"token": 1}},
    {"ask": "look", "token": {"token": 1}},
)
