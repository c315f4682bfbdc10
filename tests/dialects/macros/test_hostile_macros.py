"""Macros that are meant to be expensive end soon, with an error of ours or without one."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal.dialects.macros.macro import play
from astragal.dialects.macros.needs import Needs
from astragal.dialects.macros.syntax import macro_dialects, needs_of, read_macro

TEXTS = [
    "[[" * 50_000,
    "?{" * 50_000,
    "[[" * 8_000,
    "[[" * 3_999 + "1" + "]]" * 3_999,
    "?{" * 8_000,
    "?{a" * 5_000 + "}" * 500,
    "?{a|0}" * 2_600,
    "?{a|" + "|" * 15_000 + "}",
    "@{" * 8_000,
    "&{template:x} " + "{{" * 7_000,
    "&{template:x} " + "{{a=[[1d6]]}}" * 400,
    "&{template:x} {{" + "=" * 15_000,
    "[[1d6]]" * 2_200,
    "[[9999d6]]" * 900,
    "[[1]]" * 900 + "$[[9]]" * 1_800,
    "[[1" + "[" * 15_000,
    "[[1d6" + "]" * 15_000,
    "[[(" * 5_000,
    "a " * 7_900 + ":[[1]]",
    "!rr 100 1000d6",
    "\n" * 16_000,
]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: f"{text[:12]!r}…{len(text)}")
def test_texts(text: str) -> None:
    for dialect in macro_dialects():
        _is_quick(text, dialect)


@pytest.mark.parametrize(
    ("text", "with_it"),
    [
        ("#a", {"macros": {"a": "#a#a"}}),
        ("#a", {"macros": {"a": "#a"}}),
        ("#a" * 8_000, {"macros": {"a": "x" * 16_000}}),
        ("?{A}", {"answers": {"A": "?{A}"}}),
        ("?{A}", {"answers": {"A": "?{A|" + "x" * 5_000 + "}"}}),
        ("?{A}", {"answers": {"A": "?{B}"}}),
        ("@{a}", {"values": {"a": "@{a}@{a}"}}),
        ("#a " + "x" * 15_000, {"macros": {"a": "?{Q}"}, "answers": {"Q": "#a"}}),
    ],
)
def test_what_calls_itself(text: str, with_it: dict[str, Any]) -> None:
    with pytest.raises(astragal.AstragalError) as caught:
        read_macro(text, "roll20", **with_it)
    assert caught.value.code in ("macros-too-deep", "too-long", "unanswered", "too-many-work")
    _is_quick(text, "roll20", **with_it)


def _is_quick(text: str, dialect: str, **with_it: Any) -> None:
    start = time.process_time()
    for asked in (needs_of, read_macro):
        try:
            found: Any = asked(text, dialect, **with_it)
            if asked is read_macro:
                play(found)
        except astragal.AstragalError:
            pass
    assert time.process_time() - start < 3


TOKENS = (
    *("[[", "]]", "[", "]", "{{", "}}", "{", "}", "?{", "@{", "%{", "#a", "$[[0]]", "|", ",", "="),
    *("1d20", "2d6", "+", "5", " ", "\n", "/r ", "/w ", "/as ", "gm ", "adv", "!r ", "!rr 2 "),
    *("&{template:x}", "Hit: ", "1t[loot]", "kh1", "\\", "&#124;", "&#125;", "@a.b", "[[/r ", '"'),
)


@given(st.lists(st.sampled_from(TOKENS), max_size=15), st.sampled_from(macro_dialects()))
def test_any_text_is_read_or_refused(tokens: list[str], dialect: str) -> None:
    text = "".join(tokens)
    filled = {"macros": {"a": "[[1d6]]"}, "answers": {"Hit: ": "2"}, "values": {"a.b": 2}}
    for asked in (needs_of, read_macro):
        try:
            found: Any = asked(text, dialect, **filled)
        except astragal.AstragalError:
            continue
        assert isinstance(found, Needs | tuple)
