"""Answers to questions: chances, a mean, the highest and lowest possible result."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from astragal.errors import OddsError
from astragal.outcome import Number
from astragal.probability.distribution import Distribution
from astragal.talk.understood import Understood


class Answer(NamedTuple):
    """A question in words, the notation for it, and its answer."""

    words: str
    expression: str
    value: Fraction
    chance: bool


def answers(understood: Understood, odds_of: Callable[[str], Distribution]) -> list[Answer]:
    """The answers to all questions in a text; empty for a question that a table answers."""
    text = understood.text
    if understood.kind in _FIGURES:
        found = _FIGURES[understood.kind](odds_of(text))
        return [Answer(words, text, _found(value, text), chance=False) for words, value in found]
    return [_answer(words, asked, odds_of(asked)) for words, asked in understood.asked]


def texts_asked(understood: Understood) -> list[str]:
    """The notation whose odds ``answers`` asks for."""
    if understood.kind in _FIGURES:
        return [understood.text]
    return [asked for _, asked in understood.asked]


def _answer(words: str, asked: str, odds: Distribution) -> Answer:
    """The chance of an event, or the mean of a number."""
    if all(isinstance(outcome, bool) for outcome in odds.outcomes):
        return Answer(words, asked, odds.probability(True), chance=True)
    return Answer(words, asked, odds.mean, chance=False)


Figures = list[tuple[str, Number | None]]


def _ends(odds: Distribution) -> Figures:
    return [("at least", odds.lowest), ("at most", odds.highest)]


def _likeliest(odds: Distribution) -> Figures:
    """The one or two most likely results; of more, the table of odds gives a better picture."""
    modes = odds.mode
    words = ("most likely", "just as likely")
    return list(zip(words, modes, strict=False)) if len(modes) <= len(words) else []


_FIGURES: dict[str, Callable[[Distribution], Figures]] = {
    "mean": lambda odds: [("on average", odds.mean)],
    "median": lambda odds: [("median", odds.median)],
    "variance": lambda odds: [("variance", odds.variance)],
    "likeliest": _likeliest,
    "range": _ends,
    "highest": lambda odds: _ends(odds)[1:],
    "lowest": lambda odds: _ends(odds)[:1],
}


def _found(value: Number | None, text: str) -> Fraction:
    if value is None:
        raise OddsError("endless", f"`{text}` has no end: it may come to any number")
    return Fraction(value)
