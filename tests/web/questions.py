"""Questions whose answers are the same bytes from every carrier: no randomness, no clock."""

from __future__ import annotations

from typing import Any

_CHECK = {"rule": "tiers.check", "parameters": {"stat": 45, "tier": "Hard"}}
_TO_HIT = {"expression": "1d20 + @bonus >= @dc"}
_FAMILY = {"family": "XdY+Z", "axes": {"X": "1..4", "Y": [4, 6, 8], "Z": "0..3"}}
_PROGRAM = """
function: A:s against B:s { result: (1@A > 1@B) + (A = 6) - (B >= 5) }
output [3d6 against 2d8] named "even"
output [explode 2d6] / 3
D: d3 loop N over {1..20} { D: (D + D) / 2 } output D
"""
_DICE = (
    "4d6kh3",
    "100d6",
    "40d100kh20",
    "5d6!",
    "1d20!+3d6r=1",
    "2d20kh1+5>=15",
    "{2d6, 3d4}kh1",
    "8d10!>=8",
    "(2d6)*(1d4)",
)

ANSWERED: tuple[dict[str, Any], ...] = (
    {"ask": "games"},
    *({"ask": "game", "name": name} for name in ("tiers", "triumph", "percentile")),
    *({"ask": "odds", "expression": text} for text in _DICE),
    {"ask": "odds", **_CHECK},
    {"ask": "roll", "expression": "4d6kh3", "faces": [6, 5, 4, 2], "luck": True},
    {"ask": "roll", "expression": "10d10!+1d20", "seed": "7", "luck": True},
    {"ask": "roll", **_CHECK, "seed": "3"},
    {"ask": "compare", "these": [{"expression": "2d6"}, {"expression": "1d12"}]},
    {"ask": "sweep", **_CHECK, "axes": {"tier": ["Normal", "Hard"]}, "of": "passes"},
    {"ask": "sweep", **_CHECK, "axes": {"stat": "20..60/20"}, "of": "grade"},
    {"ask": "matters", **_CHECK, "of": "passes"},
    {"ask": "frontier", **_TO_HIT, "axes": {"bonus": "0..3", "dc": "5..25"}, "at_least": "65 %"},
    {
        "ask": "find",
        **_FAMILY,
        "wishes": [{"of": "mean", "target": "12"}, {"of": "sd", "target": "3"}],
    },
    {"ask": "read", "text": "4d6kh3 + 2"},
    {"ask": "read", "text": "4d6kh"},
    {"ask": "complete", "text": "4d6k", "cursor": 4},
    {"ask": "dialects"},
    {"ask": "translate", "text": "2d6r<3"},
    {"ask": "translate", "text": "8d10>7", "source": "roll20"},
    {"ask": "odds", "expression": "2d6r<3", "dialect": "roll20"},
    {"ask": "macro", "text": "Hit: [[1d20+?{Bonus|2}]]", "dialect": "roll20", "odds": True},
    {"ask": "anydice", "program": _PROGRAM},
    {"ask": "anydice_roll", "program": _PROGRAM, "output": 2, "seed": "7"},
)
REFUSED: tuple[dict[str, Any], ...] = (
    {"ask": "odds", "expression": "2d"},
    {"ask": "odds", "expression": "\u202e2d6 <script>alert(1)</script>"},
    {"ask": "odds", "expression": "99999999d6"},
    {"ask": "odds", "expression": "5000d1000kh2500"},
    {"ask": "odds", "rule": "tiers.check", "parameters": {"stat": 45, "tier": "no such tier"}},
    {"ask": "odds", "expression": "1d6", "unknown": 1},
    {"ask": "anydice", "program": "X: 3\noutput X = [nothing]"},
    {"ask": "nothing"},
)
