"""The vocabulary of calls: linking words, and values that identify their parameter."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from astragal.rules.parameters import Parameter
from astragal.rules.rule import Rule
from astragal.rules.types import ListType
from astragal.rules.types.texts import Addable, Written

SIGNS = {"plus": "+", "minus": "-"}
NOUNS = ("bonus", "penalty")
ADDED = ("modifiers", "bonus")
"""Parameters that a signed number, such as ``+2``, is added to."""
ANY_NUMBER = "12"
JOINING = ("with", "and", "at", "plus", "for")
"""Linking words between values."""
AGAINST = ("vs", "vs.", "versus", "against")
GOALS = ("dc", "armor_class", "target", "attack", "opponent", "opponents", "stat", "stats")
"""Parameters that `vs` may mean: the first that the rule has and that has no value yet."""
DIFFICULTIES = ("tier", "difficulty")
"""Parameters whose named values, such as Hard, may follow `vs`."""
KINDS = ("dc", "ac", "tn")
"""Short names for a number to beat, from all games."""
SAID_BEFORE = (
    *("the", "a", "an", "their", "his", "her", "its", "of"),
    *("armor", "armour", "class", "target", "number", "difficulty", "tier"),
    *("stat", "characteristic", "skill", "modifier", "defense", "defence", "touch"),
)
ARTICLES = ("a", "an", "the")
WHO_REACTS = {"they": "them", "we": "us", "i": "us", "both": "both"}
COUNTS = ("resets", "rounds", "tries")
"""Parameters that may follow their number, besides circumstances: ``3 rounds``."""
ALSO_CALLED = {"taking": "take"}
EDGES = {"adv": "advantage", "dis": "disadvantage", "disadv": "disadvantage"}
MOST_NEEDED = 12
"""Numbers to beat up to this one could also be the length of a test."""
CIRCUMSTANCES = ("advantages", "disadvantages", "dominance", "threat")
"""Endings of the names of circumstances, from all games."""
LONGEST = 40
"""The most words in one value."""
ANYTHING = "something else"
"""A value that only parameters for free text accept."""
DIGITS = re.compile(r"\d{1,6}", re.ASCII)
NUMBERS = re.compile(r"\d{1,6}(?:,\d{1,6})*", re.ASCII)
"""One number, or several separated by commas only: ``45,50``."""
DICE = re.compile(r"\d*d[\d%]", re.ASCII)
SIGNED = re.compile(r"[+\-−–]")
NUMBER_WITH_SIGN = re.compile(r"[+\-−–]\d")


class Word(NamedTuple):
    text: str
    ends: bool
    """true if a comma or semicolon follows"""

    @property
    def is_quoted(self) -> bool:
        """True for several words in quotes, which are one or more whole values."""
        return " " in self.text

    @property
    def low(self) -> str:
        return self.text.casefold()


class Words(list[Word]):
    """The words of a call."""

    @classmethod
    def of(cls, texts: Sequence[str]) -> Words:
        words = cls()
        for each in texts:
            text = each.rstrip(",;") if len(each) > 1 else each
            words.append(Word(text or each, text != each))
        return words

    def text_at(self, at: int) -> str:
        """The word at a position; empty after the last one."""
        return self[at].text if at < len(self) else ""

    def low_at(self, at: int) -> str:
        return self.text_at(at).casefold()

    def is_number(self, at: int) -> bool:
        return DIGITS.fullmatch(self.text_at(at)) is not None

    def joined(self, begin: int, length: int) -> str:
        """Several words as one text, with the commas between them."""
        several = self[begin : begin + length]
        parts = [f"{each.text}{',' if each.ends else ''}" for each in several[:-1]]
        return " ".join([*parts, several[-1].text])


def is_circumstance(parameter: Parameter) -> bool:
    """True if a parameter counts something: advantages, threats; helpers, if not a list."""
    return parameter.name.endswith((*CIRCUMSTANCES, *(() if parameter.is_list else ("helpers",))))


def is_unsigned(parameter: Parameter) -> bool:
    """True if a parameter never has a sign: a number to beat, or a count."""
    return parameter.name in _UNSIGNED or is_circumstance(parameter)


_UNSIGNED = ("dc", "armor_class", "target", "attack", "stat", "stats", "tier")


def addable_type(parameter: Parameter) -> type[Addable] | None:
    """The type of a value written as terms with signs, such as modifiers; None for others."""
    written = parameter.type.written_type
    return written if written is not None and issubclass(written, Addable) else None


def beginnings(parameter: Parameter) -> tuple[str, ...]:
    """First words that identify a value of this parameter."""
    written = _written_item(parameter)
    return () if written is None else written.beginnings()


def _written_item(parameter: Parameter) -> type[Written] | None:
    """The type that reads a value, or each item of a list, from text; None for plain values."""
    kind = parameter.type
    return (kind.item if isinstance(kind, ListType) else kind).written_type


@lru_cache(maxsize=64)
def vocabulary_of(rule: Rule[..., Any]) -> tuple[str, ...]:
    """All words with a meaning in calls of a rule."""
    words = [each.name.replace("_", " ") for each in rule.parameters]
    words += [f"{each.name}s" for each in rule.parameters if is_circumstance(each)]
    for parameter in rule.parameters:
        words += [*parameter.names_of_values, *beginnings(parameter)]
    return (*words, *JOINING)


def telling(parameter: Parameter, words: Sequence[str]) -> int:
    """The number of leading words that can only be a value of this parameter; 0 if none."""
    words = " ".join(words[:3]).split()
    names = {each.casefold() for each in parameter.names_of_values}
    for length in range(min(3, len(words)), 0, -1):
        if " ".join(words[:length]) in names:
            return length
    written = _written_item(parameter)
    return int(written is not None and bool(words) and written.tells(words[0]))


def unclear_goal(
    parameter: Parameter, text: str, known: Mapping[str, Parameter], found: Mapping[str, str]
) -> str | None:
    """Why a low target may be meant as ``needed``: ``extended vs 6``; None if it is clear."""
    if parameter.name != "target" or "needed" not in known or "needed" in found:
        return None
    if not DIGITS.fullmatch(text) or int(text) > MOST_NEEDED:
        return None
    return (
        f"is {text} the target, or the degrees needed? "
        f"write target={text}, or the target and needed={text}, as in 45 needed={text}"
    )


def unclear_number(
    parameter: Parameter, text: str, places: Sequence[Parameter], found: Mapping[str, str]
) -> tuple[str, str] | None:
    """The question about an ambiguous number, and a hint: ``52 38``; None if it is clear."""
    alone, number = parameter.alone, text
    if alone is not None:
        before = found.get(alone.otherwise, "…")
    elif ", " in text:
        before, _, number = text.rpartition(", ")
        others = [each for each in places if each.alone and each.alone.otherwise == parameter.name]
        parameter = others[0] if others else parameter
        alone = parameter.alone
    if alone is None or not DIGITS.fullmatch(number):
        return None
    if (int(number) > alone.most) is (number != text):
        return None
    why = f"is {number} one more of the {alone.otherwise}, or the {parameter.name}?"
    return why, f"write {alone.otherwise}={before},{number} or {parameter.name}={number}"
