"""The words that a mistyped word may have been meant for."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_ALIKE = 0.7
"""How alike two words must be: ``tset`` and ``test`` are, ``again`` and ``min`` are not."""


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """The known words that are so near that one of them was probably meant: two at most."""
    by_plain = {each.casefold(): each for each in known}
    typed = word.casefold()
    if sum(map(str.isalpha, typed)) < 2:
        return []
    # Letters that changed places count as one mistake, not as two.
    alike = [each for each in by_plain if sorted(each) == sorted(typed)]
    alike += [each for each in get_close_matches(typed, by_plain, 2, _ALIKE) if each not in alike]
    return [by_plain[each] for each in alike[:2]]
