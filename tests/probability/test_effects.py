"""Effects on pools, each form of pool against the multisets that do the same one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import pytest

from astragal import Die, OddsError
from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws.law import Law, union
from astragal.probability.pools.effects import (
    Burst,
    Each,
    Effect,
    Filter,
    KeepRanks,
    OneOfEach,
    contribution,
)
from astragal.probability.pools.identical import Identical
from astragal.probability.pools.multisets import Multisets
from astragal.probability.pools.pool import Pool, pool_after, total_after
from astragal.probability.pools.unlike import Unlike
from astragal.probability.readings.blocks import Block
from astragal.probability.walks.readings import DISTINCT, LARGEST_SET, LONGEST_RUN

F = Fraction

D4, ODD = Law.of_die(Die(4)), Law.of_die(Die([0, 2, 2, 5]))


def at_least(number: int) -> Callable[[Law], tuple[Law, Law]]:
    return lambda law: law.cut(number)[::-1]


def only(number: int) -> Callable[[Law], tuple[Law, Law]]:
    def split(law: Law) -> tuple[Law, Law]:
        low, rest = law.cut(number)
        same, high = rest.cut(number, past=True)
        return same, union([low, high])

    return split


FILTERS = [Filter(at_least(3)), Filter(only(2)), Filter(at_least(9)), Filter(at_least(-9))]
DOUBLE = Each(lambda law: law.scaled(2), monotone=True)
REROLL = Each(lambda law: union([law.cut(2)[1], D4.weighted(law.cut(2)[0].mass)]))
ONCE = Burst(only(4), D4, once=True)
OTHERS: list[list[Effect]] = [
    [],
    [KeepRanks(1, True, False)],
    [KeepRanks(2, False, False)],
    [KeepRanks(1, True, True)],
    [KeepRanks(1, False, True)],
    [OneOfEach()],
    [OneOfEach(), KeepRanks(1, True, False)],
    [DOUBLE],
    [REROLL],
    [ONCE],
    [DOUBLE, KeepRanks(2, True, False)],
]


def pools() -> list[Pool]:
    budget = Budget()
    blocks = (Block(D4, 2), Block(ODD, 1))
    return [
        Identical(D4, 3, budget),
        Identical(D4, 0, budget),
        Identical(ODD, 2, budget),
        Unlike([(F(1), blocks)], 3, budget),
        Identical(D4, 3, budget).keep(KeepRanks(2, True, False)),
        Unlike([(F(1), blocks)], 3, budget).keep(KeepRanks(2, False, False)),
        Identical(D4, 3, budget).unique(),
        Identical(D4, 2, budget).burst(ONCE),
    ]


def table(law: Law) -> dict[Number, F]:
    weights, denominator = law.table()
    return {number: F(weight, denominator) for number, weight in weights.items() if weight}


READINGS: list[Callable[[Pool], Law]] = [
    lambda pool: pool.total(),
    lambda pool: pool.read(DISTINCT),
    lambda pool: pool.read(LONGEST_RUN),
    lambda pool: pool.read(LARGEST_SET),
    lambda pool: pool.middle(),
]


@pytest.mark.slow
@pytest.mark.parametrize("place", range(8))
@pytest.mark.parametrize("chosen", FILTERS)
def test_a_filter_before_and_after_other_effects(place: int, chosen: Filter) -> None:
    for others in OTHERS:
        for effects in ([chosen, *others], [*others, chosen]):
            pool = pools()[place]
            slow: Pool = pool.multisets()
            for effect in effects:
                slow = effect.on(slow)
            fast = pool_after(pool, effects)
            assert isinstance(slow, Multisets)
            for read in READINGS:
                assert table(read(fast)) == table(read(slow))
            assert table(total_after(pool, effects)) == table(slow.total())


@pytest.mark.parametrize("chosen", FILTERS)
def test_filtered_dice_by_enumeration(chosen: Filter) -> None:
    staying = {face for face in range(1, 5) if chosen.split(Law.certain(face))[0].mass}
    for n in range(4):
        expected: dict[Number, F] = {}
        for faces in product(range(1, 5), repeat=n):
            total = sum(sorted((face for face in faces if face in staying), reverse=True)[:2])
            expected[total] = expected.get(total, F(0)) + F(1, 4**n)
        effects = [chosen, KeepRanks(2, True, False)]
        assert table(total_after(Identical(D4, n, Budget()), effects)) == expected


def near(law: Law, other: Law, dice: int) -> None:
    """Two laws are equal but for more than ``dice`` dice of an explosion."""
    for number in range(dice):
        assert abs(law.exactly(number) - other.exactly(number)) < F(1, 2**dice)


@pytest.mark.parametrize("chosen", [Filter(at_least(2)), Filter(only(1)), Filter(only(2))])
def test_filtered_explosions(chosen: Filter) -> None:
    """Coins of 1 and 2 that explode on 2, against their first 24 explosions one by one."""
    coin = Law.of_die(Die(2))
    burst = Burst(only(2), coin)
    most = 24
    sets: dict[tuple[Number, ...], Fraction] = {}
    for extra in range(most):
        sets[(1, 1, *(2,) * extra)] = F(extra + 1, 4 * 2**extra)
    cut_off = Multisets(sets, Budget())
    for others in (
        [],
        [KeepRanks(2, True, False)],
        [KeepRanks(1, False, True)],
        [OneOfEach()],
        [DOUBLE],
    ):
        effects: Sequence[Effect] = [chosen, *others]
        exact = total_after(Identical(coin, 2, Budget()), [burst, *effects])
        near(exact, total_after(cut_off, effects), most // 2)
        assert exact.mass == 1


def test_a_filter_of_folded_dice_has_no_end() -> None:
    folded = Burst(only(4), D4, folded=True)
    total = total_after(Identical(D4, 2, Budget()), [folded, Filter(at_least(3))])
    assert not total.finite
    assert total.mass == 1
    assert total.exactly(0) == F(1, 4)
    with pytest.raises(OddsError, match="no exact odds"):
        total_after(
            Identical(D4, 2, Budget()), [folded, Filter(at_least(3)), KeepRanks(1, True, False)]
        )


class Inner(Effect):
    """The highest and the lowest value go: an effect defined outside the package."""

    apart = False

    def on(self, pool: Pool) -> Pool:
        return pool.multisets().changed(lambda values: values[1:-1])


def test_an_effect_from_outside() -> None:
    effects = [Inner(), DOUBLE]
    total = total_after(Identical(D4, 3, Budget()), effects)
    assert table(total) == table(Identical(D4, 3, Budget()).middle().scaled(2))
    with pytest.raises(TypeError, match="Inner does not change each value on its own"):
        contribution(D4, effects, Budget())


def test_filtered_explosions_are_exact() -> None:
    """Two coins that explode on 2 bring k extra dice with probability (k + 1) / 2ᵏ⁺²."""
    coin = Law.of_die(Die(2))
    twos = Filter(only(2))
    pool = Identical(coin, 2, Budget()).burst(Burst(only(2), coin)).filter(twos.split)
    for effect, fewer in ((KeepRanks(1, False, True), 1), (KeepRanks(2, True, True), 2)):
        total = total_after(pool, [effect])
        assert total.exactly(0) == sum((F(k + 1, 2 ** (k + 2)) for k in range(fewer + 1)), F(0))
        assert total.exactly(6) == F(fewer + 4, 2 ** (fewer + 5))
    assert total_after(pool, [KeepRanks(3, True, False)]).exactly(4) == F(3, 16)
