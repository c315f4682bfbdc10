"""Every error code is explained, and the texts that stand for one get it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

import astragal
from astragal import AstragalError, Limits
from astragal.service import Service
from astragal.service.codes import AREAS
from tests.support.sources import trees

CODE = re.compile(r"[a-z]+(-[a-z]+)*")
RAISERS = re.compile(r"\w*Error|error|mistake|rule_error|visible_name")
COUNTED = [
    name for name in Limits.__annotations__ if name not in ("silence", "seconds", "stop", "tally")
]
CODES = {code: each for area in AREAS.values() for code, each in area.items()}
EXAMPLES = [(code, each.example) for code, each in CODES.items() if each.example is not None]


@cache
def raised_codes() -> frozenset[str]:
    """The codes that stand in the source as they are."""
    return frozenset(_found_codes())


def _found_codes() -> Iterator[str]:
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and RAISERS.fullmatch(name := _name(node.func)):
                # The server's own errors have the status first.
                looked_at = node.args[: 2 if name == "HttpProblemError" else 1]
                texts = [each for each in map(_text, looked_at) if each is not None]
                if texts and CODE.fullmatch(texts[0]):
                    yield texts[0]


def _text(argument: ast.expr) -> str | None:
    value = getattr(argument, "value", None)
    return value if isinstance(value, str) else None


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def limit_codes() -> set[str]:
    return {Limits().exceeded(name, 10**9, astragal.Span(0, 0)).code for name in COUNTED}


@pytest.mark.slow
def test_every_code_in_the_source_is_explained() -> None:
    assert (raised_codes() | limit_codes()) - set(CODES) == set()


@pytest.mark.slow
def test_no_code_is_explained_that_is_never_raised() -> None:
    composed = {"not-a-record", "not-a-token", "no-table", "altered", "not-utf-8", "not-a-formula"}
    assert set(CODES) - raised_codes() - limit_codes() == composed


def test_a_code_stands_in_one_chapter() -> None:
    assert len(CODES) == sum(map(len, AREAS.values()))


@pytest.mark.parametrize(("code", "text"), EXAMPLES)
def test_an_example_gets_its_code(code: str, text: str) -> None:
    with pytest.raises(AstragalError) as caught:
        Service().ask("roll", {"expression": text})
    assert caught.value.code == code


@pytest.mark.parametrize("code", CODES)
def test_an_explanation_is_made_of_sentences(code: str) -> None:
    for sentence in (CODES[code].means, CODES[code].do):
        assert sentence.endswith((".", "…")), sentence


def test_the_question_gives_them_all() -> None:
    answer = Service().ask("errors", {})
    listed = [each["code"] for chapter in answer["chapters"] for each in chapter["codes"]]
    assert listed == list(CODES)
