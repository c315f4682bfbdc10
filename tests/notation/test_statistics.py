"""Rolls fall as often as their odds say: many of each operator with a fixed seed (G-test)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from astragal import Die, SeededSource, odds, parse
from astragal.outcome import Outcome
from astragal.rolling.sources import Source
from tests.support.paths import TooManyPathsError, every_path
from tests.support.sampling import limit

ROLLS = 60_000

OPERATORS = [
    "4d6kh3",
    "3d6dh1",
    "3d4r<=2",
    "3d6rr<=2",
    "2d6♻min2max5",
    "4d6c>=5c=6f=1",
    "4d4u",
    "2d6!",
    "2d6!!",
    "2d6!p",
    "2d6!o",
    "3d6!kh2",
    "3d6!!kh2",
    "5d10!c>=8",
    "d10ish + dF - 1d{1,1,1,2}",
    "(1d3)d(1d4+1)",
    "{1d6!, 1d8}kh1",
    "largest_set(4d4)",
    "longest_run(4d4) * 10 + distinct(4d4)",
    "middle(4d6)",
    "1d6/1d4 - 1d6//2",
    "max(1d6!, 1d8!) - abs(1d6-1d8)",
    "(1d6!) >= (1d8)",
    "d10ish! + 1 [0!] worst [..6] low [7..] high [10!] best",
    "p = 4d4; highest(p,2) * lowest(p,2)",
    "2x(1d6 > 3)",
    "3d{hit,2hit,miss,hit+crit}r=miss + 1d{crit,blank}",
    "count(2d{hit,miss,hit+crit}!=crit, hit)",
]


def sampled(text: str) -> Counter[Outcome]:
    return Counter(parse(text).sample(ROLLS, SeededSource("statistics")))


@pytest.mark.slow
@pytest.mark.parametrize("text", OPERATORS)
def test_very_many_rolls_agree_with_the_odds(text: str) -> None:
    exact, counts = odds(text), sampled(text)
    listed = {outcome: float(chance) * ROLLS for outcome, chance in exact.items()}
    assert all(outcome in listed or float(exact.tail) * ROLLS > 1e-9 for outcome in counts)
    # Outcomes too rare for the test stand together.
    common = {outcome: expected for outcome, expected in listed.items() if expected >= 20}
    cells = [(counts[outcome], expected) for outcome, expected in common.items()]
    rest = ROLLS - sum(common.values())
    if rest >= 20:
        cells.append((ROLLS - sum(seen for seen, _ in cells), rest))
    surprise = 2 * sum(seen * math.log(seen / expected) for seen, expected in cells if seen)
    assert surprise < limit(max(1, len(cells) - 1))


def test_the_test_would_notice_a_loaded_die() -> None:
    """One face of twenty that comes up six times where the others do five times."""
    loaded = [1, *(face for face in range(1, 21) for _ in range(5))]
    counts = sampled(f"d{{{','.join(map(str, loaded))}}}")
    surprise = 2 * sum(seen * math.log(seen * 20 / ROLLS) for seen in counts.values())
    assert surprise > limit(19)


def test_every_path_is_plain_enumeration() -> None:
    """The brute-force twin: nested loops over weighted faces."""
    dice = [Die([1, 1, 2]), Die(3)]

    def run(source: Source) -> tuple[int, ...]:
        return tuple(face for die in dice for face in source.draw(die, 1))

    twin = {
        faces: Fraction(dice[0].weight(faces[0]), 3) * Fraction(1, 3)
        for faces in product(dice[0].faces, dice[1].faces)
    }
    assert dict(every_path(run, most_paths=100, most_faces=100)) == twin


def test_too_many_paths_are_refused() -> None:
    def run(source: Source) -> Sequence[int]:
        return source.draw(Die(6), 5)

    with pytest.raises(TooManyPathsError):
        list(every_path(run, most_paths=10**6, most_faces=1000))
    with pytest.raises(TooManyPathsError):
        list(every_path(run, most_paths=100, most_faces=10**6))
