"""One of a few values: true or false, members of an enumeration, literals."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any, ClassVar

from astragal._value import field
from astragal.outcome import Number, show
from astragal.rules.types.base import Lookup, MismatchError, ParameterType
from astragal.rules.types.numbers import MOST_BITS, plain

_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


class BooleanType(ParameterType):
    name: ClassVar[str] = "truth"
    is_flag: ClassVar[bool] = True

    def wanted(self) -> str:
        return "True or False"

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def accepts(self, value: Any) -> bool:
        return isinstance(value, bool)

    def parse(self, text: str) -> Any:
        return self.check(_TRUTH.get(text, text))

    def neighbours(self, value: Any, by: Number) -> Iterator[tuple[str, Any]]:
        yield "off" if value else "on", not value


class ChoiceType(ParameterType):
    """Members of an enumeration, or literals; their names and aliases are accepted too."""

    name: ClassVar[str] = "choice"
    choices: tuple[Any, ...]
    shown: tuple[str, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "shown", tuple(map(show, self.choices)))

    def choices_shown(self) -> tuple[str, ...]:
        return self.shown

    def wanted(self) -> str:
        return "one of " + ", ".join(self.choices_shown())

    @property
    def switched_on(self) -> str | None:
        """The name of the choice that true, or a command line switch, stands for."""
        switched = getattr(type(self.choices[0]), "switched", None)
        return None if switched is None else show(switched(True))

    def normalise(self, value: Any) -> Any:
        if isinstance(value, bool) and self.switched_on is not None:
            return type(self.choices[0]).switched(value)
        short = type(value) is int and value.bit_length() <= MOST_BITS
        if short and value not in self.choices and str(value) in self.choices_shown():
            value = str(value)  # a choice may be called 10
        if isinstance(value, str) and not isinstance(value, Enum):
            return self._named(value)
        return value

    def _named(self, text: str) -> Any:
        """The choice with this name, or else the only one with a similar name; else the text."""
        named = list(zip(self.choices_shown(), self.choices, strict=True))
        for kind in {type(choice) for choice in self.choices if isinstance(choice, Enum)}:
            named += [each for each in kind.__members__.items() if each[1] in self.choices]
        for form in (str, plain):
            found = {id(choice): choice for name, choice in named if form(name) == form(text)}
            if len(found) == 1 or (found and form is str):
                return next(iter(found.values()))
        return text

    def accepts(self, value: Any) -> bool:
        # Types are compared too, since True equals 1.
        return any(type(value) is type(choice) and value == choice for choice in self.choices)

    def neighbours(self, value: Any, by: Number) -> Iterator[tuple[str, Any]]:
        return ((show(each), each) for each in self.choices if each != value)

    def spell(self, value: Any) -> str:
        return repr(show(value))

    def describe(self) -> dict[str, Any]:
        return {"type": self.name, "choices": list(self.choices_shown())}

    def schema(self) -> dict[str, Any]:
        switches = [] if self.switched_on is None else [True, False]
        return {"enum": [*self.choices_shown(), *switches]}

    def to_data(self, value: Any) -> object:
        return show(value)

    def parse(self, text: str) -> Any:
        return self.check(self._named(text.strip()))

    @property
    def may_be_named(self) -> bool:
        return True

    def resolve(self, value: Any, lookup: Lookup) -> Any:
        return self.written_or_named(value, lookup)

    def from_data(self, data: Any) -> Any:
        for name, choice in zip(self.choices_shown(), self.choices, strict=True):
            if data == name:
                return choice
        if isinstance(data, bool) and self.switched_on is not None:
            return self.check(data)
        raise MismatchError(self.wanted(), data)
