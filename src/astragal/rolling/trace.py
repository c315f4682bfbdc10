"""The history of every die, for the explanation of a roll.

These are named tuples because a large roll has hundreds of thousands of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import count
from typing import Any, NamedTuple, Protocol

from astragal.outcome import Number, Outcome, face_to_data, show, to_data, total
from astragal.symbols import Symbols

_new = tuple.__new__
"""Creates a named tuple without checking its fields, because a large roll has many."""


class Did(StrEnum):
    """The kinds of events in the history of a die."""

    DROPPED = "dropped"
    REROLLED = "re-rolled"
    EXPLODED = "exploded"
    FOLDED = "folded"
    ADDED = "added"
    RAISED = "raised"
    CAPPED = "capped"
    CHANGED = "changed"
    COUNTED = "counted"
    CRITICAL = "critical"
    FUMBLE = "fumble"


class Change(NamedTuple):
    """An event in the history of a die: its kind, the modifier, and both values."""

    did: Did
    by: str
    before: Number
    after: Number


class RolledDie(NamedTuple):
    """One die of a group (or one member of a ``{…}`` group) with its history."""

    die: str
    position: int
    """index of the die among those first rolled; an extra die has that of the die that exploded"""
    face: Number
    value: Number
    kept: bool
    history: tuple[Change, ...]

    def did(self, what: Did) -> bool:
        return any(change.did is what for change in self.history)


class StepTeller(Protocol):
    """A modifier that can describe its own steps."""

    @property
    def spelling(self) -> str: ...

    def tell(self, step: Step) -> str:
        """The effect of the modifier, as the rest of a sentence."""
        ...


class Step(NamedTuple):
    """The changes made by one modifier, in order, and the values after it."""

    by: str
    modifier: StepTeller
    changes: tuple[Change, ...]
    left: tuple[Number, ...]

    def told(self) -> str:
        """The effect of the modifier as a sentence."""
        return f"{self.by} {self.modifier.tell(self)}"

    def dropped_and_kept(self) -> str:
        dropped = listed(change.before for change in self.changes)
        return f"drops {dropped}, keeps {listed(self.left) or 'nothing'}"

    def moves(self) -> str:
        """Every change from one value to another, as text."""
        moved = [f"{show_die(each.before)} to {show_die(each.after)}" for each in self.changes]
        return joined(moved)


_LISTED = 40


def listed(numbers: Iterable[Number]) -> str:
    """Numbers as text, ``6, 5, 4``; after forty, the number omitted."""
    return joined([show_die(number) for number in numbers])


def show_die(value: object) -> str:
    """A die's value as text: symbols are spelt as on a face."""
    if type(value) is int:
        return show(value)
    return value.spelling if isinstance(value, Symbols) else show(value)


def joined(items: list[str]) -> str:
    """Texts joined by commas; after forty, the number omitted."""
    if len(items) > _LISTED:
        return ", ".join(items[:_LISTED]) + f" … {len(items) - _LISTED:,} more"
    return ", ".join(items)


class RolledGroup(NamedTuple):
    """The dice of one group, in display order; extra dice follow the die that exploded."""

    text: str
    labels: tuple[str, ...]
    rolled: tuple[Number, ...]
    """faces of the first rolls, in order"""
    dice: tuple[RolledDie, ...]
    steps: tuple[Step, ...]
    total: Number
    places: tuple[int, ...] = ()
    """positions in ``dice`` of the remaining values in the order shown, if they are sorted"""

    @property
    def left(self) -> list[RolledDie]:
        """The kept dice, in the order of the values after all modifiers."""
        if self.places:
            return [self.dice[place] for place in self.places]
        return [die for die in self.dice if die.kept]

    def to_data(self) -> dict[str, object]:
        return {
            "group": self.text,
            "labels": list(self.labels),
            "total": to_data(self.total),
            "dice": [_die_to_data(die) for die in self.dice],
        }


def _die_to_data(die: RolledDie) -> dict[str, object]:
    return {
        "die": die.die,
        "position": die.position,
        "face": _face_to_data(die.face),
        "value": to_data(die.value),
        "kept": die.kept,
        "history": [
            {
                "did": change.did.value,
                "by": change.by,
                "from": to_data(change.before),
                "to": to_data(change.after),
            }
            for change in die.history
        ],
    }


def _face_to_data(face: object) -> object:
    if isinstance(face, int):
        return face
    return face_to_data(face) if isinstance(face, Symbols) else to_data(face)


def unchanged_group(text: str, die: str, faces: Sequence[Number], nothing: Any = 0) -> RolledGroup:
    """A group without modifiers; ``nothing`` is the total of no dice."""
    rolled = tuple(faces)
    dice = [
        _new(RolledDie, (die, position, face, face, True, ()))
        for position, face in enumerate(rolled)
    ]
    return _new(RolledGroup, (text, (), rolled, tuple(dice), (), total(rolled, nothing), ()))


class _LiveDie:
    """A die while its group is being rolled."""

    __slots__ = ("changes", "die", "face", "kept", "next", "position", "value")

    def __init__(self, die: str, position: int, face: Number) -> None:
        self.die = die
        self.position = position
        self.face = self.value = face
        self.kept = True
        self.next: _LiveDie | None = None
        self.changes: list[Change] = []


class GroupLog:
    """Collects reports from modifiers as they are applied, one after another.

    ``live`` is parallel to the values that the modifiers work on. The dice in display order form a
    linked list, because extra dice are inserted after the die that exploded.
    """

    __slots__ = ("_by", "_changes", "_first", "_modifier", "_rolled", "_sorted", "_steps", "live")

    def __init__(self, names: Iterable[str], faces: Sequence[Number]) -> None:
        self._rolled = tuple(faces)
        self.live = list(map(_LiveDie, names, count(), self._rolled))
        self._first = _link(self.live)
        self._by = ""
        self._modifier: Any = None
        self._changes: list[Change] = []
        self._steps: list[Step] = []
        self._sorted = False

    def begin(self, modifier: StepTeller) -> None:
        """Start recording a modifier."""
        self._by = modifier.spelling
        self._modifier = modifier
        self._changes = []

    def end(self) -> None:
        """Finish recording a modifier."""
        left = tuple([die.value for die in self.live])
        self._steps.append(_new(Step, (self._by, self._modifier, tuple(self._changes), left)))

    def keep(self, positions: Sequence[int]) -> None:
        """Drop all dice except those at these positions."""
        kept = set(positions)
        for position, die in enumerate(self.live):
            if position not in kept:
                die.kept = False
                self._note(die, Did.DROPPED, die.value)
        self.live = [self.live[position] for position in positions]

    def change(self, position: int, did: Did, value: Number) -> None:
        """Give the die at this position a new value."""
        self._note(self.live[position], did, value)

    def add(self, position: int, face: Number, value: Number) -> None:
        """Insert an extra die at this position, for an explosion of the die before it."""
        parent = self.live[position - 1]
        self._note(parent, Did.EXPLODED, parent.value)
        child = _LiveDie(parent.die, parent.position, face)
        self._note(child, Did.ADDED, value)
        child.next, parent.next = parent.next, child
        self.live.insert(position, child)

    def sort(self, positions: Sequence[int]) -> None:
        """Show the live dice in this order, followed by the dropped ones."""
        shown = [self.live[position] for position in positions]
        self._first = _link(shown + [die for die in self._everyone() if not die.kept])
        self._sorted = True

    def close(self, text: str, nothing: Any = 0) -> RolledGroup:
        """The finished group; ``nothing`` is the total of no dice."""
        everyone = self._everyone()
        dice = [
            _new(RolledDie, (d.die, d.position, d.face, d.value, d.kept, tuple(d.changes)))
            for d in everyone
        ]
        places: tuple[int, ...] = ()
        if self._sorted:
            place_of = {id(die): place for place, die in enumerate(everyone)}
            places = tuple([place_of[id(die)] for die in self.live])
        result = total([die.value for die in self.live], nothing)
        steps = tuple(self._steps)
        return _new(RolledGroup, (text, (), self._rolled, tuple(dice), steps, result, places))

    def _note(self, die: _LiveDie, did: Did, value: Number) -> None:
        change = _new(Change, (did, self._by, die.value, value))
        die.changes.append(change)
        die.value = value
        self._changes.append(change)

    def _everyone(self) -> list[_LiveDie]:
        """Every die in display order, including dropped dice."""
        everyone, die = [], self._first
        while die is not None:
            everyone.append(die)
            die = die.next
        return everyone


def _link(dice: Sequence[_LiveDie]) -> _LiveDie | None:
    """Link the dice in this order; returns the first."""
    following: _LiveDie | None = None
    for die in reversed(dice):
        die.next, following = following, die
    return following


class Trace:
    """The groups of one roll in the order finished, and the totals looked up in ranges."""

    __slots__ = ("groups", "totals", "unsorted")

    def __init__(self) -> None:
        self.groups: list[RolledGroup] = []
        self.totals: list[Number] = []
        self.unsorted: tuple[Outcome, ...] = ()
        """results of a sorted list, in the order rolled"""

    def label(self, since: int, labels: tuple[str, ...]) -> None:
        """Add labels to all groups after the first ``since``."""
        self.groups[since:] = [
            group._replace(labels=(*group.labels, *labels)) for group in self.groups[since:]
        ]
