"""Dice: a single die, or an expression in notation."""

from __future__ import annotations

from typing import Any, ClassVar

from astragal.die import D66, D666, Die
from astragal.errors import AstragalError
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.rules.types.base import MismatchError, ParameterType
from astragal.rules.types.numbers import parse_integer

_DIGITS = {str(die): die for die in (D66, D666)}


class DieType(ParameterType):
    name: ClassVar[str] = "die"

    def wanted(self) -> str:
        return "a Die, or its number of sides"

    def normalise(self, value: Any) -> Any:
        if isinstance(value, str):
            return _DIGITS.get(value.strip().lower(), value)
        return Die(value) if type(value) is int and value > 0 else value

    def accepts(self, value: Any) -> bool:
        return isinstance(value, Die)

    def to_data(self, value: Any) -> object:
        if value.digits:
            return str(value)
        weights = value.weights or [1] * len(value.faces)
        return value.total if value.standard else [list(value.faces), list(weights)]

    def parse(self, text: str) -> Any:
        if text.strip().lower() in _DIGITS:
            return self.check(text)
        sides = parse_integer(text.strip().removeprefix("d"))
        return self.check(sides if isinstance(sides, int) else text)

    def from_data(self, data: Any) -> Any:
        match data:
            case [[*faces], [*weights]] if len(faces) == len(weights):
                try:
                    return Die(dict(zip(faces, weights, strict=True)))
                except (AstragalError, TypeError):
                    raise MismatchError(self.wanted(), data) from None
        return self.check(data)


class NotationType(ParameterType):
    """Dice in notation; the value is the expression."""

    name: ClassVar[str] = "notation"

    def wanted(self) -> str:
        return "dice in notation, such as 2d6+3"

    def normalise(self, value: Any) -> Any:
        return parse(value) if isinstance(value, str) else value

    def accepts(self, value: Any) -> bool:
        return isinstance(value, Expression)

    def spell(self, value: Any) -> str:
        return repr(str(value))

    def to_data(self, value: Any) -> object:
        return str(value)

    def from_data(self, data: Any) -> Any:
        return self.check(data)
