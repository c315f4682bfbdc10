"""The reading of a text: notation, and the questions about it."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from astragal.notation.expression import Expression

Kind: TypeAlias = Literal[
    "roll",
    "odds",
    "mean",
    "median",
    "variance",
    "likeliest",
    "range",
    "highest",
    "lowest",
    "named",
]


class Asked(NamedTuple):
    """A question that one chance answers: ``15 or more``, which is ``2d6 + 6 >= 15``."""

    words: str
    text: str


class Understood(NamedTuple):
    """A phrase as notation; ``kind`` is the kind of request."""

    kind: Kind
    text: str = ""
    """canonical notation; for a question, only the dice"""
    asked: tuple[Asked, ...] = ()
    """the chances to calculate; both, if the question is ambiguous"""
    title: str = ""
    """the name of the roll; the notation also holds it as a comment"""
    alternatives: tuple[Asked, ...] = ()
    """other notation for the phrase, used at other tables, and its effect"""
    name: str = ""
    """the name of a saved roll, if the text named one"""

    @property
    def told(self) -> str:
        """The reading in words, as shown to the user."""
        if self.kind == "named":
            return self.name
        if self.kind != "roll":
            about = f"{_ABOUT[self.kind]} {self.text}"
            return ": ".join([about, *([_listed(self.asked)] if self.asked else [])])
        others = "; ".join(f"`{each.text}` {each.words}" for each in self.alternatives)
        return f"{self.text} ({others})" if others else self.text


_ABOUT: dict[Kind, str] = {
    "odds": "the odds of",
    "mean": "the mean of",
    "median": "the median of",
    "variance": "the variance of",
    "likeliest": "the most likely result of",
    "range": "the lowest and the highest possible result of",
    "highest": "the highest possible result of",
    "lowest": "the lowest possible result of",
}


def _listed(asked: tuple[Asked, ...]) -> str:
    return ", ".join(each.words for each in asked)


class Read(NamedTuple):
    """A text as an expression, with its reading if the text was not notation."""

    expression: Expression
    understood: Understood | None = None

    @property
    def asks(self) -> bool:
        """True if the text asks for odds instead of a roll."""
        return self.understood is not None and self.understood.kind != "roll"
