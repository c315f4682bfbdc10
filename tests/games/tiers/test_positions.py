"""tiers: tags, help, tables of effects and opposed rolls, and the laws of a Check."""

from __future__ import annotations

import json
import math
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import Distribution, ParameterError, SeededSource, Sheet, Stakes, verify
from astragal.games import tiers
from astragal.games.tiers.roll_under import Grade
from astragal.games.tiers.tags import Tag
from tests.games.tiers.by_hand import (
    OUTCOMES,
    Made,
    checked,
    edged,
    made,
    made_of,
    odds_of,
    outcome,
    picked,
    rolled,
)
from tests.support.chains_by_hand import tally
from tests.support.examples import examples
from tests.support.sampling import limit

# Tags


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("gold Sharp Eyes +2", Tag("gold", "Sharp Eyes", 2)),
        ("Golden eyes", Tag("gold", "eyes", 1)),
        ("silver Rope -1", Tag("silver", "Rope", -1)),
        ("silver Rope −1", Tag("silver", "Rope", -1)),
        ("silver +3", Tag("silver", "", 3)),
        ("Torch", Tag("", "Torch", 1)),
        ("Goldfish +2", Tag("", "Goldfish", 2)),
    ],
)
def test_t12_tags_in_writing(text: str, tag: Tag) -> None:
    assert Tag.of(text) == tag
    assert Tag.of(str(tag)) == tag


@pytest.mark.parametrize(
    ("tags", "face", "expected"),
    [
        (["Torch +2"], 21, ("Success", 4)),
        (["Torch +2"], 50, ("Failure", 0)),
        (["Torch +2"], 55, ("Fumble", 0)),
        (["Mud -3"], 21, ("Success", 0)),
        (["Mud -1", "Torch +3"], 33, ("Critical", 5)),
        (["silver Rope"], 55, ("Critical", 5)),
        (["silver Rope +2", "Torch"], 65, ("Success", 7)),
        (["silver Mud -1"], 36, ("Failure", 0)),
        (["silver Mud -5"], 0, ("Fumble", 0)),
        (["silver Wings +6"], 92, ("Success", 18)),
    ],
)
def test_t12_silver_changes_the_stat_and_others_add_after_a_success(
    tags: list[str], face: int, expected: tuple[str, int]
) -> None:
    check = tiers.check(45, tags=tags)
    assert made_of(outcome(check, face)) == expected


def test_t12_tags_count_toward_the_check_tier() -> None:
    assert outcome(tiers.check(45, 4, tags=["Torch +2"]), 21).full
    assert outcome(tiers.check(45, 2, tags=["Mud -1"]), 21).partial
    assert outcome(tiers.check(45, 1, tags=["Mud -9"]), 21).full


@pytest.mark.parametrize(
    ("gold", "silver", "other"),
    [(0, 0, 2), (2, 0, 0), (-1, 1, -2), (3, -3, 1), (0, 6, 0), (1, -6, 1)],
)
def test_t12_odds_with_tags_of_any_metal(gold: int, silver: int, other: int) -> None:
    tags = [f"gold a {gold:+}", f"silver b {silver:+}", f"c {other:+}"]
    check = tiers.check(45, disadvantages=1, tags=tags)
    expected = checked(45, -1, gold=gold, silver=silver, other=other)
    assert odds_of(check) == expected


# Help


@pytest.mark.parametrize(
    ("tier", "helpers", "faces", "expected"),
    [
        (1, [60], [20, 55], ("Critical", 5)),
        (1, [60], [22, 65], ("Success", 6)),
        (1, [60], [61, 46], ("Failure", 0)),
        (1, [60, 30], [22, 30, 75], ("Success", 7)),
        (3, [60], [29, 46], ("Failure", 0)),
        (3, [60], [22, 46], ("Failure", 0)),
        (3, [60], [33, 65], ("Success", 6)),
        (1, [60], [5, 55], ("Critical", 5)),
    ],
)
def test_helpers_who_pass_their_check_of_the_same_tier_give_ten_and_a_critical_twenty(
    tier: int, helpers: list[int], faces: list[int], expected: tuple[str, int]
) -> None:
    assert made_of(outcome(tiers.check(45, tier, helpers=helpers), *faces)) == expected


@pytest.mark.parametrize("tier", [1, 3])
@pytest.mark.parametrize("helpers", [[60], [9, 97], [45, 45, 45]])
def test_odds_with_help(helpers: list[int], tier: int) -> None:
    check = tiers.check(45, tier, advantages=1, helpers=helpers)
    assert odds_of(check) == checked(45, 1, helpers=helpers, tier=tier)


# Opposed rolls


def opposed_by_hand(
    ours: dict[Made, Fraction], theirs: dict[Made, Fraction]
) -> dict[str, Fraction]:
    """By outcome, then by $, then a tie."""

    def place(m: Made) -> tuple[int, int]:
        return (OUTCOMES.index(m.outcome), m.tiers)

    def standing(us: Made, them: Made) -> str:
        if place(us) == place(them):
            return "tie"
        return "win" if place(us) > place(them) else "lose"

    return tally(
        (standing(us, them), chance * share)
        for us, chance in ours.items()
        for them, share in theirs.items()
    )


def sides_of(contest: Any) -> dict[str, Fraction]:
    """The odds of winning, losing and a tie."""
    return tally((made.side.value, chance) for made, chance in contest.odds().items())


@pytest.mark.parametrize(
    ("faces", "side"),
    [
        ([45, 60], "lose"),
        ([11, 60], "win"),
        ([33, 55], "lose"),
        ([42, 49], "tie"),
        ([46, 61], "tie"),
        ([46, 77], "win"),
        ([55, 61], "lose"),
        ([5, 99], "win"),
        ([0, 11], "lose"),
    ],
)
def test_t13_outcome_then_tiers_then_a_tie(faces: list[int], side: str) -> None:
    rolled_off = outcome(tiers.opposed(45, 60), *faces)
    assert rolled_off.side.value == side
    assert (rolled_off.wins, rolled_off.ties, rolled_off.loses) == (
        side == "win",
        side == "tie",
        side == "lose",
    )
    assert made_of(rolled_off.ours) == made(faces[0], 45)
    assert made_of(rolled_off.theirs) == made(faces[1], 60)


def test_t13_opposed_against_all_ten_thousand_faces() -> None:
    sides = tally(
        (
            next(iter(opposed_by_hand({made(us, 45): Fraction(1)}, {made(them, 60): Fraction(1)}))),
            Fraction(1, 100**2),
        )
        for us, them in product(range(100), repeat=2)
    )
    assert sides_of(tiers.opposed(45, 60)) == sides


@pytest.mark.parametrize(
    ("stat", "edge", "opponent", "their_edge"),
    [(45, 1, 60, 0), (9, -2, 103, 3), (97, 3, 97, -1), (345, -1, 45, -2), (50, 2, 50, 2)],
)
@pytest.mark.parametrize("reading", ["at least two", "n + 1"])
def test_t13_opposed_with_edges_and_the_other_way_round(
    stat: int, edge: int, opponent: int, their_edge: int, reading: str
) -> None:
    def odds(one: int, its: int, other: int, others: int) -> dict[str, Fraction]:
        contest = tiers.opposed(
            one,
            other,
            opponent_advantages=max(others, 0),
            opponent_disadvantages=max(-others, 0),
            **edged(its, dice_count=reading),
        )
        return sides_of(contest)

    ours = odds(stat, edge, opponent, their_edge)
    assert ours == opposed_by_hand(
        rolled(stat, edge, reading), rolled(opponent, their_edge, reading)
    )
    theirs = odds(opponent, their_edge, stat, edge)
    assert (ours["win"], ours["lose"], ours["tie"]) == (
        theirs["lose"],
        theirs["win"],
        theirs["tie"],
    )


# Position and Effect; tables of effects


def test_t14_what_was_settled_before_the_dice_is_in_the_record() -> None:
    stakes = Stakes("over the wall", "in the garden", "the dogs wake", ("a rope",), ("rain",))
    alice = Sheet("Alice", {"Climbing": 45})
    call = alice.call(
        tiers.check, "Climbing", tier="Normal", tags=["silver rope"], disadvantages=1, stakes=stakes
    )
    roll = call.roll(faces=[54, 31])
    assert made_of(roll.outcome) == made(31, 55)
    record = json.loads(roll.to_json())
    assert record["call"]["stakes"] == {
        "wants": "over the wall",
        "success": "in the garden",
        "failure": "the dogs wake",
        "favour": ["a rope"],
        "against": ["rain"],
    }
    assert record["parameters"]["tier"] == 3
    assert record["parameters"]["disadvantages"] == 1
    assert record["parameters"]["tags"] == ["silver rope +1"]
    assert verify(roll.to_json()) == roll


CRITICALS = "d6 [1..3] a spark [4..6] a blaze"
FUMBLES = "d4 [1] broken [2..4] dropped"


@pytest.mark.parametrize(
    ("faces", "grade", "effect"),
    [
        ([33, 2], Grade.CRITICAL, "a spark"),
        ([0, 6], Grade.CRITICAL, "a blaze"),
        ([99, 1], Grade.FUMBLE, "broken"),
        ([55, 4], Grade.FUMBLE, "dropped"),
        ([34], Grade.SUCCESS, ""),
        ([54], Grade.FAILURE, ""),
    ],
)
def test_t15_tables_are_consulted_on_criticals_and_fumbles(
    faces: list[int], grade: Grade, effect: str
) -> None:
    check: Any = tiers.check(45, critical_table=CRITICALS, fumble_table=FUMBLES)
    roll = check.roll(faces=faces)
    assert (roll.outcome.grade, roll.outcome.effect) == (grade, effect)
    assert verify(roll.to_json()) == roll


def test_t15_the_odds_of_an_effect() -> None:
    check = tiers.check(45, fumble_table=FUMBLES)
    odds = check.odds()
    assert odds.probability(lambda made: made.effect == "broken") == Fraction(5, 100) / 4
    assert odds.probability(lambda made: made.effect == "") == Fraction(95, 100)
    assert odds_of(check) == rolled(45)


@pytest.mark.parametrize("table", ["d6 [1..5] smoke", "d6", "3"])
def test_t15_a_table_must_cover_its_dice(table: str) -> None:
    with pytest.raises(ParameterError) as caught:
        tiers.check(45, critical_table=table)
    assert caught.value.code == "bad-table"


# Laws

ANY_STAT = st.integers(0, 999)
ANY_EDGE = st.integers(-4, 4)
ANY_READING = st.sampled_from(["at least two", "n", "n + 1"])


def tally_of(odds: Distribution) -> dict[Made, Fraction]:
    return tally((made_of(check), chance) for check, chance in odds.items())


def at_least(odds: dict[Made, Fraction], grade: str) -> Fraction:
    least = OUTCOMES.index(grade)
    return sum(
        (chance for m, chance in odds.items() if OUTCOMES.index(m.outcome) >= least), Fraction(0)
    )


@examples(40)
@given(ANY_STAT, ANY_EDGE, ANY_READING)
def test_an_advantage_never_hurts(stat: int, edge: int, reading: str) -> None:
    """Neither the chance to pass, nor that of any grade, with any $ in it, or better."""
    odds = [
        tiers.check(stat, **edged(more, dice_count=reading)).odds() for more in (edge, edge + 1)
    ]
    for least in {*odds[0], *odds[1]}:
        before, after = (
            sum(chance for check, chance in each.items() if check >= least) for each in odds
        )
        assert before <= after
    for grade in OUTCOMES:
        before, after = (at_least(tally_of(each), grade) for each in odds)
        assert before <= after
    assert odds[0].of("passes").probability(True) <= odds[1].of("passes").probability(True)
    assert [sum(chance for _, chance in each.items()) for each in odds] == [1, 1]


def test_t11_a_critical_counts_even_where_it_falls_short_of_the_tier() -> None:
    """Stat 43 has no Critical of 4 $: more Advantages make a full success less likely."""
    assert outcome(tiers.check(43, 4, advantages=2), 43, 33).partial
    few, many = (
        tiers.check(43, 4, advantages=n).odds().of("passes").probability(True) for n in (3, 300)
    )
    assert few == Fraction(96**3 - 92**3, 100**3)
    assert many < Fraction(1, 10**5)


@examples(60)
@given(st.integers(0, 998), ANY_EDGE, st.integers(1, 40))
def test_a_higher_stat_never_hurts(stat: int, edge: int, tier: int) -> None:
    low, high = (tiers.check(each, tier, **edged(edge)).odds() for each in (stat, stat + 1))
    for view in ("succeeds", "passes"):
        assert low.of(view).probability(True) <= high.of(view).probability(True)
    assert low.of("tiers").mean <= high.of("tiers").mean


@examples(60)
@given(ANY_STAT, ANY_EDGE, ANY_READING, st.data())
def test_any_roll_picks_as_by_hand_and_verifies(
    stat: int, edge: int, reading: str, data: st.DataObject
) -> None:
    check = tiers.check(stat, **edged(edge, dice_count=reading))
    roll = check.roll(SeededSource(data.draw(st.integers(0, 2**32))))
    assert made_of(roll.outcome) == made(picked(roll.faces, stat, edge), stat)
    assert verify(roll.to_json()) == roll
    assert check.roll(faces=roll.faces) == roll


@examples(30)
@given(st.integers(0, 2**32))
def test_rolls_with_everything_in_them_verify(seed: int) -> None:
    check: Any = tiers.check(
        95,
        "Easy",
        advantages=1,
        edges="2/+/ /-/",
        tags=["gold eyes -1", "silver rope +2", "torch -3"],
        helpers=[60, 103],
        dice_count="n + 1",
        critical_table=CRITICALS,
        fumble_table=FUMBLES,
    )
    for experiment in (check, tiers.opposed(45, 103, advantages=2)):
        roll = experiment.roll(SeededSource(seed))
        assert verify(roll.to_json()) == roll


@pytest.mark.slow
@pytest.mark.parametrize(
    "check",
    [
        tiers.check(45, advantages=1, critical_table=CRITICALS),
        tiers.check(103, disadvantages=2, tags=["Mud -4"], helpers=[30]),
        tiers.opposed(45, 60, opponent_advantages=1, location=4),
        tiers.test([45, 60], 4, clock=3, earned=1, location=5),
        tiers.countdown([45], [60], "1/3", location=2),
    ],
)
def test_rolls_fall_as_often_as_their_odds_say(check: Any) -> None:
    rolls = 4_000
    counts = Counter(check.sample(rolls, SeededSource("tiers")))
    listed = {each: float(chance) * rolls for each, chance in check.odds().items()}
    assert set(counts) <= set(listed)
    common = {each: expected for each, expected in listed.items() if expected >= 20}
    cells = [(counts[each], expected) for each, expected in common.items()]
    surprise = 2 * sum(seen * math.log(seen / expected) for seen, expected in cells if seen)
    rare = rolls - sum(seen for seen, _ in cells)
    if rare:
        surprise += 2 * rare * math.log(rare / (rolls - sum(common.values())))
    assert surprise < limit(len(cells))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"stat": 1000}, "stat must be a whole number from 0 to 999, not 1000"),
        ({"stat": -1}, "stat must be"),
        ({"stat": 45, "tier": "Norml"}, "or one of Very Easy, Easy, Normal"),
        ({"stat": 45, "advantages": -1}, "advantages must be"),
        ({"stat": 45, "dice_count": "three"}, "one of at least two, n, n \\+ 1"),
        ({"stat": 45, "tags": [""]}, "tags\\[0\\] must be a tag such as"),
        ({"stat": 45, "helpers": ["Bob"]}, "helpers\\[0\\] must be"),
    ],
)
def test_what_makes_no_sense_is_said(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        tiers.check(**wrong)
