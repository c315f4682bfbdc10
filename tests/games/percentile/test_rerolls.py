"""percentile: re-rolls in every rule (P5), attacks with damage, and tests over several rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import AstragalError, ChoiceError, ParameterError, SeededSource, verify
from astragal.games import percentile
from astragal.games.percentile import Attack, Ending, Extended, Reroll
from astragal.mechanics.arithmetic import rounded
from tests.games.percentile.by_hand import degrees, fall_as_often, odds_of
from tests.games.percentile.test_damage import damage_by_every_face, location
from tests.games.percentile.test_tests import standing
from tests.support.chains_by_hand import tally
from tests.support.examples import examples

TEST: Any = percentile.test
ATTACK: Any = percentile.attack
OPPOSED: Any = percentile.opposed
EXTENDED: Any = percentile.extended
DAMAGE: Any = percentile.damage
ROLL: Any = percentile.roll

D100 = range(1, 101)

# Re-rolls, P5


@pytest.mark.parametrize(
    ("make", "faces", "again", "first", "second"),
    [
        (TEST, [71], [80], "4 degrees of failure", "5 degrees of failure"),
        (TEST, [23], [99], "3 degrees of success", "6 degrees of failure"),
        (ATTACK, [32], [99], "2 degrees of success, left arm", "6 degrees of failure"),
    ],
)
def test_p5_the_second_result_stands_even_if_worse(
    make: Any, faces: list[int], again: list[int], first: str, second: str
) -> None:
    granted = make(45, reroll=True)
    kept = granted.roll(faces=faces, decisions=["keep"])
    rolled = granted.roll(faces=[*faces, *again], decisions=["re-roll"])
    assert (str(kept.outcome), str(rolled.outcome)) == (first, second)
    assert make(45, reroll="always").roll(faces=[*faces, *again]).outcome == rolled.outcome
    assert make(45, reroll="never").roll(faces=faces).outcome == kept.outcome
    assert make(45, reroll=False) == make(45)
    assert verify(rolled.to_json()) == rolled


@pytest.mark.parametrize("target", [1, 30, 45, 99])
def test_p5_a_test_is_best_rolled_again_if_it_fails(target: int) -> None:
    once = Fraction(sum(degrees(face, target) > 0 for face in D100), 100)
    granted = TEST(target, reroll=True)
    assert granted.odds(aim="passes").of("passes").probability(True) == once + (1 - once) * once
    assert granted.plan("passes").value == once + (1 - once) * once
    assert odds_of(TEST(target, reroll="always")) == odds_of(TEST(target))
    advice = granted.advise("passes", faces=[100])
    assert advice.values == {"keep": 0, "re-roll": once}
    assert granted.advise("passes", faces=[1]).best == "keep"
    levels = [degrees(face, target) for face in D100]
    mean = Fraction(sum(levels), 100)
    best = sum(max(Fraction(level), mean) for level in levels) / 100
    assert granted.odds(aim="level").of("level").mean == best


def test_p5_a_choice_that_nobody_makes_is_made_for_the_rule_s_own_aim() -> None:
    test = TEST(45, reroll=True)
    assert test.odds() == test.odds(aim="passes")
    with pytest.raises(ChoiceError, match="re-roll"):
        test.roll(faces=[71])


@cache
def opposed_by_hand(
    target: int, opponent: int, ours: bool, theirs: bool
) -> dict[tuple[str, int, int], Fraction]:
    """The opponent rolls again unless winning; then we do, unless that wins or cannot."""
    bonuses = (target // 10, opponent // 10)

    @cache
    def ends(one: int, other: int) -> tuple[str, int, int]:
        how = standing((one, target, bonuses[0]), (other, opponent, bonuses[1]))
        return how, degrees(one, target), degrees(other, opponent)

    after: Counter[tuple[int, int]] = Counter()
    for one, other in product(D100, D100):
        if theirs and ends(one, other)[0] != "lose":
            after.update((one, second) for second in D100)
        else:
            after[one, other] += 100
    seconds = {other: Counter(ends(one, other) for one in D100) for other in D100}
    ways: Counter[tuple[str, int, int]] = Counter()
    for (one, other), count in after.items():
        now, hope = ends(one, other), any(how == "win" for how, _, _ in seconds[other])
        if ours and now[0] != "win" and hope:
            ways.update({end: count * each for end, each in seconds[other].items()})
        else:
            ways[now] += count * 100
    return {end: Fraction(count, 100**4) for end, count in ways.items()}


@pytest.mark.slow
@pytest.mark.parametrize("ours", [False, True])
@pytest.mark.parametrize("theirs", [False, True])
@pytest.mark.parametrize(("target", "opponent"), [(45, 38), (20, 75), (5, 60)])
def test_p5_opposed_tests_over_every_roll(
    target: int, opponent: int, ours: bool, theirs: bool
) -> None:
    made = OPPOSED(target, opponent, reroll=ours, opponent_reroll=theirs)
    found = made.odds(aim="wins") if ours else made.odds()
    assert opposed_by_hand(target, opponent, ours, theirs) == {
        (each.standing.value, each.level, each.opponent_level): chance
        for each, chance in found.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("theirs", [False, True])
def test_p5_the_quick_way_to_the_win_is_what_the_plan_finds(theirs: bool) -> None:
    """A function instead of a name goes through every situation."""
    made = OPPOSED(45, 38, reroll=True, opponent_reroll=theirs)
    slow = made.odds(aim=lambda end: end.wins)
    assert made.odds(aim="wins") == slow


@pytest.mark.parametrize(
    ("how", "faces", "decisions", "ended"),
    [
        ({"reroll": True}, [90, 20, 3], ["re-roll"], "win, 5 degrees of success against 2"),
        ({"reroll": True}, [90, 20, 95], ["re-roll"], "lose, 6 degrees of failure against 2"),
        ({"reroll": True}, [90, 20], ["keep"], "lose, 6 degrees of failure"),
        ({"opponent_reroll": True}, [23, 90, 4], [], "lose, 3 degrees of success against 4"),
        ({"opponent_reroll": True}, [90, 20], [], "lose"),
        ({"opponent_reroll": True}, [90, 91, 92], [], "stalemate"),
        (
            {"reroll": True, "opponent_reroll": True},
            [23, 90, 4, 1],
            ["re-roll"],
            "win, 5 degrees of success against 4 degrees of success",
        ),
        ({"reroll": "always"}, [1, 90, 50], [], "stalemate"),
    ],
    ids=str,
)
def test_p5_opposed_step_by_step(
    how: dict[str, Any], faces: list[int], decisions: list[str], ended: str
) -> None:
    roll = OPPOSED(45, 38, **how).roll(faces=faces, decisions=decisions)
    assert str(roll.outcome).startswith(ended)
    assert verify(roll.to_json()) == roll


def test_p5_names_say_who_rolls_and_who_decides() -> None:
    made = OPPOSED(45, 38, reroll=True, names=["Ann", "Orc"])
    asked: list[str] = []

    def decide(choice: Any) -> str:
        asked.append(choice.by)
        return "keep"

    told = str(made.roll(faces=[23, 90], decide=decide))
    assert "Ann 23: 3 degrees of success" in told
    assert "Orc 90: 7 degrees of failure" in told
    assert asked == ["Ann"]


def test_p5_damage_is_best_rolled_again_below_its_mean() -> None:
    once = damage_by_every_face(2, 10, 3, True, None, None, "each")
    mean = sum(damage * chance for (damage, _), chance in once.items())
    best = sum(max(Fraction(damage), mean) * chance for (damage, _), chance in once.items())
    granted = DAMAGE("2d10+3", True, reroll=True)
    assert granted.odds(aim="damage").of("damage").mean == best
    assert granted.roll(faces=[9, 9, 9, 1, 1, 1], decisions=["re-roll"]).outcome.damage == 5


# Extended tests: re-rolls, and rounds


@cache
def best_chance(target: int, needed: int, tries: int, earned: int = 0, step: int = 0) -> Fraction:
    """To get done, if each test may be made again once."""
    if earned >= needed:
        return Fraction(1)
    if not tries:
        return Fraction(0)

    def after(face: int) -> Fraction:
        level = degrees(face, target + 10 * step)
        eased = min(6, step + 1) if level > 0 else max(-6, step - 1)
        return best_chance(target, needed, tries - 1, max(0, earned + level), eased)

    ways = [after(face) for face in D100]
    anew = sum(ways, Fraction(0)) / 100
    return sum((max(way, anew) for way in ways), Fraction(0)) / 100


@pytest.mark.parametrize(("target", "needed", "tries"), [(45, 3, 3), (30, 6, 4), (60, 12, 3)])
def test_p5_extended_tests_with_the_best_rerolls(target: int, needed: int, tries: int) -> None:
    made = EXTENDED(target, needed, tries=tries, reroll=True)
    expected = best_chance(target, needed, tries)
    assert made.odds(aim="passes").of("passes").probability(True) == expected
    slow = made.odds(aim=lambda end: end.passes)
    assert slow.of("passes").probability(True) == expected
    assert slow == made.odds(aim="passes"), "the decisions are the same, too"


def test_p5_extended_rerolls_where_there_is_no_quick_way() -> None:
    endless = EXTENDED(60, 3, tries=None, reroll=True).odds(aim="passes")
    assert endless.of("passes").probability(True) == 1
    later = EXTENDED(45, 6, now=1, reroll=True).odds(aim="earned")
    assert later.of("tries").probability(1) == 1
    roll = EXTENDED(45, 3, reroll=True).roll(faces=[99, 23], decisions=["re-roll"])
    assert roll.outcome == Extended(Ending.DONE, 3, 1, 1)


def test_an_extended_test_is_picked_up_again_round_after_round() -> None:
    """As if it had been made in one go: degrees, step and tests made are carried over."""
    faces = [23, 71, 12, 5]
    whole = EXTENDED(45, "Taxing").roll(faces=faces).outcome
    earned = step = made = 0
    for place, face in enumerate(faces, 1):
        end = EXTENDED(45, "Taxing", earned=earned, step=step, made=made, now=1).roll(faces=[face])
        earned, step, made = end.outcome.earned, end.outcome.step, end.outcome.tries
        assert end.outcome.ending is (Ending.DONE if place == 4 else Ending.GOES_ON)
        assert verify(end.to_json()) == end
    assert end.outcome == whole == Extended(Ending.DONE, 10, 2, 4)


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [1, 2])
def test_an_extended_test_in_rounds_has_the_odds_of_one(rounds: int) -> None:
    whole = odds_of(EXTENDED(45, 6, "Hard", 4))
    pairs: list[tuple[Any, Fraction]] = []
    waiting = [(Extended(Ending.GOES_ON, 0, 0, 0), Fraction(1))]
    while waiting:
        at, chance = waiting.pop()
        if at.ending is not Ending.GOES_ON:
            pairs.append((at, chance))
            continue
        more = EXTENDED(45, 6, "Hard", 4, earned=at.earned, step=at.step, made=at.tries, now=rounds)
        waiting += [(end, chance * share) for end, share in more.odds().items()]
    assert tally(pairs) == whole


def test_an_extended_test_that_is_over_before_it_begins() -> None:
    assert EXTENDED(45, 3, earned=4).roll(faces=[]).outcome == Extended(Ending.DONE, 4, 0, 0)
    out = EXTENDED(45, 3, tries=2, made=2, earned=1, step=-1).roll(faces=[]).outcome
    assert out == Extended(Ending.OUT_OF_TRIES, 1, -1, 2)
    assert str(out) == "out of tries, 1 degree, 2 tries"


def test_modifiers_and_helpers_count_in_every_test_of_an_extended_one() -> None:
    made = EXTENDED(45, 3, modifiers="-10", helpers=2, tries=1)
    assert odds_of(made) == tally(
        (
            Extended(
                Ending.DONE if level >= 3 else Ending.OUT_OF_TRIES,
                max(0, level),
                1 if level > 0 else -1,
                1,
            ),
            Fraction(1, 100),
        )
        for level in (degrees(face, 55) for face in D100)
    )


# Attacks with damage


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"tearing": True, "proven": 3},
        {"primitive": 7, "fury": "once"},
    ],
    ids=str,
)
@pytest.mark.parametrize(("number", "sides", "fixed"), [(1, 10, 5), (2, 5, -3)])
def test_an_attack_with_its_damage_over_every_face(
    number: int, sides: int, fixed: int, how: dict[str, Any]
) -> None:
    wounds = damage_by_every_face(
        number,
        sides,
        fixed,
        how.get("tearing", False),
        how.get("proven"),
        how.get("primitive"),
        how.get("fury", "each"),
    )
    pairs: list[tuple[Any, Fraction]] = []
    for face in D100:
        level = degrees(face, 55)
        if level < 0:
            pairs.append((Attack(False, -level, "nowhere", 0), Fraction(1, 100)))
            continue
        pairs += [
            (Attack(True, level, location(face), damage, fury), chance / 100)
            for (damage, fury), chance in wounds.items()
        ]
    made = ATTACK(45, 10, damage=f"{number}d{sides}{fixed:+}", **how)
    assert odds_of(made) == tally(pairs)


@pytest.mark.parametrize(
    ("how", "faces", "decisions", "ended"),
    [
        ({}, [32, 7], [], "2 degrees of success, left arm, 12 damage"),
        ({}, [99], [], "6 degrees of failure"),
        ({}, [32, 10, 3], [], "2 degrees of success, left arm, 17 damage, Fury"),
        ({"divide": 2}, [32, 8], [], "2 degrees of success, left arm, 7 damage"),
        (
            {"divide": 2, "rounding": "down"},
            [32, 8],
            [],
            "2 degrees of success, left arm, 6 damage",
        ),
        ({"multipliers": ["x2", "x2"]}, [32, 1], [], "2 degrees of success, left arm, 18 damage"),
        (
            {"reroll": True, "reroll_damage": True},
            [99, 32, 1, 8],
            ["re-roll", "re-roll"],
            "2 degrees of success, left arm, 13 damage",
        ),
        (
            {"reroll_damage": "always"},
            [32, 8, 1],
            [],
            "2 degrees of success, left arm, 6 damage",
        ),
    ],
    ids=str,
)
def test_attacks_with_damage_step_by_step(
    how: dict[str, Any], faces: list[int], decisions: list[str], ended: str
) -> None:
    """45 for 1d10+5, unless said otherwise."""
    roll = ATTACK(45, damage="1d10+5", **how).roll(faces=faces, decisions=decisions)
    assert str(roll.outcome) == ended
    assert verify(roll.to_json()) == roll


def test_p5_an_attack_is_best_rolled_again_for_its_damage() -> None:
    wounds = damage_by_every_face(1, 10, 5, False, None, None, "each")
    mean = sum(damage * chance for (damage, _), chance in wounds.items())
    best = sum(max(Fraction(damage), mean) * chance for (damage, _), chance in wounds.items())
    hits = Fraction(45, 100)
    made = ATTACK(45, damage="1d10+5", reroll=True, reroll_damage=True)
    expected = (hits + (1 - hits) * hits) * best
    assert made.odds(aim="effect").of("damage").mean == expected
    plain = ATTACK(45, reroll=True).odds(aim="effect")
    assert plain.of("passes").probability(True) == hits + (1 - hits) * hits


# Rounding, P6


@pytest.mark.parametrize(
    ("number", "divisor", "up", "down", "nearest"),
    [(7, 2, 4, 3, 4), (7, 3, 3, 2, 2), (8, 3, 3, 2, 3), (-7, 2, -3, -4, -3), (6, 2, 3, 3, 3)],
)
def test_p6_unless_specified_otherwise(
    number: int, divisor: int, up: int, down: int, nearest: int
) -> None:
    """Of two equally near the higher counts."""
    for how, result in (("up", up), ("down", down), ("nearest", nearest)):
        assert rounded(number, divisor, how) == result  # type: ignore[arg-type]
        roll = ROLL("1d10-10", divide=divisor, rounding=how, below_zero=True)
        if 1 <= number + 10 <= 10:
            assert roll.roll(faces=[number + 10]).outcome == result
        else:
            high = ROLL("1d10", divide=divisor, rounding=how).roll(faces=[number])
            assert high.outcome == result


@pytest.mark.parametrize("rounding", ["up", "down", "nearest"])
def test_p6_damage_is_divided_by_every_rounding(rounding: Any) -> None:
    whole = damage_by_every_face(1, 10, 0, False, None, None, "never")
    halves = tally((rounded(damage, 3, rounding), chance) for (damage, _), chance in whole.items())
    made = DAMAGE("1d10", fury="never", divide=3, rounding=rounding)
    assert dict(made.odds().of("damage").items()) == halves


# Large counts, refusals, records, and how often


@pytest.mark.slow
def test_p1_as_many_dice_as_can_be_written() -> None:
    odds = ROLL("999d100").odds()
    assert odds.mean == 999 * Fraction(101, 2)
    assert (odds.lowest, odds.highest) == (999, 99_900)
    assert ROLL("999d5-999d10+9", below_zero=True).odds().mean == 999 * (3 - Fraction(11, 2)) + 9


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: ATTACK(45, tearing=True), "tearing: damage is missing"),
        (lambda: ATTACK(45, reroll_damage=True), "reroll_damage: damage is missing"),
        (lambda: ATTACK(45, damage="1d100"), "all d10 or all d5"),
        (lambda: ATTACK(45, damage="1d5", proven=8), "no d5 shows 8"),
        (lambda: TEST(45, reroll="sometimes"), "one of never, choose, always"),
        (lambda: TEST(45, reroll=1), "one of never, choose, always"),
        (lambda: EXTENDED(45, step=7), "step: difficulties end at -60 and \\+60"),
        (lambda: EXTENDED(45, made=21), "made: 21 tests are more than the 20 tries"),
        (lambda: EXTENDED(45, now=0), "now must be"),
        (lambda: OPPOSED(45, 38, names=["Ann"]), "one name is given for 2 who roll"),
        (lambda: ROLL("1d10", rounding="sideways"), "one of up, down, nearest"),
    ],
)
def test_what_makes_no_sense_is_said(make: Callable[[], Any], said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        make()


def test_p5_records_from_before_with_true_and_false_are_read() -> None:
    old = {"dice": "1d10", "multipliers": [], "divide": 1, "reroll": True, "below_zero": False}
    assert ROLL.from_data(old) == ROLL("1d10", reroll=Reroll.CHOOSE)
    assert ROLL.from_data(old | {"reroll": False}) == ROLL("1d10")
    with pytest.raises(AstragalError):
        ROLL.from_data(old | {"reroll": 1})


EXPERIMENTS = [
    TEST(45, "Hard", helpers=1, reroll=True),
    OPPOSED(45, 38, reroll=True, opponent_reroll=True, names=["Ann", "Orc"]),
    EXTENDED(45, "Simple", tries=3, reroll=True, now=2),
    ATTACK(45, 10, damage="2d10+1", tearing=True, proven=2, reroll=True, reroll_damage=True),
    DAMAGE("2d5+1", True, divide=2, rounding="nearest", reroll=True),
    ROLL("2d10-3", [2], 3, reroll=True, rounding="down"),
]


@examples(20)
@given(st.sampled_from(EXPERIMENTS), st.integers(0, 2**32), st.booleans())
def test_any_roll_verifies(experiment: Any, seed: int, again: bool) -> None:
    roll = experiment.roll(SeededSource(seed), decide=lambda choice: choice.options[again])
    assert verify(roll.to_json()) == roll
    assert experiment.roll(faces=roll.faces, decisions=roll.decisions) == roll


@pytest.mark.slow
@pytest.mark.parametrize(
    "experiment",
    [
        TEST(45, reroll="always"),
        OPPOSED(45, 38, reroll="always", opponent_reroll=True),
        EXTENDED(45, "Simple", tries=3, reroll="always", now=2),
        ATTACK(45, 10, damage="2d10+1", tearing=True, proven=2, reroll="always"),
        DAMAGE("2d5+1", True, divide=2, rounding="nearest", reroll="always"),
    ],
    ids=str,
)
def test_rolls_fall_as_often_as_their_odds_say(experiment: Any) -> None:
    fall_as_often(experiment)
