"""Texts from strangers: nothing but our own errors, nothing in silence, and no time to speak of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal.errors import AstragalError
from astragal.notation.syntax.parser import parse
from astragal.talk import Understood, read, understand
from astragal.talk.listening import LONGEST
from astragal.talk.phrase import vocabulary

WORDS = sorted(vocabulary())
PIECES = [
    *WORDS,
    *("2d6", "d20", "1d20+5", "4d6kh3", "2d6kh(1d4)", "(1d4)d6", "3x(d6)", "15", "7+", "+"),
    *("-", ",", "and", "a", "six", "chance of", "odds of", "at least"),
    *("@n", "@{a b}", "[fire]", "# x", "(", ")", "{", "}", "!", "?", ".", "fire", "\ue000", "é"),
]


def heard(text: str) -> Understood | None:
    """What is understood; any error but our own fails the test."""
    try:
        found = read(text)
    except AstragalError as error:
        error.render()
        return None
    return found.understood


@given(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join))
def test_words_in_any_order_are_understood_or_refused(text: str) -> None:
    understood = heard(text)
    if understood is not None:
        assert str(parse(understood.text)) == understood.text
        expression = parse(understood.text)
        assert expression.body.draws or expression.variables


@pytest.mark.parametrize("dice", ["2d6kh(1d4)", "(1d4)d6", "2d(1d6)", "2d6r<(1d3)", "{1d6,1d8}kh1"])
@pytest.mark.parametrize("asked", ["{} at least 5", "{} exactly 1", "a 1 on {}", "{} hits 4"])
def test_dice_in_dice_are_asked_about(dice: str, asked: str) -> None:
    heard(asked.format(dice))
    heard(f"chance that {asked.format(dice)}")


@given(st.text(max_size=60))
def test_any_characters_are_understood_or_refused(text: str) -> None:
    heard(text)


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map(" ".join))
def test_what_is_understood_is_understood_again(text: str) -> None:
    """What was read is notation, and notation is read as it stands."""
    understood = heard(text)
    if understood is not None:
        assert read(understood.text).understood is None
        for each in (*understood.asked, *understood.alternatives):
            assert read(each.text).understood is None


REPEATED = [
    *(f"{word} " for word in WORDS[::5]),
    *("2d6+", "2d6 and ", "d20 vs ", "2d6, ", "(", "the best of ", "1d6 fire + ", "fire ", "a"),
    *("2d6 then ", "half of ", "6 times ", "reroll 1s ", "15 on ", "-", "title: ", "one ", "a'"),
    *("[a] ", "@{a} ", "@a", "twenty ", "d6 d6 ", "how ", "\u0301", " ", "x", "9"),
]


@pytest.mark.slow
@pytest.mark.parametrize("before", ["", "roll 2d6 ", "odds of "])
def test_repetitions_are_heard_to_their_end(before: str) -> None:
    """One that took a pattern exponential time would never end."""
    for piece in REPEATED:
        heard((before + piece * LONGEST)[:LONGEST])


def test_what_is_too_long_is_not_listened_to() -> None:
    text = "roll 2d6 and drop the lowest " * 500
    assert understand(text) is None
    assert heard(text[:15_000]) is None
