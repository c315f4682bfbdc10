"""Modifiers with types and sources: which of them count together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astragal import Modifier, ParameterError
from astragal.games.target import Purpose, breakdown, check
from astragal.mechanics.stacking import Modifiers, clashing


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
        ("", 0, []),
    ],
)
def test_g3_one_type_or_one_source_counts_once(text: str, total: int, left: list[str]) -> None:
    got = Modifiers.of(text).stacked()
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


@settings(deadline=None)
@given(st.lists(TYPED, max_size=8))
def test_g3_each_type_gives_its_best_bonus_and_its_worst_penalty(each: list[Modifier]) -> None:
    expected = sum(modifier.value for modifier in each if not modifier.type)
    for kind in ("luck", "morale", "size"):
        values = [modifier.value for modifier in each if modifier.type == kind]
        expected += max(0, *values, 0) + min(0, *values, 0)
    assert Modifiers(tuple(each)).stacked().total == expected
    assert Modifiers(tuple(reversed(each))).stacked().total == expected


def test_g3_a_breakdown_says_why() -> None:
    got = Modifiers.of("+2 luck (Bless), +4 luck, +1 size (Bless)").stacked()
    assert str(got) == (
        "+4 luck, +1 size (Bless) = +5; +2 luck (Bless) does not count: +4 luck is of the same type"
    )
    assert str(Modifiers().stacked()) == "nothing = +0"


@pytest.mark.parametrize(
    ("text", "modifier"),
    [
        ("3", Modifier(3)),
        ("+4 luck", Modifier(4, "luck")),
        ("-1 morale (Bane)", Modifier(-1, "morale", "Bane")),
        ("− 2", Modifier(-2)),
        ("–2 Natural  Armor", Modifier(-2, "natural armor")),
        ("+4 (Bull's Strength)", Modifier(4, "", "Bull's Strength")),
    ],
)
def test_modifiers_as_people_write_them(text: str, modifier: Modifier) -> None:
    assert Modifier.of(text) == modifier
    assert Modifier.of(str(modifier)) == modifier
    assert Modifiers.of(text) == Modifiers.of([modifier]) == Modifiers((modifier,))


@pytest.mark.parametrize("text", ["luck", "(Bless)", "+2 luck;", "++2", "+2 luck (A", 1.5, None])
def test_what_is_no_modifier_is_refused(text: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        check(text, 15)
    assert caught.value.code == "bad-parameter"
    assert "+4 luck (Bless)" in caught.value.message


@pytest.mark.parametrize("value", [1.5, "3", True])
def test_a_modifier_is_a_whole_number(value: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        Modifier(value)
    assert caught.value.code == "bad-modifier"
