"""Stakes and calls in records, random tables, and the catalogue of games."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from astragal import (
    Asks,
    Call,
    Circumstance,
    Game,
    ParameterError,
    RandomTable,
    RecordError,
    Rule,
    Sheet,
    Stakes,
    d,
    find_game,
    game_names,
    rule,
    verify,
)
from astragal.catalogue import find_rule
from astragal.games import scores
from tests.games.test_sheets import called, refusal

TEST: Any = scores.test
ALICE = Sheet("Alice", {"Attack": -2})
ANTS = Circumstance("ants in their pants", {"advantages": 1}, on=("Attack",))

# T14: stakes, in the record

STAKES = Stakes(
    "over the wall",
    success="in the garden",
    failure="the dogs wake",
    favour=("a rope",),
    against=("rain", "wind"),
)


def test_t14_stakes_are_settled_in_words() -> None:
    assert STAKES.lines() == [
        "wants: over the wall",
        "success: in the garden",
        "failure: the dogs wake",
        "favour: a rope",
        "against: rain, wind",
    ]
    assert Stakes.from_data(STAKES.to_data()) == STAKES
    assert Stakes(against="rain") == Stakes(against=("rain",))  # type: ignore[arg-type]
    assert Stakes(against=(each for each in ["rain"])) == Stakes(against=("rain",))  # type: ignore[arg-type]
    assert Stakes("x").to_data() == {"wants": "x"}


@pytest.mark.parametrize(
    "data", [{"wish": "x"}, {"wants": 1}, {"against": ["rain", 1]}, {"favour": 3}, ["wants"], None]
)
def test_t14_bad_stakes_are_refused(data: Any) -> None:
    refusal("bad-stakes", lambda: Stakes.from_data(data))


def test_t14_a_call_is_carried_in_the_record_and_verifies() -> None:
    experiment = ALICE.begin(ANTS).call(scores.test, "Attack", stakes=STAKES)
    rolled = experiment.roll(faces=[4, 9])
    data = rolled.to_data()
    assert data["call"] == {
        "by": "Alice",
        "names": {"modifier": "Attack"},
        "circumstances": ["ants in their pants: advantages +1 on Attack"],
        "stakes": STAKES.to_data(),
    }
    again = verify(rolled.to_json())
    assert again == rolled
    assert again.to_json() == rolled.to_json()
    assert called(again.experiment) == called(experiment)
    told = rolled.explain()
    assert told[:2] == ["Alice rolls", "ants in their pants: advantages +1 on Attack"]
    assert told[2:7] == STAKES.lines()
    assert rolled.outcome == TEST(-2, 1).roll(faces=[4, 9]).outcome


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("by", "Bob"),
        ("circumstances", []),
        ("stakes", {"wants": "something else"}),
        ("stakes", {"wish": "x"}),
        ("names", {"modifier": 3}),
        ("names", {"modifier": "Sneaking"}),
        ("names", {"modifier": "Attack", "bonus": "Attack"}),
        ("mood", "good"),
    ],
)
def test_t14_a_call_that_was_altered_does_not_verify(field: str, value: Any) -> None:
    rolled = ALICE.begin(ANTS).call(scores.test, "Attack", stakes=STAKES).roll(faces=[4, 9])
    data = json.loads(rolled.to_json())
    data["call"][field] = value
    with pytest.raises(RecordError):
        verify(json.dumps(data))


def test_t14_a_call_names_parameters_of_its_rule() -> None:
    data = json.loads(ALICE.call(scores.test, "Attack").roll(faces=[4]).to_json())
    data["call"]["names"]["bonus"] = "Attack"
    with pytest.raises(RecordError) as caught:
        verify(json.dumps(data))
    assert "call.names: scores.test has no bonus" in caught.value.message


def test_t14_stakes_of_nothing_make_no_call() -> None:
    rolled = ALICE.call(scores.test, 4, stakes=Stakes()).roll(faces=[4])
    assert "call" not in rolled.to_data()
    named = ALICE.call(scores.test, "Attack", stakes=Stakes())
    assert called(named).stakes is None
    assert called(ALICE.call(scores.test, 4, stakes=Stakes("x"))).stakes == Stakes("x")


def test_t14_calls_are_values() -> None:
    call = Call("Alice", {"modifier": "Attack"}, ("fog",), STAKES)
    assert Call.from_data(call.to_data()) == call
    assert pickle.loads(pickle.dumps(call)) == call
    assert hash(Call.from_data(call.to_data())) == hash(call)


@pytest.mark.parametrize(
    "data", [[], {"by": 3}, {"names": {"m": 1}}, {"circumstances": "fog"}, {"x": 1}]
)
def test_t14_bad_calls_are_refused(data: Any) -> None:
    refusal("bad-call", lambda: Call.from_data(data))


# T15: random tables

SPARKS = "d6 [1..3] a spark [4..5] smoke [6] fire"


def test_t15_a_table_is_rolled_on_and_has_odds() -> None:
    table = RandomTable.of(SPARKS)
    texts = ["a spark"] * 3 + ["smoke"] * 2 + ["fire"]
    assert [table.roll(faces=[face]).outcome for face in range(1, 7)] == texts
    assert dict(table.odds().items()) == {
        "a spark": Fraction(1, 2),
        "smoke": Fraction(1, 3),
        "fire": Fraction(1, 6),
    }
    assert RandomTable.of(str(table)) == table


def test_t15_a_table_may_have_any_dice() -> None:
    table = RandomTable.of("2d6 [..6] low [7] seven [8..] high [10..] very high")
    assert table.roll(faces=[5, 6]).outcome == "very high"
    assert table.odds().probability("seven") == Fraction(1, 6)
    assert table.odds().probability("high") == Fraction(9, 36)


def test_t15_a_table_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "sparks.toml"
    path.write_text(
        'name = "Sparks"\nroll = "d6"\n[entries]\n"1..3" = "a\\n  spark"\n"4..5" = "smoke"\n6 = "fire"\n',
        encoding="utf-8",
    )
    table = RandomTable.load(path)
    assert table.name == "Sparks"
    assert str(table) == str(RandomTable.of(SPARKS))
    assert table.odds().probability("fire") == Fraction(1, 6)
    # A record may hold the name of a file: reading the record must not open it.
    refusal("unexpected", lambda: RandomTable.of(str(path)))


@pytest.mark.parametrize(
    ("text", "faces", "outcome"),
    [
        (SPARKS, [5], "smoke"),
        ("2d6 [..6] low [7..] high", [3, 4], "high"),
        ("p = 2d6; p [2..12] x", [3, 4], "x"),
        ("d6 [1..6] x [6!] y", [6], "y"),
    ],
)
def test_t15_a_roll_on_a_table_is_recorded_in_notation_and_verifies(
    text: str, faces: list[int], outcome: str
) -> None:
    table = RandomTable.of(text)
    rolled = table.roll(faces=faces)
    assert rolled.outcome == outcome
    assert rolled.to_data()["expression"] == str(table)
    again = verify(rolled.to_json())
    assert (again.outcome, again.faces) == (rolled.outcome, rolled.faces)
    assert again.to_json() == rolled.to_json()


def test_t15_a_name_makes_no_other_table() -> None:
    table = RandomTable.of({"roll": "d6", "entries": {"1..6": "a"}, "name": "Sparks"})
    assert table.name == "Sparks"
    assert RandomTable.of(str(table)) == table
    assert hash(RandomTable.of(str(table))) == hash(table)


def test_t15_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b'\xef\xbb\xbfroll = "d6"\n[entries]\n"1..6" = "a"')
    assert RandomTable.load(path).odds().probability("a") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("d6 [1..3] a [5..6] b", "says nothing for 4"),
        ("d6 [2..] a", "says nothing for 1"),
        ("d6 [..4] a", "says nothing for 5, 6"),
        ("d20 [1] a", "says nothing for 2, 3, 4, 5, 6, 7, 8, 9, 10, 11…"),
        ("p = 2d6; p [3..12] x", "says nothing for some totals"),
        ("2d6", "has ranges behind its dice"),
    ],
)
def test_t15_every_total_must_be_covered(text: str, said: str) -> None:
    assert said in refusal("bad-table", lambda: RandomTable.of(text)).message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('roll = "d6"', "[entries]"),
        ('roll = 6\n[entries]\n"1..6" = "a"', "[entries]"),
        ('roll = "d6"\n[entries]\n"1..5" = "a"', "says nothing for 6"),
        ("roll = ", "not TOML"),
        ('roll = "d6"\n[entries]\n"6..1" = "a"', "6 is more than 1"),
        ('roll = "d6"\n[entries]\n"1..6" = ""', "called"),
    ],
)
def test_t15_bad_files_are_refused_by_their_name(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    error = refusal("bad-table", lambda: RandomTable.load(path))
    assert error.message.startswith(f"{path}: ")
    assert said in error.message


def test_t15_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    error = refusal("no-table", lambda: RandomTable.load(tmp_path / "none.toml"))
    assert "none.toml" in error.message
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    refusal("bad-table", lambda: RandomTable.load(tmp_path / "bytes.toml"))


def test_t15_a_rule_takes_a_table_and_asks_it() -> None:
    @rule
    def mishap(table: RandomTable) -> Asks[str]:
        """A 1 on a d20 is looked up on the table."""
        face = yield d(20)
        return (yield table) if face == 1 else "nothing"

    ask: Any = mishap
    rolled = ask(SPARKS).roll(faces=[1, 6])
    assert rolled.outcome == "fire"
    assert verify(rolled.to_json(), rules=[mishap]) == rolled
    assert ask(SPARKS).odds().probability("smoke") == Fraction(1, 60)
    refusal("bad-table", lambda: ask("d6 [1] a"))


# The catalogue


def test_every_game_is_found_by_its_name() -> None:
    assert game_names() == ("percentile", "scores", "target", "tiers", "triumph")
    for name in game_names():
        game = find_game(name)
        assert game.name == name
        for short, each in game.rules.items():
            assert each.name == f"{name}.{short}"
            assert each.text


def rule_of(game: Game, name: str) -> Rule[..., Any]:
    return find_rule(game.name, game.rules, name)


def test_rules_are_found_by_name_with_either_dash() -> None:
    assert rule_of(scores.game, "group_test") is scores.group_test
    assert rule_of(scores.game, "group-test") is scores.group_test


@pytest.mark.parametrize(
    ("make", "code", "near"),
    [
        (lambda: find_game("score"), "no-such-game", "did you mean scores?"),
        (lambda: find_game("Tiers"), "no-such-game", "did you mean tiers?"),
        (lambda: find_game("xyz"), "no-such-game", "percentile, scores, target, tiers, triumph"),
        (lambda: rule_of(scores.game, "contets"), "no-such-rule", "did you mean contest?"),
        (lambda: rule_of(scores.game, "grouptest"), "no-such-rule", "did you mean group_test?"),
        (lambda: rule_of(scores.game, "xyz"), "no-such-rule", "test, contest, group_test"),
    ],
)
def test_wrong_names_are_met_with_the_nearest(make: Any, code: str, near: str) -> None:
    with pytest.raises(ParameterError) as caught:
        make()
    assert caught.value.code == code
    assert near in (caught.value.hint or "")
