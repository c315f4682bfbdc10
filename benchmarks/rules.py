"""Rules: Astragal beside icepool and dyce, in one run, with equal results (see measuring.py).

Every program is given each job in the form its own documentation suggests, and the quickest of
those tried.
``make bench`` prints the tables; ``--write`` also puts them into docs/benchmarks.md.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import dyce
import icepool
from dyce import H, P

import astragal
from astragal import Asks, best, chain, choose, coin, d, rule, sweep, total
from astragal.experiment.solve import analysis as _loaded  # noqa: F401  (loaded when first used)
from astragal.sweeps import sweep as _loaded_too  # noqa: F401
from benchmarks.measuring import Row, rivals_table, seconds
from benchmarks.pages import conditions, run

REPEATS = 20
"""No program remembers the odds of a rule, so a job may be done again and again."""

ROUNDS = 50
FAILED = -1

# The accumulating Test: roll under 45 and add the tens, until there are 10; a failure loses
# them all.


@rule
def earned(stat: int) -> Asks[int]:
    """The tens of a d100 that is equal to or under the Stat; otherwise a failure."""
    roll = yield d(100)
    return roll // 10 if roll <= stat else FAILED


@rule
def attempt(so_far: int, stat: int = 45) -> Asks[int]:
    """One round: what is earned is added, and a failure loses it all."""
    more = yield earned(stat)
    return 0 if more == FAILED else so_far + more


def accumulating(goal: int = 10) -> astragal.Experiment[int]:
    return chain(attempt, 0, until=lambda so_far: so_far >= goal)


def done_by_astragal(goal: int = 10, rounds: int = ROUNDS) -> dict[int, Fraction]:
    duration = accumulating(goal).duration()
    return {n: duration.within(n) for n in range(1, rounds + 1)}


def tens(roll: int) -> int:
    return roll // 10 if roll <= 45 else FAILED


def step(so_far: int, more: int, goal: int = 10) -> int:
    if so_far >= goal:
        return so_far
    return 0 if more == FAILED else so_far + more


def done_by_icepool(goal: int = 10, rounds: int = ROUNDS) -> dict[int, Fraction]:
    more = icepool.d(100).map(tens)
    state: Any = icepool.Die([0])
    done = {}
    for n in range(1, rounds + 1):
        state = icepool.map(step, state, more)
        weight = sum(weight for so_far, weight in state.items() if so_far >= goal)
        done[n] = Fraction(weight, state.denominator())
    return done


def done_by_dyce(goal: int = 10, rounds: int = ROUNDS) -> dict[int, Fraction]:
    more = H(100).apply(tens)
    state = H({0: 1})
    done = {}
    for n in range(1, rounds + 1):
        state = state.apply(step, more)
        weight = sum(weight for so_far, weight in state.items() if so_far >= goal)
        done[n] = Fraction(weight, state.total)
    return done


def mean_by_astragal() -> dict[str, Fraction]:
    return {"rounds": accumulating().duration().mean}


def mean_by_icepool() -> dict[str, Fraction]:
    more = icepool.d(100).map(tens)
    return {"rounds": icepool.Die([0]).mean_time_to_absorb(step, more)}


# A large chain: earn 500 with a d20; a 16 or more loses a tenth of what there is.


@rule
def dig(gold: int) -> Asks[int]:
    """Add a d20 up to 15; more than that, and a tenth is lost."""
    face = yield d(20)
    return gold + face if face <= 15 else gold - gold // 10


def large_by_astragal(goal: int = 500) -> dict[str, Fraction]:
    duration = chain(dig, 0, until=lambda gold: gold >= goal).duration()
    return {"mean": duration.mean, "variance": duration.variance}


def mean_of_large_by_astragal(goal: int = 100) -> dict[str, Fraction]:
    return {"rounds": chain(dig, 0, until=lambda gold: gold >= goal).duration().mean}


def dug(gold: int, face: int, goal: int = 100) -> int:
    if gold >= goal:
        return gold
    return gold + face if face <= 15 else gold - gold // 10


def mean_of_large_by_icepool() -> dict[str, Fraction]:
    return {"rounds": icepool.Die([0]).mean_time_to_absorb(dug, icepool.d(20))}


# A contest of pools: each side counts the dice of 5 or more.


@rule
def hit() -> Asks[int]:
    """1 for a d6 of 5 or more."""
    face = yield d(6)
    return int(face >= 5)


@rule
def skirmish(ours: int, theirs: int) -> Asks[int]:
    """How many more hits we have than they."""
    our_hits = yield total(ours, hit())
    their_hits = yield total(theirs, hit())
    return int(our_hits - their_hits)


def hits(face: int) -> int:
    return int(face >= 5)


# The best of three d100 by outcome first: a success with doubles, a success, a failure, a failure
# with doubles.


def rank(roll: int) -> tuple[int, int]:
    doubles = roll % 11 == 0
    if roll <= 43:
        return (3 if doubles else 2), roll
    return (0 if doubles else 1), -roll


@rule
def check(dice: int) -> Asks[int]:
    """The best by rank."""
    roll = yield best(dice, 100, key=rank)
    return int(roll)


def checked_by_icepool(dice: int) -> Any:
    return (
        icepool.d(100).map(lambda roll: (rank(roll), roll)).highest(dice).map(lambda pair: pair[1])
    )


def checked_by_dyce(dice: int) -> Any:
    return (
        (dice @ P(H(100).apply(lambda roll: (rank(roll), roll)))).at(-1).apply(lambda pair: pair[1])
    )


# A contest with a tie-break, and a table of it.


@rule
def contest(modifier: int, opponent: int) -> Asks[bool]:
    """The higher of two d20 with modifiers; a tie is a coin toss."""
    difference = (yield d(20)) + modifier - (yield d(20)) - opponent
    if difference == 0:
        return bool((yield coin()))
    return bool(difference > 0)


def table_by_astragal() -> dict[tuple[int, int], Fraction]:
    grid = sweep(contest, {"modifier": range(10), "opponent": range(10)})
    return dict(grid.cells)


def table_by_icepool() -> dict[tuple[int, int], Fraction]:
    toss = icepool.d(2) == 1

    def decide(a: int, b: int) -> Any:
        return toss if a == b else a > b

    return {
        (m, o): icepool.map(decide, icepool.d(20) + m, icepool.d(20) + o).probability(True)
        for m in range(10)
        for o in range(10)
    }


def table_by_dyce() -> dict[tuple[int, int], Fraction]:
    toss = H({False: 1, True: 1})

    def decide(a: Any, b: Any) -> Any:
        return toss if a.outcome == b.outcome else a.outcome > b.outcome

    cells = {}
    for m in range(10):
        for o in range(10):
            odds = dyce.expand(decide, H(20) + m, H(20) + o)
            cells[m, o] = Fraction(odds.get(True, 0), odds.total)
    return cells


ROWS = (
    Row("the Test: done by 1, 2, …, 50 rounds", done_by_astragal, done_by_icepool, done_by_dyce),
    Row("the Test: expected rounds", mean_by_astragal, mean_by_icepool, None),
    Row(
        "a chain of 100 states: expected rounds",
        mean_of_large_by_astragal,
        mean_of_large_by_icepool,
        None,
    ),
    Row(
        "a contest of pools, 30 dice against 25",
        lambda: skirmish(30, 25).odds(),
        lambda: 30 @ icepool.d(6).map(hits) - 25 @ icepool.d(6).map(hits),
        lambda: 30 @ H(6).apply(hits) - 25 @ H(6).apply(hits),
    ),
    Row(
        "the best of 3d100 by a key",
        lambda: check(3).odds(),
        lambda: checked_by_icepool(3),
        lambda: checked_by_dyce(3),
    ),
    Row(
        "a contest with ties tossed, 100 pairs", table_by_astragal, table_by_icepool, table_by_dyce
    ),
)


@rule
def pig(held: int = 0) -> Asks[int]:
    """Roll on and add up, or stop; a 1 loses everything."""
    if (yield choose("roll on?", ["roll", "stop"], held=held)) == "stop":
        return held
    face = yield d(6)
    return 0 if face == 1 else pig(min(held + face, 100))


ALONE: tuple[tuple[str, Callable[[], Any]], ...] = (
    ("mean and variance of a chain of 500 states", large_by_astragal),
    ("the best play of Pig for the mean, 100 states", lambda: pig().plan(lambda held: held).value),
    (
        "rolling the Test once, with its record",
        lambda: accumulating().roll(astragal.SeededSource(1)),
    ),
    ("10,000 rolls of the contest", lambda: contest(2, 1).sample(10_000)),
)


def warm_up_astragal() -> None:
    done_by_astragal(2, 3)
    large_by_astragal(3)
    skirmish(2, 1).odds()
    check(2).odds()
    sweep(contest, {"modifier": range(1), "opponent": range(1)})
    pig(99).plan(lambda held: held)


def warm_up_icepool() -> None:
    done_by_icepool(2, 3)
    icepool.Die([0]).mean_time_to_absorb(lambda n, m: min(3, n + m), icepool.d(2))
    2 @ icepool.d(6).map(hits) - 1 @ icepool.d(6).map(hits)
    checked_by_icepool(2)
    icepool.map(lambda a, b: a > b, icepool.d(2) + 1, icepool.d(2)).probability(True)


def warm_up_dyce() -> None:
    done_by_dyce(2, 3)
    2 @ H(6).apply(hits) - 1 @ H(6).apply(hits)
    checked_by_dyce(2)
    dyce.expand(lambda a, b: a.outcome > b.outcome, H(2) + 1, H(2))


WARM_UPS = {"astragal": warm_up_astragal, "icepool": warm_up_icepool, "dyce": warm_up_dyce}


def alone_table() -> list[str]:
    lines = ["| job | astragal, ms |", "| --- | ---: |"]
    for name, job in ALONE:
        lines.append(f"| {name} | {seconds(job, warm_up_astragal, REPEATS) * 1000:,.2f} |")
        print(lines[-1], file=sys.stderr)
    return lines


def report() -> str:
    return "\n".join(
        [
            conditions(["astragal", "icepool", "dyce", "python-flint"]),
            "",
            *rivals_table("job", ROWS, WARM_UPS, REPEATS),
            "",
            "What the others have no way for:",
            "",
            *alone_table(),
        ]
    )


if __name__ == "__main__":
    run("rules", __doc__, report)
