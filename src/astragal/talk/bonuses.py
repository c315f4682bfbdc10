"""A name and a bonus without dice, ``Stealth +5``: suggests the dice to type."""

from __future__ import annotations

import re
from typing import NamedTuple

from astragal.talk.conditions import split_total, total_conditions
from astragal.talk.labels import CHECKED, EXTRA
from astragal.talk.naming import is_label, is_title
from astragal.talk.words import without_fillers

_FIRST = re.compile(r"(?:an? )?((?:dc|ac|tn):? ?\d{1,4}),? (.+)", re.IGNORECASE)
"""``DC 14 wisdom save``: the number before the name."""
_POINTS = re.compile(r"[:()]")
_BONUS = re.compile(
    r"(?:\b(?:at|with|of|is)(?: an?)? )?(?<![\w+-])([+-]) ?(\d{1,3})\b"
    r"(?: (?:modifier|bonus|mod)\b)?"
)
_HIT = re.compile(r"(?:to |for )?\b(?:hit|attack(?:s|ing)?)(?: rolls?)?", re.IGNORECASE)
_ROLL = re.compile(r"(.*?) ?\b(check|save|saving throw|test|roll|throw)", re.IGNORECASE)
_FOR = re.compile(r"(?:please )?(?:make |do )?(?:me )?(?:an? )?rolls? for ", re.IGNORECASE)
_ALONE = frozenset(("init", "initiative", "attack", "save", "to hit", "saving throw"))
"""Names of rolls that need no bonus."""
_ANY = "+5"


class Check(NamedTuple):
    """A name, a bonus and a number to reach, each of them optional."""

    name: str
    bonus: str
    target: int | None
    rolled_for: bool


def check_in(text: str) -> Check | None:
    """The parts of a check; None if the text says anything else."""
    said = " ".join(_POINTS.sub(" ", text).split()).rstrip(".!?, ")
    rolled_for = _FOR.match(said) is not None
    if first := _FIRST.fullmatch(said):
        said = f"{first[2]} {first[1]}"
    bonuses = _BONUS.findall(said)
    said, target = _without_target(" ".join(_BONUS.sub(" ", said).split()))
    name = without_fillers(said)
    if len(bonuses) > 1 or not _is_plain(name):
        return None
    return Check(name, "".join(bonuses[0]) if bonuses else "", target, rolled_for)


def dice_for(text: str) -> str | None:
    """Dice to type for a name with a bonus or a target, or for the name of a usual roll.

    >>> dice_for("Perception check +4"), dice_for("+7 vs 15")
    ('d20+4 for Perception', 'd20+7 >= 15')
    """
    check = check_in(text)
    if check is None:
        return None
    if not (check.bonus or check.target or check.rolled_for or _is_rolled(check.name)):
        return None
    bonus = check.bonus or _ANY
    return f"d20{bonus} >= {check.target}" if check.target else _named(bonus, check.name)


def _without_target(said: str) -> tuple[str, int | None]:
    """The words before a number to reach, and the number."""
    alone = total_conditions(said)
    before, conditions = ("", alone) if alone else split_total(said) or (said, ())
    if len(conditions) != 1 or conditions[0].sign != ">=":
        return said, None
    return before.strip(), conditions[0].low


def _is_plain(name: str) -> bool:
    """True if the text is a name only, or empty."""
    if not name or _HIT.fullmatch(name):
        return True
    found = _ROLL.fullmatch(name)
    name = found[1] if found else name
    if not EXTRA.isdisjoint(name.lower().split()):
        return False  # the suggested dice would lack theirs
    return not name or (name.replace(" ", "").replace("'", "").isalpha() and is_title(name))


def _is_rolled(name: str) -> bool:
    listed = name.lower() in CHECKED
    return listed or name.lower() in _ALONE or _ROLL.fullmatch(name) is not None


def _named(bonus: str, name: str) -> str | None:
    if _HIT.fullmatch(name):
        return f"d20{bonus} to hit"
    found = _ROLL.fullmatch(name)
    name = (found[1] or found[2]) if found else name
    sign = "for" if is_label(name) else "#"
    return f"d20{bonus} {sign} {name}" if name else f"d20{bonus}"
