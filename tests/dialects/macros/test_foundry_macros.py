"""Foundry's macros: commands, rolls in texts, now and on a click."""

from __future__ import annotations

import pytest

import astragal
from astragal.dialects.macros.macro import play
from astragal.dialects.macros.syntax import needs_of, read_macro
from astragal.rolling.sources import HandSource


def said(text: str, faces: list[int], **given: object) -> list[str]:
    """What the chat shows of a macro with these faces."""
    return [str(each) for each in play(read_macro(text, "foundry", **given), HandSource(faces))]


@pytest.mark.parametrize(
    ("text", "faces", "shown"),
    [
        ("/r 1d20+5 # Attack", [10], ["15"]),
        ("/roll 2d6", [3, 4], ["7"]),
        ("/r 4d6cs>3", [3, 4, 5, 1], ["2"]),
        ("/r 1d20[attack] + 2", [3], ["5"]),
        ("It takes [[2d6[fire]]]!", [3, 4], ["It takes 7!"]),
        ("[[1d6]]{fire} and [[1d6]] {more}", [3, 4], ["3 and 4 {more}"]),
        ("costs $[[1d6]]", [3], ["costs $3"]),
        ("[[/r 1d6]]{Damage}", [], ["[Damage]"]),
        ("/em bows\nno dice", [], ["bows", "no dice"]),
        ("@UUID[Actor.x1]{The goblin} hits", [], ["The goblin hits"]),
    ],
)
def test_rolls_in_texts(text: str, faces: list[int], shown: list[str]) -> None:
    assert said(text, faces) == shown


def test_labels_name_rolls() -> None:
    text = "/r 1d20 # Attack\n[[1d6]]{Damage} [[/r 1d4 # Poison]] [[/gmr 1d8]]{Secret} [[2]]"
    messages = read_macro(text, "foundry")
    rolls = [roll for message in messages for roll in message.rolls]
    names = ["Attack", "Damage", "Poison", "Secret", "roll 5"]
    assert [roll.name for roll in rolls] == names
    assert [roll.later for roll in rolls] == [False, False, True, True, False]


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("/gmr 1d6", "to the game master"),
        ("/br 1d6", "to the game master alone"),
        ("/blindroll 1d6", "to the game master alone"),
        ("/sr 1d6", "to whoever rolls"),
        ("/publicroll 1d6", ""),
        ("/w gm psst", "to the game master"),
        ("/whisper [Bob, Eve] psst", "to Bob, Eve"),
        ("/players hello", "to the players"),
    ],
)
def test_who_sees_it(text: str, heading: str) -> None:
    (message,) = read_macro(text, "foundry")
    assert message.heading == heading


def test_values_are_named_with_dots() -> None:
    text = "/r 1d20 + @abilities.str.mod + @prof"
    assert needs_of(text, "foundry").values == ("abilities.str.mod", "prof")
    assert said(text, [10], values={"abilities.str.mod": 3, "prof": "2"}) == ["15"]
    with pytest.raises(astragal.RollError, match="prof"):
        said(text, [10], values={"abilities.str.mod": 3})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[/draw Loot]]", "a table of Foundry's is a document of its world"),
        ("/draw Loot", "a table of Foundry's is a document of its world"),
        ("[[/check dex 15]]", "rules of a game system"),
        ("/macro attack", "a macro of Foundry's"),
        ("[[/em hi]]", "rolls nothing"),
        ("[[/foo 1]]", "Foundry has no command `/foo`"),
        ("/foo 1", "Foundry has no command `/foo`"),
        ("[[/r]]", "nothing to roll"),
        ("[[1d6", "never closed"),
        ("[[ [[1d4]]d6 ]]", "expected here"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(astragal.NotationError, match=message) as caught:
        read_macro(text, "foundry")
    assert caught.value.span is not None
