"""Templates: the wording of a phrase, in a readable line.

``{dice} drop|dropping [the] lowest [{n}]`` is a sequence of words and holes. ``a|b`` is a choice,
``[…]`` is optional, ``_`` is a space inside a choice. ``{n}``, ``{low}`` and ``{high}`` are numbers
in digits, ``{word}`` and ``{words}`` are words of letters, ``{many}`` is a number of dice. Each
table of `MEANINGS` has a hole of its name. ``{dice}`` and all other holes take any text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_HIGH = ("highest", "higher", "high", "best", "better", "top", "largest", "biggest")
_LOW = ("lowest", "lower", "low", "worst", "worse", "bottom", "smallest", "least", "lesser")
_UNDER = ("below", "under", "less than", "lower than")
_OVER = ("above", "over", "more than", "higher than")
_PARTS = {
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "eighth": 8,
    "tenth": 10,
    "hundredth": 100,
}
MEANINGS: Mapping[str, Mapping[str, Any]] = {
    # The highest or lowest dice, as in kh and dl.
    "end": {
        **dict.fromkeys((*_HIGH, "greatest", "greater"), "h"),
        **dict.fromkeys(_LOW, "l"),
    },
    "extreme": {"max": "h", "maximum": "h", "min": "l", "minimum": "l"},
    "most": {
        **dict.fromkeys(("highest", "max", "maximum", "most", "best"), "highest"),
        **dict.fromkeys(("lowest", "min", "minimum", "least", "worst"), "lowest"),
    },
    "edge": {
        **dict.fromkeys(("advantage", "adv", "adv."), "h"),
        **dict.fromkeys(("disadvantage", "disadvantaged", "disadv", "disadv.", "dis"), "l"),
    },
    "tens": {"bonus": ("l", "lower"), "penalty": ("h", "higher")},
    # A position among the sorted dice.
    "place": {
        "second": 2,
        "third": 3,
        "fourth": 4,
        "fifth": 5,
        "sixth": 6,
        "2nd": 2,
        "3rd": 3,
        "4th": 4,
        "5th": 5,
        "6th": 6,
    },
    "part": {**_PARTS, **{f"{part}s": number for part, number in _PARTS.items()}},
    "power": {"squared": 2, "square": 2, "cubed": 3, "cube": 3},
    # A limit of a total.
    "limit": {
        **dict.fromkeys(("minimum", "min", "floor"), "l"),
        **dict.fromkeys(("maximum", "max", "cap", "capped"), "h"),
    },
    "bound": {
        **{f"{word} {than}": "l" for word in ("never", "not") for than in _UNDER},
        **{f"{word} {than}": "h" for word in ("never", "not") for than in _OVER},
        **dict.fromkeys(("at least", "no less than", "no lower than"), "l"),
        **dict.fromkeys(("at most", "no more than", "no higher than"), "h"),
    },
    "value": {
        word: word
        for word in (
            *("str", "dex", "con", "int", "wis", "cha", "strength", "dexterity", "constitution"),
            *("intelligence", "wisdom", "charisma", "level", "proficiency", "prof", "bonus"),
        )
    },
    "sign": {"multiply": "*", "divide": "/"},
    # Two rolls, the first of which loses, ties or wins.
    "outcome": {
        **dict.fromkeys(("lose", "losing", "to lose"), "<"),
        **dict.fromkeys(("win", "winning", "to win"), "vs"),
    },
    "relation": {
        **{
            f"{word} {to}": "<"
            for word in ("lose", "loses", "losing", "to lose")
            for to in ("to", "against", "vs")
        },
        **dict.fromkeys(("less than", "lower than", "smaller than", "worse than"), "<"),
        **{
            f"{word}{to}": "="
            for word in ("ties", "tie", "tying", "tied", "equals", "equal", "equalling")
            for to in (" with", " to", "")
        },
        **dict.fromkeys(("matches", "matching"), "="),
        **dict.fromkeys(("beat", "beats", "beating", "to beat"), "vs"),
        **dict.fromkeys(("win against", "wins against", "winning against"), "vs"),
        **dict.fromkeys(("more than", "higher than", "greater than", "better than"), ">"),
        **dict.fromkeys(("at least", "no less than", "no lower than"), ">="),
        **dict.fromkeys(("at most", "no more than", "no higher than"), "<="),
    },
    "happens": {
        **dict.fromkeys(("hit", "success"), "hitting"),
        **dict.fromkeys(("miss", "fail", "failure"), "missing"),
    },
    # Rounding.
    "side": {"heads": 1, "tails": 2},
    "way": {"up": "ceil", "down": "floor"},
}
"""The words of each hole with a table, and their meanings."""
LISTED = frozenset(word for table in MEANINGS.values() for words in table for word in words.split())
_HOLE = re.compile(r"\{(\w+)\}")
_WORD = r"[^\W\d_]+(?:['-][^\W\d_]+)?"
_NUMBER = r"\d{1,6}"
_HOLES = {
    "n": _NUMBER,
    "decimal": r"\d{1,4}\.\d{1,4}",
    "bonus": r"[+-] ?\d{1,4}",
    "low": _NUMBER,
    "high": _NUMBER,
    "word": _WORD,
    "words": rf"{_WORD}(?: {_WORD}){{0,3}}",
    "many": (
        r"(?:(?:at least|at most|no (?:more|less|fewer) than|(?:more|less|fewer) than|exactly|just|"
        rf"only|precisely) )?{_NUMBER}(?: or (?:more|less|fewer))?|no|none|not any|not a single|"
        r"never (?:any|a)|any|not all|all|every|both|neither|not both"
    ),
    **{name: "|".join(map(re.escape, words)) for name, words in MEANINGS.items()},
}
# The shortest text that fits. Texts are short, so backtracking stays cheap.
_ANY = r".+?"


def compiled(template: str) -> re.Pattern[str]:
    """The pattern of a template, for a text with a space in front."""
    parts = [_part(token) for token in template.split(" ")]
    return re.compile("".join(parts), re.IGNORECASE)


def _part(token: str) -> str:
    if token.startswith("["):
        return f"(?: {_options(token[1:-1])})?"
    return f" {_options(token)}"


def _options(token: str) -> str:
    return f"(?:{'|'.join(map(_option, token.split('|')))})"


def _option(text: str) -> str:
    hole = _HOLE.search(text)
    if hole is None:
        return re.escape(text.replace("_", " "))
    before, after = text[: hole.start()], text[hole.end() :]
    inside = _HOLES.get(hole[1], _ANY)
    return f"{re.escape(before)}(?P<{hole[1]}>{inside}){re.escape(after)}"


def words_of(template: str) -> set[str]:
    """The literal words of a template."""
    return set(re.findall(r"[a-z]+", _HOLE.sub(" ", template)))
