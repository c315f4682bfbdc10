"""Which modifiers count together (G3 to G7), and laws of checks, attacks and Armor Class that follow."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import astragal
from astragal import ParameterError, SeededSource
from astragal.games import target
from astragal.games.target import Purpose, breakdown
from astragal.mechanics.stacking import Modifier, Modifiers

QUICK = settings(deadline=None, max_examples=50, suppress_health_check=list(HealthCheck))
STACKING = ("dodge", "circumstance")

check: Any = target.check
attack: Any = target.attack
opposed: Any = target.opposed


@pytest.mark.parametrize(
    ("modifiers", "total"),
    [
        ("+2 luck, +4 luck, -1 luck, -3 luck", 1),
        ("+2 luck, +4 morale", 6),
        ("2, 3, -1", 4),
        ("+4 luck (Bless), +2 morale (Bless)", 4),
        ("+4 (Bless), +2 (bless)", 4),
        ("-4 (Bane), -2 (Bane)", -4),
        ("+4 luck (Bless), -2 morale (Bless)", 2),
        ("+4 luck (Bless), +4 luck (Prayer)", 4),
        ("+1 luck, +1 luck, 1, 1", 3),
        ("+5 luck (A), +4 morale (A), +3 morale (B)", 8),
        ("-1 luck, -1 morale, -1 morale", -2),
        ("+2 Luck, +3  luck", 3),
        ("", 0),
    ],
)
def test_g3_only_the_best_bonus_and_the_worst_penalty_count(modifiers: str, total: int) -> None:
    """Of one type, and of one source; whatever has neither counts."""
    assert breakdown(Modifiers.of(modifiers)).total == total
    assert check(modifiers, 10).roll(faces=[10]).outcome.margin == total


@pytest.mark.parametrize(
    ("modifiers", "purpose", "total"),
    [
        ("+2 circumstance, +3 circumstance", Purpose.CHECK, 5),
        ("+2 circumstance (rain), +3 circumstance (rain)", Purpose.CHECK, 3),
        ("-2 circumstance, -3 circumstance", Purpose.CHECK, -3),
        ("+2 dodge, +3 dodge, +1 dodge", Purpose.DODGE, 6),
        ("+2 dodge (Haste), +3 dodge (Haste)", Purpose.DODGE, 3),
        ("-2 dodge, -3 dodge", Purpose.DODGE, -3),
        ("+2 dodge, +3 dodge", Purpose.CHECK, 0),
    ],
)
def test_g4_dodge_and_circumstance_bonuses_stack_with_their_like(
    modifiers: str, purpose: Purpose, total: int
) -> None:
    """Bonuses do, penalties do not; and nothing stacks with what is from the same source."""
    assert breakdown(Modifiers.of(modifiers), purpose).total == total


@pytest.mark.parametrize(
    ("modifiers", "purpose", "counted", "left"),
    [
        (
            "+2 luck, +4 luck, -1 luck, -3 luck",
            Purpose.CHECK,
            ["+4 luck", "-3 luck"],
            {"+2 luck": "+4 luck is of the same type", "-1 luck": "-3 luck is of the same type"},
        ),
        (
            "+1 luck (Bless), +2 morale (bless)",
            Purpose.CHECK,
            ["+2 morale (bless)"],
            {"+1 luck (Bless)": "+2 morale (bless) is from the same source"},
        ),
        (
            "+5 armor, +3 natural armor, +2 deflection, +1 dodge",
            Purpose.ARMOR_CLASS,
            ["+5 armor"],
            {
                "+3 natural armor": "it does not stack with +5 armor",
                "+2 deflection": "deflection applies to Deflection defense rolls only",
                "+1 dodge": "dodge applies to Dodge defense rolls only",
            },
        ),
        (
            "+5 armor, +3 natural armor",
            Purpose.TOUCH,
            ["+3 natural armor"],
            {"+5 armor": "armor applies to Armor Class only"},
        ),
        (
            "+3 natural armor (hide), +2 natural armor increase (Barkskin), +4 armor",
            Purpose.ARMOR_CLASS,
            ["+5 natural armor (hide and Barkskin)"],
            {"+4 armor": "it does not stack with +5 natural armor (hide and Barkskin)"},
        ),
    ],
)
def test_g3_g7_a_breakdown_says_what_counted_and_why_the_rest_did_not(
    modifiers: str, purpose: Purpose, counted: list[str], left: dict[str, str]
) -> None:
    made = breakdown(Modifiers.of(modifiers), purpose)
    assert list(map(str, made.counted)) == counted
    assert {str(each.modifier): each.why for each in made.left} == left
    for each, why in left.items():
        assert f"{each} does not count: {why}" in str(made)


def test_g3_a_roll_tells_the_breakdown() -> None:
    told = check("+2 luck, +4 luck", 15).roll(faces=[11]).explain()
    assert "  rolls 11 +4 = 15 against 15" in told
    assert "  +4 luck = +4; +2 luck does not count: +4 luck is of the same type" in told


@pytest.mark.parametrize(
    ("text", "modifier"),
    [
        ("3", Modifier(3)),
        ("+4 luck (Bless)", Modifier(4, "luck", "Bless")),
        (" -1  Natural  Armor ", Modifier(-1, "natural armor")),
        ("−2 luck", Modifier(-2, "luck")),
        ("–2 (Bane)", Modifier(-2, source="Bane")),
        ("+ 5", Modifier(5)),
    ],
)
def test_modifiers_as_they_are_written(text: str, modifier: Modifier) -> None:
    """Ordinary and typographic minus signs."""
    assert Modifier.of(text) == modifier
    assert Modifier.of(str(modifier)) == modifier
    assert Modifiers.of([text, 2]).each == (modifier, Modifier(2))


def test_a_modifier_is_a_whole_number() -> None:
    for value in (1.5, True, "3", None):
        with pytest.raises(ParameterError, match="whole number"):
            Modifier(value)  # type: ignore[arg-type]


# Laws

TYPES = st.sampled_from(["", "luck", "morale", "dodge", "circumstance", "armor", "natural armor"])
VALUES = st.integers(-5, 5)
TYPED = st.builds(Modifier, VALUES, TYPES)
ANY = st.builds(Modifier, VALUES, TYPES, st.sampled_from(["", "", "Bless", "bless", "Bane"]))
PLAIN = st.builds(Modifier, VALUES, st.sampled_from(["", "luck", "morale", "circumstance"]))


def modifiers(each: st.SearchStrategy[Modifier], most: int = 7) -> st.SearchStrategy[Modifiers]:
    return st.lists(each, max_size=most).map(lambda some: Modifiers(tuple(some)))


@QUICK
@given(modifiers(PLAIN))
def test_g3_g4_without_sources_each_type_counts_by_itself(some: Modifiers) -> None:
    bonuses: defaultdict[str, list[int]] = defaultdict(list)
    penalties: defaultdict[str, list[int]] = defaultdict(list)
    for each in some.each:
        (bonuses if each.value > 0 else penalties)[each.type].append(each.value)
    total = 0
    for kind, values in bonuses.items():
        total += sum(values) if kind in ("", *STACKING) else max(values)
    for kind, values in penalties.items():
        total += min(values) if kind else sum(values)
    assert breakdown(some).total == total


def clash(one: Modifier, other: Modifier) -> bool:
    if (one.value > 0) != (other.value > 0):
        return False
    if one.source and one.source.lower() == other.source.lower():
        return True
    if {one.type, other.type} == {"armor", "natural armor"} and one.value > 0:
        return True
    return (
        bool(one.type) and one.type == other.type and not (one.value > 0 and one.type in STACKING)
    )


@QUICK
@given(modifiers(ANY), st.sampled_from(list(Purpose)))
def test_g3_what_counts_does_not_clash_and_what_does_not_count_has_a_rival_that_does(
    some: Modifiers, purpose: Purpose
) -> None:
    made = breakdown(some, purpose)
    assert made.total == sum(each.value for each in made.counted)
    assert len(made.counted) + len(made.left) == len(some.each)
    for place, one in enumerate(made.counted):
        assert not any(clash(one, other) for other in made.counted[place + 1 :])
    for left in made.left:
        one = left.modifier
        if not left.why.endswith(" only") and (one.value > 0 or "armor" not in one.type):
            assert any(clash(one, other) for other in made.counted)


@QUICK
@given(modifiers(TYPED), st.integers(0, 6), st.sampled_from(list(Purpose)))
def test_g3_the_order_does_not_matter(some: Modifiers, turn: int, purpose: Purpose) -> None:
    turned = Modifiers(some.each[turn:] + some.each[:turn])
    assert breakdown(some, purpose).total == breakdown(turned, purpose).total


@QUICK
@given(modifiers(TYPED), TYPED, st.sampled_from(list(Purpose)))
def test_one_more_bonus_never_hurts_and_one_more_penalty_never_helps(
    some: Modifiers, more: Modifier, purpose: Purpose
) -> None:
    before = breakdown(some, purpose).total
    after = breakdown(Modifiers((*some.each, more)), purpose).total
    assert after >= before if more.value > 0 else after <= before


@QUICK
@given(modifiers(TYPED))
def test_g5_armor_class_against_touch_is_never_better(some: Modifiers) -> None:
    assert target.armor_class_of(some, True).value <= target.armor_class_of(some).value


@QUICK
@given(modifiers(ANY))
def test_modifiers_can_be_read_again(some: Modifiers) -> None:
    assert Modifiers.of(str(some)) == some


def chance(experiment: Any, view: str) -> Fraction:
    odds = experiment.odds()
    assert sum(share for _, share in odds.items()) == 1
    return Fraction(odds.of(view).probability(True))


@settings(QUICK, max_examples=25)
@given(st.integers(-25, 25), st.integers(1, 30), st.booleans())
def test_a_higher_modifier_never_hurts_a_check(modifier: int, goal: int, natural: bool) -> None:
    one, more = (check(each, goal, natural) for each in (modifier, modifier + 1))
    assert chance(one, "passes") <= chance(more, "passes")
    assert chance(check(modifier, goal + 1, natural), "passes") <= chance(one, "passes")


@settings(QUICK, max_examples=25)
@given(st.integers(-25, 25), st.integers(-25, 25))
def test_opposed_checks_are_symmetric_and_a_higher_modifier_never_hurts(
    ours: int, theirs: int
) -> None:
    wins = chance(opposed(ours, theirs), "wins")
    assert wins + chance(opposed(theirs, ours), "wins") == 1
    assert wins <= chance(opposed(ours + 1, theirs), "wins")


@settings(QUICK, max_examples=6)
@given(st.integers(-10, 15), st.integers(5, 25), st.integers(2, 19))
def test_attacks_do_better_with_more_modifiers_and_a_wider_threat_range(
    modifier: int, armor: int, threat: int
) -> None:
    def mean(bonus: int, armor: int, threat: int) -> Fraction:
        return Fraction(attack(bonus, armor, "1d4", None, threat).odds().of("damage").mean)

    here = mean(modifier, armor, threat)
    assert here <= mean(modifier + 1, armor, threat)
    assert here <= mean(modifier, armor - 1, threat)
    assert here >= mean(modifier, armor, threat + 1)


@QUICK
@given(modifiers(ANY), st.integers(0, 2**32))
def test_records_of_checks_verify(some: Modifiers, seed: int) -> None:
    for experiment in (check(some, 12), opposed(some, 2), attack(some, 12)):
        rolled = experiment.roll(SeededSource(seed))
        assert astragal.verify(rolled.to_json()) == rolled
