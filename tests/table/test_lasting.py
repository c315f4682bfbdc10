"""Circumstances that end by themselves, or begin with a roll."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from astragal import Circumstance, Party, Sheet, verify
from astragal.games import scores, tiers
from astragal.table.lasting import Lasting
from tests.support.refusals import refusal

BOB = Sheet("Bob", {"Attack": 2, "Sneaking": 0, "Climbing": 45})


def lasting(lasts: Any, name: str = "inspired", **more: Any) -> Circumstance:
    return Circumstance(name, {"advantages": 1}, lasts=lasts, **more)


@pytest.mark.parametrize(
    ("said", "count", "unit"),
    [
        ("next", 1, "roll"),
        ("the next roll", 1, "roll"),
        ("your next Test", 1, "roll"),
        ("2 rounds", 2, "round"),
        ("two rounds", 2, "round"),
        ("a round", 1, "round"),
        ("next round", 1, "round"),
        ("for 3 rolls", 3, "roll"),
        ({"rolls": 1}, 1, "roll"),
        ({"rounds": 2}, 2, "round"),
        ({"round": 1}, 1, "round"),
        (Lasting(4, "round"), 4, "round"),
    ],
)
def test_s12_how_long_it_lasts_is_said(said: Any, count: int, unit: str) -> None:
    assert Lasting.of(said) == Lasting(count, unit)
    circumstance = lasting(said)
    assert circumstance.lasts == Lasting(count, unit)
    assert Circumstance.from_data(circumstance.to_data()) == circumstance
    assert pickle.loads(pickle.dumps(circumstance)) == circumstance
    assert Lasting.of(str(Lasting(count, unit))) == Lasting(count, unit)


@pytest.mark.parametrize(
    "said",
    [
        *("", "soon", "0 rolls", "2", "rounds", "1001 rounds", "-1 rounds", "9" * 5000 + " rounds"),
        *({"days": 2}, {"rolls": 0}, {}, {"rolls": "2"}, {"rolls": 1, "rounds": 1}, {1: 2}),
        *(2, True),
    ],
)
def test_s12_any_other_duration_is_refused(said: Any) -> None:
    error = refusal("bad-circumstance", lambda: lasting(said))
    assert 'a circumstance lasts "next", "3 rolls" or "2 rounds"' in error.message


def test_s12_the_next_test_uses_it_up() -> None:
    sheet = BOB.begin(lasting("next"))
    roll = sheet.call(scores.test, "Attack").roll(faces=[4, 8])
    assert roll.outcome.score == 10
    assert verify(roll.to_json()) == roll
    after = sheet.after(roll)
    assert after.circumstances.each == ()
    assert after.after(roll) == after
    assert sheet.circumstances.changes(after.circumstances) == ["inspired ends"]
    assert after.call(scores.test, "Attack") == scores.test(2)
    assert len(sheet.circumstances.each) == 1


def test_s12_only_relevant_rolls_count() -> None:
    sheet = BOB.begin(lasting({"rolls": 2}, on=("Attack",)))
    other = sheet.call(scores.test, "Sneaking").roll(faces=[4])
    assert sheet.after(other) == sheet
    first = sheet.call(scores.test, "Attack").roll(faces=[4, 5])
    once = sheet.after(first)
    assert str(once.circumstances.each[0]) == "inspired: an advantage on Attack for the next roll"
    assert sheet.circumstances.changes(once.circumstances) == []
    second = once.call(scores.test, "Attack").roll(faces=[4, 5])
    assert once.after(second).circumstances.each == ()


def test_s12_rounds_end_it_and_rolls_do_not() -> None:
    sheet = BOB.begin(lasting("2 rounds")).begin(Circumstance("fog", {"disadvantages": 1}))
    roll = sheet.call(scores.test, "Attack").roll(faces=[4])
    assert sheet.after(roll) == sheet
    once = sheet.after_round()
    assert [str(each) for each in once.circumstances.each] == [
        "inspired: an advantage for the next round",
        "fog: a disadvantage",
    ]
    assert [each.name for each in once.after_round().circumstances.each] == ["fog"]


def test_s3_a_critical_begins_it() -> None:
    """A Critical Success may bring a boost to the next Test."""
    when = "critical=Critical Success"
    sheet = BOB.begin(lasting("next", begins_when=when))
    assert sheet.circumstances.current == ()
    plain = sheet.call(scores.test, "Attack")
    assert plain == scores.test(2)
    assert sheet.after(plain.roll(faces=[9])) == sheet
    critical = plain.roll(faces=[10, 1])
    begun = sheet.after(critical)
    assert sheet.circumstances.changes(begun.circumstances) == [
        "inspired: an advantage for the next roll begins"
    ]
    boosted = begun.call(scores.test, "Attack")
    assert boosted == scores.test(2, 1)
    assert begun.after(boosted.roll(faces=[4, 5])) == sheet
    assert begun.end("inspired") == sheet
    assert sheet.end("inspired") == BOB


@pytest.mark.parametrize(
    ("when", "faces", "begins"),
    [
        ("passes", 44, True),
        ("passes", 46, False),
        ("grade=Fumble", 77, True),
        ("tiers>=4", 41, True),
    ],
)
def test_any_view_of_the_outcome_may_begin_it(when: str, faces: int, begins: bool) -> None:
    sheet = BOB.begin(lasting("next", begins_when=when))
    after = sheet.after(sheet.call(tiers.check, "Climbing").roll(faces=[faces]))
    assert bool(after.circumstances.current) is begins


def test_a_roll_of_another_kind_begins_nothing() -> None:
    sheet = BOB.begin(lasting("next", begins_when="critical=Critical Success"))
    contest = sheet.call(scores.test, "Attack").roll(faces=[9])
    dice = tiers.check(40).roll(faces=[3])
    assert sheet.after(dice) == sheet.after(contest) == sheet


def test_s12_in_a_party_everybodys_own_ends() -> None:
    alice = Sheet("Alice", {"Attack": 1}).begin(lasting("next"))
    bob = BOB.begin(lasting("next", "Alice's inspired"))
    carol = Sheet("Carol", {"Attack": 0}).begin(lasting("next", "lucky", begins_when="passes"))
    party = Party([alice, bob, carol])
    roll = party.call(scores.test, "Alice: Attack").roll(faces=[4, 9])
    after = party.after(roll)
    assert [len(each.circumstances.each) for each in after.sheets] == [0, 1, 1]
    assert party.changes(after) == ["Alice's inspired ends"]
    own = after.after(after.call(scores.test, "Carol: Attack").roll(faces=[8]))
    assert after.changes(own) == ["Carol's lucky: an advantage for the next roll begins"]
    contest = own.call(scores.contest, "Carol: Attack", "Bob: Attack").roll(faces=[4, 5, 6, 3])
    assert own.changes(own.after(contest)) == ["Bob's Alice's inspired ends", "Carol's lucky ends"]
    group = party.call(scores.group_test, "Attack")
    rolled = group.roll(faces=[1, 1, 1, 1, 1])
    assert [len(each.circumstances.each) for each in party.after(rolled).sheets] == [0, 0, 1]
    assert party.after_round() == party


def test_what_is_no_roll_is_refused() -> None:
    for make in (lambda: BOB.after("2d6"), lambda: Party([BOB]).after(3)):  # type: ignore[arg-type]
        refusal("not-a-roll", make)
