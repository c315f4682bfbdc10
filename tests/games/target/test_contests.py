"""target: rolled defenses, natural rolls, dice as a bonus, exploding damage, and spellings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import OddsError, ParameterError, SeededSource
from astragal.games import target
from astragal.games.target import AtLeast, Attack, Check, Contest
from astragal.rules.ordered import Side
from tests.support.chains_by_hand import tally
from tests.support.examples import examples
from tests.support.sampling import agrees

attack: Any = target.attack
check: Any = target.check
defense: Any = target.defense
opposed: Any = target.opposed

D20 = range(1, 21)


def odds_of(experiment: Any) -> dict[Any, Fraction]:
    return dict(experiment.odds().items())


def chance(experiment: Any, view: str) -> Fraction:
    return Fraction(experiment.odds().of(view).probability(True))


# Natural rolls, each on its own


@pytest.mark.parametrize("one", [False, True])
@pytest.mark.parametrize("twenty", [False, True])
@pytest.mark.parametrize(("modifier", "goal"), [(0, 11), (30, 10), (-30, 10), (5, 25)])
def test_g1_a_natural_1_and_a_natural_20_decide_each_on_its_own(
    modifier: int, goal: int, one: bool, twenty: bool
) -> None:
    def good(face: int) -> bool:
        if face == 1 and one:
            return False
        return (face == 20 and twenty) or face + modifier >= goal

    expected = Fraction(sum(map(good, D20)), 20)
    rules = {"natural_1": one, "natural_20": twenty}
    assert chance(check(modifier, goal, **rules), "passes") == expected
    assert chance(attack(modifier, goal, "1", **rules), "hits") == expected
    kind = defense("dodge", modifier, goal, **rules)
    assert chance(kind, "passes") == expected


def test_g1_both_at_once_for_checks_and_neither_unless_said() -> None:
    assert odds_of(check(0, 15, natural_rolls=True)) == odds_of(
        check(0, 15, natural_1=True, natural_20=True)
    )
    assert check(0, 30, natural_1=True).roll(faces=[20]).outcome == Check(-10, False, False)
    assert check(0, 1, natural_20=True).roll(faces=[1]).outcome == Check(0)


def test_expected_a_natural_20_that_misses_threatens_nothing() -> None:
    plain = attack(0, 30, "1d8", natural_20=False)
    assert odds_of(plain) == {Attack(False): 1}
    assert attack(20, 10, "1d8", natural_1=False).roll(faces=[1, 4]).outcome.hits
    assert not attack(20, 10, "1d8").roll(faces=[1]).outcome.hits
    confirmed = attack(20, 10, "1d8", natural_1=False).roll(faces=[20, 1, 4]).outcome
    assert confirmed == Attack(True, True, 8)


# Armor Class worked out within the attack, and defenses that are rolled


@pytest.mark.parametrize(
    ("against", "touch", "goal"),
    [
        ("+5 armor, +3 natural armor", False, 15),
        ("+5 armor, +3 natural armor", True, 13),
        ("+5 armor bonus, +2 luck bonus, +3 luck", False, 18),
        ("+4 dodge, +4 deflection", False, 10),
        ("", False, 10),
    ],
)
def test_g5_g6_an_attack_works_out_what_it_has_to_reach(
    against: str, touch: bool, goal: int
) -> None:
    made = attack(4, against=against, touch=touch)
    assert made.roll(faces=[goal - 4, 3]).outcome.hits
    assert not made.roll(faces=[goal - 5]).outcome.hits
    assert odds_of(made) == odds_of(attack(4, goal))
    told = str(made.roll(faces=[goal - 4, 3]))
    assert f" {goal}; {goal - 4} + 4 = {goal}: to reach {goal} is enough" in told


def rolled_defense_by_hand(
    bonus: int, has: int, threat: int, dice: Iterable[int]
) -> dict[str, Fraction]:
    """A 1 misses and a 20 hits; a total equal to the defense hits, and so does a second roll."""
    added = list(dice)
    share = Fraction(1, 400 * len(added))
    pairs: list[tuple[str, Fraction]] = []
    for guard, face, more in product(D20, D20, added):

        def hits(face: int, more: int, goal: int = guard + has) -> bool:
            return face == 20 or (face > 1 and face + bonus + more >= goal)

        if not hits(face, more):
            pairs.append(("miss", share))
        elif face < threat:
            pairs.append(("hit", share))
        else:
            seconds = [hits(second, again) for second in D20 for again in added]
            confirmed = Fraction(sum(seconds), len(seconds))
            pairs += [("critical", share * confirmed), ("hit", share * (1 - confirmed))]
    return tally(pairs)


@pytest.mark.parametrize("kind", ["dodge", "deflection"])
@pytest.mark.parametrize(
    ("bonus", "has", "threat", "dice"),
    [(5, 3, 20, ""), (0, 9, 15, ""), (8, -2, 18, "1d4"), (-5, 25, 20, "1d6")],
)
def test_g7_an_attack_against_a_rolled_defense_over_every_face(
    kind: str, bonus: int, has: int, threat: int, dice: str
) -> None:
    """The reading: the attack hits if its total is at least that of the defense."""
    made = attack(
        bonus,
        damage="1",
        threat=threat,
        against=f"{has:+} {kind}, +9 armor",
        defense=kind,
        bonus=dice or None,
    )
    faces = range(1, int(dice[2:]) + 1) if dice else [0]
    found = tally(
        ("critical" if each.critical else "hit" if each.hits else "miss", share)
        for each, share in made.odds().items()
    )
    assert found == {
        name: share
        for name, share in rolled_defense_by_hand(bonus, has, threat, faces).items()
        if share
    }


@pytest.mark.parametrize(
    ("how", "faces", "outcome"),
    [
        ({"defense": "dodge", "against": "+3 dodge"}, [10, 8, 4], "hit, 4 damage"),
        ({"defense": "dodge", "against": "+3 dodge"}, [10, 7], "miss"),
        ({"defense": "dodge", "against": "+3 deflection, +9 armor"}, [10, 5, 4], "hit, 4 damage"),
        ({"defense": "deflection", "against": "+3 deflection"}, [10, 7], "miss"),
        ({"defense": "dodge"}, [20, 15, 4], "hit, 4 damage"),
        ({"defense": "dodge"}, [20, 20, 14, 4], "hit, 4 damage"),
        ({"defense": "dodge"}, [20, 20, 15, 4], "critical hit, 8 damage"),
        ({"armor_class": 12, "bonus": "1d4"}, [4, 3, 6], "hit, 6 damage"),
        ({"armor_class": 12, "bonus": "1d4"}, [4, 2], "miss"),
        ({"armor_class": 27, "bonus": "1d4"}, [20, 1, 20, 1, 6], "critical hit, 12 damage"),
        ({"armor_class": 27, "bonus": "1d4"}, [20, 1, 19, 2, 6], "hit, 6 damage"),
    ],
    ids=str,
)
def test_g7_rolled_defenses_and_bonus_dice_step_by_step(
    how: dict[str, Any], faces: list[int], outcome: str
) -> None:
    """+5 for 1d8: first the defender rolls, then the attacker, whose bonus dice come after."""
    rolled = attack(5, **how).roll(faces=faces)
    assert str(rolled.outcome) == outcome
    assert astragal.verify(rolled.to_json()) == rolled


@examples(20)
@given(st.integers(-5, 10), st.integers(-5, 10))
def test_a_better_defense_never_helps_an_attack(bonus: int, has: int) -> None:
    def hits(has: int) -> Fraction:
        return chance(attack(bonus, damage="1", against=has, defense="dodge"), "hits")

    assert hits(has + 1) <= hits(has)


# Dice as a bonus


@pytest.mark.parametrize(("modifier", "goal"), [(0, 11), (5, 30), (-3, 4)])
def test_g1_dice_may_be_added_to_a_check(modifier: int, goal: int) -> None:
    margins = [face + die + modifier - goal for face, die in product(D20, range(1, 5))]
    expected = tally((Check(each, False, each >= 0), Fraction(1, 80)) for each in margins)
    assert odds_of(check(modifier, goal, bonus="1d4")) == expected
    assert odds_of(defense("dodge", modifier, goal, bonus="1d4")) == expected


def test_g8_a_bonus_in_fractions_is_rounded_down_and_taking_10_still_rolls_it() -> None:
    assert check(2, 15, bonus="1d4/2").roll(faces=[12, 3]).outcome == Check(0)
    taken = check(2, 15, take=10, bonus="1d4").roll(faces=[4])
    assert taken.outcome == Check(1)
    assert "10 + 2 + 4 (1d4) = 16" in str(taken)


def test_expected_opposed_totals_with_dice_over_every_face() -> None:
    """Equal totals go to the higher modifier, to which dice do not add."""
    pairs: list[tuple[Any, Fraction]] = []
    for ours, die, theirs in product(D20, range(1, 5), D20):
        totals = (ours + die + 2, theirs + 3)
        side = Side.WIN if totals[0] > totals[1] else Side.LOSE
        pairs.append((Contest(side, *totals), Fraction(1, 1600)))
    assert odds_of(opposed(2, 3, "1d4")) == tally(pairs)
    mirrored = {
        Contest(Side.LOSE if each.wins else Side.WIN, each.opponent_total, each.total): share
        for each, share in opposed(2, 3, "1d4").odds().items()
    }
    assert odds_of(opposed(3, 2, None, "1d4")) == mirrored


def test_a_contest_knows_its_margin_and_better_ones_sort_behind() -> None:
    worst_first = [
        Contest(Side.LOSE, 5, 9),
        Contest(Side.LOSE, 8, 9),
        Contest(Side.LOSE, 9, 9),
        Contest(Side.WIN, 9, 9),
        Contest(Side.WIN, 12, 9),
    ]
    assert worst_first == sorted(worst_first)
    assert [each.margin for each in worst_first] == [-4, -1, 0, 0, 3]
    assert [each.wins for each in worst_first] == [not each.loses for each in worst_first]


def test_those_who_roll_have_names() -> None:
    told = str(opposed(1, 2, names=["Ann", "Orc"]).roll(faces=[10, 4]))
    assert "Ann 10 + 1 = 11; Orc 4 + 2 = 6" in told
    told = str(attack(5, defense="dodge", names=["Ann", "Orc"]).roll(faces=[9, 10, 4]))
    assert "Orc 9; Ann 10 + 5 = 15" in told
    assert "Ann 10" in str(attack(5, 10, names=["Ann"]).roll(faces=[10, 4]))


# Damage that explodes


@pytest.mark.parametrize("multiplied", ["result", "rolls"])
def test_g8_exploding_damage_is_listed_as_far_as_anyone_will_see(multiplied: str) -> None:
    """Each number of damage from a d4 that explodes, against its geometric series."""
    once = {
        4 * explosions + face: Fraction(1, 4 ** (explosions + 1))
        for explosions in range(12)
        for face in (1, 2, 3)
    }
    twice = (
        {2 * each: share for each, share in once.items()}
        if multiplied == "result"
        else tally((a + b, x * y) for (a, x), (b, y) in product(once.items(), repeat=2))
    )
    odds = attack(9, 11, "1d4!", multiplied=multiplied).odds()
    for damage in range(1, 13):
        ordinary = Attack(True, False, damage)
        assert odds.probability(ordinary) == once.get(damage, 0) * (
            Fraction(18, 20) + Fraction(1, 20) ** 2
        )
        assert odds.probability(Attack(True, True, damage)) == twice.get(damage, 0) * Fraction(
            19, 400
        )
    assert odds.of("hits").probability(True) == Fraction(19, 20)
    assert odds.of("critical").probability(True) == Fraction(19, 400)
    assert odds.of("damage>=9").probability(True) == odds.of(
        lambda each: each.hits and each.damage >= 9
    ).probability(True)
    *_, last = odds.of("damage")
    assert isinstance(last, AtLeast)
    assert 0 < odds.of("damage").probability(last) < Fraction(1, 10**30)
    with pytest.raises(OddsError, match="not known"):
        odds.of(f"damage>={last.number + 1}")


def test_g8_exploding_damage_is_rolled_in_full_and_dice_that_end_are_listed_in_full() -> None:
    assert attack(9, 11, "1d4!").roll(faces=[5, 4, 4, 1]).outcome == Attack(True, False, 9)
    assert attack(9, 11, "1d4", "1d6!").roll(faces=[5, 4, 6, 6, 2]).outcome.damage == 18
    far = attack(9, 11, "1d4!").roll(faces=[5, *[4] * 200, 1]).outcome
    assert far == attack(9, 11, "1d4!").odds().outcomes[-2], "ordinary, before critical"
    for dice in ("1d4!o", "min(1d4!, 9)", "6 - 1d4!"):
        odds = attack(9, 11, dice).odds().of("damage")
        assert odds.numeric, "there is an end, so there is a mean"
    downward = attack(9, 11, "6 - 1d4!", multipliers=[1]).odds().of("damage")
    assert downward.mean == Fraction(19, 20) * Fraction(5 + 4 + 3 + 1, 4)


def test_a_bound_compares_with_what_is_below_it() -> None:
    assert AtLeast(9) > 8
    assert AtLeast(9) > AtLeast(8)
    assert AtLeast(9) != 9
    numbers: list[Any] = [AtLeast(9), 3, 8]
    assert sorted(numbers) == [3, 8, AtLeast(9)]
    with pytest.raises(OddsError, match="not known"):
        _ = AtLeast(9) > 12
    with pytest.raises(TypeError):
        _ = AtLeast(9) > "a"


# Spellings, refusals, records


@pytest.mark.parametrize("threat", ["18-20", "18–20", "18 − 20", "18..20", "18 to 20", 18])
@pytest.mark.parametrize("multipliers", [["x3"], ["×3"], [3], ["x2", "×2"]])
def test_g9_multipliers_and_critical_ranges_as_books_write_them(
    threat: Any, multipliers: list[Any]
) -> None:
    made = attack(5, 16, threat=threat, multipliers=multipliers)
    assert made.roll(faces=[18, 15, 4]).outcome == Attack(True, True, 12)
    assert made.roll(faces=[17, 4]).outcome == Attack(True, False, 4)
    assert astragal.verify(made.roll(SeededSource(1)).to_json())


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: check(0, 10, bonus="-1d4!"), "bonus: `-1d4!` may take away more and more"),
        (lambda: check(0, 10, bonus="1d4 > 2"), "bonus: `1d4 > 2` gives true or false"),
        (lambda: opposed(bonus="1d6!", opponent_bonus="1d4!"), "dice of the other side"),
        (lambda: attack(bonus="5-1d4!!"), "bonus: `5 - 1d4!!`"),
        (lambda: attack(0, 12, against="+1 armor"), "not both"),
        (lambda: attack(0, 12, defense="dodge"), "not both"),
        (lambda: attack(touch=True), "against is missing"),
        (lambda: attack(touch=True, against="", defense="dodge"), "touch is about Armor Class"),
        (lambda: attack(threat="18-19"), "threat must be"),
        (lambda: opposed(names=["Ann"]), "one name is given for 2 who roll"),
        (lambda: attack(names=["A", "B", "C"]), "3 names are given for 2"),
        (lambda: attack(names=["A"], defense="dodge"), "one name is given for 2"),
        (lambda: check(0, 10, take=20, natural_1=True), "rolls no die"),
    ],
)
def test_what_does_not_go_together_is_said(make: Callable[[], Any], says: str) -> None:
    with pytest.raises(ParameterError) as caught:
        make()
    assert says in caught.value.message


@pytest.mark.parametrize("target", [5, 15, 30, 150, 400])
def test_a_bonus_without_end_counts_in_full(target: int) -> None:
    """However much is needed: the same chance as of the dice in notation."""
    wanted = astragal.odds(f"(1d20 + 3 + 1d6!) >= {target}").probability(True)
    assert check(3, target, bonus="1d6!").odds().of("passes").probability(True) == wanted
    half = astragal.odds(f"(1d20 + 1d6! // 2) >= {target}").probability(True)
    halved = check(0, target, bonus="1d6!/2").odds().of("passes").probability(True)
    assert halved == half
    sure = astragal.odds(f"(13 + 1d6!) >= {target}").probability(True)
    assert check(3, target, take=10, bonus="1d6!").odds().of("passes").probability(True) == sure


def test_an_attack_with_a_bonus_without_end_hits_as_often_as_it_is_counted() -> None:
    bonus = {more: astragal.odds("1d6!").probability(more) for more in range(1, 12)}
    bonus[12] = astragal.odds("1d6!").at_least(12)
    dice = {face: Fraction(1, 20) for face in range(1, 21)}
    wanted = Fraction(0)
    for (face, p), (more, q) in product(dice.items(), bonus.items()):
        wanted += p * q * (face == 20 or (face > 1 and face + more + 2 >= 14))
    odds = attack(2, 14, bonus="1d6!").odds()
    assert odds.of("hits").probability(True) == wanted
    assert odds.of("critical").probability(True) == wanted / 20


@pytest.mark.parametrize(("ours", "theirs"), [(2, 2), (5, 3), (0, 9)])
def test_an_opposed_check_with_a_bonus_without_end(ours: int, theirs: int) -> None:
    """Of equal totals the higher modifier wins; of those equal too, both roll again."""
    lead = astragal.odds(f"1d20 + {ours} + 1d6! - 1d20 - {theirs}")
    won, tied = lead.at_least(1), lead.probability(0)
    wanted = won + tied if ours > theirs else won / (1 - tied) if ours == theirs else won
    odds = opposed(ours, theirs, bonus="1d6!").odds()
    assert odds.of("wins").probability(True) == wanted
    turned = opposed(theirs, ours, opponent_bonus="1d6!").odds()
    assert turned.of("wins").probability(False) == wanted


def test_far_totals_are_told_as_bounds() -> None:
    made = check(3, 15, bonus="1d6!").roll(faces=[9, *[6] * 16, 5])
    assert str(made.outcome) == "success by 97 or more"
    astragal.verify(made.to_json())
    theirs = opposed(opponent_bonus="1d6!").roll(faces=[9, 5, *[6] * 20, 1]).outcome
    assert str(theirs).startswith("lose, 9 against 1")
    with pytest.raises(OddsError, match="not known"):
        _ = theirs.margin


EXPERIMENTS = [
    attack(4, against="+2 dodge", defense="dodge", bonus="1d4", names=["Ann", "Orc"]),
    attack(4, 14, "1d6!", "1d4!"),
    opposed(2, 2, "1d4", "1d6"),
    check(2, 14, natural_1=True, bonus="1d4"),
    defense("deflection", "+2 deflection", 13, natural_20=True, bonus="2d4"),
]


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=str)
def test_records_verify(experiment: Any) -> None:
    for seed in range(8):
        rolled = experiment.roll(SeededSource(seed))
        assert astragal.verify(rolled.to_json()) == rolled


@pytest.mark.slow
@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=str)
def test_rolls_fall_as_the_odds_say(experiment: Any) -> None:
    assert agrees(experiment, 5_000, "target")
