"""What is worked out of a view alone, compared with the view of all odds."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from astragal.experiment.solve.analysis import Analysis
from astragal.games import percentile, scores, triumph
from tests.support.examples import examples

contest: Any = triumph.contest
group_test: Any = scores.group_test
extended: Any = percentile.extended

dice = st.sampled_from(["1d20", "2d20▲", "3d20▼", "2d20▲▲", "1d20!", "2d20▲♻"])
few = st.integers(0, 2)


@examples(40)
@given(
    st.integers(-3, 8),
    st.integers(-3, 8),
    dice,
    dice,
    st.sampled_from(["nobody", "us", "them", "both"]),
    st.tuples(few, few, few, few),
    st.sampled_from([20, 18]),
)
def test_r8_who_wins_is_seen_in_a_contest(
    ability: int, opponent: int, ours: str, theirs: str, reactive: str, d6s: Any, triumph_from: int
) -> None:
    made = contest(
        ability,
        opponent,
        reactive=reactive,
        dominance=d6s[0],
        threat=d6s[1],
        opponent_dominance=d6s[2],
        opponent_threat=d6s[3],
        bonus="1d4" if d6s[0] else 0,
        dice=ours if ours != "2d20▲▲" or "!" not in theirs else "1d20",
        opponent_dice=theirs if theirs != "2d20▲▲" or "!" not in ours else "1d20",
        triumph_from=triumph_from,
    )
    assert Analysis(made).odds_of("wins") == made.odds().of("wins")


@examples(30)
@given(
    st.lists(st.integers(-4, 9), min_size=1, max_size=3),
    st.integers(0, 2),
    st.integers(0, 2),
    st.sampled_from(["die", "plus one"]),
    st.sampled_from(["standard", "[..3] Fail [4..] Pass [10!] great"]),
)
def test_s9_whether_a_group_test_passes_is_seen(
    modifiers: list[int], advantages: int, disadvantages: int, late: str, ranges: str
) -> None:
    made = group_test(modifiers, [advantages], [disadvantages], late_advantage=late, ranges=ranges)
    assert Analysis(made).odds_of("passes") == made.odds().of("passes")
    assert Analysis(made, aim="passes").odds_of("passes") == made.odds().of("passes")


@examples(30)
@given(
    st.integers(0, 110),
    st.integers(1, 6),
    st.integers(0, 5) | st.none(),
    st.integers(0, 2),
    st.integers(1, 4) | st.none(),
    st.sampled_from(["never", "always", "choose"]),
)
def test_p7_whether_an_extended_test_gets_done_is_seen(
    target: int, needed: int, tries: int | None, made: int, now: int | None, reroll: str
) -> None:
    if reroll == "choose" and (tries is None or now is not None):
        reroll = "never"  # the general way takes long
    made = 0 if tries is None else min(made, tries)
    test = extended(target, needed, tries=tries, made=made, now=now, earned=1, reroll=reroll)
    assert Analysis(test).odds_of("passes") == test.odds().of("passes")


def test_another_aim_is_not_seen_at_once() -> None:
    """The best help for a high Score may be other help."""
    made = group_test([2, 0, -1])
    assert Analysis(made, aim="high").odds_of("passes") == made.odds(aim="high").of("passes")
