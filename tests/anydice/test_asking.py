"""Rolls that are found out only as far as a body asks: the same odds, in far fewer runs."""

from __future__ import annotations

import pytest

from astragal.anydice import run
from astragal.anydice.budget import Budget
from astragal.anydice.calling import expanding, functions
from astragal.anydice.calling.asking import asked
from astragal.anydice.reading.reader import read
from astragal.anydice.state import State
from astragal.limits import DEFAULT_LIMITS, Limits
from tests.anydice.naive import Naive

SAME = [
    ("A:s { result: A >= 8 }", "[f 30d10]", "[count {8..10} in 30d10]"),
    ("A:s { result: (8 <= A) - (A = 1) }", "[f 30d10]", "30d{-1,0:6,1:3}"),
    ("A:s { result: 1@A }", "[f 30d20]", "[highest 1 of 30d20]"),
    ("A:s { result: {1,2}@A }", "[f 12d20]", "[highest 2 of 12d20]"),
    ("A:s { result: #A@A }", "[f 30d20]", "[lowest 1 of 30d20]"),
    ("A:s { result: 3@A > 15 }", "[f 30d20]", "3@30d20 > 15"),
    ("A:s { result: 12 >= 3@A }", "[f 30d20]", "3@30d20 <= 12"),
    ("A:s { result: 3@A = 18 }", "[f 30d20]", "3@30d20 = 18"),
    ("A:s { result: 3@A != 18 }", "[f 30d20]", "3@30d20 != 18"),
    ("A:s { result: [A contains 3] }", "[f 30d20]", "[30d20 contains 3]"),
    ("A:s { result: [count {3,3,4} in A] }", "[f 30d20]", "[count {3,3,4} in 30d20]"),
    ("A:s { result: #A }", "[f 30d20]", "30"),
    ("A:s { result: A }", "[f 30d20]", "30d20"),
    ("A:s { result: 3 - A / 2 }", "[f 30d20]", "3 - 30d20 / 2"),
    ("A:s and B:s { result: A * 2 - B }", "[f 9d20 and 9d20]", "9d20 * 2 - 9d20"),
    ("A:s { if A <= 3 { result: d{} } result: A }", "[f 20d20]", "20d{4..20}"),
    ("A:s and B:s { result: 1@A > 1@B }", "[f 9d20 and 9d20]", "1@9d20 > 1@9d20"),
    ("A:s and B:n { result: (A >= 9) + B }", "[f 9d10 and 3d6]", "[count {9,10} in 9d10] + 3d6"),
    ("A:s { if (A >= 8) > 2 { result: 5 } }", "[f 30d10]", "5"),
]


@pytest.mark.parametrize("order", ["highest first", "lowest first"])
@pytest.mark.parametrize(("body", "call", "other"), SAME)
def test_large_pools(body: str, call: str, other: str, order: str) -> None:
    if order == "lowest first" and "@" in body:
        body = body.replace("#A@A", "9@A").replace("1@", "#A@").replace("9@A", "1@A")
        body = body.replace("{1,2}@", "{#A,#A-1}@").replace("3@", "(#A-2)@").replace("#A@B", "#B@B")
        other = other.replace("3@30", "28@30").replace("1@9", "9@9")
    found = run(
        f'set "position order" to "{order}" function: f {body} output {call} output {other}'
    )
    assert found[0].odds == found[1].odds


@pytest.mark.parametrize(
    ("body", "asks"),
    [
        ("result: A > 3", "A"),
        ("result: 2@A", "A"),
        ("result: #A", "A"),
        ("result: [count 3 in A]", "A"),
        ("result: [A contains 3]", "A"),
        ("result: A + 1", ""),
        ("result: A", ""),
        ("result: {A}", ""),
        ("result: A@{1,2}", ""),
        ("result: A = {1,2}", ""),
        ("result: A > A", ""),
        ("B: A result: B > 3", ""),
        ("A: {1} result: A > 3", ""),
        ("loop I over A { result: I }", ""),
        ("result: [sort A]", ""),
        ("result: [g A]", "A"),
        ("result: [h]", ""),
        ("L: L + 1 result: A > L", ""),
        ("L: 1 result: A > L", "A"),
    ],
)
def test_what_a_body_may_ask(body: str, asks: str) -> None:
    state = State(Budget())
    program = f"""L: 0 function: g X:s {{ result: X > 1 }} function: h {{ result: 1@A }}
    function: f A:s {{ {body} }}"""
    for statement in read(program, DEFAULT_LIMITS).statements:
        statement.do(state)
    assert asked(state.functions["f ?"], state) == set(asks)


def test_going_through_rolls_and_asking_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    program = """function: f A:s B:s {
      if 1@A > 1@B { result: A >= 1@B }
      if A = 6 { result: -(B = 6) }
      result: (2@A < 2@B) * 10
    }
    output [f 4d6 4d6]"""
    found = run(program)[0].odds
    monkeypatch.setattr(functions, "_MANY_RUNS", 10**9)
    assert found == run(program)[0].odds


NUMBERS = {
    "of two that are drawn as one": "N: A + B if C > 2 { N: N / 2 } result: N * N",
    "and looked at again": "N: A + B if C > 2 { result: N - A } result: N",
    "compared": "if A > B { result: C } result: 0 - C",
    "in two calls": "result: [g A] + [g B] * [g C]",
    "in a call and after it": "X: [g A] + B result: X * A + C",
    "read by a function": "N: A + B result: N * 10 + [reads a] - C",
    "in a loop": "T: 0 loop I over {1,2} { T: T + A * B } result: T - C",
    "in a call that is rolled": "result: [h A d3] + B - [h C 1]",
    "in a call that adds": "X: [sum A B] if X > 3 { result: X } result: [sum X C]",
    "in a call of a variable": "N: A + B result: [sum N C] + [sum N 1]",
}


@pytest.mark.parametrize("body", NUMBERS.values(), ids=NUMBERS)
def test_rolled_numbers(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = f"""function: g X:n {{ if X > 2 {{ result: X }} result: 0 - X }}
    function: h X:n R:n {{ if R > 1 {{ result: X + R }} result: X }}
    function: sum X:n Y:n {{ result: X + Y }}
    function: reads a {{ result: A }}
    function: f A:n B:n C:n {{ {body} }} output [f d4 2d{{1,2,2}} d3]"""
    monkeypatch.setattr(functions, "_MANY_RUNS", 0)
    monkeypatch.setattr(expanding, "_PROBES", 1)
    monkeypatch.setattr(expanding, "RUN", 10**6)
    monkeypatch.setattr(functions, "expanded", None)
    (found,) = run(program)
    assert found.odds is not None
    assert [dict(found.odds.items())] == Naive().run(program)


def test_numbers_that_meet_once_are_drawn_as_one() -> None:
    halved = "if A >= 13 { N: N / 2 } if B >= 13 { N: N / 2 } result: N"
    program = f"function: f A:n B:n X:n Y:n Z:n {{ N: X + Y + Z {halved} }}"
    budget = Limits().replaced(odds=20_000_000)
    (found,) = run(f"{program} output [f d20 d20 8d6 6d6 8d6]", limits=budget)
    assert found.odds is not None
    assert found.odds.mean > 48


FACED = {
    "places": "result: (1@A > 1@B) + 2 * (2@A = 2@B) + 4 * (1@B <= 2@A)",
    "places of one roll": "result: (1@A = 2@A) + 2 * (2@B != 1@B) + (1@A < 1@B)",
    "whole rolls": "if A > B { result: 1 } if A = B { result: 2 } result: 3",
    "both": "result: 10 * (A >= B) + (2@A < 1@B) + #A",
    "with a number": "result: X * (A < B) + (1@A > 1@B)",
    "otherwise too": "result: (1@A > 1@B) * 1@A",
    "with a roll that is read": "result: (A > B) * 10 + (B > X)",
    "a place that is not there": "result: (3@A > 1@B) + (1@A < 2@B)",
}


@pytest.mark.parametrize("order", ["highest first", "lowest first"])
@pytest.mark.parametrize("body", FACED.values(), ids=FACED)
@pytest.mark.parametrize("call", ["[f 2d3 3d{1,2,2} d2]", "[f 2d{0,2,3} 2d3 2]"])
def test_rolls_that_are_compared(
    call: str, body: str, order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(functions, "_MANY_RUNS", 0)
    monkeypatch.setattr(functions, "worth_facing", lambda *_: True)
    program = (
        f'set "position order" to "{order}" function: f A:s B:s X:n {{ {body} }} output {call}'
    )
    (found,) = run(program)
    assert found.odds is not None
    assert [dict(found.odds.items())] == Naive().run(program)


@pytest.mark.parametrize("body", ["(1@A > 1@B) + (3@A > 3@B) + (5@A >= 5@B)", "A > B", "A = B"])
def test_large_rolls_are_soon_compared(body: str) -> None:
    """By dice, or by how whole rolls differ first."""
    limits = Limits().replaced(odds=100_000_000)
    (found,) = run(f"function: f A:s B:s {{ result: {body} }} output [f 6d10 6d10]", limits=limits)
    assert found.odds is not None
