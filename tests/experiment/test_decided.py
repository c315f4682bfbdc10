"""Experiments that know their best decisions: found at once, as by a look at every situation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from astragal import Asks, Experiment, capped, choose, d, rule
from astragal.experiment.solve.aims import Worths
from astragal.experiment.solve.situations import Graphs
from astragal.games.percentile import extended


@rule
def blow(dice: str, least: int, thrice: bool = False) -> Asks[int]:
    """Damage whose dice may be re-rolled, after a die; in the end it may be swapped for a 4."""
    face = yield d(3)
    done: Any = yield dice
    dealt = int(done * face if thrice else max(least, done))
    return (yield choose("swap?", {"no": dealt, "yes": 4}, dealt=dealt))  # type: ignore[no-any-return]


@rule
def rounds(dice: str, left: int = 6) -> Asks[int]:
    """Rolled again and again until nothing is left; the best roll may come round more than once."""
    done: Any = yield dice
    if done >= left:
        return int(done)
    if (yield choose("go on?", ["yes", "no"], left=left)) == "no":
        return 0
    return rounds(dice, left - 1 if done > 2 else left)


@pytest.mark.parametrize("aim", ["outcome", "outcome>=5", "outcome=4", "least outcome"])
@pytest.mark.parametrize(
    "experiment",
    [
        blow("1d6♻♻?", 0),
        blow("2d4♻?kh1 + 1", 3),
        blow("3 - 1d4♻?", -9, thrice=True),
        blow("1d4♻? + 1d4♻?", 0, thrice=True),
        rounds("1d4♻?"),
    ],
    ids=str,
)
def test_what_is_known_at_once_is_the_best(experiment: Experiment[Any], aim: str) -> None:
    value = experiment.plan(aim).value
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Graphs, "_decided", lambda graphs, wanted: None)
        assert experiment.plan(aim).value == value
    found = experiment.odds(aim=aim)
    seen = found.of(aim.removeprefix("least "))
    mean = seen.probability(True) if "=" in aim else seen.mean
    assert mean == value


def test_equal_worths_leave_dice_to_their_own_aim() -> None:
    """Whatever the damage, it hits: the dice are for the highest total then."""
    hit = blow("2d6♻?", 0).odds(aim=lambda dealt: dealt >= 0)
    assert hit.mean == every_total("2d6♻?")
    dealt = capped("1d6!♻?", least=0, most=20, beyond="many")

    @rule
    def struck() -> Asks[Any]:
        """Damage that may be re-rolled, and explodes without end."""
        return (yield dealt)

    odds = struck().odds(aim=lambda done: True)
    assert odds.probability(1) == Fraction(1, 36)
    assert odds.probability("many") > 0


def every_total(dice: str) -> Fraction:
    from astragal import parse

    return Fraction(parse(dice).odds().mean)


@pytest.mark.parametrize(
    ("worths", "slope"),
    [({1: 2, 3: 6, 4: 8}, 2), ({1: 5, 2: 5}, 0), ({1: 1, 2: 2, 3: 4}, None), ({"a": 1}, None)],
)
def test_worths_that_rise_evenly(worths: dict[Any, int], slope: int | None) -> None:
    assert Worths({each: Fraction(worth) for each, worth in worths.items()}).slope == slope


@pytest.mark.parametrize("aim", ["passes", "earned", "earned>=2"])
def test_a_second_roll_is_taken_where_it_is_worth_more(aim: str) -> None:
    made = extended(45, 3, tries=4, reroll="choose")
    value = made.plan(aim).value
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Graphs, "_decided", lambda graphs, wanted: None)
        assert made.plan(aim).value == value
    seen = made.odds(aim=aim).of(aim)
    assert (seen.mean if aim == "earned" else seen.probability(True)) == value
