"""scores: odds of Group Tests against everything that can be done in every situation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from astragal import Limits, OddsError
from astragal.experiment.solve.aims import Aim
from astragal.experiment.solve.analysis import Analysis
from astragal.experiment.solve.memory import Memory
from astragal.games import scores
from astragal.games.scores import Score
from astragal.games.scores.group_help import Setting
from astragal.games.scores.group_tests import _setting
from astragal.probability.views import view_name
from astragal.rules.requests.helping.every_way import EveryWay
from astragal.rules.requests.helping.group import Hand, HelpState
from astragal.rules.requests.helping.outlook import Outlook, worths_of
from tests.games.scores.by_hand import one_die, reaches
from tests.support.examples import examples

GROUP: Any = scores.group_test

Odds = dict[Score, Any]
"""In FLINT's fractions: a twin adds up hundreds of thousands."""


def rational(number: Any) -> Any:
    return fmpq(*number.as_integer_ratio())


def faces(setting: Setting) -> list[tuple[Any, Any]]:
    return [(face, rational(chance)) for face, chance in setting.die.odds().items()]


def brute(group: Any, aim: Any) -> tuple[Odds, Callable[[Odds], Any]]:
    """The odds under the best help, with every way to help in every situation looked at.

    And what odds are worth to the aim.
    """
    setting, goal = _setting(*group.values), Aim(aim)
    die = faces(setting)

    @cache
    def worth_of(score: Score) -> Any:
        return rational(goal.worth(score))

    def worth(odds: Odds) -> Any:
        return sum((chance * worth_of(score) for score, chance in odds.items()), fmpq())

    def after(now: HelpState, way: tuple[int, ...]) -> Odds:
        if not way:
            return {now.outcome(): fmpq(1)}
        if not now.needs_die(way[1]):
            return best(now.helped(*way))
        giver, receiver = way
        before = now.hands[receiver].steps[0]
        return mixed(
            (best(now.helped(giver, receiver, setting.with_die(receiver, before, each))), chance)
            for each, chance in die
        )

    @cache
    def best(now: HelpState) -> Odds:
        return max((after(now, way) for way in ways(now)), key=worth)

    hands = first_hands(setting)
    return mixed((best(HelpState.begun(setting, each)), chance) for each, chance in hands), worth


def ways(now: HelpState) -> tuple[Any, ...]:
    choice = now.choice()
    return ((),) if choice is None else choice.options


def first_hands(setting: Setting) -> Iterator[tuple[tuple[Hand, ...], Any]]:
    dice = [setting.first(player).odds().items() for player in range(len(setting.names))]
    for rolled in product(*dice):
        hands = [setting.hand(player, counted) for player, (counted, _) in enumerate(rolled)]
        yield tuple(hands), prod((rational(chance) for _, chance in rolled), start=fmpq(1))


def mixed(parts: Any) -> Odds:
    total: Odds = {}
    for odds, share in parts:
        for score, chance in odds.items():
            total[score] = total.get(score, 0) + share * chance
    return total


def agrees(group: Any, aim: Any) -> None:
    found = {score: rational(chance) for score, chance in group.odds(aim=aim).items()}
    expected, worth = brute(group, aim)
    assert sum(found.values()) == 1
    assert worth(found) == worth(expected)


def ranked(score: Score) -> int:
    return score.rank()[0] * 100 + score.rank()[1]


def named(aim: Any) -> str:
    """The same in every process: how a function is printed is not."""
    return getattr(aim, "__name__", str(aim))


AIMS: list[Any] = ["passes", "score>=4", "score>=8", ranked, "score"]
TWO: list[dict[str, Any]] = [
    {"modifiers": [0, 3]},
    {"modifiers": [1, -2], "advantages": [0, 2]},
    {"modifiers": [2, 2], "disadvantages": [1, 0], "critical_from": 8},
    {"modifiers": [3, 0], "disadvantages": [0, 2]},
    {"modifiers": [3, 0], "disadvantages": [0, 5]},
    {"modifiers": [1, 4], "late_advantage": "plus one", "advantages": [1]},
]
FIGURES: list[tuple[dict[str, Any], Any, str]] = [
    ({"modifiers": [5, 5]}, "score>=13", "26.91 %"),
    ({"modifiers": [5, 5]}, "critical_success", "1.58 %"),
    ({"modifiers": [5, 4, 2]}, "score>=11", "23.11 %"),
]
NAMED: list[tuple[dict[str, Any], str]] = [
    ({"modifiers": [0, 1], "ranges": "[..6] no [7..9] yes [10..] very [10!] most"}, "very"),
    ({"modifiers": [5, 3], "ranges": "[..11] short [12..] enough"}, "enough"),
    ({"modifiers": [5, 3], "ranges": "[7..9] some [10..12] more"}, "more"),
]
"""Ranges of other names: an aim names one."""


@pytest.mark.slow
@pytest.mark.parametrize("aim", AIMS, ids=view_name)
@pytest.mark.parametrize("given", TWO, ids=str)
def test_s9_odds_are_those_of_the_best_help(given: dict[str, Any], aim: Any) -> None:
    agrees(GROUP(**given), aim)


@pytest.mark.slow
@pytest.mark.parametrize("aim", [None, "score>=4", "score>=8", ranked], ids=named)
@pytest.mark.parametrize(("given", "name"), NAMED, ids=str)
def test_s9_ranges_with_names_of_their_own(given: dict[str, Any], name: str, aim: Any) -> None:
    agrees(GROUP(**given), f"range={name}" if aim is None else aim)


@pytest.mark.parametrize(("given", "aim", "chance"), FIGURES)
def test_s9_high_scores_are_helped_too(given: dict[str, Any], aim: str, chance: str) -> None:
    found = GROUP(**given).odds(aim=aim).of(aim).probability(True)
    assert f"{float(found):.2%}".replace("%", " %") == chance
    plan = GROUP(**given).plan(aim)
    assert plan.value == found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "aim"),
    [
        ({"modifiers": [5, 4, 2]}, "score>=11"),
        ({"modifiers": [2, 1, 0]}, "passes"),
        ({"modifiers": [2, 1, 0]}, "high"),
        ({"modifiers": [2, 1, 0]}, "score>=11"),
        ({"modifiers": [-2, -2, -1]}, ranked),
        (
            {"modifiers": [-3, 6], "ranges": "[..6] a [7..] b [10!] c", "advantages": [1, 0]},
            "range=b",
        ),
        ({"modifiers": [4, 1, 3], "late_advantage": "plus one", "disadvantages": [1]}, "passes"),
    ],
    ids=lambda each: str(each) if isinstance(each, dict) else view_name(each),
)
def test_s9_three_players_too(given: dict[str, Any], aim: Any) -> None:
    agrees(GROUP(**given), aim)


@pytest.mark.slow
@examples(20)
@given(
    st.lists(st.integers(-3, 6), min_size=2, max_size=2),
    st.lists(st.integers(0, 4), min_size=2, max_size=2),
    st.lists(st.integers(0, 3), min_size=2, max_size=2),
    st.sampled_from([10, 8]),
    st.sampled_from(["die", "plus one"]),
    st.sampled_from(AIMS),
)
def test_s9_two_players_of_any_kind(
    modifiers: list[int], gains: list[int], losses: list[int], critical: int, late: str, aim: Any
) -> None:
    agrees(GROUP(modifiers, gains, losses, critical_from=critical, late_advantage=late), aim)


def counts(dice: tuple[int, ...], net: int) -> int:
    """What the dice of a Test count as, in the order drawn: those of Disadvantages come last."""
    counted = dice[: 1 + min(3, abs(net))]
    return max(counted) if net >= 0 else min(counted)


def late(dice: tuple[int, ...], net: int) -> dict[tuple[int, ...], int]:
    """The dice after a late Advantage, each way in twentieths."""
    if net < 0:
        return {dice[:1] if net == -1 else dice: 20}
    return {(*dice, face): ways for face, ways in one_die().items()}


def by_the_text(modifiers: list[int], nets: list[int]) -> Fraction:
    """The chance to pass, from the text of the rules: whole dice, and every gift in every order."""
    die = one_die()

    @cache
    def value(
        dice: tuple[tuple[int, ...], ...], nets: tuple[int, ...], gifts: tuple[int, ...]
    ) -> Fraction:
        players = range(len(dice))
        best = Fraction(all(reaches(counts(dice[p], nets[p]), modifiers[p], 7) for p in players))
        for giver, receiver in product(players, repeat=2):
            if best < 1 and gifts[giver] and giver != receiver and nets[receiver] < 3:
                left = tuple(n - (each == giver) for each, n in enumerate(gifts))
                then = tuple(n + (each == receiver) for each, n in enumerate(nets))
                chance = Fraction(0)
                for each, ways in late(dice[receiver], nets[receiver]).items():
                    rolled = (*dice[:receiver], each, *dice[receiver + 1 :])
                    chance += Fraction(ways, 20) * value(rolled, then, left)
                best = max(best, chance)
        return best

    total = Fraction(0)
    hands = [list(product(die.items(), repeat=1 + min(3, abs(net)))) for net in nets]
    for rolled in product(*hands):
        chance, dice = Fraction(1), []
        for hand in rolled:
            dice.append(tuple(face for face, _ in hand))
            for _, ways in hand:
                chance *= Fraction(ways, 20)
        now = [counts(each, net) for each, net in zip(dice, nets, strict=True)]
        gifts = tuple(
            reaches(face, m, 7) + reaches(face, m, 10)
            for face, m in zip(now, modifiers, strict=True)
        )
        total += chance * value(tuple(dice), tuple(nets), gifts)
    return total


@pytest.mark.slow
@pytest.mark.parametrize(
    ("modifiers", "nets"),
    [([2, 0], [0, 0]), ([3, 1], [0, -1]), ([4, 0], [0, -2]), ([4, 2], [1, 0]), ([4, 2], [-1, -1])],
)
def test_s9_the_chance_to_pass_from_the_text(modifiers: list[int], nets: list[int]) -> None:
    group = GROUP(modifiers, [max(n, 0) for n in nets], [max(-n, 0) for n in nets])
    found = group.odds(aim="passes").of("passes").probability(True)
    assert found == by_the_text(modifiers, nets)


EIGHT = [2, 1, 0, 0, 1, 1, 3, -1]


def test_s9_eight_players_are_answered_within_the_limits() -> None:
    group = GROUP(EIGHT)
    chance = group.odds(aim="passes").of("passes").probability(True)
    advice = group.advise("passes", faces=[6, 9, 5, 6, 2, 9, 1, 9])
    assert 0 < chance < Fraction(1, 2)
    assert advice.values["nobody"] == 0 < advice.value
    assert "player 2 helps player 8" in advice.values


@examples(25)
@given(st.lists(st.integers(-3, 5), min_size=5, max_size=8), st.data())
def test_s9_where_people_sit_does_not_matter_in_larger_groups(
    modifiers: list[int], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(modifiers))
    odds = [dict(GROUP(each).odds(aim="passes").items()) for each in (modifiers, shuffled)]
    assert odds[0] == odds[1]
    assert sum(odds[0].values()) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("modifiers", "nets", "late", "aim"),
    [
        ([2, 1, 0], [0, 0, 0], "die", "high"),
        ([3, 0, 1], [1, -2, 0], "plus one", "passes"),
        ([1, 1, 4], [0, 0, -1], "die", "score>=8"),
    ],
)
def test_every_way_to_help_is_no_better_than_what_is_known_to_be_best(
    modifiers: list[int], nets: list[int], late: str, aim: str
) -> None:
    gains, losses = [max(0, net) for net in nets], [max(0, -net) for net in nets]
    setting = _setting(*GROUP(modifiers, gains, losses, late_advantage=late).values)
    worths = worths_of(Aim(aim), setting)
    assert worths is not None
    chances = []
    for way in (Outlook, EveryWay):
        memory = Memory(Limits())
        firsts = [memory.weights(setting.first(player)) for player in range(len(modifiers))]
        die = memory.weights(setting.die)
        odds = way(setting, worths, die, firsts, memory.budget).odds()
        reached = [ways for score, ways in odds.table.items() if worths[setting.order.index(score)]]
        chances.append(Fraction(sum(reached), odds.denominator))
    assert chances[0] == chances[1]


def test_four_players_may_want_what_a_higher_score_may_miss() -> None:
    modifiers = [2, 1, 0, 3]
    found = GROUP(modifiers).odds(aim="score<=6").of("passes").probability(False)
    passing = [scores.test(each).odds().of("passes").probability(True) for each in modifiers]
    assert found == 1 - prod(passing), "nobody helps"


def test_an_aim_that_no_score_has_is_refused() -> None:
    with pytest.raises(OddsError):
        GROUP([0, 2]).odds(aim="nonsense")


def test_s9_advice_knows_what_cancelling_brings() -> None:
    group = GROUP([2, 0], disadvantages=[0, 2])
    assert group.advise("passes", faces=[9, 8, 5, 1]).values == {
        "player 1 helps player 2": 1,
        "nobody": 0,
    }
    later = group.advise("passes", faces=[9, 5, 8, 1])
    assert later.value == 0


@pytest.mark.parametrize("aim", ["passes", "high"])
def test_s9_a_plan_has_the_same_value(aim: str) -> None:
    for more in ({}, {"disadvantages": [0, 1]}):
        group = GROUP([3, 1], **more)
        value = group.plan(aim, limits=Limits(paths=10**7)).value
        assert group.odds(aim=aim).of(aim).probability(True) == value


def test_analysis_shows_the_rule_that_was_asked_about() -> None:
    group = GROUP([0, 3])
    assert Analysis(group, aim="passes").odds().label == group.label
