"""What grows in a program is counted or limited: numbers, sequences, labels, outputs."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from astragal import AstragalError, Limits
from astragal.anydice import run, views
from astragal.anydice.builtins import counting
from astragal.anydice.calling.open_number import Draw
from astragal.errors import LimitError
from astragal.limits import Tally
from astragal.service import Service


@pytest.mark.parametrize(
    "step", ["X + X", "0 - X - X", "-{X,X}", "{1,2}@{X,X}", "{X,X}", "2d{X}", "X * 2"]
)
def test_numbers_do_not_grow_without_end(step: str) -> None:
    program = f'X: 1\nloop N over {{1..9000}} {{ X: {step} }}\noutput X + 0 named "[X]"'
    with pytest.raises(AstragalError) as caught:
        run(program)
    assert caught.value.code in ("number-too-long", "too-many-odds", "too-much-memory")
    assert Service().reply_to("anydice", {"program": program}).status == 422


def tally_of(program: str) -> Tally:
    limits = Limits().shared()
    run(program, limits=limits)
    assert limits.tally is not None
    return limits.tally


@pytest.mark.parametrize(
    "step",
    [
        *("X + X", "X > 3", "3 > X", "-X", "!X", "X = X", "X@X", "[X contains 0]"),
        *("[count X in X]", "[count {0} in X]", "[sort X]", "[reverse X]", "{1..X}"),
    ],
)
def test_going_through_a_long_sequence_is_counted(step: str) -> None:
    long, short = (
        tally_of(f"X: {{0, 1, -1, 0:{size}}}\nY: {step}\noutput 1").steps for size in (10_000, 10)
    )
    assert long > short + 10_000 * 10


def test_pairs_of_outcomes_are_counted() -> None:
    program = "function: f A:n B:n C:n { result: A + B * C } output [f d30 d30 d30]"
    assert tally_of(program).steps > 30**3 * 300


def test_numbers_that_cannot_be_asked_for_are_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each try writes down all values of a d100000."""
    asked, answers = Draw.asked, []

    def counted(draw: Draw, values: Mapping[int, int]) -> int:
        answers.append(asked(draw, values))
        return answers[-1]

    monkeypatch.setattr(Draw, "asked", counted)
    with pytest.raises(LimitError):
        run("function: f A:n B:n { result: [count A in B] } output [f d100000 d50]")
    assert len(answers) == 2


def test_turns_of_a_loop_through_rolls_are_counted_again_where_they_are_known() -> None:
    body = "loop X over A { if X = 3 { result: 1 } } result: 0"
    assert tally_of(f"function: f A:s {{ {body} }} output [f 40d6]").steps > 5_000_000


def test_a_few_elements_are_sought_one_by_one_and_many_by_how_often_each_is_there() -> None:
    listed = "{1..20, 2, 2, 3:5}"
    for sought in ("{1,2}", "{1..50}", "{1,1,2:9}"):
        (found,) = run(f"output [count {sought} in {listed}]")
        each = f"loop N over {sought} {{ X: X + [count N in {listed}] }}"
        (one_by_one,) = run(f"X: 0\n{each}\noutput X")
        assert found.odds == one_by_one.odds
    assert counting._FEW < 50


def test_the_length_of_a_name_is_counted_before_it_is_put_together() -> None:
    with pytest.raises(LimitError) as caught:
        run('X: 9^999\noutput 1 named "' + "[X] and " * 50 + '"')
    assert caught.value.limit == "length"
    (output,) = run('X: 9^999\noutput 1 named "[X]!"')
    assert len(output.label) == 955


@pytest.mark.slow
def test_outputs_are_counted() -> None:
    with pytest.raises(LimitError):
        run("loop N over {1..100000} { output 1 }")
    assert len(run("loop N over {1..1000} { output 1 }")) == 1_000


def test_figures_beyond_floats() -> None:
    shown = str(views.summary(list(run("output d{9^900,1}"))))
    assert "output 1" in shown
