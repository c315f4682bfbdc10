"""Sheets: named values, what is called for by them, and the circumstances that stand."""

from __future__ import annotations

import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from astragal import (
    Call,
    Circumstance,
    Sheet,
    odds,
    roll,
    verify,
)
from astragal.games import percentile, scores, target, tiers
from astragal.mechanics.modifiers import Modifier
from astragal.table.circumstances import Circumstances
from tests.support.refusals import called, refusal

TEST: Any = scores.test
GROUP: Any = scores.group_test
CHECK: Any = target.check
PERCENTILE: Any = percentile.test
ALICE = Sheet("Alice", {"Focus Save": 1, "Sneaking": 3, "Attack": -2, "Half": Fraction(3, 2)})

ALICE_AND_OTHER = ["Alice", "player 2"]

FILE = """
name = "Alice"
Speed = 6

[saves]
"Focus Save" = 1

[skills.covert]
Sneaking = 3
Pace = 1.10

[[circumstances]]
name = "ants in their pants"
on = ["Attack"]
advantages = 1

[[circumstances]]
name = "fog"
disadvantages = 1
"""


# Sheets


def test_a_file_is_read_whatever_its_tables_are_called(tmp_path: Path) -> None:
    path = tmp_path / "alice.toml"
    path.write_text(FILE, encoding="utf-8")
    for sheet in (Sheet.read(FILE), Sheet.load(path), Sheet.load(str(path))):
        assert sheet.name == "Alice"
        assert dict(sheet) == {
            "Speed": 6,
            "Focus Save": 1,
            "Sneaking": 3,
            "Pace": Fraction(11, 10),
        }
        assert [each.name for each in sheet.circumstances.each] == ["ants in their pants", "fog"]
        assert sheet.circumstances.each[0].on == ("Attack",)
        assert sheet.circumstances.each[1].gives == {"disadvantages": 1}


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "alice.toml"
    path.write_bytes(b"\xef\xbb\xbfSneaking = 3")
    assert Sheet.load(path)["Sneaking"] == 3


@pytest.mark.parametrize("name", ["Focus Save", "focus save", "FOCUS SAVE", "  Focus   save "])
def test_names_are_found_in_any_case(name: str) -> None:
    assert ALICE[name] == 1
    assert ALICE.find(name) == 1
    assert name in ALICE


@pytest.mark.parametrize(
    "said",
    [
        "your Sneaking Score",
        "a Sneaking Score",
        "Sneaking score",
        "sneaking Test",
        "a Sneaking check",
        "Your  sneaking",
    ],
)
def test_s11_names_are_found_as_people_say_them(said: str) -> None:
    assert ALICE.find(said) == 3
    assert ALICE.call(scores.test, said) == TEST(3)


def test_s11_what_stands_on_the_sheet_comes_before_how_people_talk() -> None:
    sheet = Sheet("Bob", {"Passing Score": 5, "Passing": 1, "A Test": 7})
    assert sheet.find("passing score") == 5
    assert sheet.find("your passing") == 1
    assert sheet.find("a test") == 7


def test_a_sheet_is_a_mapping_of_exact_numbers() -> None:
    assert len(ALICE) == 4
    assert list(ALICE) == ["Focus Save", "Sneaking", "Attack", "Half"]
    assert ALICE.get("Flying") is None
    assert "Flying" not in ALICE
    with pytest.raises(KeyError):
        ALICE["your Sneaking Score"]
    half = Sheet("", {"Whole": Fraction(4, 2), "Third": Fraction(1, 3)})
    assert type(half["whole"]) is int
    assert half["third"] * 3 == 1
    assert Sheet.read("x = 0.1")["x"] * 10 == 1
    assert dict(pickle.loads(pickle.dumps(ALICE))) == dict(ALICE)


@pytest.mark.parametrize("text", ["2d12 + @{Focus Save}", "2d12 + @{focus save}"])
def test_values_stand_in_notation(text: str) -> None:
    assert roll(text, faces=[4, 6], variables=ALICE).outcome == 11
    assert odds(text, variables=ALICE).mean == 14


WILD = ["inf", "-inf", "nan", "1e5000", "1e-5000", "1e300000000", "-1e300000000"]
"""Numbers that TOML knows and nobody means."""


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("x = [1, 2]", "bad-sheet", "x must be a number or a text, not [1, 2]"),
        ("x = true", "bad-sheet", "x must be a number or a text, not True"),
        ("x = ''", "bad-sheet", "x must be a number or a text of at most 16,000 visible"),
        ("x = 1\nX = 2", "bad-sheet", "X is on the sheet twice"),
        ("[a]\nx = 1\n[b]\nx = 2", "bad-sheet", "x is on the sheet twice"),
        ("name = 5", "bad-sheet", "name must be text"),
        ("x = ", "bad-sheet", "not TOML"),
        *((f"x = {each}", "bad-sheet", f"{each} cannot be on a sheet") for each in WILD),
        ("circumstances = 'fog'", "bad-circumstance", "not a circumstance: 'fog'"),
        ("[[circumstances]]\nadvantages = 1", "bad-circumstance", "needs a name"),
        ("[[circumstances]]\nname = 'fog'", "bad-circumstance", "fog must give a whole number"),
        (
            "[[circumstances]]\nname = 'fog'\nadvantages = 0.5",
            "bad-circumstance",
            "must give a whole number",
        ),
        (
            "[[circumstances]]\nname = 'fog'\na = 1\non = [1]",
            "bad-circumstance",
            "must be names of rolls",
        ),
        (
            "[[circumstances]]\nname = 'fog'\na = 1\non = 5",
            "bad-circumstance",
            "must be names of rolls",
        ),
    ],
)
def test_bad_sheets_are_refused(text: str, code: str, said: str, tmp_path: Path) -> None:
    assert said in refusal(code, lambda: Sheet.read(text)).message
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    assert refusal(code, lambda: Sheet.load(path)).message.startswith(f"{path}: ")


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    assert "none.toml" in refusal("no-sheet", lambda: Sheet.load(tmp_path / "none.toml")).message
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    assert "UTF-8" in refusal("bad-sheet", lambda: Sheet.load(tmp_path / "bytes.toml")).message


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Sneeking", "did you mean Sneaking?"),
        ("Focus Svae", "did you mean Focus Save?"),
        ("xyz", "it has Focus Save, Sneaking, Attack, Half"),
    ],
)
def test_a_wrong_name_is_met_with_the_nearest(name: str, hint: str) -> None:
    for make in (lambda: ALICE.find(name), lambda: ALICE.call(scores.test, name)):
        error = refusal("not-on-sheet", make)
        assert f"'{name}' is neither a number nor on Alice's sheet" in error.message
        assert error.hint == hint


# Calls


@pytest.mark.parametrize(
    ("experiment", "expected"),
    [
        (ALICE.call(scores.test, "attack", 1), TEST(-2, 1)),
        (ALICE.call(scores.test, modifier="Attack", advantages="2"), TEST(-2, 2)),
        (ALICE.call(scores.test, "+2"), TEST(2)),
        (ALICE.call(scores.test, 4), TEST(4)),
        (ALICE.call(scores.contest, "Attack", "Sneaking"), scores.contest(-2, 3)),
        (ALICE.call(scores.group_test, ["Attack", 5]), GROUP([-2, 5], names=ALICE_AND_OTHER)),
        (ALICE.call(scores.group_test, "Attack, 5"), GROUP([-2, 5], names=ALICE_AND_OTHER)),
        (ALICE.call(scores.group_test, "Attack, Sneaking"), GROUP([-2, 3])),
        (ALICE.call(tiers.check, 40, "Hard"), tiers.check(40, 5)),
    ],
)
def test_names_are_filled_in_wherever_a_number_is_wanted(experiment: Any, expected: Any) -> None:
    assert experiment == expected


def test_names_are_modifiers_with_their_name_for_a_source() -> None:
    check = ALICE.call(target.check, "Sneaking, +2 luck", 15)
    assert str(check.arguments["modifiers"]) == "+3 (Sneaking), +2 luck"


def test_a_call_says_which_names_were_used() -> None:
    experiment = ALICE.call(scores.test, "sneaking", 1)
    assert called(experiment) == Call("Alice", {"modifier": "Sneaking"})
    assert str(experiment) == "scores.test(modifier=3 (Sneaking), advantages=1)"
    spoken = ALICE.call(scores.group_test, "your sneaking score, 2, ATTACK")
    assert called(spoken) == Call("Alice", {"modifiers": "Sneaking, Attack"})
    plain = ALICE.call(scores.test, 3, 1)
    assert "call" not in plain.roll(faces=[3, 4]).to_data()
    assert experiment.odds() == plain.odds()


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: ALICE.call(scores.test, *[0] * 9), "too-many-parameters"),
        (lambda: ALICE.call(scores.test, 1, modifier=2), "given-twice"),
        (lambda: ALICE.call(scores.test, bonus="Attack"), "unknown-parameter"),
        (lambda: ALICE.call(scores.test, "Half"), "bad-parameter"),
        (lambda: ALICE.call(scores.test, "2.5"), "bad-parameter"),
        (lambda: ALICE.call(scores.group_test, ["Attack", "xyz"]), "not-on-sheet"),
        (lambda: Sheet("Bob").call(scores.test, "Attack"), "bad-parameter"),
    ],
)
def test_calls_that_make_no_sense(make: Any, code: str) -> None:
    refusal(code, make)


# S12: circumstances

ANTS = Circumstance("ants in their pants", {"advantages": 1}, on=("Attack",))
FOG = Circumstance("fog", {"disadvantages": 2})
NIGHT = Circumstance("night", {"advantages": 2, "modifier": 1}, on=("sneaking", "contest"))


@pytest.mark.parametrize(
    ("standing", "name", "expected"),
    [
        ([], "Attack", TEST(-2)),
        ([ANTS], "Attack", TEST(-2, 1)),
        ([ANTS], "attack", TEST(-2, 1)),
        ([ANTS], "Sneaking", TEST(3)),
        ([FOG], "Sneaking", TEST(3, 0, 2)),
        ([ANTS, FOG], "Attack", TEST(-2, 1, 2)),
        ([NIGHT], "Sneaking", TEST(4, 2)),
        ([NIGHT, ANTS], "Attack", TEST(-2, 1)),
        ([Circumstance("any Test", {"advantages": 1}, on=("test",))], "Attack", TEST(-2, 1)),
        ([Circumstance("by name", {"advantages": 1}, on=("scores.test",))], "Attack", TEST(-2, 1)),
        ([Circumstance("other", {"advantages": 1}, on=("contest",))], "Attack", TEST(-2)),
    ],
)
def test_s12_what_stands_is_added_to_relevant_rolls(
    standing: list[Circumstance], name: str, expected: Any
) -> None:
    sheet = ALICE
    for each in standing:
        sheet = sheet.begin(each)
    assert sheet.call(scores.test, name) == expected


@pytest.mark.parametrize("said", ["Attack", "your attack Score", "an ATTACK test", "a  attack"])
def test_s12_what_stands_goes_by_the_name_on_the_sheet(said: str) -> None:
    experiment = ALICE.begin(ANTS).call(scores.test, said)
    assert experiment == TEST(-2, 1)
    assert called(experiment) == Call("Alice", {"modifier": "Attack"}, (str(ANTS),))


@pytest.mark.parametrize("on", ["Sneaking", "test", "scores.test"])
def test_s12_what_is_meant_for_a_roll_must_give_it_something(on: str) -> None:
    """What stands for all rolls may give this one nothing; what names it may not."""
    wrong = ALICE.begin(Circumstance("fog", {"opponent": 1}, on=(on,)))
    error = refusal("bad-circumstance", lambda: wrong.call(scores.test, "Sneaking"))
    assert error.message == "fog gives opponent, which scores.test does not take"
    assert "advantages" in (error.hint or "")
    sheet = ALICE.begin(Circumstance("fog", {"opponent": 1, "modifier": 2}, on=("Sneaking",)))
    assert sheet.call(scores.test, "Sneaking") == TEST(5)


@pytest.mark.parametrize(
    ("circumstance", "said", "hint"),
    [
        (
            Circumstance("elsewhere", {"edges": 1}),
            "no rule of scores has a parameter edges",
            "if it belongs to another game",
        ),
        (Circumstance("fog", {"advantage": 1}), "no rule of scores has a parameter", "advantages?"),
        (
            Circumstance("fog", {"criticals": 1}),
            "fog: criticals is no number to add to",
            "critical_from,",
        ),
        (
            Circumstance("fog", {"advantages": 1}, on=("Stats",)),
            "fog: Stats is neither on Alice's sheet nor a rule of scores",
            "there are Focus Save, Sneaking",
        ),
        (Circumstance("fog", {"advantages": 1}, on=("Sneeking",)), "neither on", "Sneaking?"),
        (Circumstance("fog", {"advantages": 1}, on=("check",)), "nor a rule of scores", ""),
        (
            Circumstance("fog", {"advantages": 1}, begins_when="pases"),
            "fog: no outcome of scores has pases",
            "did you mean passes?",
        ),
    ],
)
def test_s12_what_no_rule_of_the_game_knows_is_refused_by_name(
    circumstance: Circumstance, said: str, hint: str
) -> None:
    error = refusal(
        "bad-circumstance", lambda: ALICE.begin(circumstance).call(scores.test, "Attack")
    )
    assert said in error.message
    assert hint in (error.hint or "")


def test_s12_numbers_are_added_to_modifiers_with_types() -> None:
    song = Circumstance("song (loud)", {"modifiers": 2})
    check = ALICE.begin(song).call(target.check, "Sneaking, +4 luck", 15)
    assert str(check.arguments["modifiers"]) == "+3 (Sneaking), +4 luck, +2 (song loud)"
    rolled = check.roll(faces=[6])
    assert rolled.outcome.margin == 0
    assert verify(rolled.to_json()) == rolled
    assert called(check).circumstances == ("song (loud): +2",)
    assert ALICE.begin(song).call(target.check, target=15) == CHECK("+2 (song loud)", 15)


def test_s12_numbers_are_added_to_lists_of_modifiers() -> None:
    sheet = ALICE.begin(Circumstance("rain", {"modifiers": -10}))
    for given, expected in (([20], [20, Modifier(-10, source="rain")]), ((), "-10 (rain)")):
        called = sheet.call(percentile.test, 40, modifiers=given)
        assert called == PERCENTILE(40, modifiers=expected)


@pytest.mark.parametrize("gives", ["modifiers", "modifier"])
def test_s12_a_group_is_not_made_larger_by_a_circumstance(gives: str) -> None:
    sheet = ALICE.begin(Circumstance("rain", {gives: 1}))
    called = sheet.call(scores.group_test, [2, "Sneaking"])
    assert called == GROUP([2, 4], names=["player 1", "Alice"])


def test_s12_who_rolls_must_be_known_if_something_applies_to_them() -> None:
    sheet = ALICE.begin(Circumstance("rain", {"disadvantages": 1}))
    error = refusal("whose", lambda: sheet.call(scores.group_test, [1, 2]))
    assert "rain may apply, but nothing says whether Alice rolls" in error.message
    assert "Alice: 3" in (error.hint or "")
    expected = GROUP([3, 2], disadvantages=[1, 0], names=ALICE_AND_OTHER)
    assert sheet.call(scores.group_test, "Alice: 3, 2") == expected
    named = sheet.call(scores.group_test, [3, 2], names=["alice", "Zoe"])
    assert named == GROUP([3, 2], disadvantages=[1, 0], names=["alice", "Zoe"])
    only = ALICE.begin(ANTS).call(scores.group_test, [1, 2])
    assert only == GROUP([1, 2])


def test_s12_numbers_are_added_to_what_may_be_left_out() -> None:
    sheet = ALICE.begin(Circumstance("song", {"characteristic": 5}))
    better: Any = sheet.call(percentile.opposed, 45, 40, characteristic=30)
    assert better.arguments["characteristic"] == 35
    without: Any = sheet.call(percentile.opposed, 45, 40)
    assert without.arguments["characteristic"] is None
    assert without.call is None


def test_s12_each_roll_of_one_sheet_has_its_own_circumstances() -> None:
    sheet = ALICE.begin(ANTS).begin(FOG)
    both = sheet.call(scores.group_test, "Attack, Sneaking")
    assert both == GROUP([-2, 3], advantages=[1, 0], disadvantages=[2, 2])
    contest: Any = sheet.call(scores.contest, 1, "Attack")
    assert contest.arguments["opponent_advantages"] == 1
    assert contest.arguments["opponent_disadvantages"] == 2
    assert contest.arguments["advantages"] == 0
    alone: Any = sheet.call(scores.contest, "Sneaking", "Attack")
    assert alone.arguments["disadvantages"] == 2
    assert alone.arguments["opponent_disadvantages"] == 0
    assert alone.arguments["opponent_advantages"] == 1


@pytest.mark.parametrize("on", ["Focus  Save", " focus save", "your Focus Save Score"])
def test_s12_rolls_are_named_as_they_are_said(on: str) -> None:
    sheet = ALICE.begin(Circumstance("calm", {"advantages": 1}, on=(on,)))
    assert "advantages=1" in str(sheet.call(scores.test, "Focus Save"))


def test_g3_one_value_said_two_ways_counts_once() -> None:
    called = ALICE.call(target.check, "Sneaking, your Sneaking Score", 15)
    assert called.roll(faces=[10]).outcome.margin == 10 + ALICE["Sneaking"] - 15


def test_a_name_with_brackets_can_be_a_modifier() -> None:
    raw = Sheet("Bob", {"Strength (raw)": 2})
    assert raw.call(target.check, "Strength (raw)", 15).roll(faces=[13]).outcome.passes


def test_s12_what_stands_does_not_mend_a_wrong_value() -> None:
    refusal("bad-parameter", lambda: ALICE.begin(FOG).call(scores.test, disadvantages=None))


def test_circumstances_are_values() -> None:
    one = Circumstance(" thick  fog ", {"advantages": 1, "modifier": 2}, on=["Attack"])  # type: ignore[arg-type]
    other = Circumstance("thick fog", {"modifier": 2, "advantages": 1}, on=("Attack",))
    assert one == other
    assert hash(one) == hash(other)
    assert one.name == "thick fog"
    assert pickle.loads(pickle.dumps(one)) == one
    assert not ALICE.begin(Circumstance("fog ", {"advantages": 1})).end("fog ").circumstances.each


def test_s12_what_stands_adds_up_with_what_is_given() -> None:
    more = Circumstance("high ground", {"advantages": 2}, on="Attack")  # type: ignore[arg-type]
    sheet = ALICE.begin(ANTS).begin(more)
    assert sheet.call(scores.test, "Attack", advantages=1) == TEST(-2, 4)
    assert sheet.call(scores.test, "Attack", "1") == TEST(-2, 4)
    assert called(sheet.call(scores.test, "Attack")).circumstances == (
        "ants in their pants: an advantage on Attack",
        "high ground: 2 advantages on Attack",
    )


def test_s12_what_is_not_relevant_does_not_stand_in_the_record() -> None:
    sheet = ALICE.begin(ANTS).begin(Circumstance("elsewhere", {"opponent": 1}))
    assert called(sheet.call(scores.test, "Sneaking")).circumstances == ()
    assert called(sheet.call(scores.test, "Attack")).circumstances == (str(ANTS),)


def test_s12_what_ends_stands_no_more() -> None:
    standing = ALICE.begin(ANTS).begin(FOG)
    ended = standing.end("  Ants in their Pants ")
    assert [each.name for each in ended.circumstances.each] == ["fog"]
    assert ended.call(scores.test, "Attack") == TEST(-2, 0, 2)
    assert standing.call(scores.test, "Attack") == TEST(-2, 1, 2)
    assert ALICE.circumstances == Circumstances()


def test_s12_one_of_the_same_name_takes_its_place() -> None:
    thicker = Circumstance("FOG", {"disadvantages": 3})
    assert ALICE.begin(FOG).begin(thicker).circumstances.each == (thicker,)


def test_s12_what_does_not_stand_cannot_end() -> None:
    error = refusal("no-circumstance", lambda: ALICE.begin(FOG).end("dog"))
    assert "'dog'" in error.message
    assert "fog" in error.message
    refusal("no-circumstance", lambda: ALICE.end("fog"))


@pytest.mark.parametrize(
    "make",
    [
        lambda: Circumstance("", {"advantages": 1}),
        lambda: Circumstance("fog", {}),
        lambda: Circumstance("fog", {"lasts": 1}),
        lambda: Circumstance("fog", {"advantages": 10**7}),
        lambda: Circumstance("f\x1bog", {"advantages": 1}),
        lambda: Circumstance("fog", {"advantages": 1}, begins_when=5),  # type: ignore[arg-type]
        lambda: Circumstance("fog", {"advantages": True}),
        lambda: Circumstance("fog", {"advantages": Fraction(1, 2)}),  # type: ignore[dict-item]
        lambda: Circumstance("fog", {"advantages": 1}, on=(3,)),  # type: ignore[arg-type]
        lambda: Circumstance("fog", {"advantages": 1}, on=5),  # type: ignore[arg-type]
        lambda: Circumstance("fog", 5),  # type: ignore[arg-type]
        lambda: Circumstance("fog", None),  # type: ignore[arg-type]
        lambda: Circumstance("  ", {"advantages": 1}),
        lambda: Circumstance(3, {"advantages": 1}),  # type: ignore[arg-type]
        lambda: ALICE.begin("fog"),  # type: ignore[arg-type]
    ],
)
def test_bad_circumstances_are_refused(make: Any) -> None:
    refusal("bad-circumstance", make)
