"""Rules and functions that are not the same twice have no odds: they are found out, and told."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Iterator
from random import randint
from typing import Any

import pytest

import astragal
from astragal import Asks, RuleError, choose, d, note, rule

LUCK = random.Random(0)
COUNTER: Iterator[int] = itertools.count()
SEEN: list[int] = []


def lucky() -> int:
    return LUCK.randrange(2)


@rule
def after_the_last_request() -> Asks[int]:
    """Draws a number of its own."""
    return (yield d(6)) + random.randrange(2)  # type: ignore[no-any-return]


@rule
def in_a_helper() -> Asks[int]:
    """Calls a function that draws a number of its own."""
    return (yield d(2)) + lucky()  # type: ignore[no-any-return]


@rule
def imported_by_name() -> Asks[int]:
    """Draws a number of its own."""
    return (yield d(6)) + randint(0, 1)  # type: ignore[no-any-return]


@rule
def imported_within() -> Asks[int]:
    """Draws a number of its own."""
    import secrets

    return (yield d(6)) + secrets.randbelow(2)  # type: ignore[no-any-return]


@rule
def seldom() -> Asks[int]:
    """Draws a number of its own, which seldom counts."""
    return 0 if (yield d(6)) == 3 and random.random() < 1 / 20 else 1


@rule
def on_one_path_of_many() -> Asks[int]:
    """Draws a number of its own on one path alone."""
    first, second = (yield d(40)), (yield d(40))
    return randint(0, 9) if (first, second) == (31, 17) else int(first + second)


@rule
def between_requests() -> Asks[int]:
    """Asks for another die each time."""
    first = yield d(6)
    return first + (yield d(6 + random.randrange(2)))  # type: ignore[no-any-return]


@rule
def counting() -> Asks[int]:
    """Counts its runs."""
    return (yield d(6)) + next(COUNTER)  # type: ignore[no-any-return]


@rule
def growing() -> Asks[int]:
    """Adds to a list that is not its own."""
    face = yield d(6)
    SEEN.append(face)
    return len(SEEN)


@rule
def reading_a_clock() -> Asks[int]:
    """Reads a clock."""
    return (yield d(6)) + time.perf_counter_ns()  # type: ignore[no-any-return]


@rule
def without_a_request() -> Asks[int]:
    """Asks for nothing."""
    return random.randrange(1000)
    yield


@rule
def noting() -> Asks[int]:
    """Notes something else each time."""
    face: int = yield d(6)
    yield note("the die, and {}", randint(0, 9))
    return face


@rule
def deciding() -> Asks[int]:
    """Leaves a choice, and draws a number of its own."""
    face: int = yield d(6)
    again = yield choose("again?", ["yes", "no"], face=face)
    return face if again == "no" else (yield d(6)) + random.randrange(2)


CHANGING = (
    after_the_last_request,
    in_a_helper,
    imported_by_name,
    imported_within,
    seldom,
    on_one_path_of_many,
    between_requests,
    counting,
    growing,
    reading_a_clock,
    without_a_request,
    noting,
    deciding,
)


def refused(do: Callable[[], Any]) -> RuleError:
    with pytest.raises(RuleError) as caught:
        do()
    assert caught.value.code == "unsteady"
    return caught.value


@pytest.mark.parametrize("changing", CHANGING, ids=lambda each: each.name)
def test_a_rule_that_changes_is_named_and_told_what_to_change(changing: Any) -> None:
    error = refused(lambda: changing().odds(aim=lambda outcome: outcome))
    assert changing.name in error.message
    assert "twice" in error.message
    assert error.hint is not None
    assert "`yield`" in error.hint


def test_what_changes_is_named() -> None:
    hint = str(refused(lambda: in_a_helper().odds()).hint)
    assert "`random.Random`" in hint
    assert "imported" not in hint
    assert "`secrets`" in str(refused(lambda: imported_within().odds()).hint)


def test_the_line_is_named() -> None:
    line = after_the_last_request.function.__code__.co_firstlineno + 3
    error = refused(lambda: after_the_last_request().odds())
    assert f"test_unsteady.py, line {line}" in error.message


def test_every_question_finds_it() -> None:
    changing, choosing = after_the_last_request(), deciding()

    def itself(outcome: int) -> int:
        return outcome

    for do in (
        lambda: changing.duration(),
        lambda: changing.map(itself).odds(),
        lambda: astragal.best(2, changing).odds(),
        lambda: astragal.sweep(in_a_helper_with, {"bonus": range(3)}),
        lambda: choosing.plan(itself),
        lambda: choosing.advise(itself, faces=[3]),
        lambda: choosing.odds(decide=lambda choice: choice.options[0]),
    ):
        refused(do)


@rule
def in_a_helper_with(bonus: int) -> Asks[int]:
    """Calls a function that draws a number of its own, and adds a bonus."""
    return (yield d(6)) + lucky() + bonus  # type: ignore[no-any-return]


def test_functions_that_change_are_found_out() -> None:
    die, two = d(6), astragal.parse("2d6")

    def noisy(value: Any) -> Any:
        return value + randint(0, 1)

    def counted(value: int) -> int:
        return value + next(COUNTER)

    @rule
    def straight() -> Asks[int]:
        """Leaves a choice."""
        return 1 if (yield choose("which?", ["one", "two"])) == "one" else 2

    for do in (
        lambda: two.map(noisy).odds(),
        lambda: two.map(counted).odds(),
        lambda: two.odds().map(noisy),
        lambda: two.odds().of(counted),
        lambda: two.odds().given(lambda total: randint(0, 1)),
        lambda: two.odds().probability(lambda total: randint(0, 1)),
        lambda: astragal.best(2, two, key=noisy).odds(),
        lambda: astragal.against(two, die, key=noisy).odds(),
        lambda: astragal.chain(noisy_step, 0, until=lambda n: n > 2).odds(),
        lambda: astragal.chain(plain_step, 0, until=lambda n: n > 2 + randint(0, 1)).odds(),
        lambda: astragal.chain(noisy_step, 0, until=lambda n: n > 2).duration(),
        lambda: astragal.sweep(lambda bonus: f"2d6 + {noisy(bonus)}", {"bonus": range(2)}),
        lambda: straight().plan(noisy),
        lambda: straight().odds(decide=lambda choice: random.choice(choice.options)),
    ):
        refused(do)


def plain_step(n: int) -> Any:
    return astragal.coin(n, n + 1)


def noisy_step(n: int) -> Any:
    return astragal.coin(n, n + 1 + randint(0, 1))


# Honest rules


@rule
def remembering() -> Asks[int]:
    """Keeps what it has worked out, and looks at `random` without a draw."""
    face: int = yield d(6)
    if face not in _SQUARES:
        _SQUARES[face] = face * face
    return _SQUARES[face] if face < 7 else randint(0, 1)


_SQUARES: dict[int, int] = {}


@rule
def with_functions_of_its_own() -> Asks[int]:
    """Asks for a function of a die that looks at a list."""
    kept = [1, 2]
    first: int = yield astragal.parse("1d6").map(lambda face: face + kept[0])
    kept.append(first)
    second: int = yield astragal.parse("1d6").map(lambda face: face * len(kept))
    return first + second


class Card:
    """A value that equals only itself."""


@rule
def drawing() -> Asks[Card]:
    """Ends with a new object each time."""
    yield d(2)
    return Card()


def test_honest_rules_have_odds() -> None:
    assert remembering().odds().mean * 6 == 91
    assert with_functions_of_its_own().odds().mean == astragal.odds("4d6").mean + 1
    assert len(drawing().odds()) == 2


def test_a_rule_is_named_again_each_time_it_is_asked() -> None:
    for _ in range(3):
        refused(lambda: counting().odds())


def test_few_paths_are_played_again() -> None:
    started: list[int] = []

    @rule
    def long() -> Asks[int]:
        started.append(1)
        total = 0
        for _ in range(3):
            total += yield d(10)
        return total

    long().odds()
    assert len(started) < 1000 * 1.1 + 50
