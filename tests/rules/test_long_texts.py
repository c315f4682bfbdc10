"""Texts of rules that are very long: blanks, lists and modifiers are read in one go, or refused."""

from __future__ import annotations

import re
from typing import Any

import pytest

from astragal import AstragalError, Wish, rule, total
from astragal.games import percentile, scores, target, tiers
from astragal.games.percentile.ten_sided import TenSided
from astragal.games.tiers.edges import Edges
from astragal.mechanics import modifiers
from astragal.mechanics.modifiers import Modifiers
from astragal.rules.types.base import MismatchError
from astragal.rules.types.containers import ListType
from astragal.rules.types.numbers import IntegerType
from astragal.service import Service
from astragal.table.lasting import Lasting


class OneBlank:
    """A pattern that refuses to look at several blanks in a row."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern

    def __getattr__(self, name: str) -> Any:
        def method(text: str, *args: Any) -> Any:
            assert not re.search(r"\s\s", text)
            return getattr(self._pattern, name)(text, *args)

        return method


BLANKS = " " * 1_000


@pytest.mark.parametrize(
    ("module", "name", "read"),
    [
        ("astragal.games.tiers.edges", "_WRITTEN", Edges.of),
        ("astragal.games.percentile.ten_sided", "_DICE", TenSided.of),
        ("astragal.mechanics.modifiers", "_WRITTEN", Modifiers.of),
        ("astragal.table.lasting", "_WRITTEN", Lasting.of),
    ],
)
def test_patterns_meet_single_blanks(
    module: str, name: str, read: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib import import_module

    found = import_module(module)
    monkeypatch.setattr(found, name, OneBlank(getattr(found, name)))
    for text in (BLANKS + "¤", f"1{BLANKS}¤", f"2/+/{BLANKS}¤", f"1d10{BLANKS}+{BLANKS}¤"):
        with pytest.raises(AstragalError):
            read(text)


def test_blanks_do_not_matter() -> None:
    assert Edges.of(f"{BLANKS}2/+/{BLANKS}/-/") == Edges.of("2/+/ /-/")
    assert TenSided.of(f"2d10{BLANKS}+{BLANKS}5") == TenSided.of("2d10+5")
    assert Lasting.of(f"for 2{BLANKS}rounds") == Lasting.of("2 rounds")


def test_modifiers_are_parted_outside_of_brackets() -> None:
    parted = modifiers._parted("+1 luck (a, b), -2 , (x")
    assert parted == ["+1 luck (a, b)", " -2 ", " (x"]
    assert str(Modifiers.of("+1 luck (a, b), -2")) == "+1 luck (a, b), -2"


def test_of_too_many_modifiers_few_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    written = modifiers._written

    def counting(text: str, find: Any) -> Any:
        read.append(text)
        return written(text, find)

    monkeypatch.setattr(modifiers, "_written", counting)
    with pytest.raises(AstragalError):
        Modifiers.of("1," * 5_000)
    assert len(read) == 101


def test_of_too_long_a_list_one_entry_too_many_is_read() -> None:
    kind = ListType(IntegerType(), 0, 5)
    assert kind.parts("1," * 1_000) == ["1"] * 6
    assert len(kind.resolve(["1"] * 1_000, lambda name: None)) <= 1_000
    for text in ("1," * 1_000, "1,1,1,1,1,1"):
        with pytest.raises(MismatchError):
            kind.parse(text)
    with pytest.raises(MismatchError):
        kind.from_data([1] * 1_000)
    assert kind.parse("1,2") == (1, 2)


@rule
def named(name: str) -> Any:
    """Roll for somebody."""
    yield total(1, 6)
    return name


@pytest.mark.parametrize(
    "call",
    [
        lambda: named("x" * 16_001),
        lambda: scores.contest(win="x" * 16_001),
        lambda: target.check(modifiers="1" * 16_001),
        lambda: tiers.check(45, edges="/+/" * 6_000),
        lambda: percentile.roll("1d10" + "+1d10" * 4_000),
        lambda: Wish(">=5", "1" + " " * 2_000 + "x"),
        lambda: Wish(">=5" + " " * 2_000, "1"),
        lambda: Wish(">=5", "1\n2"),
    ],
)
def test_very_long_texts_are_refused(call: Any) -> None:
    with pytest.raises(AstragalError):
        call()


def test_long_views_are_refused_before_they_are_matched() -> None:
    for field in ("of", "aim"):
        question = {"rule": "tiers.check", "parameters": {"stat": 45}, field: "a>=1" + " " * 1_000}
        with pytest.raises(AstragalError) as caught:
            Service().ask("odds", question)
        assert caught.value.code == "bad-field"
