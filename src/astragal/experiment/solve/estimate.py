"""About how many ways an experiment can go, without going them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from astragal.experiment.generators import begun, passed_over
from astragal.odds.weights import Weights

if TYPE_CHECKING:
    from astragal.experiment.experiment import Experiment

_BATCHES = 6
_PROBES = 15


def estimated_paths(
    experiment: Experiment[Any], known: Mapping[Any, Weights], most_asks: int
) -> int:
    """The mean of what some random ways promise: the product of the ways at each fork (Knuth's estimate).

    The least of several such means: one rare way that promises much must not speak for all.
    """
    chance = Random(0)

    def batch() -> int:
        promised = (_promised(experiment, known, most_asks, chance) for _ in range(_PROBES))
        return sum(promised) // _PROBES

    return min(batch() for _ in range(_BATCHES))


def _promised(
    experiment: Experiment[Any], known: Mapping[Any, Weights], most_asks: int, chance: Random
) -> int:
    """What one way promises, as far as it is known what is asked for on it."""
    ways = 1
    generator = experiment.steps()
    try:
        request = begun(generator)
        for _ in range(most_asks):
            outcomes = tuple(known[request].table)
            ways *= max(1, len(outcomes))
            request = passed_over(generator, generator.send(chance.choice(outcomes)))
    except Exception:
        pass  # its end, something not known yet, or a mistake that will be met and said on the way
    return ways
