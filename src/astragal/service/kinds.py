"""The parameter types that only fields of questions use."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, ClassVar

from astragal.rules.types import MismatchError, ParameterType, RationalType, TextType
from astragal.rules.types.dice import NOTATION
from astragal.service.schemas import INTEGER, TEXT, record, ref


class ObjectType(ParameterType):
    """A JSON object whose contents are read later."""

    name: ClassVar[str] = "object"
    ref: str = ""
    """the name of its schema; "" for none"""

    def wanted(self) -> str:
        return "an object"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, dict)

    def from_data(self, data: Any) -> Any:
        return self.check(data)

    def schema(self) -> dict[str, Any]:
        return ref(self.ref) if self.ref else {"type": "object"}


class MappingType(ParameterType):
    """Values of one type by name, typed as NAME=VALUE."""

    name: ClassVar[str] = "mapping"
    inner: ParameterType

    def wanted(self) -> str:
        return f"an object whose values are {self.inner.wanted()}"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, dict)

    def from_data(self, data: Any) -> Any:
        if not isinstance(data, dict):
            raise MismatchError(self.wanted(), data)
        return {name: self.inner.from_data(value) for name, value in data.items()}

    def parse(self, text: str) -> Any:
        name, sign, value = text.partition("=")
        name = " ".join(name.strip().removeprefix("@").strip("{}").split())
        try:
            if name and sign:
                return {name: self.inner.parse(value.strip())}
        except MismatchError:
            pass
        raise MismatchError(f"a name and {self.inner.wanted()}", text)

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.inner.schema()}


class FaceType(ParameterType):
    """A face rolled by hand: a number, the two dice of a d100, or symbols."""

    name: ClassVar[str] = "face"

    def wanted(self) -> str:
        return "a face, the two of a d100 as a list, or symbols such as 2hit+crit"

    def accepts(self, value: Any) -> bool:
        return type(value) is int or isinstance(value, tuple | str)

    def words(self, text: str) -> list[str]:
        return text.split()

    def parse(self, text: str) -> Any:
        if text[-1:].isalpha():
            return text
        tens, slash, ones = text.partition("/")
        try:
            return (int(tens), int(ones)) if slash else int(text)
        except ValueError:
            raise MismatchError(self.wanted(), text) from None

    def from_data(self, data: Any) -> Any:
        if isinstance(data, list) and list(map(type, data)) == [int, int]:
            return tuple(data)
        return self.check(data)

    def schema(self) -> dict[str, Any]:
        pair = {"type": "array", "items": INTEGER, "minItems": 2, "maxItems": 2}
        return {"anyOf": [INTEGER, pair, {"type": "string"}]}


class AxisType(ParameterType):
    """The values of a parameter in a sweep: ``0..9``, ``10..90/5``, or a list."""

    name: ClassVar[str] = "axis"

    def wanted(self) -> str:
        return "values like 0..10, 10..90/5 or 3,6,10, or a list"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str | list) and len(value) > 0

    def from_data(self, data: Any) -> Any:
        return self.check(data)

    def schema(self) -> dict[str, Any]:
        scalar = {"type": ["integer", "string", "boolean"]}
        listed = {"type": "array", "items": scalar, "minItems": 1}
        return {"anyOf": [{"type": "string", "minLength": 1, "examples": ["0..10"]}, listed]}


class ValueType(ParameterType):
    """A value of a character: a number, or a text."""

    name: ClassVar[str] = "value"

    def wanted(self) -> str:
        return "a whole number or a text"

    def accepts(self, value: Any) -> bool:
        return type(value) in (int, str)

    def from_data(self, data: Any) -> Any:
        if not self.accepts(data):
            raise MismatchError(self.wanted(), data)
        return data

    def schema(self) -> dict[str, Any]:
        return {"type": ["integer", "string"]}


class RuleNameType(TextType):
    """The full name of a rule."""

    name: ClassVar[str] = "rule"

    def schema(self) -> dict[str, Any]:
        from astragal.catalogue import all_rules

        return {"enum": [rule.name for rule in all_rules()]}


class GameNameType(TextType):
    """The name of a game."""

    name: ClassVar[str] = "game"

    def schema(self) -> dict[str, Any]:
        from astragal.catalogue import all_games

        return {"enum": [game.name for game in all_games()]}


class DiceTextType(TextType):
    """Dice in notation, as typed: it is parsed with the sheets."""

    name: ClassVar[str] = "notation"

    def schema(self) -> dict[str, Any]:
        return dict(NOTATION)


class WishType(ObjectType):
    """A wish: its subject, its target, and its weight."""

    name: ClassVar[str] = "wish"

    def schema(self) -> dict[str, Any]:
        weight = {"type": ["integer", "string"]}  # a whole number, or a number as typed: 0.5, 1/3
        return record({"of": TEXT, "target": TEXT}, {"weight": weight})


class QuestionType(ObjectType):
    """The fields of another question."""

    name: ClassVar[str] = "question"
    properties: tuple[tuple[str, ParameterType], ...] = ()

    def schema(self) -> dict[str, Any]:
        return record({}, {name: each.schema() for name, each in self.properties})


class StepsType(ParameterType):
    """A number of steps of work: ``5000000000``, ``5,000,000,000`` or ``5e9``."""

    name: ClassVar[str] = "steps"

    def wanted(self) -> str:
        return "a number of steps"

    def accepts(self, value: Any) -> bool:
        return type(value) is int and value > 0

    def parse(self, text: str) -> Any:
        typed = _STEPS.fullmatch(text.replace(",", "").replace("_", ""))
        steps = Fraction(typed[0]) if typed else Fraction(0)
        if steps < 1 or steps.denominator != 1:
            raise MismatchError(self.wanted(), text)
        return int(steps)


_STEPS = re.compile(r"(?ai)\d{1,30}(\.\d{1,30})?(e\+?\d{1,2})?")
"""Limits the exponent. A longer one would take minutes to write out and would mean no limit."""


class SecondsType(RationalType):
    """A time to work in: ``2`` or ``0.5``."""

    name: ClassVar[str] = "seconds"

    def wanted(self) -> str:
        return "a time to work in"

    def accepts(self, value: Any) -> bool:
        return super().accepts(value) and value > 0
