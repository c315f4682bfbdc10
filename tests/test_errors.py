"""Errors: nothing of them is lost on a journey, and everybody gets the hint that helps them."""

from __future__ import annotations

import ast
import copy
import pickle
import re
import traceback
from collections.abc import Callable, Iterator

import pytest

from astragal import (
    Asks,
    AstragalError,
    Audience,
    LimitError,
    RollError,
    RuleError,
    Span,
    errors,
    parse,
    rule,
)
from astragal.cli import hints
from astragal.errors import Hints, NotationError
from astragal.service import problems
from astragal.service.codes import AREAS
from tests.support.files import ROOT

KINDS = [
    each
    for each in vars(errors).values()
    if isinstance(each, type) and issubclass(each, AstragalError)
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("again", [lambda error: pickle.loads(pickle.dumps(error)), copy.copy])
def test_an_error_is_whole_after_its_journey(
    kind: type[AstragalError], again: Callable[[AstragalError], AstragalError]
) -> None:
    error = kind("a-code", "a message", span=Span(1, 2), hint="a hint", text="2d")
    other = again(error)
    assert type(other) is kind
    assert vars(other) == vars(error)
    assert str(other) == "a message"
    assert other.render() == error.render()
    assert other.to_dict() == error.to_dict()


def test_a_traceback_shows_the_place_and_the_hint_as_before() -> None:
    with pytest.raises(NotationError) as caught:
        parse("2d")
    other = pickle.loads(pickle.dumps(caught.value))
    shown = "".join(traceback.format_exception(other))
    assert "2d\n^^" in shown
    assert "e.g. `2d6`" in shown


def test_a_copy_has_no_traceback_even_where_tracebacks_are_pickled() -> None:
    """Dask has tracebacks pickled along with every exception."""
    pytest.importorskip("tblib.pickling_support").install(NotationError)
    with pytest.raises(NotationError) as caught:
        parse("2d")
    other = copy.copy(caught.value)
    assert (other.__traceback__, other.__context__, other.__cause__) == (None, None, None)
    assert vars(pickle.loads(pickle.dumps(other))) == vars(caught.value)


# Audiences


def test_a_hint_is_for_everybody_unless_it_says_otherwise() -> None:
    error = LimitError("a-code", "a message", hint="less")
    assert error.hints == ("less", "less")
    error.hint = Hints("limits=…", "roll fewer dice")
    assert error.hint == error.hint_for(Audience.PROGRAMMER) == "limits=…"
    assert error.hint_for(Audience.PLAYER) == "roll fewer dice"
    assert error.render() == "a message\nlimits=…"
    assert error.render(audience=Audience.PLAYER) == "a message\nroll fewer dice"
    assert error.to_dict()["hint"] == "limits=…"
    assert error.to_dict(audience=Audience.PLAYER)["hint"] == "roll fewer dice"
    assert "limits=…" in "".join(traceback.format_exception(error))
    error.hint = None
    assert error.hint_for(Audience.PLAYER) is None


def test_a_mistake_in_a_rule_is_nothing_that_players_can_help() -> None:
    assert RuleError("a-code", "a message", hint="return the outcome").hints == (
        "return the outcome",
        None,
    )


def test_both_hints_survive_another_message() -> None:
    """What is said of an error by a parameter or a rule is said to the same people."""
    with pytest.raises(RollError) as missing:
        parse("1d20 + @str").roll()
    assert missing.value.hints == ("give it one: variables={'str': 3}", "say what str stands for")

    @rule
    def swing() -> Asks[int]:
        face: int = yield "1d20 + @str"
        return face

    with pytest.raises(RollError) as blamed:
        swing().roll()
    programmer, player = blamed.value.hints
    assert "variables={…}" in str(programmer)
    assert player == "write the number itself, or put the name on a sheet"


SPEAKS_OF_PYTHON = re.compile(
    r"Python|[Ll]imits\b|limits?=|\w=…|\byield\b|\breturn it|parse\(|variables=|aim=|of=|decide=|"
    r"\bfunction that|executor|pip install|\(\)"
)
ALLOWED = {
    "pip install 'astragal[plot]'": "whoever installed it without",
    "pip install 'astragal[server]'": "whoever installed it without",
}


def texts_in(node: ast.AST) -> Iterator[str]:
    """All texts in an expression, those of f-strings part by part."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def for_players(call: ast.Call) -> Iterator[str]:
    """The texts of a call's hints that players may read."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if name == "Hints":
        for each in (*call.args[1:], *(given.value for given in call.keywords)):
            yield from texts_in(each)
    elif name not in ("RuleError", "rule_error"):
        for given in call.keywords:
            inside = [each for each in ast.walk(given.value) if isinstance(each, ast.Call)]
            if given.arg in ("hint", "advice") and not any(
                getattr(each.func, "id", "") == "Hints" for each in inside
            ):
                yield from texts_in(given.value)


@pytest.mark.slow
def test_players_never_read_of_python() -> None:
    """Every hint in the sources that is for everybody, or for players, is in their words."""
    said: list[tuple[str, str]] = []
    for path in (ROOT / "src" / "astragal").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                said += [(path.name, text) for text in for_players(node)]
    assert len(said) > 90
    wrong = [each for each in said if SPEAKS_OF_PYTHON.search(each[1]) and each[1] not in ALLOWED]
    assert wrong == []


def test_the_command_line_has_words_for_errors_that_exist() -> None:
    for words in (
        hints.DICE,
        hints.RULES,
        hints.PAUSED,
        hints.ASKED,
        hints.PROMPT,
        problems._HINTS,
    ):
        assert words.keys() <= {code for area in AREAS.values() for code in area}
