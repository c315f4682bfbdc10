"""What happened to every die: the history that a roll's explanation is told from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from astragal._value import Value, field
from astragal.outcome import Number, show, to_data, total


class Did(StrEnum):
    """What a modifier can do to a die."""

    DROPPED = "dropped"
    REROLLED = "re-rolled"
    EXPLODED = "exploded"
    FOLDED = "folded"
    ADDED = "added"
    RAISED = "raised"
    CAPPED = "capped"
    CHANGED = "changed"
    COUNTED = "counted"


class Change(NamedTuple):
    """One event of a die: what, which modifier did it, and the value before and after.

    A named tuple, because a large roll has hundreds of thousands of them.
    """

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


class Teller(Protocol):
    """What tells of its own work: a modifier."""

    def tell(self, step: Step) -> str:
        """What it did, as the rest of a sentence."""
        ...


class Step(Value):
    """One modifier at work: what it changed, in order, and the values it left."""

    by: str
    modifier: Teller = field(compare=False)
    changes: tuple[Change, ...]
    left: tuple[Number, ...]

    def told(self) -> str:
        """What the modifier did, in words."""
        return f"{self.by} {self.modifier.tell(self)}"

    def dropped_and_kept(self) -> str:
        dropped = listed(change.before for change in self.changes)
        return f"drops {dropped}, keeps {listed(self.left) or 'nothing'}"

    def moves(self) -> str:
        """Every change from one value to another."""
        moved = [f"{show(change.before)} to {show(change.after)}" for change in self.changes]
        return joined(moved)


_LISTED = 40


def listed(numbers: Iterable[Number]) -> str:
    """``6, 5, 4``; past forty, how many more."""
    return joined([show(number) for number in numbers])


def joined(items: list[str]) -> str:
    """Texts with commas between them; past forty, how many more."""
    if len(items) > _LISTED:
        return ", ".join(items[:_LISTED]) + f" … {len(items) - _LISTED:,} more"
    return ", ".join(items)


class RolledGroup(Value):
    """The dice of one group, in the order shown; extra dice follow the die that caused them."""

    text: str
    labels: tuple[str, ...]
    rolled: tuple[Number, ...]
    """the faces first rolled, in order"""
    dice: tuple[RolledDie, ...]
    steps: tuple[Step, ...]
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

    def done(self) -> RolledDie:
        return RolledDie(
            self.die, self.position, self.face, self.value, self.kept, tuple(self.changes)
        )


class GroupLog:
    """What modifiers report while they work, one after another.

    ``live`` runs parallel to the values they work on. The order dice are shown in is a linked list,
    because extra dice go behind the die that brought them, wherever that stands.
    """

    __slots__ = ("_by", "_changes", "_first", "_modifier", "_rolled", "_steps", "live")

    def __init__(self, names: Iterable[str], faces: Sequence[Number]) -> None:
        self._rolled = tuple(faces)
        self.live = [
            _Life(name, position, face)
            for position, (name, face) in enumerate(zip(names, faces, strict=True))
        ]
        self._first = _link(self.live)
        self._by = ""
        self._modifier: Any = None
        self._changes: list[Change] = []
        self._steps: list[Step] = []

    def begin(self, modifier: Teller) -> None:
        """A modifier starts to work."""
        self._by = str(modifier)
        self._modifier = modifier
        self._changes = []

    def end(self) -> None:
        """It is done."""
        left = tuple(life.value for life in self.live)
        self._steps.append(Step(self._by, self._modifier, tuple(self._changes), left))

    def keep(self, positions: Sequence[int]) -> None:
        """Only the dice at these positions stay."""
        staying = set(positions)
        for position, life in enumerate(self.live):
            if position not in staying:
                life.kept = False
                self._note(life, Did.DROPPED, life.value)
        self.live = [self.live[position] for position in positions]

    def change(self, position: int, did: Did, value: Number) -> None:
        """The die at this position now has another value."""
        self._note(self.live[position], did, value)

    def add(self, position: int, face: Number, value: Number) -> None:
        """The die before this position exploded, and a new die stands here."""
        parent = self.live[position - 1]
        self._note(parent, Did.EXPLODED, parent.value)
        child = _Life(parent.die, parent.position, face)
        self._note(child, Did.ADDED, value)
        child.next, parent.next = parent.next, child
        self.live.insert(position, child)

    def sort(self, positions: Sequence[int]) -> None:
        """Show the live dice in this order, what was dropped behind them."""
        self.live = [self.live[position] for position in positions]
        self._first = _link(self.live + [life for life in self._everyone() if not life.kept])

    def close(self, text: str) -> RolledGroup:
        """The group as it was rolled."""
        dice = tuple(life.done() for life in self._everyone())
        result = total(life.value for life in self.live)
        return RolledGroup(text, (), self._rolled, dice, tuple(self._steps), result)

    def _note(self, life: _Life, did: Did, value: Number) -> None:
        change = Change(did, self._by, life.value, value)
        life.changes.append(change)
        life.value = value
        self._changes.append(change)

    def _everyone(self) -> Iterator[_Life]:
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

    __slots__ = ("_spellings", "groups", "totals")

    def __init__(self) -> None:
        self.groups: list[RolledGroup] = []
        self.totals: list[Number] = []
        self._spellings: dict[int, str] = {}

    def spell(self, node: object) -> str:
        """A node's notation; made once, however often the node is rolled."""
        spelt = self._spellings.get(id(node))
        if spelt is None:
            spelt = self._spellings[id(node)] = str(node)
        return spelt

    def label(self, since: int, labels: tuple[str, ...]) -> None:
        """Put labels on every group finished since there were ``since`` of them."""
        self.groups[since:] = [
            RolledGroup(
                group.text,
                (*group.labels, *labels),
                group.rolled,
                group.dice,
                group.steps,
                group.total,
            )
            for group in self.groups[since:]
        ]
