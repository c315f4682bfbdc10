"""Rolls fall as often as they should: samples with a fixed seed against every path, counted exactly."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from astragal import Die, SeededSource, parse
from astragal.limits import Cost, Limits
from astragal.outcome import Outcome
from astragal.rolling.frame import Frame
from astragal.rolling.sources import Source
from tests.paths import TooManyPathsError, every_path
from tests.test_sources import limit

ROLLS = 20_000


def exact(text: str) -> dict[Outcome, Fraction]:
    body = parse(text).body

    def run(source: Source) -> Outcome:
        return body.value(Frame(source, {}, Limits(), Cost(0, 0)))

    odds: dict[Outcome, Fraction] = defaultdict(Fraction)
    for outcome, chance in every_path(run, most_paths=10**6, most_faces=10**7):
        odds[outcome] += chance
    assert sum(odds.values()) == 1
    return odds


@pytest.mark.parametrize(
    "text",
    [
        "2d6",
        "4d6kh3",
        "3d6kl1",
        "3d6dh1",
        "3d4r<=2",
        "2d6♻",
        "3d6min2max5",
        "4d6c>=5c=6f=1",
        "4d4u",
        "2d6!o",
        "d10ish + dF",
        "2d{1,1,1,2}",
        "(1d3)d4",
        "2d(1d4)",
        "{1d6, 1d8}kh1",
        "largest_set(4d4)",
        "longest_run(4d4)",
        "distinct(4d4)",
        "middle(3d6)",
        "1d6/1d4",
        "d10ish [0!] worst [..6] low [7..] high [10!] best",
        "1d20+5 >= 15",
        "2d100kh1 >= 90",
    ],
)
def test_samples_agree_with_every_path(text: str) -> None:
    odds = exact(text)
    counts = Counter(parse(text).sample(ROLLS, SeededSource("statistics")))
    assert set(counts) <= set(odds)
    common = [outcome for outcome, chance in odds.items() if chance * ROLLS >= 5]
    squares = sum(
        (counts[each] - odds[each] * ROLLS) ** 2 / (odds[each] * ROLLS) for each in common
    )
    assert squares < limit(max(1, len(common) - 1))


def test_explosions_have_the_mean_they_should() -> None:
    """3d6! has mean 63/5; a sample stays within four standard errors of it."""
    sample = parse("3d6!").sample(ROLLS, SeededSource("mean"))
    numbers = [outcome for outcome in sample if isinstance(outcome, int)]
    assert len(numbers) == ROLLS
    # One d6! has mean 21/5 and variance 266/25.
    error = (3 * 266 / 25 / ROLLS) ** 0.5
    assert abs(sum(numbers) / ROLLS - 63 / 5) < 4 * error


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
