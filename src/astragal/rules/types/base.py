"""The base of all parameter types, and the error for a value that does not match its type."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from astragal._value import Value
from astragal.errors import AstragalError
from astragal.outcome import Number, from_data, to_data

if TYPE_CHECKING:
    from astragal.notation.expression import Expression
    from astragal.rules.types.texts import Written


Found: TypeAlias = tuple[str, Number | str]
"""A name as a sheet spells it, and its entry: a number, or text such as ``1d8+2``."""

Lookup: TypeAlias = Callable[[str], Found | None]
"""Finds a name on a sheet; None if the sheet does not have it."""


class MismatchError(Exception):
    """A value that does not match its type; ``place`` locates it inside a list or a record."""

    def __init__(self, wanted: str, got: object, place: str = "") -> None:
        super().__init__(wanted)
        self.wanted = wanted
        self.got = got
        self.place = place


class ParameterType(Value):
    """The values that a parameter takes: how to check, parse, write and describe them."""

    name: ClassVar[str]
    is_flag: ClassVar[bool] = False
    """whether a command line offers it as a switch"""
    contains_commas: ClassVar[bool] = False
    """whether written values contain commas, so that a list of them needs semicolons"""

    @abstractmethod
    def wanted(self) -> str:
        """The values it takes, in words that follow "must be"."""

    @abstractmethod
    def accepts(self, value: Any) -> bool:
        """True if a normalised value matches the type."""

    def normalise(self, value: Any) -> Any:
        """The value in its standard form: lists as tuples, names of choices as the choices."""
        return value

    def check(self, value: Any) -> Any:
        """The normalised value; a MismatchError if it does not match the type."""
        value = self.normalise(value)
        if not self.accepts(value):
            raise MismatchError(self.wanted(), value)
        return value

    def check_inside(self, place: str, value: Any) -> Any:
        """Check a value inside another one; the error names the place."""
        return inside(place, self.check, value)

    # Text and data

    def parse(self, text: str) -> Any:
        """The value of a text typed on a command line or into a form."""
        return self.check(text)

    def words(self, text: str) -> list[str]:
        """The values in one comma-separated part of a list; several if spaces separate them."""
        return [text]

    def spell(self, value: Any) -> str:
        """A value as it is written in a call."""
        return repr(value)

    def to_data(self, value: Any) -> object:
        """A value of this type as JSON-ready data."""
        return to_data(value)

    def from_data(self, data: Any) -> Any:
        """The value that ``to_data`` wrote."""
        return self.check(from_data(data, "value"))

    def describe(self) -> dict[str, Any]:
        """The type itself as JSON-ready data."""
        return {"type": self.name}

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the data that ``to_data`` writes."""
        return {}

    # Bounds and names from a signature

    def bounded(self, least: Number | None, most: Number | None) -> ParameterType | None:
        """The type with bounds; None if its values cannot have any."""
        return None

    def with_names(self, names: tuple[tuple[str, int], ...]) -> ParameterType | None:
        """The type with names for numbers; None unless its values are whole numbers."""
        return None

    def read_as(self, read: Callable[[str], int | None]) -> ParameterType | None:
        """The type with another way to write its numbers; None unless they are whole numbers."""
        return None

    def reading(self, dice: Callable[[Expression], Expression]) -> ParameterType:
        """The type with a game's conventions for reading typed dice."""
        return self

    # Forms and command lines

    def choices_shown(self) -> tuple[str, ...]:
        """The names of all values, if there are only a few."""
        return ()

    @property
    def switched_on(self) -> str | None:
        """The value of its command line option without an argument, if there is one."""
        return None

    def number_names(self) -> tuple[str, ...]:
        """The names that stand for numbers."""
        return ()

    @property
    def optional(self) -> bool:
        """True if None is a value."""
        return False

    @property
    def written_type(self) -> type[Written] | None:
        """The type of its values, if it is a ``Written`` one."""
        return None

    @property
    def stand_ins(self) -> tuple[Any, ...]:
        """The values that a rule may get for a hidden value; empty if it cannot be hidden."""
        return ()

    # Neighbouring values

    def neighbours(self, value: Any, by: Number) -> Iterator[tuple[str, Any]]:
        """The neighbouring values, each with the change in words; numbers change by ``by``."""
        return iter(())

    # Sheets and circumstances

    @property
    def may_be_named(self) -> bool:
        """True if a value may contain names from a sheet."""
        return False

    def resolve(self, value: Any, lookup: Lookup) -> Any:
        """The value with names from a sheet replaced by their entries.

        A text that is neither a value nor on the sheet is left unchanged: ``check`` reports it.
        """
        return value

    def written_or_named(self, value: Any, lookup: Lookup) -> Any:
        """The value of a text, or else the sheet's entry of that name."""
        if not isinstance(value, str):
            return value
        try:
            return self.parse(value)
        except (MismatchError, AstragalError):
            found = lookup(value)
        return value if found is None else found[1]

    @property
    def addable(self) -> bool:
        """True if circumstances can add numbers to a value."""
        return False

    def add(self, value: Any, number: int, source: str) -> Any:
        """The value with a number added; a value of the wrong type is left for ``check``."""
        return value


def inside(place: str, make: Callable[[Any], Any], given: Any) -> Any:
    """Call ``make`` for a part of a list or a record; a MismatchError names the part."""
    try:
        return make(given)
    except MismatchError as error:
        raise MismatchError(error.wanted, error.got, place + error.place) from None


def number_named(lookup: Lookup, name: str) -> Found | None:
    """The entry for a name, if it is a number."""
    found = lookup(name)
    return None if found is None or isinstance(found[1], str) else found
