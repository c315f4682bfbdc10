"""Many rolls at once against the same rolls one by one, with NumPy and without it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from astragal import AstragalError, Expression, HandSource, LimitError, Limits, SeededSource, parse
from astragal.die import Die
from astragal.experiment.experiment import Experiment
from astragal.notation import batches
from astragal.rolling import rows
from astragal.rolling.frame import NO_VARIABLES, Frame
from astragal.rolling.sources import SystemSource
from tests.support.examples import examples

TOGETHER = [
    "1d20+5",
    "d20",
    "4d6kh3",
    "2d20kh1+7",
    "(2d6+3)*2",
    "1d20+5 >= 15",
    "d{0,0,1,200}",
    "4dF",
    "d66",
    "2x(2d6)",
    "a=1d6; b=1d6; a*b",
    "1d6 [..3] low [4..] high",
    "1d6/2",
    "d1",
    "8d10c>=7",
    "8d10c>=7c=10f=1",
    "100d6",
    "300d6 - 7 + 10d6kl3",
    "20dF",
    "20d6min2",
    "20d6max5s",
    "20d10dl5",
    "20d10kl1",
    "20d10kh1",
    "20d10dh20",
    "20d6+0d6",
    "(20d6) >= 70",
    "(20d6) = 60..70",
    "20d6*2",
    "20d6kh10min2c>=5",
    "20d{-5..200}",
    "20d{1,500}",
    "20d6 + 1000000000000",
    "largest_set(20d6)",
]

APART = ["10d6!", "1d20+1d6", "1d1000", "(1d4)d6", "2d(1d6)", "4d6r", "5"]


@pytest.fixture(params=["bytes", "numpy"])
def _library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    found = numpy if request.param == "numpy" else None
    monkeypatch.setattr(rows, "array_library", lambda: found)
    monkeypatch.setattr(batches, "_WORTH_NUMPY", 0 if found else 10**9)


@pytest.fixture
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch ends after a few rolls."""
    monkeypatch.setattr(batches, "_CELLS", 50)


def one_by_one(expression: Expression, n: int, source: SeededSource) -> list[object]:
    def new_frame() -> Frame:
        return Frame(source, NO_VARIABLES, expression.limits)

    return Experiment.play_many(expression, n, new_frame)


def typed(outcomes: list[object]) -> list[tuple[type, object]]:
    return [(type(outcome), outcome) for outcome in outcomes]


@pytest.mark.usefixtures("_library")
@pytest.mark.parametrize("text", [*TOGETHER, *APART])
def test_the_same_outcomes_from_the_same_seed(text: str) -> None:
    expression, together, singly = parse(text), SeededSource(text), SeededSource(text)
    for n in (1, 60, 0, 7):
        assert typed(expression.sample(n, together)) == typed(one_by_one(expression, n, singly))
    assert together.read(8) == singly.read(8), "as many bytes were read"


@pytest.mark.usefixtures("_library", "_short")
@pytest.mark.parametrize("text", TOGETHER)
def test_batch_after_batch(text: str) -> None:
    expression = parse(text)
    outcomes = expression.sample(40, SeededSource(1))
    assert typed(outcomes) == typed(one_by_one(expression, 40, SeededSource(1)))


@examples(200)
@given(
    st.integers(0, 30),
    st.sampled_from(["6", "20", "%", "F", "{2,3,5,7}"]),
    st.sampled_from(["", "kh3", "kl2", "dl1", "c>=3", "min2", "max4", "u", "s", "k>=3"]),
    st.sampled_from(["", "c=2", "kh2", "min1"]),
    st.sampled_from(["", " + 3", " - 2", " >= 5", " * 2"]),
    st.integers(0, 1000),
)
def test_any_dice(count: int, sides: str, first: str, then: str, rest: str, seed: int) -> None:
    try:
        expression = parse(f"({count}d{sides}{first}{then}){rest}")
    except AstragalError:
        assume(False)
    outcomes = expression.sample(5, SeededSource(seed))
    assert typed(outcomes) == typed(one_by_one(expression, 5, SeededSource(seed)))


@pytest.mark.parametrize("text", TOGETHER)
def test_these_are_rolled_together(text: str) -> None:
    assert batches.outcomes_of(parse(text), 2, frames(SeededSource(1))) is not None


@pytest.mark.parametrize("text", APART)
def test_these_are_rolled_one_by_one(text: str) -> None:
    assert batches.outcomes_of(parse(text), 2, frames(SeededSource(1))) is None


def frames(source: SeededSource) -> Callable[[], Frame]:
    return lambda: Frame(source, NO_VARIABLES, Limits())


class Counted(SeededSource):
    """A seed that counts how often it is asked for dice."""

    __slots__ = ("draws",)

    def __init__(self) -> None:
        super().__init__(1)
        self.draws = 0

    def draw(self, die: Die, count: int) -> Sequence[int]:
        self.draws += 1
        return super().draw(die, count)


def test_faces_are_drawn_at_once() -> None:
    source = Counted()
    parse("4d6kh3").sample(1000, source)
    assert source.draws == 1


def test_other_sources_are_asked_roll_by_roll() -> None:
    dice = HandSource([1, 2, 3, 4])
    assert parse("2d6").sample(2, dice) == [3, 7]
    assert all(2 <= total <= 12 for total in parse("2d6").sample(50, SystemSource()))


@pytest.mark.parametrize("text", ["2d6", "20d6", "20d6+1"])
def test_limits_hold(text: str) -> None:
    with pytest.raises(LimitError, match="the limit is 1"):
        parse(text).sample(3, SeededSource(1), limits=Limits(dice=1))


@pytest.mark.parametrize("text", ["1d2/(1d2-1)", "10/(20d2-30)"])
def test_an_error_is_that_of_the_roll_that_fails(text: str) -> None:
    with pytest.raises(AstragalError, match="division by zero"):
        parse(text).sample(500, SeededSource(1))
