"""The values in a call: groups the words that form one value of a parameter."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import NamedTuple

from astragal.errors import AstragalError
from astragal.rules.parameters import Parameter
from astragal.rules.types import ListType, MismatchError
from astragal.rules.types.numbers import NumberType
from astragal.talk.call_parameters import CallParameters
from astragal.talk.call_vocabulary import (
    AGAINST,
    ANYTHING,
    DICE,
    DIGITS,
    JOINING,
    KINDS,
    LONGEST,
    NOUNS,
    NUMBERS,
    SIGNED,
    addable_type,
    telling,
)


class ReadValue(NamedTuple):
    text: str
    length: int
    """in words"""


class CallValues:
    """Reads values from the words of one call."""

    def __init__(self, parameters: CallParameters, is_name: Callable[[str], bool]) -> None:
        self._parameters = parameters
        self._words = parameters.words
        self._is_name = is_name
        self._meanings: dict[tuple[str, str], bool] = {}

    def longest(self, parameter: Parameter, begin: int) -> ReadValue | None:
        """The longest value of a parameter that begins at a word; None if there is none."""
        texts = []
        for end in range(begin + 1, min(len(self._words), begin + LONGEST) + 1):
            event = self._in_an_event(begin, end - 1)
            if end > begin + 1 and not (event or self._goes_on(parameter, end - 1)):
                break
            texts.append(self._words.joined(begin, end - begin))
        for length in range(len(texts), 0, -1):
            text = texts[length - 1]
            if self.means(parameter, text) and text:
                return ReadValue(text, length)
        return None

    def means(self, parameter: Parameter, text: str) -> bool:
        """True if a text is a value of a parameter, or a name on a sheet that it may have."""
        key = parameter.name, text
        if key not in self._meanings:
            self._meanings[key] = self._is_value(parameter, text)
        return self._meanings[key]

    def takes_anything(self, parameter: Parameter) -> bool:
        return self.means(parameter, ANYTHING)

    def telling_at(self, parameter: Parameter, at: int) -> int:
        """The number of words at a place that can only be a value of this parameter."""
        return telling(parameter, [each.low for each in self._words[at : at + LONGEST]])

    def _is_value(self, parameter: Parameter, text: str) -> bool:
        if parameter.is_hidden_by(text):
            return True
        if self._is_name(text) and parameter.type.may_be_named:
            return True
        try:
            parameter.type.parse(text)  # its errors are not shown, so nothing is suggested
        except (AstragalError, MismatchError, ValueError):
            return False
        return True

    def _in_an_event(self, begin: int, at: int) -> bool:
        """True between a colon and the next comma: ``2/6: they come``."""
        before = takewhile(lambda each: not each.ends, reversed(self._words[begin:at]))
        return any(each.text.endswith(":") for each in before)

    def _goes_on(self, parameter: Parameter, at: int) -> bool:
        """True if the word at a place may continue a value of this parameter."""
        before, word = self._words[at - 1], self._words[at]
        if not before.ends and (before.is_quoted or word.is_quoted):
            return False
        signed = addable_type(parameter) is not None
        if signed and word.low in NOUNS and not self._gives_number(at + 1):
            return True  # +2 luck bonus: it is not the bonus that a rule takes
        if self._starts_another(parameter, at):
            return False
        numbers = signed or isinstance(getattr(parameter.type, "item", None), NumberType)
        if not before.ends:
            listed = NUMBERS.fullmatch(word.text)
            return not (listed and (numbers or DIGITS.fullmatch(before.text)))
        if signed:
            return bool(SIGNED.match(word.text))
        return isinstance(parameter.type, ListType)

    def _starts_another(self, parameter: Parameter, at: int) -> bool:
        """True if something other than this parameter's value begins at a place."""
        word = self._words[at]
        if word.low in JOINING or word.low in AGAINST or self._parameters.starts_at(at):
            return True
        if "=" in word.text and self._parameters.called(word.text.partition("=")[0]) is not None:
            return True
        if word.low in KINDS and self._words.is_number(at + 1):
            return True
        others = (each for each in self._parameters.all if each is not parameter)
        return self.takes_anything(parameter) and any(self.telling_at(each, at) for each in others)

    def _gives_number(self, at: int) -> bool:
        """True for a number or dice, perhaps behind `of` or a sign."""
        text = self._words.text_at(at + (self._words.text_at(at) == "of"))
        return text.lstrip("+-−–")[:1].isdecimal() or DICE.search(text) is not None
