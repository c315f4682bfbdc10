"""What costs too much is refused before the work: choices, chains that share stages, turns."""

from __future__ import annotations

from typing import Any

import pytest

from astragal import Asks, LimitError, Limits, choose, d, odds, parse, rule, total
from astragal.errors import ChoiceError
from astragal.experiment.solve.analysis import Analysis
from astragal.games import percentile, tiers, triumph
from astragal.games.percentile.ten_sided import TenSided

made: list[int] = []


@rule
def lucky(dice: int) -> Asks[int]:
    """Roll dice, and decide whether to keep them."""
    first = yield total(dice, 100)
    made.append(first)
    keep = yield choose("keep?", {"yes": True, "no": False}, result=first)
    return first if keep else 0


def test_a_choice_ends_the_search_for_odds_without_choices_early() -> None:
    made.clear()
    with pytest.raises(ChoiceError):
        lucky(200).odds()
    assert 0 < len(made) < 5_000 < len(total(200, 100).odds())


def test_choices_are_counted_when_they_are_met() -> None:
    made.clear()
    with pytest.raises(LimitError) as caught:
        lucky(600).odds(aim=lambda result: result)
    assert caught.value.code == "too-many-paths"
    assert len(made) < 35_000 < len(total(600, 100).odds())


def test_few_choices_still_have_odds() -> None:
    assert lucky(2).odds(aim=lambda result: result) == total(2, 100).odds()


@pytest.mark.slow
def test_a_reroll_of_hundreds_of_dice_is_refused() -> None:
    with pytest.raises(LimitError) as caught:
        percentile.roll(TenSided.of("999d100"), reroll=percentile.Reroll.CHOOSE).odds()
    assert caught.value.code == "too-many-paths"


def test_the_largest_of_rolled_numbers_of_dice_is_counted_first() -> None:
    def refused(dice: str) -> str:
        with pytest.raises(LimitError) as caught:
            odds(f"{dice}d6k=2|kh1")
        return caught.value.message.partition(",")[0]  # the billions

    assert refused("(1d50)") == refused("50")


def spent(experiment: Any) -> int:
    analysis = Analysis(experiment)
    analysis.odds()
    return analysis.memory.budget.spent


@pytest.mark.slow
def test_contests_with_much_dominance_are_refused_and_others_are_not() -> None:
    dice: dict[str, Any] = {"dice": "10d20▲!", "opponent_dice": "10d20▲!"}
    assert spent(triumph.contest(5, 5, **dice)) < 500_000_000
    with pytest.raises(LimitError):
        triumph.contest(5, 5, dominance=20, **dice).odds()
    once: dict[str, Any] = {"dice": "1d20!", "opponent_dice": "1d20!"}
    with pytest.raises(LimitError):
        triumph.contest(5, 5, dominance=20, opponent_dominance=20, **once).odds()


@pytest.mark.slow
def test_the_turns_of_a_countdown_are_counted_by_what_they_lead_to() -> None:
    few = tiers.countdown([45], [45], clock=tiers.Clock(4), location=tiers.Clock(500))
    assert few.odds()
    many = tiers.countdown([45], [45] * 20, clock=tiers.Clock(4), location=tiers.Clock(500))
    with pytest.raises(LimitError) as caught:
        many.odds()
    assert caught.value.code == "too-many-paths"


@pytest.mark.parametrize(
    "text",
    [
        "{3d6r<=2?,2d6}kh1",
        "{3d6r<=2? & 2d6}kh1",
        "{5d6♻?kh3,1d6}kh1",
        "max(8d2r<=2?,4d2)",
        "20x(max(1d2♻?,1))",
        "x = 4d6r<=3?; x * x",
    ],
)
def test_dice_with_choices_are_counted_with_their_options_before_any_is_followed(text: str) -> None:
    with pytest.raises(LimitError) as caught:
        odds(text)
    assert caught.value.code == "too-many-paths"
    assert isinstance(caught.value.number, int)  # counted, not met


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "max(1d3♻?,6)*2d100rr",
        "max(1d3♻?,6)*1d200!",
        "{4d4♻?rr=2,1d6}kh1",
        "{1d6♻?,1d6,900d1}kh1",
        "a = 2d6♻?; a * a" + " + 1d1c<a" * 50,
        "a = 3d6♻?; a * a" + " + matches(a)" * 500,
    ],
)
def test_what_a_replay_takes_is_counted_with_the_text_and_the_answers(text: str) -> None:
    analysis = Analysis(parse(text))
    with pytest.raises(LimitError) as caught:
        analysis.odds()
    assert caught.value.code == "too-many-odds"
    assert analysis.memory.budget.paths < 70_000


@pytest.mark.slow
def test_few_choices_in_short_texts_cost_no_more_than_their_paths() -> None:
    for text in ("{2d6♻?,2d6}kh1", "{4d4♻?,1d6}c>=3", "x = 3d6r<=3?; x * x"):
        assert spent(parse(text)) < 100_000_000


@pytest.mark.slow
def test_worths_that_are_long_fractions_are_counted() -> None:
    analysis = Analysis(parse("(20d6r<=3?kh3)/(1d1000)"))
    with pytest.raises(LimitError):
        analysis.odds()
    assert len(odds("(8d6r<=3?kh3)/(1d1000)")) > 5_000


@rule
def countdown(left: int = 30) -> Asks[int]:
    """Count down by a die; a choice at the end."""
    if left <= 0:
        return 1 if (yield choose("end?", ["yes", "no"])) == "yes" else 0
    face: int = yield d(6)
    return countdown(left - face)


def test_every_stage_that_a_plan_comes_to_counts_as_more_than_one_path() -> None:
    limits = Limits().shared()
    countdown().plan("outcome", limits=limits)
    assert limits.tally is not None
    assert limits.tally.paths > 30 * 6 * 4
