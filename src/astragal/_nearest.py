"""Suggests known words for an unknown one: similar ones, or words that start with it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

_LONGEST = 40
"""Words longer than this are not treated as typos."""
_MOST = 1_000
"""The most known words of similar length to compare, so that long lists take no longer."""
_MOST_SLIPS = 2
_JOINED = str.maketrans("_-", "  ")
_SHOWN = 3
"""The most words suggested."""


def as_near(word: str, known: Iterable[str]) -> list[str]:
    """The known words with the fewest typos from this one; else those that start with it.

    A typo is a letter that is extra, missing, wrong, or swapped with its neighbour. Four letters
    allow one typo and eight allow two; in three letters, two may be swapped. The start of a word
    needs four letters and at least half of the word. Case and separators in names (`_`, `-`, a
    space) are ignored.

    >>> as_near("tset", ["test", "set", "odds"]), as_near("again", ["min"])
    (['test', 'set'], [])
    >>> as_near("Group-Tset", ["group_test"]), as_near("focus", ["Focus Save", "Stealth"])
    (['group_test'], ['Focus Save'])
    """
    if len(word) > _LONGEST:
        return []
    typed = _plain(word)
    plain = {each: _plain(each) for each in known if len(each) <= 2 * _LONGEST and each != word}
    close = (each for each in plain if abs(len(plain[each]) - len(typed)) <= _MOST_SLIPS)
    similar = (each for each in close if _may_be_near(typed, plain[each]))
    slips = {
        each: count
        for each in islice(similar, _MOST)
        if (count := distance(typed, plain[each], most := _allowed(typed, plain[each]))) <= most
    }
    if slips:
        fewest = min(slips.values())
        return [each for each, count in slips.items() if count == fewest]
    return [each for each in plain if _begins(typed, plain[each])]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The first of the words in ``as_near``; None if there are none.

    >>> nearest("tset", ["test", "attack"]), nearest("again", ["min", "max"])
    ('test', None)
    """
    return next(iter(as_near(word, known)), None)


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """A hint that suggests the nearest words; ``otherwise`` if none is near.

    >>> did_you_mean("tset", ["test", "set"]), did_you_mean("chance", ["roll"], "no idea")
    ('did you mean test or set?', 'no idea')
    """
    near = as_near(word, known)[:_SHOWN]
    return f"did you mean {' or '.join(near)}?" if near else otherwise


@lru_cache(maxsize=4096)
def _plain(word: str) -> str:
    return " ".join(word.casefold().translate(_JOINED).split())


def _begins(typed: str, plain: str) -> bool:
    return len(typed) >= max(4, len(plain) / 2) and plain.startswith(typed)


def _may_be_near(typed: str, plain: str) -> bool:
    """False if lengths or letters alone show that the words differ by too many typos."""
    allowed = _allowed(typed, plain)
    if not typed or abs(len(plain) - len(typed)) > allowed:
        return False
    # Each letter missing from the other word is a typo of its own.
    return len(set(typed) - set(plain)) <= allowed >= len(set(plain) - set(typed))


def _allowed(typed: str, plain: str) -> int:
    """Number of typos allowed between two words."""
    length = max(len(typed), len(plain))
    if length == 3:
        return int(sorted(typed) == sorted(plain))
    return min(_MOST_SLIPS, length // 4)


def distance(one: str, other: str, most: int) -> int:
    """Number of typos between two words (optimal string alignment), exact up to ``most``.

    >>> distance("kitten", "sitting", most=9), distance("kitten", "sitting", most=1) > 1
    (3, True)
    """
    for _ in range(2):  # equal beginnings and ends need no table
        pairs = enumerate(zip(one, other, strict=False))
        alike = next(
            (at for at, (here, there) in pairs if here != there), min(len(one), len(other))
        )
        one, other = one[alike:][::-1], other[alike:][::-1]
    before: list[int] = []
    current = above = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        current = [row]
        for column, another in enumerate(other, 1):
            cost = above[column - 1] + (letter != another)
            cost = min(cost, above[column] + 1, current[column - 1] + 1)
            if row > 1 < column and letter == other[column - 2] and one[row - 2] == another:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        if min(*above, *current) > most:
            break
        before, above = above, current
    return current[-1]
