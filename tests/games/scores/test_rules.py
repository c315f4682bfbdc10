"""scores: every rule with given dice, our reading of what the rules leave open, and errors."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from astragal import (
    AstragalError,
    Circumstance,
    Experiment,
    FacesError,
    ParameterError,
    Sheet,
    roll,
    verify,
)
from astragal.die import D10ISH as D10ISH_DIE
from astragal.games import scores
from astragal.games.scores import Critical, Criticals, Score, ScoreRanges

TEST: Any = scores.test

FAILURE, NONE, SUCCESS = Critical
COIN, SECOND_ROLL, D10ISH, D20 = Criticals

MISSILES = "[..6] 1 missile [7..9] 2 missiles [10..] 3 missiles"


def scored(faces: list[int], *args: Any, **given: Any) -> Score:
    outcome: Score = TEST(*args, **given).roll(faces=faces).outcome
    return outcome


# S1 and S2: dice and a modifier


@pytest.mark.parametrize(
    ("modifier", "face", "score"), [(1, 8, 9), (0, 1, 1), (-3, 2, -1), (5, 9, 14)]
)
def test_s1_a_score_is_a_d10_and_a_modifier(modifier: int, face: int, score: int) -> None:
    got = scored([face], modifier)
    assert (got.score, got.critical) == (score, NONE)


@pytest.mark.parametrize("typed", ["-3", "−3", "–3", " −3 "])
def test_s1_a_modifier_may_be_typed_as_books_print_it(typed: str) -> None:
    assert Sheet("Alice", {}).call(scores.test, typed) == TEST(-3)
    assert scores.test.parameters[0].parse(typed, "test") == -3


def test_s1_a_named_modifier_is_rolled_with_a_d10() -> None:
    alice = Sheet("Alice", {"Focus Save": 1})
    assert alice.call(scores.test, "Focus Save").roll(faces=[8]).outcome == Score(9, NONE, "Mixed")


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [("2d12 +3", [4, 6], 13), ("2d12+3", [4, 6], 13), ("d4", [3], 3), ("2d12 -3", [4, 6], 7)],
)
def test_s2_dice_in_shorthand(text: str, faces: list[int], total: int) -> None:
    assert roll(text, faces=faces).outcome == total


# S3 to S5: Critical Rolls


@pytest.mark.parametrize(
    ("criticals", "faces", "critical"),
    [
        (COIN, [10, 1], SUCCESS),
        (COIN, [10, 2], FAILURE),
        (COIN, [9], NONE),
        (COIN, [1], NONE),
        *((SECOND_ROLL, [10, again], SUCCESS) for again in (2, 4, 6, 8, 10)),
        *((SECOND_ROLL, [10, again], FAILURE) for again in (1, 3, 5, 7, 9)),
        (SECOND_ROLL, [9], NONE),
        (D10ISH, [10], SUCCESS),
        (D10ISH, [0], FAILURE),
        (D10ISH, [9], NONE),
        (D20, [20], SUCCESS),
        (D20, [10], FAILURE),
    ],
)
def test_s3_a_10_is_a_success_or_a_failure(
    criticals: Criticals, faces: list[int], critical: Critical
) -> None:
    assert scored(faces, 2, criticals=criticals).critical is critical


def test_s3_a_10_may_be_printed_as_0() -> None:
    assert scored([0, 1]) == scored([10, 1])
    assert scored([0, 2]) == scored([10, 2])


@pytest.mark.parametrize(
    ("edge", "coins", "critical"),
    [
        ("advantages", [1, 2], SUCCESS),
        ("advantages", [2, 1], SUCCESS),
        ("advantages", [2, 2], FAILURE),
        ("disadvantages", [1, 2], FAILURE),
        ("disadvantages", [2, 1], FAILURE),
        ("disadvantages", [1, 1], SUCCESS),
    ],
)
def test_s3_each_10_has_its_own_coin(edge: str, coins: list[int], critical: Critical) -> None:
    assert scored([10, 10, *coins], **{edge: 1}).critical is critical


@pytest.mark.parametrize("modifier", [-30, -3, 0, 4, 30])
def test_s4_criticals_are_the_best_and_the_lowest_whatever_the_modifier(modifier: int) -> None:
    success, failure = scored([10, 1], modifier), scored([10, 2], modifier)
    assert (success.passes, success.high, success.range) == (True, True, "High")
    assert (failure.passes, failure.high, failure.range) == (False, False, "Low")
    for other in range(-40, 41, 20):
        for face in range(1, 10):
            assert failure < scored([face], other) < success
            assert failure.rank() < scored([face], other).rank() < success.rank()


def test_s4_criticals_of_one_kind_rank_equal_whatever_the_modifier() -> None:
    assert scored([10, 1], -3).rank() == scored([10, 1], 9).rank()
    assert scored([10, 2], -3).rank() == scored([10, 2], 9).rank()


@pytest.mark.parametrize(
    ("modifier", "success", "failure"), [(-30, 10, -30), (-3, 10, -3), (0, 10, 0), (4, 14, 0)]
)
def test_s4_in_numbers_a_critical_passes_or_fails_too(
    modifier: int, success: int, failure: int
) -> None:
    assert scored([10, 1], modifier) == Score(success, SUCCESS, "High")
    assert scored([10, 2], modifier) == Score(failure, FAILURE, "Low")


def test_s5_the_d10ish_die_has_twenty_faces() -> None:
    assert D10ISH_DIE.total == 20
    weights = {face: D10ISH_DIE.weight(face) for face in D10ISH_DIE.faces}
    assert weights == {0: 1, 10: 1} | dict.fromkeys(range(1, 10), 2)


@pytest.mark.parametrize("face", range(1, 21))
def test_s5_a_d20_reads_as_a_d10ish_die(face: int) -> None:
    less = face if face < 10 else face - 10
    assert scored([face], 1, criticals=D20) == scored([less], 1, criticals=D10ISH)
    assert scored([face], 1, criticals=D20).score == (less + 1 if less else 0)


# S6 and S7: Advantages and Disadvantages


@pytest.mark.parametrize(
    ("advantages", "disadvantages", "faces", "modifier", "score"),
    [
        (1, 0, [4, 8], 2, 10),
        (0, 2, [6, 4, 9], 2, 6),
        (5, 1, [1, 4, 8, 2], 2, 10),  # the chapter prints a 6 here, its own rule gives 8 + 2
        (1, 1, [5], 0, 5),
        (3, 3, [5], 0, 5),
        (4, 5, [5, 3], 0, 3),
        (3, 0, [1, 2, 3, 4], 0, 4),
        (4, 0, [1, 2, 3, 4], 0, 4),
        (1000, 0, [4, 3, 2, 1], 0, 4),
        (0, 9, [9, 8, 7, 6], 0, 6),
        (3, 7, [9, 8, 7, 6], 0, 6),
        (7, 5, [9, 8, 7], 0, 9),
    ],
)
def test_s6_edges_cancel_then_are_capped_then_one_die_is_kept(
    advantages: int, disadvantages: int, faces: list[int], modifier: int, score: int
) -> None:
    got = scored(faces, modifier, advantages, disadvantages)
    assert (got.score, got.critical) == (score, NONE)
    with pytest.raises(FacesError):
        scored([*faces, 5], modifier, advantages, disadvantages)
    with pytest.raises(FacesError):
        scored(faces[1:], modifier, advantages, disadvantages)


def test_s6_a_cap_is_told() -> None:
    told = TEST(2, 5, 1).roll(faces=[1, 4, 8, 2]).explain()
    assert told[1] == "  4 Advantages left, and only 3 count"
    assert "  ~1~, ~4~, 8, ~2~" in told
    worse = TEST(0, 1, 5).roll(faces=[9] * 4).explain()
    assert worse[1] == "  4 Disadvantages left, and only 3 count"
    assert TEST(0, 5).roll(faces=[9] * 4).explain()[1] == "  only 3 Advantages count"
    assert not any("left" in line for line in TEST(2, 3).roll(faces=[1, 4, 8, 2]).explain())


@pytest.mark.parametrize(
    ("edges", "faces", "expected"),
    [
        ((1, 0), [4, 10, 2], Score(5, NONE, "Low")),
        ((0, 1), [4, 10, 2], Score(0, FAILURE, "Low")),
        ((1, 0), [4, 10, 1], Score(11, SUCCESS, "High")),
        ((0, 1), [4, 10, 1], Score(5, NONE, "Low")),
        ((2, 0), [10, 9, 10, 2, 2], Score(10, NONE, "High")),
        ((0, 2), [10, 9, 10, 1, 1], Score(10, NONE, "High")),
    ],
)
def test_s7_criticals_are_settled_first(
    edges: tuple[int, int], faces: list[int], expected: Score
) -> None:
    assert scored(faces, 1, *edges) == expected


# S8: Score Ranges


@pytest.mark.parametrize(
    ("score", "standard", "passing"),
    [
        (-5, "Low", "Fail"),
        (6, "Low", "Fail"),
        (7, "Mixed", "Pass"),
        (9, "Mixed", "Pass"),
        (10, "High", "Pass"),
        (25, "High", "Pass"),
    ],
)
def test_s8_ranges_include_their_ends(score: int, standard: str, passing: str) -> None:
    got = scored([5], score - 5)
    assert got.range == standard
    assert (got.passes, got.high) == (passing == "Pass", standard == "High")
    assert scored([5], score - 5, ranges="pass").range == passing


@pytest.mark.parametrize(
    ("ranges", "faces", "modifier", "range_"),
    [
        (MISSILES, [6], 2, "2 missiles"),
        (MISSILES, [6], 0, "1 missile"),
        (MISSILES, [9], 1, "3 missiles"),
        (MISSILES, [10, 1], -9, "3 missiles"),
        (MISSILES, [10, 2], 9, "1 missile"),
        ("[0!] fumble [..6] miss [7..] hit [10!] crit", [10, 1], -9, "crit"),
        ("[0!] fumble [..6] miss [7..] hit [10!] crit", [10, 2], 9, "fumble"),
        ("[0!] fumble [..6] miss [7..] hit [10!] crit", [9], 1, "hit"),
        ("[..6] miss [7..] hit [10!] crit", [10, 2], 0, "miss"),
        ("[0!] fumble [..6] miss [7..] hit", [10, 1], 0, "hit"),
        ("[4] just so [5..] over", [4], 0, "just so"),
        ("[4] just so [5..] over", [3], 0, "no range"),
        ("[4] just so [5..] over", [10, 2], 7, "no range"),
        ("[7..9] graze [10..] hit", [10, 2], 0, "no range"),
        ("[..6] you fall", [10, 1], 0, "no range"),
        ("[7..] hit", [10, 2], 2, "no range"),
        ("[..6] miss [7..12] hit", [10, 1], 5, "hit"),
        ("[..6] miss [7..9] graze", [10, 1], 5, "no range"),
        ("[1..6] miss [7..] hit", [10, 2], -3, "miss"),
        ("[2..6] miss [7..] hit", [10, 2], -3, "no range"),
        ("[10..] high [7..9] mixed [..6] low", [10, 1], 0, "high"),
        ("[10..] high [7..9] mixed [..6] low", [10, 2], 0, "low"),
        ("[7..] help [10..] help twice", [9], 2, "help twice"),
        ("[10..] help twice [7..] help", [9], 2, "help twice"),
        ("[..5] a [3..] b", [4], 0, "b"),
        ("[-3..-1] deep [0..] up", [1], -3, "deep"),
        ("[..6]: miss, [7..]: hit", [7], 0, "hit"),
    ],
)
def test_s8_ranges_of_any_kind(ranges: str, faces: list[int], modifier: int, range_: str) -> None:
    assert scored(faces, modifier, ranges=ranges).range == range_


def test_s8_a_critical_that_no_range_reaches_has_no_part_in_its_odds() -> None:
    odds = TEST(2, ranges="[7..] hit").odds().of("range")
    assert odds.probability("hit") == Fraction(11, 20)


def test_s4_criticals_can_be_asked_for() -> None:
    assert scored([10, 1]).critical_success
    assert scored([10, 2]).critical_failure
    assert not scored([9]).critical_success
    assert not scored([1]).critical_failure
    assert TEST(0, 1).odds().of("critical_success").probability(True) == 1 - Fraction(19, 20) ** 2


def test_s8_a_failing_score_is_not_a_critical_failure() -> None:
    low = scored([2])
    assert (low.range, low.critical, low.passes) == ("Low", NONE, False)
    assert str(low) == "2, Low"
    assert str(scored([10, 2])) == "Critical Failure, Low"


@pytest.mark.parametrize(
    ("ranges", "findings"),
    [
        ("standard", []),
        ("pass", []),
        ("[0!] a [..6] b [7..] c [10!] d", []),
        ("[..6] a [7..9] b [8..10] c [11..] d", [("overlap", 8, 9)]),
        ("[7..9] b [8..10] c", [("gap", None, 6), ("overlap", 8, 9), ("gap", 11, None)]),
        ("[..5] a [7..] b", [("gap", 6, 6)]),
        ("[..5] a [9..] b", [("gap", 6, 8)]),
        ("[7..] help [..6] none [10..] help twice", [("overlap", 10, None)]),
        ("[4] a", [("gap", None, 3), ("gap", 5, None)]),
        ("[10!] a", [("gap", None, None)]),
    ],
)
def test_a_lint_reports_gaps_and_overlaps(
    ranges: str, findings: list[tuple[str, int | None, int | None]]
) -> None:
    found = ScoreRanges.of(ranges).lint()
    assert [(each.kind, each.low, each.high) for each in found] == findings


def test_a_lint_says_which_range_applies() -> None:
    table = ScoreRanges.of("[..6] low [7..9] mixed [8..10] good [11..] high")
    assert [str(each) for each in table.lint()] == [
        "overlap at 8..9: `mixed` and `good`; `good` applies"
    ]
    assert [table.read(score) for score in (7, 8, 9, 10)] == ["mixed", "good", "good", "good"]


@pytest.mark.parametrize(
    ("face", "critical_from", "critical"),
    [(9, 9, SUCCESS), (8, 9, NONE), (9, 10, NONE), (7, 7, SUCCESS), (6, 7, NONE), (1, 2, NONE)],
)
def test_a_lower_threshold_makes_critical_successes(
    face: int, critical_from: int, critical: Critical
) -> None:
    assert scored([face], critical_from=critical_from).critical is critical
    assert scored([face], critical_from=critical_from, criticals=D10ISH).critical is critical
    assert scored([face + 10], critical_from=critical_from, criticals=D20).critical is critical


def test_a_10_still_needs_its_coin_with_a_lower_threshold() -> None:
    assert scored([10, 2], critical_from=9).critical is FAILURE
    assert scored([9, 10, 2], disadvantages=1, critical_from=9).critical is FAILURE


# S11 and S12: names and circumstances


@pytest.mark.parametrize("name", ["Sneaking", "sneaking", "a Sneaking Score", "your Sneaking test"])
def test_s11_a_test_is_named_by_its_modifier(name: str) -> None:
    alice = Sheet("Alice", {"Focus Save": 1, "Sneaking": 3})
    assert alice.call(scores.test, name) == TEST(3)


def test_s12_an_advantage_lasts_until_its_circumstance_ends() -> None:
    alice = Sheet("Alice", {"Attack": 2, "Sneaking": 3})
    ants = Circumstance("ants in their pants", {"advantages": 1}, on=("Attack",))
    standing = alice.begin(ants)
    for _ in range(2):
        assert standing.call(scores.test, "Attack") == TEST(2, 1)
    assert standing.call(scores.test, "Attack", advantages=1, disadvantages=1) == TEST(2, 2, 1)
    assert standing.call(scores.test, "Sneaking") == TEST(3)
    assert standing.end("ants in their pants").call(scores.test, "Attack") == TEST(2)
    assert alice.call(scores.test, "Attack") == TEST(2)


# Records and errors


@pytest.mark.parametrize(
    ("experiment", "faces"),
    [
        (TEST(1, 1), [4, 10, 2]),
        (TEST(2, 5, 1, MISSILES), [1, 4, 8, 2]),
        (TEST(criticals=SECOND_ROLL, critical_from=8), [10, 5]),
        (TEST(criticals=D20), [17]),
    ],
    ids=str,
)
def test_records_verify_without_the_rules_handed_in(
    experiment: Experiment[Score], faces: list[int]
) -> None:
    rolled = experiment.roll(faces=faces)
    again = verify(rolled.to_json())
    assert again == rolled
    assert again.to_json() == rolled.to_json()
    assert again.explain() == rolled.explain()


@pytest.mark.parametrize(
    ("make", "code", "said"),
    [
        (lambda: TEST(ranges="[9..7] x"), "backwards-range", "9 is more than 7"),
        (lambda: TEST(ranges="[..6] [7..] x"), "missing-name", "called"),
        (lambda: TEST(ranges="[5!] x [7..] y"), "no-such-critical", "[5!] never happens"),
        (lambda: TEST(ranges="[10!] x [10!] y"), "critical-twice", "[10!] is listed twice"),
        (lambda: TEST(ranges="[..] x"), "bad-range", "no ends"),
        (lambda: TEST(ranges="[7..9!] x"), "bad-range", "critical range is one face"),
        (lambda: TEST(ranges="hello"), "unexpected", "a range was expected"),
        (lambda: TEST(ranges=""), "bad-parameter", "Score Ranges such as"),
        (lambda: TEST(ranges=7), "bad-parameter", "Score Ranges such as"),
        (lambda: TEST("three"), "bad-parameter", "modifier must be a whole number"),
        (lambda: TEST(1.5), "bad-parameter", "modifier must be a whole number"),
        (lambda: TEST(0, -1), "bad-parameter", "from 0 to 1000"),
        (lambda: TEST(critical_from=1), "bad-parameter", "from 2 to 10"),
        (lambda: TEST(critical_from=11), "bad-parameter", "from 2 to 10"),
        (lambda: TEST(criticals="dice"), "bad-parameter", "coin, second roll, d10ish, d20"),
        (lambda: TEST(bonus=1), "unknown-parameter", "has no bonus"),
    ],
)
def test_mistakes_are_told_in_plain_words(make: Any, code: str, said: str) -> None:
    with pytest.raises(AstragalError) as caught:
        make()
    assert caught.value.code == code
    assert said in caught.value.message


def test_a_name_that_is_not_on_the_sheet_is_met_with_the_nearest() -> None:
    with pytest.raises(ParameterError) as caught:
        Sheet("Alice", {"Sneaking": 3}).call(scores.test, "Sneeking Score")
    assert caught.value.code == "not-on-sheet"
    assert caught.value.hint == "did you mean Sneaking?"
