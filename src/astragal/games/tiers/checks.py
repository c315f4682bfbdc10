"""Checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.tiers.about import (
    Advantages,
    Counting,
    Disadvantages,
    Stat,
    Tags,
    Tier,
    game,
)
from astragal.games.tiers.edges import Edges
from astragal.games.tiers.roll_under import CheckRolls, DiceCount, Grade
from astragal.games.tiers.tags import Tag, tiers_of_tags
from astragal.mechanics.arithmetic import net
from astragal.rules.ordered import RankedOutcome
from astragal.rules.parameters import Bounds
from astragal.rules.rule import rule
from astragal.table.random_tables import RandomTable


class Check(RankedOutcome):
    """The result of a Check: its grade, its $, and whether it met the Check Tier."""

    grade: Grade
    tiers: int
    full: bool
    effect: str = ""
    """what the table of Criticals or Fumbles says, if there is one"""

    @property
    def passes(self) -> bool:
        """Whether it is a full success."""
        return self.full

    @property
    def succeeds(self) -> bool:
        """Whether it is a success, full or partial."""
        return self.grade.succeeds

    @property
    def partial(self) -> bool:
        """Whether it is a success that falls short of the Check Tier."""
        return self.grade.succeeds and not self.full

    def order(self) -> tuple[int, int, bool, str]:
        return (self.grade.rank, self.tiers, self.full, self.effect)

    def __str__(self) -> str:
        said = [self.grade.value]
        if self.grade.succeeds:
            said.append(f"{self.tiers} $")
        if self.partial:
            said.append("partial")
        return ", ".join([*said, *([self.effect] if self.effect else [])])


@game.rule
def check(
    stat: Stat,
    tier: Tier = 1,
    advantages: Advantages = 0,
    disadvantages: Disadvantages = 0,
    edges: Annotated[Edges, "more of both, as the game writes them: 2/+/"] = Edges(),  # noqa: B008
    tags: Tags = (),
    helpers: Annotated[Sequence[Stat], Bounds(0, 20), "the Stats of those who help"] = (),
    dice_count: Counting = DiceCount.AT_LEAST_TWO,
    critical_table: Annotated[RandomTable | None, "consulted on a Critical"] = None,
    fumble_table: Annotated[RandomTable | None, "consulted on a Fumble"] = None,
) -> Asks[Check]:
    """A Check: d100 equal to or under the Stat succeeds; 96 to 99 always fail.

    $ is the tens digit of a success. With a Check Tier over 1 a full success needs as many $; a
    success that falls short is partial. Doubles are Criticals, or Fumbles if they fail. /+/ and /-/
    cancel one to one; what remains rolls several times and picks the best or the worst, by
    Critical, Success, Failure, Fumble. Gold tags are edges, silver ones change the Stat by 10 a
    Tier, any other adds $ to a success. Each helper who passes a Check of the same Tier gives +10
    to the Stat, with a Critical +20.
    """
    bonus = yield help_bonus(helpers, tier)
    stat, edge = stat_and_edge(stat + bonus, advantages, disadvantages, edges, tags)
    grade, tiers = yield CheckRolls(stat, edge, dice_count)
    made = check_of(grade, tiers, tier, tags)
    table = {Grade.CRITICAL: critical_table, Grade.FUMBLE: fumble_table}.get(grade)
    if table is None:
        return made
    effect = yield table
    return Check(grade, made.tiers, made.full, effect)


@rule(name="help", inline=True)
def help_bonus(helpers: Sequence[int], tier: int) -> Asks[int]:
    """The bonus that helpers give to the Stat."""
    if not helpers:
        return 0
    *others, stat = helpers
    bonus: int = yield help_bonus(others, tier)
    grade, tiers = yield CheckRolls(stat, 0)
    helper = check_of(grade, tiers, tier)
    if helper.full:
        bonus += 20 if grade is Grade.CRITICAL else 10
    yield note("a helper's {}: {:+} so far", helper, bonus)
    return bonus


def stat_and_edge(
    stat: int, advantages: int, disadvantages: int, edges: Edges, tags: Sequence[Tag]
) -> tuple[int, int]:
    """The Stat to roll under, and the net Advantages (Disadvantages, if negative)."""
    gold = tiers_of_tags(tags, "gold")
    silver = tiers_of_tags(tags, "silver")
    edge = net(advantages + edges.advantages, disadvantages + edges.disadvantages) + gold
    return stat + 10 * silver, edge


def check_of(grade: Grade, tiers: int, tier: int, tags: Sequence[Tag] = ()) -> Check:
    """The result of a roll against a Check Tier."""
    if not grade.succeeds:
        return Check(grade, 0, False)
    tiers = max(0, tiers + tiers_of_tags(tags, ""))
    return Check(grade, tiers, tier <= 1 or tiers >= tier)
