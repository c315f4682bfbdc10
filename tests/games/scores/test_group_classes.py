"""scores: a Group Test for an aim, with only classes of Scores known, has the same odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from astragal import Limits, OddsError
from astragal.experiment.solve.analysis import Analysis
from astragal.games import scores
from astragal.games.scores.critical_dice import CriticalDie, Criticals
from astragal.games.scores.group_classes import Seen, Settled, classes_for
from astragal.games.scores.group_help import Setting

GROUP: Any = scores.group_test

PATIENT = Limits(paths=10**7)

AIMS: list[Any] = ["passes", "high", "score>=4", lambda score: score.rank[0] * 100 + score.rank[1]]


def chance(group: Any, aim: Any) -> Fraction:
    """The value of a Group Test by its plan, which looks at every Score."""
    value: Fraction = group.plan(aim, limits=PATIENT).value
    return value


@pytest.mark.slow
@pytest.mark.parametrize("aim", AIMS[:3])
@pytest.mark.parametrize(
    "given",
    [
        {"modifiers": [0, 3]},
        {"modifiers": [1, -2], "advantages": [0, 2]},
        {"modifiers": [2, 2], "disadvantages": [1, 0], "critical_from": 8},
        {"modifiers": [0, 1], "ranges": "[..6] no [7..9] yes [10..] very [10!] most"},
    ],
    ids=str,
)
def test_s8_the_chance_is_that_of_the_best_plan(given: Any, aim: str) -> None:
    group = GROUP(**given)
    assert group.odds(aim=aim).of(aim).probability(True) == chance(group, aim)


@pytest.mark.slow
@pytest.mark.parametrize("aim", AIMS)
def test_s8_three_players_too(aim: Any) -> None:
    group = GROUP([0, 1, 2])
    assert group.odds(aim=aim, limits=PATIENT).of(aim).mean == chance(group, aim)


@pytest.mark.slow
def test_an_aim_that_a_higher_score_may_miss_is_looked_at_score_by_score() -> None:
    group = GROUP([0, 2])
    low = "score<=6"
    assert group.towards(low) is group
    assert group.odds(aim=low).of(low).probability(True) == chance(group, low)


def test_an_aim_that_no_score_has_is_refused() -> None:
    with pytest.raises(OddsError):
        GROUP([0, 2]).odds(aim="nonsense")


@pytest.mark.slow
def test_four_players_are_answered() -> None:
    odds = GROUP([2, 1, 0, 0]).odds(aim="passes")
    assert sum(chance for _, chance in odds.items()) == 1
    three = GROUP([2, 1, 0]).odds(aim="passes").of("passes").probability(True)
    assert 0 < odds.of("passes").probability(True) < 1
    assert three > 0


def test_without_help_to_give_the_lowest_score_counts() -> None:
    """Nobody passes with a Modifier of -20 but by a Critical Success."""
    alone = scores.test(-20).odds()
    both = GROUP([-20]).odds(aim="passes")
    assert both.of("passes").probability(True) == alone.of("passes").probability(True)


@pytest.mark.parametrize("seen", [Seen(0, 0, 2), Seen(1, 1), Seen(1, -1), Seen(0, 0)], ids=str)
def test_a_score_of_a_known_class_by_enumeration(seen: Seen) -> None:
    """The final Score is that of all dice that fit what is known, each as likely as it is."""
    die = CriticalDie(10, Criticals.COIN)
    setting = Setting(("one", "other"), (0, 0), scores.STANDARD, die)
    classes = classes_for("passes", setting, (0, 0))
    assert classes is not None
    faces = die.odds()
    found: dict[Any, Fraction] = {}

    def fits(kept: int) -> bool:
        known = seen.gifts in (-1, classes.gifts(0, kept))
        return known and classes.of[0][kept] == seen.group

    def add(kept: int, share: Fraction, left: int) -> None:
        if not left:
            score = setting.scores[0][kept]
            found[score] = found.get(score, Fraction(0)) + share
            return
        for more, chance in faces.items():
            if classes.of[0][more] <= seen.group:
                add(max(kept, more), share * chance, left - 1)

    for kept, chance in faces.items():
        if fits(kept):
            add(kept, chance, seen.further)
    whole = sum(found.values())
    odds = Settled(classes, 0, seen).odds(limits=Limits())
    assert dict(odds.items()) == {score: share / whole for score, share in found.items()}


def test_analysis_shows_the_rule_that_was_asked_about() -> None:
    group = GROUP([0, 3])
    assert Analysis(group, aim="passes").odds().label == group.label
