"""The name that was meant by one that nobody has."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice

from astragal.table.calls import plain_name

_LONGEST = 40
"""Longer names are not compared: that takes long, and they are not mistyped but others."""
_MOST = 500
"""So many names are compared: more take long, and are on nobody's sheet."""


def near_name(name: str, known: Iterable[str], share: float) -> str | None:
    """The known name that is nearest, if so great a share of its letters is the same.

    >>> near_name("Focus Sav", ["Stealth", "Focus Save"], 0.6)
    'Focus Save'
    """
    wanted = plain_name(name[: 2 * _LONGEST])
    if len(wanted) > _LONGEST:
        return None
    short = (each for each in known if len(each) <= _LONGEST)
    plain = {plain_name(each): each for each in islice(short, _MOST)}
    near = get_close_matches(wanted, plain, 1, share)
    return plain[near[0]] if near else None
