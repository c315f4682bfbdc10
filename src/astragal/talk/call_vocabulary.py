"""The words of a call: what joins them, and which of them say by themselves what they are for."""

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
"""Parameters to which a signed number is added."""
ANY_NUMBER = "12"
JOINING = ("with", "and", "at", "plus", "for")
"""Words that only join their neighbours."""
AGAINST = ("vs", "vs.", "versus", "against")
GOALS = ("dc", "armor_class", "target", "attack", "opponent", "opponents", "stat", "stats")
"""Parameters that may follow `vs`: the first one that the rule has and that has no value yet."""
DIFFICULTIES = ("tier", "difficulty")
"""Parameters that may follow `vs` by name, such as Hard."""
KINDS = ("dc", "ac", "tn")
"""Names of a number to beat in various games."""
SAID_BEFORE = (
    *("the", "a", "an", "their", "his", "her", "its", "of"),
    *("armor", "armour", "class", "target", "number", "difficulty", "tier"),
    *("stat", "characteristic", "skill", "modifier", "defense", "defence", "touch"),
)
ARTICLES = ("a", "an", "the")
WHO_REACTS = {"they": "them", "we": "us", "i": "us", "both": "both"}
COUNTS = ("resets", "rounds", "tries")
"""Other parameters whose number may come before their name."""
ALSO_CALLED = {"taking": "take"}
EDGES = {"adv": "advantage", "dis": "disadvantage", "disadv": "disadvantage"}
MOST_NEEDED = 12
"""A number to beat up to this may be the length of a test instead."""
CIRCUMSTANCES = ("advantages", "disadvantages", "dominance", "threat")
"""Circumstances in various games; helpers count as well, if only their number matters."""
LONGEST = 40
"""The most words in one value."""
ANYTHING = "something else"
"""A sample value for parameters that accept any words."""
DIGITS = re.compile(r"\d{1,6}", re.ASCII)
NUMBERS = re.compile(r"\d{1,6}(?:,\d{1,6})*", re.ASCII)
"""One number, or several without spaces: ``45,50``."""
DICE = re.compile(r"\d*d[\d%]", re.ASCII)
SIGNED = re.compile(r"[+\-−–]")
NUMBER_WITH_SIGN = re.compile(r"[+\-−–]\d")


class Word(NamedTuple):
    text: str
    ends: bool
    """whether a comma follows"""

    @property
    def is_quoted(self) -> bool:
        """Whether quotes kept several words together: it is a whole value, or several."""
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
        """The word at a place; empty behind the last one."""
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
    """Whether a parameter is how many there are of something: advantages, threats."""
    return parameter.name.endswith((*CIRCUMSTANCES, *(() if parameter.is_list else ("helpers",))))


def is_unsigned(parameter: Parameter) -> bool:
    """Whether a parameter is never written with a sign: a number to beat, how many there are."""
    return parameter.name in _UNSIGNED or is_circumstance(parameter)


_UNSIGNED = ("dc", "armor_class", "target", "attack", "stat", "stats", "tier")


def addable_type(parameter: Parameter) -> type[Addable] | None:
    """The type of a value written as terms with signs, such as modifiers; None for others."""
    written = parameter.type.written_type
    return written if written is not None and issubclass(written, Addable) else None


def beginnings(parameter: Parameter) -> tuple[str, ...]:
    """The words that a value of a parameter may begin with, and no other value does."""
    written = _written_item(parameter)
    return () if written is None else written.beginnings()


def _written_item(parameter: Parameter) -> type[Written] | None:
    """The type of text in which a value, or each value of a list, is written."""
    kind = parameter.type
    return (kind.item if isinstance(kind, ListType) else kind).written_type


@lru_cache(maxsize=64)
def vocabulary_of(rule: Rule[..., Any]) -> tuple[str, ...]:
    """The words that mean something in a call of a rule."""
    words = [each.name.replace("_", " ") for each in rule.parameters]
    words += [f"{each.name}s" for each in rule.parameters if is_circumstance(each)]
    for parameter in rule.parameters:
        words += [*parameter.names_of_values, *beginnings(parameter)]
    return (*words, *JOINING)


def telling(parameter: Parameter, words: Sequence[str]) -> int:
    """How many of the next words say by themselves that they are for this parameter; 0 if none."""
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
    """Why a low number to beat may be what is ``needed``: ``extended vs 6``; None if it is not."""
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
    """Why a number may be meant for another parameter, and what to write: ``52 38``, ``52, 5``."""
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
