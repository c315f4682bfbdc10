"""The players: their names and turns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from astragal._visible import in_short, is_visible
from astragal.errors import ParameterError
from astragal.games.tiers.edges import Edges
from astragal.rules.types.texts import Find, Written


class Turn(Written):
    """The player whose turn it is: a name, or a number in the order of turns."""

    WANTED: ClassVar[str] = "the name of somebody who rolls, or a number: 1 is the first"

    who: str

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        who = str(value) if type(value) is int else " ".join(value.split())
        if not who:
            raise ValueError(value)
        return cls(who)

    def place(self, names: Sequence[str], count: int) -> int | None:
        """The index of the player, from 0; None if there is no such player."""
        known = [_plain(name) for name in names]
        if _plain(self.who) in known:
            return known.index(_plain(self.who))
        number = int(self.who) if self.who.isdecimal() and len(self.who) < len("1000") else 0
        return number - 1 if 1 <= number <= count else None

    @property
    def said(self) -> str:
        return f"player {self.who}" if self.who.isdecimal() else self.who

    def said_among(self, names: Sequence[str]) -> str:
        place = self.place((), len(names))
        return self.said if place is None else names[place]

    def __str__(self) -> str:
        return self.who


def edges_of_each(values: dict[str, Any], side: str = "") -> dict[str, Any]:
    """Values of a call, with edges split by player: ``Bob: /-/``, or ``/+/, 2/-/`` in order.

    A single edge for all stays as it is.
    """
    text = values.get(f"{side}edges")
    parts = re.split(r"\s*[,;]\s*", text.strip()) if isinstance(text, str) else []
    if len(parts) < 2 and not any(":" in part for part in parts):
        return values
    for name in ("advantages", "disadvantages"):
        if f"{side}{name}" in values:
            raise ParameterError(
                "given-twice", f"{side}edges: {side}{name} are given too; give one of them"
            )
    names = typed_names(values.get(f"{side}names", ()))
    if any(":" in part for part in parts):
        parts = _in_order(parts, names, f"{side}edges")
    each = [Edges.of(part) for part in parts]
    of_each = {
        f"{side}advantages": [edges.advantages for edges in each],
        f"{side}disadvantages": [edges.disadvantages for edges in each],
    }
    return {
        **{name: value for name, value in values.items() if name != f"{side}edges"},
        **{name: value for name, value in of_each.items() if any(value)},
    }


def _in_order(parts: Sequence[str], names: Sequence[str], parameter: str) -> list[str]:
    """Edges given by name, in the order of the players."""
    known = [_plain(name) for name in names]
    edges = [""] * len(names)
    for part in parts:
        who, _, said = part.rpartition(":")
        if _plain(who) not in known:
            roll = f"those who roll: {', '.join(names)}" if names else "them: give their names"
            raise ParameterError("bad-edges", f"{parameter}: {in_short(who)} is none of {roll}")
        edges[known.index(_plain(who))] += said
    return edges


def typed_names(names: Any) -> list[str]:
    """Names as a list; a typed text is split at commas and semicolons."""
    if isinstance(names, str):
        names = names.replace(";", ",").split(",")
    return [name.strip() for name in names if isinstance(name, str)]


def refused_names(names: Sequence[str], count: int, parameter: str = "names") -> str | None:
    """The error in the names of ``count`` players; None if there is none."""
    if not names:
        return None
    if len(names) != count:
        told = ", ".join(map(in_short, names))
        return f"{parameter}: {count} roll, and there are {len(names)} names: {told}"
    plain = [_plain(name) for name in names]
    for name in names:
        if not name.strip() or not is_visible(name):
            return f"{parameter}: nobody is called {in_short(name)}"
        if plain.count(_plain(name)) > 1:
            return f"{parameter}: two are called {in_short(name)}"
    return None


def refused_turn(turn: Turn | None, names: Sequence[str], count: int) -> str | None:
    if turn is None or turn.place(names, count) is not None:
        return None
    roll = ", ".join(names) if names else f"1 to {count}"
    return f"turn: {in_short(turn.who)} is none of those who roll: {roll}"


def called(names: Sequence[str], count: int, otherwise: str = "player") -> tuple[str, ...]:
    """The names of the players in notes; a single player needs none."""
    if names:
        return tuple(" ".join(name.split()) for name in names)
    if count == 1:
        return ("",) if otherwise == "player" else (f"the {otherwise}",)
    return tuple(f"{otherwise} {number + 1}" for number in range(count))


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
