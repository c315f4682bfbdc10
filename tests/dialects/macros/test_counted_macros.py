"""What a macro takes is counted before the work, and nothing is done again for nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal.dialects.macros.macro import InlineRoll, Message, Row, named_apart
from astragal.dialects.macros.needs import given_with
from astragal.dialects.macros.programs.roll20.filling import Filling
from astragal.dialects.macros.syntax import read_macro
from astragal.errors import AstragalError, LimitError
from astragal.notation.syntax.parser import parse
from astragal.service import Service
from astragal.table.random_tables import RandomTable

CHAIN = {f"m{n}": f"#m{n + 1}" for n in range(95)} | {"m95": "1"}


def refused(text: str, dialect: str, **fields: Any) -> LimitError:
    with pytest.raises(LimitError) as caught:
        read_macro(text, dialect, **fields)
    return caught.value


def test_what_answers_put_in_is_looked_through_and_not_the_text_around_it() -> None:
    asked = "".join(f"?{{a{n}|&num;m0}}" for n in range(150))
    filling = Filling(given_with(macros=CHAIN))
    assert filling.filled(asked + "#x " * 4_000).startswith("1" * 150 + "#x")
    assert filling._read < 150 * 1_000


def test_what_is_put_in_again_and_again_is_counted() -> None:
    long = {"macros": CHAIN | {"m95": "?{a|" + "#x " * 5_000 + "}"}, "answers": {"a": "#m0"}}
    error = refused("?{a}", "roll20", **long)
    assert (error.code, error.limit) == ("too-many-work", "work")
    many = {"macros": {"m": "?{a|&num;m|" + "|x" * 7_900 + "}"}}
    assert refused("?{a|&num;m|x}", "roll20", **many).code == "too-many-work"


class Rescanning(Filling):
    """Looks through the whole text again, whatever was put in."""

    def _expanded(self, text: str, start: int, end: int) -> str:
        return super()._expanded(text, 0, len(text))


TOKENS = ("#", "a", "b", "-", "@{", "%{", "}", "{", "@", "%", "?{q|", "?{r}", "|", " ", "x")
texts = st.lists(st.sampled_from(TOKENS), max_size=8).map("".join)


@given(texts, st.dictionaries(st.sampled_from(("a", "b", "ab", "xa")), texts), texts)
def test_looking_only_at_what_is_new_finds_every_call(
    text: str, called: dict[str, str], answer: str
) -> None:
    fields: Any = {"macros": called, "values": called, "answers": {"q": answer, "r": answer}}

    def outcome(filling: Filling) -> object:
        try:
            return filling.filled(text), filling.macros, filling.values
        except AstragalError as error:
            return error.code

    expected = outcome(Rescanning(given_with(**fields), lenient=True))
    found = outcome(Filling(given_with(**fields), lenient=True))
    assert found == expected or "too-many-work" in (found, expected)


def test_numbers_and_texts_are_told_apart_once() -> None:
    known = given_with(values={"a": 1, "b": "x", "c": "2"})
    assert known.numbers is known.numbers == {"a": 1, "c": 2}
    assert known.texts is known.texts == {"b": "x"}


def test_a_text_that_is_too_long_with_its_values_is_never_put_together() -> None:
    error = refused("{a}" * 1_500, "avrae", values={"a": "x" * 20_000_000})
    assert (error.code, error.number) == ("too-long", 30_000_000_000)
    assert refused("{a}", "avrae", values={"a": 10**200}).code == "number-too-long"


def test_rolls_are_counted_as_they_come() -> None:
    error = refused("\n".join(["!rr 100 1d6"] * 1_300), "avrae")
    assert (error.code, error.number) == ("too-many-results", 1_001)


class Name(str):
    """A name that counts how often it is compared."""

    compared = 0
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        Name.compared += 1
        return super().__eq__(other)

    __hash__ = str.__hash__


def test_many_rolls_of_one_name_are_named_apart_at_once() -> None:
    dice = parse("1d6")
    rolls = [InlineRoll(Name("Hit"), dice) for _ in range(500)]
    named = named_apart([Message((Row(tuple(rolls)),))])[0].rolls
    assert [roll.name for roll in named] == ["Hit", *(f"Hit {n}" for n in range(2, 501))]
    assert Name.compared < 5_000


def test_only_tables_that_are_drawn_from_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    of = RandomTable.of

    def counting(text: str) -> RandomTable:
        read.append(text)
        return of(text)

    monkeypatch.setattr(RandomTable, "of", counting)
    table = "d6 [1..5] smoke [6] " + "fire" * 1_500
    tables = {"loot": "d4 [1..4] gold", **{f"t{n}": table for n in range(5)}}
    ask = {"dialect": "roll20", "tables": tables}
    Service().ask("macro", {**ask, "text": "[[1t[loot]]] [[1t[loot]]]"})
    assert read == ["d4 [1..4] gold"]
    with pytest.raises(LimitError) as caught:
        Service().ask("macro", {**ask, "text": "[[1t[t0]]] [[1t[t1]]] [[1t[t2]]]"})
    assert caught.value.code == "too-long"
    assert len(read) == 3
