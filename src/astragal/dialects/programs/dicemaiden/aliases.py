"""Dice Maiden's short names for rolls of games, including Earthdawn's steps."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LOW = ("4 -2", "4 -1", "4", "6", "8", "10", "12")
_ROUND = (
    "6 6",
    "8 6",
    "8 8",
    "10 8",
    "10 10",
    "12 10",
    "12 12",
    "12 6 6",
    "12 8 6",
    "12 8 8",
    "12 10 8",
)
"""The dice of steps from 8 on; they repeat with one more d20, in the fourth edition forever."""
_FIRST = (
    *("20 6 6", "20 8 6", "20 10 6", "20 10 8", "20 10 10", "20 12 10"),
    *("20 12 8 4", "20 12 8 6", "20 12 8 8", "20 10 10 8", "20 12 10 8", "20 12 10 8"),
    *("20 10 8 8 6", "20 10 10 8 6", "20 10 10 8 8", "20 10 10 10 8", "20 12 10 10 8"),
    *("20 20 10 8 4", "20 20 10 8 6", "20 20 10 8 8", "20 20 10 10 8", "20 20 12 10 8"),
    *("20 20 10 8 6 6", "20 20 10 8 8 6", "20 20 10 10 8 6", "20 20 10 10 10 8"),
    *("20 20 10 10 10 8", "20 20 12 10 10 8", "20 20 10 10 8 8 4", "20 20 10 10 8 8 6"),
    *("20 20 10 10 8 8 8", "20 20 10 10 10 8 8"),
)
"""The steps of the first edition from 19 to 50."""


def steps() -> Iterator[tuple[str, str]]:
    """The names of all steps in both editions, with their dice."""
    low = [*_LOW, *_ROUND]
    for step, dice in enumerate([*low, *_FIRST], 1):
        yield f"ed{step}", _rolled(dice)
    for step in range(1, 101):
        twenties, place = divmod(step - 8, len(_ROUND))
        dice = low[step - 1] if step < 8 else "20 " * twenties + _ROUND[place]
        yield f"ed4e{step}", _rolled(dice)


def _rolled(dice: str) -> str:
    """Turn ``"10 8 8"`` into ``1d10 ie + 2d8 ie``; a number with a minus is subtracted."""
    sides = [each for each in dice.split() if each[0] != "-"]
    less = "".join(f" - {each[1:]}" for each in dice.split() if each[0] == "-")
    pools = (f"{sides.count(each)}d{each} ie" for each in dict.fromkeys(sides))
    return " + ".join(pools) + less


_LEGEND = ("1d4", "1d6", "1d8", "1d10", "2d6", "2d8", "2d10", "3d8", "3d10", "4d8")
"""The dice for each score of Open Legend, starting at 1."""
_EXPERT = {1: 4, 2: 6, 3: 8}
"""The sides for each level of expertise; other numbers are the sides themselves."""


def _legend() -> Iterator[tuple[str, str]]:
    yield "ol0", "1d20 ie20"
    for score, dice in enumerate(_LEGEND, 1):
        text = f"1d20 ie20 + {dice} ie{dice.partition('d')[2]}"
        yield f"ol{score}", text
        yield rf"ol{score}a(\d+)", rf"{text} adv\1"
        yield rf"ol{score}d(\d+)", rf"{text} dis\1"


def _expertise() -> Iterator[tuple[str, str]]:
    starts = (("", "1d20"), (r"\+", "2d20 k1"), ("-", "2d20 kl1"))
    for level in (1, 2, 3, 4, 6, 8, 10, 12, 20, 100):
        for sign, dice in starts:
            pattern = rf"{sign}a5e(?: ([+-]\d+))? ex{level}"
            yield pattern, rf"{dice} \1 + 1d{_EXPERT.get(level, level)}"


def _house() -> Iterator[tuple[str, str]]:
    """The Darkest House: a boon, a bane, and the house die."""
    for letter, change in (("", ""), ("b", " adv1"), ("n", " dis1")):
        yield rf"tdh(\d+){letter}", rf"2d6{change} + \1"
        yield rf"tdh(\d+){letter}c", rf"2d6{change} + \1 + 1d6"


ALIASES = tuple(
    (re.compile(pattern + r"(?![A-Za-z0-9])"), text)
    for pattern, text in (
        (r"dndstats", "6 4d6 k3"),
        (r"\+d(\d+)", r"2d\1 k1"),
        (r"-d(\d+)", r"2d\1 kl1"),
        (r"\+d%", "2d10 kl1 * 10 + 1d10 - 10"),
        (r"-d%", "2d10 k1 * 10 + 1d10 - 10"),
        (r"(?:attack|skill|save)", "1d20"),
        (r"(\d+)cod", r"\1d10 t8 ie10"),
        (r"(\d+)cod([89])", r"\1d10 t8 ie\2"),
        (r"(\d+)codr", r"\1d10 t8 ie10 r7"),
        (r"(\d+)wod(\d+)", r"\1d10 f1 t\2"),
        (r"sr(\d+)", r"\1d6 t5"),
        (r"(\d+)yz", r"\1d6 t6"),
        (r"(\d+)wh(\d+)\+", r"\1d6 t\2"),
        (r"sp(\d+)", r"\1d10 t8 ie10"),
        (r"sp(\d+)t(\d+)", r"\1d10 t\2 ie10"),
        (r"snm(\d+)", r"\1d6 ie6 t4"),
        (r"ex(\d+)", r"\1d10 t7ds10"),
        (r"ex(\d+)t(\d+)", r"\1d10 t\2ds10"),
        (r"ex(\d+)ds?(\d+)", r"\1d10 t7ds\2"),
        (r"ex(\d+)t(\d+)ds?(\d+)", r"\1d10 t\2ds\3"),
        (r"ex(\d+)d(\d+)t(\d+)", r"\1d10 t\3ds\2"),
        (r"age", "2d6 + 1d6"),
        (r"dd([1-9])([1-9])", r"1d\1*10 + 1d\2"),
        (r"dh (\d+)d10", r"\1d10 ie10"),
        (r"dheartgm", "1d20"),
        (r"alien(\d+)", r"\1d6 t6"),
        (r"(\d+)lf([2-5])l?", r"\1d6 tl\2"),
        (r"(\d+)lf([2-5])f", r"\1d6 t\2"),
        (r"fitd0", "2d6 kl1"),
        (r"fitd([1-9]\d*)", r"\1d6 k1"),
        (r"gb (\d*d\d+)", r"\1 gb"),
        (r"gb", "1d20 gb"),
        (r"gbs (\d*d\d+)", r"\1"),
        (r"gbs", "1d20"),
        (r"d6s(\d+)", r"\1d6 + 1d6 ie"),
        (r"ess(\d*d\d+)", r"1d20 + \1"),
        (r"\+ess(\d*d\d+)", r"2d20 k1 + \1"),
        (r"-ess(\d*d\d+)", r"2d20 kl1 + \1"),
        (r"ol0a\d+", "1d20 ie20 adv1"),
        (r"ol0d\d+", "1d20 ie20 dis1"),
        (r"1d6l", "1d6 t4 f1 ie6"),
        *_house(),
        (r"(\d+)wod(\d+)c", r"\1d10 f1 t\2 c"),
        *_legend(),
        *steps(),
        *_expertise(),
    )
)
"""Short names for rolls of games, with the bot's notation for them."""
UNSAID = {
    r"[+-]ms\d*": "the better of two rolls by what they mean cannot be said here",
    r"conan\d+cd\d+": "what successes and damage come to together is not known",
    r"[\d.]*hsk1?": "what the damage is multiplied with differs from version to version",
    r"[\d.]*hs[hn]\d*": "what this comes to is not known",
}
"""Refused names for rolls of games, with the reason."""
SAVAGE = re.compile(r"sw(4|6|8|10|12)(?![A-Za-z0-9])")
LEGENDS = re.compile(r"(\d+)d6l(?![A-Za-z0-9])")
"""D6 Legends: adds the successes of a wild die and of the other dice."""
ALONE = re.compile(r"alien\d|\d+lf\d|fitd\d|ww\d|wng|cs +\d")
"""Rolls without arithmetic: the bot ignores it, or applies it to something else."""
