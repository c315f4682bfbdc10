"""Which parameter of a rule a word of a call means: by a name, a number before it or its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import takewhile
from typing import Any

from astragal.errors import ParameterError
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Rule
from astragal.talk.call_vocabulary import (
    ALSO_CALLED,
    COUNTS,
    DIFFICULTIES,
    DIGITS,
    EDGES,
    GOALS,
    KINDS,
    SAID_BEFORE,
    Words,
    is_circumstance,
)
from astragal.talk.words import number_said

_LONGEST_NAME = 3


class CallParameters:
    """The parameters of a rule in one call, with the values read until now."""

    def __init__(self, rule: Rule[..., Any], words: Words, given: Collection[str]) -> None:
        self.words = words
        self.all = rule.parameters
        self.by_name = {each.name: each for each in rule.parameters}
        self.places = list(takewhile(lambda each: not each.type.is_flag, rule.parameters))
        """parameters whose values may stand without a name"""
        self.given = frozenset(given)
        """names of parameters with a value from elsewhere"""
        self.found: dict[str, str] = {}
        self.in_order = True
        """false after a word such as `with`: values no longer follow the order of parameters"""

    def give(self, parameter: Parameter, text: str) -> None:
        """Set a value; a ParameterError if the parameter has one."""
        if self.has_value(parameter):
            raise ParameterError("given-twice", f"{parameter.name} is given twice")
        self.found[parameter.name] = text

    def has_value(self, parameter: Parameter) -> bool:
        return parameter.name in self.given or parameter.name in self.found

    def next_place(self) -> Parameter | None:
        """The parameter for a value without a name; None if the value needs one."""
        missing = (each for each in self.places if not self.has_value(each))
        return next(missing, None) if self.in_order else None

    def goals(self) -> Iterator[Parameter]:
        """The parameters that a number to beat may be for, the most likely first."""
        for name in (*GOALS, *DIFFICULTIES):
            if name in self.by_name and not self.has_value(self.by_name[name]):
                yield self.by_name[name]

    def called(self, said: str) -> Parameter | None:
        """The parameter with a name; circumstances also in the singular or in the plural."""
        known = {**EDGES, **ALSO_CALLED}
        plain = known.get(said.casefold(), said.casefold()).replace("-", "_").replace(" ", "_")
        if plain in self.by_name:
            return self.by_name[plain]
        for name in (f"{plain}s", plain.removesuffix("s")):
            found = self.by_name.get(name)
            if found is not None and (found.is_list or is_circumstance(found)):
                return found
        return None

    def name_at(self, at: int) -> tuple[Parameter, int] | None:
        """The parameter named at a place, and the number of words in its name."""
        for length in range(_LONGEST_NAME, 0, -1):
            several = self.words[at : at + length]
            if len(several) == length and not any(each.ends for each in several[:-1]):
                parameter = self.called(" ".join(each.text for each in several))
                if parameter is not None and not (
                    parameter.name == "against" and self._is_goal(at + 1)
                ):
                    return parameter, length
        return None

    def _is_goal(self, at: int) -> bool:
        """True for a number to beat; false for modifiers of the other side."""
        text = self.words.low_at(at)
        return text in KINDS or text in SAID_BEFORE or self.words.is_number(at)

    def count_at(self, at: int) -> tuple[Parameter, int] | None:
        """The parameter and the number in ``two threats``; None at other words."""
        if at + 1 >= len(self.words) or self.words[at].ends:
            return None
        number, behind = number_said(self.words[at].text), self.words[at + 1]
        parameter = self.called(behind.text)
        if number is None or parameter is None:
            return None
        if not is_circumstance(parameter) and behind.low not in COUNTS:
            return None
        if self.in_order and DIGITS.fullmatch(self.words[at].text):
            place = self.next_place()
            plural = behind.low.endswith("s") and number != 1 and bool(self.found)
            counts = plural or (place is not None and is_circumstance(place))
            if not counts or self.words.is_number(at + 2):
                return None  # the number is a value, and a name follows it
        return parameter, number

    def starts_at(self, at: int) -> bool:
        """True if a name or a count of a parameter begins here."""
        return self.name_at(at) is not None or self.count_at(at) is not None
