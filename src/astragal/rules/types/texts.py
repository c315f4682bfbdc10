"""Texts, values that can be written as text, and values of any type."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import Any, ClassVar, Self, TypeAlias

from astragal._value import Value
from astragal._visible import in_short
from astragal.errors import ParameterError
from astragal.notation.expression import Expression
from astragal.outcome import Number, is_hashable
from astragal.rules.types.base import Lookup, MismatchError, ParameterType

LONGEST = 16_000
"""The most characters of text for one parameter: as many as notation may have."""
_BLANKS = re.compile(r"(\s)\s+")


class TextType(ParameterType):
    """A text, of any length or with at most ``most`` characters."""

    name: ClassVar[str] = "text"
    most: int | None = None

    def wanted(self) -> str:
        return "a text"

    def normalise(self, value: Any) -> Any:
        if self.most is not None and isinstance(value, str) and len(value) > self.most:
            raise MismatchError(f"a text of at most {self.most:,} characters", value)
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string"} | ({} if self.most is None else {"maxLength": self.most})

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str)


Find: TypeAlias = Callable[[str], "tuple[str, int | str] | None"]
"""Finds a name on a sheet; None if the sheet does not have it.

The result is the name as spelt there, and its whole number or text.
"""


class Written(Value):
    """The base of values that can be written as text: ``of(str(value))`` equals the value.

    A parameter of such a type accepts the text too.

    >>> import astragal
    >>> @astragal.rule
    ... def alarm(clock: astragal.OrText[astragal.Clock]) -> astragal.Asks[bool]:
    ...     yield astragal.coin()
    ...     return clock.full
    >>> alarm("1/4")
    alarm(clock='1/4')
    """

    WANTED: ClassVar[str]
    """a description of the text with an example, for errors that say a value "must be" this"""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if isinstance(of := vars(cls).get("of"), classmethod):
            type.__setattr__(cls, "of", classmethod(_refusing(of.__func__)))

    @classmethod
    @abstractmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        """The value of a text.

        Implementations raise a ValueError or an AstragalError if the text is invalid; callers
        always get an AstragalError.
        """

    @classmethod
    def beginnings(cls) -> tuple[str, ...]:
        """The lowercase words that mark the beginning of a value of this type by themselves."""
        return ()

    @classmethod
    def tells(cls, word: str) -> bool:
        """True if a lowercase word by itself marks the beginning of a value of this type."""
        return word in cls.beginnings()

    @classmethod
    def stand_in(cls) -> Self | None:
        """The value that a rule gets for a hidden one; None if it cannot be hidden."""
        return None

    def newer_than(self, version: int) -> str | None:
        """The part that had another meaning in this version of records, or None."""
        return None

    @property
    def said(self) -> str:
        """The value as shown in the introduction of a roll."""
        return str(self)

    def said_among(self, names: Sequence[str]) -> str:
        """The same where the people who roll have these names."""
        return self.said

    @abstractmethod
    def __str__(self) -> str: ...


class NotWrittenError(ParameterError):
    """The text does not describe a value of the type."""


def _refusing(of: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap ``of`` so that it raises a NotWrittenError for invalid text."""

    @wraps(of)
    def checked(cls: type[Written], value: Any, find: Find | None = None) -> Any:
        if isinstance(value, str):
            value = _tidied(value, cls)
        try:
            return of(cls, value, find)
        except (AttributeError, TypeError, ValueError):
            message = f"expected {cls.WANTED}, not {in_short(value)}"
            raise NotWrittenError("bad-value", message) from None

    return checked


def _tidied(text: str, cls: type[Written]) -> str:
    """The text with runs of spaces collapsed, since patterns would backtrack over them."""
    text = _BLANKS.sub(r"\1", text)
    if len(text) > LONGEST:
        message = f"expected {cls.WANTED}, not a text of {len(text):,} characters"
        raise NotWrittenError("bad-value", message)
    return text


class Addable(Written):
    """A value that circumstances can add numbers to."""

    @abstractmethod
    def added(self, number: int, source: str) -> Self:
        """The value with a number added; ``source`` says where the number comes from."""


class WrittenType(ParameterType):
    """Values of a ``Written`` type; anything that its ``of`` takes is accepted too."""

    name: ClassVar[str] = "text"
    written: type[Written]

    def wanted(self) -> str:
        return self.written.WANTED

    def normalise(self, value: Any) -> Any:
        try:
            return value if isinstance(value, self.written) else self.written.of(value)
        except NotWrittenError:
            raise MismatchError(self.wanted(), value) from None

    def accepts(self, value: Any) -> bool:
        return isinstance(value, self.written)

    def spell(self, value: Any) -> str:
        return repr(str(value))

    def describe(self) -> dict[str, Any]:
        return {"type": self.name, "format": self.written.WANTED}

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "description": self.wanted()}

    def to_data(self, value: Any) -> object:
        return str(value)

    def from_data(self, data: Any) -> Any:
        if not isinstance(data, str):
            raise MismatchError(self.wanted(), data)
        return self.check(data)

    @property
    def written_type(self) -> type[Written]:
        return self.written

    @property
    def stand_ins(self) -> tuple[Any, ...]:
        stand_in = self.written.stand_in()
        return () if stand_in is None else (stand_in,)

    @property
    def may_be_named(self) -> bool:
        return True

    def resolve(self, value: Any, lookup: Lookup) -> Any:
        if isinstance(value, self.written):
            return value

        def find(name: str) -> tuple[str, int | str] | None:
            found = lookup(name)
            if found is None or not isinstance(found[1], int | str):
                return None
            return found[0], found[1]

        text = find(value) if isinstance(value, str) and value.strip() else None
        if text is not None and isinstance(text[1], str) and not issubclass(self.written, Addable):
            value = text[1]
        try:
            return self.written.of(value, find)
        except NotWrittenError:
            return value  # ``check`` reports it

    @property
    def addable(self) -> bool:
        return issubclass(self.written, Addable)

    def neighbours(self, value: Any, by: Number) -> Iterator[tuple[str, Any]]:
        if isinstance(value, Addable) and isinstance(by, int):
            yield f"+{by}", value.added(by, "")
            yield f"-{by}", value.added(-by, "")

    def add(self, value: Any, number: int, source: str) -> Any:
        return value.added(number, source) if isinstance(value, Addable) else value


class AnyType(ParameterType):
    """Any hashable value. Only numbers, texts and lists of them can be parsed from a record."""

    name: ClassVar[str] = "any"

    def wanted(self) -> str:
        return "a hashable value"

    def spell(self, value: Any) -> str:
        return str(value) if isinstance(value, Expression) else repr(value)

    def accepts(self, value: Any) -> bool:
        return is_hashable(value)

    def from_data(self, data: Any) -> Any:
        if data is None:
            return None
        if isinstance(data, list):
            return tuple(map(self.from_data, data))
        return super().from_data(data)
