"""A single roll with its modifiers: edges, tags, help, tables of Criticals and Fumbles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Self

from astragal._value import Value, field
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.games.tiers.clocks import Clock, orders
from astragal.games.tiers.edges import Edges
from astragal.games.tiers.roll_under import CheckRolls, DiceCount, Grade
from astragal.games.tiers.tags import Tag, tiers_of_tags
from astragal.mechanics.arithmetic import cancelled, net
from astragal.mechanics.each_or_all import for_each
from astragal.outcome import Verdict
from astragal.rolling.counts import Added, Sum
from astragal.rules.introductions import Words, listed
from astragal.rules.ordered import RankedOutcome
from astragal.rules.rule import rule
from astragal.table.random_tables import RandomTable

LOCATION = "the location's Clock"


class Check(RankedOutcome):
    """The result of a Check: its grade, its $, and whether it met the Check Tier."""

    headline: ClassVar[tuple[str, ...]] = ("passes", "partial", "grade", "tiers")
    only_if: ClassVar[Mapping[str, str]] = {
        "tiers": "succeeds",
    }
    row_words: ClassVar[Mapping[str, Words]] = MappingProxyType(
        {"tiers": Words("{} $"), "partial": Words("partial success")}
    )

    grade: Grade
    tiers: int
    full: bool
    effect: str = ""
    """the result from the table of Criticals or Fumbles; "" without one"""
    location: tuple[Clock, ...] = ()
    """the location's Clocks after the roll"""

    @property
    def passes(self) -> bool:
        """True for a full success."""
        return self.full

    @property
    def succeeds(self) -> bool:
        """True for a success, full or partial."""
        return self.grade.succeeds

    @property
    def partial(self) -> bool:
        """True for a success that falls short of the Check Tier."""
        return self.grade.succeeds and not self.full

    @property
    def verdict(self) -> Verdict | None:
        return None if self.partial else self.grade.verdict

    def order(self) -> tuple[Any, ...]:
        return (self.grade.rank, self.tiers, self.full, self.effect, orders(self.location))

    @property
    def called(self) -> str:
        return f"partial {self.grade.value}" if self.partial else self.grade.value

    @property
    def shows(self) -> tuple[str, ...]:
        said = [f"{self.tiers} $"] if self.grade.succeeds else []
        said += [self.effect] if self.effect else []
        return (*said, *(clock.shown(LOCATION) for clock in self.location))


class Manner(Value):
    """The circumstances of a player's roll: net edges and tags, helpers, and tables to consult."""

    edge: int = 0
    """the net Advantages; negative for Disadvantages"""
    silver: int = 0
    """the bonus of silver tags to the Stat"""
    dollars: int = 0
    """the $ that other tags add to a success"""
    helpers: tuple[int, ...] = ()
    dice_count: DiceCount = DiceCount.AT_LEAST_TWO
    critical_table: RandomTable | None = None
    fumble_table: RandomTable | None = None
    edges: tuple[int, int] = field(default=(0, 0), compare=False)
    """Advantages and Disadvantages before they cancel"""
    tags: tuple[Tag, ...] = field(default=(), compare=False)

    @classmethod
    def of(
        cls,
        advantages: int,
        disadvantages: int,
        edges: Edges,
        tags: Sequence[Tag],
        helpers: Sequence[int],
        dice_count: DiceCount,
        critical_table: RandomTable | None,
        fumble_table: RandomTable | None,
    ) -> Self:
        golden = [tag.tier for tag in tags if tag.metal == "gold"]
        gains = advantages + edges.advantages + sum(tier for tier in golden if tier > 0)
        losses = disadvantages + edges.disadvantages - sum(tier for tier in golden if tier < 0)
        return cls(
            net(gains, losses),
            10 * tiers_of_tags(tags, "silver"),
            tiers_of_tags(tags, ""),
            tuple(helpers),
            dice_count,
            critical_table,
            fumble_table,
            (gains, losses),
            tuple(tags),
        )

    def cancels(self, who: str = "") -> Asks[Any]:
        """Note which Advantages or Disadvantages are left."""
        return cancelled(*self.edges, who=who)

    def named(self, metal: str) -> str:
        """The names of the tags of a metal; the metal itself if they have none."""
        names = [tag.name for tag in self.tags if tag.metal == metal and tag.name]
        return listed(names) if names else metal or "tags"

    def table(self, grade: Grade) -> RandomTable | None:
        """The table to consult after a roll of this grade."""
        return {Grade.CRITICAL: self.critical_table, Grade.FUMBLE: self.fumble_table}.get(grade)

    def __repr__(self) -> str:
        return ""


@rule(name="roll", inline=True)
def rolled(stat: int, manner: Any, tier: int = 1, who: str = "") -> Asks[Check]:
    """A roll in a certain manner, with what its table says."""
    helped = (yield help_bonus(manner.helpers, tier)) if manner.helpers else 0
    against = stat + helped + manner.silver
    grade, tiers = yield CheckRolls(against, manner.edge, manner.dice_count, who)
    if against != stat:
        added = Added(manner.silver, manner.named("silver")), Added(helped, "help")
        yield note(", against {}", Sum(stat, added, against))
    made = check_of(grade, tiers, tier, manner.dollars)
    if manner.dollars and grade.succeeds:
        yield note(", {:+} $ ({})", manner.dollars, manner.named(""))
    table = manner.table(grade)
    if table is None:
        return made
    effect = yield table
    return Check(grade, made.tiers, made.full, effect)


def rolled_in_turn(stat: int, manner: Manner, who: str = "") -> Experiment[Check]:
    """A roll among several: its table's entry is noted, but not part of the outcome."""
    consults = manner.critical_table or manner.fumble_table
    return (_rolled_and_told if consults else rolled)(stat, manner, 1, who)


def rolls_in_turn(
    stats: Sequence[int],
    advantages: Sequence[int],
    disadvantages: Sequence[int],
    same: tuple[Any, ...],
    who: Sequence[str],
) -> Asks[list[Experiment[Check]]]:
    """The rolls of one side; the ``same`` edges, tags and so on apply to all of them."""
    gains, losses = for_each(advantages, len(stats)), for_each(disadvantages, len(stats))
    rolls = []
    for stat, gain, loss, name in zip(stats, gains, losses, who, strict=True):
        manner = Manner.of(gain, loss, *same)
        yield from manner.cancels(name)
        rolls.append(rolled_in_turn(stat, manner, name))
    return rolls


@rule(name="roll", inline=True)
def _rolled_and_told(stat: int, manner: Any, tier: int, who: str) -> Asks[Check]:
    made: Check = yield rolled(stat, manner, tier, who)
    return Check(made.grade, made.tiers, made.full)


@rule(name="help", inline=True)
def help_bonus(helpers: Sequence[int], tier: int) -> Asks[int]:
    """The bonus that helpers give to the Stat."""
    if not helpers:
        return 0
    *others, stat = helpers
    bonus: int = yield help_bonus(others, tier)
    grade, tiers = yield CheckRolls(stat, 0, who="a helper")
    helper = check_of(grade, tiers, tier)
    if helper.full:
        bonus += 20 if grade is Grade.CRITICAL else 10
    yield note(": {}", helper)
    return bonus


def check_of(grade: Grade, tiers: int, tier: int, dollars: int = 0) -> Check:
    """The result of a roll against a Check Tier."""
    if not grade.succeeds:
        return Check(grade, 0, False)
    tiers = max(0, tiers + dollars)
    return Check(grade, tiers, tier <= 1 or tiers >= tier)
