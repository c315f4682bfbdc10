"""The dice of scores by hand: every face and all possible help, without the engine."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

Key = tuple[int, int]
"""A Score in the order of the rules: -1 for a Critical Failure, 1 for a Critical Success,
else 0 and the number."""


Gift = tuple[int, int]
"""Who helps, and whom."""


@cache
def one_die(critical_from: int = 10) -> Counter[int]:
    """What a die counts as, in twentieths: ten faces, each with both sides of a coin."""
    counted: Counter[int] = Counter()
    for face, heads in product(range(1, 11), (True, False)):
        if face == 10:
            counted[10 if heads else 0] += 1
        else:
            counted[10 if face >= critical_from else face] += 1
    return counted


@cache
def kept_of(net: int, critical_from: int = 10) -> dict[int, Fraction]:
    """What the die that is kept counts as, with a net Advantage (or, under 0, Disadvantage)."""
    number = 1 + abs(net)
    chances: Counter[int] = Counter()
    for counted in product(one_die(critical_from).items(), repeat=number):
        faces = [face for face, _ in counted]
        ways = math.prod(weight for _, weight in counted)
        chances[max(faces) if net >= 0 else min(faces)] += ways
    return {face: Fraction(ways, 20**number) for face, ways in chances.items()}


def key(counted: int, modifier: int) -> Key:
    return {0: (-1, 0), 10: (1, 0)}.get(counted, (0, counted + modifier))


def scores_of(modifier: int, net: int, critical_from: int = 10) -> dict[Key, Fraction]:
    return {key(face, modifier): each for face, each in kept_of(net, critical_from).items()}


def reaches(counted: int, modifier: int, goal: int) -> bool:
    return key(counted, modifier) >= (0, goal) and counted != 0


def range_of(counted: int, modifier: int) -> str:
    high, passes = (reaches(counted, modifier, goal) for goal in (10, 7))
    return "High" if high else "Mixed" if passes else "Low"


def gifts_of(first: Sequence[int], modifiers: Sequence[int]) -> set[Gift]:
    """Who can help whom after the first rolls."""
    rolled = list(enumerate(zip(first, modifiers, strict=True)))
    givers = [each for each, roll in rolled if reaches(*roll, 7)]
    return {(one, other) for one in givers for other, _ in rolled if other != one}


def best_help(
    first: Sequence[int], modifiers: Sequence[int], goal: int, room: Sequence[int]
) -> tuple[Fraction, Callable[[Gift | None], Fraction]]:
    """The chance that all reach the goal with the best help, and that after one gift.

    At every step anybody with something left may help anybody else; the help of nobody ends it all.
    """
    players = range(len(modifiers))
    chance = [
        sum(
            Fraction(n, 20) for face, n in one_die().items() if reaches(face, modifiers[each], goal)
        )
        for each in players
    ]

    @cache
    def value(needy: frozenset[int], room: tuple[int, ...], gifts: tuple[int, ...]) -> Fraction:
        if not needy:
            return Fraction(1)
        moves = (
            after(giver, receiver, needy, room, gifts)
            for giver in players
            for receiver in needy
            if gifts[giver] and receiver != giver and room[receiver]
        )
        return max(moves, default=Fraction(0))

    def after(
        giver: int,
        receiver: int,
        needy: frozenset[int],
        room: tuple[int, ...],
        gifts: tuple[int, ...],
    ) -> Fraction:
        room = tuple(n - (each == receiver) for each, n in enumerate(room))
        gifts = tuple(n - (each == giver) for each, n in enumerate(gifts))
        missed = value(needy, room, gifts)
        if receiver not in needy:
            return missed
        return (
            chance[receiver] * value(needy - {receiver}, room, gifts)
            + (1 - chance[receiver]) * missed
        )

    rolled = list(zip(first, modifiers, strict=True))
    needy = frozenset(each for each, roll in enumerate(rolled) if not reaches(*roll, goal))
    gifts = tuple(reaches(*roll, 7) + reaches(*roll, 10) for roll in rolled)

    def option(gift: Gift | None) -> Fraction:
        if gift is None:
            return Fraction(not needy)
        return after(*gift, needy, tuple(room), gifts)

    return value(needy, tuple(room), gifts), option
