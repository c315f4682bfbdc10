"""Checks: d20s + ability score against a DC, with triumph and disaster."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeAlias

from astragal._value import Value
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.triumph.about import (
    BANDS,
    DICE_OF,
    Ability,
    Bonus,
    Dc,
    Dice,
    DisasterTo,
    Dominance,
    Proficiency,
    Rerolling,
    Skill,
    Threat,
    TriumphFrom,
    band_of,
    game,
)
from astragal.games.triumph.symbol_dice import CheckDice, D20s, Reroll
from astragal.mechanics.arithmetic import net
from astragal.rules.ordered import Ordered, RankedOutcome
from astragal.rules.requests.total import total
from astragal.rules.rule import rule


@rule(name="circumstance", inline=True)
def circumstance(dominance: int, threat: int) -> Asks[int]:
    """Each dominance adds a d6, each threat subtracts one; they cancel one to one."""
    edge = net(dominance, threat)
    if not edge:
        return 0
    added: int = yield total(abs(edge), 6)
    yield note("{} {}d6: {}", "dominance" if edge > 0 else "threat", abs(edge), added)
    return added if edge > 0 else -added


class Fortune(Ordered):
    """Triumph or disaster, as the natural result says."""

    DISASTER = "disaster"
    NONE = "none"
    TRIUMPH = "triumph"


def fortune_of(natural: int, triumph_from: int = 20, disaster_to: int = 1) -> Fortune:
    """``triumph_from`` to 20 is a triumph, 1 to ``disaster_to`` a disaster."""
    if triumph_from <= natural <= 20:
        return Fortune.TRIUMPH
    return Fortune.DISASTER if natural <= disaster_to else Fortune.NONE


class Beyond(Value):
    """A margin of which only a bound is known, because a die goes on exploding. Not a number."""

    bound: int
    direction: Literal["more", "less"]

    def __str__(self) -> str:
        return f"{self.bound:+} or {self.direction}"


Margin: TypeAlias = int | Beyond


def margin_order(margin: Margin) -> tuple[int, int]:
    """The sort key of a margin."""
    if isinstance(margin, Beyond):
        return margin.bound, 1 if margin.direction == "more" else -1
    return margin, 0


def margin_text(margin: Margin) -> str:
    return f"margin {margin}" if isinstance(margin, Beyond) else f"margin {margin:+}"


class Check(RankedOutcome):
    """The result of a check: success, triumph or disaster, and the margin over the DC."""

    passes: bool
    fortune: Fortune
    margin: Margin

    headline: ClassVar[tuple[str, ...]] = ("passes", "triumph", "disaster")

    @property
    def triumph(self) -> bool:
        return self.fortune is Fortune.TRIUMPH

    @property
    def disaster(self) -> bool:
        return self.fortune is Fortune.DISASTER

    def order(self) -> tuple[Any, ...]:
        return (self.passes, self.fortune.rank, margin_order(self.margin))

    def __str__(self) -> str:
        word = "success" if self.passes else "failure"
        fortune = "" if self.fortune is Fortune.NONE else f"{self.fortune.value}, "
        return f"{fortune}{word}, {margin_text(self.margin)}"


def refused_dice(given: Any, side: str = "") -> str | None:
    """Why the dice of a side are contradictory; None if they are not."""
    skilled = getattr(given, f"{side}proficiency") is not Proficiency.INCOMPETENCE
    if skilled and getattr(given, f"{side}dice") is not None:
        return f"give {side}proficiency or {side}dice, not both"
    low, high = getattr(given, f"{side}disaster_to"), getattr(given, f"{side}triumph_from")
    if high <= low:
        return f"triumph {high}–20 meets disaster 1–{low}: no natural result can be both"
    return None


def missing_dc(given: Any) -> str | None:
    if given.dc is None:
        return "dc is missing: a number to beat, or one of " + ", ".join(BANDS)
    return None


def _refused(given: Any) -> str | None:
    return refused_dice(given) or missing_dc(given)


@game.rule(refuse=_refused, aim="passes")
def check(
    ability: Ability = 0,
    dc: Dc = None,
    proficiency: Skill = Proficiency.INCOMPETENCE,
    dominance: Dominance = 0,
    threat: Threat = 0,
    bonus: Bonus = 0,
    dice: Dice = None,
    reroll: Rerolling = Reroll.CHOOSE,
    triumph_from: TriumphFrom = 20,
    disaster_to: DisasterTo = 1,
) -> Asks[Check]:
    """A check: d20s + ability score + circumstance; over the DC it succeeds, and a tie fails.

    Incompetence rolls 2d20▼, aptitude 1d20, mastery 2d20▲. A natural 20 (after ♻ ▲ ▼, before
    anything is added) is a triumph and succeeds regardless, a natural 1 a disaster and fails; both
    ranges can be wider. Each dominance adds a d6, each threat subtracts one, and they cancel one to
    one.
    """
    assert dc is not None
    rolled = dice or DICE_OF[proficiency]
    ranges = (triumph_from, disaster_to)
    return (yield from checked(rolled, reroll, ability + bonus, dominance, threat, dc, ranges))


def checked(
    dice: CheckDice,
    reroll: Reroll,
    added: int,
    dominance: int,
    threat: int,
    dc: int,
    ranges: tuple[int, int],
) -> Asks[Any]:
    """A check of these d20s against the DC; ``ranges`` say where triumph and disaster begin."""
    rolled = yield D20s(dice, reroll)
    added += yield circumstance(dominance, threat)
    whole = rolled.total + added
    more = " or more" if rolled.exploding else ""
    yield note("{} {:+} = {}{} against DC {} ({})", rolled, added, whole, more, dc, band_of(dc))
    fortune = fortune_of(rolled.natural, *ranges)
    passes = whole > dc if fortune is Fortune.NONE else fortune is Fortune.TRIUMPH
    margin = whole - dc
    return Check(passes, fortune, Beyond(margin, "more") if rolled.exploding else margin)
