"""Checks: d100 under a Stat, perhaps against a Check Tier."""

from __future__ import annotations

from typing import Any

from astragal.experiment.experiment import Asks
from astragal.games.tiers.about import (
    Advantages,
    BothEdges,
    Counting,
    Disadvantages,
    Helpers,
    Location,
    OnCritical,
    OnFumble,
    Stat,
    Tags,
    Tier,
    game,
)
from astragal.games.tiers.clocks import Clock, before_the_roll, ticked
from astragal.games.tiers.edges import Edges
from astragal.games.tiers.roll_under import DiceCount, Grade
from astragal.games.tiers.rolls import Check, Manner, rolled
from astragal.mechanics.unsettled import Unsettled, or_unsettled


class OpenCheck(Unsettled):
    """A Check against an unknown Tier: its $ and grade, and their effects."""

    effect: str = ""
    location: tuple[Clock, ...] = ()

    @classmethod
    def of(cls, made: Check) -> OpenCheck:
        return cls(made.tiers, made.grade.value, made.effect, made.location)

    def __str__(self) -> str:
        known = Check(Grade(self.natural), self.total, True, self.effect, self.location)
        return str(known)


def _refuse(given: Any) -> str | None:
    if given.tier is None and given.helpers:
        return "helpers check against the Tier, so it cannot be hidden from them"
    return None


@or_unsettled(Check)
@game.rule(refuse=_refuse)
def check(
    stat: Stat,
    tier: Tier = 1,
    advantages: Advantages = 0,
    disadvantages: Disadvantages = 0,
    edges: BothEdges = Edges(),  # noqa: B008
    tags: Tags = (),
    helpers: Helpers = (),
    dice_count: Counting = DiceCount.AT_LEAST_TWO,
    critical_table: OnCritical = None,
    fumble_table: OnFumble = None,
    location: Location = (),
) -> Asks[Check | OpenCheck]:
    """A Check: d100 equal to or under the Stat succeeds; 96 to 99 always fail.

    $ is the tens digit of a success. With a Check Tier over 1 a full success needs as many $; a
    success that falls short is partial. Doubles are Criticals, or Fumbles if they fail. /+/ and /-/
    cancel one to one; what remains rolls several times and picks the best or the worst, by
    Critical, Success, Failure, Fumble. Gold tags are edges, silver ones change the Stat by 10 a
    Tier, any other adds $ to a success. Each helper who passes a Check of the same Tier gives +10
    to the Stat, with a Critical +20. A failure ticks the location's Clocks.
    """
    manner = Manner.of(
        advantages,
        disadvantages,
        edges,
        tags,
        helpers,
        dice_count,
        critical_table,
        fumble_table,
    )
    yield from manner.cancels()
    made: Check = yield rolled(stat, manner, tier or 1)
    if location:
        clocks = ticked(before_the_roll(location), 0 if made.succeeds else 1)
        made = Check(made.grade, made.tiers, made.full, made.effect, clocks)
    return OpenCheck.of(made) if tier is None else made
