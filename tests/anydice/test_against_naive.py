"""Programs written at random give what plain enumeration gives."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import ProgramError
from astragal.anydice import expanding, functions, run
from tests.anydice.naive import Naive, Odds, TooLargeError
from tests.support.examples import examples

SMALL = ["0", "1", "2", "3"]
SEQUENCES = ["{}", "{1}", "{1,2}", "{3,1,1}", "{0..2}", "{2:2}", "{3..1}"]
DICE = ["d2", "d3", "2d2", "2d3", "3d2", "d{0,2,2}", "2d{0,1,1}", "d{}", "1d{5}", "(-2)d2"]
OPERATORS = ["+", "-", "*", "/", "&", "|", "=", "!=", "<", ">", "<=", ">=", "@"]
CALLS = [
    "[absolute {}]",
    "[{} contains {}]",
    "[count {} in {}]",
    "[highest {} of {}]",
    "[lowest {} of {}]",
    "[middle {} of {}]",
    "[highest 2 of {} and {}]",
    "[lowest 1 of {} and {}]",
    "[highest of {} and {}]",
    "[lowest of {} and {}]",
    "[maximum of {}]",
    "[reverse {}]",
    "[sort {}]",
    "[explode {}]",
]


@cache
def expressions(*atoms: str) -> st.SearchStrategy[str]:
    """Expressions of these names, and of numbers, sequences, dice and built-in functions."""
    leaf = st.sampled_from(atoms)
    leaves = st.one_of(leaf, leaf, *map(st.sampled_from, (SMALL, SEQUENCES, DICE)))
    return st.recursive(leaves, _larger, max_leaves=4)


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(OPERATORS), inner),
        st.builds("({}^2)".format, inner),
        st.builds("{}({})".format, st.sampled_from(["-", "!", "#", "+", "d"]), inner),
        st.builds("({} d {})".format, st.sampled_from(["1", "2", "d2", "0", "-1"]), inner),
        st.builds(lambda call, *given: call.format(*given), st.sampled_from(CALLS), inner, inner),
        st.builds("{{{}, {}}}".format, inner, inner),
    )


@cache
def blocks(depth: int, *names: str) -> st.SearchStrategy[str]:
    """Statements of a function that sets no variable but those it reads later, L and M."""
    value = expressions(*names)
    result = st.builds("result: {}".format, value)
    if depth == 0:
        return result
    inner = blocks(depth - 1, *names)
    return st.one_of(
        result,
        st.builds("if {} {{ {} }} {}".format, value, inner, inner),
        st.builds("if {} {{ {} }} else {{ {} }}".format, value, inner, inner),
        st.builds(
            "loop L over {} {{ {} }} {}".format,
            st.sampled_from(["{1..2}", "{2,1,3}", *names]),
            blocks(depth - 1, *names, "L"),
            inner,
        ),
        st.builds("M: {} {}".format, value, blocks(depth - 1, *names, "M")),
    )


@st.composite
def functions_texts(draw: st.DrawFn) -> str:
    first, second = (draw(st.sampled_from("nsd?")) for _ in range(2))
    body = draw(blocks(2, "A", "B", "B", "A", "X"))
    return f"function: f A:{first} with B:{second} {{ {body} }}"


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A function of two parameters, one that calls it, and outputs of both."""
    value = expressions("X")
    lines = [f"X: {draw(st.sampled_from(SMALL + SEQUENCES + DICE))}", draw(functions_texts())]
    inner = draw(expressions("C", "X", "[f C with C]", "[f C with 2]"))
    lines.append(f"function: g C:{draw(st.sampled_from('nsd?'))} {{ result: {inner} }}")
    lines.append(f"output [f {draw(value)} with {draw(value)}]")
    lines.append(f"output [g {draw(value)}]")
    lines.append(f"output {draw(value)}")
    return "\n".join(lines)


def found(program: str) -> list[Odds] | None:
    """The odds of every output, or None if the program has a mistake."""
    try:
        outputs = run(program)
    except ProgramError:
        return None
    return [dict(each.odds.items()) if each.odds else {} for each in outputs]


def plainly(program: str) -> list[Odds] | None:
    try:
        return Naive().run(program)
    except ProgramError:
        return None


@pytest.mark.slow
@given(programs())
@examples(400)
def test_a_program(program: str) -> None:
    with suppress(TooLargeError):
        assert plainly(program) == found(program)


@pytest.mark.slow
@given(programs())
@examples(400)
def test_a_program_that_asks_wherever_it_can(program: str) -> None:
    with suppress(TooLargeError), pytest.MonkeyPatch.context() as patch:
        patch.setattr(functions, "_MANY_RUNS", 0)
        patch.setattr(expanding, "_estimated", lambda *_: (0, 10**9))
        assert plainly(program) == found(program)
