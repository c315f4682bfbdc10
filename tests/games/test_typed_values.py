"""Values as people type and paste them: understood, or refused with the word that is unclear."""

from __future__ import annotations

from typing import Any

import pytest

import astragal
from astragal import AstragalError, FacesError, ParameterError
from astragal.games import percentile, scores, target, tiers, triumph
from astragal.games.tiers.clocks import Clock
from astragal.games.tiers.tags import Tag
from astragal.mechanics.modifiers import Modifiers
from astragal.service import Service
from tests.support.prompt import talk


def armour_class(modifiers: str, *, touch: bool = False) -> int:
    return target.armor_class(modifiers, touch=touch).roll().outcome.value


# Modifiers


@pytest.mark.parametrize(
    "raise_by_two",
    [
        "+2 enhancement to natural armor",
        "+2 enhancement bonus to natural armor",
        "+2 natural armor enhancement bonus",
        "+2 natural armor enhancement",
        "+2 enhancement to his natural armour",
        "+2 enhancement to the existing natural armor bonus",
        "+2 to natural armor",
    ],
)
def test_what_raises_natural_armor_is_understood_in_many_words(raise_by_two: str) -> None:
    assert armour_class(f"+3 natural armor, {raise_by_two}, +5 armor") == 15
    assert armour_class(f"+3 natural armor, {raise_by_two}, +4 armor") == 15
    assert armour_class(f"+3 natural armor, {raise_by_two}, +4 armor", touch=True) == 15


def test_what_raises_armor_counts_with_armor_alone() -> None:
    typed = (
        "+4 armor, +2 enhancement to armor, +1 enhancement bonus to his armour, +3 natural armor"
    )
    assert armour_class(typed) == 16
    assert armour_class(typed, touch=True) == 13
    assert armour_class("+1 armor, +1 enhancement to armor, +3 natural armor") == 13


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("+2 luck, 3x morale", "'3x morale' is not a modifier"),
        ("+2 luck, +3 moral", "'+3 moral': 'moral' is not a type"),
        ("+5 from armor", "is armor the type, or where it comes from?"),
        ("+2 from Bless luck bonus", "names a source and a type"),
        ("+2 dodge 3 luck", "commas part modifiers"),
        ("+2 enhancement to naturl", "did you mean natural armor?"),
        ("+2 luck to magic armor", "a modifier may be to natural armor"),
    ],
)
def test_an_unclear_modifier_is_named(typed: str, says: str) -> None:
    with pytest.raises(ParameterError) as refused:
        target.check(typed, 10)
    assert says in f"{refused.value.message} {refused.value.hint}"


@pytest.mark.parametrize(
    "typed", ["+2 luck (Bless), -1 morale", "+2 Divine Favor", "+2 enhancement to natural armor"]
)
def test_modifiers_are_written_as_they_are_read(typed: str) -> None:
    read = Modifiers.of(typed)
    assert Modifiers.of(str(read)) == read


# Clocks and tags


@pytest.mark.parametrize(
    "typed", ["alarm 5 in 6", "alarm two of 6", "alarm 5 6", "alarm 5/6 and dawn 3/4", "alarm of 6"]
)
def test_a_clock_whose_count_is_unclear_is_refused(typed: str) -> None:
    with pytest.raises(ParameterError, match=r"not clear|two counts"):
        Clock.of(typed)


def test_several_clocks_are_typed_in_one_text() -> None:
    said = tiers.test([45], 5, clock="alarm 5 of 6: they come, dawn 3/4").roll(faces=[50])
    assert [str(each) for each in said.outcome.clocks] == ["alarm 6/6: they come", "dawn 4/4"]
    assert Clock.of("Guard 3 2/6").name == "Guard 3", "an explicit count may follow a number"


@pytest.mark.parametrize("typed", ["silver -1 rope", "2 torches", "tier 2 torch", "torch two"])
def test_a_number_in_a_tag_that_may_be_its_tier_is_refused(typed: str) -> None:
    with pytest.raises(ParameterError, match="a Tier, or part of the name"):
        Tag.of(typed)
    assert Tag.of(f"{typed} +1").tier == 1


# Ranges as they are printed


@pytest.mark.parametrize(
    "printed",
    [
        "`[..6]` 1 Missile, `[7..9]` 2 Missiles, `[10..]` 3 Missiles",
        r"\[..6\] 1 Missile \[7..9\] 2 Missiles \[10..\] 3 Missiles",
        r"\[..6] 1 Missile, \[7..9] 2 Missiles, \[10..] 3 Missiles",
    ],
)
def test_ranges_are_read_as_the_chapter_prints_them(printed: str) -> None:
    plain = "[..6] 1 Missile [7..9] 2 Missiles [10..] 3 Missiles"
    assert scores.test(0, ranges=printed) == scores.test(0, ranges=plain)


def test_passing_and_failing_scores_are_known_by_the_chapters_names() -> None:
    named = scores.test(0, ranges="[..6] Failing Score [7..] Passing Score")
    assert named.odds().probability("passes") == scores.test(0, ranges="pass").odds().probability(
        "passes"
    )


# Coins and numbers


@pytest.mark.parametrize(
    ("face", "says"),
    [("heads", 10), ("tails", 0), ("success", 10), ("Failure", 0), (1, 10), (2, 0)],
)
def test_a_coin_is_typed_by_its_side_or_by_what_it_stands_for(face: Any, says: int) -> None:
    roll = scores.test(0).roll(faces=[10, face])
    assert roll.outcome.score == says
    assert roll.faces == (10, 1 if says else 2), "the record holds numbers"


def test_the_coin_of_a_contest_and_a_plain_one() -> None:
    assert scores.contest(2, 2).roll(faces=[4, 4, "lose"]).outcome.wins is False
    assert scores.contest(2, 2).roll(faces=[4, 4, "heads"]).outcome.wins is True
    assert astragal.roll("2d2", faces=["heads", "tails"]).outcome == 3
    with pytest.raises(FacesError, match="failur"):
        scores.test(0).roll(faces=[10, "failur"])
    with pytest.raises(FacesError):
        astragal.roll("1d6", faces=["heads"])


@pytest.mark.parametrize("line", ["check ４５", "check 45 --tags 'torch +２'"])
def test_digits_that_notation_refuses_are_refused_everywhere(line: str) -> None:
    assert "error" in talk("game tiers", line)
    with pytest.raises(AstragalError):
        astragal.roll("２d6")
    assert "write it in ASCII: 45" in talk("game tiers", "check ４５")


# People by their names


def test_edges_of_each_by_name_or_in_order() -> None:
    by_hand = tiers.test([45, 50], 6, disadvantages=[0, 2], names=["Ann", "Bob"])
    by_name = tiers.test([45, 50], 6, edges="Bob: 2/-/", names=["Ann", "Bob"])
    assert by_name == by_hand
    assert "no advantages" not in str(by_name.roll(faces=[77]))
    assert tiers.test([45, 50], 6, edges="/+/, /-/") == tiers.test(
        [45, 50], 6, advantages=[1, 0], disadvantages=[0, 1]
    )
    wounded = tiers.countdown(
        [45], [40, 60], opponent_edges="Fay: /-/", opponent_names=["Eve", "Fay"]
    )
    assert wounded.arguments["opponent_disadvantages"] == (0, 1)
    for edges, names, says in [
        ("Cas: /-/", ["Ann", "Bob"], "'Cas' is none of those who roll: Ann, Bob"),
        ("Bob: /-/", [], "give their names"),
        ("/-/, /-/, /-/", [], "2 roll, and there are 3"),
    ]:
        with pytest.raises(ParameterError, match=says):
            tiers.test([45, 50], 6, edges=edges, names=names)
    with pytest.raises(ParameterError, match="give one of them"):
        tiers.test([45, 50], 6, edges="/-/, /+/", advantages=[1])


def test_who_reacts_may_be_named() -> None:
    sides: dict[str, Any] = {"ability": 3, "opponent": 1, "proficiency": "aptitude"}
    for name, side in [("Ann", "us"), ("bob", "them")]:
        named = triumph.contest(**sides, reactive=name, names=["Ann", "Bob"])
        assert named == triumph.contest(**sides, reactive=side, names=["Ann", "Bob"])
    with pytest.raises(ParameterError, match="reactive must be one of"):
        triumph.contest(**sides, reactive="Cas", names=["Ann", "Bob"])
    sheets = [f'name = "{name}"\n[Abilities]\nStrength = 3' for name in ("Ann", "Bob")]
    asked = {"ability": "Ann: Strength", "opponent": "Bob: Strength", "reactive": "Bob"}
    roll = Service().ask("roll", {"rule": "triumph.contest", "parameters": asked, "sheets": sheets})
    assert roll["roll"]["parameters"]["reactive"] == "them"


def test_an_extended_test_without_a_try_is_refused() -> None:
    with pytest.raises(ParameterError, match="none is no limit"):
        percentile.extended(45, 3, tries=0)
    assert percentile.extended(45, 3, tries=None).arguments["tries"] is None


def test_a_sheet_keeps_its_headings() -> None:
    written = """name = "Ann"
level = 3

[Stats]
Climb = 45

[Stats.Social]
Charm = 3

[Saves]
"Focus Save" = 1
Sword = "1d8+2"
"""
    sheet = astragal.Sheet.read(written)
    assert sheet.to_toml() == written
    assert astragal.Sheet.read(sheet.to_toml()) == sheet
    assert "[values]" in astragal.Sheet("Bob", {"Climb": 3}).to_toml()
