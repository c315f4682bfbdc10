"""A Group Test between its first rolls and its end: who can still help whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from astragal._value import Value, field
from astragal.experiment.choices import Choice, choose
from astragal.experiment.experiment import Experiment
from astragal.games.scores.about import CAP
from astragal.games.scores.critical_dice import Criticals, FirstDice, critical_dice
from astragal.games.scores.score_ranges import HIGH, PASS, Score, ScoreRanges, score_of
from astragal.rules.introductions import listed

MOST_GIFTS = 2
"""The most Advantages that a first Score gives to others."""


class LateAdvantage(Enum):
    """What an Advantage is that comes after the roll."""

    DIE = "die"
    PLUS_ONE = "plus one"


class Hand(NamedTuple):
    """A player's Score, by its place in the order of all, and what late Advantages make of it."""

    steps: tuple[int, ...]
    """the Score now, then after one late Advantage, after two, … as far as no die is needed"""
    dice: int
    """how many dice can be added after that"""

    def reachable(self, gifts: int) -> Hand:
        """The hand without what this many late Advantages do not reach."""
        steps, dice = self.steps[: gifts + 1], self.dice
        if len(steps) < len(self.steps):
            dice = 0
        dice = min(dice, gifts + 1 - len(steps))
        while not dice and len(steps) > 1 and steps[-1] == steps[-2]:
            steps = steps[:-1]
        return Hand(steps, dice)

    @property
    def fixed(self) -> bool:
        """Whether no help can change it."""
        return not self.dice and len(self.steps) < 2


class Scores(NamedTuple):
    """Every Score that the players of a Group Test can have: see ``Setting``."""

    order: tuple[Score, ...]
    places: tuple[tuple[tuple[int, ...], ...], ...]


@lru_cache(maxsize=32)
def _scores(
    modifiers: tuple[int, ...],
    edges: tuple[int, ...],
    ranges: ScoreRanges | None,
    late: LateAdvantage,
) -> Scores:
    """The Scores of all players. Odds start a Group Test anew for each of its first rolls."""
    most = _most_help(len(modifiers))
    scores = []
    for modifier, edge in zip(modifiers, edges, strict=True):
        room = min(max(0, CAP - edge), most) if late is LateAdvantage.PLUS_ONE else 0
        scores.append([_with_help(kept, modifier, room, ranges) for kept in range(11)])
    order = tuple(sorted({each for row in scores for several in row for each in several}))
    place = {score: number for number, score in enumerate(order)}
    return Scores(
        order,
        tuple(tuple(tuple(place[e] for e in several) for several in row) for row in scores),
    )


def _most_help(players: int) -> int:
    return MOST_GIFTS * (players - 1)


def _with_help(kept: int, modifier: int, room: int, ranges: ScoreRanges | None) -> list[Score]:
    """The Score of what a die counts as, and after each late Advantage that is +1."""
    return [score_of(kept, modifier + more, ranges) for more in range(room + 1)]


class Setting(Value):
    """What stays the same during a Group Test: the players, and every Score they can have."""

    names: tuple[str, ...]
    modifiers: tuple[int, ...]
    edges: tuple[int, ...]
    """for each player, Advantages less Disadvantages, before the cap"""
    ranges: ScoreRanges | None
    """None as long as they are hidden"""
    critical_from: int
    criticals: Criticals
    late: LateAdvantage = LateAdvantage.DIE
    order: tuple[Score, ...] = field(init=False, compare=False)
    """all Scores, the lowest first"""
    places: tuple[tuple[tuple[int, ...], ...], ...] = field(init=False, compare=False)
    """for each player and everything a die can count as: the place of the Score, and its places
    after each late Advantage that is +1"""
    labels: Mapping[tuple[int, int], str] = field(init=False, compare=False)
    """who helps whom, in words"""
    cache: dict[Any, Any] = field(init=False, compare=False)
    """what was computed of a state: odds come back to it again and again"""

    def __post_init__(self) -> None:
        scores = _scores(self.modifiers, self.edges, self.ranges, self.late)
        object.__setattr__(self, "order", scores.order)
        object.__setattr__(self, "places", scores.places)
        players = list(enumerate(self.names))
        labels = {(i, j): f"{one} helps {other}" for i, one in players for j, other in players}
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "cache", {})
        object.__setattr__(self, "_hash", super().__hash__())

    def __reduce__(self) -> tuple[Any, ...]:
        given = (self.names, self.modifiers, self.edges, self.ranges)
        return Setting, (*given, self.critical_from, self.criticals, self.late)

    @property
    def die(self) -> Experiment[int]:
        return critical_dice(0, self.critical_from, self.criticals, tells=": {}")

    def cached(self, key: Any, make: Callable[[], Any]) -> Any:
        """``make()``, called once for a key."""
        if key not in self.cache:
            self.cache[key] = make()
        return self.cache[key]

    @property
    def most_help(self) -> int:
        """Nobody can be given more Advantages than this."""
        return _most_help(len(self.names))

    # The dice of a player

    def first_dice(self, player: int) -> FirstDice:
        edge = max(-CAP, min(CAP, self.edges[player]))
        return FirstDice(edge, self.critical_from, self.criticals, self.names[player])

    def first_hand(self, player: int, counted: tuple[int, ...]) -> Hand:
        """The hand of somebody whose first dice count as this."""
        row, edge = self.places[player], self.edges[player]
        if self.late is LateAdvantage.PLUS_ONE:
            return Hand(row[counted[0]], 0)
        # Disadvantages over the cap are cancelled first, and that changes nothing.
        over = min(max(0, -edge - CAP), self.most_help)
        steps = [counted[0]] * over + list(counted)
        hand = Hand(tuple(row[each][0] for each in steps), CAP - max(0, min(edge, CAP)))
        return hand.reachable(self.most_help)

    def with_die(self, player: int, now: int, counted: int) -> int:
        """The place of a player's Score after one more die: the highest counts."""
        return max(now, self.places[player][counted][0])

    def __hash__(self) -> int:
        hashed: int = self.__dict__["_hash"]
        return hashed

    def __eq__(self, other: object) -> bool:
        return self is other or super().__eq__(other)

    def __repr__(self) -> str:
        return ""


_SAYS = {"nobody": "nobody else helps"}


def gifts_of(first: Score) -> int:
    """How many Advantages a first Score gives to others."""
    return MOST_GIFTS if first.reaches(HIGH) else int(first.reaches(PASS))


class HelpState(Value):
    """The state of a Group Test between two decisions: plain numbers, as there are many states."""

    setting: Setting
    hands: tuple[Hand, ...]
    gifts: tuple[int, ...]
    """how many Advantages each player can still give"""

    def __post_init__(self) -> None:
        # States are looked up again and again, so the key is built once.
        key = (self.hands, self.gifts)
        object.__setattr__(self, "_key", key)
        # A sweep asks for the same states of many Group Tests.
        object.__setattr__(self, "_hash", hash((key, hash(self.setting))))

    def __hash__(self) -> int:
        hashed: int = self.__dict__["_hash"]
        return hashed

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        # Places and steps mean other Scores in another Group Test, which one rule may ask for too.
        return (
            isinstance(other, HelpState)
            and bool(self.__dict__["_key"] == other.__dict__["_key"])
            and self.setting == other.setting
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return HelpState, (self.setting, self.hands, self.gifts)

    @classmethod
    def begun(cls, setting: Setting, hands: tuple[Hand, ...]) -> HelpState:
        """After the first rolls."""
        gifts = tuple(gifts_of(setting.order[hand.steps[0]]) for hand in hands)
        return cls.settled(setting, hands, gifts)

    def helped(self, giver: int, receiver: int, place: int | None = None) -> HelpState:
        """One Advantage given; with a die the receiver's Score is then at this place."""
        hand = self.hands[receiver]
        then = Hand(hand.steps[1:], hand.dice) if place is None else Hand((place,), hand.dice - 1)
        gifts = _changed(self.gifts, giver, self.gifts[giver] - 1)
        return HelpState.settled(self.setting, _changed(self.hands, receiver, then), gifts)

    def finished(self) -> HelpState:
        """Nobody helps any more."""
        return HelpState.settled(self.setting, self.hands, (0,) * len(self.gifts))

    @classmethod
    def settled(
        cls, setting: Setting, hands: tuple[Hand, ...], gifts: tuple[int, ...]
    ) -> HelpState:
        """The state without help that nobody can give any more: equivalent ones are equal."""
        left = sum(gifts)
        pairs = zip(hands, gifts, strict=True)
        return cls(setting, tuple(hand.reachable(left - own) for hand, own in pairs), gifts)

    def needs_die(self, receiver: int) -> bool:
        """Whether the next late Advantage of a player is a die to be rolled."""
        return len(self.hands[receiver].steps) < 2

    def choice(self) -> Choice | None:
        """The choice of who helps whom: whoever has help left, anybody else; None if nobody can."""
        options: dict[str, tuple[int, ...]] = {
            self.setting.labels[giver, receiver]: (giver, receiver)
            for giver, gifts in enumerate(self.gifts)
            for receiver, hand in enumerate(self.hands)
            if gifts and receiver != giver and not hand.fixed
        }
        if not options:
            return None
        options["nobody"] = ()
        return choose("who helps whom?", options, says=_SAYS, scores=self)

    def place(self) -> int:
        """The place of the lowest Score."""
        return min(hand.steps[0] for hand in self.hands)

    @property
    def last(self) -> str:
        """Whose Score is the lowest, for a note."""
        place = self.place()
        last = [
            name
            for name, hand in zip(self.setting.names, self.hands, strict=True)
            if hand.steps[0] == place
        ]
        return f"{listed(last)} {'has' if len(last) == 1 else 'have'}"

    def outcome(self) -> Score:
        return self.setting.order[self.place()]

    def __repr__(self) -> str:
        return ", ".join(map(self._said, range(len(self.hands))))

    def _said(self, player: int) -> str:
        score = self.setting.order[self.hands[player].steps[0]].called
        return f"{self.setting.names[player]} has {score}{_MAY_HELP[self.gifts[player]]}"


_MAY_HELP = ("", " (may help once)", " (may help twice)")


def _changed(each: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*each[:place], value, *each[place + 1 :])
