"""Circumstances: temporary additions to the numbers of relevant rolls."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from itertools import starmap
from types import MappingProxyType
from typing import Any

from astragal._value import Value
from astragal._visible import in_short, visible
from astragal.errors import OddsError, ParameterError
from astragal.outcome import digits
from astragal.probability.views import view_of
from astragal.rules.rule import Rule
from astragal.table.calls import plain_name, spoken_forms, visible_name
from astragal.table.lasting import Lasting

_OWN = ("name", "on", "lasts", "begins_when")
_MOST_GIVEN = 1_000_000
_MOST = 200
_MOST_ROLLS = 100
"""The most rolls that one circumstance can name."""


class Circumstance(Value):
    """A circumstance: additions to parameters, on some rolls or on all.

    ``on`` names the rolls; all rolls if it is empty. ``lasts`` limits it to a number of rolls or
    rounds: ``"next"``, ``{"rolls": 2}``, ``"2 rounds"``. With ``begins_when``, it only applies
    after a roll with such an outcome (``"critical_success"``, ``"score>=12"``).

    >>> ants = Circumstance("ants in their pants", {"advantages": 1}, on=("Attack",))
    >>> print(ants)
    ants in their pants: an advantage on Attack
    >>> print(Circumstance("inspired", {"dominance": 1}, lasts="next"))
    inspired: +1 dominance for the next roll
    """

    name: str
    gives: Mapping[str, int]
    on: tuple[str, ...] = ()
    lasts: Lasting | str | Mapping[str, int] | None = None
    begins_when: str = ""

    def __post_init__(self) -> None:
        name = visible_name("bad-circumstance", "a circumstance", self.name)
        on = (self.on,) if isinstance(self.on, str) else self.on
        if not isinstance(on, list | tuple) or not all(isinstance(each, str) for each in on):
            raise ParameterError(
                "bad-circumstance", f"{name}: `on` must be names of rolls, not {in_short(on)}"
            )
        if len(on) > _MOST_ROLLS:
            raise ParameterError(
                "bad-circumstance",
                f"{name}: `on` names {len(on):,} rolls; at most {_MOST_ROLLS} are allowed",
                hint="leave `on` out if it is about all rolls",
            )
        if not isinstance(self.begins_when, str):
            raise ParameterError(
                "bad-circumstance",
                f"{name}: begins_when must be a field of the outcome, such as passes, "
                f"not {in_short(self.begins_when)}",
            )
        lasts = None if self.lasts is None else Lasting.of(self.lasts)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "gives", MappingProxyType(_checked_gifts(name, self.gives)))
        object.__setattr__(self, "on", tuple(on))
        object.__setattr__(self, "lasts", lasts)
        object.__setattr__(self, "begins_when", " ".join(self.begins_when.split()))

    def __hash__(self) -> int:
        own = (self.name, self.on, self.lasts, self.begins_when)
        return hash((*own, frozenset(self.gives.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        given = (self.name, dict(self.gives), self.on, self.lasts, self.begins_when)
        return Circumstance, given

    @classmethod
    def from_data(cls, data: Any) -> Circumstance:
        """Read a circumstance from a file: its own fields; all other keys are parameters."""
        if not isinstance(data, Mapping):
            raise ParameterError("bad-circumstance", f"not a circumstance: {in_short(data)}")
        gives = {name: each for name, each in data.items() if name not in _OWN}
        return cls(
            data.get("name", ""),
            gives,
            data.get("on", ()),
            data.get("lasts"),
            data.get("begins_when", ""),
        )

    def to_data(self) -> dict[str, Any]:
        """The circumstance as stored in a file."""
        data: dict[str, Any] = {"name": self.name, **self.gives}
        if self.on:
            data["on"] = list(self.on)
        if self.lasting is not None:
            data["lasts"] = self.lasting.to_data()
        return data | ({"begins_when": self.begins_when} if self.begins_when else {})

    def relevant(self, rule: Rule[..., Any], names: Iterable[str]) -> bool:
        """True if it concerns a roll of this rule, called by these names on the sheet."""
        if not self.on:
            return True
        called = {plain_name(each) for each in (rule.name, rule.name.rpartition(".")[2], *names)}
        return bool(self.wanted & called)

    @property
    def lasting(self) -> Lasting | None:
        """Duration after it begins; None if it lasts until someone ends it."""
        return None if self.lasts is None else Lasting.of(self.lasts)

    @cached_property
    def wanted(self) -> set[str]:
        """The plain names of the rolls that it concerns."""
        return {form for each in self.on for form in spoken_forms(each)}

    @property
    def outcome_field(self) -> str:
        """The field of the outcome used in ``begins_when``, if any."""
        return re.split(r"[\s<>=!]", self.begins_when, maxsplit=1)[0]

    def is_told_by(self, text: str) -> bool:
        """True if a text describes it, with or without the numbers."""
        return text == self.name or text.startswith(f"{self.name}: ")

    def begins_after(self, outcome: Any) -> bool:
        """True if a roll with this outcome makes it begin."""
        try:
            return bool(self.begins_when) and view_of(self.begins_when)(outcome) is True
        except OddsError:
            return False  # a roll of a different kind

    def __str__(self) -> str:
        return self._words

    @cached_property
    def _words(self) -> str:
        gives = " and ".join(starmap(_given, self.gives.items()))
        on = f" on {', '.join(self.on)}" if self.on else ""
        lasts = f" for {self.lasting}" if self.lasting is not None else ""
        begins = f" when {_spoken(self.begins_when)}" if self.begins_when else ""
        return visible(f"{self.name}: {gives}{on}{lasts}{begins}")


def _given(parameter: str, number: int) -> str:
    """An addition to a parameter in words: ``an advantage``, ``+2``, ``-1 dominance``."""
    name = parameter.replace("_", " ")
    signed = f"{'' if number < 0 else '+'}{digits(number)}"
    if name.removesuffix("s") == "modifier":
        return signed
    if not name.endswith("s"):
        return f"{signed} {name}"
    less = " less" if number < 0 else ""
    if abs(number) == 1:
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name.removesuffix('s')}{less}"
    return f"{digits(abs(number))} {name}{less}"


_SIGNS = {"=": "is", "!=": "is not", ">=": "is at least", "<=": "is at most"}


def _spoken(condition: str) -> str:
    """An outcome in words: ``critical success``, ``score is at least 12``."""
    field, sign, value = (*re.split(r"([<>=!]+)", condition, maxsplit=1), "", "")[:3]
    said = (field.replace("_", " "), _SIGNS.get(sign, sign), value)
    return " ".join(filter(None, map(str.strip, said)))


def _checked_gifts(name: str, gives: Any) -> dict[str, int]:
    if (
        not isinstance(gives, Mapping)
        or not gives
        or not all(isinstance(each, str) for each in gives)
        or not all(type(each) is int and abs(each) <= _MOST_GIVEN for each in gives.values())
        or not gives.keys().isdisjoint(_OWN)
    ):
        raise ParameterError(
            "bad-circumstance",
            f"{name} must give a whole number to a parameter, such as advantages 1",
        )
    return dict(gives)


class Circumstances(Value):
    """The circumstances at one time. Immutable: ``begin`` and ``end`` return new ones.

    >>> current = Circumstances().begin(Circumstance("ants in their pants", {"advantages": 1}))
    >>> len(current.each), len(current.end("ants in their pants").each)
    (1, 0)
    """

    each: tuple[Circumstance, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.each, tuple) or not all(
            isinstance(each, Circumstance) for each in self.each
        ):
            raise ParameterError(
                "bad-circumstance", f"expected circumstances, not {in_short(self.each)}"
            )
        if len(self.each) > _MOST:
            raise ParameterError("bad-circumstance", f"more than {_MOST} circumstances at once")

    @property
    def current(self) -> tuple[Circumstance, ...]:
        """Circumstances that have begun."""
        return tuple(each for each in self.each if not each.begins_when)

    def begin(self, circumstance: Circumstance) -> Circumstances:
        """Add a circumstance, replacing one of the same name.

        A circumstance yet to begin does not replace one that has begun, or vice versa.
        """
        same = _key(circumstance)
        others = tuple(each for each in self.each if _key(each) != same)
        return Circumstances((*others, circumstance))

    def end(self, name: str) -> Circumstances:
        """Remove a circumstance by name; a ParameterError if it is not there.

        If one has begun and another of the same name is yet to begin, the first one is removed.
        """
        if not isinstance(name, str):
            raise ParameterError("no-circumstance", f"names are texts, not {in_short(name)}")
        keys = [_key(each) for each in self.each]
        for key in ((plain_name(name), True), (plain_name(name), False)):
            if key in keys:
                return Circumstances(tuple(each for each in self.each if _key(each) != key))
        current = ", ".join(each.name for each in self.each) or "none"
        raise ParameterError(
            "no-circumstance",
            f"there is no circumstance {in_short(name)}; the current ones: {current}",
        )

    def after_roll(self, applied: Collection[str], outcome: Any = None) -> Circumstances:
        """The circumstances after a roll; ``applied`` are those that applied, in words.

        These count down if they last for rolls, and ``outcome`` may start others.
        """
        left: list[Circumstance] = []
        for each in self.each:
            counts = _counts(each, "roll") and any(map(each.is_told_by, applied))
            left += _with_less(each) if counts else [each]
        after = Circumstances(tuple(left))
        for each in self.each:
            if each.begins_after(outcome):
                after = after.begin(each.replaced(begins_when=""))
        return after

    def after_rounds(self, rounds: int = 1) -> Circumstances:
        """The circumstances after some rounds: durations in rounds are reduced by that number."""
        left: list[Circumstance] = []
        for each in self.each:
            left += _with_less(each, rounds) if _counts(each, "round") else [each]
        return Circumstances(tuple(left))

    def changes(self, after: Circumstances) -> list[str]:
        """Sentences about the circumstances that ended or began in between."""
        stand = {_key(each) for each in after.current}
        ended = [f"{each.name} ends" for each in self.current if _key(each) not in stand]
        known = set(self.current)
        # A circumstance with a shorter remaining duration has not begun anew.
        shorter = {made for each in self.current for made in _with_less(each)}
        new = [each for each in after.current if each not in known | shorter]
        return [*ended, *(f"{each} begins" for each in new)]


def _key(each: Circumstance) -> tuple[str, bool]:
    return plain_name(each.name), not each.begins_when


def _counts(each: Circumstance, unit: str) -> bool:
    """True if it has begun and its duration is counted in this unit."""
    return not each.begins_when and each.lasting is not None and each.lasting.unit == unit


def _with_less(each: Circumstance, by: int = 1) -> list[Circumstance]:
    less = None if each.lasting is None else each.lasting.less(by)
    return [] if less is None else [each.replaced(lasts=less)]
