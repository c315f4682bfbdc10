"""Walks as requests: rolled and weighed from one step, over every kind of pool."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

import astragal
from astragal import (
    Asks,
    Done,
    Experiment,
    Pause,
    Roll,
    RuleError,
    Symbols,
    choose,
    d,
    deal,
    dice,
    parse,
    pool,
    rule,
    verify,
    walk,
)
from astragal.errors import AstragalError, LimitError
from astragal.limits import Limits
from astragal.rolling.frame import Frame
from astragal.rolling.sources import Source
from tests.support.paths import every_path

F = Fraction


def shown(state: tuple[Any, ...], face: Any, *counts: int) -> tuple[Any, ...]:
    """All that a step is told, where any die shows a face."""
    return (*state, (str(face), counts)) if any(counts) else state


def brute(experiment: Experiment[Any]) -> dict[Any, Fraction]:
    """Its odds by rolling it with every face of every die."""
    found: dict[Any, Fraction] = {}

    def run(source: Source) -> Any:
        return experiment.play(Frame(source, {}, Limits()))

    for outcome, chance in every_path(run, most_paths=100_000, most_faces=2_000_000):
        found[outcome] = found.get(outcome, F(0)) + chance
    return found


@rule
def tuples() -> Asks[tuple[int, ...]]:
    """A pool of a rule's own: as many d4 as a d2 says."""
    number = yield d(2)
    values: tuple[int, ...] = yield dice(number, 4)
    return values


POOLS: list[list[Any]] = [
    [pool(3, 4)],
    [pool([6, 4, 4, 3])],
    [dice([d(4), "1d3 + 1"])],
    [pool(2, "2d3kh1")],
    [pool(0, 6)],
    ["3d4kh2"],
    ["{2d4 & 1d6}kh2&dh1"],
    ["2d6r=1"],
    ["3d4min2"],
    ["2d4!o"],
    ["(1d3)d4"],
    ["((1d2)d4)d3"],
    ["3x(2d3kh1)"],
    ["2d{hit,miss,hit+crit}"],
    ["without(3d4, 2d3)"],
    [deal(3, [1, 1, 2, 3, 3])],
    [deal(2, {"ace": 2, "king": 1, "queen": 1})],
    ["deal((1d3), {1..3,1..3})"],
    [tuples()],
    [pool(2, 4), "1d6"],
    ["2d4kl1", deal(2, [1, 2, 4]), pool(1, 3)],
    [astragal.Die(4), d(3)],
]


@pytest.mark.slow
@pytest.mark.parametrize("pools", POOLS, ids=str)
@pytest.mark.parametrize("rising", [False, True])
def test_odds_are_those_of_every_roll(pools: list[Any], rising: bool) -> None:
    read = walk(*pools, start=(), step=shown, rising=rising)
    assert dict(read.odds().items()) == brute(read)


def test_every_face_is_walked_over_whether_or_not_it_shows() -> None:
    def faces(state: tuple[int, ...], face: int, count: int) -> tuple[int, ...]:
        return (*state, face)

    for text, expected in (("2d4", (4, 3, 2, 1)), ("{1d6 & 1d{9}}", (9, 6, 5, 4, 3, 2, 1))):
        read = walk(text, start=(), step=faces)
        assert read.odds().probability(expected) == 1
        assert read.roll(seed=1).outcome == expected


def test_a_walk_over_dice_given_by_the_caller() -> None:
    read = walk("(@n)d4", step=lambda found, face, count: found + count)
    assert read.odds(variables={"n": 3}).probability(3) == 1
    assert read.roll(seed=1, variables={"n": 5}).outcome == 5


class Runs:
    """The longest run; in the form of a class."""

    start = (0, 0)

    def step(self, state: tuple[int, int], face: int, count: int) -> tuple[int, int]:
        current = state[0] + 1 if count else 0
        return current, max(current, state[1])

    def end(self, state: tuple[int, int]) -> int:
        return state[1]


def test_a_class_is_a_walk() -> None:
    runs = walk(pool(5, 6), by=Runs)
    assert runs.odds() == parse("longest_run(5d6)").odds()
    assert runs == walk(pool(5, 6), by=Runs)
    assert str(runs) == "Runs of pool of 5d6"


def test_a_walk_in_a_rule_is_told_recorded_and_verified() -> None:
    @rule
    def attack(dice: int = 3) -> Asks[bool]:
        """Hits on a pair."""
        pairs = yield walk(pool(dice, 6), step=lambda found, face, count: found + count // 2)
        return bool(pairs > 0)

    rolled = attack().roll(faces=[4, 2, 4])
    assert rolled.outcome is True
    assert rolled.explain() == [
        "Attack:",
        "  walk of pool of 3d6: 4, 4, 2 → 1",
        "→ true",
    ]
    assert verify(rolled.to_json(), rules=[attack]) == rolled
    assert attack().odds().probability(True) == F(4, 9)


def test_decisions_look_at_what_was_kept_and_not_at_multisets() -> None:
    @rule
    def keep(kept: int = 0, throws: int = 3) -> Asks[int]:
        """Push a set; ten dice of ten sides have 92,378 multisets."""
        largest = yield walk(pool(10, 10), step=lambda most, face, count: max(most, count))
        again = yield choose("again", ["no", "yes"], largest=largest)
        return keep(largest, throws - 1) if again == "yes" and throws > 1 else largest

    best = keep().odds(aim=lambda largest: largest)
    assert best.mean > parse("largest_set(10d10)").odds().mean
    assert keep().roll(faces=[1] * 10, decisions=["no"]).outcome == 10
    paused = keep().start(faces=[1] * 10)
    assert isinstance(paused, Pause)
    ended = paused.resume("no")
    assert isinstance(ended, Roll)
    assert ended.outcome == 10


def fails(state: int, face: int, count: int) -> Any:
    if face == 3:
        raise ValueError("three")
    return state


BAD: list[tuple[Any, str, str]] = [
    (fails, "failed-step", "`fails` fails at the face 3: ValueError: three"),
    (lambda state, face, count: [face], "failed-step", "unhashable"),
    (lambda state, face, count: random.random(), "unsteady", "the second time, at the face 6"),
    (lambda state, face: state, "failed-step", "TypeError"),
    (lambda state, face, count: "x" if face > 1 else 1 / 0, "failed-step", "at the face 1"),
    (lambda state, face, count: None, "bad-outcome", "cannot be an outcome"),
    (lambda state, face, count: state + 0.5, "bad-outcome", "cannot be an outcome"),
]


@pytest.mark.parametrize(("step", "code", "said"), BAD)
def test_a_bad_step_is_a_typed_error_that_names_the_rule_and_the_face(
    step: Any, code: str, said: str
) -> None:
    @rule
    def broken() -> Asks[int]:
        """Asks for a walk whose step is wrong."""
        found: int = yield walk(pool(2, 6), step=step)
        return found

    for ask in (broken().odds, broken().roll):
        with pytest.raises(RuleError, match="broken") as caught:
            ask()
        assert caught.value.code == code
        assert said in str(caught.value)


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda: walk(step=shown), "bad-walk"),
        (lambda: walk("3d6"), "not-a-function"),
        (lambda: walk("3d6", step=shown, by=Runs), "bad-walk"),
        (lambda: walk("3d6", step=shown, end=3), "not-a-function"),  # type: ignore[arg-type]
        (lambda: walk("3d6", step=shown, start=[]), "bad-state"),
        (lambda: walk("3d6 + 1", step=shown), "bad-pool"),
        (lambda: walk("2d6r<=2?", step=shown), "bad-pool"),
        (lambda: walk(astragal.coin(), step=shown).odds(), "bad-pool"),
        (lambda: deal(3, [1, 2]), "bad-number"),
        (lambda: deal(1, {1: -1}), "bad-card"),
        (lambda: deal(1, [1.5]), "bad-card"),
        (lambda: walk(pool(2, astragal.weighted({1: 1, "a": 1})), step=shown).odds(), "no-order"),
    ],
)  # fmt: skip
def test_mistakes(ask: Any, code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        ask()
    assert caught.value.code == code


def counted_up_to(most: int) -> Any:
    def step(found: int, face: int, count: int) -> Any:
        return Done(found) if face > most else found + count

    return step


def test_dice_without_end_are_walked_over_as_far_as_the_walk_goes() -> None:
    low = walk("3d6!!", step=counted_up_to(7), rising=True)
    assert low.odds() == parse("3d6!!c<=7").odds()
    assert low.roll(faces=[6, 2, 3, 4]).outcome == 2
    unlike = walk("{2d4!! & 1d3!!}", step=counted_up_to(4), rising=True)
    assert unlike.odds() == parse("{2d4!! & 1d3!!}c<=4").odds()


@pytest.mark.parametrize(
    ("text", "rising"), [("3d6!!", False), ("3d6!!", True), ("3d6!", True), ("3d6!", False)]
)
def test_dice_without_end_are_refused_where_the_walk_has_none(text: str, rising: bool) -> None:
    read = walk(text, step=counted_up_to(10**9), rising=rising)
    for ask in (read.odds, read.roll):
        with pytest.raises(AstragalError) as caught:
            ask()
        assert caught.value.code == "no-closed-form"


def test_too_many_multisets_are_refused_with_the_walk() -> None:
    with pytest.raises(LimitError, match="multisets") as caught:
        pool(12, 20).odds()
    assert "walk(pool(12, 20), step=…)" in (caught.value.hint or "")


def test_symbols_are_walked_over() -> None:
    hits = walk("3d{hit,miss,hit+crit}", step=lambda found, face, n: found + n * face["hit"])
    assert hits.odds().mean == 2
    assert hits.roll(faces=["hit", "miss", "hit+crit"]).outcome == 2
    assert Symbols("hit")["hit"] == 1


def test_some_rolls_stop_in_a_state_in_which_others_end() -> None:
    found = walk(
        pool(1, 4), start=5, step=lambda five, face, n: Done(5) if face == n == 2 else five
    )
    assert dict(found.odds().items()) == {5: 1}
    found = walk(
        pool(2, 4), step=lambda best, face, n: Done(4) if n and face == 4 else best + 2 * n
    )
    assert found.odds().probability(4) == 1


@pytest.mark.parametrize("text", ["d4k=2kh3&dl1", "2d6k=3kh1&dl2", "d{2,3,5,7}k=[2,5]kh3&dl1"])
def test_keeps_that_keep_nothing_have_all_of_their_odds(text: str) -> None:
    assert dict(astragal.odds(text).items()) == {0: 1}


def test_an_early_end() -> None:
    highest = walk(pool(3, 8), step=lambda none, face, n: Done(face) if n else none)
    assert highest.odds() == parse("3d8kh1").odds()
    lowest = walk(pool(3, 8), step=lambda none, face, n: Done(face) if n else none, rising=True)
    assert lowest.odds() == parse("3d8kl1").odds()
