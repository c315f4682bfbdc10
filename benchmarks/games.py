"""Questions of the five games at a table's sizes: the first time in a process, and once warm.

No other program knows the games, so there is nobody to measure them against; what they come to is
compared with brute force in the tests. Each question is asked in a process of its own.
``make bench`` prints the table; ``--write`` also puts it into docs/benchmarks.md.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from astragal.experiment.solve import analysis as _loaded  # noqa: F401  (loaded when first used)
from astragal.games import percentile as percentile_game
from astragal.games import scores as scores_game
from astragal.games import target as target_game
from astragal.games import tiers as tiers_game
from astragal.games import triumph as triumph_game
from benchmarks.measuring import seconds
from benchmarks.pages import conditions, run

REPEATS = 20

percentile: Any = percentile_game
scores: Any = scores_game
target: Any = target_game
tiers: Any = tiers_game
triumph: Any = triumph_game

QUESTIONS: tuple[tuple[str, Callable[[], Any]], ...] = (
    ("scores: a Contest", lambda: scores.contest(3, 2, advantages=1).odds()),
    (
        "scores: a Group Test of three, with the best help",
        lambda: scores.group_test([0, 1, 2]).odds(aim="passes"),
    ),
    (
        "scores: a Group Test of four, with the best help",
        lambda: scores.group_test([2, 1, 0, 0]).odds(aim="passes"),
    ),
    ("tiers: an Opposed Roll", lambda: tiers.opposed(45, 38, advantages=2).odds()),
    ("tiers: a Test of Tier 10", lambda: tiers.test([45], tier=10, on_failure="benevolent").odds()),
    (
        "tiers: a Test of four players with Clocks",
        lambda: tiers.test([45, 50, 55, 60], tier=10, clock="6", location="8").odds(),
    ),
    ("tiers: a countdown, two against two", lambda: tiers.countdown([45, 40], [38, 30]).odds()),
    ("percentile: an opposed test", lambda: percentile.opposed(45, 38).odds()),
    ("percentile: a Taxing extended test", lambda: percentile.extended(45, "Taxing").odds()),
    ("percentile: damage of 2d10, Tearing", lambda: percentile.damage("2d10", tearing=True).odds()),
    (
        "target: an attack",
        lambda: target.attack("5", armor_class=15, damage="2d6+3").odds(),
    ),
    ("target: an opposed check", lambda: target.opposed("5", "3").odds()),
    ("triumph: a check with dominance", lambda: triumph.check(3, 15, dominance=2).odds()),
    (
        "triumph: a contest with dominance on both sides",
        lambda: triumph.contest(3, 2, dominance=1, opponent_dominance=1).odds(),
    ),
    (
        "triumph: an attack for 4d6+3",
        lambda: triumph.attack(3, 15, "4d6+3", critical="8d6+3").odds(),
    ),
    (
        "triumph: 2d20▲♻, re-rolled for the best",
        lambda: triumph.check(3, 15, dice="2d20▲♻").odds(aim="passes"),
    ),
    ("triumph: one ability", lambda: triumph.ability().odds()),
    ("triumph: six abilities, 117,649 outcomes", lambda: triumph.abilities().odds()),
)


def warm_up() -> None:
    """Something trivial, so that nobody pays for loading the engine."""
    triumph.percentile().odds()


def report() -> str:
    lines = ["| question | first, ms | warm, ms |", "| --- | ---: | ---: |"]
    for name, ask in QUESTIONS:
        first = seconds(ask, warm_up) * 1000
        warm = seconds(ask, warm_up, REPEATS) * 1000
        lines.append(f"| {name} | {first:,.1f} | {warm:,.1f} |")
        print(lines[-1], file=sys.stderr)
    return "\n".join([conditions(["astragal", "python-flint"]), "", *lines])


if __name__ == "__main__":
    run("games", __doc__, report)
