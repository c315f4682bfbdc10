"""Weights that get too long are rounded, and the bound holds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from astragal.anydice import dice, run
from astragal.anydice.budget import Budget
from astragal.probability.distribution import Distribution

PROGRAMS = [
    "D: d3 loop N over {1..5} { D: (D + D) / 2 } output D",
    "D: 5d7 output D output [highest 3 of 40d7] output 40d7 = 160",
    "D: 3d{1,1,2} loop N over {1..4} { D: D * (D > 3) } output D",
    "function: f A:n B:n { if A > B { result: A } if A = B { result: d{} } result: d6 }"
    " D: 2d6 loop N over {1..4} { D: [f D D] } output D",
    "function: f A:s { result: 1@A * 10 + (A >= 2) } output [f 6d[highest 2 of 9d4]]",
    "output [explode [explode 6d6]] output {1,1}@20d7 output [count 3 in 30d[explode d5]]",
    "output (d20)d(3d6) output [20d7 contains 3] output [highest of 30d6 and 30d6]",
]


def odds(program: str) -> list[tuple[Distribution[int], Fraction | None]]:
    return [(each.odds, each.within) for each in run(program) if each.odds is not None]


@pytest.mark.parametrize("program", PROGRAMS)
def test_no_chance_is_further_off_than_the_output_says(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = odds(program)
    monkeypatch.setattr(dice, "LONGEST", 24)
    monkeypatch.setattr(dice, "PRECISION", 20)
    monkeypatch.setattr("astragal.anydice.outputs.PRECISION", 20)
    rounded = odds(program)
    assert any(within for _, within in rounded), "something was rounded"
    for (true, _), (found, within) in zip(exact, rounded, strict=True):
        assert true.outcomes == found.outcomes, "no outcome is lost"
        apart = [abs(true.probability(x) - found.probability(x)) for x in true.outcomes]
        assert sum(apart) / 2 <= (within or 0)


def test_a_bound_is_given_only_where_something_was_rounded() -> None:
    assert [each.within for each in run("output 3d6 output 500d6 output d2^2")] == [None] * 3


def test_squaring_again_and_again() -> None:
    within = run("D: d3 loop N over {1..50} { D: (D + D) / 2 } output D")[0].within
    assert within is not None
    assert 0 < within < Fraction(1, 10**280)


def test_a_mixture_is_as_doubtful_as_its_choice_and_its_parts() -> None:
    parts = [(dice.die({0: 1, 1: 1}, 2, 5), 1), (dice.die({2: 1}, 1, 3), 1)]
    assert dice.mixture(parts, Budget(), 7).doubt == 12


def test_what_is_left_out_makes_the_rest_more_doubtful() -> None:
    """A quarter is kept: what may have slipped out of it counts four times, and twice over."""
    parts = [(dice.EMPTY_ONE, 3), (dice.die({0: 1, 1: 1}, 2, 5), 1)]
    assert dice.mixture(parts, Budget(), 7).doubt == 2 * 7 * 4 + 5
