"""Loops through a roll give what one run for each roll gives."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import ProgramError
from astragal.anydice import run
from astragal.anydice.budget import Budget
from astragal.anydice.calling import functions, walking
from astragal.anydice.calling.loops import roll_loops
from astragal.anydice.reading.reader import read
from astragal.anydice.state import State
from astragal.limits import DEFAULT_LIMITS
from tests.anydice.naive import Naive, Odds, TooLargeError
from tests.support.examples import examples

POOLS = ["3d2", "2d3", "3d3", "d3", "3d{0,2,2}", "2d{1,3,4}", "(-2)d2", "2d1", "{3,1,1}", "d{}"]
OVER = {
    "faces": ["{1..3}", "{3,1}", "{0..2}", "{1,2,4}", "{2,2}", "{}", "{#B, 1}"],
    "positions": ["{1..#R}", "{1..2}", "{1..4}", "{2,1}", "{}", "{1..#B}"],
    "elements": ["R"],
}
LOOKS = {
    "faces": [
        *("(R = N)", "(N = R)", "[count N in R]", "[R contains N]", "[count R in N]", "#R"),
        *("(R >= N)", "(N > R)", "((R >= N) > (B >= N))", "((B = N) + (R != N))"),
    ],
    "positions": ["N@R", "#R", "N", "(N@R > N@B)", "(N@B <= N@R)"],
    "elements": ["N", "#R", "(B = N)", "(B < N)"],
}
BEFORE = ["", "if #R > 2 { T: 2 }", "if V = 1 { result: 9 }"]
AFTER = ["result: T", "result: U * 10 + T", "result: T + N", "if T > 1 { result: d2 }", ""]
TURNS = [
    "T: T + {}",
    "U: {} M: U * 2 T: T + M",
    "if {} > T {{ T: {} U: N }}",
    "if {} = 2 {{ result: T + {} }} else {{ U: U + 1 }}",
    "T: [more T than {}]",
    "loop L over {{1..2}} {{ T: T + L * {} }}",
    "U: T T: {} - d2",
]


@st.composite
def loops(draw: st.DrawFn) -> str:
    """A function with a loop over a roll, and a call of it with two pools."""
    kind = draw(st.sampled_from(sorted(OVER)))
    look = st.sampled_from(LOOKS[kind])
    turns = draw(st.lists(st.builds("{}".format, st.sampled_from(TURNS)), min_size=1, max_size=2))
    block = " ".join(turn.format(draw(look), draw(look)) for turn in turns)
    over, before, after = (draw(st.sampled_from(each)) for each in (OVER[kind], BEFORE, AFTER))
    order = draw(st.sampled_from(["highest first", "lowest first"]))
    pools = [draw(st.sampled_from(POOLS)) for _ in range(2)]
    return f"""set "position order" to "{order}" V: {draw(st.sampled_from("012"))}
    function: more A:n than B:n {{ result: A + (B > V) }}
    function: f R:s with B:s {{ T: 0 U: 3 {before} loop N over {over} {{ {block} }} {after} }}
    output [f {pools[0]} with {pools[1]}]"""


def odds_of(program: str) -> list[Odds] | None:
    try:
        return [dict(each.odds.items()) if each.odds else {} for each in run(program)]
    except ProgramError:
        return None


def plainly(program: str) -> list[Odds] | None:
    try:
        return Naive().run(program)
    except ProgramError:
        return None


@pytest.mark.slow
@given(loops())
@examples(600)
def test_a_loop_over_a_roll(program: str) -> None:
    with suppress(TooLargeError), pytest.MonkeyPatch.context() as patch:
        patch.setattr(functions, "_MANY_RUNS", 0)
        patch.setattr(functions, "worth_walking", lambda rolled: True)
        assert plainly(program) == odds_of(program)


WALKED = {
    "faces": """BEST: 0 loop N over {1..10} { if (R = N) > BEST { BEST: R = N } } result: BEST""",
    "positions": "T: 0 loop N over {1..#R} { T: T + (N@R >= 8) - (N@R = 1) } result: T",
    "elements": "T: 0 loop X over R { if X > 7 { T: T + X } } result: T",
}
OTHERWISE = {
    "a roll that is looked at after the loop": "T: 0 loop N over R { T: N } result: T + 1@R",
    "two loops": "T: 0 loop N over R { T: N } loop N over R { T: T + N } result: T",
    "another die of the roll": "T: 0 loop N over {1..4} { T: N@R - (N + 1)@R } result: T",
    "what the turn before has left": "loop N over R { LAST: LAST + N } result: LAST",
    "a face that changes": "loop N over {1..4} { N: N + 1 T: R = N } result: T",
    "a roll that another function reads": "loop N over {1..4} { T: [seen N] } result: T",
}


@pytest.fixture
def walked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The loops that were walked through."""
    found: list[str] = []
    plain = walking.walked

    def spy(way, *others):  # type: ignore[no-untyped-def]
        found.append(way.over)
        return plain(way, *others)

    monkeypatch.setattr(functions, "walked", spy)
    return found


@pytest.mark.parametrize("kind", WALKED)
def test_what_is_walked(kind: str, walked: list[str]) -> None:
    run(f"function: f R:s {{ {WALKED[kind]} }} output [f 12d10]")
    assert walked == [kind]


@pytest.mark.parametrize("body", OTHERWISE.values(), ids=OTHERWISE)
def test_what_is_not(body: str, walked: list[str]) -> None:
    seen = "function: seen N:n { result: R = N }"
    run(f"LAST: 0 {seen} function: f R:s {{ {body} }} output [f 4d8]")
    assert walked == []


def test_where_one_roll_cannot_be_walked_the_other_is(walked: list[str]) -> None:
    shared = "T: 0 loop N over A { if [B contains N] { T: T + 1 } } result: T"
    (one,) = run(f"function: A:s and B:s {{ {shared} }} output [8d6 and 8d6]")
    (other,) = run(f"function: B:s and A:s {{ {shared} }} output [8d6 and 8d6]")
    assert one.odds == other.odds
    assert walked == ["elements", "elements"], "both at once, whichever comes first"


TOGETHER = {
    "positions": "T: 0 loop N over {1..#A} { T: T + (N@A > N@B) } result: T",
    "faces": "loop N over {4, 3, 1} { if (A >= N) > (B >= N) { result: N } } result: 0",
}


@pytest.mark.parametrize("kind", TOGETHER)
def test_several_rolls_are_walked_at_once(kind: str, walked: list[str]) -> None:
    function = f"function: A:s B:s {{ {TOGETHER[kind]} }}"
    (small, large) = run(f"{function} output [2d4 3d3] output [8d10 8d10]")
    assert [dict(small.odds.items())] == Naive().run(f"{function} output [2d4 3d3]")  # type: ignore[union-attr]
    assert large.odds is not None
    assert walked == [kind]


def test_dice_that_are_not_only_compared_are_walked_one_roll_at_a_time(
    walked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(functions, "_MANY_RUNS", 0)
    monkeypatch.setattr(functions, "worth_walking", lambda rolled: rolled.size > 2)
    body = "T: 0 loop N over {1..2} { if N@A > N@B { T: T + N@A - N@B } } result: T"
    program = f"function: A:s B:s {{ {body} }} output [2d4 3d3]"
    assert odds_of(program) == plainly(program)
    assert walked == ["positions"]


def test_what_no_turn_sets_is_not_compared() -> None:
    state = State(Budget())
    text = "function: f R:s { T: 0 loop N over X { T: T + (R = N) * M } result: T + M }"
    for statement in read(text, DEFAULT_LIMITS).statements:
        statement.do(state)
    (loop,) = roll_loops(state.functions["f ?"], state)
    assert loop.live == ("T",)
