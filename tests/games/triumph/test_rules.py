"""triumph: every rule of the game (R1 to R9), with dice handed in and against brute force."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

from astragal import AstragalError, ChoiceError, LimitError, OddsError, ParameterError
from astragal.games import triumph
from astragal.games.triumph import ABILITIES, BANDS, Attack, Beyond, Check, Fortune, Margin, band_of
from tests.games.triumph.by_hand import DICE_OF, KeptD20s, first_level, fortune, sixes, total_chance

# The rules take what people write, too: "Hard", "mastery", "2d20▲♻".
check: Any = triumph.check
contest: Any = triumph.contest
attack: Any = triumph.attack

FORTUNES = {-1: Fortune.DISASTER, 0: Fortune.NONE, 1: Fortune.TRIUMPH}


def odds_of(experiment: Any) -> dict[Any, Fraction]:
    return dict(experiment.odds().items())


# R1


@pytest.mark.parametrize(
    ("tens", "ones", "number"), [(0, 0, 100), (7, 0, 70), (0, 7, 7), (9, 9, 99)]
)
def test_r1_a_hundred_from_two_ten_sided_dice(tens: int, ones: int, number: int) -> None:
    assert triumph.percentile().roll(faces=[tens, ones]).outcome == number
    assert triumph.percentile().odds().probability(number) == Fraction(1, 100)


# R5, proficiency


@pytest.mark.parametrize(
    ("given", "faces", "outcome"),
    [
        ({}, [4, 12], Check(False, Fortune.NONE, -8)),
        ({"proficiency": "incompetence"}, [12, 4], Check(False, Fortune.NONE, -8)),
        ({"proficiency": "aptitude"}, [12], Check(False, Fortune.NONE, 0)),
        ({"proficiency": "aptitude"}, [13], Check(True, Fortune.NONE, 1)),
        ({"proficiency": "mastery"}, [4, 13], Check(True, Fortune.NONE, 1)),
        ({"proficiency": "mastery", "bonus": -1}, [4, 13], Check(False, Fortune.NONE, 0)),
        ({"dice": "3d20▲"}, [4, 13, 2], Check(True, Fortune.NONE, 1)),
        ({"dice": "1d20!"}, [20, 4], Check(True, Fortune.TRIUMPH, 12)),
        ({"dice": "1d20♻", "reroll": "always"}, [1, 14], Check(True, Fortune.NONE, 2)),
        ({"dice": "1d20♻", "reroll": "never"}, [1], Check(False, Fortune.DISASTER, -11)),
    ],
)
def test_r5_a_check_must_be_over_the_dc(
    given: dict[str, Any], faces: list[int], outcome: Check
) -> None:
    """Ability 3 against DC 15; 2d20▼ is the default, and 15 against 15 fails."""
    assert check(3, 15, **given).roll(faces=faces).outcome == outcome


def check_by_hand(
    dice: KeptD20s, added: int, dc: int, net: int = 0, ranges: tuple[int, int] = (20, 1)
) -> dict[Check, Fraction]:
    """Every face of the d20s and of the d6s."""
    law: dict[Check, Fraction] = defaultdict(Fraction)
    for (natural, _, p), (more, q) in product(first_level(dice), sixes(net).items()):
        margin = natural + added + more - dc
        luck = fortune(natural, *ranges)
        law[Check(luck > 0 or (luck == 0 and margin > 0), FORTUNES[luck], margin)] += p * q
    return dict(law)


@pytest.mark.parametrize("proficiency", DICE_OF)
@pytest.mark.parametrize(
    ("ability", "dc", "dominance", "threat", "ranges"),
    [
        (0, 10, 0, 0, (20, 1)),
        (3, 15, 1, 0, (18, 3)),
        (-2, 5, 1, 3, (20, 2)),
        (5, 0, 0, 1, (19, 18)),
        (0, 45, 2, 2, (2, 1)),
    ],
)
def test_r5_r7_r9_checks_against_every_face(
    proficiency: str, ability: int, dc: int, dominance: int, threat: int, ranges: tuple[int, int]
) -> None:
    made = check(
        *(ability, dc, proficiency, dominance, threat),
        triumph_from=ranges[0],
        disaster_to=ranges[1],
    )
    dice = DICE_OF[proficiency]
    assert odds_of(made) == check_by_hand(dice, ability, dc, dominance - threat, ranges)


@pytest.mark.parametrize(
    "dice", [KeptD20s(3), KeptD20s(2, True, rerolls=2), KeptD20s(1, rerolls=5)], ids=str
)
def test_r2_r4_checks_with_other_dice_against_every_face(dice: KeptD20s) -> None:
    made = check(2, 12, dice=str(dice), reroll="always")
    assert odds_of(made) == check_by_hand(dice, 2, 12)


@pytest.mark.parametrize(
    "dice", [KeptD20s(1), KeptD20s(2), KeptD20s(2, True), KeptD20s(3, True)], ids=str
)
def test_r3_exploding_moves_the_margin_and_not_the_chance(dice: KeptD20s) -> None:
    """What explodes is a natural 20, which succeeds anyway."""
    exploding = dice._replace(explodes=True)
    made = check(1, 12, dice=str(exploding)).odds()
    assert made.of("passes") == check(1, 12, dice=str(dice)).odds().of("passes")
    for margin in (-10, 0, 8, 10, 28, 30, 51):
        expected = total_chance(exploding, margin + 11)
        assert made.probability(lambda each, m=margin: each.margin == m) == expected
    five = Fraction(1, 20) ** 5
    endless = five**dice.number if dice.lowest else 1 - (1 - five) ** dice.number
    assert made.probability(lambda each: each.margin == Beyond(89, "more")) == endless
    assert made.probability(lambda each: isinstance(each.margin, Beyond)) == endless


def test_r3_a_margin_that_goes_on_is_no_number() -> None:
    """A mean of it would be wrong, and so would a plan for it."""
    exploding = check(3, 12, dice="1d20!")
    with pytest.raises(OddsError) as caught:
        _ = exploding.odds().of("margin").mean
    assert caught.value.code == "not-numbers"
    with pytest.raises(OddsError) as caught:
        check(3, 12, dice="1d20!♻").plan("margin")
    assert caught.value.code == "bad-aim"
    assert check(3, 12, "aptitude").odds().of("margin").mean == Fraction(3, 2)
    rolled = exploding.roll(faces=[20] * 5)
    assert rolled.outcome == Check(True, Fortune.TRIUMPH, Beyond(91, "more"))
    assert "100 or more + 3 = 103 or more" in str(rolled)


def test_r5_better_checks_sort_behind_worse_ones() -> None:
    worst_first = [
        Check(False, Fortune.DISASTER, 3),
        Check(False, Fortune.NONE, -2),
        Check(False, Fortune.NONE, 0),
        Check(True, Fortune.NONE, 1),
        Check(True, Fortune.TRIUMPH, -4),
    ]
    assert all(one < other for one, other in pairwise(worst_first))
    assert [str(each) for each in worst_first[::2]] == [
        "disaster: it fails although it is 3 above the DC",
        "failure: a tie goes to the DC",
        "triumph: it succeeds although it is 4 below the DC",
    ]
    margins: list[Margin] = [84, 85, Beyond(85, "more"), 86]
    checks = [Check(True, Fortune.TRIUMPH, margin) for margin in margins]
    assert all(one < other for one, other in pairwise(checks))
    assert str(checks[2]) == "triumph, success by 85 or more"


# R6


@pytest.mark.parametrize(
    ("band", "dcs"),
    [
        ("Trivial", range(5)),
        ("Easy", range(5, 10)),
        ("Moderate", range(10, 15)),
        ("Hard", range(15, 20)),
        ("Punishing", range(20, 25)),
        ("Insane", range(25, 30)),
        ("Impossible", range(30, 99)),
    ],
)
def test_r6_every_band(band: str, dcs: range) -> None:
    """A band's name stands for its lowest DC, however it is written."""
    assert {band_of(dc) for dc in dcs} == {band}
    assert check(0, band) == check(0, band.upper()) == check(0, dcs[0])
    assert f"against DC {dcs[1]} ({band})" in str(check(0, dcs[1]).roll(faces=[5, 5]))
    assert BANDS[band] == dcs[0]


# R7


@pytest.mark.parametrize(
    ("ranges", "triumphs", "disasters"),
    [
        ((20, 1), [20], [1]),
        ((18, 3), [18, 19, 20], [1, 2, 3]),
        ((20, 19), [20], list(range(1, 20))),
        ((2, 1), list(range(2, 21)), [1]),
    ],
)
def test_r7_triumph_and_disaster_ranges(
    ranges: tuple[int, int], triumphs: list[int], disasters: list[int]
) -> None:
    """Whatever the DC: a triumph succeeds, a disaster fails."""
    for face in range(1, 21):
        for dc in (-50, 50):
            made = check(0, dc, "aptitude", triumph_from=ranges[0], disaster_to=ranges[1])
            rolled = made.roll(faces=[face]).outcome
            assert rolled.triumph is (face in triumphs)
            assert rolled.disaster is (face in disasters)
            if rolled.fortune is not Fortune.NONE:
                assert rolled.passes is rolled.triumph
            else:
                assert rolled.passes is (dc < 0)


@pytest.mark.parametrize(
    ("dice", "faces", "luck"),
    [
        ("2d20▲", [1, 20], Fortune.TRIUMPH),
        ("2d20▲", [1, 19], Fortune.NONE),
        ("2d20▲", [1, 1], Fortune.DISASTER),
        ("2d20▼", [20, 19], Fortune.NONE),
        ("2d20▼", [20, 20], Fortune.TRIUMPH),
        ("2d20▼", [1, 20], Fortune.DISASTER),
        ("1d20♻", [1, 20], Fortune.TRIUMPH),
        ("1d20♻♻", [2, 1], Fortune.DISASTER),
        ("1d20!", [20, 1], Fortune.TRIUMPH),
        ("2d20▼!", [20, 1, 5], Fortune.DISASTER),
    ],
)
def test_r7_the_natural_result_is_after_dice_modifiers_and_before_additions(
    dice: str, faces: list[int], luck: Fortune
) -> None:
    made = check(7, 15, dice=dice, reroll="always", threat=1)
    assert made.roll(faces=[*faces, 3]).outcome.fortune is luck


# R9


@pytest.mark.parametrize(
    ("dominance", "threat", "sixes_rolled", "margin"),
    [
        (0, 0, [], 0),
        (1, 1, [], 0),
        (1, 0, [5], 5),
        (0, 1, [5], -5),
        (1, 3, [2, 6], -8),
        (4, 1, [1, 2, 3], 6),
    ],
)
def test_r9_dominance_and_threat_cancel_one_to_one(
    dominance: int, threat: int, sixes_rolled: list[int], margin: int
) -> None:
    """Three threats and one dominance are -2d6."""
    made = check(0, 10, "aptitude", dominance, threat).roll(faces=[10, *sixes_rolled])
    assert made.outcome.margin == margin


# R7, attacks


@pytest.mark.parametrize(
    ("given", "faces", "outcome"),
    [
        ({}, [9], Attack(False)),
        ({}, [10, 1, 2], Attack(True, Fortune.NONE, 6)),
        ({}, [20, 1, 2], Attack(True, Fortune.TRIUMPH, 6)),
        ({}, [1], Attack(False, Fortune.DISASTER)),
        ({"critical": "4d6+3"}, [20, 1, 2, 3, 4], Attack(True, Fortune.TRIUMPH, 13)),
        ({"critical": "4d6+3"}, [19, 1, 2], Attack(True, Fortune.NONE, 6)),
        ({"triumph_from": 19}, [19, 1, 2], Attack(True, Fortune.TRIUMPH, 6)),
        ({"damage": "1d4-4"}, [19, 1], Attack(True, Fortune.NONE, 0)),
        ({"damage": "1d4/2"}, [19, 3], Attack(True, Fortune.NONE, 1)),
        ({"dominance": 1}, [8, 2, 6, 6], Attack(True, Fortune.NONE, 15)),
    ],
)
def test_r7_a_triumph_on_an_attack_is_a_critical_hit(
    given: dict[str, Any], faces: list[int], outcome: Attack
) -> None:
    """Ability 3 against DC 12 for 2d6 + 3; fractions round down."""
    made = attack(3, 12, **({"damage": "2d6+3", "proficiency": "aptitude"} | given))
    rolled = made.roll(faces=faces).outcome
    assert rolled == outcome
    assert rolled.critical is (outcome.fortune is Fortune.TRIUMPH)


def test_r7_an_attack_tells_its_check_and_its_damage() -> None:
    told = attack(3, 12, "2d6+3", proficiency="mastery", threat=1).roll(faces=[4, 13, 2, 1, 5])
    assert [line.strip() for line in told.explain()[1:]] == [
        "13, ~4~",
        "13 - 2 (threat 1d6) + 3 = 14",
        "2d6 + 3: (1, 5) + 3 = 9",
        "→ hit, 9 damage",
    ]


def test_r7_attacks_against_every_face() -> None:
    law: dict[Attack, Fraction] = defaultdict(Fraction)
    for made, p in check_by_hand(KeptD20s(2), 2, 16).items():
        faces = range(1, 9) if made.triumph else range(1, 5)
        for face in faces if made.passes else ():
            law[Attack(True, made.fortune, face)] += p / len(faces)
        if not made.passes:
            law[Attack(False, made.fortune)] += p
    assert odds_of(attack(2, 16, "1d4", "1d8", "mastery")) == law
    worst_first = [Attack(False, Fortune.DISASTER), Attack(False), Attack(True, damage=1)]
    assert all(one < other for one, other in pairwise(worst_first))
    assert list(map(str, worst_first)) == ["miss, disaster", "miss", "hit, 1 damage"]


# Abilities


def test_expected_an_ability_is_the_better_of_two_d4_less_another() -> None:
    scores = Counter(max(a, b) - c for a, b, c in product(range(1, 5), repeat=3))
    assert odds_of(triumph.ability()) == {s: Fraction(n, 64) for s, n in scores.items()}
    assert triumph.ability().roll(faces=[2, 4, 1]).outcome == 3


def test_expected_six_abilities_by_their_names() -> None:
    rolled = triumph.abilities().roll(faces=[1, 2, 3, 4, 4, 1, 1, 1, 4, 2, 2, 2, 3, 1, 1, 1, 1, 1])
    assert rolled.outcome == (-1, 3, -3, 0, 2, 0)
    assert all(name in str(rolled) for name in ABILITIES)
    assert ABILITIES == ("Strength", "Agility", "Vitality", "Erudition", "Intuition", "Presence")


# Mistakes


@pytest.mark.parametrize(
    ("make", "kind", "says"),
    [
        (lambda: check(3, "Tough"), ParameterError, "Trivial, Easy, .*not 'Tough'"),
        (lambda: check(0, 15, "expert"), ParameterError, "incompetence, aptitude, mastery"),
        (lambda: check(0, 15, dice="2d20▲▼"), ParameterError, "cannot both follow"),
        (lambda: check(0, 15, dice="11d20▲"), ParameterError, "not 11"),
        (lambda: check(0, 15, dice="2d6▲"), ParameterError, "d20s with symbols"),
        (
            lambda: check(0, 15, triumph_from=10, disaster_to=10),
            ParameterError,
            "triumph 10–20 meets disaster 1–10",
        ),
        (lambda: contest(triumph_from=5, disaster_to=9), ParameterError, "meets disaster"),
        (lambda: attack(0, 9, triumph_from=5, disaster_to=9), ParameterError, "meets disaster"),
        (lambda: check(0, 15, triumph_from=21), ParameterError, "from 2 to 20"),
        (lambda: check(0, 15, disaster_to=0), ParameterError, "from 1 to 19"),
        (lambda: check(0, 15, dominance=-1), ParameterError, "from 0 to 100"),
        (
            lambda: contest(opponent_triumph_from=7, opponent_disaster_to=7),
            ParameterError,
            "triumph 7–20 meets disaster 1–7",
        ),
        (
            lambda: check(0, 15, "mastery", dice="2d20▲"),
            ParameterError,
            "give proficiency or dice, not both",
        ),
        (lambda: attack(0, 9, proficiency="aptitude", dice="1d20"), ParameterError, "not both"),
        (lambda: contest(proficiency="aptitude", dice="1d20"), ParameterError, "not both"),
        (
            lambda: contest(opponent_proficiency="aptitude", opponent_dice="1d20"),
            ParameterError,
            "give opponent_proficiency or opponent_dice, not both",
        ),
        (lambda: check(0, 15, dice="2d20kh0"), ParameterError, "keeps 0 dice"),
        (
            lambda: attack(0, 9, "1d6 > 3"),
            ParameterError,
            "damage: `1d6 > 3` gives true or false, not a number",
        ),
        (lambda: attack(0, 9, critical="1d6 > 3"), ParameterError, "critical: `1d6 > 3` gives"),
        (lambda: contest(reactive="me"), ParameterError, "nobody, us, them, both"),
        (lambda: check(0, 15, dice="1d20♻").roll(faces=[1]), ChoiceError, "leaves a choice"),
        pytest.param(
            lambda: check(0, 15, dice="10d20▲▲▲▲▲♻").odds(aim="passes"),
            LimitError,
            "steps of exact arithmetic",
            marks=pytest.mark.slow,
        ),
        (
            lambda: contest(dice="2d20!", opponent_dice="1d20!"),
            ParameterError,
            "each side keeps one",
        ),
        (lambda: contest(names=["Ann"]), ParameterError, "names: two of them"),
        (lambda: contest(names=["Ann", "Ann"]), ParameterError, "not the same"),
        (lambda: check(0, 15, bonus="1d4♻"), ParameterError, "bonus: ♻ is for d20s and damage"),
        (lambda: check(0, 15, bonus="1d4 > 2"), ParameterError, "bonus: .* true or false"),
        (lambda: check(0, 15, bonus="a lot"), AstragalError, "lot"),
        (lambda: check(0, 15, triumph_from="18-19"), ParameterError, "from 2 to 20"),
        (lambda: check(0, 15, disaster_to="2-3"), ParameterError, "from 1 to 19"),
        (lambda: attack(3, 12, opponent=2), ParameterError, "give dc, or opponent"),
        (lambda: attack(3, 12, opponent_dice="1d20"), ParameterError, "but no opponent"),
    ],
)
def test_what_makes_no_sense(make: Callable[[], Any], kind: type[AstragalError], says: str) -> None:
    with pytest.raises(kind, match=says):
        make()
