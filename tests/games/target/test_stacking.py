"""Which modifiers stack (G3 to G7), and the laws of checks, attacks and Armor Class."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import ParameterError, SeededSource
from astragal.games import target
from astragal.games.target import Purpose, breakdown
from astragal.games.target.armor import armor_class_of
from astragal.mechanics.modifiers import TYPES, Modifier, Modifiers
from tests.support.examples import examples
from tests.support.slips import slips

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
        ("+4 luck (A), +4 morale (A), +3 luck (B)", 7),
        ("+4 morale (A), +4 luck (A), +3 luck (B)", 7),
        ("+3 luck (B), +4 luck (A), +4 morale (A)", 7),
        ("-4 luck (A), -4 morale (A), -3 luck (B)", -7),
        ("+5 luck (A), +4 luck (B), +3 morale (B)", 8),
        ("+9 armor (A), +3 luck (A)", 3),
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
                "+3 natural armor": "it does not stack with armor",
                "+2 deflection": "deflection applies to Deflection defense rolls only",
                "+1 dodge": "dodge applies to Dodge defense rolls only",
            },
        ),
        (
            "+5 armor, +3 natural armor",
            Purpose.TOUCH,
            ["+3 natural armor"],
            {"+5 armor": "armor does not help against touch attacks"},
        ),
        (
            "+3 natural armor (hide), +2 natural armor increase (Barkskin), +4 armor",
            Purpose.ARMOR_CLASS,
            ["+3 natural armor (hide)", "+2 bonus to natural armor (Barkskin)"],
            {"+4 armor": "it does not stack with natural armor"},
        ),
        (
            "+3 natural armor (hide), +2 natural armor increase (hide), +4 armor, -1 armor",
            Purpose.ARMOR_CLASS,
            ["+4 armor", "-1 armor"],
            {
                "+3 natural armor (hide)": "it does not stack with armor",
                "+2 bonus to natural armor (hide)": "it does not stack with armor",
            },
        ),
        (
            "+3 natural armor (hide), +2 natural armor increase (hide), +4 armor",
            Purpose.TOUCH,
            ["+3 natural armor (hide)"],
            {
                "+2 bonus to natural armor (hide)": (
                    "+3 natural armor (hide) is from the same source"
                ),
                "+4 armor": "armor does not help against touch attacks",
            },
        ),
        (
            "+1 natural armor increase, +3 natural armor, +2 natural armor increase",
            Purpose.ARMOR_CLASS,
            ["+3 natural armor", "+2 bonus to natural armor"],
            {"+1 bonus to natural armor": "+2 bonus to natural armor is of the same type"},
        ),
        (
            "-2 dodge penalty, -1 luck",
            Purpose.ARMOR_CLASS,
            ["-1 luck"],
            {"-2 dodge": "dodge applies to Dodge defense rolls only"},
        ),
        (
            "-2 armor, -3 natural armor, -1 armor",
            Purpose.ARMOR_CLASS,
            ["-2 armor", "-3 natural armor"],
            {"-1 armor": "-2 armor is of the same type"},
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


@pytest.mark.parametrize(
    ("text", "modifier"),
    [
        ("3", Modifier(3)),
        ("+4 luck (Bless)", Modifier(4, "luck", "Bless")),
        (" -1  Natural  Armor ", Modifier(-1, "natural armor")),
        ("−2 luck", Modifier(-2, "luck")),
        ("–2 (Bane)", Modifier(-2, source="Bane")),
        ("+ 5", Modifier(5)),
        ("+5 Armour Bonus", Modifier(5, "armor")),
        ("-2 luck penalty (Bane)", Modifier(-2, "luck", "Bane")),
        ("+3 Strength modifier", Modifier(3, "Strength")),
        ("-1 ability modifier", Modifier(-1, "ability")),
        ("+2 bonus", Modifier(2)),
        ("+0 luck bonus", Modifier(0, "luck")),
    ],
)
def test_modifiers_as_they_are_written(text: str, modifier: Modifier) -> None:
    """Ordinary and typographic minus signs."""
    assert Modifier.of(text) == modifier
    assert Modifier.of(str(modifier)) == modifier
    assert Modifiers.of([text, 2]).each == (modifier, Modifier(2))


def test_sources_may_have_commas() -> None:
    both = Modifiers.of("+2 luck (Bless, greater), 3 (Aid, lesser)")
    assert both.each == (Modifier(2, "luck", "Bless, greater"), Modifier(3, source="Aid, lesser"))
    assert Modifiers.of(str(both)) == both


@pytest.mark.parametrize(
    ("written", "total"),
    [
        ("+3 natural armor, +2 enhancement to natural armor, +5 armor", 15),
        ("+3 natural armor, +2 enhancement bonus to natural armor", 15),
        ("+3 natural armour, +2 natural armor enhancement bonus", 15),
        ("+3 natural armor, +2 natural armor enhancement, +1 Enhancement to Natural Armor", 15),
        ("+3 natural armor, +2 enhancement to natural armor, +1 luck to natural armor", 16),
        ("+2 luck bonus to AC, +1 luck", 12),
    ],
)
def test_g6_what_raises_natural_armor_counts_with_it(written: str, total: int) -> None:
    assert armor_class_of(Modifiers.of(written)).value == total


@pytest.mark.parametrize(
    ("written", "total"),
    [
        ("+2 luck from Bless, +2 luck from a charm", 2),
        ("+2 luck from Bless, +3 morale from Bless", 3),
        ("+2 luck from Bless, +3 morale (bless)", 3),
        ("+2 from Bless, +3 from a charm", 5),
    ],
)
def test_g3_the_source_may_stand_after_from(written: str, total: int) -> None:
    assert breakdown(Modifiers.of(written)).total == total


def test_the_names_of_modifiers_keep_their_capitals() -> None:
    own = Modifiers.of("+2 Divine Favor, +1 divine favor, +1 luck bonus from Bless on Attack Rolls")
    assert str(own) == "+2 Divine Favor, +1 divine favor, +1 luck (Bless on Attack Rolls)"
    assert breakdown(own).total == 3


@pytest.mark.parametrize("known", [*TYPES, "luck bonus", "luck from Bless", "luck to armor class"])
def test_a_type_with_a_slip_of_one_letter_is_refused(known: str) -> None:
    """Otherwise it would be a type of its own, which stacks with all others."""
    meant = Modifier.of(f"+2 {known}")
    for slip in slips(known):
        try:
            made = Modifier.of(f"+2 {slip}")
        except ParameterError:
            continue
        assert (made.type.casefold(), made.to) == (meant.type, meant.to), slip


def test_one_bad_modifier_of_several_is_named() -> None:
    with pytest.raises(ParameterError, match=r"^'\+1 lukc': 'lukc' is not a type") as caught:
        Modifiers.of("+2 morale, +1 lukc, +3")
    assert str(caught.value.hint).startswith("did you mean luck?")
    with pytest.raises(ParameterError) as caught:
        Modifiers.of("+5 armor, +3 natural")
    assert str(caught.value.hint).startswith("did you mean natural armor?")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        *(
            (lambda value=value: Modifier(value), "whole number")
            for value in (1.5, True, "3", None)
        ),
        (lambda: Modifier(1_000_000), "at most 999,999"),
        (lambda: Modifier(-1_000_000), "at most 999,999"),
        (lambda: Modifier(2, "luck", "Bless (greater)"), "cannot contain brackets"),
        (lambda: Modifier(2, "luck", "Bless)"), "cannot contain brackets"),
        (
            lambda: Modifier(2, "luck penalty"),
            "a penalty is written with -: -2, or else it is a bonus",
        ),
        (lambda: Modifier(-2, "luck bonus"), "a bonus is written with +"),
        (lambda: Modifier(2, "penalty to dodge"), "a penalty is written with -"),
        (lambda: Modifier(2, "3rd"), "type must be a word"),
        (lambda: Modifier(2, "luck, morale"), "type must be a word"),
    ],
)
def test_what_is_no_modifier(make: Callable[[], Any], says: str) -> None:
    with pytest.raises(ParameterError, match=says) as caught:
        make()
    assert caught.value.code == "bad-modifier"
    assert Modifier(999_999).value == -Modifier(-999_999).value


@pytest.mark.parametrize("text", ["+2luck", "2luck (A)", "+2 luck (A (B))", "+1000000 luck"])
def test_other_texts_are_no_modifiers(text: str) -> None:
    """A type stands apart from its number."""
    with pytest.raises(ParameterError) as caught:
        check(text, 10)
    assert caught.value.code == "bad-parameter"


# Laws

ARMORS = ("armor", "natural armor", "natural armor increase")
SOME_TYPES = st.sampled_from(["", "luck", "morale", "dodge", "circumstance", *ARMORS])
VALUES = st.integers(-5, 5)
TYPED = st.builds(Modifier, VALUES, SOME_TYPES)
ANY = st.builds(Modifier, VALUES, SOME_TYPES, st.sampled_from(["", "", "Bless", "bless", "Bane"]))
PLAIN = st.builds(Modifier, VALUES, st.sampled_from(["", "luck", "morale", "circumstance"]))


def modifiers(each: st.SearchStrategy[Modifier], most: int = 7) -> st.SearchStrategy[Modifiers]:
    return st.lists(each, max_size=most).map(lambda some: Modifiers(tuple(some)))


@examples(50)
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
    return (
        bool(one.type) and one.type == other.type and not (one.value > 0 and one.type in STACKING)
    )


@examples(50)
@given(modifiers(ANY), st.sampled_from(list(Purpose)))
def test_g3_what_counts_does_not_clash_and_what_does_not_count_has_a_rival_that_does(
    some: Modifiers, purpose: Purpose
) -> None:
    made = breakdown(some, purpose)
    assert made.total == sum(each.value for each in made.counted)
    assert len(made.counted) + len(made.left) == len(some.each)
    for place, one in enumerate(made.counted):
        assert not any(clash(one, other) for other in made.counted[place + 1 :])
    kinds = {each.type for each in made.counted if each.value > 0}
    assert not (purpose is Purpose.ARMOR_CLASS and "armor" in kinds and kinds & set(ARMORS[1:]))
    for left in made.left:
        one = left.modifier
        if left.why.endswith(("same type", "same source")):
            rivals = [other for other in made.counted if clash(one, other)]
            assert max(abs(other.value) for other in rivals) >= abs(one.value)
        else:
            assert one.to or one.type in (*ARMORS, "dodge"), "anything else is for every purpose"


@examples(50)
@given(
    st.lists(ANY, max_size=7).flatmap(lambda some: st.tuples(st.just(some), st.permutations(some)))
)
def test_g3_the_order_does_not_matter(both: tuple[list[Modifier], list[Modifier]]) -> None:
    """Whatever types and sources there are, the same ones count."""
    some, turned = (Modifiers(tuple(each)) for each in both)
    for purpose in Purpose:
        one, other = breakdown(some, purpose), breakdown(turned, purpose)
        assert one.total == other.total
        assert Counter(one.counted) == Counter(other.counted)


@examples(50)
@given(st.lists(ANY, max_size=7, unique_by=lambda each: abs(each.value)))
def test_g3_the_best_counts_first_and_what_does_not_count_excludes_nothing(
    some: list[Modifier],
) -> None:
    """Where no two are equally good there is but one way to go through them."""
    counted: list[Modifier] = []
    for each in sorted(some, key=lambda each: -abs(each.value)):
        counts = not each.to and each.type not in (*ARMORS, "dodge")
        if counts and not any(clash(each, other) for other in counted):
            counted.append(each)
    made = breakdown(Modifiers(tuple(some)))
    assert made.total == sum(each.value for each in counted)
    assert set(made.counted) == set(counted)


@examples(50)
@given(modifiers(TYPED), TYPED, st.sampled_from(list(Purpose)))
def test_one_more_bonus_never_hurts_and_one_more_penalty_never_helps(
    some: Modifiers, more: Modifier, purpose: Purpose
) -> None:
    before = breakdown(some, purpose).total
    after = breakdown(Modifiers((*some.each, more)), purpose).total
    assert after >= before if more.value > 0 else after <= before


@examples(50)
@given(modifiers(TYPED.filter(lambda each: each.value >= 0 or each.type != "armor")))
def test_g5_armor_class_against_touch_is_never_better(some: Modifiers) -> None:
    """But for penalties to armor, which a touch attack passes by as it passes by the armor."""
    assert target.armor_class_of(some, True).value <= target.armor_class_of(some).value


@examples(50)
@given(modifiers(ANY))
def test_modifiers_can_be_read_again(some: Modifiers) -> None:
    assert Modifiers.of(str(some)) == some


def chance(experiment: Any, view: str) -> Fraction:
    odds = experiment.odds()
    assert sum(share for _, share in odds.items()) == 1
    return Fraction(odds.of(view).probability(True))


@examples(25)
@given(st.integers(-25, 25), st.integers(1, 30), st.booleans())
def test_a_higher_modifier_never_hurts_a_check(modifier: int, goal: int, natural: bool) -> None:
    one, more = (check(each, goal, natural) for each in (modifier, modifier + 1))
    assert chance(one, "passes") <= chance(more, "passes")
    assert chance(check(modifier, goal + 1, natural), "passes") <= chance(one, "passes")


@examples(25)
@given(st.integers(-25, 25), st.integers(-25, 25))
def test_opposed_checks_are_symmetric_and_a_higher_modifier_never_hurts(
    ours: int, theirs: int
) -> None:
    wins = chance(opposed(ours, theirs), "wins")
    assert wins + chance(opposed(theirs, ours), "wins") == 1
    assert wins <= chance(opposed(ours + 1, theirs), "wins")


@examples(6)
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


@examples(50)
@given(modifiers(ANY), st.integers(0, 2**32))
def test_records_of_checks_verify(some: Modifiers, seed: int) -> None:
    for experiment in (check(some, 12), opposed(some, 2), attack(some, 12)):
        rolled = experiment.roll(SeededSource(seed))
        assert astragal.verify(rolled.to_json()) == rolled
