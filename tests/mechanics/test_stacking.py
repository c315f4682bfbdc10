"""Modifiers with types and sources: which of them count together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import Modifier, ParameterError, Sheet, verify
from astragal.games.target import Purpose, breakdown, check
from astragal.games.target.stacking import clashing, stacked
from astragal.mechanics.modifiers import Modifiers


@pytest.mark.parametrize(
    ("text", "total", "left"),
    [
        ("+2 luck, +4 luck, -1 luck, -3 luck", 1, ["+2 luck", "-1 luck"]),
        ("+2 luck, +4 morale", 6, []),
        ("3, 2, -1", 4, []),
        ("+2 luck (Bless), +3 morale (Bless)", 3, ["+2 luck (Bless)"]),
        ("+2 (Bless), +3 (bless)", 3, ["+2 (Bless)"]),
        ("+2 luck (Bless), -1 morale (Bless)", 1, []),
        ("-2 luck (Bane), -1 morale (Bane)", -2, ["-1 morale (Bane)"]),
        ("+2 Luck, +3 LUCK", 3, ["+2 luck"]),
        ("+2 luck (A), +3 luck (B)", 3, ["+2 luck (A)"]),
        ("+2 luck, +2 luck", 2, ["+2 luck"]),
        ("+4 luck (A), +3 luck (B), +3 morale (A)", 4, ["+3 luck (B)", "+3 morale (A)"]),
        ("+2 dodge, +3 dodge", 3, ["+2 dodge"]),
        ("+4 luck (A), +4 morale (A), +3 luck (B)", 7, ["+4 luck (A)"]),
        ("+4 morale (A), +4 luck (A), +3 luck (B)", 7, ["+4 luck (A)"]),
        ("+3 luck (B), +4 luck (A), +4 morale (A)", 7, ["+4 luck (A)"]),
        ("-4 luck (A), -4 morale (A), -3 luck (B)", -7, ["-4 luck (A)"]),
        ("", 0, []),
    ],
)
def test_g3_one_type_or_one_source_counts_once(text: str, total: int, left: list[str]) -> None:
    got = stacked(Modifiers.of(text))
    assert got.total == total
    assert [str(each.modifier) for each in got.left] == left
    assert sum(each.value for each in got.counted) == total
    assert len(got.counted) + len(left) == len(Modifiers.of(text).each)


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("+2 dodge, +3 dodge", 5),
        ("+2 circumstance, +3 circumstance, +1 dodge", 6),
        ("+2 dodge (Boots), +3 dodge (Boots)", 3),
        ("+2 dodge (Boots), +3 dodge (Ring)", 5),
        ("-2 dodge, -3 dodge", -3),
        ("+2 luck, +3 luck", 3),
    ],
)
def test_g4_dodge_and_circumstance_bonuses_stack(text: str, total: int) -> None:
    assert breakdown(Modifiers.of(text), Purpose.DODGE).total == total


def test_g4_types_that_stack_are_named() -> None:
    one, other = Modifier.of("+2 dodge (Boots)"), Modifier.of("+3 dodge (Ring)")
    assert clashing(one, other) == "+3 dodge (Ring) is of the same type"
    assert clashing(one, other, ["dodge"]) is None
    assert clashing(one, Modifier.of("+3 luck (boots)"), ["dodge"]) is not None
    assert clashing(Modifier.of("-2 dodge"), Modifier.of("-3 dodge"), ["dodge"]) is not None


TYPED = st.builds(Modifier, st.integers(-9, 9), st.sampled_from(["", "luck", "morale", "size"]))


@given(st.lists(TYPED, max_size=8))
def test_g3_each_type_gives_its_best_bonus_and_its_worst_penalty(each: list[Modifier]) -> None:
    expected = sum(modifier.value for modifier in each if not modifier.type)
    for kind in ("luck", "morale", "size"):
        values = [modifier.value for modifier in each if modifier.type == kind]
        expected += max(0, *values, 0) + min(0, *values, 0)
    assert stacked(Modifiers(tuple(each))).total == expected
    assert stacked(Modifiers(tuple(reversed(each)))).total == expected


SOURCED = st.builds(
    Modifier,
    st.integers(-4, 4),
    st.sampled_from(["", "luck", "morale"]),
    st.sampled_from(["", "Bless", "bless", "Ring", "Song, loud"]),
)


@given(st.lists(SOURCED, max_size=6), st.data())
def test_g3_the_order_they_are_written_in_makes_no_difference(
    each: list[Modifier], data: st.DataObject
) -> None:
    got = stacked(Modifiers(tuple(each)))
    other = stacked(Modifiers(tuple(data.draw(st.permutations(each)))))
    assert got.total == other.total
    assert sorted(map(str, got.counted)) == sorted(map(str, other.counted))


@given(st.lists(SOURCED, max_size=6))
def test_g3_those_that_count_do_not_clash_and_those_that_do_not_do(each: list[Modifier]) -> None:
    got = stacked(Modifiers(tuple(each)))
    for place, one in enumerate(got.counted):
        beside = got.counted[place + 1 :]
        assert not any(
            clashing(one, other) for other in beside if (one.value > 0) == (other.value > 0)
        )
    for out in got.left:
        assert any(
            clashing(out.modifier, one) and abs(one.value) >= abs(out.modifier.value)
            for one in got.counted
        )
    assert Modifiers.of(str(Modifiers(tuple(each)))) == Modifiers(tuple(each))


def test_g3_a_breakdown_says_why() -> None:
    got = stacked(Modifiers.of("+2 luck (Bless), +4 luck, +1 size (Bless)"))
    assert str(got) == (
        "+4 luck, +1 size (Bless) = +5; +2 luck (Bless) does not count: +4 luck is of the same type"
    )
    assert str(stacked(Modifiers())) == "nothing = +0"


@pytest.mark.parametrize(
    ("text", "modifier"),
    [
        ("3", Modifier(3)),
        ("+4 luck", Modifier(4, "luck")),
        ("-1 morale (Bane)", Modifier(-1, "morale", "Bane")),
        ("− 2", Modifier(-2)),
        ("–2 Natural  Armor", Modifier(-2, "natural armor")),
        ("+4 (Bull's Strength)", Modifier(4, "", "Bull's Strength")),
        ("+4 luck (Bless, greater)", Modifier(4, "luck", "Bless, greater")),
        ("-999999", Modifier(-999_999)),
    ],
)
def test_modifiers_as_people_write_them(text: str, modifier: Modifier) -> None:
    assert Modifier.of(text) == modifier
    assert Modifier.of(str(modifier)) == modifier
    assert Modifiers.of(text) == Modifiers.of([modifier]) == Modifiers((modifier,))


NO_MODIFIERS = ["luck", "(Bless)", "+2 luck;", "++2", "+2 luck (A", "+2 luck (A (B))", 1.5, None]
NO_DICE = ["1d6", "3d6", "1d4-1", "5x", "+2luck", "+4 2nd edition", "1000000"]


@pytest.mark.parametrize("text", [*NO_MODIFIERS, *NO_DICE])
def test_what_is_no_modifier_is_refused(text: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        check(text, 15)
    assert caught.value.code == "bad-parameter"
    assert "+4 luck (Bless)" in caught.value.message


@pytest.mark.parametrize("value", [1.5, "3", True, 1_000_000, -1_000_000])
def test_a_modifier_is_a_whole_number_of_a_sensible_size(value: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        Modifier(value)
    assert caught.value.code == "bad-modifier"


@pytest.mark.parametrize(
    ("kind", "source"),
    [("2nd edition", ""), ("luck (great)", ""), ("luck, morale", ""), ("luck", "Bless (greater)")],
)
def test_what_could_not_be_read_again_cannot_be_made(kind: str, source: str) -> None:
    with pytest.raises(ParameterError) as caught:
        Modifier(4, kind, source)
    assert caught.value.code == "bad-modifier"


def test_sources_with_commas_stand_in_records() -> None:
    modifiers = Modifiers((Modifier(4, "luck", "Bless, greater"), Modifier(-999_999)))
    rolled = check(modifiers, 15).roll(faces=[10])
    assert verify(rolled.to_json()) == rolled


def test_g3_what_is_out_already_is_not_counted_among_what_would_be_excluded() -> None:
    written = "+5 luck (B), +3 size (B), +4 size (A), +4 morale (A), +2 morale (D)"
    assert stacked(Modifiers.of(written)).total == 5 + 4 + 2


def test_g3_several_modifiers_under_one_name_are_not_from_one_source() -> None:
    alice = Sheet("Alice", {"Might": "+3 ability, +2 luck bonus", "Luck": "+1 luck"})
    roll = alice.call(check, "Might, Luck", 15).roll(faces=[10])
    assert str(roll.outcome) == "success: to reach the number is enough"
    assert "+1 luck (Luck) does not count" in " ".join(roll.explain())
