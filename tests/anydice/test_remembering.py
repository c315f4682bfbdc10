"""A call is remembered with all that its result depends on."""

from __future__ import annotations

import pytest

from astragal.anydice import run

PROGRAMS = {
    "a variable of the caller": (
        "function: g { result: X }"
        " function: f { X: 1 A: [g] X: 2 result: A * 10 + [g] } output [f]",
        [12],
    ),
    "one that another function reads": (
        "function: h { result: X } function: g { result: [h] }"
        " function: f { X: 1 A: [g] X: 2 result: A * 10 + [g] } output [f]",
        [12],
    ),
    "one that is set before it is read": (
        "function: g { if Y > 1 { X: 5 } else { X: 6 } result: X }"
        " function: f { X: 1 Y: 1 A: [g] Y: 2 result: A * 10 + [g] } output [f]",
        [65],
    ),
    "one that is set on one way only": (
        "function: g { if Y > 1 { X: 5 } result: X }"
        " function: f { Y: 1 X: 1 A: [g] X: 2 result: A * 10 + [g] } output [f]",
        [12],
    ),
    "the position order": (
        "function: g { result: 1@25 } function: f { result: [g] } output [f]"
        ' set "position order" to "lowest first" output [f]',
        [2, 5],
    ),
    "the explode depth": (
        "function: g { result: [maximum of [explode d2]] } function: f { result: [g] } output [f]"
        ' set "explode depth" to 1 output [f]',
        [6, 4],
    ),
    "a function that is defined anew": (
        "function: g { result: 1 } function: f { result: [g] } output [f]"
        " function: g { result: 2 } output [f]",
        [1, 2],
    ),
    "how deep it lies": (
        'set "maximum function depth" to 6'
        " function: down N:n { if N = 0 { result: 0 } result: 1 + [down N - 1] }"
        " function: f { result: [down 3] }"
        " function: deep N:n { if N = 0 { result: [down 3] } result: [deep N - 1] }"
        " output [f] output [deep 3] output [f]",
        [3, 2, 3],
    ),
    "how deep a built-in function in it lies": (
        'set "maximum function depth" to 3'
        " function: three { result: [absolute -3] } function: f { result: [three] }"
        " function: deep { result: 10 + [f] } output [f] output [deep] output [f]",
        [3, 10, 3],
    ),
    "arguments that are equal": (
        "function: g A:d { result: A + 0 } function: f { result: [g d1] + [g d1] } output [f]",
        [2],
    ),
}


@pytest.mark.parametrize(("program", "outcomes"), PROGRAMS.values(), ids=PROGRAMS)
def test_what_a_result_depends_on(program: str, outcomes: list[int]) -> None:
    found = [each.odds.outcomes for each in run(program) if each.odds is not None]
    assert found == [(outcome,) for outcome in outcomes]
