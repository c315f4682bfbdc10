"""Slips of one letter: every word that a typist may produce instead of the one they meant."""

from __future__ import annotations

from collections.abc import Iterator

_LETTERS = "abdefgiklmnoprstuy"


def slips(word: str) -> Iterator[str]:
    """The word with one letter missing, swapped with the next, doubled, or replaced."""
    for at, letter in enumerate(word):
        before, after = word[:at], word[at + 1 :]
        changed = [after, letter + letter + after]
        changed += [after[:1] + letter + after[1:]] if after else []
        changed += [other + after for other in _LETTERS if other != letter.casefold()]
        yield from (before + each for each in changed if before + each not in ("", word))
