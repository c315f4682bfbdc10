"""tiers: what bears on a roll bears on it in Checks, Tests, Opposed Rolls and countdowns alike."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from astragal import ParameterError, Sheet, verify
from astragal.games import tiers
from astragal.games.tiers import Clock, Edges, Tag, Turn
from astragal.games.tiers.endings import OnFailure
from tests.games.tiers.by_hand import OUTCOMES, Made, checked, made_of, odds_of, outcome
from tests.games.tiers.rounds_by_hand import Standing, agrees, countdown_round, rounds, said, which
from tests.support.chains_by_hand import tally
from tests.support.slips import slips

TIERS: Any = tiers

EVERYTHING = {
    "advantages": 1,
    "edges": "2/+/ /-/",
    "tags": ["golden Mud 1", "silver Rope 2", "Torch -1"],
    "helpers": [60],
    "dice_count": "n + 1",
}
BY_HAND: dict[str, Any] = {"gold": 1, "silver": 2, "other": -1, "helpers": [60]}


def law(stat: int) -> dict[Made, Fraction]:
    """With everything: three Advantages, 20 more to the Stat, 1 $ less, and help."""
    return checked(stat, 2, "n + 1", **BY_HAND)


def theirs(how: dict[str, Any]) -> dict[str, Any]:
    """The same for the other side, but for the number of dice, which is that of the table."""
    return {f"opponent_{name}": each for name, each in how.items() if name != "dice_count"}


# T10, T11, T12 and help, everywhere


def test_t10_t12_a_check_with_everything() -> None:
    assert odds_of(TIERS.check(45, **EVERYTHING)) == law(45)


def test_t10_t12_a_test_with_everything() -> None:
    test = TIERS.test([45, 30], 9, "reset", **EVERYTHING)
    agrees(test, rounds([law(45), law(30)], 9, "reset"), Standing(), said)


def test_t7_t10_t12_a_countdown_with_everything_on_either_side() -> None:
    for ours, others in ((EVERYTHING, {}), (EVERYTHING, EVERYTHING), ({}, EVERYTHING)):
        how = {"dice_count": "n + 1"} | ours | theirs(others)
        test = TIERS.countdown([45, 20], [60], "2/6", "$", **how)
        laws = [law(stat) if ours else checked(stat) for stat in (45, 20)]
        opponent = law(60) if others else checked(60)
        agrees(test, countdown_round(laws, [opponent], 6, "$"), 2, which)


def test_t13_t10_t12_an_opposed_roll_with_everything_on_either_side() -> None:
    for ours, others in ((EVERYTHING, {}), (EVERYTHING, EVERYTHING), ({}, EVERYTHING)):
        how = {"dice_count": "n + 1"} | ours | theirs(others)
        contest = TIERS.opposed(45, 60, **how)
        us, them = law(45) if ours else checked(45), law(60) if others else checked(60)
        expected = tally(
            (((m, n), place(m) > place(n), place(m) == place(n)), chance * share)
            for m, chance in us.items()
            for n, share in them.items()
        )
        found = tally(
            (((made_of(each.ours), made_of(each.theirs)), each.wins, each.ties), chance)
            for each, chance in contest.odds().items()
        )
        assert found == expected


def place(made: Made) -> tuple[int, int]:
    return (OUTCOMES.index(made.outcome), made.tiers)


# The location's Clock


@pytest.mark.parametrize(
    ("face", "clock"), [(45, "1/3"), (46, "2/3"), (99, "2/3"), (0, "1/3"), (5, "1/3")]
)
def test_t6_a_failed_check_ticks_the_location(face: int, clock: str) -> None:
    check = TIERS.check(45, 3, location="1/3")
    assert outcome(check, face).location == (Clock.of(clock),)
    chance = check.odds().probability(lambda made: made.location == (Clock(3, 2),))
    assert chance == Fraction(54, 100)


def test_t6_a_full_clock_says_its_event_in_every_kind_of_roll() -> None:
    rolls = [
        TIERS.check(45, location="2/3: fire").roll(faces=[46]),
        TIERS.test([45], location="2/3: fire").roll(faces=[46]),
        TIERS.opposed(45, 60, location="2/3: fire").roll(faces=[46, 60]),
        TIERS.countdown([45], [60], "1/6", location="2/3: fire").roll(faces=[46, 60]),
    ]
    for roll in rolls:
        assert str(roll).count("the location's Clock 3/3: fire") == 1
        assert verify(roll.to_json()) == roll


@pytest.mark.parametrize(
    ("faces", "clock"), [([45, 60], "0/4"), ([46, 60], "1/4"), ([46, 61], "2/4"), ([45, 99], "1/4")]
)
def test_t13_each_roll_that_fails_ticks_the_location(faces: list[int], clock: str) -> None:
    assert outcome(TIERS.opposed(45, 60, location=4), *faces).location == (Clock.of(clock),)


def test_t7_only_the_characters_failures_tick_the_location() -> None:
    test = TIERS.countdown([45], [60], "2/4", location=9)
    ended = outcome(test, 46, 61, 46, 60, 45, 61, 45, 60, 46, 60, 46, 60)
    assert (ended.clock, ended.location) == (Clock(4), (Clock(9, 4),))
    assert ended.ending is tiers.Countdown.EMPTIED


def test_t7_any_success_of_an_opponent_that_finds_the_clock_empty_ends_it() -> None:
    """Also one of 0 $: what counts is the success, whatever the ticks."""
    test = TIERS.countdown([45], [60], "0/3", "$")
    assert not outcome(test, 46, 5).passes
    assert outcome(test, 46, 61, 45).passes
    agrees(test, countdown_round([45], [60], 3, "$"), 0, which)


def test_t7_edges_may_be_given_for_each_person() -> None:
    edges = {"disadvantages": [1, 0], "opponent_advantages": [0, 1]}
    test = TIERS.countdown([45, 60], [50, 20], "2/4", **edges)
    laws = [odds_of(TIERS.check(45, disadvantages=1)), odds_of(TIERS.check(60))]
    others = [odds_of(TIERS.check(50)), odds_of(TIERS.check(20, advantages=1))]
    agrees(test, countdown_round(laws, others, 4, "one"), 2, which)
    with pytest.raises(ParameterError, match="2 roll, and there are 3 opponent_advantages"):
        TIERS.countdown([45], [50, 20], opponent_advantages=[0, 0, 1])


def test_t7_the_outcome_says_the_clock_and_its_event() -> None:
    test = TIERS.countdown([45, 50], [60], "bridge 4/6: it falls", names=["Ann", "Bo"])
    roll = test.roll(faces=[45, 21])
    assert str(roll).endswith(
        "Ann 45: Success, 4 $, bridge 5/6; Bo 21: Success, 2 $ → "
        "the characters filled the Clock, bridge 6/6: it falls"
    )
    again = TIERS.countdown([45], [60, 30], "2/6", opponent_names=["Cy", "Di"], turn="di")
    assert ": Di 31: Failure; 10" in str(again.roll(faces=[31, 10, 20, 30, 60, 0]))


# T15, everywhere

TABLES = {
    "critical_table": "d6 [1..3] a spark [4..6] a blaze",
    "fumble_table": "d4 [1] broken [2..4] dropped",
}


@pytest.mark.parametrize(
    ("experiment", "faces", "told"),
    [
        (TIERS.test([45], 5, **TABLES), [33, 2, 55, 1], ["a spark", "broken"]),
        (TIERS.test([45], 5, clock=2, **TABLES), [55, 4, 0, 6, 44, 1, 21], ["dropped", "a blaze"]),
        (TIERS.opposed(45, 60, **TABLES), [44, 5, 66, 1], ["a blaze", "broken"]),
        (TIERS.countdown([45], [60], "5/6", **TABLES), [55, 1, 99, 2, 11, 3], ["broken", "spark"]),
    ],
    ids=str,
)
def test_t15_each_critical_and_fumble_consults_its_table(
    experiment: Any, faces: list[int], told: list[str]
) -> None:
    roll = experiment.roll(faces=faces)
    for text in told:
        assert text in str(roll)
    assert verify(roll.to_json()) == roll


def test_t15_tables_do_not_change_how_a_roll_among_several_ends() -> None:
    for rule, given in (
        (TIERS.test, {"stats": [45, 60], "tier": 5, "clock": 3}),
        (TIERS.opposed, {"stat": 45, "opponent": 60}),
        (TIERS.countdown, {"stats": [45], "opponents": [60]}),
    ):
        assert rule(**given, **TABLES).odds() == rule(**given).odds()


# Spellings


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("golden Sharp Eyes 2", Tag("gold", "Sharp Eyes", 2)),
        ("Torch 3$", Tag("", "Torch", 3)),
        ("Torch +3 $", Tag("", "Torch", 3)),
        ("silver Rope tier 2", Tag("silver", "Rope", 2)),
        ("silver - 2", Tag("silver", "", -2)),
        ("gold Mud –1", Tag("gold", "Mud", -1)),
        ("Ring of 3 wishes", Tag("", "Ring of 3 wishes", 1)),
        ("torch+2", Tag("", "torch", 2)),
        ("torch-1", Tag("", "torch", -1)),
        ("silver+2", Tag("silver", "", 2)),
        ("R2D2 +1", Tag("", "R2D2", 1)),
        ("other Cold Iron", Tag("", "Cold Iron", 1)),
        ("other golden ring 2", Tag("", "golden ring", 2)),
    ],
)
def test_t12_a_number_behind_a_tag_is_its_tier(text: str, tag: Tag) -> None:
    assert Tag.of(text) == tag == Tag.of(str(tag))


@pytest.mark.parametrize(
    ("text", "said_so"),
    [
        ("rope +2 +1", "a tag has one Tier, and the name 'rope \\+2' ends in another"),
        ("Torch 2 1", "a tag has one Tier"),
        ("Torch 1234", "the Tier of a tag goes up to 999, not '1234'"),
        ("+2", "a tag such as"),
    ],
)
def test_t12_a_tag_that_could_mean_two_things_is_refused(text: str, said_so: str) -> None:
    with pytest.raises(ParameterError, match=said_so):
        TIERS.check(45, tags=[text])


@pytest.mark.parametrize("text", ["3$", "3 $", " 3$ ", "Normal", "normal", 3])
def test_t8_a_tier_with_its_sign(text: Any) -> None:
    assert TIERS.check(45, text) == TIERS.check(45, 3)
    assert TIERS.test([45], text, earned="2 $") == TIERS.test([45], 3, earned=2)
    assert Sheet("A", {"Climbing": 45}).call(TIERS.check, "Climbing", text).odds() == (
        TIERS.check(45, 3).odds()
    )


@pytest.mark.parametrize("text", ["$", "3$$", "x$", "$3", "0$"])
def test_t8_what_is_no_tier(text: str) -> None:
    with pytest.raises(ParameterError, match="tier must be a whole number from 1 to 1000"):
        TIERS.check(45, text)


@pytest.mark.parametrize("text", ["2/−/", "2/–/", "/-/ /−/"])
def test_t10_disadvantages_with_a_minus_sign(text: str) -> None:
    assert Edges.of(text) == Edges(0, 2)


@pytest.mark.parametrize("sheet", [Sheet(), Sheet("Alice", {"Climbing": 45})])
def test_t8_the_names_of_difficulties_are_listed_where_one_is_misspelt(sheet: Sheet) -> None:
    with pytest.raises(
        ParameterError, match=r"one of Very Easy, Easy, Normal, .*Masterful"
    ) as said:
        sheet.call(TIERS.check, 45, "Hrad")
    assert said.value.hint == "did you mean Hard?"


def test_aliases_of_a_choice_are_no_further_choices() -> None:
    on_failure = next(each for each in tiers.test.parameters if each.name == "on_failure")
    assert on_failure.type.choices_shown() == ("benevolent", "lost", "reset")
    assert list(OnFailure) == [OnFailure("benevolent"), OnFailure("lost"), OnFailure("reset")]


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("alarm 2/6: the guards come", Clock(6, 2, "alarm", "the guards come")),
        ("alarm: 2/6", Clock(6, 2, "alarm")),
        ("6: the guards come", Clock(6, 0, "", "the guards come")),
        ("Area 51 2 / 6", Clock(6, 2, "Area 51")),
        ("2/6 : at 12:00: dawn", Clock(6, 2, "", "at 12:00: dawn")),
    ],
)
def test_t6_clocks_with_names_and_events(text: str, clock: Clock) -> None:
    assert Clock.of(text) == clock == Clock.of(str(clock))
    ticked = clock.tick(9)
    assert (ticked.name, ticked.event, ticked.full) == (clock.name, clock.event, True)
    assert ticked.empty(3) == Clock(6, 3, clock.name, clock.event)
    assert ticked.shown().endswith(f"6/6: {clock.event}" if clock.event else "6/6")
    assert clock.shown("the Clock") == f"{clock.name or 'the Clock'} {clock.filled}/6"


@pytest.mark.parametrize(("name", "event"), [("a:b", ""), (3, ""), ("a", None), ("a\x1b", "")])
def test_t6_clocks_that_could_not_be_read_again_are_refused(name: Any, event: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        Clock(4, 0, name, event)
    assert caught.value.code == "bad-clock"


@pytest.mark.parametrize(
    ("turn", "names", "place"),
    [("2", (), 1), ("bob", ("Alice", "Bob"), 1), ("3", (), None), ("2", ("2", "Bob"), 0)],
)
def test_t5_whose_turn_it_is(turn: str, names: tuple[str, ...], place: int | None) -> None:
    assert Turn.of(turn).place(names, 2) == place


@pytest.mark.parametrize("metal", ["gold", "golden", "silver", "other"])
def test_t12_a_slip_in_a_tag_is_refused_or_understood(metal: str) -> None:
    """A metal with a slip would give $ in place of an advantage, or of more Stat."""
    meant = Tag.of(f"{metal} rope 2")
    written = [f"{slip} rope 2" for slip in slips(metal)]
    written += [f"{metal} rope {slip} 2" for slip in slips("tier")]
    for text in written:
        try:
            made = Tag.of(text)
        except ParameterError:
            continue
        assert (made.metal, made.tier) == (meant.metal, 2), text


def test_t12_a_slip_in_a_tag_is_told_with_both_ways_to_write_it() -> None:
    for text, hint in (
        ("sliver rope 2", "did you mean silver? A name that begins so is written `other sliver"),
        ("glod eyes", "did you mean gold?"),
        ("torch2", "the Tier stands last, with its sign: torch2 +1"),
        ("torch teir 2", "write the Tier as"),
    ):
        with pytest.raises(ParameterError) as caught:
            TIERS.check(45, tags=[text])
        assert str(caught.value.hint).startswith(hint)
