"""scores: help among those who pass, against every way to help in every situation."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from hypothesis import example, given
from hypothesis import strategies as st

from astragal.probability.budget import Budget
from astragal.rules.requests.helping.group import Hand
from astragal.rules.requests.helping.needs import Player
from astragal.rules.requests.helping.passing import PassingHelp
from tests.support.examples import examples

PASSING, END, SIDES = 1, 6, 4
ROWS = [{0: 2, 2: 1, 5: 1}, {0: 1, 1: 1, 3: 1, 4: 1}, {0: 3, 3: 1}]
"""What a die of four sides brings, by its places; those under the first fail."""

AIMS = [[1, 1, 1, 1, 1], [0, 0, 1, 1, 1], [0, 1, 1, 3, 3]]
SCORES = [Fraction(place) for place in range(PASSING, END)]

Odds = tuple[Fraction, ...]
Seen = tuple[Player, ...]


def purposes(aim: list[int]) -> list[list[Fraction]]:
    return [[Fraction(each) for each in aim], [Fraction(1)] * len(aim), SCORES]


def worth(odds: Odds, aim: list[int]) -> tuple[Fraction, ...]:
    """What odds of Passing Scores are worth to the aim, then that they pass, then as Scores."""
    return tuple(
        sum((chance * each for chance, each in zip(odds, worths, strict=True)), Fraction(0))
        for worths in purposes(aim)
    )


def put(group: list[Player], at: int, player: Player) -> Seen:
    return tuple(sorted([*group[:at], player, *group[at + 1 :]]))


def mixed(parts: Iterable[tuple[Odds, Fraction]]) -> Odds:
    total = [Fraction(0)] * len(SCORES)
    for odds, share in parts:
        total = [so_far + share * each for so_far, each in zip(total, odds, strict=True)]
    return tuple(total)


def brute(group: Seen, done: list[bool], aim: list[int]) -> Odds:
    """The odds under the best help, whoever helps whomever; some are helped no further."""

    def ended(group: Seen) -> Odds:
        lowest = min(player.steps[0] for player in group)
        return tuple(Fraction(place == lowest) for place in range(PASSING, END))

    def helped(player: Player) -> list[tuple[Player, Fraction]]:
        steps, dice, gifts, row = player
        if done[steps[0]]:
            return []
        if len(steps) > 1:
            return [(Player(steps[1:], dice, gifts, row), Fraction(1))]
        return [
            (Player((max(steps[0], place),), dice - 1, gifts, row), Fraction(ways, SIDES))
            for place, ways in ROWS[row].items()
            if dice
        ]

    @cache
    def best(group: Seen) -> Odds:
        found = [ended(group)]
        for at, giver in enumerate(group):
            rest = [*group[:at], giver.with_gifts(giver.gifts - 1), *group[at + 1 :]]
            for to, receiver in enumerate(group):
                ways = helped(receiver) if giver.gifts and to != at else []
                if ways:
                    found.append(mixed((best(put(rest, to, then)), share) for then, share in ways))
        return max(found, key=lambda odds: worth(odds, aim))

    return best(tuple(sorted(group)))


def players(row: int) -> st.SearchStrategy[Player]:
    steps = st.lists(st.integers(0, 4), min_size=1, max_size=2).map(lambda s: tuple(sorted(s)))
    return st.builds(Player, steps, st.integers(0, 3), st.integers(0, 2), st.just(row))


IN_ORDER, NOT_IN_ORDER = [False] * 4 + [True] * 2, [False, False, True, True, False, True]
"""Which Scores need no help."""


def seen(*players: tuple[int, int, int, int]) -> list[Player]:
    return [Player((place,), *others) for place, *others in players]


# Whose help is taken first matters: not all that would do if it were good for all can be done.
@example(seen((1, 4, 0, 1), (2, 2, 2, 0), (2, 2, 2, 0)), IN_ORDER, AIMS[0])
@example(seen((0, 3, 0, 0), (1, 2, 1, 1), (2, 1, 2, 0)), IN_ORDER, AIMS[1])
@example(seen((1, 3, 1, 0), (1, 3, 1, 1), (2, 2, 2, 0), (3, 1, 0, 0)), IN_ORDER, AIMS[2])
@examples(30)
@given(
    st.lists(st.integers(0, 2).flatmap(players), min_size=2, max_size=4),
    st.sampled_from([IN_ORDER, NOT_IN_ORDER]),
    st.sampled_from(AIMS),
)
def test_s9_help_is_as_good_as_any(group: list[Player], done: list[bool], aim: list[int]) -> None:
    group = [player.with_gifts(min(player.gifts, player.steps[0])) for player in group]
    expected = brute(tuple(group), done, aim)
    rows = [ROWS[player.row] for player in group]
    help_of_all = PassingHelp(done, PASSING, rows, SIDES, purposes(aim), Budget(), 8)
    kinds = [
        help_of_all.player(at, Hand(player.steps, player.dice), player.gifts)
        for at, player in enumerate(group)
    ]
    found = help_of_all.chances([(kinds, help_of_all.ones())])
    assert worth(tuple(found), aim) == worth(expected, aim)
