"""Programs in words, and in notation where that says the same."""

from __future__ import annotations

import pytest

import astragal
from astragal import ProgramError
from astragal.anydice import run
from astragal.anydice.telling import explain

NOTATION = [
    ("1@2d20", "2d20kh1"),
    ("{1..3}@4d6", "4d6kh3"),
    ("{1,2}@4d6", "4d6kh2"),
    ("[explode d6]", "1d6!:2"),
    ("[count {5,6} in 8d6]", "8d6c=[5,6]"),
    ("3d6", "3d6"),
    ("d20 + 5", "1d20 + 5"),
    ("3d6 * 2 - 1", "3d6 * 2 - 1"),
    ("(2d6 + 1) * 2", "(2d6 + 1) * 2"),
    ("2d6 - (1d4 - 1)", "2d6 - (1d4 - 1)"),
    ("[highest 3 of 4d6]", "4d6kh3"),
    ("[lowest 1 of 2d20] + 5", "2d20kl1 + 5"),
    ("[highest of d8 and d6]", "max(1d8, 1d6)"),
    ("[count 6 in 5d6]", "5d6c=6"),
    ("[count {5..6} in 5d6]", "5d6c5..6"),
    ("2d{1,1,5}", "2d{1,1,5}"),
]


@pytest.mark.parametrize(("text", "notation"), NOTATION)
def test_notation_that_says_the_same(text: str, notation: str) -> None:
    offered = explain(f"output {text}")[-1].removeprefix("  in notation: ")
    assert offered == notation
    odds = run(f"output {text}")[0].odds
    assert odds is not None
    assert dict(astragal.odds(offered).items()) == dict(odds.items())


@pytest.mark.parametrize(
    "text", ["[explode 2d6]", "d6 / 2", "{2,3}@3d6", "d{}", "(d6)d6", "[count 6 in {6}]", "2d6^2"]
)
def test_nothing_is_offered_where_notation_differs(text: str) -> None:
    assert len(explain(f"output {text}")) == 1


@pytest.mark.parametrize(
    ("setting", "text"),
    [('"position order" to "lowest first"', "1@2d6"), ('"explode depth" to 3', "[explode d6]")],
)
def test_a_setting_may_make_it_differ(setting: str, text: str) -> None:
    assert "notation" not in explain(f"set {setting} output {text}")[-1]


def test_statements_in_words() -> None:
    program = """set "explode depth" to 3
    function: hit A:n on B:d by C { if A > 3 { result: 1 } else if A = 2 { X: 1 } else { Y: 2 } }
    loop N over {1..2} { output [absolute N] }
    output [maximum of d6] named "most"
    """
    assert explain(program) == [
        'set "explode depth" to 3',
        "[hit A on B by C] is a function; it takes",
        "    A as a number: one run for each outcome of dice",
        "    B as dice",
        "    C as it is",
        "  if A > 3:",
        "    the result is 1",
        "  or else if A = 2:",
        "    X is 1",
        "  or else:",
        "    Y is 2",
        "for each N in {1..2}:",
        "  output: N without its sign",
        "most: the highest possible outcome of d6",
    ]


def test_a_function_that_takes_nothing() -> None:
    assert explain("function: two { result: 2 } output [two]")[0] == "[two] is a function"


def test_outputs_in_a_loop_have_notation_where_nothing_changes() -> None:
    program = "loop N over {1..2} { output 3d6 output Nd6 }"
    assert explain(program)[1:] == ["  output: 3d6", "    in notation: 3d6", "  output: Nd6"]


def test_own_functions_are_called_by_their_names() -> None:
    program = "function: absolute A:n { result: 3 } output [absolute 4]"
    assert explain(program)[-1] == "output 1: [absolute 4]"


def test_a_mistake_stays_one() -> None:
    with pytest.raises(ProgramError):
        explain("output X")
