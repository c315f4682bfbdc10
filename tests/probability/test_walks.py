"""Walks over hands of every kind, against every combination of their values one by one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal.errors import LimitError
from astragal.limits import Limits
from astragal.probability.budget import Budget
from astragal.probability.walks import hands
from astragal.probability.walks.hands import Hand, Order, Plain
from astragal.probability.walks.lots import Cards, Dice, Kind, Listed
from astragal.probability.walks.readings import Done, Reading, together
from astragal.probability.walks.walk import _sees_faces, walk
from tests.support.examples import examples

F = Fraction
Chances = dict[tuple[int, ...], Fraction]
"""Values, the lowest first, with their chances."""


class Both(NamedTuple):
    """A hand, and its twin: every combination of values."""

    hand: Hand
    chances: Chances


def _sorted(chances: Sequence[tuple[tuple[int, ...], Fraction]]) -> Chances:
    found: Chances = defaultdict(Fraction)
    for values, chance in chances:
        found[tuple(sorted(values))] += chance
    return found


@st.composite
def dice(draw: st.DrawFn) -> Both:
    """Dice of up to three kinds, fair, weighted or filtered; perhaps in a random number."""
    tables = st.one_of(
        st.integers(1, 6).map(lambda sides: dict.fromkeys(range(1, sides + 1), 1)),
        st.dictionaries(st.integers(-1, 5), st.integers(1, 3), min_size=1, max_size=4),
    )
    kinds = draw(st.lists(st.tuples(tables, st.sampled_from([0, 0, 2])), min_size=1, max_size=3))
    cases = draw(
        st.lists(
            st.lists(st.integers(0, 2), min_size=len(kinds), max_size=len(kinds)).filter(
                lambda sizes: sum(sizes) < 5
            ),
            min_size=1,
            max_size=2,
        )
    )
    share = F(1, len(cases))
    made = [Kind(table, sum(table.values()) + absent, absent) for table, absent in kinds]
    hand = Plain(Dice([(share, list(zip(made, sizes, strict=True))) for sizes in cases]))
    chances = []
    for sizes in cases:
        faces = [
            [*((face,) for face in table for _ in range(table[face])), *[()] * absent]
            for (table, absent), size in zip(kinds, sizes, strict=True)
            for _ in range(size)
        ]
        whole = prod(map(len, faces))
        chances += [(sum(shown, ()), share / whole) for shown in product(*faces)]
    return Both(hand, _sorted(chances))


@st.composite
def cards(draw: st.DrawFn) -> Both:
    deck = draw(st.dictionaries(st.integers(0, 6), st.integers(0, 3), min_size=1, max_size=4))
    listed = [card for card, number in deck.items() for _ in range(number)]
    number = draw(st.integers(0, min(4, len(listed))))
    drawn = list(combinations(listed, number))
    return Both(Plain(Cards(deck, number)), _sorted([(each, F(1, len(drawn))) for each in drawn]))


@st.composite
def listed_values(draw: st.DrawFn) -> Both:
    sets = draw(
        st.dictionaries(
            st.lists(st.integers(0, 4), max_size=3).map(tuple), st.integers(1, 3), min_size=1
        )
    )
    whole = sum(sets.values())
    chances = [(values, F(weight, whole)) for values, weight in sets.items()]
    return Both(Plain(Listed(sets, whole)), _sorted(chances))


plain = st.one_of(dice(), cards(), listed_values())


def _without(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple((Counter(one) - Counter(other)).elements())


def _common(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple((Counter(one) & Counter(other)).elements())


def _joined(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return one + other


Change = Callable[[tuple[int, ...], tuple[int, ...]], tuple[int, ...]]
PAIRS: list[tuple[Callable[[Hand, Hand], Hand], Change]] = [
    (hands.Without, _without),
    (hands.Common, _common),
    (hands.Joined, _joined),
]


@st.composite
def pairs(draw: st.DrawFn, parts: st.SearchStrategy[Both]) -> Both:
    one, other = draw(parts), draw(parts)
    kind, change = draw(st.sampled_from(PAIRS))
    chances = [
        (change(values, others), chance * share)
        for values, chance in one.chances.items()
        for others, share in other.chances.items()
    ]
    return Both(kind(one.hand, other.hand), _sorted(chances))


@st.composite
def changed(draw: st.DrawFn, parts: st.SearchStrategy[Both]) -> Both:
    """Some ranks of a hand, or one of each of its values."""
    hand, chances = draw(parts)
    if draw(st.booleans()):
        distinct = [(tuple(set(values)), chance) for values, chance in chances.items()]
        return Both(hands.Distinct(hand), _sorted(distinct))
    first, kept, lowest = draw(st.integers(0, 2)), draw(st.integers(1, 2)), draw(st.booleans())

    def ranks(size: int) -> list[tuple[int, int]]:
        top, last = min(first, size), min(first + kept, size)
        return [(size - last, size - top) if lowest else (top, last)]

    def kept_of(values: tuple[int, ...]) -> tuple[int, ...]:
        ((top, last),) = ranks(len(values))
        return tuple(sorted(values, reverse=True)[top:last])

    ranked = [(kept_of(values), chance) for values, chance in chances.items()]
    return Both(hands.Ranked(hand, ranks), _sorted(ranked))


def few(both: Both) -> bool:
    return len(both.chances) < 120


any_hand = st.recursive(
    plain, lambda parts: st.one_of(pairs(parts), changed(parts)), max_leaves=3
).filter(few)


def mixed_up(state: int, face: int, *counts: int) -> int | Done[int]:
    """A step that depends on all that it is given, and sometimes stops."""
    for place, count in enumerate(counts):
        state = (3 * state + (face + 2) * (count + place + 1) + count) % 11
    return Done(state) if state == 7 else state


def twin(some: Sequence[Both], faces: Sequence[int], reading: Reading) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = defaultdict(Fraction)
    for case in product(*(each.chances.items() for each in some)):
        outcome = reading.of(faces, [Counter(values) for values, _ in case])
        found[outcome] += prod((chance for _, chance in case), start=F(1))
    return {outcome: chance for outcome, chance in found.items() if chance}


@examples(300)
@given(st.lists(any_hand, min_size=1, max_size=2), st.sampled_from(Order))
def test_a_walk_gives_what_every_combination_gives(some: list[Both], order: Order) -> None:
    reading = Reading(1, mixed_up, lambda state: state % 5, order)
    faces = sorted(
        {face for each in some for lot in each.hand.lots for face in lot.faces},
        reverse=order is Order.FALLING,
    )
    found, denominator = walk([each.hand for each in some], reading, Budget())
    chances = {outcome: F(weight, denominator) for outcome, weight in found.items() if weight}
    assert chances == twin(some, faces, reading)


def fair(count: int, *sides: int) -> Hand:
    kinds = [(Kind(dict.fromkeys(range(1, each + 1), 1), each), count) for each in sides]
    return Plain(Dice([(F(1), kinds)]))


@pytest.mark.parametrize("order", Order)
def test_a_step_is_called_once_for_a_state_a_face_and_numbers(order: Order) -> None:
    """But for one state of each face and numbers, which is looked at twice."""
    calls: Counter[tuple[int, int, int]] = Counter()

    def step(state: int, face: int, count: int) -> int:
        calls[state, face, count] += 1
        return min(3, state + count)

    walk([fair(4, 4, 6, 8)], Reading(0, step, order=order), Budget())
    again = Counter((face, count) for (_, face, count), number in calls.items() if number > 1)
    assert set(calls.values()) == {1, 2}
    assert set(again.values()) == {1}


class _Pairs:
    def step(self, state: int, _face: int, dice: int) -> int:
        return state + dice // 2


@pytest.mark.parametrize(
    ("step", "sees"),
    [
        (lambda state, face, dice: state + dice // 2, False),
        (_Pairs().step, False),
        (lambda state, face, dice: state + face * dice, True),
        (lambda state, face, dice: state + (lambda: face)() * dice, True),
        (lambda state, face, dice: state + locals()["face"] * dice, True),
        (lambda state, *shown: state + shown[0] * shown[1], True),
        (max, True),
    ],
)
def test_a_step_that_looks_at_no_face_is_known(step: Callable[..., int], sees: bool) -> None:
    assert _sees_faces(step) is sees


def test_a_step_that_looks_at_no_face_is_taken_once_for_all_faces() -> None:
    calls: Counter[tuple[int, int]] = Counter()

    def pairs(state: int, face: int, dice: int) -> int:
        calls[state, dice] += 1
        return state + dice // 2

    found, denominator = walk([fair(10, 10)], Reading(0, pairs), Budget())
    assert F(found[3], denominator) == F(12_261_312, 25_000_000)
    assert max(calls.values()) == 2


def test_fair_dice_of_unlike_sizes_are_one_number() -> None:
    """Ten dice of ten sizes: so many states, and not one for every choice of them."""
    budget = Budget()
    total = Reading(0, lambda state, face, count: state + face * count)
    found, denominator = walk([fair(1, *range(3, 13))], total, budget)
    assert F(sum(n * weight for n, weight in found.items()), denominator) == F(85, 2)
    assert budget.spent < 2_000_000


def test_several_readings_stop_each_for_itself() -> None:
    highest = Reading(0, lambda state, face, count: Done(face) if count else state)
    total = Reading(0, lambda state, face, count: state + face * count)
    found, _ = walk([fair(2, 6)], together([highest, total]), Budget())
    assert found == {(max(a, b), a + b): 1 + (a != b) for a in range(1, 7) for b in range(1, a + 1)}


def test_too_many_states_are_refused_with_their_number() -> None:
    every_value = Reading((), lambda shown, face, count: shown + (face,) * count)
    with pytest.raises(LimitError, match=r"a walk with [\d,]+ states or more") as refused:
        walk([fair(20, 20)], every_value, Budget(Limits(odds=10_000_000)))
    assert "in the state" in (refused.value.hint or "")
