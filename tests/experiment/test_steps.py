"""Steps of chains: what a chain continues with inline belongs to the step before it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import Asks, Experiment, choose, d, rule
from astragal.errors import LimitError
from astragal.probability.budget import Budget
from astragal.probability.markov.chain import Absorbing
from astragal.probability.markov.steps import Move, summed_up


@rule
def lap(left: int) -> Asks[str]:
    """A lap: a d4, and again as long as it shows a 4; then the next lap."""
    face = yield d(4)
    if face == 1:
        return "fell"
    return _again(left) if face == 4 else _following(left)


@rule(inline=True)
def _again(left: int) -> Asks[str]:
    """Within a lap."""
    face = yield d(4)
    return _again(left) if face == 4 else _following(left)


def _following(left: int) -> Experiment[str]:
    return lap(left - 1) if left > 1 else _home()


@rule
def _home() -> Asks[str]:
    return "home"
    yield


@rule
def whole_lap(left: int) -> Asks[str]:
    """The same, with a lap in one piece."""
    face = yield d(4)
    if face == 1:
        return "fell"
    if face == 4:
        yield _fours()
    return whole_lap(left - 1) if left > 1 else "home"


@rule(inline=True)
def _fours() -> Asks[bool]:
    face = yield d(4)
    return _fours() if face == 4 else True


def test_a_loop_within_a_step_is_no_step_of_its_own() -> None:
    for left in (1, 2, 5):
        parted, whole = lap(left), whole_lap(left)
        assert parted.odds() == whole.odds()
        assert parted.duration().mean == whole.duration().mean
        assert parted.duration().variance == whole.duration().variance
        for n in range(left + 2):
            assert parted.duration().within(n) == whole.duration().within(n)


def test_the_steps_of_a_roll_are_those_that_duration_counts() -> None:
    roll = lap(2).roll(faces=[4, 4, 3, 2])
    steps = [line for line in roll.explain() if line.startswith("step")]
    assert [line.split(",")[0].rstrip(":") for line in steps] == ["step 1", "step 2"]


def test_a_chain_that_is_inline_as_a_whole_has_steps_all_the_same() -> None:
    assert _again(1).duration().mean == Fraction(4, 3)


@rule
def careful(left: int) -> Asks[str]:
    """A lap that may be broken off."""
    if (yield choose("run?", ["run", "stop"])) == "stop":
        return "stopped"
    face = yield d(4)
    return _again_careful(left) if face == 4 else _next_careful(left)


@rule(inline=True)
def _again_careful(left: int) -> Asks[str]:
    face = yield d(4)
    return _again_careful(left) if face == 4 else _next_careful(left)


def _next_careful(left: int) -> Experiment[str]:
    return careful(left - 1) if left > 1 else _home()


def test_choices_do_not_change_what_a_step_is() -> None:
    duration = careful(3).duration(aim=lambda outcome: outcome == "home")
    assert duration.mean == 3
    assert duration.within(2) == 0
    assert duration.within(3) == 1


chances = st.lists(st.integers(0, 3), min_size=5, max_size=5)


@given(st.lists(st.tuples(chances, chances), min_size=3, max_size=3))
def test_what_happens_within_a_step_is_summed_up(
    rows: list[tuple[list[int], list[int]]],
) -> None:
    """Three states and two ends: transitions within a step, and those that finish one."""
    targets = [0, 1, 2, Absorbing.of("a"), Absorbing.of("b")]
    moves: list[list[Move]] = []
    for within, finishing in rows:
        # Whatever happens, there is a chance of 1 in 40 or more to finish the step.
        listed: list[Move] = [(targets[3], True, 1)]
        listed += [(t, False, w) for t, w in zip(targets[:3], within, strict=False) if w]
        listed += [(t, True, w) for t, w in zip(targets, finishing, strict=True) if w]
        moves.append(listed)
    found = summed_up(0, lambda state: (moves[state], 40), Budget())
    after = {0: 1.0}
    ended = 0.0
    for _ in range(600):  # within the first step, one transition after another
        following: dict[int, float] = {}
        for state, chance in after.items():
            for target, finishes, weight in moves[state]:
                if finishes:
                    ended += chance * weight / 40 if isinstance(target, Absorbing) else 0
                else:
                    assert isinstance(target, int)
                    following[target] = following.get(target, 0) + chance * weight / 40
        after = following
    first = found.states[0]
    assert abs(float(Fraction(sum(first.ends.values()), first.denominator)) - ended) < 1e-9


def test_long_weights_are_counted_before_they_are_cancelled() -> None:
    moves: list[Move] = [(Absorbing.of(face), True, 1) for face in range(1000)]
    short, long = Budget(), Budget()
    summed_up(0, lambda _: (moves, 1000), short)
    with pytest.raises(LimitError):
        summed_up(0, lambda _: (moves * 40, 1000**700), long)
    assert short.spent < 5_000_000
