"""d20s that explode, by order statistics: what those that count come to, roll by roll.

All dice that go on have shown nothing but 20s, so they are equally high; each further roll decides
which of them stop. With a limit to the rolls, dice that go on past it are only counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from math import comb
from typing import NamedTuple

from astragal.games.triumph.fortunes import Luck

SIDES = 20
UNMARKED = Luck(SIDES + 1, 0)
"""Where nobody asks for triumph and disaster."""


class Final(NamedTuple):
    """d20s that will not be re-rolled: what is certain of those that count, and those that explode.

    Of the dice that show a 20 and explode, ``going``, some are kept.
    """

    fixed: int
    going: int = 0
    kept: int = 0
    marks: int = 0
    """the marks of all that are kept"""


class Burst(NamedTuple):
    """What exploding dice add; how many of them still go on then, and how many of those count."""

    added: int
    going: int = 0
    kept: int = 0


@lru_cache(maxsize=512)
def kept_sums(
    weights: tuple[tuple[int, int], ...],
    number: int,
    kept: int,
    highest: bool,
    luck: Luck = UNMARKED,
) -> Mapping[tuple[int, int], int]:
    """The sum and the marks of the highest or lowest of some dice, with the ways to get them.

    ``weights`` are of one die.
    """
    states: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}
    for face, weight in sorted(weights, reverse=highest):
        following: dict[tuple[int, int, int], int] = defaultdict(int)
        mark = luck.marks(face)
        for (seen, total, marks), ways in states.items():
            for more in range(number - seen + 1):
                counting = max(0, min(more, kept - seen))
                way = ways * comb(number - seen, more) * weight**more
                now = marks | mark if counting else marks
                following[seen + more, total + counting * face, now] += way
        states = following
    return {
        (total, marks): ways
        for (seen, total, marks), ways in states.items()
        if seen == number and ways
    }


_FAIR = tuple((face, 1) for face in range(1, SIDES))
"""The faces of a d20 that do not explode."""


@lru_cache(maxsize=512)
def bursts(going: int, kept: int, highest: bool, rolls: int) -> Mapping[Burst, int]:
    """What dice add that explode, of which some are kept, with its ways of 20^(going · rolls)."""
    if not going or not kept:
        return {Burst(0): SIDES ** (going * rolls)}
    if not rolls:
        return {Burst(0, going, kept): 1}
    law: dict[Burst, int] = defaultdict(int)
    for again in range(going + 1):
        stopped = going - again
        # The dice that go on are the highest.
        on = min(again, kept) if highest else max(0, kept - stopped)
        stands = kept - on
        spare = SIDES ** (stopped * (rolls - 1)) * comb(going, again)
        later = bursts(again, on, highest, rolls - 1)
        for (total, _), ways in kept_sums(_FAIR, stopped, stands, highest).items():
            for burst, more in later.items():
                added = total + SIDES * on + burst.added
                law[burst._replace(added=added)] += spare * ways * more
    return law


def first_roll(
    weights: tuple[tuple[int, int], ...],
    number: int,
    kept: int,
    highest: bool,
    *,
    explodes: bool,
    luck: Luck,
) -> dict[Final, int]:
    """All that dice can show at first, with the ways; weights are of one die."""
    twenty = dict(weights).get(SIDES, 0)
    others = tuple((face, weight) for face, weight in weights if face != SIDES or not explodes)
    law: dict[Final, int] = defaultdict(int)
    for going in range(number + 1 if explodes else 1):
        stopped = number - going
        on = min(going, kept) if highest else max(0, kept - stopped)
        share = comb(number, going) * twenty**going
        mark = luck.marks(SIDES) if on else 0
        for (total, marks), ways in kept_sums(others, stopped, kept - on, highest, luck).items():
            law[Final(total, going if on else 0, on, marks | mark)] += share * ways
    return law
