"""target: every rule of the game (G1 to G9), with dice handed in and against brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

import astragal
from astragal import AstragalError, ParameterError, SeededSource
from astragal.games import target
from astragal.games.target import Check, Contest
from astragal.mechanics.arithmetic import added_up, compounded
from astragal.rules.ordered import Side
from tests.support.sampling import agrees

# The rules take what people write, too: "+2 luck", "1d8+3", "dodge".
check: Any = target.check
opposed: Any = target.opposed
armor_class: Any = target.armor_class
defense: Any = target.defense
attack: Any = target.attack
roll: Any = target.roll

D20 = range(1, 21)


def shares(counts: Counter[Any]) -> dict[Any, Fraction]:
    whole = sum(counts.values())
    return {outcome: Fraction(count, whole) for outcome, count in counts.items()}


def odds_of(experiment: Any) -> dict[Any, Fraction]:
    return dict(experiment.odds().items())


# G1, natural rolls, taking 10 and 20


@pytest.mark.parametrize(
    ("face", "modifier", "goal", "passes"),
    [
        (10, 5, 15, True),
        (9, 5, 15, False),
        (15, 0, 15, True),
        (16, -2, 15, False),
        (20, 0, 21, False),
        (20, -5, 16, False),
        (1, 14, 15, True),
        (1, 0, 1, True),
    ],
)
def test_g1_equal_to_the_target_number_or_over_it_succeeds(
    face: int, modifier: int, goal: int, passes: bool
) -> None:
    """A natural 20 or 1 is nothing special."""
    made = check(modifier, goal).roll(faces=[face]).outcome
    assert made == Check(face + modifier - goal, False, passes)


@pytest.mark.parametrize(
    ("face", "modifier", "goal", "automatic", "passes"),
    [
        (20, 0, 40, True, True),
        (1, 30, 5, True, False),
        (20, 5, 10, True, True),
        (1, 0, 10, True, False),
        (19, 0, 20, False, False),
        (2, 20, 15, False, True),
    ],
)
def test_g1_a_rule_may_say_that_natural_rolls_decide(
    face: int, modifier: int, goal: int, automatic: bool, passes: bool
) -> None:
    """One option covers the natural 20 and the natural 1 alike."""
    made = check(modifier, goal, natural_rolls=True).roll(faces=[face]).outcome
    assert (made.automatic, made.passes) == (automatic, passes)
    word = "success" if passes else "failure"
    assert ("a natural" in str(made)) is automatic
    assert word in str(made)


@pytest.mark.parametrize("natural_rolls", [False, True])
@pytest.mark.parametrize(("modifier", "goal"), [(0, 11), (7, 15), (-3, 20), (30, 10), (-30, 10)])
def test_g1_the_chance_is_that_of_twenty_faces(
    modifier: int, goal: int, natural_rolls: bool
) -> None:
    good = [
        face == 20 or (face > 1 and face + modifier >= goal)
        if natural_rolls
        else face + modifier >= goal
        for face in D20
    ]
    odds = check(modifier, goal, natural_rolls).odds()
    assert odds.of("passes").probability(True) == Fraction(sum(good), 20)


@pytest.mark.parametrize(
    ("take", "modifier", "goal", "margin"),
    [("10", 5, 15, 0), ("10", 5, 16, -1), ("20", -2, 15, 3), ("20", 0, 21, -1)],
)
def test_g1_expected_taking_10_or_20_rolls_no_die(
    take: str, modifier: int, goal: int, margin: int
) -> None:
    taken = check(modifier, goal, take=take)
    assert taken.roll(faces=[]).outcome == Check(margin, False, margin >= 0)
    assert odds_of(taken) == {Check(margin, False, margin >= 0): 1}
    assert f"taking {take}" in str(taken.roll(faces=[]))
    assert check(modifier, goal, take=int(take)) == taken, "as a number, too"


def test_g1_no_natural_roll_decides_where_nothing_is_rolled() -> None:
    with pytest.raises(ParameterError, match="rolls no die"):
        check(5, 15, natural_rolls=True, take="20")


def test_g1_without_a_target_number_only_the_total_is_known() -> None:
    assert str(check("+3").roll(faces=[12]).outcome) == "15"


def test_g1_better_checks_sort_behind_worse_ones() -> None:
    worst_first = [Check(-3, False, False), Check(-1, False, False), Check(0), Check(4)]
    assert all(one < other for one, other in pairwise(worst_first))
    assert list(map(str, worst_first)) == [
        "failure by 3",
        "failure by 1",
        "success: to reach the number is enough",
        "success by 4",
    ]
    assert Check(9, True, False) < Check(-9, True, True)


# G2, dice


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_g2_every_die(sides: int) -> None:
    assert odds_of(roll(f"d{sides}")) == {face: Fraction(1, sides) for face in range(1, sides + 1)}


def test_g2_three_d4_and_three_are_6_to_15() -> None:
    sums = Counter(sum(faces) + 3 for faces in product(range(1, 5), repeat=3))
    assert odds_of(roll("3d4+3")) == shares(sums)
    assert (min(sums), max(sums)) == (6, 15)
    assert roll("3d4 - 1").roll(faces=[1, 2, 4]).outcome == 6


@pytest.mark.parametrize(
    ("tens", "ones", "number"), [(7, 0, 70), (0, 7, 7), (0, 0, 100), (9, 9, 99), (1, 0, 10)]
)
def test_g2_percentile_dice_are_tens_then_ones(tens: int, ones: int, number: int) -> None:
    assert target.percentile().roll(faces=[tens, ones]).outcome == number


def test_g2_percentile_dice_give_1_to_100_alike() -> None:
    hundred = {number: Fraction(1, 100) for number in range(1, 101)}
    assert odds_of(target.percentile()) == hundred
    assert odds_of(roll("d%")) == hundred


# G5 to G7, Armor Class and defense rolls


@pytest.mark.parametrize(
    ("modifiers", "normal", "touch"),
    [
        ("+5 armor, +3 natural armor", 5, 3),
        ("+3 armor, +5 natural armor", 5, 5),
        ("+5 armor, +4 armor (Mage Armor)", 5, 0),
        ("+2 natural armor, +3 natural armor", 3, 3),
        ("+5 armor, +2 shield, +1 luck, 2", 10, 5),
        ("+5 armor, -2 luck", 3, -2),
        ("+5 armor, +3 dodge, +2 deflection", 5, 0),
        ("+3 natural armor, +2 natural armor increase (Barkskin)", 5, 5),
        ("+5 armor, +3 natural armor, +4 natural armor increase", 7, 7),
        ("+5 armor, +3 natural armor, +1 natural armor increase", 5, 4),
        ("+2 natural armor increase, +4 natural armor increase, +1 natural armor", 5, 5),
        ("+1 natural armor, +3 natural armor, +2 natural armor increase", 5, 5),
        ("+2 natural armor increase", 2, 2),
        ("+4 natural armor (hide), +3 natural armor increase (hide)", 4, 4),
        ("+6 armor, +4 natural armor (hide), +3 natural armor increase (hide)", 6, 4),
        ("+5 armor (robe), +4 luck (robe), +3 natural armor", 7, 7),
        ("-2 armor, -3 natural armor", -5, -3),
        ("+5 armor, -2 armor, +3 natural armor, -1 natural armor", 2, 2),
        ("+5 armor bonus, +3 natural armor bonus", 5, 3),
        ("+5 armour bonus", 5, 0),
        ("+2 luck bonus, +3 luck", 3, 3),
        ("+3 Natural Armour Bonus, +2 bonus to natural armor", 5, 5),
        ("+3 natural armor, +2 enhancement bonus to natural armor, +4 armor", 5, 5),
        ("+5 armor, -2 penalty to armor class, -4 dodge penalty", 3, -2),
        ("", 0, 0),
    ],
)
def test_g5_g6_armor_class_normally_and_against_touch(
    modifiers: str, normal: int, touch: int
) -> None:
    """Armor and natural armor do not stack; against touch only natural armor helps."""
    assert armor_class(modifiers).roll(faces=[]).outcome.value == 10 + normal
    assert armor_class(modifiers, touch=True).roll(faces=[]).outcome.value == 10 + touch
    assert armor_class(modifiers, True, 8).roll().outcome.value == 8 + touch


def test_g5_the_armor_class_says_what_it_is_made_of() -> None:
    told = str(armor_class("+5 armor, +3 natural armor").roll(faces=[]))
    assert "+3 natural armor does not count: it does not stack with armor;" in told
    assert told.endswith("10 + 5 (armor) = 15 → 15")


BONUSES = (
    "+4 deflection, +2 dodge (Mobility), +1 dodge (Haste), +3 luck, +5 armor, +6 natural armor"
)


@pytest.mark.parametrize(
    ("kind", "modifiers", "total"),
    [
        ("deflection", BONUSES, 7),
        ("dodge", BONUSES, 6),
        ("deflection", "+4 deflection, +2 deflection", 4),
        ("dodge", "+2 dodge (Haste), +1 dodge (Haste)", 2),
        ("dodge", "+2 dodge, -4 dodge, -1 dodge", -2),
        ("deflection", "+2 dodge, -1 luck", -1),
        ("deflection", "-3 dodge penalty, -2 deflection penalty", -2),
        ("dodge", "-3 penalty to dodge, -2 deflection penalty, -9 armor penalty", -3),
    ],
)
def test_g7_deflection_for_deflection_rolls_and_dodge_for_dodge_rolls(
    kind: str, modifiers: str, total: int
) -> None:
    """Two deflection bonuses follow G3; dodge bonuses stack, unless their source is one."""
    made = defense(kind, modifiers, 15).roll(faces=[15 - total]).outcome
    assert made == Check(0, False, True)
    assert not defense(kind, modifiers, 15).roll(faces=[14 - total]).outcome.passes


@pytest.mark.parametrize("kind", ["armor", "natural armor", "deflection", "dodge"])
def test_g5_g7_none_of_these_counts_in_a_plain_check(kind: str) -> None:
    """A penalty of a type counts only where a bonus of that type would."""
    assert check(f"+9 {kind}", 10).roll(faces=[10]).outcome.margin == 0
    assert check(f"-9 {kind} penalty", 10).roll(faces=[10]).outcome.margin == 0


# Opposed checks


def opposed_by_hand(ours: int, theirs: int) -> Fraction:
    """The higher total, then the higher modifier; what is still even is rolled again, for ever."""
    wins = losses = 0
    for our_face, their_face in product(D20, D20):
        one, other = (our_face + ours, ours), (their_face + theirs, theirs)
        wins += one > other
        losses += one < other
    return Fraction(wins, wins + losses)


@pytest.mark.parametrize(
    ("ours", "theirs"), [(0, 0), (5, 5), (5, 3), (3, 5), (-2, 4), (25, 0), (0, 19)]
)
def test_expected_opposed_checks_against_every_face(ours: int, theirs: int) -> None:
    odds = opposed(ours, theirs).odds().of("side")
    assert odds.probability(Side.WIN) == opposed_by_hand(ours, theirs)
    assert odds.probability(Side.TIE) == 0
    assert odds.probability(Side.WIN) + odds.probability(Side.LOSE) == 1


def test_expected_an_opposed_tie_goes_to_the_higher_modifier_else_it_is_rolled_again() -> None:
    assert opposed(5, 3).roll(faces=[8, 10]).outcome == Contest(Side.WIN, 13, 13)
    assert opposed(3, 5).roll(faces=[10, 8]).outcome == Contest(Side.LOSE, 13, 13)
    again = opposed(4, 4).roll(faces=[8, 8, 1, 1, 2, 3])
    assert again.outcome == Contest(Side.LOSE, 6, 7)
    assert str(again.outcome) == "lose, 6 against 7"
    assert opposed(4, 4).duration().mean == Fraction(20, 19), "one roll in twenty is a tie"
    assert opposed(5, 4).duration().mean == 1


def test_g3_opposed_checks_count_what_stacks_only() -> None:
    even = opposed("+2 luck, +4 luck, -1 luck, -3 luck", "+1 luck, +9 dodge")
    assert even.roll(faces=[9, 9, 10, 9]).outcome.wins, "+1 against +1"


# G8 and G9, rounding and multiplying


@pytest.mark.parametrize(
    ("face", "divide", "result"),
    [(7, 2, 3), (8, 2, 4), (1, 2, 0), (10, 3, 3), (11, 3, 3), (20, 7, 2)],
)
def test_g8_fractions_round_down_halves_too(face: int, divide: int, result: int) -> None:
    assert roll("1d20", divide=divide).roll(faces=[face]).outcome == result


@pytest.mark.parametrize(("face", "result"), [(1, -5), (2, -4), (3, -4), (9, -1), (10, 0)])
def test_g8_down_is_toward_minus_infinity(face: int, result: int) -> None:
    assert roll("1d20 - 10", divide=2).roll(faces=[face]).outcome == result


def test_g8_damage_and_hit_points_are_at_least_1() -> None:
    hit_points = roll("1d6 - 4", at_least_one=True)
    assert odds_of(hit_points) == {1: Fraction(5, 6), 2: Fraction(1, 6)}
    assert roll("1d6", divide=4, at_least_one=True).roll(faces=[3]).outcome == 1
    assert roll("1d6", divide=4).roll(faces=[3]).outcome == 0


@pytest.mark.parametrize(
    ("multipliers", "abstract", "real"),
    [
        ([], 1, 1),
        ([2], 2, 2),
        ([2, 2], 3, 4),
        ([2, 3], 4, 6),
        ([3, 3], 5, 9),
        ([8, 3], 10, 24),
        ([2, 2, 2], 4, 8),
        ([1, 5], 5, 5),
    ],
)
def test_g9_multipliers_add_up_on_abstract_values_and_multiply_on_real_ones(
    multipliers: list[int], abstract: int, real: int
) -> None:
    assert roll("1d20", multipliers).roll(faces=[7]).outcome == 7 * abstract
    assert roll("1d20", multipliers, real_world=True).roll(faces=[7]).outcome == 7 * real


def test_g8_g9_what_is_multiplied_is_rounded_at_the_end() -> None:
    assert roll("1d20", [3], divide=2).roll(faces=[5]).outcome == 7


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: roll("1d6", [2, 0]), "bad-parameter"),
        (lambda: roll("1d6", [0], real_world=True), "bad-parameter"),
        (lambda: attack(multipliers=[-1]), "bad-parameter"),
        (lambda: added_up([2, 0]), "bad-multiplier"),
        (lambda: compounded([0, 2]), "bad-multiplier"),
        (lambda: roll("1d6", divide=0), "bad-parameter"),
        (lambda: attack(threat=1), "bad-parameter"),
        (lambda: attack(threat=21), "bad-parameter"),
        (lambda: defense("parry"), "bad-parameter"),
        (lambda: check("lucky", 10), "bad-parameter"),
        (lambda: check("1.5", 10), "bad-parameter"),
        (lambda: check(3, 10, take="15"), "bad-parameter"),
        (lambda: check(3, 10, take=15), "bad-parameter"),
        (lambda: roll(), "missing-parameter"),
    ],
)
def test_what_makes_no_sense(make: Callable[[], Any], code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        make()
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: roll("1d20 >= 15"), "what: `1d20 >= 15` gives true or false, not a number"),
        (lambda: attack(damage="1d6 > 3"), "damage: `1d6 > 3` gives true or false"),
        (lambda: attack(extra="1d6 = 3"), "extra: `1d6 = 3` gives true or false"),
    ],
)
def test_g8_dice_that_come_to_no_number_are_neither_damage_nor_multiplied(
    make: Callable[[], Any], says: str
) -> None:
    with pytest.raises(ParameterError) as caught:
        make()
    assert caught.value.code == "refused"
    assert says in caught.value.message


# Rolls and odds


EXPERIMENTS = [
    check("+2 luck, +4 luck (Bless), -1 luck", 15, natural_rolls=True),
    check(3, 15, take="10"),
    opposed(2, 2),
    armor_class("+5 armor, +3 natural armor (hide)", touch=True),
    defense("dodge", "+2 dodge, +1 dodge", 12),
    attack("+5, -1 morale", 16, "2d6+3", "1d4", 17, (2, 3), "rolls"),
    roll("2d6 - 3", [2, 2], divide=4, at_least_one=True),
    target.percentile(),
]


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=str)
def test_records_verify(experiment: Any) -> None:
    for seed in range(12):
        rolled = experiment.roll(SeededSource(seed))
        assert astragal.verify(rolled.to_json()) == rolled
        assert experiment.roll(faces=rolled.faces) == rolled


@pytest.mark.slow
@pytest.mark.parametrize("experiment", [EXPERIMENTS[0], EXPERIMENTS[2], EXPERIMENTS[5]], ids=str)
def test_rolls_fall_as_the_odds_say(experiment: Any) -> None:
    assert agrees(experiment, 5_000, "target")
