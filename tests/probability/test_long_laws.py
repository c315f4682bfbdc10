"""Modifiers of dice with very many faces: counted before the work, and worked out once."""

from __future__ import annotations

from fractions import Fraction

import pytest

from astragal import Die, LimitError, odds, parse
from astragal.experiment.solve.analysis import Analysis
from astragal.notation.conditions import split_faces
from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law
from astragal.probability.pools.effects import Burst, Each
from astragal.probability.pools.identical import Identical


@pytest.mark.slow
@pytest.mark.parametrize(
    "modifier",
    [
        "min2",
        "max999999",
        "k>=3",
        "d=3",
        "k=even",
        "r<=3",
        "rr=7",
        "r=[3,5,7]",
        "worth(=3: 4)",
        "!o",
    ],
)
def test_modifiers_of_a_long_law_are_counted(modifier: str) -> None:
    """Three are no trouble; hundreds would take minutes and all the memory there is."""
    few, many = (" ".join([modifier] * number) for number in (3, 300))
    assert odds(f"1d20000{few}").mean
    with pytest.raises(LimitError):
        odds(f"1d1000000{many}")


def test_modifiers_of_blocks_are_worked_out_once_for_each_law() -> None:
    budget = Budget()
    pool = Identical(Law.of_die(Die(6)), 50, budget).burst(
        Burst(split_faces([6]), Law.of_die(Die(6)), once=True)
    )
    changed: list[Law] = []

    def change(law: Law) -> Law:
        changed.append(law)
        return law.shifted(1)

    pool.each(Each(change))
    assert len(changed) == 3


def test_tallies_are_put_together_by_their_points(monkeypatch: pytest.MonkeyPatch) -> None:
    cuts = 0
    cut = Finite.cut

    def counted(law: Finite, number: Number, *, past: bool = False) -> tuple[Law, Law]:
        nonlocal cuts
        cuts += 1
        return cut(law, number, past=past)

    monkeypatch.setattr(Finite, "cut", counted)
    found = odds("1d2000" + "c>=1001" * 12 + "f>=1501" * 3)
    assert dict(found.items()) == {0: Fraction(1, 2), 9: Fraction(1, 4), 12: Fraction(1, 4)}
    assert cuts < 100


def test_every_roll_of_many_faces_is_refused_before_any_is_rolled() -> None:
    analysis = Analysis(parse("1d1000000rl1r<=3:1"))
    with pytest.raises(LimitError):
        analysis.odds()
    assert analysis.memory.budget.spent < 100_000


def test_every_roll_is_counted_with_its_modifiers() -> None:
    few, many = (Analysis(parse(f"2d4rl1{'min1' * number}r<=2:1")) for number in (2, 200))
    assert few.odds() == many.odds()
    assert many.memory.budget.spent > 5 * few.memory.budget.spent


@pytest.mark.slow
def test_a_row_of_numbers_is_moved_in_no_time() -> None:
    assert odds("1d1000000" + "each*2 each+1 " * 200).outcomes[0] > 2**200
