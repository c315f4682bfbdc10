"""What strangers may send, made to be expensive: the short form of ``make fuzz``."""

from __future__ import annotations

import random
from functools import partial
from itertools import islice
from mmap import PAGESIZE, mmap

import pytest
from tools import costs, hostile, trials

from astragal import AstragalError, Limits, anydice, parse


@pytest.mark.parametrize("family", costs.FAMILIES)
def test_every_family_of_texts_can_be_read_at_some_size(family: str) -> None:
    def readable(size: int) -> bool:
        try:
            parse(costs.text_of(family, size))
        except AstragalError:
            return False
        return True

    assert any(map(readable, (3, 7)))


def test_the_steps_of_a_text_are_counted() -> None:
    few, many = costs.weighed("3d6*2d6"), costs.weighed("300d6*2d6")
    assert 0 < few.steps < many.steps
    assert costs.weighed("300d6*2d6", Limits(odds=1_000)).refused == "too-many-odds"


@pytest.mark.slow
def test_a_trial_tells_how_a_job_ended() -> None:
    assert trials.tried(lambda: 7).result == 7
    assert (
        trials.tried(lambda: 1 // 0).ended
        == "ZeroDivisionError: integer division or modulo by zero"
    )
    assert trials.tried(_endless, seconds=1).ended == "too slow"
    assert trials.tried(_large).mebibytes > 150


def _large() -> int:
    """Memory that no process has had before, page by page."""
    with mmap(-1, 200 << 20) as held:
        for place in range(0, len(held), PAGESIZE):
            held[place] = 1
        return len(held)


def _endless() -> None:
    while True:
        pass


@pytest.mark.slow
@pytest.mark.parametrize("kind", hostile.KINDS)
def test_nothing_but_our_own_errors_comes_of_hostile_input(kind: hostile.Kind) -> None:
    hostile.warm()
    for case in islice(kind(random.Random(5)), 5):
        for finding in hostile.asked(case):
            assert "Error" not in finding.outcome, finding


KNOWN = [
    "{" + ",".join(f"{i}d3" for i in range(1, 31)) + "}kh6",
    "5d6kh3" + " !o" * 30 + "kh3",
    "5d6" + " !o" * 50,
    "10d(1d1000)",
    "1d1000/1d1000",
    "x=1d1000; y=1d1000; x*y > x+y",
    "distinct(1000d1000)",
    "3x(1x(-4d10!>=4!>=5!>=5c<=5))",
    "353d353",
    "(1d5000)d(1d5000)",
    "1d5665r<=(1d5665)",
    "20d80000",
    "1/1d971+1/1d971",
    "longest_run({" + ",".join(f"1d{i}" for i in range(1, 16)) + "})",
    "300d6!!+300d8!!",
    "1d1000/7+1d1000/11+1d1000/13",
    "{8d6!/8,100d{1,2,2,5,9}kh50}kh1",
    "5000d6!okh3",
    "middle(5000d6r<=2:1)",
    "p=20d20;p*highest(p)*middle(p)*lowest(p,3)",
    "x=1000d6; x/x+x",
    "x=10000d6; x*x+x",
]
PROGRAMS = [
    "D: (-7)d9 loop N over {1..1000} { D: [explode D] } output D",
    "D: 10d10 loop N over {1..1000} { D: [explode D] } output D",
    "D: d1000000 loop N over {1..1000} { D: D + 1 } output D",
    "D: d1000000 loop N over {1..20} { D: D ^ 2 } output D",
    "D: [explode 5d6] loop N over {1..60} { D: D * D } output D",
    "function: g A:s { result: {A, A} } D: 5d6 loop N over {1..60} { D: [g 2dD] } output D",
    "output [highest 2 of 3d1000000]",
    "loop N over {1..8} { D: 1000d60 output [highest 2 of 3dD] }",
    "D: 5d7 loop N over {1..99} { D: (D + D) / 2 } loop N over {1..99} { D: D + D } output D",
]
_SLACK = 4
"""A busy machine is slower: what took minutes must still be told from what takes a second."""


def _shown(text: str) -> str:
    try:
        return str(parse(text).odds())
    except AstragalError as error:
        return error.render()


@pytest.mark.slow
@pytest.mark.parametrize("text", KNOWN)
def test_texts_that_once_took_long_are_answered_or_refused_in_time(text: str) -> None:
    trial = trials.tried(partial(_shown, text), seconds=int(_SLACK * hostile.SECONDS))
    assert not trial.ended
    assert trial.mebibytes < hostile.MEBIBYTES


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_that_once_took_long_are_answered_or_refused_in_time(program: str) -> None:
    """A fifth of the usual steps take a fifth of the time."""
    limits = Limits(odds=100_000_000)

    def outcome() -> str:
        try:
            return str(anydice.run(program, limits=limits).warnings)
        except AstragalError as error:
            return error.render()

    trial = trials.tried(outcome, seconds=int(hostile.SECONDS))
    assert not trial.ended
    assert trial.mebibytes < hostile.MEBIBYTES
