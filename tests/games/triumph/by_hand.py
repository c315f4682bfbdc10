"""triumph worked out by hand: every face of every d20, and exploding dice level by level.

A level is one roll of all the d20s that still go on. While a die that counts shows 20 there is
another level,
20 higher; so what goes on without end is a handful of linear equations.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

Law = dict[int, Fraction]
TWENTIETH = Fraction(1, 20)


class KeptD20s(NamedTuple):
    """d20s, of which one is kept: the highest, or the lowest."""

    number: int = 1
    lowest: bool = False
    explodes: bool = False
    rerolls: int = 0

    def __str__(self) -> str:
        symbols = "▼" if self.lowest else "▲"
        return f"{self.number}d20{symbols}{'!' * self.explodes}{'♻' * self.rerolls}"


DICE_OF = {
    "incompetence": KeptD20s(2, lowest=True),
    "aptitude": KeptD20s(1),
    "mastery": KeptD20s(2),
}


def face_law(rerolls: int) -> Law:
    """One d20 of which the lowest faces are re-rolled once."""
    law = dict.fromkeys(range(1, 21), rerolls * TWENTIETH * TWENTIETH)
    for face in range(rerolls + 1, 21):
        law[face] += TWENTIETH
    return {face: chance for face, chance in law.items() if chance}


@cache
def level(number: int, lowest: bool, rerolls: int = 0) -> tuple[tuple[int, int, Fraction], ...]:
    """One roll of exploding dice: the face that counts, how many dice go on, and the chance."""
    law: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    one = face_law(rerolls)
    for faces in product(one, repeat=number):
        chance = Fraction(1)
        for face in faces:
            chance *= one[face]
        kept = min(faces) if lowest else max(faces)
        law[kept, faces.count(20) if kept == 20 else 0] += chance
    return tuple((*key, chance) for key, chance in law.items())


def first_level(dice: KeptD20s) -> list[tuple[int, int, Fraction]]:
    """The natural result, how many dice go on exploding, and the chance."""
    rolled = level(dice.number, dice.lowest, dice.rerolls)
    return [(face, going if dice.explodes else 0, chance) for face, going, chance in rolled]


def total_chance(dice: KeptD20s, total: int) -> Fraction:
    """The chance of a total of exploding dice: all that must have happened on each level."""

    def reached(going: int, left: int) -> Fraction:
        if left <= 0:
            return Fraction(0)
        return sum(
            (
                chance * (reached(more, left - 20) if more else int(face == left))
                for face, more, chance in level(going, dice.lowest)
            ),
            Fraction(0),
        )

    return sum(
        (
            chance * (reached(more, total - 20) if more else int(face == total))
            for face, more, chance in first_level(dice)
        ),
        Fraction(0),
    )


def sixes(net: int) -> Law:
    """So many d6: added, or taken away where the number is under 0."""
    law: Law = {0: Fraction(1)}
    sign = 1 if net > 0 else -1
    for _ in range(abs(net)):
        more: Law = defaultdict(Fraction)
        for total, face in product(law, range(1, 7)):
            more[total + sign * face] += law[total] / 6
        law = dict(more)
    return law


def fortune(natural: int, triumph_from: int = 20, disaster_to: int = 1) -> int:
    """1 for a triumph, -1 for a disaster, else 0."""
    return int(triumph_from <= natural <= 20) - int(natural <= disaster_to)


def fortune_of_several(naturals: tuple[int, ...], ranges: tuple[int, int] = (20, 1)) -> int:
    """The same for all dice that are kept: a triumph and a disaster cancel out."""
    lucks = {fortune(each, *ranges) for each in naturals}
    return sum(lucks)


def ahead(
    ours: KeptD20s, theirs: KeptD20s, going: tuple[int, int], lead: int, tie: Fraction
) -> Fraction:
    """The chance to win with a lead, while so many of our and of their dice go on exploding."""
    us, them = going
    if not us and not them:
        return tie if lead == 0 else Fraction(int(lead > 0))
    if (not them and lead >= 0) or (not us and lead <= 0):
        return Fraction(int(not them))
    our_level = level(us, ours.lowest) if us else ((0, 0, Fraction(1)),)
    their_level = level(them, theirs.lowest) if them else ((0, 0, Fraction(1)),)
    here = same = Fraction(0)
    for (our_face, our_more, p), (their_face, their_more, q) in product(our_level, their_level):
        if (our_more, their_more) == going and our_face == their_face:
            same += p * q
        else:
            beyond = lead + our_face - their_face
            here += p * q * ahead(ours, theirs, (our_more, their_more), beyond, tie)
    return here / (1 - same)


def contest_by_hand(
    ours: KeptD20s,
    theirs: KeptD20s,
    lead: int = 0,
    *,
    tie: Fraction = Fraction(1, 2),
    net: tuple[int, int] = (0, 0),
    ranges: tuple[int, int] = (20, 1),
    their_ranges: tuple[int, int] = (20, 1),
) -> Fraction:
    """The chance to win a contest: one fortune alone decides, equal ones cancel out."""
    wins = Fraction(0)
    for (mine, we_go, p), (yours, they_go, q) in product(first_level(ours), first_level(theirs)):
        mood, other = fortune(mine, *ranges), fortune(yours, *their_ranges)
        if mood != other:
            wins += p * q * int(mood > other)
            continue
        for shift, chance in swing(net).items():
            beyond = lead + mine - yours + shift
            wins += p * q * chance * ahead(ours, theirs, (we_go, they_go), beyond, tie)
    return wins


@cache
def swing(net: tuple[int, int]) -> Law:
    """What the d6s of both sides come to."""
    law: Law = defaultdict(Fraction)
    for plus, minus in product(sixes(net[0]).items(), sixes(net[1]).items()):
        law[plus[0] - minus[0]] += plus[1] * minus[1]
    return dict(law)


Margins = dict[tuple[int, str], Fraction]
"""Margins with "", and bounds of margins with "more" or "less"."""


@cache
def margins(ours: KeptD20s, theirs: KeptD20s, going: tuple[int, int], lead: int) -> Margins:
    """Where a lead ends, while so many dice go on exploding: who is ahead anyway rolls no more."""
    us, them = going
    if not us and not them:
        return {(lead, ""): Fraction(1)}
    if not them and lead > 0:
        return {(lead, "more"): Fraction(1)}
    if not us and lead < 0:
        return {(lead, "less"): Fraction(1)}
    law: Margins = defaultdict(Fraction)
    same = Fraction(0)
    our_level = level(us, ours.lowest) if us else ((0, 0, Fraction(1)),)
    their_level = level(them, theirs.lowest) if them else ((0, 0, Fraction(1)),)
    for (our_face, our_more, p), (their_face, their_more, q) in product(our_level, their_level):
        if (our_more, their_more) == going and our_face == their_face:
            same += p * q
            continue
        beyond = lead + our_face - their_face
        for end, chance in margins(ours, theirs, (our_more, their_more), beyond).items():
            law[end] += p * q * chance
    return {end: chance / (1 - same) for end, chance in law.items()}


@cache
def margins_by_hand(
    ours: KeptD20s, theirs: KeptD20s, lead: int = 0, net: tuple[int, int] = (0, 0)
) -> Margins:
    """Every margin a contest can end with."""
    law: Margins = defaultdict(Fraction)
    for (mine, we_go, p), (yours, they_go, q) in product(first_level(ours), first_level(theirs)):
        for shift, chance in swing(net).items():
            ends = margins(ours, theirs, (we_go, they_go), lead + mine - yours + shift)
            for end, share in ends.items():
                law[end] += p * q * chance * share
    return dict(law)
