"""Answers to what was asked: chances, a mean, the highest and lowest possible result."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from astragal.errors import OddsError
from astragal.odds.distribution import Distribution
from astragal.outcome import Number
from astragal.talk.understood import Understood


class Answer(NamedTuple):
    """What was asked in words, the notation for it, and its answer."""

    words: str
    expression: str
    value: Fraction
    chance: bool


def answers(understood: Understood, odds_of: Callable[[str], Distribution]) -> list[Answer]:
    """The answer to everything that was asked; of a plain question for odds, none."""
    text = understood.text
    if understood.kind in _ENDS:
        words, value = _ENDS[understood.kind]
        return [Answer(words, text, _found(value(odds_of(text)), text), chance=False)]
    return [
        Answer(words, asked, odds_of(asked).probability(True), chance=True)
        for words, asked in understood.asked
    ]


_ENDS: dict[str, tuple[str, Callable[[Distribution], Number | None]]] = {
    "mean": ("on average", lambda odds: odds.mean),
    "highest": ("at most", lambda odds: odds.highest),
    "lowest": ("at least", lambda odds: odds.lowest),
}


def _found(value: Number | None, text: str) -> Fraction:
    if value is None:
        raise OddsError("endless", f"`{text}` has no end: it may come to any number")
    return Fraction(value)
