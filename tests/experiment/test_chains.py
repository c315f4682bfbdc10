"""Chains: where they end, after how many steps, and what never ends."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from typing import Any

import icepool
import pytest

from astragal import (
    NEVER,
    Asks,
    AstragalError,
    Duration,
    Experiment,
    Limits,
    RuleError,
    SeededSource,
    best,
    chain,
    coin,
    d,
    dice,
    pool,
    rule,
    total,
    weighted,
    worst,
)
from astragal.probability.markov.linear import strongly_connected_components
from tests.support.small_rules import accumulating, long_test, round_of_test


def test_the_accumulating_test_takes_as_many_rounds_as_is_known() -> None:
    """T5, T6: roll under 45, add the tens until 10, a failure resets."""
    duration = long_test().duration()
    assert duration.mean == Fraction(17368951270831305575, 182479753995468284)
    assert duration.ends == 1


def test_icepool_agrees_on_every_round() -> None:
    def step(earned: int, roll: int) -> int:
        return earned if earned >= 6 else earned + roll // 10 if roll <= 45 else 0

    duration = long_test(45, 6).duration()
    state: Any = icepool.Die([0])
    for n in range(1, 9):
        state = icepool.map(step, state, icepool.d(100))
        done = sum(weight for earned, weight in state.items() if earned >= 6)
        assert duration.within(n) == Fraction(done, state.denominator())
    assert duration.mean == icepool.Die([0]).mean_time_to_absorb(step, icepool.d(100))


def test_a_rule_that_goes_on_with_itself_is_the_same_chain() -> None:
    by_rule = accumulating(45, 10, on_failure="reset")
    assert by_rule.duration().mean == long_test().duration().mean
    assert [by_rule.duration().within(n) for n in range(20)] == [
        long_test().duration().within(n) for n in range(20)
    ]
    assert by_rule.odds().probability("done") == 1


def test_a_lost_opportunity_ends_the_test() -> None:
    odds = accumulating(45, on_failure="lost").odds()
    assert odds.probability("lost") + odds.probability("done") == 1
    assert odds.probability("done") > Fraction(15, 100)
    assert accumulating(45, on_failure="lost").duration().within(3) < 1


def ruin(start: int, goal: int) -> Experiment[int]:
    return chain(lambda n: coin(n + 1, n - 1), start, until=lambda n: n in (0, goal), name="walk")


@pytest.mark.parametrize(("start", "goal"), [(1, 2), (3, 10), (7, 40), (50, 200)])
def test_a_fair_walk_between_two_walls(start: int, goal: int) -> None:
    walk = ruin(start, goal)
    assert walk.odds().probability(goal) == Fraction(start, goal)
    assert walk.duration().mean == start * (goal - start)


def test_an_unfair_walk() -> None:
    """With p = 2/5 and q = 3/5: (1 - (q/p)^3) / (1 - (q/p)^8)."""
    walk = chain(lambda n: weighted({n + 1: 2, n - 1: 3}), 3, until=lambda n: n in (0, 8))
    odd = Fraction(3, 2)
    assert walk.odds().probability(8) == (1 - odd**3) / (1 - odd**8)


def test_rolling_until_a_six() -> None:
    duration = chain(lambda _: d(6), 0, until=lambda face: face == 6).duration()
    assert duration.mean == 6
    assert duration.variance == 30
    assert duration.within(0) == 0
    assert duration.exactly(3) == Fraction(25, 216)
    assert duration.quantile("50 %") == 4
    assert duration.quantile(Fraction(1, 6)) == 1


def test_a_chain_that_is_over_before_it_begins() -> None:
    over = chain(lambda _: d(6), 6, until=lambda face: face == 6)
    assert over.odds().probability(6) == 1
    duration = over.duration()
    assert duration.mean == duration.variance == 0
    assert duration.within(0) == 1
    assert duration.within(5) == 1
    assert duration.quantile("99 %") == 0
    assert "mean 0.00 steps" in repr(duration)
    assert over.roll(faces=[]).outcome == 6


def test_stages_that_ask_for_nothing_take_no_step() -> None:
    @rule
    def coming(n: int) -> Asks[int]:
        return going(n + 1) if (yield coin()) else n

    @rule
    def going(n: int) -> Any:
        return n if n > 3 else coming(n)

    assert going(0).duration().within(1) == Fraction(1, 2)
    assert going(0).duration().within(4) == 1
    assert going(9).duration().mean == 0


def trapped(escape: int = 3) -> Experiment[str]:
    """One door in so many leads out, one into a pit that nobody leaves."""

    def step(state: str) -> Any:
        return (
            weighted({"out": 1, "pit": 1, "hall": escape})
            if state == "hall"
            else coin("pit", "pit")
        )

    return chain(step, "hall", until=lambda state: state == "out", name="trap")


def test_what_may_never_end_says_so_with_its_probability() -> None:
    odds = trapped().odds()
    assert odds.probability(NEVER) == odds.probability("out") == Fraction(1, 2)
    assert "never ends" in repr(odds)
    duration = trapped().duration()
    assert duration.ends == Fraction(1, 2)
    assert duration.within(1) == Fraction(1, 5)
    assert duration.if_it_ends().mean == Fraction(5, 2)
    assert "never ends 50.00 % = 1/2" in repr(duration)
    for ask in (lambda: duration.mean, lambda: duration.sd):
        with pytest.raises(AstragalError) as caught:
            ask()
        assert caught.value.code == "may-never-end"
        assert "1/2" in caught.value.message
    with pytest.raises(AstragalError) as caught:
        duration.quantile("60 %")
    assert caught.value.code == "never-reached"


def test_what_never_ends_at_all() -> None:
    forever = chain(lambda n: coin(n, n), 0, until=lambda n: n > 0)
    assert forever.odds().probability(NEVER) == 1
    assert forever.duration().ends == 0
    assert "never ends 100 %" in repr(forever.duration())
    with pytest.raises(AstragalError) as caught:
        forever.duration().if_it_ends()
    assert caught.value.code == "never-ends"


def test_a_rule_that_asks_for_what_may_never_end_may_never_end() -> None:
    @rule
    def twice() -> Asks[int]:
        first = yield trapped()
        second = yield trapped()
        return len(first + second)

    assert twice().odds().probability(NEVER) == Fraction(3, 4)
    assert twice().odds().probability(6) == Fraction(1, 4)


def test_chains_inside_rules_are_solved_first() -> None:
    @rule
    def doubled() -> Asks[int]:
        earned = yield long_test(45, 3)
        return 2 * int(earned)

    assert doubled().odds().mean == 2 * long_test(45, 3).odds().mean


@pytest.mark.slow
def test_many_states_that_all_lead_to_one_another() -> None:
    """A failure loses a tenth of what was earned: solved sparsely, checked by its equations."""

    @rule
    def earn(earned: int) -> Asks[int]:
        roll = yield d(20)
        return earned + roll if roll <= 15 else earned - earned // 10

    test = chain(earn, 0, until=lambda earned: earned >= 120)
    mean = test.duration().mean
    following = [
        chain(earn, state, until=lambda earned: earned >= 120).duration().mean
        for state in range(1, 16)
    ]
    # From 0, a failure leaves it at 0: m = 1 + 5/20 m + 1/20 (m1 + … + m15).
    assert mean == 1 + mean / 4 + Fraction(1, 20) * sum(following)


def test_a_chain_with_too_many_states_is_refused() -> None:
    walk = chain(lambda n: coin(n + 1, n - 1), 0, until=lambda n: n == 10, name="walk")
    with pytest.raises(AstragalError) as caught:
        walk.odds(limits=Limits(states=100))
    assert caught.value.message == "walk from 0: that is more than 100 states; the limit is 100"
    with pytest.raises(AstragalError) as caught:
        ruin(100, 200).odds(limits=Limits(odds=1000))
    assert caught.value.code == "too-many-odds"


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: chain(3, 0, until=bool), "not-a-function"),  # type: ignore[arg-type]
        (lambda: chain(round_of_test, 0, until=3), "not-a-function"),  # type: ignore[arg-type]
        (lambda: chain(round_of_test, [0], until=bool), "bad-state"),  # type: ignore[arg-type]
        (lambda: chain(lambda n: n, 0, until=bool).odds(), "bad-request"),
        (lambda: chain(lambda n: n, 0, until=bool).roll(), "bad-request"),
    ],
)
def test_chains_that_make_no_sense(make: Any, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        make()
    assert caught.value.code == code


def test_a_roll_plays_a_chain_step_by_step() -> None:
    roll = long_test(45, 3).roll(faces=[20, 46, 15, 21])
    assert roll.outcome == 3
    assert roll.explain() == [
        "step 1, test from 0:",
        "  Round of test, earned 0:",
        "    d100: 20",
        "    → 2",
        "step 2, test from 2:",
        "  Round of test, earned 2:",
        "    d100: 46",
        "    → 0",
        "step 3, test from 0:",
        "  Round of test, earned 0:",
        "    d100: 15",
        "    → 1",
        "step 4, test from 1:",
        "  Round of test, earned 1:",
        "    d100: 21",
        "    → 3",
        "→ 3",
    ]
    long = long_test().roll(SeededSource(5))
    assert "more steps in between" in str(long)
    assert len(long.line.story) <= 6


# How durations show themselves


def test_a_duration_shows_itself() -> None:
    duration = chain(
        lambda _: dice(2, 6).map(max), 0, until=lambda n: n == 6, name="sixes"
    ).duration()
    assert isinstance(duration, Duration)
    assert repr(duration).splitlines()[:5] == [
        "sixes from 0",
        "  mean 3.27 steps · sd 2.73 · half the time within 2",
        "",
        "  within   chance",
        "       1  30.56 %  ████████████▍",
    ]
    assert duration.table(3)[2] == 1 - Fraction(25, 36) ** 2
    data = json.loads(duration.to_json())
    assert data["mean"]["exact"] == "36/11"
    assert data["values"][0] == {"at": {"within": 1}, "exact": "11/36", "approx": 11 / 36}
    assert duration.to_csv().splitlines()[1].startswith("1,11,36,0.30")
    assert duration.to_markdown().splitlines()[2] == "| 1 | 30.56 % |"
    assert "<table" in duration._repr_html_()


def test_a_long_duration_is_shown_in_strides_people_like() -> None:
    steps = [row.split()[0] for row in repr(long_test().duration()).splitlines()[4:]]
    assert steps[:3] == ["25", "50", "75"]
    assert len(steps) <= 20


def test_components_come_after_all_they_lead_to() -> None:
    rows = [{1: 0}, {2: 0}, {1: 0, 3: 0}, {}, {0: 0, 4: 0}]
    assert [sorted(each) for each in strongly_connected_components(rows)] == [[3], [1, 2], [0], [4]]


@pytest.mark.parametrize(
    "whole",
    [
        lambda part: part.map(len),
        lambda part: dice(2, part),
        lambda part: best(2, part),
        lambda part: worst([part, part]),
        lambda part: pool(2, part),
        lambda part: total(2, part.map(len)),
        lambda part: chain(lambda n: part.map(lambda end: n + len(end)), 0, until=lambda n: n > 5),
    ],
)
def test_what_may_never_end_is_carried_along(whole: Any) -> None:
    """Half the time the trap never ends; two of them both end a quarter of the time."""
    odds = whole(trapped()).odds()
    once = odds.label.startswith("len of")
    assert 1 - odds.probability(NEVER) == (Fraction(1, 2) if once else Fraction(1, 4))


def test_what_surely_never_ends_is_carried_along() -> None:
    stuck = chain(lambda n: coin(n, n), 0, until=lambda n: n > 0)
    for whole in (stuck.map(str), dice(2, stuck), best(2, stuck), pool(2, stuck), total(2, stuck)):
        assert whole.odds().probability(NEVER) == 1


def test_a_step_that_may_never_end_counts_against_the_duration() -> None:
    once = chain(lambda state: trapped(), "start", until=lambda state: state == "out")
    duration = once.duration()
    assert duration.ends == duration.within(1) == duration.within(5) == Fraction(1, 2)
    with pytest.raises(AstragalError):
        _ = duration.mean
    assert duration.if_it_ends().mean == 1


@pytest.mark.slow
def test_long_durations_are_found_by_powers_within_a_budget() -> None:
    rare = chain(
        lambda n: weighted({n: 9_999, 1: 1}), 0, until=lambda n: n == 1, name="rare"
    ).duration()
    assert rare.mean == 10_000
    assert rare.within(20_000) == 1 - Fraction(9_999, 10_000) ** 20_000
    assert "half the time within 6932" in repr(rare)
    with pytest.raises(AstragalError) as caught:
        rare.within(10**9)
    assert caught.value.code == "too-many-odds"


def test_few_and_many_states_go_step_by_step_alike() -> None:
    """A walk of 60 states is gone along its edges, one of 40 by its matrix."""
    for goal in (40, 60):
        duration = ruin(3, goal).duration()
        small = [duration.within(n) for n in range(30)]
        assert small == [ruin(3, 33).duration().within(n) for n in range(30)]


def test_durations_are_safe_across_threads_and_can_be_pickled() -> None:
    from concurrent.futures import ThreadPoolExecutor

    duration = ruin(20, 90).duration()
    with ThreadPoolExecutor(8) as pool_of_threads:
        found = list(pool_of_threads.map(duration.within, [300] * 16))
    assert len(set(found)) == 1
    again = pickle.loads(pickle.dumps(long_test().duration()))
    assert again.mean == long_test().duration().mean


@pytest.mark.slow
def test_long_chains_without_circles_are_counted_too() -> None:
    @rule
    def race(gone: int) -> Asks[int]:
        face: int = yield d(6)
        return gone + face

    far = chain(race, 0, until=lambda gone: gone >= 5_000)
    with pytest.raises(AstragalError) as caught:
        far.odds(limits=Limits(odds=2_000_000))
    assert caught.value.code == "too-many-odds"


def test_states_that_are_equal_but_not_the_same() -> None:
    @rule
    def toggled(state: Any) -> Asks[Any]:
        if state is True:
            return "true"
        if state == 1:
            return "one"
        return toggled(True) if (yield coin()) else toggled(1)

    assert toggled("start").odds().probability("one") == Fraction(1, 2)
