"""Faults that are known and not mended yet: each test here says what should be, and fails until it is."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from astragal import (
    AstragalError,
    Circumstance,
    Modifier,
    ParameterError,
    RandomTable,
    Sheet,
    Stakes,
    verify,
)
from astragal.games import scores, target
from astragal.mechanics.stacking import Modifiers
from tests.games.scores_by_hand import best_help

TEST: Any = scores.test
CONTEST: Any = scores.contest
GROUP: Any = scores.group_test
ALICE = Sheet("Alice", {"Focus Save": 1, "Sneaking": 3, "Attack": -2})

fault = pytest.mark.xfail(strict=True)


@fault
@pytest.mark.parametrize(
    ("first", "modifiers"), [((5, 4, 5), (5, 4, 4)), ((5, 5, 4), (6, 3, 5)), ((7, 3, 7), (3, 5, 0))]
)
def test_s9_the_best_help_is_the_best_in_any_order(
    first: tuple[int, ...], modifiers: tuple[int, ...]
) -> None:
    """Who waits and helps last can be better: the order of the players is not the order of helping."""
    expected, _ = best_help(first, modifiers, 10, (3, 3, 3))
    assert GROUP(modifiers).advise("high", faces=first).value == expected


@fault
def test_s9_where_people_sit_does_not_matter() -> None:
    one = GROUP((5, 4, 4)).advise("high", faces=(5, 4, 5)).value
    other = GROUP((4, 4, 5)).advise("high", faces=(4, 5, 5)).value
    assert one == other


@fault
def test_s9_a_high_score_may_be_helped_too() -> None:
    """A group that needs [12..] is helped by an Advantage for its 10."""
    group = GROUP([5, 5], ranges="[..11] short [12..] enough")
    advice = group.advise("range=enough", faces=[9, 5])
    one_more = sum(Fraction(1, 10) for face in range(1, 10) if face + 5 >= 12) + Fraction(1, 20)
    assert advice.value == 1 - (1 - one_more) ** 2


@fault
@pytest.mark.parametrize("name", ["by", "question", "options"])
def test_s9_any_name_will_do_for_a_player(name: str) -> None:
    rolled = GROUP([0, 0], names=["Alice", name]).roll(faces=[7, 1, 8], decisions=[name])
    assert rolled.outcome.score == 7


@fault
@pytest.mark.parametrize("edge", ["advantages", "disadvantages"])
def test_s9_edges_of_players_are_not_under_0(edge: str) -> None:
    with pytest.raises(ParameterError):
        GROUP([0, 0], **{edge: [-1, 0]})


@fault
@pytest.mark.parametrize(("modifier", "goal"), [(-4, 7), (8, 7), (-2, 10)])
def test_s4_a_critical_is_the_best_or_the_lowest_score_in_every_view(
    modifier: int, goal: int
) -> None:
    """What `score>=7` says agrees with what passes."""
    odds = TEST(modifier).odds()
    view = "passes" if goal == 7 else "high"
    assert odds.of(f"score>={goal}").probability(True) == odds.of(view).probability(True)


@fault
def test_s10_both_sides_of_a_contest_are_told() -> None:
    told = "\n".join(CONTEST(2, 1).roll(faces=[3, 9]).explain())
    assert "3 +2 is 5" in told
    assert "9 +1 is 10" in told


@fault
def test_s9_the_first_dice_of_a_group_test_are_told() -> None:
    told = "\n".join(GROUP([1, 0], advantages=[1, 0]).roll(faces=[4, 10, 2, 3]).explain())
    assert "the coin says failure" in told


@fault
def test_s6_a_record_says_which_die_was_kept() -> None:
    (group,) = TEST(0, 1).roll(faces=[3, 4]).groups
    assert [die.kept for die in group.dice] == [False, True]


@fault
@pytest.mark.parametrize("said", ["your Sneaking Score", "a Sneaking Test", "sneaking score"])
def test_s12_a_circumstance_stands_however_the_name_is_said(said: str) -> None:
    sheet = ALICE.begin(Circumstance("fog", {"advantages": 1}, on=("Sneaking",)))
    assert sheet.call(scores.test, said) == TEST(3, 1)


@fault
def test_s12_a_circumstance_that_fits_no_rule_is_refused() -> None:
    sheet = ALICE.begin(Circumstance("fog", {"advantage": 1}))
    with pytest.raises(ParameterError):
        sheet.call(scores.test, "Sneaking")


@fault
@pytest.mark.parametrize(
    "make",
    [
        lambda: Sheet.read("[[circumstances]]\nname = 'fog'\nadvantages = 1\non = 5"),
        lambda: Circumstance("fog", 5),  # type: ignore[arg-type]
        lambda: ALICE.begin(Circumstance("fog", {"advantages": 1})).call(
            scores.test, advantages=None
        ),
        lambda: ALICE.call(scores.test, 1, modifier=2),
    ],
)
def test_mistakes_are_errors_of_our_own(make: Any) -> None:
    with pytest.raises(AstragalError):
        make()


@fault
def test_a_number_in_a_sheet_has_a_sensible_size() -> None:
    with pytest.raises(ParameterError):
        Sheet.read("x = 1e5000")


@fault
def test_equal_circumstances_have_equal_hashes() -> None:
    one = Circumstance("fog", {"advantages": 1, "modifier": 2})
    other = Circumstance("fog", {"modifier": 2, "advantages": 1})
    assert one == other
    assert hash(one) == hash(other)


@fault
def test_what_began_can_end_by_its_name() -> None:
    assert not ALICE.begin(Circumstance("fog ", {"advantages": 1})).end("fog ").circumstances.each


@fault
def test_stakes_take_any_iterable() -> None:
    assert Stakes(against=(each for each in ["rain"])).against == ("rain",)  # type: ignore[arg-type]


@fault
@pytest.mark.parametrize("text", ["3d6", "1d4-1", "5x"])
def test_dice_are_no_modifiers(text: str) -> None:
    check: Any = target.check
    with pytest.raises(ParameterError):
        check(text, 15)


@fault
@pytest.mark.parametrize(
    "modifier",
    [
        Modifier(4, "luck", "Bless, greater"),
        Modifier(4, "luck", "Bless (greater)"),
        Modifier(4, "2nd edition"),
        Modifier(10_000_000),
    ],
)
def test_what_can_be_made_can_be_written_and_read_again(modifier: Modifier) -> None:
    rolled = target.check(Modifiers((modifier,)), 15).roll(faces=[10])
    assert verify(rolled.to_json()) == rolled


@fault
def test_t15_a_roll_on_a_table_verifies() -> None:
    rolled = RandomTable.of("d6 [1..4] a [5..6] b").roll(faces=[3])
    assert verify(rolled.to_json()) == rolled


@fault
def test_t15_a_table_keeps_its_name_in_writing() -> None:
    table = RandomTable.of({"roll": "d6", "entries": {"1..6": "a"}, "name": "Sparks"})
    assert RandomTable.of(str(table)) == table


@fault
def test_t15_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b'\xef\xbb\xbfroll = "d6"\n[entries]\n"1..6" = "a"')
    assert RandomTable.load(path).odds().probability("a") == 1


@fault
def test_t15_an_error_in_a_file_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('roll = "d6"\n[entries]\n"1..5" = "a"', encoding="utf-8")
    with pytest.raises(AstragalError) as caught:
        RandomTable.load(path)
    assert str(path) in caught.value.message


@fault
def test_t15_a_gap_is_named_where_dice_have_a_name() -> None:
    with pytest.raises(ParameterError) as caught:
        RandomTable.of("p = 2d6; p [3..12] x")
    assert caught.value.code == "bad-table"


@fault
def test_records_hold_names_of_parameters_only() -> None:
    rolled = ALICE.call(scores.test, "Attack").roll(faces=[4])
    data = json.loads(rolled.to_json())
    data["call"]["names"]["foo"] = "bar"
    with pytest.raises(AstragalError):
        verify(json.dumps(data))
