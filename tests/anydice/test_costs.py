"""What programs cost is counted, however long their sequences, numbers and names are."""

from __future__ import annotations

from fractions import Fraction
from itertools import count

import pytest

from astragal import AstragalError, LimitError, ProgramError
from astragal.anydice import labels, run, views
from astragal.anydice.budget import LONGEST, SHORT, Budget
from astragal.anydice.reading.reader import read
from astragal.anydice.state import State
from astragal.limits import DEFAULT_LIMITS


def steps_of(program: str) -> int:
    """The steps that a program counts, however many they are."""
    state = State(Budget(DEFAULT_LIMITS.replaced(odds=10**15)))
    for statement in read(program, DEFAULT_LIMITS):
        statement.do(state)
    return state.budget.spent


GROWING = [
    "X: X + X",
    "X: X - -X",
    "X: X * 3",
    "X: -{X, X}",
    "X: {X, X} + 0",
    "X: {1,2}@{X, X}",
    "X: [absolute {X, X}]",
    "X: [maximum of d{1, X} + d{1, X}]",
    "X: [maximum of 3d{1, X}]",
    "X: [maximum of d{1, X} + X]",
    "X: [maximum of [explode d{1, X}]]",
]


@pytest.mark.parametrize("body", GROWING)
def test_no_number_grows_without_end(body: str) -> None:
    with pytest.raises(ProgramError) as caught:
        run(f"X: 1 + 1 loop N over {{1..20000}} {{ {body} }} output #X")
    assert caught.value.code == "number-too-long"
    assert caught.value.span


def test_numbers_up_to_the_bound_are_right() -> None:
    (output,) = run("X: 10^999 output 9 * X + (X - 1)")
    assert output.odds is not None
    assert output.odds.outcomes == (LONGEST - 1,)


SEQUENCES = [
    "X + 1",
    "-X",
    "!X",
    "X > 3",
    "3 > X",
    "X = 3",
    "X = {X, 1}",
    "X < d6",
    "X@{1, 2}",
    "X@5",
    "X@5d6",
    "dX",
    "{X, 1}",
    "{X:2}",
    "1d0 * X",
    "[absolute X]",
    "[X contains 0]",
    "[X contains d6]",
    "[X contains d60]",
    "[count X in X]",
    "[count X in 7]",
    "[count X in d6]",
    "[reverse X]",
    "[sort X]",
    "[maximum of X]",
]


@pytest.mark.parametrize("expression", SEQUENCES)
def test_what_goes_through_a_sequence_counts_its_elements(expression: str) -> None:
    short = steps_of(f"X: {{0:1000}} Y: {expression}") - steps_of("X: {0:1000}")
    long = steps_of(f"X: {{0:5000}} Y: {expression}") - steps_of("X: {0:5000}")
    assert long - short >= 4 * 4000


@pytest.mark.parametrize("expression", ["X + X", "-X", "X > 3", "[sort X]", "[count X in X]"])
def test_sequences_of_long_numbers_count_more(expression: str) -> None:
    short = steps_of(f"M: 9^99 X: {{M:15}} Y: {expression}")
    long = steps_of(f"M: 9^999 X: {{M:15}} Y: {expression}")
    assert 9**99 < SHORT < 9**999
    assert long - short >= 2 * 15 * 40


def test_counting_does_not_multiply_the_lengths() -> None:
    assert steps_of("X: {1..20000} Y: [count X in X]") < 10_000_000


def test_sequences_cannot_fill_the_memory() -> None:
    """Each variable holds a million numbers of some 36 bytes."""
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    with pytest.raises(LimitError) as caught:
        run(" ".join(f"{name}: {{1..1000000}}" for name in names))
    assert caught.value.code == "too-many-odds"


def test_a_sequence_of_long_ones_is_counted_as_it_grows() -> None:
    with pytest.raises(AstragalError) as caught:
        run("X: {1..1000000} output {" + "X," * 5000 + "X}")
    assert caught.value.code == "too-many-odds"


@pytest.mark.parametrize("sides", [50, 1000])
def test_dice_count_their_sides(sides: int) -> None:
    assert steps_of(f"D: d{sides}") >= 5 * sides


def test_dice_that_do_not_count_are_counted() -> None:
    assert steps_of("X: 0@9000d6") >= 10 * 9000


def refusal(program: str) -> str:
    with pytest.raises(LimitError) as caught:
        run(program)
    return caught.value.code


def test_a_name_is_no_longer_than_a_program() -> None:
    assert refusal('X: 9^99 output 1 named "' + "[X]" * 5000 + '"') == "too-long"


def test_a_value_in_a_name_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count(1)
    monkeypatch.setattr(labels, "dice_in_name", lambda dice: str(next(numbers)))
    (output,) = run('D: d1000 output 1 named "' + "[D]" * 5000 + '"')
    assert output.label == "1" * 5000


def test_names_count_the_faces_of_dice() -> None:
    named, unnamed = (steps_of(f"D: d1000 output 1 {name}") for name in ('named "[D]"', ""))
    assert named - unnamed >= 5 * 1000


def test_outputs_count() -> None:
    assert refusal("loop N over {1..200000} { output 1 }") == "too-many-odds"


def test_outputs_stay_in_memory() -> None:
    assert refusal("X: {1..1000} D: dX loop N over {1..9000} { output D }") == "too-much-memory"


def test_a_summary_of_numbers_beyond_floats() -> None:
    summary = views.summary(list(run("output d{9^900,1}")))
    assert summary is not None
    assert "deviation" in str(summary)
    mean, deviation, *_ = summary.grid().cells.values()
    assert abs(Fraction(mean) - Fraction(deviation)) <= 2
