"""What may follow in a text that is being typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal.errors import AstragalError
from astragal.notation.completion import complete
from astragal.notation.syntax.parser import parse

NAMES = ("str", "Stealth", "fire damage")


def options(text: str, cursor: int | None = None) -> list[str]:
    return [option.text for option in complete(text, cursor, NAMES).options]


@pytest.mark.parametrize(
    ("text", "some"),
    [
        ("", ["floor(", "highest("]),
        ("hi", ["highest("]),
        ("2d6 + fl", ["floor("]),
        ("2d", ["6", "20", "%", "F"]),
        ("d1", ["10", "12"]),
        ("4d6", ["kh3", "!", "r<=2"]),
        ("4d6k", ["kh3", "kl2", "k>=5"]),
        ("4d6kh3", ["!", "s"]),
        ("1d20 >= 5 ", ["and", "or"]),
        ("1d20 v", ["vs"]),
        ("n", ["not"]),
        ("(2d6)m", ["min2", "max5"]),
        ("1d20▲k", ["kh3", "kl2"]),
        ("{1d6, 1d8}k", ["kh3"]),
        ("1d20 + @", ["str", "Stealth", "{fire damage}"]),
        ("1d20 + @S", ["str", "Stealth"]),
        ("1d20 + @{fi", ["{fire damage}"]),
    ],
)
def test_what_fits_is_offered(text: str, some: list[str]) -> None:
    offered = options(text)
    assert [each for each in some if each not in offered] == []


@pytest.mark.parametrize("text", ["xyz", "@str", "17", "2d6 [fire"])
def test_nothing_is_offered_where_nothing_fits(text: str) -> None:
    assert options(text) == []


@pytest.mark.parametrize("begun", ["1d6", "d6d6", "(1)", "d{1}", "df", "10ish"])
@pytest.mark.parametrize("more", ["!", "a", "a1", ">1", "▲", "1", "a>1", ")", "d6", "!1<"])
def test_a_text_that_could_be_read_in_many_ways_is_answered(begun: str, more: str) -> None:
    """Were each way tried, of which there are 2 to the power of hundreds, this would not end."""
    assert options(begun + more * (390 // len(more)) + "+") == options("+")


def test_what_is_after_the_cursor_stays() -> None:
    found = complete("4d6k + 2", 4)
    assert (found.start, found.end) == (3, 4)
    assert "kh3" in options("4d6k + 2", 4)


@given(
    st.sampled_from(["2d6", "4d6k", "d", "fl", "1d20 + 2d8!", "max(2, 1d", "@str + d"]), st.data()
)
def test_dice_and_modifiers_that_are_offered_can_be_read(text: str, data: st.DataObject) -> None:
    found = complete(text)
    option = data.draw(st.sampled_from(found.options))
    whole = text[: found.start] + option.text
    for end in ("", ")", "1d6)", "1d6,2)"):
        try:
            parse(whole + end)
        except AstragalError:
            continue
        return
    pytest.fail(f"{whole} cannot be finished")


def test_functions_of_symbols_are_offered() -> None:
    assert [option.text for option in complete("1 + canc").options] == ["cancel("]
