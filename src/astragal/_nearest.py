"""The word that was meant by one that is not known: close to it, or none at all."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 40
"""Longer words are nobody's slip of the finger."""


def as_near(word: str, known: Iterable[str]) -> list[str]:
    """The known words with the fewest slips from this one: several, if they are as near.

    >>> as_near("tset", ["test", "set", "odds"]), as_near("again", ["min"])
    (['test', 'set'], [])
    """
    typed = word.casefold().lstrip("-")
    letters = set(typed)
    slips: dict[str, int] = {}
    for each in known if len(typed) <= _LONGEST else ():
        plain = each.casefold().lstrip("-")
        allowed = allowed_slips(typed, plain)
        if plain == typed or abs(len(plain) - len(typed)) > allowed:
            continue
        # Each letter that the other word lacks is a slip of its own: nearly all words end here.
        if len(letters.difference(plain)) <= allowed >= len(set(plain) - letters):
            made = distance(typed, plain)
            if made <= allowed:
                slips[each] = made
    fewest = min(slips.values(), default=0)
    return [each for each, made in slips.items() if made == fewest]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word with the fewest slips from this one, if they are few for its length.

    A slip is a letter too many, too few, wrong, or swapped with its neighbour. A word of four
    letters may have one, a word of eight may have two; of three letters, two may be swapped.

    >>> nearest("tset", ["test", "attack"]), nearest("again", ["min", "max"])
    ('test', None)
    """
    found = as_near(word, known)
    return found[0] if found else None


def allowed_slips(typed: str, plain: str) -> int:
    """How many slips may lie between two words."""
    length = max(len(typed), len(plain))
    if length == 3:
        return int(sorted(typed) == sorted(plain))
    return min(2, length // 4)


def distance(one: str, other: str) -> int:
    """The slips between two words (optimal string alignment)."""
    before: list[int] = []
    above = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        current = [row]
        for column, another in enumerate(other, 1):
            cost = above[column - 1] + (letter != another)
            cost = min(cost, above[column] + 1, current[column - 1] + 1)
            if row > 1 < column and letter == other[column - 2] and one[row - 2] == another:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        before, above = above, current
    return above[-1]
