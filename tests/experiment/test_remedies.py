"""A refusal names what grows, and what helps; never what the rule does already."""

from __future__ import annotations

from collections.abc import Callable
from traceback import walk_tb
from typing import Any

import pytest

from astragal import Asks, Audience, LimitError, Limits, choose, d, pool, rule, total, walk

LIMITS = Limits(paths=2_000, states=500)


@rule
def resist(stress: int = 0, resisted: int = 0) -> Asks[int]:
    """Stress comes and goes until it is too much."""
    face: int = yield d(6)
    stress = max(0, stress + 3 - face)
    return resisted if stress >= 9 else resist(stress, resisted + 1)


@rule
def purse(coins: int = 0) -> Asks[int]:
    """Win or lose, for ever; 1 in 100 goes home."""
    face: int = yield d(100)
    return coins if face == 1 else purse(coins + face - 50)


def refused(ask: Callable[[], Any]) -> LimitError:
    with pytest.raises(LimitError) as caught:
        ask()
    return caught.value


@pytest.mark.parametrize("method", ["odds", "duration"])
def test_a_counter_that_only_grows_is_named_with_its_remedy(method: str) -> None:
    for limits in (LIMITS, Limits(states=500), Limits(paths=2_000)):
        hint = refused(lambda: getattr(resist(), method)(limits=limits)).hint  # noqa: B023
        assert hint is not None
        assert "`resisted` takes ever more values, 0 to " in hint
        assert "only grows" in hint
        assert "duration()" in hint
        assert "stress" not in hint


def test_a_number_that_goes_both_ways_is_to_be_capped() -> None:
    hint = refused(lambda: purse().odds(limits=Limits(states=500))).hint or ""
    assert "min(coins, 20)" in hint
    assert "only grows" not in hint


@rule
def one_by_one() -> Asks[tuple[int, ...]]:
    """Eight dice, each remembered."""
    shown: tuple[int, ...] = ()
    for _ in range(8):
        shown = (*shown, (yield d(6)))
    return shown


def sums(state: int, face: int, count: int) -> int:
    return state + face * count


@rule
def with_pools() -> Asks[tuple[int, ...]]:
    """Eight pools, each remembered."""
    shown: tuple[int, ...] = ()
    for _ in range(8):
        shown = (*shown, (yield walk(pool(2, 6), start=0, step=sums)))
    return shown


@rule
def with_totals() -> Asks[tuple[int, ...]]:
    """Eight totals and texts, each remembered."""
    shown: tuple[int, ...] = ()
    for _ in range(8):
        shown = (*shown, (yield total(2, d(6))) + (yield "1d4"))
    return shown


@pytest.mark.parametrize(
    ("asked", "advised"),
    [
        (one_by_one, "a total, the best, a pool or notation instead"),
        (with_pools, "a total, the best or notation instead"),
        (with_totals, "the best or a pool instead"),
    ],
)
def test_what_a_rule_asks_for_already_is_not_advised(asked: Any, advised: str) -> None:
    error = refused(lambda: asked().odds(limits=LIMITS))
    assert f"ask for less at once: {advised}" in (error.hint or "")
    assert "a chain" in (error.hint or "")
    assert "instead" not in (error.hint_for(Audience.PLAYER) or "")


@rule(aim="outcome")
def race(mine: int = 0, theirs: int = 0, us: bool = True) -> Asks[bool]:
    """A small step or a die, in turn, up to 200."""
    if max(mine, theirs) >= 200:
        return us
    if (yield choose("step?", ["small", "die"], opposed=not us)) == "small":
        return race(theirs, mine + 1, not us)
    return race(theirs, mine + (yield d(6)), not us)


def test_a_plan_too_large_names_what_makes_its_situations_and_the_limit_to_raise() -> None:
    error = refused(lambda: race().plan(limits=LIMITS))
    assert "situations, made by `" in error.message
    assert all(f"`{name}` (0 to " in error.message for name in ("mine", "theirs"))
    assert error.message.endswith("the limit is 2,000 paths")
    assert "smaller goals" in (error.hint_for(Audience.PLAYER) or "")
    assert "Limits(paths=" in (error.hint_for(Audience.PROGRAMMER) or "")
    assert error.steps == LIMITS.odds


@rule(aim="outcome")
def counted(held: int = 0, rounds: int = 0) -> Asks[int]:
    """Roll on or stop; the rounds are counted, and nobody looks at them."""
    if (yield choose("on?", ["on", "stop"], held=held)) == "stop":
        return held
    return counted((held + (yield d(6))) % 2, rounds + 1)


def test_a_parameter_of_a_plan_that_never_ends_is_to_be_capped_or_left_out() -> None:
    error = refused(lambda: counted().plan(limits=Limits(paths=25_000)))
    assert "cap `rounds`, such as min(rounds, 20), or leave it out" in (error.hint or "")
    assert "smaller goals" not in (error.hint or "")


@rule
def deeper(n: int = 0) -> Asks[int]:
    """What asks for itself for ever."""
    lower: int = yield deeper(n + 1)
    return lower


def test_what_asks_for_itself_without_end_is_refused_soon_and_by_name() -> None:
    """Without a trace of all that waited, to which each added while the error went through it."""
    for ask in (deeper().odds, lambda limits: deeper().plan("outcome", limits=limits)):
        error = refused(lambda: ask(limits=LIMITS))  # noqa: B023
        assert "asks for itself ever deeper: `n` takes ever more values" in (error.hint or "")
        assert len([*walk_tb(error.__traceback__)]) < 200
