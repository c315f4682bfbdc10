"""What happened to every die: the history that a roll's explanation is told from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from astragal._value import Value, field
from astragal.errors import Span
from astragal.rolling.outcome import Number, to_data


class Did(StrEnum):
    """What a modifier can do to a die."""

    DROPPED = "dropped"
    REROLLED = "re-rolled"
    EXPLODED = "exploded"
    ADDED = "added"
    RAISED = "raised"
    CAPPED = "capped"
    COUNTED = "counted"


class Change(Value):
    """One thing that happened to a die: what, which modifier did it, and its value before and after."""

    did: Did
    by: str
    before: Number
    after: Number


class RolledDie(Value):
    """One die of a group (or one member of a ``{…}`` group) and everything that happened to it."""

    die: str
    position: int
    """which of the dice first rolled it is, or came from, counted from 0"""
    face: Number
    value: Number
    kept: bool
    history: tuple[Change, ...]

    def did(self, what: Did) -> bool:
        return any(change.did is what for change in self.history)


class RolledGroup(Value):
    """The dice of one group, as rolled, in the order shown; extra dice stand behind the die that brought them."""

    text: str
    span: Span = field(compare=False)
    labels: tuple[str, ...]
    dice: tuple[RolledDie, ...]
    total: Number

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
        "face": to_data(die.face),
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


class _Life:
    """A die while its group is still being rolled."""

    __slots__ = ("changes", "die", "face", "kept", "next", "position", "value")

    def __init__(self, die: str, position: int, face: Number) -> None:
        self.die = die
        self.position = position
        self.face = self.value = face
        self.kept = True
        self.next: _Life | None = None
        self.changes: list[Change] = []

    def change(self, did: Did, by: str, value: Number) -> None:
        self.changes.append(Change(did, by, self.value, value))
        self.value = value

    def done(self) -> RolledDie:
        return RolledDie(
            self.die, self.position, self.face, self.value, self.kept, tuple(self.changes)
        )


class GroupLog:
    """What modifiers report while they work.

    ``live`` runs parallel to the values they work on. The order dice are shown in is a linked list,
    because extra dice go behind the die that brought them, wherever that stands.
    """

    __slots__ = ("_first", "live")

    def __init__(self, names: Iterable[str], faces: Sequence[Number]) -> None:
        self.live = [
            _Life(name, position, face)
            for position, (name, face) in enumerate(zip(names, faces, strict=True))
        ]
        self._first = _link(self.live)

    def keep(self, positions: Sequence[int], by: str) -> None:
        """Only the dice at these positions stay."""
        staying = set(positions)
        for position, life in enumerate(self.live):
            if position not in staying:
                life.kept = False
                life.changes.append(Change(Did.DROPPED, by, life.value, life.value))
        self.live = [self.live[position] for position in positions]

    def change(self, position: int, did: Did, by: str, value: Number) -> None:
        """The die at this position now has another value."""
        self.live[position].change(did, by, value)

    def add(self, position: int, by: str, face: Number, value: Number) -> None:
        """The die before this position exploded, and a new die stands here."""
        parent = self.live[position - 1]
        parent.change(Did.EXPLODED, by, parent.value)
        child = _Life(parent.die, parent.position, face)
        child.change(Did.ADDED, by, value)
        child.next, parent.next = parent.next, child
        self.live.insert(position, child)

    def sort(self, positions: Sequence[int]) -> None:
        """Show the live dice in this order, what was dropped behind them."""
        self.live = [self.live[position] for position in positions]
        self._first = _link(self.live + [life for life in self.everyone() if not life.kept])

    def everyone(self) -> Iterator[_Life]:
        """Every die, dropped ones too, in the order shown."""
        life = self._first
        while life is not None:
            yield life
            life = life.next


def _link(lives: Sequence[_Life]) -> _Life | None:
    """Put the dice in this order; returns the first."""
    following: _Life | None = None
    for life in reversed(lives):
        life.next, following = following, life
    return following


class Trace:
    """The groups of one roll in the order they were finished, and the totals that ranges read."""

    __slots__ = ("groups", "totals")

    def __init__(self) -> None:
        self.groups: list[RolledGroup] = []
        self.totals: list[Number] = []

    def close(self, text: str, span: Span, log: GroupLog, total: Number) -> None:
        dice = tuple(life.done() for life in log.everyone())
        self.groups.append(RolledGroup(text, span, (), dice, total))

    def label(self, since: int, label: str) -> None:
        """Put a label on every group finished since there were ``since`` of them."""
        self.groups[since:] = [
            RolledGroup(group.text, group.span, (*group.labels, label), group.dice, group.total)
            for group in self.groups[since:]
        ]
