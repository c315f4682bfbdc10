"""Mechanics of known games as walks, against all dice and cards one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import pytest

from astragal import Done, deal, odds, parse, pool, walk


def dice(number: int, sides: int) -> list[tuple[int, ...]]:
    return list(product(range(1, sides + 1), repeat=number))


def chances(cases: Iterable[Any]) -> dict[Any, Fraction]:
    found = Counter(cases)
    return {case: Fraction(number, found.total()) for case, number in found.items()}


def left_over(ours: Sequence[int], theirs: Sequence[int]) -> list[int]:
    return list((Counter(ours) - Counter(theirs)).elements())


# One-Roll Engine: the widest set, and of these the highest


def widest(state: tuple[int, int], face: int, count: int) -> tuple[int, int]:
    return max(state, (count, face)) if count > 1 else state


def widest_of(shown: Sequence[int]) -> tuple[int, int]:
    sets = [(count, face) for face, count in Counter(shown).items() if count > 1]
    return max(sets, default=(0, 0))


# Legends of the Wulin: ten for each die of a set, and its face


def best_set(best: int, face: int, count: int) -> int:
    return max(best, 10 * count + face) if count else best


def best_set_of(shown: Sequence[int]) -> int:
    return max(10 * number + face for face, number in Counter(shown).items())


# Neon City Overdrive: the highest action die that no danger die cancels, and further sixes


def uncancelled(state: tuple[int, int], face: int, action: int, danger: int) -> tuple[int, int]:
    best, sixes = state
    left = max(0, action - danger)
    return (max(best, face), sixes + left * (face == 6)) if left else state


def uncancelled_of(action: Sequence[int], danger: Sequence[int]) -> tuple[int, int]:
    left = left_over(action, danger)
    return max(left, default=0), left.count(6)


# Silhouette: the highest die, and one more for each further six


def highest(state: tuple[int, int], face: int, count: int) -> tuple[int, int]:
    return (face, count) if count and not state[0] else state


# Sorcerer: dice above the loser's highest, after ties


class Victories:
    start = 0

    def step(self, lead: int, _face: int, ours: int, theirs: int) -> int | Done[int]:
        if lead > 0:
            return Done(lead) if theirs else lead + ours
        if lead < 0:
            return Done(lead) if ours else lead - theirs
        return ours - theirs


def victories_of(ours: Sequence[int], theirs: Sequence[int]) -> int:
    one, other = sorted(ours), sorted(theirs)
    while one and other and one[-1] == other[-1]:
        one.pop()
        other.pop()
    best, worst = max(one, default=0), max(other, default=0)
    return sum(face > worst for face in one) or -sum(face > best for face in other)


# Cortex: the best two that are no ones, and the largest size of the other dice


def cortex(state: tuple[int, int, int], face: int, *counts: int) -> tuple[int, int, int]:
    total, kept, effect = state
    for size, number in zip((3, 4, 5), counts, strict=True):
        if face > 1:
            taken = min(2 - kept, number)
            total, kept = total + taken * face, kept + taken
            effect = max(effect, size if number > taken else 0)
    return total, kept, effect


def cortex_of(*shown: Sequence[int]) -> tuple[int, int]:
    """Of equal faces the smaller dice make the total, as the larger are worth more as effect."""
    sizes = [(face, -size) for size, faces in zip((3, 4, 5), shown, strict=True) for face in faces]
    ranked = sorted((each for each in sizes if each[0] > 1), reverse=True)
    return sum(face for face, _ in ranked[:2]), max((-size for _, size in ranked[2:]), default=0)


# Don't Rest Your Head: the pool with most of the highest face that tells them apart


def dominant(state: int | None, _face: int, *counts: int) -> int | None:
    most = max(counts)
    return counts.index(most) if state is None and counts.count(most) == 1 else state


def dominant_of(*shown: Sequence[int]) -> int:
    for face in range(6, 0, -1):
        found = dominant(None, face, *[faces.count(face) for faces in map(list, shown)])
        if found is not None:
            return found
    return -1


# Cribbage: ways to make fifteen; poker: sizes of sets, and how many ranks lie in a row


def fifteens(ways: tuple[int, ...], face: int, count: int) -> tuple[int, ...]:
    more = [0] * 16
    for cards in range(count + 1):
        for total in range(16 - face * cards):
            more[total + face * cards] += ways[total] * comb(count, cards)
    return tuple(more)


def fifteens_of(hand: Sequence[int]) -> int:
    some = (each for size in range(len(hand) + 1) for each in combinations(hand, size))
    return sum(sum(each) == 15 for each in some)


def poker(state: Any, card: int, count: int) -> Any:
    """Cards are ten times their rank, and their suit; the sets, the suit (0 if several), a run."""
    sets, suit, rank, number, run, longest = state
    if rank != card // 10:
        sets = tuple(sorted((*sets, number))) if number else sets
        rank, run, number = card // 10, run if number else 0, 0
    if count:
        run += not number
        suit = card % 10 if suit in (None, card % 10) else 0
    return sets, suit, rank, number + count, run, max(longest, run)


def category(state: Any) -> tuple[tuple[int, ...], bool, int]:
    sets, suit, _, number, _, longest = state
    return tuple(sorted((*sets, number))) if number else sets, bool(suit), longest


def category_of(hand: Sequence[int]) -> tuple[tuple[int, ...], bool, int]:
    ranks = Counter(card // 10 for card in hand)
    longest = max(
        size
        for size in range(1, 5)
        for low in ranks
        if all(low + step in ranks for step in range(size))
    )
    return tuple(sorted(ranks.values())), len({card % 10 for card in hand}) == 1, longest


CARDS = [10 * rank + suit for rank in range(1, 6) for suit in (1, 2)]
RANKS = [1, 1, 4, 5, 5, 5, 6, 9, 10, 10]

MECHANICS: dict[str, tuple[Any, Callable[..., Any], Sequence[Sequence[Any]]]] = {
    "One-Roll Engine": (
        walk(pool(5, 6), start=(0, 0), step=widest), widest_of, [dice(5, 6)]
    ),
    "Neon City Overdrive": (
        walk("3d6", "2d6", start=(0, 0), step=uncancelled), uncancelled_of, [dice(3, 6), dice(2, 6)]
    ),
    "Sorcerer": (walk("3d5", "2d5", by=Victories), victories_of, [dice(3, 5), dice(2, 5)]),
    "Legends of the Wulin": (
        walk(pool(4, 6), step=best_set),
        best_set_of,
        [dice(4, 6)],
    ),
    "Cortex": (
        walk("2d3", "2d4", "1d5", start=(0, 0, 0), step=cortex, end=lambda s: (s[0], s[2])),
        cortex_of,
        [dice(2, 3), dice(2, 4), dice(1, 5)],
    ),
    "Don't Rest Your Head": (
        walk("2d6", "1d6", "2d6", start=None, step=dominant, end=lambda s: -1 if s is None else s),
        dominant_of,
        [dice(2, 6), dice(1, 6), dice(2, 6)],
    ),
    "cribbage": (
        walk(deal(5, RANKS), start=(1, *[0] * 15), step=fifteens, end=lambda ways: ways[15]),
        fifteens_of,
        [list(combinations(RANKS, 5))],
    ),
    "poker": (
        walk(deal(4, CARDS), start=((), None, 0, 0, 0, 0), step=poker, end=category),
        category_of,
        [list(combinations(CARDS, 4))],
    ),
    "Riddle of Steel": (
        parse("3d6c>=4 - 2d6c>=5"),
        lambda ours, theirs: sum(f > 3 for f in ours) - sum(f > 4 for f in theirs),
        [dice(3, 6), dice(2, 6)],
    ),
    "Silhouette": (
        walk("3d6", start=(0, 0), step=highest, end=lambda s: s[0] + (s[1] - 1) * (s[0] == 6)),
        lambda shown: max(shown) + max(0, shown.count(6) - 1),
        [dice(3, 6)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MECHANICS)
def test_odds_are_those_of_every_case(name: str) -> None:
    mechanic, reading, parts = MECHANICS[name]
    assert dict(odds(mechanic).items()) == chances(reading(*case) for case in product(*parts))


@pytest.mark.parametrize("name", MECHANICS)
def test_a_roll_is_one_of_the_cases(name: str) -> None:
    mechanic, _, _ = MECHANICS[name]
    for seed in range(5):
        assert odds(mechanic).probability(mechanic.roll(seed=seed).outcome)
