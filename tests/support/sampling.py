"""Whether rolls fall as often as exact odds say."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from astragal import SeededSource


def limit(degrees: int) -> float:
    """Well past the 99.99 % point of chi-square (Wilson and Hilferty's approximation, z = 4)."""
    ninth = 2 / (9 * degrees)
    return float(degrees * (1 - ninth + 4 * ninth**0.5) ** 3)


def agrees(experiment: Any, rolls: int, seed: str, decide: Any = None) -> bool:
    """A G-test of so many rolls with a fixed seed; outcomes too rare for it stand together."""
    odds = experiment.odds()
    counts = Counter(experiment.sample(rolls, SeededSource(seed), decide=decide))
    listed = {outcome: float(chance) * rolls for outcome, chance in odds.items()}
    if not counts.keys() <= listed.keys():
        return False
    common = {outcome: expected for outcome, expected in listed.items() if expected >= 20}
    cells = [(counts[outcome], expected) for outcome, expected in common.items()]
    rest = rolls - sum(common.values())
    if rest >= 20:
        cells.append((rolls - sum(seen for seen, _ in cells), rest))
    surprise = 2 * sum(seen * math.log(seen / expected) for seen, expected in cells if seen)
    return surprise < limit(max(1, len(cells) - 1))
