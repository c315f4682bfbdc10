"""scores: exact odds and advice against enumeration by hand, and the laws they follow."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import Asks, Experiment, SeededSource, verify
from astragal.games import scores
from astragal.games.scores import Critical, Criticals, Score
from astragal.games.scores.critical_dice import FirstDice, critical_dice
from astragal.rules.ordered import Side
from tests.games.scores.by_hand import Key, kept_of, range_of, scores_of
from tests.support.examples import examples
from tests.support.programs import brute_odds
from tests.support.sampling import limit

TEST: Any = scores.test
CONTEST: Any = scores.contest
GROUP: Any = scores.group_test

COIN, SECOND_ROLL, _, D20 = Criticals

# The engine's odds in the same terms


def key_of(score: Score) -> Key:
    place = {Critical.FAILURE: -1, Critical.NONE: 0, Critical.SUCCESS: 1}[score.critical]
    return (place, 0 if place else score.score)


def keyed(experiment: Experiment[Score]) -> dict[Key, Fraction]:
    odds: dict[Key, Fraction] = {}
    for score, chance in experiment.odds().items():
        odds[key_of(score)] = odds.get(key_of(score), Fraction(0)) + chance
    return odds


@pytest.mark.parametrize("net", range(-3, 4))
@pytest.mark.parametrize("modifier", [-9, -2, 0, 3, 12])
def test_odds_of_a_test_are_those_of_every_face(modifier: int, net: int) -> None:
    edges = (max(net, 0), max(-net, 0))
    assert keyed(TEST(modifier, *edges)) == scores_of(modifier, net)
    by_range: dict[str, Fraction] = {}
    for face, chance in kept_of(net).items():
        name = range_of(face, modifier)
        by_range[name] = by_range.get(name, Fraction(0)) + chance
    assert dict(TEST(modifier, *edges).odds().of("range").items()) == by_range


@pytest.mark.parametrize("critical_from", [2, 5, 9])
@pytest.mark.parametrize("net", [-2, 0, 1, 3])
def test_odds_with_a_lower_threshold(critical_from: int, net: int) -> None:
    edges = (max(net, 0), max(-net, 0))
    got = TEST(1, *edges, critical_from=critical_from)
    assert keyed(got) == scores_of(1, net, critical_from)


def test_s5_each_number_is_a_tenth_and_each_critical_a_twentieth() -> None:
    tenth, twentieth = Fraction(1, 10), Fraction(1, 20)
    numbers = {(0, face): tenth for face in range(1, 10)}
    for criticals in Criticals:
        assert keyed(TEST(criticals=criticals)) == numbers | {
            (-1, 0): twentieth,
            (1, 0): twentieth,
        }


@pytest.mark.parametrize("edges", [(0, 0), (1, 0), (3, 0), (0, 2), (0, 3)])
@pytest.mark.parametrize("critical_from", [10, 9, 4])
def test_s5_all_ways_to_settle_criticals_have_the_same_odds(
    edges: tuple[int, int], critical_from: int
) -> None:
    coin, *others = (
        TEST(2, *edges, critical_from=critical_from, criticals=each).odds() for each in Criticals
    )
    for other in others:
        assert dict(other.items()) == dict(coin.items())


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [((0, 0), (0, 0)), ((2, 0), (1, 0)), ((-3, 2), (4, -1)), ((0, 3), (0, -3)), ((20, 0), (0, 1))],
)
def test_s10_odds_of_a_contest_are_those_of_every_face(ours: Key, theirs: Key) -> None:
    win = Fraction(0)
    for (our, chance), (their, other) in product(
        scores_of(*ours).items(), scores_of(*theirs).items()
    ):
        win += chance * other * (1 if our > their else Fraction(1, 2) if our == their else 0)
    edges = [(max(net, 0), max(-net, 0)) for _, net in (ours, theirs)]
    contest = CONTEST(ours[0], theirs[0], *edges[0], *edges[1])
    assert dict(contest.odds().of("side").items()) == {Side.LOSE: 1 - win, Side.WIN: win}


def test_s10_odds_have_both_scores() -> None:
    found: dict[tuple[Key, Key], Fraction] = {}
    for outcome, chance in CONTEST(2, 1, 1).odds().items():
        pair = (key_of(outcome.ours), key_of(outcome.theirs))
        found[pair] = found.get(pair, Fraction(0)) + chance
    ours, theirs = scores_of(2, 1), scores_of(1, 0)
    assert found == {(a, b): ours[a] * theirs[b] for a, b in product(ours, theirs)}


@pytest.mark.parametrize("modifier", [-9, -4, -2, 0, 5, 8, 20])
@pytest.mark.parametrize(("view", "goal"), [("passes", 7), ("high", 10)])
def test_s4_the_odds_of_numbers_agree_with_those_of_words(
    modifier: int, view: str, goal: int
) -> None:
    for edges in ((0, 0), (2, 0), (0, 1)):
        odds = TEST(modifier, *edges).odds()
        assert odds.of(f"score>={goal}").probability(True) == odds.of(view).probability(True)


@pytest.mark.parametrize(("ours", "theirs"), [(9, 10), (10, 8), (5, 2)])
def test_s10_odds_of_a_contest_where_sides_are_critical_from_other_faces(
    ours: int, theirs: int
) -> None:
    win = Fraction(0)
    for (our, chance), (their, other) in product(
        scores_of(1, 0, ours).items(), scores_of(2, 1, theirs).items()
    ):
        win += chance * other * (1 if our > their else Fraction(1, 2) if our == their else 0)
    contest = CONTEST(
        1, 2, opponent_advantages=1, critical_from=ours, opponent_critical_from=theirs
    )
    assert contest.odds().of("wins").probability(True) == win


# The quick way to weigh dice against the dice themselves


class Plainly(Experiment[Any]):
    """An experiment without its own way to be weighed: every way it can go is gone."""

    inner: Experiment[Any]

    def steps(self) -> Asks[Any]:
        return self.inner.steps()

    def __str__(self) -> str:
        return f"{self.inner}, plainly"


@pytest.mark.slow
@pytest.mark.parametrize("criticals", Criticals)
@pytest.mark.parametrize("edge", [0, 1, 2, -1, -2])
@pytest.mark.parametrize("critical_from", [10, 8])
def test_dice_are_weighed_as_they_are_rolled(
    edge: int, critical_from: int, criticals: Criticals
) -> None:
    kept = critical_dice(edge, critical_from, criticals)
    assert dict(kept.odds().items()) == dict(Plainly(kept).odds().items())


@pytest.mark.slow
@pytest.mark.person
def test_four_dice_are_weighed_as_they_are_rolled() -> None:
    for edge in (3, -3):
        kept = critical_dice(edge, 9, COIN)
        assert dict(kept.odds().items()) == dict(Plainly(kept).odds().items())


@pytest.mark.parametrize("criticals", Criticals)
def test_rolling_every_face_gives_the_odds(criticals: Criticals) -> None:
    for experiment in (
        critical_dice(0, 9, criticals),
        critical_dice(0, 10, criticals),
        critical_dice(-1, 9, criticals),
        FirstDice(-1, 10, criticals),
    ):
        assert dict(experiment.odds().items()) == brute_odds(experiment)


# Laws

MODIFIERS = st.integers(-12, 12)
EDGES = st.integers(0, 7)


def at_least(odds: dict[Key, Fraction], least: Key) -> Fraction:
    return sum((chance for each, chance in odds.items() if each >= least), Fraction(0))


def never_worse(better: Experiment[Score], worse: Experiment[Score]) -> bool:
    """Whether every Score is reached at least as often, and passed at least as often."""
    good, bad = keyed(better), keyed(worse)
    passes = [each.odds().of("passes").probability(True) for each in (better, worse)]
    return passes[0] >= passes[1] and all(
        at_least(good, each) >= at_least(bad, each) for each in good.keys() | bad.keys()
    )


@examples(60)
@given(MODIFIERS, EDGES, EDGES, st.integers(2, 10))
def test_an_edge_a_modifier_or_a_lower_threshold_never_hurts(
    modifier: int, advantages: int, disadvantages: int, critical_from: int
) -> None:
    base = TEST(modifier, advantages, disadvantages, critical_from=critical_from)
    assert sum(keyed(base).values()) == 1
    assert never_worse(
        TEST(modifier, advantages + 1, disadvantages, critical_from=critical_from), base
    )
    assert never_worse(
        base, TEST(modifier, advantages, disadvantages + 1, critical_from=critical_from)
    )
    assert never_worse(
        TEST(modifier + 1, advantages, disadvantages, critical_from=critical_from), base
    )
    assert never_worse(base, TEST(modifier, advantages, disadvantages))


@examples(60)
@given(MODIFIERS, EDGES, EDGES)
def test_s6_only_the_capped_difference_counts(modifier: int, gains: int, losses: int) -> None:
    net = max(-3, min(3, gains - losses))
    assert keyed(TEST(modifier, gains, losses)) == scores_of(modifier, net)


@examples(60)
@given(MODIFIERS, MODIFIERS, st.tuples(EDGES, EDGES), st.tuples(EDGES, EDGES))
def test_s10_contests_are_symmetric(
    ours: int, theirs: int, our_edges: tuple[int, int], their_edges: tuple[int, int]
) -> None:
    one = CONTEST(ours, theirs, *our_edges, *their_edges).odds().of("side")
    other = CONTEST(theirs, ours, *their_edges, *our_edges).odds().of("side")
    assert one.probability(Side.WIN) == other.probability(Side.LOSE)
    assert one.probability(Side.WIN) + one.probability(Side.LOSE) == 1


ANY_RULE = st.one_of(
    st.builds(
        lambda *given: TEST(*given[:3], critical_from=given[3], criticals=given[4]),
        MODIFIERS,
        EDGES,
        EDGES,
        st.integers(2, 10),
        st.sampled_from(Criticals),
    ),
    st.builds(
        lambda *given: CONTEST(*given[:4], criticals=given[4]),
        MODIFIERS,
        MODIFIERS,
        EDGES,
        EDGES,
        st.sampled_from(Criticals),
    ),
    st.builds(
        lambda modifiers, losses, late, criticals: GROUP(
            modifiers, disadvantages=[losses], late_advantage=late, criticals=criticals
        ),
        st.lists(MODIFIERS, min_size=1, max_size=5),
        EDGES,
        st.sampled_from(["die", "plus one"]),
        st.sampled_from(Criticals),
    ),
)


@examples(120)
@given(ANY_RULE, st.integers(0, 2**32))
def test_every_roll_verifies(experiment: Experiment[Any], seed: int) -> None:
    roll = experiment.roll(SeededSource(seed), decide=lambda choice: choice.options[0])
    again = verify(roll.to_json())
    assert again == roll
    assert again.to_json() == roll.to_json()
    assert experiment.roll(faces=roll.faces, decisions=roll.decisions) == roll


# Rolls against odds


@pytest.mark.slow
@pytest.mark.parametrize(
    ("experiment", "aim"),
    [
        (TEST(1, 2), None),
        (TEST(0, 0, 3, criticals=D20), None),
        (TEST(3, criticals=SECOND_ROLL, critical_from=8), None),
        (CONTEST(2, 1, 1), None),
        (GROUP([2, 0]), "passes"),
        (GROUP([2, 0], disadvantages=[0, 2]), "passes"),
        (GROUP([2, 0], late_advantage="plus one"), "passes"),
    ],
    ids=str,
)
def test_rolls_fall_as_often_as_their_odds_say(
    experiment: Experiment[Any], aim: str | None
) -> None:
    rolls = 6_000 if aim is None else 2_000
    plan = None if aim is None else experiment.plan(aim)
    seen = Counter(experiment.sample(rolls, SeededSource("scores"), decide=plan))
    expected = {
        outcome: float(chance) * rolls for outcome, chance in experiment.odds(decide=plan).items()
    }
    assert seen.keys() <= expected.keys()
    cells = [(seen[outcome], each) for outcome, each in expected.items() if each >= 10]
    rest = rolls - sum(each for _, each in cells)
    if rest >= 10:
        cells.append((rolls - sum(count for count, _ in cells), rest))
    surprise = 2 * sum(count * math.log(count / each) for count, each in cells if count)
    assert surprise < limit(len(cells) - 1)
