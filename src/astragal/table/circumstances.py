"""Standing circumstances: what gives an edge on every relevant roll, from when it begins until it ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from astragal._value import Value
from astragal.errors import ParameterError
from astragal.rules.kinds import Integer, Kind, WrittenAs
from astragal.rules.rule import Rule
from astragal.rules.written import Addable
from astragal.table.names import plain_name, spoken_forms

_OWN = ("name", "on")


class Circumstance(Value):
    """Something that stands: what it gives, by the parameter's name, and on which rolls ("" is all).

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
                f"{name}: what does it give? A parameter and a whole number, such as advantages 1",
            )
        if not isinstance(on, list | tuple) or not all(isinstance(each, str) for each in on):
            raise ParameterError("bad-circumstance", f"{name}: `on` names rolls, not {on!r:.60}")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "gives", MappingProxyType(dict(gives)))
        object.__setattr__(self, "on", tuple(on))

    def __hash__(self) -> int:
        return hash((self.name, frozenset(self.gives.items()), self.on))

    def __reduce__(self) -> tuple[Any, ...]:
        return Circumstance, (self.name, dict(self.gives), self.on)

    @classmethod
    def from_data(cls, data: Any) -> Circumstance:
        """The circumstance that stands in a file: a name, ``on``, and what it gives."""
        if not isinstance(data, Mapping):
            raise ParameterError("bad-circumstance", f"not a circumstance: {data!r:.60}")
        gives = {name: each for name, each in data.items() if name not in _OWN}
        return cls(data.get("name", ""), gives, data.get("on", ()))

    def relevant(self, rule: Rule[..., Any], names: Iterable[str]) -> bool:
        """Whether it stands for a roll of a rule, called by these names of the sheet."""
        wanted = {form for each in self.on for form in spoken_forms(each)}
        called = {plain_name(each) for each in (rule.name, rule.name.rpartition(".")[2], *names)}
        if wanted and not wanted & called:
            return False
        if wanted and not self.given(rule):
            gives = ", ".join(self.gives)
            takes = ", ".join(each.name for each in rule.parameters)
            raise ParameterError(
                "bad-circumstance",
                f"{self.name} gives {gives}, and {rule.name} takes nothing of that",
                hint=f"it takes {takes}",
            )
        return bool(self.given(rule))

    def given(self, rule: Rule[..., Any]) -> dict[str, int]:
        """What it gives of what a rule takes."""
        takes = {each.name for each in rule.parameters if _can_be_added_to(each.kind)}
        return {name: number for name, number in self.gives.items() if name in takes}

    def __str__(self) -> str:
        gives = ", ".join(f"{name} {number:+}" for name, number in self.gives.items())
        return f"{self.name}: {gives}{' on ' + ', '.join(self.on) if self.on else ''}"


def _can_be_added_to(kind: Kind) -> bool:
    """Numbers, and types that numbers can be added to."""
    if isinstance(kind, WrittenAs):
        return issubclass(kind.type, Addable)
    return isinstance(kind, Integer)


class Circumstances(Value):
    """All that stand. A value: what begins or ends makes another one.

    >>> standing = Circumstances().begin(Circumstance("ants in their pants", {"advantages": 1}))
    >>> len(standing.each), len(standing.end("ants in their pants").each)
    (1, 0)
    """

    each: tuple[Circumstance, ...] = ()

    def begin(self, circumstance: Circumstance) -> Circumstances:
        """With one more; one of the same name ends."""
        same = plain_name(circumstance.name)
        others = tuple(each for each in self.each if plain_name(each.name) != same)
        return Circumstances((*others, circumstance))

    def end(self, name: str) -> Circumstances:
        """Without the one of this name; a ParameterError if none stands by it."""
        left = tuple(each for each in self.each if plain_name(each.name) != plain_name(name))
        if len(left) == len(self.each):
            stands = ", ".join(each.name for each in self.each) or "none does"
            raise ParameterError(
                "no-circumstance", f"no circumstance {name!r} stands; those that do: {stands}"
            )
        return Circumstances(left)

    def applied(
        self, rule: Rule[..., Any], given: Mapping[str, Any], names: Iterable[str]
    ) -> tuple[dict[str, Any], tuple[str, ...]]:
        """The values a rule is given with what stands added to them, and what stood, in words."""
        values = dict(given)
        defaults = {each.name: each.default for each in rule.parameters if not each.required}
        relevant = [each for each in self.each if each.relevant(rule, names)]
        for circumstance in relevant:
            for name, number in circumstance.given(rule).items():
                value = values.get(name, defaults.get(name))
                if isinstance(value, Addable):
                    values[name] = value.added(number, circumstance.name)
                elif type(value) is int:  # else the rule says what is missing or wrong
                    values[name] = value + number
        return values, tuple(map(str, relevant))
