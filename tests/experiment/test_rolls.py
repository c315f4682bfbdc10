"""Rolls of rules: how they are told, recorded and checked."""

from __future__ import annotations

import json
from typing import Any

import pytest

import astragal
from astragal import (
    Asks,
    AstragalError,
    RecordError,
    best,
    d,
    note,
    rule,
)
from tests.support.small_rules import (
    Score,
    Side,
    accumulating,
    contest,
    reroll,
    score_test,
    treasure,
)


def test_a_rule_narrates_in_the_words_of_its_game() -> None:
    """S7: one Advantage, [4, 10], the coin is lost: keeps 4; + 1 is 5."""
    roll = score_test(1, 1).roll(faces=[4, 10, 2])
    assert roll.outcome == Score(5)
    assert roll.line.said == (
        "rolls 4 and 10; the 10 is a Critical Roll; the coin says failure; keeps 4; 4 + 1 = 5"
    )
    assert str(roll) == f"Score test, modifier 1, advantages 1: {roll.line.said} → 5"
    assert roll.explain() == [
        "Score test, modifier 1, advantages 1:",
        "  rolls 4 and 10",
        "  the 10 is a Critical Roll",
        "  the coin says failure",
        "  keeps 4",
        "  4 + 1 = 5",
        "→ 5",
    ]


def test_rules_inside_rules_are_told_below_them() -> None:
    roll = contest(2, 1).roll(faces=[3, 4, 1])
    assert roll.outcome is Side.US
    assert roll.explain() == [
        "Contest, modifier 2, against opponent 1:",
        "  Score test, modifier 2:",
        "    rolls 3",
        "    keeps 3",
        "    3 + 2 = 5",
        "    → 5",
        "  Score test, modifier 1:",
        "    rolls 4",
        "    keeps 4",
        "    4 + 1 = 5",
        "    → 5",
        "  coin: us",
        "→ us",
    ]
    assert str(roll) == (
        "Contest, modifier 2, against opponent 1: "
        "Score test, modifier 2 → 5, Score test, modifier 1 → 5, coin: us → us"
    )
    assert repr(roll) == str(roll), "a prompt shows the line"


def test_steps_of_a_chain_are_told_one_by_one() -> None:
    roll = accumulating(45, on_failure="reset").roll(faces=[20, 46, 21, 19])
    assert roll.outcome == "done"
    assert roll.explain() == [
        "Accumulating, stat 45, on failure reset:",
        "step 1:",
        "  rolls 20 and earns 2",
        "step 2, Accumulating, stat 45, on failure reset, earned 2:",
        "  rolls 46, a failure",
        "step 3:",
        "  rolls 21 and earns 2",
        "step 4, Accumulating, stat 45, on failure reset, earned 2:",
        "  rolls 19 and earns 1",
        "→ done",
    ]


def test_every_die_of_the_best_of_several_is_shown() -> None:
    @rule
    def check() -> Asks[int]:
        """T11: the best by outcome."""
        roll: int = yield best(3, 100, key=lambda roll: (roll <= 43, roll % 11 == 0, roll))
        return roll

    roll = check().roll(faces=[96, 21, 11])
    assert roll.outcome == 11
    assert str(roll) == "Check: best of 3d100: ~96~, ~21~, 11 → 11 → 11"
    (group,) = roll.groups
    assert [(die.face, die.kept) for die in group.dice] == [(96, False), (21, False), (11, True)]


def test_faces_by_hand_work_for_dice_coins_and_weighted_alternatives() -> None:
    assert treasure().roll(faces=[1]).outcome == "gold"
    assert treasure().roll(faces=[4]).outcome == "silver"
    assert treasure().roll(faces=[10]).outcome == "nothing"
    assert contest().roll(faces=[10, 1, 10, 2]).outcome is Side.US
    for faces, code in (
        ([10, 3], "impossible-face"),
        ([10], "too-few-faces"),
        ([3, 4, 4], "too-many-faces"),
    ):
        with pytest.raises(AstragalError) as caught:
            contest().roll(faces=faces)
        assert caught.value.code == code


def test_a_wrong_face_for_a_coin_says_what_its_sides_are() -> None:
    with pytest.raises(astragal.FacesError) as caught:
        treasure().roll(faces=[11])
    assert caught.value.hint == "1 is gold, 2 to 4 are silver, 5 to 10 are nothing"


def test_a_note_may_hold_any_text_and_values() -> None:
    @rule
    def told() -> Asks[int]:
        yield note("braces {} stay where nothing is filled in")
        yield note("{} and {:+} and {}", Score(4, True), 3, (1, 2))
        return 1

    assert told().roll().explain()[1:3] == [
        "  braces {} stay where nothing is filled in",
        "  4! and +3 and 1, 2",
    ]
    assert told().odds().probability(1) == 1


def test_a_note_of_notation_is_told_as_everywhere() -> None:
    @rule
    def noted() -> Asks[bool]:
        first = yield "(1d6) >= 3"
        second = yield "1d6 + 2"
        return bool(first) and second > 3

    assert str(noted().roll(faces=[4, 2])) == (
        "Noted: 1d6 >= 3: (4) >= 3: true, 1d6 + 2: (2) + 2 = 4 → true"
    )


def test_dice_that_no_note_follows_are_told() -> None:
    @rule
    def attack() -> Asks[int]:
        face = yield d(20)
        yield note("rolls {}", face)
        damage: int = yield "2d6kh1 + 1"
        return damage

    assert attack().roll(faces=[15, 3, 5]).explain()[1:-1] == [
        "  rolls 15",
        "  2d6kh1 + 1: (~3~, 5) + 1 = 6",
    ]


def test_a_record_holds_rule_parameters_faces_decisions_and_steps() -> None:
    roll = reroll(12).roll(faces=[3, 7], decisions=["yes"])
    data = json.loads(roll.to_json())
    assert data["rule"] == "reroll"
    assert data["parameters"] == {"sides": 12}
    assert data["faces"] == [3, 7]
    assert data["decisions"] == ["yes"]
    assert data["outcome"] == 7
    assert data["steps"] == [
        "Reroll, sides 12:",
        "  d12: 3",
        "  player: roll again? yes",
        "  d12: 7",
        "→ 7",
    ]
    assert astragal.verify(roll.to_json(), rules=[contest, reroll]) == roll
    assert astragal.read_record(data, rules=[reroll]) == roll


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rule": "duel"}, "unknown-rule"),
        ({"rule": 3}, "unknown-rule"),
        ({"parameters": []}, "bad-parameters"),
        ({"parameters": {"sides": "x"}}, "bad-parameters"),
        ({"parameters": {"sides": 12, "more": 1}}, "bad-parameters"),
        ({"parameters": {}}, "bad-replay"),
        ({"faces": [3]}, "bad-replay"),
        ({"faces": [3, 13]}, "bad-replay"),
        ({"faces": "37"}, "bad-faces"),
        ({"decisions": ["maybe"]}, "bad-replay"),
        ({"decisions": ["yes", "no"]}, "bad-replay"),
        ({"decisions": []}, "bad-replay"),
        ({"decisions": [1]}, "bad-decisions"),
        ({"outcome": 8}, "wrong-outcome"),
        ({"steps": []}, "altered"),
        ({"version": 7}, "bad-version"),
        ({"extra": 1}, "unknown-field"),
    ],
)
def test_records_that_do_not_hold_are_refused(change: dict[str, Any], code: str) -> None:
    data = reroll(12).roll(faces=[3, 12], decisions=["yes"]).to_data() | change
    if change == {"parameters": {}}:
        data["faces"] = [3, 21]
    with pytest.raises(RecordError) as caught:
        astragal.verify(data, rules=[reroll])
    assert caught.value.code == code


def test_a_record_of_notation_still_needs_no_rules() -> None:
    roll = astragal.roll("2d6")
    assert astragal.verify(roll.to_json(), rules=[reroll]) == roll


def test_what_is_no_rule_has_a_record_that_only_its_owner_can_replay() -> None:
    roll = best(2, 20).roll(faces=[3, 4])
    assert roll.to_data()["rule"] == "best of 2d20"
    roll.verify()
    with pytest.raises(RecordError):
        astragal.verify(roll.to_json())


def test_a_roll_that_claims_another_outcome_does_not_hold() -> None:
    roll = contest(2, 1).roll(faces=[3, 9])
    assert roll.outcome is Side.THEM
    roll.verify()
    claimed = astragal.Roll(contest(2, 1), roll.faces, Side.US)
    for ask in (claimed.verify, claimed.explain, claimed.to_json):
        with pytest.raises(RecordError, match="the record says"):
            ask()
    assert repr(claimed) == "<Roll contest(modifier=2, opponent=1) = us>"


def test_a_roll_may_come_to_what_shows_its_address() -> None:
    class Plain:
        """Equal by what it is."""

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Plain)

        def __hash__(self) -> int:
            return 1

    @rule
    def made() -> Asks[Any]:
        yield d(6)
        return Plain()

    assert "Plain object" in str(made().roll())


def test_very_long_numbers_are_written() -> None:
    @rule
    def long(n: int) -> Asks[int]:
        face = yield d(2)
        return int(face * 10**n + 7)

    roll = long(5000).roll(faces=[2])
    assert str(roll).endswith("→ 2" + "0" * 4999 + "7")
    assert json.loads(roll.to_json())["outcome"]["integer"].endswith("0007")
    assert "1000" in repr(long(5000).odds())


@pytest.mark.slow
def test_roll_of_rules_that_go_too_deep_cannot_be_told() -> None:
    @rule
    def deep(n: int) -> Asks[int]:
        return (yield deep(n - 1)) if n else (yield d(6))  # type: ignore[no-any-return]

    roll = deep(3000).roll()
    for tell in (lambda: roll.explain(), lambda: roll.to_json(), lambda: roll.groups):
        with pytest.raises(astragal.LimitError) as caught:
            tell()
        assert caught.value.code == "too-deep"
