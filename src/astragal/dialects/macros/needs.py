"""The inputs of a macro besides its text: answers, values, tables, other macros."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

from astragal._value import Value
from astragal._visible import in_short
from astragal.errors import NOWHERE, ParameterError
from astragal.experiment.experiment import Experiment
from astragal.limits import DEFAULT_LIMITS, Limits, check_limits
from astragal.notation.nodes.node import checked
from astragal.outcome import Number, read_number

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Option(Value):
    """An answer to choose, and the text that it inserts into the macro."""

    label: str
    text: str


class Question(Value):
    """A question to the person who rolls a macro, asked once for each name."""

    name: str
    default: str | None = None
    """the default answer; None if an answer is required"""
    options: tuple[Option, ...] = ()
    """the possible answers; if empty, any text is allowed"""

    def answered(self, answers: Mapping[str, str]) -> str:
        """The text that the answer inserts into the macro."""
        answer = answers.get(self.name)
        if answer is not None:
            return self._chosen(answer) if self.options else answer
        if self.options:
            return self.options[0].text
        if self.default is None:
            raise ParameterError(
                "unanswered", f"the macro asks for {self.name[:100]}", hint="give it an answer"
            )
        return self.default

    def _chosen(self, answer: str) -> str:
        for option in self.options:
            if answer == option.label:
                return option.text
        for option in self.options:
            if answer == option.text or answer.casefold() == option.label.casefold():
                return option.text
        listed = ", ".join(option.label for option in self.options)
        raise ParameterError(
            "bad-answer",
            f"{in_short(answer)} is not an answer to {self.name[:100]}",
            hint=f"the answers are {listed}",
        )

    def to_data(self) -> dict[str, Any]:
        """The question as JSON-ready data, enough to build a form from."""
        return {
            "name": self.name,
            "default": self.options[0].label if self.options else self.default,
            "options": [{"label": each.label, "text": each.text} for each in self.options],
        }


class Needs(Value):
    """The inputs that a macro requires before it can be rolled."""

    questions: tuple[Question, ...]
    """in the order in which the macro asks them, following the given answers"""
    values: tuple[str, ...]
    """the names of the character's values that it uses"""
    tables: tuple[str, ...]
    macros: tuple[str, ...]
    """the names of the macros that it calls and that were not given"""


class Given(Value):
    """The inputs given with a macro's text."""

    answers: Mapping[str, str] = _NOTHING
    values: Mapping[str, str | Number] = _NOTHING
    """texts replace their names; numbers are filled in when the macro is rolled"""
    tables: Mapping[str, Experiment[Any]] = _NOTHING
    macros: Mapping[str, str] = _NOTHING
    limits: Limits = DEFAULT_LIMITS

    @cached_property
    def numbers(self) -> dict[str, Number]:
        return {name: each for name, each in self.values.items() if not isinstance(each, str)}

    @cached_property
    def texts(self) -> dict[str, str]:
        return {name: each for name, each in self.values.items() if isinstance(each, str)}


def given_with(
    answers: Mapping[str, str] | None = None,
    values: Mapping[str, str | Number] | None = None,
    tables: Mapping[str, Experiment[Any]] | None = None,
    macros: Mapping[str, str] | None = None,
    limits: Limits | None = None,
) -> Given:
    """Check the inputs of a macro; values that are typed as numbers become numbers."""
    for mapping in (answers, macros):
        for name, text in (mapping or {}).items():
            if not isinstance(text, str):
                raise ParameterError(
                    "bad-answer", f"{in_short(name)}: a text was expected, not {in_short(text)}"
                )
    allowed = DEFAULT_LIMITS if limits is None else check_limits(limits)
    return Given(
        dict(answers or {}),
        {name: _value(each, allowed) for name, each in (values or {}).items()},
        tables or _NOTHING,  # not copied: it may load its tables on use
        dict(macros or {}),
        allowed,
    )


def _value(value: str | Number, limits: Limits) -> str | Number:
    """Convert a value; long numbers are refused, since a macro may show them very often."""
    number = read_number(value) if isinstance(value, str) else value
    return checked(number, limits, NOWHERE) if isinstance(number, int | Fraction) else value
