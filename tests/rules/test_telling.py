"""A small game of somebody else's: words on its parameters, and classes of outcomes; no notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, ClassVar

import pytest

import astragal
from astragal import (
    Added,
    Asks,
    Circumstance,
    Contested,
    Hideable,
    RankedOutcome,
    Rolled,
    RuleError,
    Sheet,
    Side,
    Stakes,
    Sum,
    Words,
    best,
    choose,
    hide,
    note,
    reveal,
    rule,
)
from astragal.render.headline import headline_of
from astragal.rules.ordered import compared

Skill = Annotated[int, Words("Skill {}"), "how good somebody is"]
Luck = Annotated[int, Words("with {} charms", one="with a charm"), "a die more each"]
Ditch = Annotated[int | None, Hideable(), Words("over {} feet", hidden="over a ditch")]
Names = Annotated[Sequence[str], "who rolls, ours first"]


class Leap(RankedOutcome):
    """How a leap ended."""

    headline = ("lands",)
    row_words: ClassVar[Mapping[str, Words]] = {"lands": Words("gets over")}

    lands: bool
    feet: int

    @property
    def called(self) -> str:
        return "over" if self.lands else "into the ditch"

    @property
    def shows(self) -> tuple[str, ...]:
        return (f"{self.feet} feet",)

    @property
    def why(self) -> str:
        return "exactly as wide as the ditch" if self.lands and self.feet == 12 else ""

    def order(self) -> tuple[Any, ...]:
        return (self.lands, self.feet)


class Flight(RankedOutcome):
    """How far a leap goes over a ditch that nobody can see."""

    feet: int

    def order(self) -> tuple[Any, ...]:
        return (self.feet,)


class Dance(Contested):
    """How a dance ended for us."""

    side: Side
    ours: int
    theirs: int

    @property
    def ahead(self) -> Side:
        return self.side

    @property
    def both(self) -> str:
        return f"{self.ours} against {self.theirs}"

    def order(self) -> tuple[Any, ...]:
        return (self.side.rank, self.ours, -self.theirs)


@rule
def leap(
    skill: Skill,
    ditch: Ditch = 12,
    charms: Luck = 0,
    names: Names = (),
) -> Asks[Leap | Flight]:
    """d20s, the best of them, and Skill: as many feet as that."""
    roll: int = yield best(1 + charms, 20)
    if ditch is None:
        return Flight(roll + skill)
    return Leap(roll + skill >= ditch, roll + skill)


@rule
def dance(skill: Skill, opponent: Skill = 0, names: Names = ()) -> Asks[Dance]:
    """Both roll a d6 and add their Skill."""
    ours: int = yield "d6"
    theirs: int = yield "d6"
    totals = ours + skill, theirs + opponent
    return Dance(compared(*totals), *totals)


@pytest.mark.parametrize(
    ("made", "faces", "told"),
    [
        (leap(3), [9], "Leap Skill 3: d20: 9 → over, 12 feet: exactly as wide as the ditch"),
        (
            leap(3, 15, charms=1, names=["Ann"]),
            [4, 9],
            "Ann, Leap Skill 3 over 15 feet with a charm: best of 2d20: ~4~, 9 → 9 "
            "→ into the ditch, 12 feet",
        ),
        (
            leap(3, charms=2),
            [4, 9, 17],
            "Leap Skill 3 with 2 charms: best of 3d20: ~4~, ~9~, 17 → 17 → over, 20 feet",
        ),
        (
            dance(3, 2, names=["Ann", "Bob"]),
            [6, 1],
            "Ann, Dance Skill 3, against Bob, Skill 2: Ann 1d6: 6, Bob 1d6: 1 → Ann wins",
        ),
        (dance(3), [1, 6], "Dance Skill 3 against Skill 0: 1d6: 1, the opponent 1d6: 6 → lose"),
    ],
)
def test_a_game_of_somebody_elses_reads_well(made: Any, faces: list[int], told: str) -> None:
    assert str(made.roll(faces=faces)) == told


def test_outcomes_say_what_they_are_called() -> None:
    assert str(Leap(False, 3)) == "into the ditch, 3 feet"
    assert str(Dance(Side.WIN, 9, 3)) == "win, 9 against 3"
    assert Dance(Side.WIN, 9, 3).told_to("Ann", "Bob") == ("Ann wins", "")
    assert Dance(Side.TIE, 3, 3).told_to("Ann", "Bob") == ("tie between Ann and Bob", "")
    assert Dance(Side.LOSE, 1, 3).told_to("", "") == ("lose", "")
    assert "called" not in leap.outcome_fields


@rule(aim="lands")
def lucky_leap(skill: Skill, ditch: int = 12) -> Asks[Leap]:
    """A leap that may be tried again, once."""
    roll: int = yield "d20"
    if (yield choose("leap again?", {"again": True, "stay": False}, roll=roll)):
        roll = yield "d20"
    return Leap(roll + skill >= ditch, roll + skill)


def test_advice_is_headed_by_the_roll_and_headlines_by_words() -> None:
    advice = lucky_leap(3).advise(faces=[4])
    assert advice.render(width=40).splitlines() == [
        "Lucky leap Skill 3: leap again?",
        "  best: again",
        "",
        "  option   chance",
        "   again  60.00 %  ███████████████████",
        "    stay      0 %",
    ]
    assert str(lucky_leap(3).roll(faces=[4, 20], decisions=["again"])) == (
        "Lucky leap Skill 3: 1d20: 4, leap again? again, 1d20: 20 → over, 23 feet"
    )
    headline = headline_of(leap(3).odds())
    assert headline is not None
    assert headline.rows() == [("gets over", [Fraction(3, 5)])]
    assert headline.to_data()["values"][0]["field"] == "lands"


def test_a_hidden_value_is_introduced_as_hidden() -> None:
    hidden, secret = hide(leap(3), "ditch", salt=bytes(16))
    roll = hidden.roll(faces=[9])
    assert str(roll) == "Leap Skill 3 over a ditch: d20: 9 → feet 12"
    assert str(reveal(roll.to_json(), secret, rules=[leap])) == (
        "Leap Skill 3: d20: 9 → over, 12 feet: exactly as wide as the ditch"
    )


def test_circumstances_add_and_are_named() -> None:
    boots = Circumstance("seven-league boots", {"charms": 1})
    sheet = Sheet("Ann", {"Jump": 3}).begin(boots)
    roll = sheet.call(leap, "Jump").roll(faces=[4, 9])
    assert str(roll) == (
        "Ann, Jump Skill 3 with a charm (seven-league boots): best of 2d20: ~4~, 9 → 9 "
        "→ over, 12 feet: exactly as wide as the ditch"
    )
    assert roll.explain()[:2] == ["Ann rolls", "seven-league boots: a charm"]


def test_words_that_do_not_fit_are_refused() -> None:
    with pytest.raises(RuleError, match="words are text"):
        Words(3)  # type: ignore[arg-type]

    @rule
    def odd(height: Annotated[int, Words("{} of {}")]) -> Asks[int]:
        return (yield "d6") + height  # type: ignore[no-any-return]

    with pytest.raises(RuleError, match="do not fit"):
        str(odd(3).roll(faces=[1]))


def test_parameters_without_words_are_told_by_their_names() -> None:
    @rule(title="Big Climb")
    def climb(wall_height: int = 3, in_rain: bool = False, day: bool = True) -> Asks[int]:
        return (yield "d6") + wall_height  # type: ignore[no-any-return]

    assert climb().label == "Big Climb"
    assert climb(4, in_rain=True, day=False).label == "Big Climb, wall height 4, in rain, no day"


def test_notes_tell_dice_and_totals_by_name() -> None:
    @rule
    def strike(strength: Annotated[int, Words("{:+}")]) -> Asks[int]:
        faces: tuple[int, ...] = yield astragal.dice(2, 20)
        kept = max(faces)
        yield note(Rolled(faces, (faces.index(kept),), "Ann"))
        yield note(
            "{} in all",
            Sum(kept, (Added(0, "rain"), Added(-2), Added(strength, "", "strength")), kept - 2),
        )
        yield note(", and that is that")
        return kept

    called = astragal.Sheet("Ann", {"Might": 3}).call(strike, strength="Might")
    roll = called.roll(faces=[4, 17])
    assert str(roll) == (
        "Ann, Might +3: Ann ~4~, 17; 17 - 2 + 3 (Might) = 15 in all, and that is that → 17"
    )
    assert [die.kept for die in roll.groups[0].dice] == [False, True]
    assert [str(each.role) for each in roll.line.pieces if each.text == "4"] == ["dropped"]


def test_stakes_and_circumstances_stand_in_the_line() -> None:
    stakes = Stakes("over the wall", success="you are in", failure="dogs", against=["rain"])
    called = astragal.Sheet("Ann", {"Jump": 3}).call(leap, "Jump", stakes=stakes)
    assert str(called.roll(faces=[15])) == (
        "Ann, Jump Skill 3 (wants: over the wall; against: rain): d20: 15 "
        "→ over, 18 feet; you are in"
    )
    assert str(called.roll(faces=[1])).endswith("→ into the ditch, 4 feet; dogs")


def test_a_pool_without_dice_is_not_told() -> None:
    @rule
    def both(red: int = 0, blue: int = 2) -> Asks[int]:
        ours = yield astragal.pool(red, 6)
        theirs = yield astragal.pool(blue, 6)
        return len(ours) - len(theirs)

    assert str(both().roll(faces=[3, 5])) == "Both: pool of 2d6: 3, 5 → 5, 3 → -2"
    assert both().roll(faces=[3, 5]).explain()[1:] == ["  pool of 2d6: 3, 5 → 5, 3", "→ -2"]
    assert str(both(0, 0).roll(faces=[])) == "Both, blue 0 → 0"
