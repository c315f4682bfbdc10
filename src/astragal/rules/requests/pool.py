"""Pools: dice whose order does not matter, and cards drawn without replacement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from math import comb
from typing import TYPE_CHECKING, Any, overload

from astragal._generic import T
from astragal._visible import in_short
from astragal.die import Die
from astragal.errors import NOWHERE, Hints, RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.identity import remembered
from astragal.experiment.outcomes import is_outcome
from astragal.limits import readable
from astragal.outcome import show
from astragal.probability.walks.hands import Hand, Plain
from astragal.probability.walks.lattice import falling
from astragal.probability.walks.lots import Cards
from astragal.probability.walks.readings import EVERY_VALUE
from astragal.probability.walks.walk import walk
from astragal.probability.weights import Weighing, Weights
from astragal.rules.requests.dice import counted, experiments_of, hand_of, listed
from astragal.rules.requests.request import DiceOfNumbers, Pool, Rolled

if TYPE_CHECKING:
    from astragal.experiment.run.scenes import Scene
    from astragal.experiment.solve.memory import Memory

_MULTISET = 450
"""The steps of listing one multiset."""


class Sorted(Pool):
    """Independent experiments, sorted, the highest first; odds look at each multiset once."""

    experiments: tuple[Experiment[Any], ...]
    inline: bool = False  # type: ignore[misc]

    def steps(self) -> Asks[tuple[Any, ...]]:
        results = []
        for each in self.experiments:
            result = yield each
            results.append(result)
        return tuple(falling(results))

    def hand(self, memory: Memory) -> Generator[Any, Weights, Hand]:
        return hand_of(self.experiments, memory)

    def weigh(self, memory: Memory) -> Weighing:
        hand = yield from self.hand(memory)
        multisets = _multisets(hand)
        steps = _MULTISET * multisets
        if memory.budget.spent + steps > memory.limits.odds:
            raise memory.limits.exceeded(
                "odds",
                steps,
                NOWHERE,
                about=f"{self} has {readable(multisets)} multisets",
                advice=Hints(
                    "read it face by face, without a list of them: "
                    f"`walk({_call(self.experiments)}, step=…)`"
                ),
                roughly=True,
            )
        return walk([hand], EVERY_VALUE, memory.budget)

    def __str__(self) -> str:
        first = self.experiments[:1]
        if len(set(self.experiments)) == 1:
            return f"pool of {counted(len(self.experiments), *first)}"
        return f"pool of {listed(self.experiments)}"


def _multisets(hand: Hand) -> int:
    """An estimate of the number of different values of a hand."""
    faces, size = len(hand.lots[0].faces), max(hand.sizes, default=0)
    return comb(max(0, faces + size - 1), size)


def _call(experiments: tuple[Experiment[Any], ...]) -> str:
    kinds = set(experiments)
    one = str(experiments[0])
    if len(kinds) == 1 and one[0] == "d" and one[1:].isdigit():
        return f"pool({len(experiments)}, {one[1:]})"
    return "pool(…)"


class Deal(Pool):
    """Cards drawn without replacement, sorted, the highest first."""

    number: int
    cards: tuple[tuple[Any, int], ...]
    """every card, with its number of copies in the deck"""

    def steps(self) -> Asks[tuple[Any, ...]]:
        left = dict(self.cards)
        dealt = []
        for _ in range(self.number):
            card = yield from _drawn(left)
            left[card] -= 1
            dealt.append(card)
        return tuple(falling(dealt))

    def hand(self, memory: Memory) -> Generator[Any, Weights, Hand]:
        return Plain(Cards(dict(self.cards), self.number))
        yield

    def weigh(self, memory: Memory) -> Weighing:
        hand = yield from self.hand(memory)
        return walk([hand], EVERY_VALUE, memory.budget)

    def tell_request(self, scene: Scene) -> str:
        return f"{self}: {show(scene.outcome)}"

    def __str__(self) -> str:
        return f"{self.number} of {sum(number for _, number in self.cards)} cards"


def _drawn(left: Mapping[Any, int]) -> Generator[Any, Any, Any]:
    """Draw one of the remaining cards, with a die that shows cards or stands for them."""
    cards = [card for card, number in left.items() if number]
    if all(type(card) is int for card in cards):
        return (yield Die({card: left[card] for card in cards}))
    from astragal.rules.requests.weighted import weighted

    return (yield weighted({card: left[card] for card in cards}))


@overload
def pool(
    number: int, what: DiceOfNumbers, *, inline: bool = ...
) -> Experiment[tuple[int, ...]]: ...
@overload
def pool(number: int, what: Experiment[T], *, inline: bool = ...) -> Experiment[tuple[T, ...]]: ...
@overload
def pool(number: int, what: str, *, inline: bool = ...) -> Experiment[tuple[Any, ...]]: ...
@overload
def pool(number: Iterable[DiceOfNumbers], *, inline: bool = ...) -> Experiment[tuple[int, ...]]: ...
@overload
def pool(number: Iterable[Experiment[T]], *, inline: bool = ...) -> Experiment[tuple[T, ...]]: ...
@overload
def pool(number: Iterable[Rolled], *, inline: bool = ...) -> Experiment[tuple[Any, ...]]: ...
def pool(number: Any, what: Any = None, *, inline: bool = False) -> Experiment[tuple[Any, ...]]:
    """Several dice, as a tuple with the highest first: ``pool(3, 6)``, ``pool([8, 8, 6])``.

    A ``walk`` reads it face by face, however many dice there are. With ``inline``, the events of
    its experiments are shown as part of the rule that asked for the pool.

    >>> import astragal
    >>> astragal.pool(3, 6).roll(faces=[3, 6, 5]).outcome
    (6, 5, 3)
    >>> len(astragal.pool(5, 6).odds())
    252
    """
    return _pool(number, what, inline)


def _sorted(number: Any, what: Any, inline: bool) -> Sorted:
    return Sorted(experiments_of(number, what), inline)


_pool = remembered(_sorted, also=(Experiment,))


_MOST_CARDS = 1_000_000


def deal(number: int, deck: Mapping[T, int] | Iterable[T]) -> Experiment[tuple[T, ...]]:
    """Cards drawn without replacement, as a tuple with the highest first.

    The deck is a list of cards, or a mapping from cards to their numbers.

    >>> import astragal
    >>> hand = astragal.deal(5, {rank: 4 for rank in range(1, 14)})
    >>> hand.roll(faces=[1, 12, 1, 3, 12]).outcome
    (12, 12, 3, 1, 1)
    """
    try:
        cards = dict(deck) if isinstance(deck, Mapping) else dict(Counter(deck))
    except TypeError:
        raise RuleError(
            "bad-card",
            f"a deck is a list of cards, or the number of each, not {in_short(deck)}",
        ) from None
    for card, copies in cards.items():
        if not is_outcome(card):
            raise RuleError(
                "bad-card", f"a card must be hashable and exact, and {in_short(card)} is not"
            )
        if type(copies) is not int or copies < 0:
            raise RuleError(
                "bad-card",
                f"the number of each card must be a whole number of at least 0, "
                f"not {in_short(copies)}",
            )
    size = sum(cards.values())
    if size > _MOST_CARDS:
        raise RuleError("bad-card", f"a deck has at most {_MOST_CARDS:,} cards")
    if type(number) is not int or not 0 <= number <= size:
        raise RuleError("bad-number", f"{in_short(number)} cards cannot be dealt from {size}")
    return Deal(number, tuple(cards.items()))
