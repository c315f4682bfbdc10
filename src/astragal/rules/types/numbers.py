"""Numbers: whole numbers, which may have names, and fractions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

from astragal._nearest import did_you_mean
from astragal.errors import ParameterError
from astragal.outcome import Number, read_number, show, tidy, to_data, with_plain_minus
from astragal.rules.types.base import Lookup, ParameterType

MOST_BITS = 700
"""The longest whole number that is accepted: about 200 digits."""

_INTEGER = re.compile(r"[+-]?\d{1,200}", re.ASCII)
Read: TypeAlias = Callable[[str], int | None]
"""Reads another way to write a whole number; None if the text is not written in it."""
_WORD_BREAK = re.compile(r"(?<=[^\W_])[-_](?=[^\W\d_])")


def parse_integer(text: str) -> int | str:
    """The whole number in a text; the text itself if it contains anything else."""
    plain = with_plain_minus(text).strip()
    return int(plain) if _INTEGER.fullmatch(plain) else text


def plain(name: str) -> str:
    """A name without case and word breaks: Very Hard equals very-hard, but +1 is not -1."""
    return "".join(_WORD_BREAK.sub(" ", name).casefold().split())


def up_and_down(number: Number, by: Number) -> Iterator[tuple[str, Number]]:
    """The numbers a step above and below, each with the step in words."""
    yield f"+{show(by)}", tidy(number + by)
    yield f"-{show(by)}", tidy(number - by)


class NumberType(ParameterType):
    """The base of numbers, with optional bounds."""

    least: int | Fraction | None = None
    most: int | Fraction | None = None
    noun: ClassVar[str]

    def wanted(self) -> str:
        if self.least is not None and self.most is not None:
            return f"{self.noun} from {self.least} to {self.most}"
        if self.least is not None:
            return f"{self.noun} of at least {self.least}"
        return f"{self.noun} of at most {self.most}" if self.most is not None else self.noun

    def _in_bounds(self, number: Number) -> bool:
        return (self.least is None or number >= self.least) and (
            self.most is None or number <= self.most
        )

    def neighbours(self, value: Any, by: Number) -> Iterator[tuple[str, Any]]:
        for words, number in up_and_down(value, by):
            if self.accepts(number):
                yield words, number

    def describe(self) -> dict[str, Any]:
        bounds = {"least": self.least, "most": self.most}
        return {"type": self.name} | {k: to_data(v) for k, v in bounds.items() if v is not None}

    @property
    def may_be_named(self) -> bool:
        return True

    def resolve(self, value: Any, lookup: Lookup) -> Any:
        if not isinstance(value, str):
            return value
        number = read_number(value)
        if number is not None:
            return number
        # The rule's own names take precedence over those on the sheet.
        if self.accepts(normal := self.normalise(value)):
            return normal
        try:
            found = lookup(value)
        except ParameterError as error:
            raise self._neither_sheet_nor_name(error, value) from None
        return normal if found is None else found[1]

    def _neither_sheet_nor_name(self, error: ParameterError, value: str) -> ParameterError:
        """The error for a name that is not on a sheet, listing the names that the type knows."""
        if not (names := self.number_names()):
            return error
        message = f"{error.message}, nor one of {', '.join(names)}"
        hint = did_you_mean(value, names) or error.hints
        return ParameterError(error.code, message, hint=hint)


class IntegerType(NumberType):
    """Whole numbers, optionally with names for some of them."""

    name: ClassVar[str] = "integer"
    noun: ClassVar[str] = "a whole number"
    names: tuple[tuple[str, int], ...] = ()
    read: Read | None = None

    def wanted(self) -> str:
        listed = ", ".join(self.number_names())
        return f"{super().wanted()}, or one of {listed}" if listed else super().wanted()

    def normalise(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        wanted = plain(value)
        named = next((number for name, number in self.names if plain(name) == wanted), None)
        if named is None and self.read is not None:
            named = self.read(value)
        return value if named is None else named

    def accepts(self, value: Any) -> bool:
        return type(value) is int and value.bit_length() <= MOST_BITS and self._in_bounds(value)

    def describe(self) -> dict[str, Any]:
        return super().describe() | ({"names": dict(self.names)} if self.names else {})

    def schema(self) -> dict[str, Any]:
        bounds = {"minimum": self.least, "maximum": self.most}
        return {"type": "integer"} | {
            name: to_data(n) for name, n in bounds.items() if n is not None
        }

    def parse(self, text: str) -> Any:
        return self.check(parse_integer(text))

    def bounded(self, least: Number | None, most: Number | None) -> IntegerType:
        return IntegerType(least, most, self.names, self.read)

    def with_names(self, names: tuple[tuple[str, int], ...]) -> IntegerType:
        return IntegerType(self.least, self.most, names, self.read)

    def read_as(self, read: Read) -> IntegerType:
        return IntegerType(self.least, self.most, self.names, read)

    def words(self, text: str) -> list[str]:
        words = text.split()
        if len(words) > 1 and all(
            type(self.normalise(parse_integer(each))) is int for each in words
        ):
            return words
        return [text]

    def number_names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.names)

    @property
    def addable(self) -> bool:
        return True

    def add(self, value: Any, number: int, source: str) -> Any:
        return value + number if type(value) is int else value


class RationalType(NumberType):
    """Whole numbers and fractions."""

    name: ClassVar[str] = "number"
    noun: ClassVar[str] = "a whole number or a Fraction"

    def schema(self) -> dict[str, Any]:
        parts = {name: {"type": "integer"} for name in ("numerator", "denominator")}
        parts["denominator"]["minimum"] = 1  # type: ignore[assignment]
        fraction = {"type": "object", "properties": parts, "additionalProperties": False}
        return {"anyOf": [{"type": "integer"}, fraction | {"required": list(parts)}]}

    def normalise(self, value: Any) -> Any:
        return tidy(value) if isinstance(value, Fraction) else value

    def accepts(self, value: Any) -> bool:
        return type(value) in (int, Fraction) and self._in_bounds(value)

    def parse(self, text: str) -> Any:
        number = read_number(text)
        return self.check(text if number is None else number)

    def bounded(self, least: Number | None, most: Number | None) -> RationalType:
        return RationalType(least, most)
