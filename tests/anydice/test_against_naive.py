"""Programs written at random give what plain enumeration gives."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import ProgramError
from astragal.anydice import run
from astragal.anydice.calling import expanding, functions
from tests.anydice.naive import Naive, Odds, TooLargeError
from tests.support.examples import examples

SMALL = ["0", "1", "2", "3"]
SEQUENCES = ["{}", "{1}", "{1,2}", "{3,1,1}", "{0..2}", "{2:2}", "{3..1}"]
DICE = ["d2", "d3", "2d2", "2d3", "3d2", "d{0,2,2}", "2d{0,1,1}", "d{}", "1d{5}", "(-2)d2"]
OPERATORS = ["+", "-", "*", "/", "&", "|", "=", "!=", "<", ">", "<=", ">="]
POSITIONS = ["1", "2", "{1,2}", "{2,2,0}", "{}", "3", "d2"]
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
        st.builds("({} @ {})".format, st.sampled_from(POSITIONS), inner),
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
    # A sequence compared with a number is a number; other values seldom are.
    counted = st.builds("{{{}, 2}} {} 2".format, value, st.sampled_from(OPERATORS))
    condition = st.one_of(counted, counted, counted, value)
    return st.one_of(
        result,
        st.builds("if {} {{ {} }} {}".format, condition, inner, inner),
        st.builds("if {} {{ {} }} else {{ {} }}".format, condition, inner, inner),
        st.builds(
            "loop L over {} {{ {} }} {}".format,
            st.sampled_from(["{1..2}", "{2,1,3}", *names, *(f"{{{name}}}" for name in names)]),
            blocks(depth - 1, *names, "L"),
            inner,
        ),
        st.builds("M: {} {}".format, value, blocks(depth - 1, *names, "M")),
    )


SETTINGS = [
    "",
    "",
    'set "position order" to "lowest first"',
    'set "explode depth" to 1',
    'set "maximum function depth" to 2',
    'set "maximum function depth" to 3',
]
FROM_RUN_TO_RUN = ["", "", "", "V: V * 3 + A", "if A > 1 { V: V + 1 }", "B: {B, V}"]
"""What a body may begin with. Where it reads V before it sets it, the order of runs shows."""
KINDS = st.sampled_from(["", ":n", ":s", ":d", ":?"])


@st.composite
def functions_texts(draw: st.DrawFn) -> str:
    first, second = draw(KINDS), draw(KINDS)
    begun = draw(st.sampled_from(FROM_RUN_TO_RUN))
    body = draw(blocks(2, "A", "B", "B", "A", "X", *(("V",) if begun else ())))
    return f"function: f A{first} with B{second} {{ {begun} {body} }}"


@st.composite
def recursions(draw: st.DrawFn) -> str:
    """A function that calls itself, and may come too deep."""
    more = draw(expressions("A", "X", "V"))
    less = draw(st.sampled_from(["A - 1", "A - d2", "A / 2", "A"]))
    end = draw(st.sampled_from(["{A, 0} < 0", "{A} = 1", "{A} <= 0", "A < 1"]))
    return f"""function: down A{draw(KINDS)} {{
      if {end} {{ result: {draw(st.sampled_from(["0", "X", "V"]))} }}
      {draw(st.sampled_from(["", "V: V + 1"]))} result: {more} + [down {less}] }}"""


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A function of two parameters, one that calls it, one that calls itself, and outputs."""
    value = expressions("X")
    settings = st.sampled_from(SETTINGS)
    lines = [f"V: 1 X: {draw(st.sampled_from(SMALL + SEQUENCES + DICE))}", draw(settings)]
    lines += [draw(functions_texts()), draw(recursions())]
    inner = draw(expressions("C", "X", "[f C with C]", "[f C with 2]", "[down C]"))
    name = draw(st.sampled_from(["g", "g", "sort", "absolute"]))
    lines.append(f"function: {name} C{draw(KINDS)} {{ result: {inner} }}")
    lines.append(f"output [f {draw(value)} with {draw(value)}]")
    lines.append(draw(settings))
    lines.append(f"output [{name} {draw(value)}]")
    lines.append(f"output {draw(expressions('X', '[down 2]', '[down d3]', '[down X]'))}")
    return "\n".join(lines)


Answer: TypeAlias = "tuple[list[Odds], bool] | None"
"""The odds of every output and whether there was a warning, or None if there was a mistake."""


def found(program: str) -> Answer:
    try:
        outputs = run(program)
    except ProgramError:
        return None
    odds = [dict(each.odds.items()) if each.odds else {} for each in outputs]
    return odds, bool(outputs.warnings)


def plainly(program: str) -> Answer:
    naive = Naive()
    try:
        return naive.run(program), naive.truncated
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


NUMBERS = st.sampled_from(["A", "B", "A", "B", "2", "0", "N", "d2", "{A, 1}", "(A >= B)"])
SUMS = st.builds("({} {} {})".format, NUMBERS, st.sampled_from("+-*/&|^"), NUMBERS)
VALUES = st.one_of(
    NUMBERS,
    SUMS,
    st.builds("{}{}".format, st.sampled_from("-!#"), NUMBERS),
    st.builds("[{} {} with {}]".format, st.just("g"), NUMBERS, NUMBERS),
    st.builds("({} d {})".format, st.sampled_from(["2", "A"]), NUMBERS),
    st.builds("({} @ {})".format, NUMBERS, NUMBERS),
)
CONDITIONS = st.builds(
    "({} {} {})".format,
    st.one_of(NUMBERS, SUMS),
    st.sampled_from(["=", "!=", "<", ">", "<=", ">="]),
    st.sampled_from(["1", "2", "3", "A", "B"]),
)


@st.composite
def questions(draw: st.DrawFn) -> str:
    """Functions of numbers that are compared, changed, handed on and put out."""

    def body() -> str:
        lines = ["N: 0"]
        for condition in draw(st.lists(CONDITIONS, max_size=3)):
            then = draw(st.sampled_from(["N: N + 1", "result: {}", "N: {}"]))
            lines.append(f"if {condition} {{ {then.format(draw(VALUES))} }}")
        return "\n".join([*lines, f"result: {draw(VALUES)}"])

    kinds = st.sampled_from([":n", ":n", ":?", ":s"])
    inner = body().replace("[g ", "[h ")
    return f"""function: h A:n with B:n {{ result: A - B }}
      function: g A{draw(kinds)} with B{draw(kinds)} {{ {inner} }}
      function: f A:n with B:n {{ {body()} }}
      output [f {draw(st.sampled_from(DICE))} with {draw(st.sampled_from(DICE))}]"""


@given(questions())
@examples(300)
def test_numbers_that_are_found_out_by_asking(program: str) -> None:
    with suppress(TooLargeError), pytest.MonkeyPatch.context() as patch:
        patch.setattr(functions, "_MANY_RUNS", 0)
        patch.setattr(expanding, "_estimated", lambda *_: (0, 10**9))
        assert plainly(program) == found(program)
