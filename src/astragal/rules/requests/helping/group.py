"""A group after its first rolls: who can still help whom."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from astragal._value import Value
from astragal.experiment.choices import Choice, choose
from astragal.experiment.experiment import Experiment
from astragal.experiment.notes import Note
from astragal.rules.introductions import listed


class Hand(NamedTuple):
    """A player's Score, as its place in the order of Scores, and how help can improve it."""

    steps: tuple[int, ...]
    """the Score now and after 1, 2, … late Advantages, up to the first that requires another die"""
    dice: int
    """the number of dice that can be added after that"""

    def reachable(self, gifts: int) -> Hand:
        """The hand without improvements that need more late Advantages than this."""
        steps, dice = self.steps[: gifts + 1], self.dice
        if len(steps) < len(self.steps):
            dice = 0
        dice = min(dice, gifts + 1 - len(steps))
        while not dice and len(steps) > 1 and steps[-1] == steps[-2]:
            steps = steps[:-1]
        return Hand(steps, dice)

    @property
    def fixed(self) -> bool:
        """True if no help can change it."""
        return not self.dice and len(self.steps) < 2


class Group(Value):
    """A group of players who help each other with late Advantages; the lowest result counts.

    Results are given by their places in one order. Only players with a passing result can help.
    """

    most_gifts: ClassVar[int] = 2
    """the most Advantages that a player can give to others"""
    most_dice: ClassVar[int] = 3
    """the most dice that can be added for a player"""
    noun: ClassVar[str] = "result"
    """the game's word for a result"""

    names: tuple[str, ...]

    @property
    @abstractmethod
    def order(self) -> tuple[Any, ...]:
        """All results, the lowest first."""

    @property
    @abstractmethod
    def passing(self) -> int:
        """The place of the first result that passes."""

    @property
    @abstractmethod
    def numbers(self) -> tuple[Fraction, ...]:
        """Every result as a number; among equally good ways to help, the highest counts."""

    @property
    @abstractmethod
    def die(self) -> Experiment[Any]:
        """One more die."""

    @abstractmethod
    def first(self, player: int) -> Experiment[Any]:
        """The first roll of a player."""

    @abstractmethod
    def hand(self, player: int, rolled: Any) -> Hand:
        """The hand for a first roll."""

    @abstractmethod
    def place(self, player: int, rolled: Any) -> int:
        """The place of the result of one more die on its own."""

    @abstractmethod
    def gifts(self, place: int) -> int:
        """How many Advantages a first result lets a player give to others."""

    @abstractmethod
    def told(self, player: int, rolled: Any, hand: Hand) -> Note:
        """A note of a first roll."""

    @abstractmethod
    def told_step(self, player: int) -> Note:
        """A note of help that needs no die."""

    @property
    def most_help(self) -> int:
        """The most Advantages that one player can be given."""
        return self.most_gifts * (len(self.names) - 1)

    def label(self, giver: int, receiver: int) -> str:
        return f"{self.names[giver]} helps {self.names[receiver]}"

    @property
    def cache(self) -> dict[Any, Any]:
        """A cache of values computed for states, which odds need again and again."""
        found: dict[Any, Any] = self.__dict__.setdefault("_cache", {})
        return found

    def cached(self, key: Any, make: Callable[[], Any]) -> Any:
        """``make()``, called once per key."""
        if key not in self.cache:
            self.cache[key] = make()
        return self.cache[key]

    def with_die(self, player: int, now: int, rolled: Any) -> int:
        """The place of a player's result after one more die: the highest counts."""
        return max(now, self.place(player, rolled))


_SAYS = {"nobody": "nobody else helps"}


class HelpState(Value):
    """The state of mutual help between two decisions, kept compact because there are many."""

    group: Group
    hands: tuple[Hand, ...]
    gifts: tuple[int, ...]
    """the number of Advantages that each player can still give"""

    def __post_init__(self) -> None:
        # States are looked up very often, so the key is built once.
        key = (self.hands, self.gifts)
        object.__setattr__(self, "_key", key)
        # A sweep asks for the same states of many groups.
        object.__setattr__(self, "_hash", hash((key, hash(self.group))))

    def __hash__(self) -> int:
        hashed: int = self.__dict__["_hash"]
        return hashed

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        # The same places mean different Scores in another group, and a rule may ask for both.
        return (
            isinstance(other, HelpState)
            and bool(self.__dict__["_key"] == other.__dict__["_key"])
            and self.group == other.group
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return HelpState, (self.group, self.hands, self.gifts)

    @classmethod
    def begun(cls, group: Group, hands: tuple[Hand, ...]) -> HelpState:
        """The state after the first rolls."""
        gifts = tuple(group.gifts(hand.steps[0]) for hand in hands)
        return cls.settled(group, hands, gifts)

    def helped(self, giver: int, receiver: int, place: int | None = None) -> HelpState:
        """The state after one Advantage; with a die, the receiver's Score is then at ``place``."""
        hand = self.hands[receiver]
        then = Hand(hand.steps[1:], hand.dice) if place is None else Hand((place,), hand.dice - 1)
        gifts = _changed(self.gifts, giver, self.gifts[giver] - 1)
        return HelpState.settled(self.group, _changed(self.hands, receiver, then), gifts)

    def finished(self) -> HelpState:
        """The state once nobody helps any more."""
        return HelpState.settled(self.group, self.hands, (0,) * len(self.gifts))

    @classmethod
    def settled(cls, group: Group, hands: tuple[Hand, ...], gifts: tuple[int, ...]) -> HelpState:
        """A state without help that nobody can give any more, so equivalent states are equal."""
        left = sum(gifts)
        pairs = zip(hands, gifts, strict=True)
        return cls(group, tuple(hand.reachable(left - own) for hand, own in pairs), gifts)

    def needs_die(self, receiver: int) -> bool:
        """True if the player's next late Advantage is a die to be rolled."""
        return len(self.hands[receiver].steps) < 2

    def choice(self) -> Choice | None:
        """The choice of who helps whom; None if nobody can help."""
        options: dict[str, tuple[int, ...]] = {
            self.group.label(giver, receiver): (giver, receiver)
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
        """The names of the players with the lowest Score, with "has" or "have"."""
        place = self.place()
        last = [
            name
            for name, hand in zip(self.group.names, self.hands, strict=True)
            if hand.steps[0] == place
        ]
        return f"{listed(last)} {'has' if len(last) == 1 else 'have'}"

    def outcome(self) -> Any:
        return self.group.order[self.place()]

    def __repr__(self) -> str:
        return ", ".join(map(self._said, range(len(self.hands))))

    def _said(self, player: int) -> str:
        score = self.group.order[self.hands[player].steps[0]]
        said = getattr(score, "called", score)
        return f"{self.group.names[player]} has {said}{_MAY_HELP[self.gifts[player]]}"


_MAY_HELP = ("", " (may help once)", " (may help twice)")


def _changed(each: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*each[:place], value, *each[place + 1 :])
