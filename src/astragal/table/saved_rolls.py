"""Rolls saved on a sheet: the name of a rule with parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from astragal._value import Value
from astragal._visible import in_short, visible
from astragal.errors import ParameterError
from astragal.rules.game import Game
from astragal.rules.rule import Rule
from astragal.rules.types.numbers import MOST_BITS
from astragal.table.calls import visible_name

_MOST = 100
_LONGEST = 16_000


class SavedRoll(Value):
    """A named rule with parameters: Magic Missile is ``scores.test`` with its own ranges.

    >>> missile = SavedRoll("Magic Missile", "scores.test", {"modifier": "Arcana"})
    >>> print(missile)
    Magic Missile: scores.test, modifier Arcana
    """

    name: str
    rule: str
    """name of the rule, with its game: scores.test; without it, a rule of the game being played"""
    given: Mapping[str, Any]
    """values for its parameters; names refer to entries of the sheet"""

    def __post_init__(self) -> None:
        name = visible_name("bad-sheet", "a saved roll", self.name)
        if not isinstance(self.rule, str) or not self.rule.strip():
            raise ParameterError(
                "bad-sheet", f'{name}: a saved roll needs a rule, such as rule = "scores.test"'
            )
        if not isinstance(self.given, Mapping) or len(self.given) > _MOST:
            raise ParameterError("bad-sheet", f"{name}: its parameters must have names")
        for each, value in self.given.items():
            if not isinstance(each, str) or each == "rule" or not _is_plain(value):
                raise ParameterError(
                    "bad-sheet", f"{name}: {in_short(each)} cannot be {in_short(value)}"
                )
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "given", MappingProxyType(dict(self.given)))

    def __hash__(self) -> int:
        return hash((self.name, self.rule))

    def __reduce__(self) -> tuple[Any, ...]:
        return SavedRoll, (self.name, self.rule, dict(self.given))

    @classmethod
    def from_data(cls, name: str, data: Any) -> SavedRoll:
        """Read a roll from a file: ``rule``, and its parameters by name."""
        if not isinstance(data, Mapping):
            raise ParameterError("bad-sheet", f"{name} is not a saved roll: {in_short(data)}")
        return cls(name, data.get("rule", ""), {k: each for k, each in data.items() if k != "rule"})

    def found(self, rules: Game | Iterable[Rule[..., Any]]) -> Rule[..., Any]:
        """Find its rule in a game or among other rules; a ParameterError if it is missing."""
        each = rules.rules.values() if isinstance(rules, Game) else rules
        if not isinstance(each, Iterable):
            raise ParameterError("not-a-rule", f"expected a game or rules, not {in_short(rules)}")
        known = {rule.name: rule for rule in each if isinstance(rule, Rule)}
        short = {name.rpartition(".")[2]: rule for name, rule in known.items()}
        if self.rule in short:
            return short[self.rule]
        if self.rule not in known:
            raise ParameterError(
                "no-such-rule",
                f"{self.name} is a roll of {in_short(self.rule)}, which is not among these rules",
                hint=f"they are {', '.join(known) or 'none'}",
            )
        return known[self.rule]

    def values(self, rule: Rule[..., Any]) -> dict[str, Any]:
        """Values for the rule's parameters, parsing text as if typed."""
        parameters = {each.name: each for each in rule.parameters}
        values = dict(self.given)
        for name, value in values.items():
            parameter = parameters.get(name)
            if parameter is None:
                raise ParameterError(
                    "unknown-parameter",
                    f"{self.name}: {rule.name} has no {name}; it takes {', '.join(parameters)}",
                )
            if isinstance(value, str) and not parameter.type.may_be_named:
                values[name] = parameter.parse(value, f"{self.name}: {rule.name}")
        return values

    def to_data(self) -> dict[str, Any]:
        return {"rule": self.rule, **self.given}

    def __str__(self) -> str:
        given = "".join(f", {name} {value}" for name, value in self.given.items())
        return visible(f"{self.name}: {self.rule}{given}")


def _is_plain(value: Any) -> bool:
    """True for values that a file can hold: numbers, texts, true, false, or lists of these."""
    if isinstance(value, list | tuple):
        return len(value) <= _MOST and all(map(_is_one, value))
    return _is_one(value)


def _is_one(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= _LONGEST
    if not isinstance(value, int | Fraction):
        return False
    return max(value.numerator.bit_length(), value.denominator.bit_length()) <= MOST_BITS


def not_saved(name: object, known: Iterable[str]) -> ParameterError:
    """The error for a roll that is not saved on any sheet."""
    return ParameterError(
        "not-on-sheet",
        f"no roll is saved as {in_short(name)}",
        hint=f"saved: {', '.join(known) or 'none'}",
    )
