"""triumph: dice that explode on both sides, against the rule that rolls them one by one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from astragal.experiment.experiment import Asks
from astragal.experiment.solve.memory import Memory
from astragal.games.triumph.bouts import race
from astragal.games.triumph.races import Going, Races
from astragal.games.triumph.symbol_dice import CheckDice
from astragal.limits import DEFAULT_LIMITS
from astragal.probability.weights import Weighing, Weights
from astragal.rules.requests.request import Request

ONE, HIGHEST, LOWEST = (CheckDice.of(text) for text in ("1d20▲!", "2d20▲!", "3d20▼!"))
BOTH_KEPT = CheckDice.of("2d20▲▲!")


class Raced(Request[Any]):
    """The odds of a race, worked out by the quick way."""

    ours: Going
    theirs: Going
    lead: int

    def steps(self) -> Asks[Any]:
        return (yield race(self.ours, self.theirs, self.lead))

    def weigh(self, memory: Memory) -> Weighing:
        races = yield from Races.among([self.ours, self.theirs], memory.budget)
        return races.law(self.ours, self.theirs, self.lead)

    def __str__(self) -> str:
        return "race"


def chances(weights: Weights) -> dict[Any, Fraction]:
    return {each: Fraction(ways, weights.denominator) for each, ways in weights.table.items()}


@pytest.mark.parametrize(
    ("ours", "theirs", "lead"),
    [
        (None, None, 3),
        (ONE, None, 0),
        (ONE, None, -45),
        (None, HIGHEST, 30),
        (BOTH_KEPT, None, -70),
        (ONE, ONE, 0),
        (ONE, HIGHEST, -7),
        (LOWEST, ONE, 12),
        (HIGHEST, LOWEST, 41),
    ],
    ids=str,
)
def test_r8_a_race_ends_as_the_rule_says(ours: Going, theirs: Going, lead: int) -> None:
    found = Memory(DEFAULT_LIMITS).weights(Raced(ours, theirs, lead))
    assert chances(found) == chances(Memory(DEFAULT_LIMITS).weights(race(ours, theirs, lead)))
