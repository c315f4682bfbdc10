"""Dice: a single die, or an expression in notation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar, Self

from astragal._value import put
from astragal.die import D66, D666, Die
from astragal.errors import AstragalError
from astragal.notation.expression import Expression
from astragal.notation.putting_in import put_in
from astragal.notation.syntax.parser import parse
from astragal.outcome import Number, face_to_data
from astragal.rules.types.base import Lookup, MismatchError, ParameterType, number_named
from astragal.rules.types.numbers import MOST_BITS, parse_integer, up_and_down

NOTATION = {"type": "string", "format": "dice-notation"}
"""The JSON Schema of dice in notation."""
_LADDER = (4, 6, 8, 10, 12, 20)
_DIGITS = {str(die): die for die in (D66, D666)}


class DieType(ParameterType):
    name: ClassVar[str] = "die"

    def wanted(self) -> str:
        return "a Die, or its number of sides"

    def schema(self) -> dict[str, Any]:
        numbers = {"type": "array", "items": {"type": "integer"}, "minItems": 1}
        weighted = {"type": "array", "items": numbers, "minItems": 2, "maxItems": 2}
        return {"anyOf": [{"type": "integer", "minimum": 1}, {"enum": [*_DIGITS]}, weighted]}

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
        return (
            value.total if value.standard else [list(map(face_to_data, value.faces)), list(weights)]
        )

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

    def neighbours(self, value: Any, by: Number) -> Iterator[tuple[str, Any]]:
        """The next smaller and larger of the common dice."""
        if not value.standard or value.total not in _LADDER:
            return
        place = _LADDER.index(value.total)
        for sides in (*_LADDER[place + 1 : place + 2], *_LADDER[max(0, place - 1) : place]):
            yield f"d{sides}", Die(sides)

    @property
    def may_be_named(self) -> bool:
        return True

    def resolve(self, value: Any, lookup: Lookup) -> Any:
        named = self.written_or_named(value, lookup)
        return self.written_or_named(named, lambda _: None)


def _with_values(dice: Any, lookup: Lookup) -> Any:
    """Dice with named values filled in from a sheet; anything else unchanged."""
    if not isinstance(dice, Expression) or not dice.variables:
        return dice
    return put_in(put_in(dice, lookup), partial(number_named, lookup))


class _Typed(ParameterType):
    """Dice in notation, read by a game's conventions when they are typed.

    A record holds plain notation, with the typed text as a comment.
    """

    read: Callable[[Expression], Expression] | None = None

    def reading(self, dice: Callable[[Expression], Expression]) -> Self:
        return self.replaced(read=dice)

    def parsed(self, text: str) -> Expression:
        """The dice that a text describes."""
        read: Expression = self.as_read(parse(text))
        return read

    def as_read(self, value: Any) -> Any:
        """The dice as the game reads them; anything else unchanged."""
        if self.read is None or not isinstance(value, Expression):
            return value
        dice = self.read(value)
        if dice.comment:  # a record then has no room for the typed text
            put(dice, "typed", dice.spelt)
        return dice

    def from_data(self, data: Any) -> Any:
        plain = self.replaced(read=None).check(data)
        if self.read is None or not isinstance(plain, Expression) or not plain.comment:
            return plain
        try:
            typed = self.parsed(plain.comment)
        except AstragalError:
            return plain
        same = (typed.body, typed.bindings) == (plain.body, plain.bindings)
        return typed if same else plain


def _recorded(dice: Expression) -> str:
    """The dice in plain notation, with the typed text as a comment if a game rewrote them."""
    told_as_they_are = dice.comment or dice.typed == dice.spelt
    return dice.written if told_as_they_are else f"{dice.written} # {dice.typed}"


class NotationType(_Typed):
    """Dice in notation; the value is the expression."""

    name: ClassVar[str] = "notation"

    def wanted(self) -> str:
        return "dice in notation, such as 2d6+3"

    def schema(self) -> dict[str, Any]:
        return dict(NOTATION)

    def normalise(self, value: Any) -> Any:
        return self.parsed(value) if isinstance(value, str) else value

    def accepts(self, value: Any) -> bool:
        return isinstance(value, Expression)

    def spell(self, value: Any) -> str:
        return repr(str(value))

    def to_data(self, value: Any) -> object:
        return _recorded(value)

    @property
    def may_be_named(self) -> bool:
        return True

    def resolve(self, value: Any, lookup: Lookup) -> Any:
        """Dice, possibly from the sheet, as may be the values in them: ``1d8 + @{Strength}``."""
        named = self.written_or_named(value, lookup)
        if type(named) is int:
            named = str(named)
        return self.as_read(_with_values(self.written_or_named(named, lambda _: None), lookup))


class AmountType(_Typed):
    """A whole number, or dice in notation that are rolled for one."""

    name: ClassVar[str] = "integer or notation"

    def wanted(self) -> str:
        return "a whole number, or dice such as 1d4"

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"type": "integer"}, dict(NOTATION)]}

    def normalise(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        number = parse_integer(value)
        return self.parsed(value) if isinstance(number, str) else number

    def accepts(self, value: Any) -> bool:
        if type(value) is int:
            return value.bit_length() <= MOST_BITS
        return isinstance(value, Expression)

    def neighbours(self, value: Any, by: Number) -> Iterator[tuple[str, Any]]:
        return up_and_down(value, by) if type(value) is int else iter(())

    def spell(self, value: Any) -> str:
        return repr(value if type(value) is int else str(value))

    def to_data(self, value: Any) -> object:
        return value if type(value) is int else _recorded(value)

    @property
    def may_be_named(self) -> bool:
        return True

    def resolve(self, value: Any, lookup: Lookup) -> Any:
        """A number or dice, possibly from the sheet, as may be the values in them."""
        named = self.written_or_named(value, lookup)
        return self.as_read(_with_values(self.written_or_named(named, lambda _: None), lookup))

    @property
    def addable(self) -> bool:
        return True

    def add(self, value: Any, number: int, source: str) -> Any:
        if type(value) is int:
            return value + number
        return parse(f"{value} + {number}") if isinstance(value, str | Expression) else value
