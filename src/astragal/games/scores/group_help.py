"""A Group Test between its first rolls and its end: who can still help whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from astragal._value import Value, field
from astragal.experiment.choices import Choice, choose
from astragal.experiment.notes import Note, note
from astragal.games.scores.critical_dice import CriticalDie, LateDie
from astragal.games.scores.score_ranges import Critical, Score, ScoreRanges, score_of


class Setting(Value):
    """What stays the same during a Group Test: the players, and every Score they can have."""

    names: tuple[str, ...]
    modifiers: tuple[int, ...]
    ranges: ScoreRanges
    die: CriticalDie
    scores: tuple[tuple[Score, ...], ...] = field(init=False, compare=False)
    """for each player, the Score of everything a die can count as"""
    order: tuple[Score, ...] = field(init=False, compare=False)
    """all of these Scores, the lowest first"""
    places: tuple[tuple[int | None, ...], ...] = field(init=False, compare=False)
    """for each player, the place in that order of every Score that needs no help"""
    labels: Mapping[tuple[int, int], str] = field(init=False, compare=False)
    """who helps whom, in words"""
    late_dice: tuple[LateDie, ...] = field(init=False, compare=False)
    """the late die of somebody whose dice count as 0, 1, … so far"""
    notes: tuple[tuple[Note, ...], ...] = field(init=False, compare=False)
    """for each player, the note on every Score"""
    cache: dict[Any, Any] = field(init=False, compare=False)
    """what was computed of a state: odds come back to it again and again"""

    def __post_init__(self) -> None:
        scores = tuple(
            tuple(score_of(kept, modifier, self.ranges) for kept in range(11))
            for modifier in self.modifiers
        )
        object.__setattr__(self, "scores", scores)
        order = tuple(sorted({each for row in scores for each in row}))
        object.__setattr__(self, "order", order)
        places = tuple(
            tuple(order.index(each) if self._done(each) else None for each in row) for row in scores
        )
        object.__setattr__(self, "places", places)
        late_dice = tuple(LateDie(self.die, kept) for kept in range(11))
        object.__setattr__(self, "late_dice", late_dice)
        notes = tuple(
            tuple(note("{} has {}", name, score) for score in row)
            for name, row in zip(self.names, scores, strict=True)
        )
        object.__setattr__(self, "notes", notes)
        players = list(enumerate(self.names))
        labels = {(i, j): f"{one} helps {other}" for i, one in players for j, other in players}
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "cache", {})
        object.__setattr__(self, "_hash", super().__hash__())

    def __reduce__(self) -> tuple[Any, ...]:
        return Setting, (self.names, self.modifiers, self.ranges, self.die)

    def cached(self, key: Any, make: Callable[[], Any]) -> Any:
        """``make()``, called once for a key."""
        if key not in self.cache:
            self.cache[key] = make()
        return self.cache[key]

    def _done(self, score: Score) -> bool:
        """Whether help would change nothing: a High Score in the highest range there is."""
        if score.critical is Critical.SUCCESS:
            return True
        better = self.ranges.critical(10) is not None  # only a Critical Success gets there
        return score.high and score.range == self.ranges.highest and not better

    def __hash__(self) -> int:
        hashed: int = self.__dict__["_hash"]
        return hashed

    def __eq__(self, other: object) -> bool:
        return self is other or super().__eq__(other)

    def __repr__(self) -> str:
        return ""


def gifts_of(first: Score) -> int:
    """How many Advantages a first Score gives to others."""
    return 2 if first.high else int(first.passes)


class HelpState(Value):
    """The state of a Group Test between two decisions: plain numbers, as there are many states."""

    setting: Setting = field(compare=False)
    kept: tuple[int, ...]
    """what each player's die counts as; -1 for players who need no help"""
    room: tuple[int, ...]
    """how many more Advantages each player can be given"""
    gifts: tuple[int, ...]
    """how many Advantages each player can still give"""
    lowest: int
    """the place in the order of the lowest Score of players who need no help"""

    def __post_init__(self) -> None:
        # States are looked up again and again, so the key is built once.
        key = (self.kept, self.room, self.gifts, self.lowest)
        object.__setattr__(self, "_key", key)
        object.__setattr__(self, "_hash", hash(key))

    def __hash__(self) -> int:
        hashed: int = self.__dict__["_hash"]
        return hashed

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, HelpState) and bool(
            self.__dict__["_key"] == other.__dict__["_key"]
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return HelpState, (self.setting, self.kept, self.room, self.gifts, self.lowest)

    def helped(self, giver: int, receiver: int, kept: int) -> HelpState:
        """One Advantage given, after which the receiver's die counts as ``kept``."""
        gifts, room = list(self.gifts), list(self.room)
        gifts[giver] -= 1
        room[receiver] -= 1
        faces = _changed(self.kept, receiver, kept)
        return HelpState.settled(self.setting, faces, tuple(room), tuple(gifts), self.lowest)

    def finished(self) -> HelpState:
        """Nobody helps any more."""
        gifts = (0,) * len(self.gifts)
        return HelpState.settled(self.setting, self.kept, self.room, gifts, self.lowest)

    @classmethod
    def settled(
        cls,
        setting: Setting,
        kept: tuple[int, ...],
        room: tuple[int, ...],
        gifts: tuple[int, ...],
        lowest: int,
    ) -> HelpState:
        """The state without what no longer matters, so that equivalent states are equal."""
        for player, die in enumerate(kept):
            if die >= 0 and (place := setting.places[player][die]) is not None:
                kept = _changed(kept, player, -1)
                lowest = min(lowest, place)
        # Nobody can be given more than the others have left: more room makes no difference.
        left = sum(gifts)
        needed = [
            min(each, left - own) if die >= 0 else 0
            for each, own, die in zip(room, gifts, kept, strict=True)
        ]
        return cls(setting, kept, tuple(needed), gifts, lowest)

    def ways_to_help(self) -> list[tuple[int, int]]:
        """Who can help whom. Of givers who need no help themselves, only the first is listed."""
        free = False
        ways: list[tuple[int, int]] = []
        for giver, gifts in enumerate(self.gifts):
            if not gifts or (self.kept[giver] < 0 and free):
                continue
            free = free or self.kept[giver] < 0
            ways += [
                (giver, receiver)
                for receiver, die in enumerate(self.kept)
                if receiver != giver and die >= 0 and self.room[receiver]
            ]
        return ways

    def choice(self) -> Choice | None:
        """The choice of who helps whom; None if nobody can."""
        options = {self.setting.labels[way]: way for way in self.ways_to_help()}
        if not options:
            return None
        return choose("who helps whom?", {**options, "nobody": ()}, scores=self)

    def score(self, player: int) -> Score:
        return self.setting.scores[player][self.kept[player]]

    def outcome(self) -> Score:
        scores = [self.score(player) for player, die in enumerate(self.kept) if die >= 0]
        return min([*scores, *self.setting.order[self.lowest : self.lowest + 1]])

    def __repr__(self) -> str:
        return ", ".join(map(self._said, range(len(self.kept))))

    def _said(self, player: int) -> str:
        done = self.kept[player] < 0
        score = self.setting.ranges.highest if done else self.score(player).said
        help_left = f" (can help {self.gifts[player]})" if self.gifts[player] else ""
        return f"{self.setting.names[player]}: {score}{help_left}"


def _changed(each: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*each[:place], value, *each[place + 1 :])
