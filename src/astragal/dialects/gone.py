"""Programs whose notation is no longer supported, with the closest alternative for each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from astragal._value import Value
from astragal.errors import ParameterError


class Gone(Value):
    """A program that is no longer supported."""

    title: str
    nearest: str
    """the dialect or command that reads most of its texts, and the differences"""
    text: str
    """an example in the program's notation"""
    here: str
    """the same roll in our own notation"""


GONE: Mapping[str, Gone] = MappingProxyType(
    {
        "caith": Gone(
            "Caith", "`dicemaiden`, but `k3` keeps the highest there", "4d10 k3", "4d10kl3"
        ),
        "dice": Gone(
            "dice", "`rpg-dice-roller`, but `x`, `r` and `^` differ there", "6d6^3", "6d6kh3"
        ),
        "diceevaluator": Gone(
            "DiceEvaluator", "`rpg-dice-roller`, but `>3` counts there", "3d6+2>3", "3d6k>3"
        ),
        "dndice": Gone("dndice", "`avrae`, but every word differs there", "4d6h3", "4d6kh3"),
        "gnoll": Gone(
            "GNOLL", "`rpg-dice-roller`, but `!` explodes die by die there", "d20r==1", "1d20r=1"
        ),
        "onedice": Gone("OneDice", "`dicemaiden`, but `q3` is `kl3` there", "4d6q3", "4d6kl3"),
        "py-rolldice": Gone(
            "py-rolldice", "`rpg-dice-roller`, but `k` keeps the highest there", "2d20k", "2d20kl1"
        ),
        "rdn": Gone("RDN", "`rpg-dice-roller`, but small letters differ there", "4d6L", "4d6dl1"),
        "roll-parser": Gone(
            "roll-parser",
            "`rpg-dice-roller`, but words have an order of their own there",
            "5d10!=10>=8",
            "5d10!=10c>=8",
        ),
        "troll": Gone(
            "Troll", "AnyDice, whose programs `anydice` runs", "sum largest 3 4d6", "4d6kh3"
        ),
        "xdice": Gone("xdice", "`avrae`, but words after dice differ there", "3d6l2", "3d6dl2"),
    }
)


def no_longer_read(name: str) -> ParameterError:
    """The error for a program that is no longer supported."""
    gone = GONE[name]
    return ParameterError(
        "dialect-gone",
        f"the notation of {gone.title} is no longer read",
        hint=f"the nearest is {gone.nearest}; in Astragal's own notation, "
        f"`{gone.text}` of {gone.title} is `{gone.here}`",
    )
