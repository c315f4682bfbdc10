"""The words that a mistyped word may have been meant for."""

from __future__ import annotations

from collections.abc import Iterable

from astragal._nearest import allowed_slips, distance

_LONGEST = 40


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """The known words with the fewest slips from this one: several, if they are as near.

    >>> nearest("tset", ["test", "set", "odds"]), nearest("again", ["min"])
    (['test', 'set'], [])
    """
    typed = word.casefold().lstrip("-")
    if not 2 < len(typed) <= _LONGEST:
        return []
    slips: dict[str, int] = {}
    for each in known:
        plain = each.casefold().lstrip("-")
        if abs(len(plain) - len(typed)) <= 2 and plain != typed:
            made = distance(typed, plain)
            if made <= allowed_slips(typed, plain):
                slips[each] = made
    fewest = min(slips.values(), default=0)
    return [each for each, made in slips.items() if made == fewest]
