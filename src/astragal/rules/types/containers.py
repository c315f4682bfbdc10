"""Types made of other types: optional values, lists and records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

from astragal.outcome import Number, is_hashable
from astragal.rules.types.base import (
    Lookup,
    MismatchError,
    ParameterType,
    inside,
    number_named,
)

if TYPE_CHECKING:
    from astragal.notation.expression import Expression
    from astragal.rules.types.texts import Written


class Hidden(Enum):
    """The value that a rule gets for a hidden one if None has a meaning of its own.

    >>> from typing import Annotated
    >>> import astragal
    >>> @astragal.rule(hides="guard")
    ... def sneak(guard: int | astragal.Hidden | None = None) -> astragal.Asks[str]:
    ...     face = yield "d20"
    ...     if guard is astragal.Hidden.HIDDEN:
    ...         return f"{face}"
    ...     return "past" if guard is None or face > guard else "seen"
    >>> hidden, _ = astragal.hide(sneak(12), "guard")
    >>> hidden.roll(faces=[9]).outcome
    '9'
    """

    HIDDEN = "hidden"


class OptionalType(ParameterType):
    """A value of another type, or None; optionally a stand-in for a hidden value."""

    name: ClassVar[str] = "optional"
    inner: ParameterType
    hidden: bool = False
    """whether a hidden value is ``HIDDEN`` rather than None, which has its own meaning here"""
    absent: bool = True
    """whether None is a value"""

    def wanted(self) -> str:
        return self.inner.wanted()

    def accepts(self, value: Any) -> bool:
        return True  # ``normalise`` has checked it

    def normalise(self, value: Any) -> Any:
        if self._is_special(value):
            return value
        try:
            return self.inner.check(value)
        except MismatchError as error:
            wanted = error.wanted if error.place else self.wanted()
            raise MismatchError(wanted, error.got, error.place) from None

    def _is_special(self, value: Any) -> bool:
        return (value is None and self.absent) or (value is Hidden.HIDDEN and self.hidden)

    def neighbours(self, value: Any, by: Number) -> Iterator[tuple[str, Any]]:
        return iter(()) if self._is_special(value) else self.inner.neighbours(value, by)

    def spell(self, value: Any) -> str:
        if value is Hidden.HIDDEN:
            return str(Hidden.HIDDEN.value)
        return repr(None) if value is None else self.inner.spell(value)

    def describe(self) -> dict[str, Any]:
        return self.inner.describe() | ({"optional": True} if self.absent else {})

    def schema(self) -> dict[str, Any]:
        special = [{"type": "null"}] if self.absent else []
        special += [{"const": Hidden.HIDDEN.value}] if self.hidden else []
        return {"anyOf": [self.inner.schema(), *special]}

    def to_data(self, value: Any) -> object:
        if value is Hidden.HIDDEN:
            return value.value
        return None if value is None else self.inner.to_data(value)

    def from_data(self, data: Any) -> Any:
        if self.hidden and data == Hidden.HIDDEN.value:
            return Hidden.HIDDEN
        return None if data is None and self.absent else self.inner.from_data(data)

    def parse(self, text: str) -> Any:
        plain = text.strip()
        if self.hidden and plain == Hidden.HIDDEN.value:
            return Hidden.HIDDEN
        return None if self.absent and plain in ("", "none") else self.inner.parse(text)

    def bounded(self, least: Number | None, most: Number | None) -> OptionalType | None:
        inner = self.inner.bounded(least, most)
        return None if inner is None else self.replaced(inner=inner)

    def with_names(self, names: tuple[tuple[str, int], ...]) -> OptionalType | None:
        inner = self.inner.with_names(names)
        return None if inner is None else self.replaced(inner=inner)

    def read_as(self, read: Callable[[str], int | None]) -> OptionalType | None:
        inner = self.inner.read_as(read)
        return None if inner is None else self.replaced(inner=inner)

    def reading(self, dice: Callable[[Expression], Expression]) -> OptionalType:
        return self.replaced(inner=self.inner.reading(dice))

    def choices_shown(self) -> tuple[str, ...]:
        return self.inner.choices_shown()

    def number_names(self) -> tuple[str, ...]:
        return self.inner.number_names()

    @property
    def is_flag(self) -> bool:  # type: ignore[override]
        return self.inner.is_flag

    @property
    def optional(self) -> bool:
        return self.absent

    @property
    def stand_ins(self) -> tuple[Any, ...]:
        return (Hidden.HIDDEN,) if self.hidden else (None,)

    @property
    def written_type(self) -> type[Written] | None:
        return self.inner.written_type

    @property
    def may_be_named(self) -> bool:
        return self.inner.may_be_named

    def resolve(self, value: Any, lookup: Lookup) -> Any:
        if self.hidden and value == Hidden.HIDDEN.value:
            return Hidden.HIDDEN
        return value if self._is_special(value) else self.inner.resolve(value, lookup)

    @property
    def addable(self) -> bool:
        return self.inner.addable

    def add(self, value: Any, number: int, source: str) -> Any:
        if self._is_special(value):
            return value
        return self.inner.add(value, number, source)


class ListType(ParameterType):
    """Several values of one type, kept as a tuple."""

    name: ClassVar[str] = "list"
    contains_commas: ClassVar[bool] = True
    item: ParameterType
    least: int = 0
    most: int | None = None

    def wanted(self) -> str:
        text = f"a list, each entry {self.item.wanted()}"
        if self.most is not None:
            return f"{text}, {self.least} to {self.most} of them"
        return f"{text}, at least {self.least}" if self.least else text

    def normalise(self, value: Any) -> Any:
        if type(value) in (int, Fraction):
            value = (value,)  # a number means a list with that number
        if written := self.item.written_type:
            value = (value,) if isinstance(value, written) else self.parts(value)
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            return value
        listed = self._enough(value)
        return tuple(
            self.item.check_inside(f"[{place}]", each) for place, each in enumerate(listed)
        )

    def accepts(self, value: Any) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) >= self.least
            and (self.most is None or len(value) <= self.most)
        )

    def neighbours(self, value: Any, by: Number) -> Iterator[tuple[str, Any]]:
        """The neighbours of each entry, with the entry's number if there are several."""
        for place, each in enumerate(value):
            which = f" ({place + 1}.)" if len(value) > 1 else ""
            for words, other in self.item.neighbours(each, by):
                yield words + which, (*value[:place], other, *value[place + 1 :])

    def spell(self, value: Any) -> str:
        return f"[{', '.join(map(self.item.spell, value))}]"

    def describe(self) -> dict[str, Any]:
        lengths = {"shortest": self.least or None, "longest": self.most}
        shown = {name: length for name, length in lengths.items() if length is not None}
        return {"type": self.name, "items": self.item.describe()} | shown

    def schema(self) -> dict[str, Any]:
        lengths = {"minItems": self.least or None, "maxItems": self.most}
        shown = {name: length for name, length in lengths.items() if length is not None}
        return {"type": "array", "items": self.item.schema()} | shown

    def to_data(self, value: Any) -> object:
        return [self.item.to_data(each) for each in value]

    def from_data(self, data: Any) -> Any:
        if not isinstance(data, list):
            raise MismatchError(self.wanted(), data)
        return self.check([self.item.from_data(each) for each in self._enough(data)])

    def _enough(self, entries: Iterable[Any]) -> Iterable[Any]:
        """The entries; if there are too many, only one more than allowed, which is then refused."""
        return entries if self.most is None else islice(entries, self.most + 1)

    def parse(self, text: str) -> Any:
        entries = enumerate(self.parts(text))
        return self.check([inside(f"[{place}]", self.item.parse, word) for place, word in entries])

    def bounded(self, least: Number | None, most: Number | None) -> ListType | None:
        if isinstance(least, Fraction) or isinstance(most, Fraction):
            return None
        return ListType(self.item, least or 0, most)

    @property
    def stand_ins(self) -> tuple[Any, ...]:
        return tuple((each,) for each in self.item.stand_ins)

    def reading(self, dice: Callable[[Expression], Expression]) -> ListType:
        return ListType(self.item.reading(dice), self.least, self.most)

    @property
    def may_be_named(self) -> bool:
        return self.item.may_be_named

    def resolve(self, value: Any, lookup: Lookup) -> Any:
        parts = self.parts(value)
        if not self.may_be_named or not isinstance(parts, list | tuple):
            return value
        resolved: list[Any] = []
        for part in self._enough(parts):
            found = lookup(part) if isinstance(part, str) and part.strip() else None
            if found is not None and isinstance(found[1], str):
                # A sheet's entry may contain several items; names in them stand for numbers.
                inside = partial(number_named, lookup)
                resolved += [self.item.resolve(each, inside) for each in self.parts(found[1])]
            else:
                resolved.append(self.item.resolve(part, lookup))
        return resolved

    def parts(self, value: Any) -> Any:
        """The entries of a typed list; any other value unchanged."""
        if not isinstance(value, str):
            return value
        # Separated by semicolons if there are any, else by commas.
        parts = value.split(";" if self.item.contains_commas or ";" in value else ",")
        words = (word.strip() for part in parts for word in self.item.words(part))
        return list(self._enough(word for word in words if word))


class RecordType(ParameterType):
    """A frozen dataclass; a mapping of its fields is accepted too."""

    name: ClassVar[str] = "record"
    contains_commas: ClassVar[bool] = True
    record: type
    fields: tuple[tuple[str, ParameterType], ...]
    required: frozenset[str]

    def wanted(self) -> str:
        return f"a {self.record.__name__} ({', '.join(name for name, _ in self.fields)})"

    def normalise(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return self._made(value)
        if isinstance(value, self.record):
            for name, each in self.fields:
                each.check_inside(f".{name}", getattr(value, name))
        return value

    def _made(self, fields: Mapping[str, Any]) -> Any:
        types = dict(self.fields)
        if not self.required <= fields.keys() <= types.keys():
            raise MismatchError(self.wanted(), dict(fields))
        checked = {
            name: types[name].check_inside(f".{name}", each) for name, each in fields.items()
        }
        try:
            return self.record(**checked)
        except (TypeError, ValueError) as error:
            raise MismatchError(f"{self.wanted()}: {error}", dict(fields)) from None

    def accepts(self, value: Any) -> bool:
        return isinstance(value, self.record) and is_hashable(value)

    def describe(self) -> dict[str, Any]:
        fields = {name: each.describe() for name, each in self.fields}
        return {"type": self.name, "fields": fields, "required": sorted(self.required)}

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {name: each.schema() for name, each in self.fields},
            "required": sorted(self.required),
            "additionalProperties": False,
        }

    def to_data(self, value: Any) -> object:
        return {name: each.to_data(getattr(value, name)) for name, each in self.fields}

    def from_data(self, data: Any) -> Any:
        types = dict(self.fields)
        if not isinstance(data, dict) or not data.keys() <= types.keys():
            raise MismatchError(self.wanted(), data)
        return self.check({name: types[name].from_data(each) for name, each in data.items()})

    def parse(self, text: str) -> Any:
        types = dict(self.fields)
        pairs = [word.partition("=") for word in text.split(",")]
        given = {name.strip(): value for name, _, value in pairs}
        if not given.keys() <= types.keys():
            raise MismatchError(f"written like {self._example()}", text)
        return self.check({name: types[name].parse(value) for name, value in given.items()})

    def _example(self) -> str:
        return ",".join(f"{name}=…" for name, _ in self.fields)
