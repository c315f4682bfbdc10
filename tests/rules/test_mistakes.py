"""Rules that are wrong: the error says which, where, and what helps."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from fractions import Fraction
from typing import Any

import pytest

import astragal
from astragal import (
    Asks,
    AstragalError,
    Limits,
    RuleError,
    SeededSource,
    best,
    coin,
    d,
    dice,
    note,
    pool,
    rule,
    weighted,
)
from tests.support.small_rules import (
    hit,
)


def bad_request() -> Asks[int]:
    face: int = yield 6
    return face


def bad_text() -> Asks[int]:
    face: int = yield "2d"
    return face


def bad_best() -> Asks[int]:
    face: int = yield best(0, 6)
    return face


def list_outcome() -> Asks[Any]:
    face = yield d(6)
    return [face]


def no_outcome() -> Any:
    yield d(6)


def float_outcome() -> Asks[Any]:
    face = yield d(6)
    return face / 2


def mixed_outcome() -> Asks[Any]:
    face = yield d(6)
    return face == 6 or face


def endless_request() -> Asks[Any]:
    return (yield "3d6!")


def no_order() -> Asks[Any]:
    return (yield best(2, weighted({"a": 1, 1: 1})))


@pytest.mark.parametrize(
    ("function", "code", "line", "said"),
    [
        (bad_request, "bad-request", 1, "a rule cannot ask for 6"),
        (bad_text, "missing-sides", 1, ""),
        (bad_best, "bad-number", 1, "the best of several needs"),
        (list_outcome, "unhashable-outcome", 2, "an outcome must be"),
        (no_outcome, "no-outcome", 1, "ended without"),
        (float_outcome, "float-outcome", 2, "0.5 is a float"),
        (mixed_outcome, "mixed-outcomes", None, "ends with true or false"),
        (endless_request, "endless-request", 1, "`3d6!` has infinitely many"),
        (no_order, "no-order", 1, "outcomes can be compared only if"),
    ],
)
def test_the_error_names_rule_and_line(
    function: Any, code: str, line: int | None, said: str
) -> None:
    place = ""
    if line is not None:
        place = f" (test_mistakes.py, line {function.__code__.co_firstlineno + line})"
    expected = f"{function.__name__}(){place}: {said}"
    with pytest.raises(AstragalError) as caught:
        rule(function)().odds()
    assert caught.value.code == code
    assert caught.value.message.startswith(expected)
    if code in (
        "bad-request",
        "missing-sides",
        "bad-number",
        "no-outcome",
        "unhashable-outcome",
        "float-outcome",
    ):
        with pytest.raises(AstragalError) as caught:
            rule(function)().roll(SeededSource(1))
        assert caught.value.code == code
        assert caught.value.message.split(":")[0] == expected.split(":")[0]


def test_a_mistake_of_the_rule_itself_keeps_its_error_and_says_where() -> None:
    @rule
    def divides() -> Asks[int]:
        face: int = yield d(6)
        return 6 // (face - 3)

    with pytest.raises(ZeroDivisionError) as caught:
        divides().odds()
    assert caught.value.__notes__ == [
        "in the rule divides() (test_mistakes.py, "
        f"line {divides.function.__code__.co_firstlineno + 3}), "
        "after the answer 3"
    ]
    with pytest.raises(ZeroDivisionError) as caught:
        divides().roll(faces=[3])
    assert "after the answer 3" in caught.value.__notes__[0]


def test_the_line_is_found_behind_notes() -> None:
    @rule
    def noted() -> Any:
        yield note("first")
        face = yield d(6)
        yield note("second")
        if face > 3:
            return [face]
        return 1

    with pytest.raises(RuleError) as caught:
        noted().odds()
    line = noted.function.__code__.co_firstlineno + 6
    assert f"(test_mistakes.py, line {line})" in caught.value.message


def test_a_note_that_cannot_be_filled_in_is_refused() -> None:
    @rule
    def told() -> Asks[int]:
        yield note("{} and {}", 1)
        return 1

    with pytest.raises(RuleError) as caught:
        told().roll().explain()
    assert caught.value.code == "bad-note"


def test_what_was_never_run_is_no_outcome() -> None:
    def helper() -> Asks[int]:
        face: int = yield d(6)
        return face

    @rule
    def forgot() -> Any:
        return helper()

    @rule
    def delegated() -> Asks[int]:
        return (yield from helper())

    with pytest.raises(RuleError) as caught:
        forgot().odds()
    assert caught.value.code == "unrun-outcome"
    assert delegated().odds() == astragal.odds("1d6")


class Level(IntEnum):
    ONE = 1


def test_outcomes_that_are_equal_but_not_the_same_are_refused() -> None:
    @rule
    def mixed(which: str) -> Asks[Any]:
        face = yield d(4)
        if which == "enum":
            return True if face == 1 else Level.ONE if face == 2 else "x"
        return (True,) if face == 1 else (1,)

    for which in ("enum", "tuple"):
        with pytest.raises(RuleError) as caught:
            mixed(which).odds()
        assert caught.value.code == "mixed-outcomes"
    for request in (best([coin(True, False), coin(1, 0)]), pool(2, coin(True, 1))):
        with pytest.raises(RuleError):
            request.odds()


def test_a_rule_that_does_not_repeat_itself_is_found_out() -> None:
    runs = []

    @rule
    def counting() -> Asks[int]:
        """Asks for another die each time it is run."""
        runs.append(1)
        face: int = yield d(6 + len(runs) % 2)
        return face

    @rule
    def stopping() -> Asks[int]:
        """Asks a second time only at first."""
        runs.append(1)
        face: int = yield d(6)
        if len(runs) == 1:
            face += yield d(6)
        return face

    for experiment in (counting(), stopping()):
        runs.clear()
        with pytest.raises(RuleError) as caught:
            experiment.odds()
        assert caught.value.code == "unsteady"


@pytest.mark.slow
@pytest.mark.parametrize(
    "go", [lambda e: e.odds(limits=Limits(silence=1)), lambda e: e.roll(limits=Limits(silence=1))]
)
def test_a_rule_that_loops_for_ever_without_asking_is_stopped(go: Callable[[Any], Any]) -> None:
    @rule
    def loops() -> Asks[int]:
        face: int = yield d(6)
        while face:
            face += 1
        return face

    with pytest.raises(RuleError) as caught:
        go(loops())
    assert caught.value.code == "endless-loop"
    lines = [loops.function.__code__.co_firstlineno + offset for offset in (3, 4)]
    assert any(f"(test_mistakes.py, line {line})" in caught.value.message for line in lines)
    assert hit().odds().probability(1) == Fraction(1, 3), "and nothing is left behind"


def loops_after_a_choice() -> Asks[int]:
    yield astragal.choose("well?", [1, 2])
    yield "3d6"
    while True:
        pass


@pytest.mark.slow
@pytest.mark.parametrize(
    "go",
    [
        lambda limits: rule(loops_after_a_choice)().odds(decide=lambda choice: 1, limits=limits),
        lambda limits: dice(2, 6).map(loop).odds(limits=limits),
        lambda limits: best(2, 6, key=loop).odds(limits=limits),
        lambda limits: dice(2, 6).map(loop).roll(limits=limits),
    ],
)
def test_endless_loops_are_stopped_wherever_they_are(go: Callable[[Limits], Any]) -> None:
    with pytest.raises(RuleError) as caught:
        go(Limits(silence=1))
    assert caught.value.code == "endless-loop"
    assert "test_mistakes.py, line" in caught.value.message


def loop(_: Any) -> int:
    while True:
        pass


@pytest.mark.slow
@pytest.mark.parametrize("go", [lambda e, s: e.odds(limits=s), lambda e, s: e.roll(limits=s)])
def test_loops_in_plain_functions_and_behind_bare_excepts_are_stopped(go: Any) -> None:
    @rule
    def plain(n: int) -> Any:
        while n:
            n += 1

    @rule
    def stubborn() -> Asks[int]:
        yield d(2)
        try:
            while True:
                pass
        except:  # noqa: E722
            pass
        while True:
            pass

    for experiment in (plain(1), stubborn()):
        with pytest.raises(RuleError) as caught:
            go(experiment, Limits(silence=1))
        assert caught.value.code == "endless-loop"


def test_a_rule_that_needs_its_own_odds_is_told_to_be_a_chain() -> None:
    @rule
    def again() -> Asks[int]:
        if (yield coin()):
            return 1
        number: int = yield again()
        return number + 1

    with pytest.raises(RuleError) as caught:
        again().odds()
    assert caught.value.code == "needs-itself"
    assert again().roll(SeededSource(1)).outcome >= 1


def test_hints_are_part_of_a_traceback() -> None:
    @rule
    def counted() -> Asks[int]:
        number: int = yield "8d10>=7"
        return number

    @rule
    def named() -> Asks[int]:
        number: int = yield "1d20 + @str"
        return number

    with pytest.raises(astragal.NotationError) as caught:
        counted().odds()
    drawing, hint = caught.value.__notes__
    assert drawing == "8d10>=7\n^^^^^^^"
    assert "`8d10c>=7` counts" in hint
    with pytest.raises(astragal.RollError) as missing:
        named().odds()
    assert missing.value.__notes__[-1].startswith('write the value into the text, f"1d20 +')


def test_what_was_not_called_or_asked_for_is_said() -> None:
    @rule
    def uncalled() -> Any:
        return hit

    @rule
    def unasked() -> Asks[int]:
        yield d(6)
        return d(6) + 1  # type: ignore[operator]

    for go in (uncalled().odds, uncalled().roll):
        with pytest.raises(RuleError) as caught:
            go()
        assert caught.value.hint == "call it: hit(…)"
    with pytest.raises(TypeError) as unyielded:
        unasked().odds()
    assert "needs a `yield` before it" in unyielded.value.__notes__[-1]
    with pytest.raises(AttributeError, match=r"call the rule first: hit\(…\)\.odds"):
        hit.odds()  # type: ignore[attr-defined]
    assert astragal.odds(hit()) == hit().odds()
    with pytest.raises(astragal.NotationError) as not_called:
        astragal.odds(hit)  # type: ignore[call-overload]
    assert not_called.value.hint == "call it: hit(…)"
    with pytest.raises(RuleError) as requested:
        dice(2, hit)  # type: ignore[call-overload]
    assert requested.value.hint == "call it: hit(…)"
