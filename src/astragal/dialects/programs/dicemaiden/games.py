"""Dice Maiden's rolls of games without an equivalent in its own notation, written in ours."""

from __future__ import annotations

import re
from collections.abc import Callable

_LADDER = ("1d2", "1d4", "1d6", "1d8", "1d10", "1d12", "2d8", "3d6")
"""The ranks of Essence20; a specialization rolls all ranks up to the character's own."""
_EDGES = {"": "1d20", "+": "2d20kh1", "-": "2d20kl1"}
_COMBAT = "worth(=1: 1, =2: 2, >=5: 1, else: 0)"
_ICONS = "worth(=6: 2, >=4: 1, else: 0)"
_PLOT = "worth(=1: 2, =2: 4, else: 0)"
Found = re.Match[str]


def at_top(dice: int, top: int) -> str:
    """The number of dice of a pool ``p`` at its highest face, as a sum of comparisons."""
    return _as_many("highest", dice, top, 1)


def at_bottom(dice: int) -> str:
    """The number of ones in a pool ``p``."""
    return _as_many("lowest", dice, 1, 1)


def _as_many(which: str, dice: int, face: int, first: int) -> str:
    return " + ".join(
        f"({_best(which, number)} = {number * face})" for number in range(first, dice + 1)
    )


def _best(which: str, number: int) -> str:
    return f"{which}(p, {number})" if number > 1 else f"{which}(p)"


def _alien(found: Found) -> str | None:
    base, stress = int(found[1]), int(found[2]) + (found[3] == "p")
    known = 1 <= base <= 20 and 1 <= stress <= 10
    return f"{base}d6c>=6 + {stress}d6c>=6" if known else None


def _silhouette(found: Found) -> str | None:
    """The highest die, plus 1 for each six after the first."""
    dice = int(found[1] or 1)
    if dice == 1:
        return "1d6"
    more = _as_many("highest", dice, 6, 2)
    return f"p = {dice}d6; highest(p) + {more}" if 1 < dice <= 10 else None


def _vampire(found: Found) -> str | None:
    """Each pair of tens counts as four successes; a single ten counts once."""
    dice, hunger = int(found[1]), int(found[2])
    if not (1 <= dice <= 30 and hunger <= dice):
        return None
    pairs = "".join(
        f" {'-' if number % 2 else '+'} ({_best('highest', number)} = {2 * number})"
        for number in range(1, dice + 1)
    )
    return f"p = {dice}d10worth(=10: 2, >=6: 1, else: 0); p{pairs}"


def _brave(found: Found) -> str | None:
    """The highest die, plus the best extra die for its sixes; 0 if most dice are ones."""
    dice = int(found[1])
    if not 1 <= dice <= 20:
        return None
    best = f"highest(p) + ({at_top(dice, 6)})d6kh1"
    if dice < 4:
        return f"p = {dice}d6; {best}"
    most = dice // 2 + 1
    return f"p = {dice}d6; (lowest(p, {most}) > {most}) * ({best})"


def _wrath(found: Found) -> str | None:
    """The icons of all dice, or the total of a soak roll; a test if there is a difficulty."""
    difficulty, pool, kind = found[2], found[3], found[4]
    dice = pool if kind in ("soak", "exempt", "dmg") else pool + _ICONS
    if difficulty is None:
        return dice
    return f"{dice} [..{int(difficulty) - 1}] fail [{int(difficulty)}..] pass"


def _marvel(found: Found) -> str | None:
    """Each edge adds a die and drops the lowest; each trouble drops the highest."""
    edges = sum(
        int(count or 1) * (1 if kind == "e" else -1)
        for count, kind in ((found[1], found[2]), (found[3], found[4]))
        if kind
    )
    if not edges:
        return "1d6 + 1d6worth(=1: 6) + 1d6"
    keep = "kh3" if edges > 0 else "kl3"
    return f"{{1d6 & 1d6worth(=1: 6) & {1 + abs(edges)}d6}}{keep}"


def _cypher(found: Found) -> str:
    target = 3 * int(found[1])
    return f"1d20 [..{target - 1}] failure [{target}..] success"


def _mothership(found: Found) -> str | None:
    stat = int(found[1] or 50)
    if not 1 <= stat <= 99:
        return None
    doubles = (*range(11, 100, 11), 100)
    critical = " ".join(
        f"[{each}] critical {'success' if each <= stat else 'failure'}" for each in doubles
    )
    return f"1d100 [..{stat}] success [{stat + 1}..] failure {critical}"


def _degrees(found: Found) -> str:
    """One degree for every five points above or below 10."""
    plus = int(f"{found[1]}{found[2]}") if found[1] else 0
    bands = (_band(5 * fives) for fives in range((1 + plus) // 5, (20 + plus) // 5 + 1))
    return f"1d20{f' {found[1]} {found[2]}' if found[1] else ''} {' '.join(bands)}"


def _band(lowest: int) -> str:
    degrees = (lowest - 10) // 5
    number, end = (degrees + 1, "success") if degrees >= 0 else (-degrees, "failure")
    return f"[{lowest}..{lowest + 4}] {number} degree{'s' * (number > 1)} of {end}"


def _specialized(found: Found) -> str | None:
    skill = f"{found[2] or 1}d{found[3]}"
    if skill not in _LADDER:
        return None
    ranks = _LADDER[: _LADDER.index(skill) + 1][::-1]
    best = f"{{{', '.join(ranks)}}}kh1" if len(ranks) > 1 else ranks[0]
    return f"{_EDGES[found[1]]} + {best}"


def _written(template: str) -> Callable[[Found], str]:
    return lambda found: found.expand(template)


GAMES: tuple[tuple[re.Pattern[str], Callable[[Found], str | None]], ...] = tuple(
    (
        re.compile(pattern + r"(?![A-Za-z0-9.])"),
        _written(made) if isinstance(made, str) else made,
    )
    for pattern, made in (
        (r"alien(\d+)s(\d+)(p?)", _alien),
        (r"conan", "2d20"),
        (r"conan([345])", r"\1d20"),
        (r"cd", f"1d6{_COMBAT}"),
        (r"cd(\d+)", rf"\1d6{_COMBAT}"),
        (r"sil(\d*)", _silhouette),
        (r"vtm(\d+)h(\d+)", _vampire),
        (r"cpr", "a = 1d10; a + (a = 10)d10 - (a = 1)d10"),
        (r"wit", "a = 1d10; a + (a = 10)d10! - (a = 1)d10!=1"),
        (r"cs +(\d+)", _cypher),
        (r"hsn", "1d6"),
        (r"(\d+)hsn", r"\1d6"),
        (r"(\d+)\.5hsn", r"\1d6 + 1d3"),
        (r"3hsh", "3d6"),
        (r"bnw(\d+)", _brave),
        (r"wng(?: +w(\d+))?(?: +dn(\d+))? +(\d+d6)(?: *! *(soak|exempt|dmg))?", _wrath),
        (r"mm(?: +(\d*)([et]))?(?: +(\d*)([et]))?", _marvel),
        (r"dheart", "2d12"),
        (r"ww(\d+)", r"\1d6kh1"),
        (r"ww(\d+)c(\d+)", r"\1d6dh\2kh1"),
        (r"mnm(?: *([+-]) *(\d+))?", _degrees),
        (r"ms(\d*)", _mothership),
        (r"([+-]?)ess(\d*)d(\d+)s", _specialized),
        (r"dp", f"1d6{_PLOT}"),
        (r"(\d+)dp", rf"\1d6{_PLOT}"),
    )
)
"""Patterns of rolls of games, with functions for our notation; None for impossible rolls."""
