"""Circumstances: they add to the numbers of relevant rolls, from when they begin until they end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from astragal._value import Value
from astragal._visible import in_short, visible
from astragal.errors import ParameterError
from astragal.outcome import digits
from astragal.rules.rule import Rule
from astragal.table.calls import plain_name, spoken_forms

_OWN = ("name", "on")


class Circumstance(Value):
    """What a circumstance adds to which parameters, and on which rolls (all, if it names none).

    >>> ants = Circumstance("ants in their pants", {"advantages": 1}, on=["Attack"])
    >>> print(ants)
    ants in their pants: advantages +1 on Attack
    """

    name: str
    gives: Mapping[str, int]
    on: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise ParameterError("bad-circumstance", "a circumstance needs a name")
        name = " ".join(self.name.split())
        gives, on = self.gives, (self.on,) if isinstance(self.on, str) else self.on
        if (
            not isinstance(gives, Mapping)
            or not gives
            or not all(isinstance(each, str) for each in gives)
            or not all(type(each) is int for each in gives.values())
        ):
            raise ParameterError(
                "bad-circumstance",
                f"{name} must give a whole number to a parameter, such as advantages 1",
            )
        if not isinstance(on, list | tuple) or not all(isinstance(each, str) for each in on):
            raise ParameterError(
                "bad-circumstance", f"{name}: `on` must be names of rolls, not {in_short(on)}"
            )
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "gives", MappingProxyType(dict(gives)))
        object.__setattr__(self, "on", tuple(on))

    def __hash__(self) -> int:
        return hash((self.name, frozenset(self.gives.items()), self.on))

    def __reduce__(self) -> tuple[Any, ...]:
        return Circumstance, (self.name, dict(self.gives), self.on)

    @classmethod
    def from_data(cls, data: Any) -> Circumstance:
        """The circumstance in a file: a name, ``on``, and what it gives."""
        if not isinstance(data, Mapping):
            raise ParameterError("bad-circumstance", f"not a circumstance: {in_short(data)}")
        gives = {name: each for name, each in data.items() if name not in _OWN}
        return cls(data.get("name", ""), gives, data.get("on", ()))

    def relevant(self, rule: Rule[..., Any], names: Iterable[str]) -> bool:
        """Whether it applies to a roll of a rule, called for by these names on the sheet."""
        wanted = {form for each in self.on for form in spoken_forms(each)}
        called = {plain_name(each) for each in (rule.name, rule.name.rpartition(".")[2], *names)}
        if wanted and not wanted & called:
            return False
        if wanted and not self.given(rule):
            gives = ", ".join(self.gives)
            takes = ", ".join(each.name for each in rule.parameters)
            raise ParameterError(
                "bad-circumstance",
                f"{self.name} gives {gives}, which {rule.name} does not take",
                hint=f"it takes {takes}",
            )
        return bool(self.given(rule))

    def given(self, rule: Rule[..., Any]) -> dict[str, int]:
        """What it gives that the rule takes."""
        takes = {each.name for each in rule.parameters if each.type.addable}
        return {name: number for name, number in self.gives.items() if name in takes}

    def __str__(self) -> str:
        gives = ", ".join(
            f"{name} {'' if number < 0 else '+'}{digits(number)}"
            for name, number in self.gives.items()
        )
        return visible(f"{self.name}: {gives}{' on ' + ', '.join(self.on) if self.on else ''}")


class Circumstances(Value):
    """The circumstances at one time. Immutable: ``begin`` and ``end`` return others.

    >>> current = Circumstances().begin(Circumstance("ants in their pants", {"advantages": 1}))
    >>> len(current.each), len(current.end("ants in their pants").each)
    (1, 0)
    """

    each: tuple[Circumstance, ...] = ()

    def begin(self, circumstance: Circumstance) -> Circumstances:
        """With one more, which replaces one of the same name."""
        same = plain_name(circumstance.name)
        others = tuple(each for each in self.each if plain_name(each.name) != same)
        return Circumstances((*others, circumstance))

    def end(self, name: str) -> Circumstances:
        """Without the one of this name; a ParameterError if there is none."""
        if not isinstance(name, str):
            raise ParameterError("no-circumstance", f"names are texts, not {in_short(name)}")
        left = tuple(each for each in self.each if plain_name(each.name) != plain_name(name))
        if len(left) == len(self.each):
            current = ", ".join(each.name for each in self.each) or "none"
            raise ParameterError(
                "no-circumstance",
                f"there is no circumstance {in_short(name)}; the current ones: {current}",
            )
        return Circumstances(left)

    def applied(
        self, rule: Rule[..., Any], given: Mapping[str, Any], names: Iterable[str]
    ) -> tuple[dict[str, Any], tuple[str, ...]]:
        """The values with what the circumstances add, and those that applied, in words."""
        values = dict(given)
        parameters = {each.name: each for each in rule.parameters}
        relevant = [each for each in self.each if each.relevant(rule, names)]
        for circumstance in relevant:
            for name, number in circumstance.given(rule).items():
                parameter = parameters[name]
                if name in values or not parameter.required:
                    value = values.get(name, parameter.default)
                    values[name] = parameter.type.add(value, number, circumstance.name)
        return values, tuple(map(str, relevant))
