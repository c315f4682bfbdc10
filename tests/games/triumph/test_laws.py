"""triumph: the value of ♻ against expectimax by hand, laws of every roll, rolls against odds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import SeededSource
from astragal.games import triumph
from tests.games.triumph.by_hand import KeptD20s, contest_by_hand, fortune, sixes
from tests.support.examples import examples
from tests.support.sampling import agrees

check: Any = triumph.check
contest: Any = triumph.contest
attack: Any = triumph.attack

D20 = range(1, 21)
PROFICIENCIES = ("incompetence", "aptitude", "mastery")
SWAPPED = {"us": "them", "them": "us", "nobody": "nobody", "both": "both"}


def chance(experiment: Any, view: str, **how: Any) -> Fraction:
    odds = experiment.odds(**how)
    assert sum(share for _, share in odds.items()) == 1
    return Fraction(odds.of(view).probability(True))


# R4, the choice

Score = Callable[[int], Fraction]


class Rerolling:
    """The player chooses which die to re-roll next, sees its face, and may stop at any time."""

    def __init__(self, dice: KeptD20s, score: Score) -> None:
        self.dice, self.score = dice, score
        self.known: dict[tuple[int, tuple[int, ...]], Fraction] = {}

    def options(self, faces: tuple[int, ...]) -> dict[str, Fraction]:
        """What each option is worth once these faces are rolled."""
        waiting = tuple(face for face in faces if face <= self.dice.rerolls)
        standing = tuple(face for face in faces if face > self.dice.rerolls)
        so_far = self.kept(standing) if standing else 0
        several = len(waiting) > 1
        again = {
            f"re-roll the {face}" if several else "re-roll": self.again(so_far, waiting, face)
            for face in waiting
        }
        return {**again, "keep": self.score(self.kept(faces))}

    def value(self) -> Fraction:
        rolls = list(product(D20, repeat=self.dice.number))
        return sum((max(self.options(faces).values()) for faces in rolls), Fraction(0)) / len(rolls)

    def kept(self, faces: tuple[int, ...]) -> int:
        return min(faces) if self.dice.lowest else max(faces)

    def again(self, so_far: int, waiting: tuple[int, ...], face: int) -> Fraction:
        place = waiting.index(face)
        others = waiting[:place] + waiting[place + 1 :]
        return sum((self.worth(so_far, new, others) for new in D20), Fraction(0)) / 20

    def worth(self, so_far: int, new: int, waiting: tuple[int, ...]) -> Fraction:
        """Of the dice that stay as they are, only the one that would be kept matters."""
        stands = self.kept((so_far, new)) if so_far else new
        key = (stands, tuple(sorted(waiting)))
        if key not in self.known:
            keeping = self.score(self.kept((stands, *waiting)))
            rolling = (self.again(stands, waiting, face) for face in set(waiting))
            self.known[key] = max([keeping, *rolling])
        return self.known[key]


def score_by_hand(aim: str, dc: int, net: int, ranges: tuple[int, int]) -> Score:
    """What a natural result is worth to a check with ability 2."""

    def score(natural: int) -> Fraction:
        margins = [(natural + 2 + more - dc, share) for more, share in sixes(net).items()]
        if aim == "margin":
            return sum((share * margin for margin, share in margins), Fraction(0))
        if luck := fortune(natural, *ranges):
            return Fraction(int(luck > 0))
        return sum((share for margin, share in margins if margin > 0), Fraction(0))

    return score


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dice", "aim", "dc", "net", "ranges"),
    [
        (KeptD20s(1, rerolls=1), "passes", 15, 0, (20, 1)),
        (KeptD20s(1, rerolls=3), "passes", 0, 0, (20, 1)),
        (KeptD20s(1, rerolls=19), "margin", 15, 0, (20, 1)),
        (KeptD20s(1, rerolls=6), "passes", 5, 1, (19, 2)),
        (KeptD20s(2, rerolls=2), "passes", 15, -1, (20, 1)),
        (KeptD20s(2, True, rerolls=4), "passes", 4, 0, (20, 1)),
        (KeptD20s(2, True, rerolls=3), "margin", 4, 0, (20, 1)),
        (KeptD20s(2, True, rerolls=3), "passes", 3, 0, (20, 2)),
    ],
    ids=str,
)
def test_r4_the_best_use_of_rerolls(
    dice: KeptD20s, aim: str, dc: int, net: int, ranges: tuple[int, int]
) -> None:
    """Against every face and every decision: a low face is not always best re-rolled."""
    score = score_by_hand(aim, dc, net, ranges)
    edges = {"dominance": max(net, 0), "threat": max(-net, 0)}
    limits = {"triumph_from": ranges[0], "disaster_to": ranges[1]}
    made = check(2, dc, dice=str(dice), **edges, **limits)
    by_hand = Rerolling(dice, score)
    assert made.plan(aim).value == by_hand.value()
    low = range(1, min(dice.rerolls, 3) + 1)
    for rolled in [(face, 14, 15) for face in low] + [(2, 1, 16), (1, 1, 1)]:
        faces = rolled[: dice.number]
        if faces[0] <= dice.rerolls:
            advice = made.advise(aim, faces=faces)
            values = by_hand.options(faces)
            assert advice.values == values
            assert set(advice.as_good) == {
                each for each in values if values[each] == max(values.values())
            }


def test_r4_a_reroll_can_be_worth_less_than_what_lies_there() -> None:
    """A 2 that is enough is kept; a 1 is a disaster, and never is."""
    made = check(5, 3, dice="1d20♻♻")
    assert made.advise("passes", faces=[2]).best == "keep"
    assert made.advise("passes", faces=[1]).values == {"re-roll": Fraction(19, 20), "keep": 0}
    assert chance(made, "passes", aim="passes") == 1 - Fraction(1, 400)
    assert chance(check(5, 3, dice="1d20♻♻", reroll="always"), "passes") == 1 - Fraction(1, 200)


def test_r4_it_matters_which_die_is_rerolled_first() -> None:
    """The lower of two first: what it shows tells whether the other is worth it."""
    advice = check(0, 4, dice="2d20▼♻♻♻♻♻♻♻♻").advise("margin", faces=[8, 1])
    values = Rerolling(KeptD20s(2, True, rerolls=8), lambda face: Fraction(face - 4)).options(
        (8, 1)
    )
    assert advice.values == values
    assert advice.best == "re-roll the 1"
    assert values["re-roll the 1"] > values["re-roll the 8"] > values["keep"] == -3


@pytest.mark.slow
@pytest.mark.parametrize("dice", [KeptD20s(3, rerolls=6), KeptD20s(3, True, rerolls=6)], ids=str)
@pytest.mark.parametrize("faces", [(5, 18, 2), (6, 3, 13), (4, 4, 17)])
def test_r4_rerolling_some_of_three_dice(dice: KeptD20s, faces: tuple[int, ...]) -> None:
    by_hand = Rerolling(dice, score_by_hand("passes", 7, 0, (20, 2)))
    made = check(2, 7, dice=str(dice), disaster_to=2)
    assert made.advise("passes", faces=faces).values == by_hand.options(faces)


def test_r4_in_a_contest_the_reroll_looks_at_the_opponent_to_come() -> None:
    values = (
        contest(3, 0, dice="1d20♻♻♻", opponent_proficiency="aptitude")
        .advise("wins", faces=[3])
        .values
    )
    against = [Fraction(0), Fraction(0)]
    for theirs in D20:
        for place, ours in ((0, 3), *((1, face) for face in D20)):
            mood, other = fortune(ours), fortune(theirs)
            lead = ours + 3 - theirs if mood == other else mood - other
            won = Fraction(1, 2) if lead == 0 else Fraction(int(lead > 0))
            against[place] += won / (400 if place else 20)
    assert values == {"keep": against[0], "re-roll": against[1]}
    plain = contest_by_hand(KeptD20s(1), KeptD20s(1), 3)
    assert values["re-roll"] == plain


# Laws

ABILITY = st.integers(-6, 8)
DC = st.integers(-2, 30)
EDGES = st.integers(0, 2)
CUBES = st.builds(
    KeptD20s, st.integers(1, 3), st.booleans(), st.just(False), st.sampled_from([0, 0, 1, 3])
)
RANGES = st.tuples(st.integers(11, 20), st.integers(1, 10))


@examples(20)
@given(ABILITY, DC, st.sampled_from(PROFICIENCIES), EDGES, EDGES, RANGES)
def test_laws_of_checks(
    ability: int, dc: int, proficiency: str, dominance: int, threat: int, ranges: tuple[int, int]
) -> None:
    """More ability, dominance, proficiency or luck never hurts.

    A higher DC, threat or bad luck never helps.
    """

    def passes(**other: Any) -> Fraction:
        usual = {
            "ability": ability,
            "dc": dc,
            "proficiency": proficiency,
            "dominance": dominance,
            "threat": threat,
            "triumph_from": ranges[0],
            "disaster_to": ranges[1],
        }
        return chance(check(**(usual | other)), "passes")

    here = passes()
    assert here <= passes(ability=ability + 1)
    assert here == passes(ability=ability - 1, bonus=1)
    assert here == passes(ability=ability + 1, dc=dc + 1)
    assert passes(dc=dc + 1) <= here
    assert here <= passes(dominance=dominance + 1)
    assert passes(threat=threat + 1) <= here
    assert here == passes(dominance=dominance + 1, threat=threat + 1)
    assert here <= passes(triumph_from=ranges[0] - 1 if ranges[0] - 1 > ranges[1] else ranges[0])
    assert passes(proficiency="incompetence") <= passes(proficiency="aptitude")
    assert passes(proficiency="aptitude") <= passes(proficiency="mastery")


@examples(20)
@given(ABILITY, DC, CUBES)
def test_advantage_never_hurts_and_disadvantage_never_helps(
    ability: int, dc: int, dice: KeptD20s
) -> None:
    def passes(dice: KeptD20s) -> Fraction:
        return chance(check(ability, dc, dice=str(dice), reroll="always"), "passes")

    one, more = passes(dice), passes(dice._replace(number=dice.number + 1))
    assert more <= one if dice.lowest else one <= more
    assert passes(dice._replace(lowest=True)) <= passes(dice._replace(lowest=False))


@examples(10)
@given(
    ABILITY,
    DC,
    st.builds(KeptD20s, st.integers(1, 2), st.booleans(), st.just(False), st.integers(1, 2)),
)
def test_the_choice_to_reroll_never_hurts(ability: int, dc: int, dice: KeptD20s) -> None:
    made = check(ability, dc, dice=str(dice))
    best = made.plan("passes").value
    for reroll in ("always", "never"):
        assert best >= chance(check(ability, dc, dice=str(dice), reroll=reroll), "passes")


@examples(2)
@given(ABILITY, ABILITY, CUBES, CUBES, EDGES, EDGES, st.sampled_from(list(SWAPPED)))
def test_contests_are_symmetric_and_more_never_hurts(
    ours: int,
    theirs: int,
    dice: KeptD20s,
    other: KeptD20s,
    dominance: int,
    threat: int,
    reactive: str,
) -> None:
    def wins(ours: int, dominance: int, reactive: str) -> Fraction:
        made = contest(
            *(ours, theirs),
            reactive=reactive,
            dominance=dominance,
            opponent_threat=threat,
            dice=str(dice),
            opponent_dice=str(other),
            reroll="always",
        )
        return chance(made, "wins")

    here = wins(ours, dominance, reactive)
    swapped = contest(
        *(theirs, ours),
        reactive=SWAPPED[reactive],
        threat=threat,
        opponent_dominance=dominance,
        dice=str(other),
        opponent_dice=str(dice),
        reroll="always",
    )
    assert here + chance(swapped, "wins") == 1
    assert here <= wins(ours + 1, dominance, reactive)
    assert here <= wins(ours, dominance + 1, reactive)
    assert wins(ours, dominance, "them") <= here <= wins(ours, dominance, "us")


SYMBOLS = st.builds(
    lambda n, keep, explode, again: f"{n}d20{keep}{explode}{again}",
    st.integers(1, 3),
    st.sampled_from(["▲", "▼"]),
    st.sampled_from(["", "!"]),
    st.sampled_from(["", "♻", "♻♻♻♻♻"]),
)


@examples(20)
@given(ABILITY, DC, SYMBOLS, EDGES, EDGES, st.integers(0, 2**32))
def test_records_verify(
    ability: int, dc: int, dice: str, dominance: int, threat: int, seed: int
) -> None:
    for made in (
        check(ability, dc, dominance=dominance, threat=threat, dice=dice),
        attack(ability, dc, "1d6-2", "2d6", dice=dice),
        contest(ability, 1, dominance=dominance, dice=dice, opponent_dice=dice, reactive="us"),
        triumph.ability(),
        triumph.abilities(),
    ):
        rolled = made.roll(SeededSource(seed), decide=lambda choice: choice.options[seed % 2])
        assert astragal.verify(rolled.to_json()) == rolled
        assert made.roll(faces=rolled.faces, decisions=rolled.decisions) == rolled


# Rolls


@pytest.mark.slow
@pytest.mark.parametrize(
    "experiment",
    [
        check(3, 15, "mastery", dominance=1),
        check(0, 12, dice="2d20▲!♻♻", reroll="always", threat=1),
        contest(2, 0, dice="1d20!", opponent_proficiency="mastery", triumph_from=19),
        contest(2, 0, dice="2d20!", opponent_dice="1d20♻", opponent_reroll="always"),
        check(0, 30, dice="3d20▲▲!", bonus="1d4"),
        attack(3, damage="1d6!", opponent=2, opponent_proficiency="mastery"),
        attack(3, 12, "1d6", "2d6"),
        triumph.ability(),
    ],
    ids=str,
)
def test_rolls_fall_as_the_odds_say(experiment: Any) -> None:
    assert agrees(experiment, 3_000, "triumph")
