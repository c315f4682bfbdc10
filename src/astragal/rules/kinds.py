"""The kinds of values a rule can be given: what each takes, and how it is described and written as data."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any, ClassVar

from astragal._value import Value
from astragal.die import Die
from astragal.errors import AstragalError
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.outcome import from_data, is_hashable, read_number, show, tidy, to_data
from astragal.rules.written import Written

_LONGEST = 700
"""So many bits, some 200 digits, a number may have that a rule is given."""

_INTEGER = re.compile(r"[+-]?\d{1,200}", re.ASCII)


_BETWEEN = re.compile(r"[-_](?!\d)")


def _plain(name: str) -> str:
    """A name as people compare it: Very Hard, very-hard and very_hard are one. A minus stays."""
    return "".join(_BETWEEN.sub(" ", name).casefold().split())


class UnfitError(Exception):
    """A value is not of the kind that is wanted; ``place`` is where in it, for lists and records."""

    def __init__(self, wanted: str, got: object, place: str = "") -> None:
        super().__init__(wanted)
        self.wanted = wanted
        self.got = got
        self.place = place


class Kind(Value):
    """What values a parameter takes."""

    name: ClassVar[str]

    @abstractmethod
    def wanted(self) -> str:
        """What is wanted, in words."""

    @abstractmethod
    def fits(self, value: Any) -> bool:
        """Whether a value is of this kind, once it is in its usual form."""

    def usual(self, value: Any) -> Any:
        """The value in its usual form: lists as tuples, names of choices as the choices."""
        return value

    def check(self, value: Any) -> Any:
        """The value in its usual form; an UnfitError if it is not of this kind."""
        value = self.usual(value)
        if not self.fits(value):
            raise UnfitError(self.wanted(), value)
        return value

    def describe(self) -> dict[str, Any]:
        """The kind as JSON-ready data."""
        return {"type": self.name}

    def to_data(self, value: Any) -> object:
        """A value of this kind as JSON-ready data."""
        return to_data(value)

    def from_data(self, data: Any) -> Any:
        """The value that ``to_data`` wrote."""
        return self.check(from_data(data, "value"))

    def read(self, text: str) -> Any:
        """The value that a text stands for, as it is typed on a command line or into a form."""
        return self.check(text)

    def spell(self, value: Any) -> str:
        """A value as it is written in a call."""
        return repr(value)


class _Bounded(Kind):
    """Numbers, perhaps from one to another."""

    least: int | Fraction | None = None
    most: int | Fraction | None = None
    noun: ClassVar[str]

    def wanted(self) -> str:
        if self.least is not None and self.most is not None:
            return f"{self.noun} from {self.least} to {self.most}"
        if self.least is not None:
            return f"{self.noun} of at least {self.least}"
        return f"{self.noun} of at most {self.most}" if self.most is not None else self.noun

    def _inside(self, number: int | Fraction) -> bool:
        return (self.least is None or number >= self.least) and (
            self.most is None or number <= self.most
        )

    def describe(self) -> dict[str, Any]:
        ends = {"least": self.least, "most": self.most}
        return {"type": self.name} | {k: to_data(v) for k, v in ends.items() if v is not None}


class Integer(_Bounded):
    """Whole numbers; some of them may have names, which stand for them."""

    name: ClassVar[str] = "integer"
    noun: ClassVar[str] = "a whole number"
    names: tuple[tuple[str, int], ...] = ()

    def wanted(self) -> str:
        listed = ", ".join(name for name, _ in self.names)
        return f"{super().wanted()}, or one of {listed}" if listed else super().wanted()

    def usual(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        wanted = _plain(value)
        return next((number for name, number in self.names if _plain(name) == wanted), value)

    def fits(self, value: Any) -> bool:
        return type(value) is int and value.bit_length() <= _LONGEST and self._inside(value)

    def describe(self) -> dict[str, Any]:
        return super().describe() | ({"names": dict(self.names)} if self.names else {})

    def read(self, text: str) -> Any:
        return self.check(int(text) if _INTEGER.fullmatch(text.strip()) else text)


class Rational(_Bounded):
    name: ClassVar[str] = "number"
    noun: ClassVar[str] = "a whole number or a Fraction"

    def usual(self, value: Any) -> Any:
        return tidy(value) if isinstance(value, Fraction) else value

    def fits(self, value: Any) -> bool:
        return type(value) in (int, Fraction) and self._inside(value)

    def read(self, text: str) -> Any:
        number = read_number(text)
        return self.check(text if number is None else number)


class Truth(Kind):
    name: ClassVar[str] = "truth"

    def wanted(self) -> str:
        return "True or False"

    def fits(self, value: Any) -> bool:
        return isinstance(value, bool)

    def read(self, text: str) -> Any:
        return self.check({"true": True, "yes": True, "false": False, "no": False}.get(text, text))


class Text(Kind):
    name: ClassVar[str] = "text"

    def wanted(self) -> str:
        return "a text"

    def fits(self, value: Any) -> bool:
        return isinstance(value, str)


class OneOf(Kind):
    """One of a few values: members of an enumeration, which their names stand for too, or literals."""

    name: ClassVar[str] = "choice"
    choices: tuple[Any, ...]

    def names(self) -> tuple[str, ...]:
        return tuple(show(choice) for choice in self.choices)

    def wanted(self) -> str:
        return "one of " + ", ".join(self.names())

    def usual(self, value: Any) -> Any:
        short = type(value) is int and value.bit_length() <= _LONGEST
        if short and value not in self.choices and str(value) in self.names():
            value = str(value)  # a choice may be called 10
        if isinstance(value, str) and not isinstance(value, Enum):
            return self._named(value)
        return value

    def _named(self, text: str) -> Any:
        """The choice that a text names: exactly, or else as people compare names; the text if none."""
        called = list(zip(self.names(), self.choices, strict=True))
        called += [(choice.name, choice) for choice in self.choices if isinstance(choice, Enum)]
        for alike in (str, _plain):
            found = {id(choice): choice for name, choice in called if alike(name) == alike(text)}
            if len(found) == 1 or (found and alike is str):
                return next(iter(found.values()))
        return text

    def fits(self, value: Any) -> bool:
        # By type as well: True would pass for 1.
        return any(type(value) is type(choice) and value == choice for choice in self.choices)

    def spell(self, value: Any) -> str:
        return repr(show(value))

    def describe(self) -> dict[str, Any]:
        return {"type": self.name, "choices": list(self.names())}

    def to_data(self, value: Any) -> object:
        return show(value)

    def read(self, text: str) -> Any:
        return self.check(self._named(text.strip()))

    def from_data(self, data: Any) -> Any:
        for name, choice in zip(self.names(), self.choices, strict=True):
            if data == name:
                return choice
        raise UnfitError(self.wanted(), data)


class Optional(Kind):
    """A value of another kind, or None."""

    name: ClassVar[str] = "optional"
    inner: Kind

    def wanted(self) -> str:
        return f"{self.inner.wanted()}, or None"

    def fits(self, value: Any) -> bool:
        return True

    def usual(self, value: Any) -> Any:
        if value is None:
            return None
        try:
            return self.inner.check(value)
        except UnfitError as unfit:
            wanted = unfit.wanted if unfit.place else self.wanted()
            raise UnfitError(wanted, unfit.got, unfit.place) from None

    def spell(self, value: Any) -> str:
        return repr(None) if value is None else self.inner.spell(value)

    def describe(self) -> dict[str, Any]:
        return self.inner.describe() | {"optional": True}

    def to_data(self, value: Any) -> object:
        return None if value is None else self.inner.to_data(value)

    def from_data(self, data: Any) -> Any:
        return None if data is None else self.inner.from_data(data)

    def read(self, text: str) -> Any:
        return None if text.strip() in ("", "none") else self.inner.read(text)


class ListOf(Kind):
    """Several values of one kind; kept as a tuple."""

    name: ClassVar[str] = "list"
    item: Kind
    least: int = 0
    most: int | None = None

    def wanted(self) -> str:
        text = f"a list, each entry {self.item.wanted()}"
        if self.most is not None:
            return f"{text}, {self.least} to {self.most} of them"
        return f"{text}, at least {self.least}" if self.least else text

    def usual(self, value: Any) -> Any:
        if type(value) in (int, Fraction):
            value = (value,)  # a number stands for a list of one
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            return value
        return tuple(_within(f"[{place}]", self.item, each) for place, each in enumerate(value))

    def fits(self, value: Any) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) >= self.least
            and (self.most is None or len(value) <= self.most)
        )

    def spell(self, value: Any) -> str:
        return f"[{', '.join(map(self.item.spell, value))}]"

    def describe(self) -> dict[str, Any]:
        ends = {"shortest": self.least or None, "longest": self.most}
        shown = {name: end for name, end in ends.items() if end is not None}
        return {"type": self.name, "items": self.item.describe()} | shown

    def to_data(self, value: Any) -> object:
        return [self.item.to_data(each) for each in value]

    def from_data(self, data: Any) -> Any:
        if not isinstance(data, list):
            raise UnfitError(self.wanted(), data)
        return self.check([self.item.from_data(each) for each in data])

    def read(self, text: str) -> Any:
        separator = ";" if isinstance(self.item, RecordOf | ListOf) else ","
        words = [word for word in text.split(separator) if word.strip()]
        read = []
        for place, word in enumerate(words):
            try:
                read.append(self.item.read(word))
            except UnfitError as unfit:
                raise UnfitError(unfit.wanted, unfit.got, f"[{place}]{unfit.place}") from None
        return self.check(read)


class RecordOf(Kind):
    """A value with named fields: a frozen dataclass. A mapping of the fields stands for it too."""

    name: ClassVar[str] = "record"
    record: type
    fields: tuple[tuple[str, Kind], ...]
    required: frozenset[str]

    def wanted(self) -> str:
        return f"a {self.record.__name__} ({', '.join(name for name, _ in self.fields)})"

    def usual(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            if not self.required <= value.keys() <= {name for name, _ in self.fields}:
                raise UnfitError(self.wanted(), dict(value))
            kinds = dict(self.fields)
            checked = {name: _within(f".{name}", kinds[name], each) for name, each in value.items()}
            try:
                return self.record(**checked)
            except (TypeError, ValueError) as error:
                raise UnfitError(f"{self.wanted()}: {error}", dict(value)) from None
        if isinstance(value, self.record):
            for name, kind in self.fields:
                _within(f".{name}", kind, getattr(value, name))
        return value

    def fits(self, value: Any) -> bool:
        return isinstance(value, self.record) and is_hashable(value)

    def describe(self) -> dict[str, Any]:
        fields = {name: kind.describe() for name, kind in self.fields}
        return {"type": self.name, "fields": fields, "required": sorted(self.required)}

    def to_data(self, value: Any) -> object:
        return {name: kind.to_data(getattr(value, name)) for name, kind in self.fields}

    def from_data(self, data: Any) -> Any:
        kinds = dict(self.fields)
        if not isinstance(data, dict) or not data.keys() <= kinds.keys():
            raise UnfitError(self.wanted(), data)
        return self.check({name: kinds[name].from_data(each) for name, each in data.items()})

    def read(self, text: str) -> Any:
        kinds = dict(self.fields)
        pairs = [word.partition("=") for word in text.split(",")]
        given = {name.strip(): value for name, _, value in pairs}
        if not given.keys() <= kinds.keys():
            raise UnfitError(f"written like {self._example()}", text)
        return self.check({name: kinds[name].read(value) for name, value in given.items()})

    def _example(self) -> str:
        return ",".join(f"{name}=…" for name, _ in self.fields)


class ADie(Kind):
    name: ClassVar[str] = "die"

    def wanted(self) -> str:
        return "a Die, or its number of sides"

    def usual(self, value: Any) -> Any:
        return Die(value) if type(value) is int and value > 0 else value

    def fits(self, value: Any) -> bool:
        return isinstance(value, Die)

    def to_data(self, value: Any) -> object:
        weights = value.weights or [1] * len(value.faces)
        return value.total if value.standard else [list(value.faces), list(weights)]

    def read(self, text: str) -> Any:
        sides = text.strip().removeprefix("d")
        return self.check(int(sides) if _INTEGER.fullmatch(sides) else text)

    def from_data(self, data: Any) -> Any:
        match data:
            case [[*faces], [*weights]] if len(faces) == len(weights):
                try:
                    return Die(dict(zip(faces, weights, strict=True)))
                except (AstragalError, TypeError):
                    raise UnfitError(self.wanted(), data) from None
        return self.check(data)


class Notation(Kind):
    """Dice as people type them."""

    name: ClassVar[str] = "notation"

    def wanted(self) -> str:
        return "dice in notation, such as 2d6+3"

    def usual(self, value: Any) -> Any:
        return parse(value) if isinstance(value, str) else value

    def fits(self, value: Any) -> bool:
        return isinstance(value, Expression)

    def spell(self, value: Any) -> str:
        return repr(str(value))

    def to_data(self, value: Any) -> object:
        return str(value)

    def from_data(self, data: Any) -> Any:
        return self.check(data)


class WrittenAs(Kind):
    """A value of a type that has a form in writing: a text, or whatever else the type takes, stands for it."""

    name: ClassVar[str] = "text"
    type: type[Written]

    def wanted(self) -> str:
        return self.type.WANTED

    def usual(self, value: Any) -> Any:
        try:
            return value if isinstance(value, self.type) else self.type.of(value)
        except (AttributeError, TypeError, ValueError):
            raise UnfitError(self.wanted(), value) from None

    def fits(self, value: Any) -> bool:
        return isinstance(value, self.type)

    def spell(self, value: Any) -> str:
        return repr(str(value))

    def describe(self) -> dict[str, Any]:
        return {"type": self.name, "format": self.type.WANTED}

    def to_data(self, value: Any) -> object:
        return str(value)

    def from_data(self, data: Any) -> Any:
        if not isinstance(data, str):
            raise UnfitError(self.wanted(), data)
        return self.check(data)


class Anything(Kind):
    """Whatever can be looked up in a table; only numbers, texts and lists of them are read back from a record."""

    name: ClassVar[str] = "any"

    def wanted(self) -> str:
        return "a hashable value"

    def spell(self, value: Any) -> str:
        return str(value) if isinstance(value, Expression) else repr(value)

    def fits(self, value: Any) -> bool:
        return is_hashable(value)

    def from_data(self, data: Any) -> Any:
        if data is None:
            return None
        if isinstance(data, list):
            return tuple(map(self.from_data, data))
        return super().from_data(data)


def names_of(kind: Kind) -> tuple[str, ...]:
    """The names that numbers of a kind have."""
    inner = kind.inner if isinstance(kind, Optional) else kind
    return tuple(name for name, _ in inner.names) if isinstance(inner, Integer) else ()


def _within(place: str, kind: Kind, value: Any) -> Any:
    """A value inside another one, checked; an error says where it stands."""
    try:
        return kind.check(value)
    except UnfitError as unfit:
        raise UnfitError(unfit.wanted, unfit.got, place + unfit.place) from None
