"""Sheets hold more than numbers: dice, ranges, tags, modifiers with types, saved rolls."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import (
    AstragalError,
    Circumstance,
    Expression,
    LimitError,
    ParameterError,
    SavedRoll,
    Sheet,
    parse,
    roll,
    verify,
)
from astragal.games import percentile, scores, target, tiers, triumph
from astragal.table.circumstances import Circumstances
from astragal.table.sheet_data import toml_value
from tests.support.examples import examples
from tests.support.refusals import called, refusal
from tests.support.texts import is_safe

CHECK: Any = tiers.check
TEST: Any = scores.test
TRIUMPH: Any = triumph.check
ROLL: Any = target.roll
DAMAGE: Any = percentile.damage
API: Any = 5
MISSILE = "[..6] 1 missile [7..9] 2 missiles [10..] 3 missiles"
ALICE = Sheet.read(
    f"""
name = "Alice"
Arcana = 1
Strength = 4
Climbing = 45
Athletics = "mastery"
Attack = "1d4+3"
Sword = "1d8 + @{{Strength}}"
Axe = "2d6 + @{{Attack}}"
Pistol = "1d10+5"
Shield = "+2 shield"
Armor = "+5 armor, +1 dodge (reflexes)"
"Sharp Eyes" = "gold Sharp Eyes +2"
Kit = ["Rope +1", "silver Boots -1"]
Missiles = "{MISSILE}"
Symbols = "2d20▲♻"
Pushed = "2/+/ /-/"
Half = "1/2"
Third = "+3"

[rolls]
"Fire Bolt" = "2d6"

[rolls."Magic Missile"]
rule = "scores.test"
modifier = "Arcana"
ranges = "Missiles"

[rolls.Climb]
rule = "tiers.check"
stat = "Climbing"
tags = ["Sharp Eyes", "Torch"]
tier = 2
"""
)


def test_a_text_that_is_a_number_is_one() -> None:
    assert ALICE["half"] == Fraction(1, 2)
    assert ALICE["third"] == 3
    assert "Attack" not in ALICE
    assert ALICE.find("your attack") == ALICE.texts["Attack"] == "1d4+3"
    assert ALICE.texts["Fire Bolt"] == "2d6"
    assert [*ALICE.rolls] == ["Magic Missile", "Climb"]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: ALICE.call(scores.test, ranges="Missiles"), TEST(ranges=MISSILE)),
        (
            lambda: ALICE.call(TRIUMPH, "Strength", 10, proficiency="Athletics"),
            TRIUMPH(4, 10, proficiency="mastery"),
        ),
        (
            lambda: ALICE.call(TRIUMPH, "Strength", 10, proficiency="aptitude"),
            TRIUMPH(4, 10, proficiency="aptitude"),
        ),
        (
            lambda: ALICE.call(TRIUMPH, dc=10, dice="symbols"),
            TRIUMPH(dc=10, dice="2d20▲♻"),
        ),
        (lambda: ALICE.call(percentile.damage, "Pistol"), DAMAGE("1d10+5")),
        (lambda: ALICE.call(target.roll, "Attack"), ROLL("1d4+3")),
        (lambda: ALICE.call(target.roll, "3d4+3"), ROLL("3d4+3")),
        (lambda: ALICE.call(target.roll, "Strength"), ROLL("4")),
        (lambda: ALICE.call(target.roll, "Sword"), ROLL("1d8+4")),
        (lambda: ALICE.call(target.roll, "Axe"), ROLL("2d6+(1d4+3)")),
        (lambda: ALICE.call(target.roll, "1d6 + @{Sword}"), ROLL("1d6+(1d8+4)")),
        (lambda: ALICE.call(target.roll, "1d6 + @Strength"), ROLL("1d6+4")),
        (
            lambda: ALICE.call(CHECK, "Climbing", tags="Sharp Eyes, Kit, Torch +3"),
            CHECK(45, tags=["gold Sharp Eyes +2", "Rope +1", "silver Boots -1", "Torch +3"]),
        ),
        (
            lambda: ALICE.call(CHECK, "Climbing", tags=["Kit"]),
            CHECK(45, tags=["Rope +1", "silver Boots -1"]),
        ),
        (lambda: ALICE.call(CHECK, "Climbing", edges="Pushed"), CHECK(45, edges="2/+/ /-/")),
    ],
)
def test_texts_stand_where_a_rule_takes_them(make: Any, expected: Any) -> None:
    assert make() == expected


def test_t12_tags_of_the_sheet_are_in_the_record() -> None:
    rolled = ALICE.call(CHECK, "Climbing", tags="Sharp Eyes, Torch").roll(faces=[50, 21])
    assert rolled.to_data()["call"]["names"] == {"stat": "Climbing", "tags": "Sharp Eyes"}
    assert verify(rolled.to_json()) == rolled


def test_g3_modifiers_of_the_sheet_have_types_and_sources() -> None:
    check: Any = ALICE.call(target.check, "Shield, Armor, Strength, +2 luck", 15)
    assert str(check.arguments["modifiers"]) == (
        "+2 shield (Shield), +5 armor, +1 dodge (reflexes), +4 (Strength), +2 luck"
    )
    assert called(check).names == {"modifiers": "Shield, Armor, Strength"}


@pytest.mark.parametrize(
    ("make", "code", "said"),
    [
        (
            lambda: ALICE.call(scores.test, "Attack"),
            "bad-parameter",
            "scores.test: modifier: Attack is '1d4+3' on Alice's sheet, and this must be a whole",
        ),
        (
            lambda: Sheet("", {"Attack": "1d4"}).call(scores.test, "Attack"),
            "bad-parameter",
            "Attack is '1d4' on the sheet, and this must be a whole number",
        ),
        (
            lambda: ALICE.call(scores.group_test, "Attack, 2"),
            "bad-parameter",
            "modifiers: Attack is '1d4+3' on Alice's sheet",
        ),
        (
            lambda: ALICE.call(TRIUMPH, "Strength", 10, proficiency="Attack"),
            "bad-parameter",
            "Attack is '1d4+3' on Alice's sheet, and this must be one of incompetence",
        ),
        (
            lambda: ALICE.call(target.check, "Attack", 15),
            "bad-parameter",
            "modifiers: Attack is '1d4+3' on Alice's sheet, and this must be modifiers, such as",
        ),
        (lambda: ALICE.call(target.roll, "Kit"), "bad-parameter", "Kit is 'Rope +1, silver Boots"),
        (lambda: ALICE.parse("1d20 + @{Kit}"), "not-dice", "Kit is `Rope +1, silver Boots -1`"),
        (lambda: ALICE.call(CHECK, "Climbing", tier="Hrd"), "not-on-sheet", "one of Very Easy"),
    ],
)
def test_texts_are_refused_where_a_number_is_wanted(make: Any, code: str, said: str) -> None:
    with pytest.raises(AstragalError) as caught:
        make()
    assert said in caught.value.message
    assert caught.value.code == code


# Dice in notation


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1d20 + @{Attack}", "1d20 + (1d4 + 3)"),
        ("@{Attack}d6", "(1d4 + 3)d6"),
        ("3x(1d6 - @{Attack})", "3x(1d6 - (1d4 + 3))"),
        ("a = @{Attack}; a + a", "a = 1d4 + 3; a + a"),
        ("@{Attack} + @{Attack}", "(1d4 + 3) + (1d4 + 3)"),
        ("4d6kh@{Attack}", "4d6kh(1d4 + 3)"),
        ("1d20 + @Strength", "1d20 + @Strength"),
        ("1d20 + @{Sword}", "1d20 + (1d8 + @Strength)"),
    ],
)
def test_dice_of_the_sheet_are_put_in(text: str, expected: str) -> None:
    expression = ALICE.parse(text)
    assert str(expression) == expected
    assert isinstance(expression, Expression)
    assert str(parse(expected)) == expected
    rolled = expression.roll(variables=ALICE)
    assert verify(rolled.to_json()) == rolled
    assert expression.odds(variables=ALICE) == parse(expected).odds(variables=ALICE)


def test_the_length_with_all_dice_put_in_is_counted_first() -> None:
    long = Sheet("Long", {"n": " + ".join(["1d6"] * 2600)})
    with pytest.raises(LimitError) as caught:
        long.parse(" + ".join(["@n"] * 1000))
    assert caught.value.code == "too-long"
    assert caught.value.number == 15_601_997


def test_dice_are_rolled_anew_wherever_they_stand() -> None:
    both = ALICE.parse("@{Attack} - @{Attack}").odds()
    assert both.probability(0) == Fraction(1, 4)
    assert roll("1d4+3", faces=[2]).outcome == 5


# Saved rolls


def test_s8_a_roll_is_saved_by_its_name() -> None:
    """Magic Missile: a Score of 8 is two missiles."""
    rolled = ALICE.call_saved("magic missile", scores.game).roll(faces=[7])
    assert rolled.outcome.range == "2 missiles"
    data = json.loads(rolled.to_json())
    assert data["call"]["saved"] == "Magic Missile"
    assert verify(rolled.to_json()) == rolled
    assert rolled.explain()[0] == "Alice rolls Magic Missile"
    data["call"]["saved"] = 3
    with pytest.raises(AstragalError):
        verify(data)


def test_a_saved_roll_may_leave_the_game_open() -> None:
    sheet = Sheet("A", {"x": 3}, rolls=[SavedRoll("try", "test", {"modifier": "x"})])
    assert sheet.call_saved("try", scores.game) == TEST(3)
    refusal("unknown-parameter", lambda: sheet.call_saved("try", tiers.game))


def test_what_is_given_comes_before_what_is_saved() -> None:
    assert ALICE.call_saved("Climb", tiers.game) == CHECK(
        45, 2, tags=["gold Sharp Eyes +2", "Torch +1"]
    )
    assert ALICE.call_saved("Climb", [tiers.check], tier="Hard", tags=()) == CHECK(45, 5)


def test_s12_a_circumstance_may_be_on_a_saved_roll() -> None:
    focus = Circumstance("focus", {"advantages": 1}, on=("Magic Missile",))
    sheet = ALICE.begin(focus)
    assert sheet.call_saved("Magic Missile", scores.game) == TEST(1, 1, ranges=MISSILE)
    assert sheet.call(scores.test, "Arcana") == scores.test(1)


@pytest.mark.parametrize(
    ("make", "code", "said"),
    [
        (
            lambda: ALICE.call_saved("Jump", tiers.game),
            "not-on-sheet",
            "no roll is saved as 'Jump'",
        ),
        (
            lambda: ALICE.call_saved("Climb", scores.game),
            "no-such-rule",
            "Climb is a roll of 'tiers.check', which is not among these rules",
        ),
        (lambda: ALICE.call_saved("Climb", API), "not-a-rule", "expected a game"),
        (
            lambda: Sheet("A", rolls=[SavedRoll("x", "tiers.check", {"stats": 1})]).call_saved(
                "x", tiers.game
            ),
            "unknown-parameter",
            "x: tiers.check has no stats; it takes stat",
        ),
        (lambda: SavedRoll("x", "", {}), "bad-sheet", "x: a saved roll needs a rule"),
        (lambda: SavedRoll("x", "a.b", API), "bad-sheet", "its parameters must have names"),
        (lambda: SavedRoll("x", "a.b", {"y": None}), "bad-sheet", "'y' cannot be None"),
        (lambda: SavedRoll("x", "a.b", {"rule": 1}), "bad-sheet", "'rule' cannot be 1"),
        (lambda: SavedRoll("", "a.b", {}), "bad-sheet", "a saved roll needs a name"),
        (lambda: Sheet("A", rolls=API), "bad-sheet", "expected saved rolls"),
        (
            lambda: Sheet("A", {"x": 1}, rolls=[SavedRoll("X", "a.b", {})]),
            "bad-sheet",
            "X is on the sheet twice",
        ),
    ],
)
def test_saved_rolls_that_make_no_sense(make: Any, code: str, said: str) -> None:
    assert said in refusal(code, make).message


# Written as TOML

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=8)
NUMBERS = st.integers(-(10**20), 10**20) | st.fractions(max_denominator=10**6)
TEXTS = st.sampled_from(["1d6", 'say "x" \\ y', "[..6] é", "gold Lamp +2", "'", "#", "▲"])
GIVES = st.dictionaries(
    st.sampled_from(["modifier", "on hit", "x"]), st.integers(-9, 9), min_size=1
)
CIRCUMSTANCES = st.builds(
    Circumstance,
    NAMES,
    GIVES,
    on=st.lists(NAMES, max_size=2).map(tuple),
    lasts=st.sampled_from([None, "next", "2 rounds"]),
    begins_when=st.sampled_from(["", "passes"]),
)
SAVED = st.builds(
    SavedRoll,
    NAMES.map(lambda name: f"r {name}"),
    st.just("scores.test"),
    st.dictionaries(
        NAMES.filter(lambda name: name != "rule"), st.integers() | TEXTS | st.booleans(), max_size=3
    ),
)


def _sheet(name: str, values: Any, circumstances: Any, rolls: Any) -> Sheet | None:
    current = Circumstances()
    for each in circumstances:
        current = current.begin(each)
    try:
        return Sheet(name, values, current, rolls)
    except AstragalError:
        return None  # two names that differ in case only


@examples(200)
@given(
    st.just("") | NAMES,
    st.dictionaries(NAMES, NUMBERS | TEXTS, max_size=6),
    st.lists(CIRCUMSTANCES, max_size=3),
    st.lists(SAVED, max_size=2),
)
def test_a_sheet_is_written_as_it_stands(name: str, values: Any, given_: Any, rolls: Any) -> None:
    sheet = _sheet(name, values, given_, rolls)
    if sheet is not None:
        again = Sheet.read(sheet.to_toml())
        assert again == sheet
        assert pickle.loads(pickle.dumps(sheet)) == sheet


@given(st.fractions())
def test_a_fraction_is_a_decimal_number_or_a_text(number: Fraction) -> None:
    written = toml_value(number)
    assert Fraction(written.strip('"')) == number
    assert written.startswith('"') == (Fraction(10**400, number.denominator).denominator != 1)


# Sheets from strangers

LINES = (
    'name = "A"',
    "name = []",
    "x = 1",
    "X = 2",
    "y = '1d6'",
    "z = [1, [2, [3]]]",
    "t = 1979-05-27T07:32:00Z",
    "b = true",
    "n = nan",
    "big = 1e999999999",
    "digits = " + "9" * 3000,
    '"\\u202e" = 1',
    '"" = 1',
    "h = '\x7f'",
    "rolls = 3",
    "[rolls]",
    "[rolls.x]",
    "rule = 'scores.test'",
    "rule = 5",
    "modifier = {a = 1}",
    "[[circumstances]]",
    "[circumstances]",
    "[[circumstance]]",
    "lasts = {rolls = 99999999999}",
    "lasts = []",
    "begins_when = 3",
    "on = [[]]",
    "advantages = 1",
    "advantages = 99999999999999999999999",
    "name = 'fog'",
    "a.b.c.d.e = {f = {g = 'h'}}",
    "s = " + repr("x" * 20_000),
    "'" + "n" * 300 + "' = 1",
    "\x00",
)


@examples(300)
@given(st.lists(st.sampled_from(LINES), max_size=8))
def test_a_bad_sheet_is_refused_in_plain_words(lines: list[str]) -> None:
    refused = None
    try:
        sheet = Sheet.read("\n".join(lines))
        shown = f"{sheet!r}\n{sheet.to_toml()}"
    except ParameterError as error:
        refused, shown = error, error.render()
    assert is_safe(shown)
    assert refused is None or len(refused.message) + len(refused.hint or "") < 500


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\n" * 200_000, "longer than 1,000,000 characters"),
        ("\n".join(f"x{n} = 1" for n in range(3000)), "at most 2,000 names"),
        ("x = " + "9" * 5000, "a number in it has thousands of digits"),
        ("x = " + "9" * 300, "x must be a shorter number"),
        ('"a\\u001b" = 1', "hidden characters in its name: 'a\\x1b'"),
        ('name = "\\u202e"', "the sheet has hidden characters"),
        ("x = '" + "d" * 20_000 + "'", "a text of at most 16,000 visible characters"),
        ("'" + "n" * 300 + "' = 1", "a name of 300 characters"),
        ("x = [1, 2]", "x must be a number or a text"),
        ("x = " + "[" * 5000, "nested too deeply"),
        (".".join("a" * 400_000) + " = 1", "nested too deeply"),
        ("[" + " . ".join(["'a'"] * 100_000) + "]", "nested too deeply"),
        ("[rolls.x]\nmodifier = 1", 'x: a saved roll needs a rule, such as rule = "scores.test"'),
        ("[rolls.x]\nrule = 'a.b'\nm = {n = 1}", "x: 'm' cannot be {'n': 1}"),
        ("[rolls.x]\nrule = 'a.b'\nm = 0x" + "f" * 5000, "x: 'm' cannot be a number of"),
        ("[rolls.x]\nrule = 'a.b'\nm = [0x" + "f" * 5000 + "]", "x: 'm' cannot be ["),
        ("[[circumstances]]\nname = 'fog'\na = 1\nlasts = 'long'", "a circumstance lasts"),
        ("[[circumstances]]\nname = 'fog'\na = 1\nbegins_when = 1", "begins_when must be a field"),
        ("[[circumstances]]\nname = 'fog'\na = 9999999999", "fog must give a whole number"),
        (
            "".join(f"[[circumstances]]\nname = 'c{n}'\na = 1\n" for n in range(300)),
            "more than 200 circumstances",
        ),
    ],
)
def test_what_strangers_send(text: str, said: str) -> None:
    with pytest.raises(ParameterError) as caught:
        Sheet.read(text)
    assert said in caught.value.message


def test_a_saved_roll_is_shown_without_hidden_characters() -> None:
    sheet = Sheet.read('[rolls.x]\nrule = "a\\u001b[2J"\nm = "\\u001b[31m"')
    assert "\x1b" not in str(sheet.rolls["x"])
