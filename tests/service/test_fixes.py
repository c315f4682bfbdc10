"""Suggestions of an error as whole texts."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable

import pytest

from astragal.errors import AstragalError, NotationError
from astragal.service import Service
from astragal.talk import refusing
from tests.notation.test_mistakes import TABLE


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("2d6 + 4d6kx", ["2d6 + 4d6kh3", "2d6 + 4d6dl1", "2d6 + 4d6!"]),
        ("4d6kx3 + 1", ["4d6kh3 + 1", "4d6dl3 + 1"]),
        ("d6 d8", ["d6 + d8", "d6, d8"]),
        ("hihgest 3 of 4d6", ["highest 3 of 4d6"]),
        ("2d6 x 3", ["3x(2d6)", "3 * 2d6"]),
        ("1d20+str", ["1d20+@str"]),
        ("2d6 + 1d8+dex", ["2d6 + 1d8+@dex"]),
        ("4^0.5", ["4**0.5"]),
        ("1 + 3x2d6", ["1 + 3 * 2d6"]),
        ("2x4d6kh3", ["2 * 4d6kh3", "2x(4d6kh3)"]),
        ("2d6(3)", ["2d6*(3)"]),
        ("p = 3d6", ["p = 3d6; p"]),
        ("d6 [9..3] low", ["d6 [3..9] low"]),
        ("4d6c>=3kh1", ["4d6kh1c>=3"]),
        ("2d{hit,miss} + 3", ["count(2d{hit,miss}, hit) + 3"]),
        ("1d20! >= 15", ["1d20!>=15", "(1d20!) >= 15"]),
        ("3xd6+2", ["3 * d6+2", "3x(d6+2)"]),
        ("4d6k h3", ["4d6kh3"]),
        ("4d6e6", ["4d6!=6"]),
        ("1d8+{2d6}!", ["1d8+{2d6!}"]),
        ("2d20cs>18", ["2d20c>18", "2d20crit>=18"]),
        ("8d10>=7+2", ["8d10c>=7+2", "(8d10)>=7+2"]),
        ("2d{hit,miss}r>=2", ["2d{hit,miss}r=hit", "2d{hit,miss}r≠hit"]),
        ("2d{a} - 1d{b}", ["cancel(2d{a} + 1d{b}, a, b)"]),
        ("(1d8, 2d4)kh1", ["{1d8, 2d4}kh1"]),
        ("6x(d6)+1", ["6x(d6+1)"]),
        ("é 10d10>=8", []),
        ("{1d6,2d6", []),
    ],
)
def test_what_a_hint_suggests_is_offered_as_a_whole_text_that_can_be_read(
    text: str, better: list[str]
) -> None:
    found = Service().ask("read", {"text": text})["problem"]["fixes"]
    assert found[: len(better)] == better
    for each in found:
        assert Service().ask("read", {"text": each})["reading"] is not None


_EXAMPLE = re.compile(r"e\.g\.|such as|like|as in")


@pytest.mark.parametrize("text", sorted({row[0] for row in TABLE}))
def test_each_suggestion_reads_and_keeps_the_numbers_that_were_typed(text: str) -> None:
    problem = Service().ask("read", {"text": text})["problem"]
    if problem is None:
        return
    hint = problem["hint"] or ""
    if "`" in hint and not _EXAMPLE.search(hint) and text not in _ONLY_TOLD:
        assert problem["fixes"] != [], hint
    for better in problem["fixes"]:
        assert Service().ask("read", {"text": better})["problem"] is None
        if problem["code"] not in _OF_SYMBOLS:
            assert _numbers(text) <= _numbers(better), better


_ONLY_TOLD = ("2d{hit,3}",)
"""A hint that says how something else is written."""
_OF_SYMBOLS = ("needs-numbers", "missing-symbol")
"""Dice with symbols cannot be compared with the numbers that were typed."""


def _numbers(text: str) -> Counter[int]:
    return Counter(int(each) for each in re.findall(r"\d+", text))


@pytest.mark.parametrize(
    ("game", "call", "better"),
    [
        ("tiers", "check 45 hrad", ["check 45 Hard"]),
        ("tiers", "check Clmb hard", ["check Climb hard"]),
        ("tiers", "test 45, on failure rest", ["test 45, on failure reset"]),
        ("tiers", "check hrad hrad", []),
    ],
)
def test_a_slip_in_a_call_has_the_call_that_was_meant(
    game: str, call: str, better: list[str]
) -> None:
    sheets = ['name = "Ann"\nClimb = 45']
    answer = Service().ask("read", {"text": call, "game": game, "sheets": sheets})
    assert answer["problem"]["fixes"] == better


@pytest.mark.parametrize(
    ("program", "better"),
    [
        ("output 3d6kh2", "output [highest 2 of 3d6]"),
        ('output 1 + 4d6dl1 named "a"', 'output 1 + [highest 3 of 4d6] named "a"'),
        ("output [higest 2 of 3d6]", "output [highest 2 of 3d6]"),
        ("DAMAGE: 4\noutput DAMGE", "DAMAGE: 4\noutput DAMAGE"),
        ("OUTPUT 3d6", "output 3d6"),
        ("output 3D6", "output 3d6"),
        ("output [highest 2 of 3d6", "output [highest 2 of 3d6]"),
        (f"output 3d6kh{'9' * 5000}", None),
    ],
)
def test_a_mistake_in_a_program_has_a_program_that_would_do(
    program: str, better: str | None
) -> None:
    with pytest.raises(AstragalError) as caught:
        Service().ask("anydice", {"program": program})
    assert caught.value.fixes == (() if better is None else (better,))


@pytest.mark.parametrize(
    ("dialect", "macro", "better"),
    [
        ("roll20", "Attack\n/rol 1d20", "Attack\n/roll 1d20"),
        ("foundry", "[[/rol 1d6]]", "[[/roll 1d6]]"),
        ("roll20", "/rol 1d20+?{Bonus|2}", "/roll 1d20+?{Bonus|2}"),
        ("foundry", "/r 1d20adv", None),
        ("roll20", "?{A|1", "?{A|1}"),
        ("roll20", "Hit [[1d20+5", "Hit [[1d20+5]]"),
        (
            "roll20",
            "&{template:default} {{x=[[1d20}} {{y=2}}",
            "&{template:default} {{x=[[1d20]]}} {{y=2}}",
        ),
        ("foundry", "[[/r 1d20]", "[[/r 1d20]]"),
    ],
)
def test_a_mistake_in_a_macro_has_a_macro_that_would_do(
    dialect: str, macro: str, better: str | None
) -> None:
    reply = Service().reply_to("macro", {"text": macro, "dialect": dialect})
    assert json.loads(reply.body)["fixes"] == ([] if better is None else [better])


def test_what_means_something_has_no_problem() -> None:
    assert Service().ask("read", {"text": "4d6kh3"})["problem"] is None


def test_nobody_is_told_what_a_suggestion_may_have_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    told = refusing.refusal

    def refusal(text: str, error: NotationError, words: Iterable[str] = ()) -> AstragalError:
        asked.append(text)
        return told(text, error, words)

    monkeypatch.setattr(refusing, "refusal", refusal)
    for game in (None, "triumph"):
        Service().ask("read", {"text": "4d6 best exploding drop plus least", "game": game})
    assert asked == ["4d6 best exploding drop plus least"] * 2
