"""A party: several sheets, everybody's values and circumstances in their own places."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import Asks, Call, Circumstance, Party, SavedRoll, Sheet, odds, roll, rule, verify
from astragal.games import percentile, scores, target, tiers, triumph
from astragal.rules.rule import Applied
from tests.support.refusals import called, refusal

GROUP: Any = scores.group_test
CONTEST: Any = scores.contest

ALICE = Sheet("Alice", {"Stealth": 2, "Attack": 1, "Luck": 1})
BOB = Sheet("Bob", {"Stealth": 3, "Attack": 0, "Luck": 2, "Defense": 4})
CAROL = Sheet("Carol", {"Stealth": 0})
DAVID = Sheet("David", {"Stealth": 1})
FOUR = Party([ALICE, BOB, CAROL, DAVID])
TWO = Party([ALICE, BOB])
FOG = Circumstance("fog", {"disadvantages": 1})
HASTE = Circumstance("haste", {"advantages": 2}, on=("Stealth",))
NAMES = ["Alice", "Bob", "Carol", "David"]


def unnamed(experiment: Any) -> Any:
    """The parameters of a rule without the names of those who roll."""
    assert isinstance(experiment, Applied)
    names = ("names", "opponent_names")
    return experiment.rule, {k: v for k, v in experiment.arguments.items() if k not in names}


# Whose value it is


def test_s9_a_plain_name_in_a_group_test_is_everybodys() -> None:
    experiment = FOUR.call(scores.group_test, "Stealth")
    assert experiment == GROUP([2, 3, 0, 1], names=NAMES)
    assert called(experiment) == Call(tuple(NAMES), {"modifiers": "Stealth"})
    assert FOUR.call(scores.group_test, "your Stealth Score") == experiment
    turned = Party([DAVID, CAROL, BOB, ALICE]).call(scores.group_test, ["stealth"])
    assert turned == GROUP([1, 0, 3, 2], names=NAMES[::-1])


def test_s9_the_groups_record_verifies_and_says_who_rolled() -> None:
    rolled = FOUR.call(scores.group_test, "Stealth").roll(faces=[1, 2, 3, 1])
    data = rolled.to_data()
    assert rolled.outcome.score == 2
    assert data["call"]["by"] == NAMES
    assert verify(rolled.to_json()) == rolled
    assert rolled.explain()[0] == "Alice, Bob, Carol and David roll"
    data["call"]["by"] = ["Alice", 3]
    with pytest.raises(Exception, match="a call has by"):
        verify(json.dumps(data))


def test_names_with_an_owner_stand_anywhere() -> None:
    for typed in ("Alice: Stealth, bob: stealth, 7", ["Alice: Stealth", "Bob: Stealth", 7]):
        experiment = FOUR.call(scores.group_test, typed)
        assert experiment == GROUP([2, 3, 7], names=["Alice", "Bob", "player 3"])
        assert called(experiment).names == {"modifiers": "Alice: Stealth, Bob: Stealth"}
    assert FOUR.call(scores.test, "Bob: Attack") == scores.test(0)
    assert FOUR.call(scores.test, "Bob: 5") == scores.test(5)
    assert called(FOUR.call(scores.test, "Bob: 5")).by == "Bob"
    opposed = FOUR.call(tiers.opposed, "Alice: 40", "Carol: 50")
    assert unnamed(opposed) == unnamed(tiers.opposed(40, 50))


def test_a_name_that_one_has_needs_no_owner() -> None:
    experiment = FOUR.call(scores.test, "Defense")
    assert experiment == scores.test(4)
    assert called(experiment) == Call("Bob", {"modifier": "Bob: Defense"})


def test_whoever_rolls_is_meant_by_further_names() -> None:
    assert TWO.call(scores.test, "Bob: Stealth", advantages="Luck") == scores.test(3, 2)
    contest = TWO.call(scores.contest, "Alice: Attack", "Bob: Attack", opponent_advantages="Luck")
    assert unnamed(contest) == unnamed(CONTEST(1, 0, opponent_advantages=2))
    both = FOUR.call(scores.group_test, "Bob: Stealth, Alice: Stealth", advantages="Luck")
    assert both == GROUP([3, 2], advantages=[2, 1], names=["Bob", "Alice"])


def test_helpers_and_opponents_are_all_the_others() -> None:
    assert FOUR.call(tiers.check, "Alice: Stealth", helpers="Stealth") == tiers.check(
        2, helpers=[3, 0, 1]
    )
    assert FOUR.call(tiers.check, "Alice: Stealth", helpers="Bob: Stealth") == tiers.check(
        2, helpers=[3]
    )
    against = FOUR.call(tiers.countdown, "Alice: Stealth, Bob: Stealth", "Stealth")
    assert unnamed(against) == unnamed(tiers.countdown([2, 3], [0, 1]))


@pytest.mark.parametrize(
    ("make", "code", "said", "hint"),
    [
        (
            lambda: FOUR.call(scores.test, "Stealth"),
            "whose",
            "modifier: 'Stealth' is on the sheets of Alice, Bob, Carol and David",
            "say whose: Alice: Stealth",
        ),
        (
            lambda: FOUR.call(scores.group_test, "Attack"),
            "not-on-sheet",
            "'Attack' is not on Carol's sheet",
            "say who rolls: Alice: Attack, Bob: Attack",
        ),
        (
            lambda: FOUR.call(scores.test, "Alise: Stealth"),
            "not-on-sheet",
            "'Alise: Stealth' is neither a number nor on the sheets of",
            "did you mean Alice?",
        ),
        (
            lambda: FOUR.call(scores.test, "Carol: Atack"),
            "not-on-sheet",
            "'Carol: Atack' is neither",
            "it has Stealth",
        ),
        (
            lambda: FOUR.call(scores.test, "Defence"),
            "not-on-sheet",
            "'Defence' is neither a number nor on the sheets of",
            "did you mean Defense?",
        ),
        (
            lambda: FOUR.call(tiers.countdown, "Stealth", "Stealth"),
            "whose",
            "opponents: 'Stealth' is on the sheets of",
            "say whose",
        ),
        (
            lambda: FOUR.call(tiers.check, "Alice: 40", "Hrad"),
            "not-on-sheet",
            "tier: 'Hrad' is neither a number nor one of Very Easy, Easy, Normal",
            "did you mean Hard?",
        ),
        (
            lambda: FOUR.call(triumph.contest, "Alice: 1", proficiency="mastry"),
            "not-on-sheet",
            "'mastry' is neither a number nor one of incompetence, aptitude, mastery",
            "did you mean mastery?",
        ),
        (lambda: Party([ALICE, ALICE]), "bad-party", "two sheets are called Alice", ""),
        (lambda: Party([ALICE, Sheet()]), "bad-party", "each needs a name", ""),
        (lambda: Party("Alice"), "bad-party", "a party is a list of sheets", ""),  # type: ignore[arg-type]
        (lambda: FOUR.sheet("Eve"), "no-sheet", "no sheet of 'Eve'", "the sheets: Alice, Bob"),
    ],
)
def test_what_is_not_clear_is_refused(make: Any, code: str, said: str, hint: str) -> None:
    error = refusal(code, make)
    assert said in error.message
    assert hint in (error.hint or "")


# Whose circumstance it is


def test_s12_a_circumstance_adds_to_its_owners_place() -> None:
    party = FOUR.begin("Bob", FOG).begin("David", HASTE)
    experiment = party.call(scores.group_test, "Stealth")
    expected = GROUP([2, 3, 0, 1], disadvantages=[0, 1, 0, 0], advantages=[0, 0, 0, 2], names=NAMES)
    assert experiment == expected
    assert called(experiment).circumstances == (
        "Bob's fog: a disadvantage",
        "David's haste: 2 advantages on Stealth",
    )
    more = party.call(scores.group_test, "Stealth", disadvantages=[1, 1, 0, 0])
    assert more.arguments["disadvantages"] == (1, 2, 0, 0)
    assert party.call(scores.group_test, "Alice: Stealth, Carol: 4") == GROUP(
        [2, 4], names=["Alice", "Carol"]
    )


def test_s12_what_adds_to_a_tests_modifier_adds_to_a_groups() -> None:
    party = TWO.begin("Bob", Circumstance("song", {"modifier": 2}))
    assert party.call(scores.group_test, "Stealth") == GROUP([2, 5], names=["Alice", "Bob"])
    assert party.call(scores.test, "Bob: Stealth") == scores.test(5)
    stats = TWO.begin("Bob", Circumstance("song", {"stat": 10}))
    assert unnamed(stats.call(tiers.test, "Stealth")) == unnamed(tiers.test([2, 13]))


@pytest.mark.parametrize(
    ("rule_", "gives", "expected"),
    [
        (scores.contest, "disadvantages", {"opponent_disadvantages": 1}),
        (scores.contest, "modifier", {"opponent": 4}),
        (scores.contest, "opponent_advantages", {"advantages": 1}),
        (scores.contest, "opponent", {"modifier": 3}),
        (tiers.opposed, "stat", {"opponent": 4}),
        (tiers.opposed, "advantages", {"opponent_advantages": 1}),
        (triumph.contest, "ability", {"opponent": 4}),
        (triumph.contest, "threat", {"opponent_threat": 1}),
        (percentile.opposed, "opponent_difficulty", {"difficulty": 1}),
    ],
)
def test_s12_an_opponents_circumstance_is_the_opponents(
    rule_: Any, gives: str, expected: dict[str, int]
) -> None:
    party = TWO.begin("Bob", Circumstance("fog", {gives: 1}))
    ours = rule_.parameters[0].name
    _, found = unnamed(party.call(rule_, "Alice: Stealth", "Bob: Stealth"))
    assert found == unnamed(rule_(2, 3))[1] | expected
    own: Any = party.call(rule_, "Bob: Stealth", "Alice: Stealth")
    target_ = gives if gives in rule_(3, 2).arguments else ours
    assert own.arguments[target_] == rule_(3, 2).arguments[target_] + 1


def test_s12_an_opponents_circumstance_with_typed_modifiers() -> None:
    party = TWO.begin("Bob", Circumstance("song", {"modifiers": 2}))
    experiment: Any = party.call(target.opposed, "Alice: Stealth", "Bob: Stealth")
    assert str(experiment.arguments["opponent"]) == "+3 (Bob: Stealth), +2 (song)"
    assert str(experiment.arguments["modifiers"]) == "+2 (Alice: Stealth)"


@pytest.mark.parametrize(
    ("make", "code", "said"),
    [
        (
            lambda: TWO.begin("Bob", FOG).call(tiers.check, "Alice: 40", helpers="Bob: 40"),
            "bad-circumstance",
            "Bob's fog gives disadvantages, which is not taken from helpers",
        ),
        (
            lambda: TWO.begin("Bob", FOG).call(scores.test, 3),
            "whose",
            "Bob's fog may apply, but nothing says whether Bob rolls",
        ),
        (
            lambda: TWO.begin("Bob", FOG).call(triumph.check, "Alice: 3"),
            "bad-circumstance",
            "Bob's fog: no rule of triumph has a parameter disadvantages",
        ),
        (lambda: TWO.end("Bob", "fog"), "no-circumstance", "no circumstance 'fog'"),
    ],
)
def test_s12_nothing_is_dropped_without_a_word(make: Any, code: str, said: str) -> None:
    assert said in refusal(code, make).message


def test_s12_what_applies_to_one_of_several_is_added_for_them_alone() -> None:
    called: Any = TWO.begin("Bob", FOG).call(tiers.test, "Stealth")
    assert called.arguments["disadvantages"] == (0, 1)
    sheet = Sheet("Alice", {"Climbing": 45, "Strength": 60}).begin(FOG)
    test = tiers.test([45, 60], disadvantages=[1, 1])
    assert sheet.call(tiers.test, "Climbing, Strength") == test


@rule
def relay(runners: list[int], boosts: list[int] = [0], names: list[str] = []) -> Asks[int]:  # noqa: B006
    """A rule of the house: the boosts are one for each runner, or one for all."""
    face: int = yield "d6"
    return face + sum(runners) + sum(boosts)


def test_one_number_for_all_becomes_one_for_each() -> None:
    party = TWO.begin("Bob", Circumstance("wind", {"boosts": 1}))
    experiment: Any = party.call(relay, "Stealth")
    assert experiment.arguments == {"runners": (2, 3), "boosts": (0, 1), "names": ("Alice", "Bob")}
    more: Any = party.call(relay, "Stealth", [5])
    assert more.arguments["boosts"] == (5, 6)


PEOPLE = st.lists(
    st.tuples(
        st.integers(-5, 5),
        st.lists(st.tuples(st.sampled_from(["advantages", "disadvantages"]), st.integers(0, 4))),
    ),
    min_size=1,
    max_size=6,
)


@given(PEOPLE)
def test_s12_everybody_has_their_own_circumstances(people: list[Any]) -> None:
    """Whatever everybody has, the Group Test is the one with those numbers in those places."""
    sheets = []
    for place, (stealth, gives) in enumerate(people):
        sheet = Sheet(f"P{place}", {"Stealth": stealth})
        for number, (name, value) in enumerate(gives):
            sheet = sheet.begin(Circumstance(f"c{number}", {name: value}))
        sheets.append(sheet)
    experiment: Any = Party(sheets).call(scores.group_test, "Stealth")
    arguments = experiment.arguments
    assert arguments["modifiers"] == tuple(stealth for stealth, _ in people)
    for name in ("advantages", "disadvantages"):
        sums = tuple(sum(n for each, n in gives if each == name) for _, gives in people)
        assert (arguments[name] or (0,) * len(people)) in (sums, (0,) * len(people), (0,))
        assert sum(arguments[name]) == sum(sums)


# A party of one, as a sheet; as values


def test_a_party_of_one_is_its_sheet() -> None:
    one = Party([ALICE.begin(FOG)])
    assert one.call(scores.test, "Stealth") == ALICE.begin(FOG).call(scores.test, "Stealth")
    assert called(one.call(scores.test, "Stealth")) == Call(
        "Alice", {"modifier": "Stealth"}, (str(FOG),)
    )
    assert dict(one) == dict(ALICE)
    assert Party().call(scores.test, 3) == scores.test(3)


def test_parties_are_values() -> None:
    assert Party([ALICE, BOB, CAROL, DAVID]) == FOUR
    assert TWO.begin("Bob", FOG) != TWO
    assert pickle.loads(pickle.dumps(FOUR)) == FOUR
    assert repr(TWO) == "<Party: Alice and Bob>"
    assert TWO.begin("Bob", FOG).end("bob", "FOG") == TWO
    assert TWO.with_sheet(CAROL).sheets == (ALICE, BOB, CAROL)
    assert TWO.begin("Bob", FOG).having("fog")[0].name == "Bob"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("d10 + @{Alice: Stealth}", 7), ("d10 + @{bob: stealth}", 8), ("d10 + @{Defense}", 9)],
)
def test_values_of_a_party_stand_in_notation(text: str, expected: int) -> None:
    assert roll(text, faces=[5], variables=FOUR).outcome == expected
    assert FOUR.parse(text).roll(faces=[5], variables=FOUR).outcome == expected
    assert odds(text, variables=FOUR).at_least(expected - 4) == 1


def test_a_name_in_notation_must_be_clear() -> None:
    error = refusal("whose", lambda: FOUR.parse("d10 + @{Stealth}"))
    assert error.hint == "say whose: @{Alice: Stealth}"
    assert str(FOUR.parse("d10 + @{Stealth}", given={"Stealth": 3})) == "1d10 + @Stealth"
    assert "Stealth" not in FOUR
    assert "Eve: Stealth" not in FOUR
    assert len(TWO) == len(list(TWO)) == 7
    assert TWO["Alice: Luck"] == 1


# Saved rolls


def test_a_saved_roll_is_its_owners() -> None:
    sneak = SavedRoll("Sneak", "scores.test", {"modifier": "Stealth"})
    bob = Sheet("Bob", {"Stealth": 3}, rolls=[sneak]).begin(FOG)
    party = Party([ALICE, bob])
    assert party.call_saved("sneak", scores.game) == scores.test(3, 0, 1)
    assert party.call_saved("Bob: Sneak", scores.game, modifier=7) == scores.test(7, 0, 1)
    twice = Party([Sheet("Eve", {"Stealth": 1}, rolls=[sneak]), bob])
    assert refusal("whose", lambda: twice.call_saved("Sneak", scores.game)).hint == (
        "say whose: Eve: Sneak"
    )
    assert twice.call_saved("Eve: Sneak", scores.game) == scores.test(1)
    assert "saved: Sneak" in str(
        refusal("not-on-sheet", lambda: party.call_saved("Jump", scores.game)).hint
    )
