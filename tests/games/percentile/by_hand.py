"""The game percentile worked out by hand: degrees, and how often rolls fall."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from tests.support.sampling import agrees


def tens(number: int) -> int:
    return int(f"{number:03}"[:-1])


@cache
def degrees(roll: int, target: int) -> int:
    """Degrees of success; of failure, under 0."""
    # Under 0, the ten that a target has not reached counts: -7 has tens -1.
    target_tens = tens(target) if target > 0 else -tens(9 - target)
    if roll == 1 or (roll <= target and roll != 100):
        return max(1, 1 + target_tens - tens(roll))
    return min(-1, -1 - tens(roll) + target_tens)


def odds_of(experiment: Any) -> dict[Any, Fraction]:
    return dict(experiment.odds().items())


def fall_as_often(experiment: Any, rolls: int = 4_000) -> None:
    """Rolls with a fixed seed fall as often as the odds say (G-test)."""
    assert agrees(experiment, rolls, "percentile")
