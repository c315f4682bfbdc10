"""Checks against a Target Number."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.games.target.about import (
    NO_MODIFIERS,
    BonusDice,
    Bonuses,
    game,
)
from astragal.games.target.stacking import Breakdown, Purpose, breakdown
from astragal.mechanics.arithmetic import rounded_down
from astragal.mechanics.dice import not_numbers
from astragal.mechanics.endless import (
    AtLeast,
    bound_of,
    falls_for_ever,
    in_order,
    may_explode_for_ever,
)
from astragal.mechanics.modifiers import Modifier, Modifiers, parts_of
from astragal.mechanics.unsettled import Unsettled, or_unsettled
from astragal.mechanics.unsettled import natural as natural_roll
from astragal.notation.expression import Expression
from astragal.rolling.counts import Added, Sum
from astragal.rules.introductions import Words
from astragal.rules.ordered import RankedOutcome
from astragal.rules.parameters import Formerly, Hideable, OrText
from astragal.rules.requests.capped import capped
from astragal.rules.requests.dice import dice
from astragal.rules.requests.request import d


class Check(RankedOutcome):
    """The result of a check; a negative margin falls short of the Target Number."""

    headline: ClassVar[tuple[str, ...]] = ("passes",)

    margin: int | AtLeast
    automatic: bool = False
    """True if the natural roll alone decided the check"""
    passes: bool = True

    def order(self) -> tuple[Any, ...]:
        return (self.passes, in_order(self.margin), self.automatic)

    @property
    def called(self) -> str:
        word = "success" if self.passes else "failure"
        if self.automatic or not self.margin:
            return word
        return f"{word} by {abs(self.margin) if type(self.margin) is int else self.margin}"

    @property
    def event(self) -> str:
        if self.automatic:
            return f"{self.called}, a natural {20 if self.passes else 1}"
        return self.called if self.margin else f"{self.called} by 0"

    @property
    def why(self) -> str:
        if self.automatic:
            deed = "20 succeeds" if self.passes else "1 fails"
            anyway = self.passes == (self.margin >= 0)
            return f"a natural {deed}{'' if anyway else ', whatever the total'}"
        return "" if self.margin else "to reach the number is enough"


class Take(Enum):
    """Rolling, or taking 10 or 20 without a roll."""

    ROLL = "roll"
    TEN = "10"
    TWENTY = "20"


def bad_bonus(given: Any, names: Sequence[str] = ("bonus",)) -> str | None:
    """The reason why dice cannot be added to a roll; None if they can."""
    if why := not_numbers(given, names):
        return why
    endless = []
    for name in names:
        dice = getattr(given, name)
        if dice is not None and may_explode_for_ever(dice):
            if falls_for_ever(dice):
                return (
                    f"{name}: `{dice}` may take away more and more without end; "
                    "`!o` explodes once only"
                )
            endless.append(f"{name}: `{dice}` may explode without end")
    if len(endless) > 1:
        return f"{endless[0]}, and so may dice of the other side; `!o` explodes once only"
    return None


def _refuse_check(given: Any) -> str | None:
    decided = given.natural_rolls or given.natural_1 is not None or given.natural_20 is not None
    if decided and given.take is not Take.ROLL:
        return "taking 10 or 20 rolls no die, so no natural roll can decide it"
    return bad_bonus(given)


def _natural_1(fails: bool) -> str:
    return "with a natural 1 failing" if fails else "with a natural 1 like any roll"


def _natural_20(succeeds: bool) -> str:
    return "with a natural 20 succeeding" if succeeds else "with a natural 20 like any roll"


@or_unsettled(Check)
@game.rule(refuse=_refuse_check)
def check(
    modifiers: Bonuses = NO_MODIFIERS,
    target: Annotated[
        int | None,
        Hideable(),
        Words("against {}", hidden="against a hidden Target Number"),
        "the Target Number, once it is settled",
    ] = None,
    natural_rolls: Annotated[
        bool,
        Words("with natural rolls deciding"),
        "a natural 20 succeeds and a natural 1 fails",
    ] = False,
    take: Annotated[OrText[Take], Words("taking {}"), "roll, or take 10 or 20"] = Take.ROLL,
    natural_1: Annotated[
        bool | None,
        Formerly(3, False, None),
        Words(_natural_1),
        "whether a natural 1 fails; if not said, as natural rolls",
    ] = None,
    natural_20: Annotated[
        bool | None,
        Formerly(3, False, None),
        Words(_natural_20),
        "whether a natural 20 succeeds; if not said, as natural rolls",
    ] = None,
    bonus: BonusDice = None,
) -> Asks[Check | Unsettled]:
    """d20 + modifiers, equal to or over the Target Number, succeeds.

    A natural 20 or 1 decides nothing, unless a rule says so. Taking 10 or 20 counts as a 10 or 20
    without a roll; taking 20 takes as long as twenty tries. Dice may be added to the roll.
    """
    one = natural_rolls if natural_1 is None else natural_1
    twenty = natural_rolls if natural_20 is None else natural_20
    naturals = naturals_of(one, twenty)
    return (yield from checked(modifiers, target, Purpose.CHECK, naturals, take, bonus))


def naturals_of(one: bool, twenty: bool) -> dict[int, bool]:
    """The natural rolls that decide by themselves, and whether they succeed."""
    return ({1: False} if one else {}) | ({20: True} if twenty else {})


def checked(
    modifiers: Modifiers,
    target: int | None,
    purpose: Purpose,
    naturals: dict[int, bool],
    take: Take = Take.ROLL,
    bonus: Any = None,
) -> Asks[Any]:
    """A check with the modifiers that apply to a purpose."""
    counted = breakdown(modifiers, purpose)
    needed = 0 if target is None else target - counted.total
    yield from counted_notes(counted)
    if take is Take.ROLL:
        pair: Any = yield from d20_with(bonus, needed)
    else:
        pair = int(take.value), 0 if bonus is None else _whole((yield added_dice(bonus, needed)))
    natural, added = pair
    total = natural + counted.total + added
    yield note(sum_of(natural, counted.counted, added, bonus))
    if target is None:
        rolled_1_or_20 = natural_roll(natural, 1, 20) if take is Take.ROLL else ""
        return Unsettled(total, rolled_1_or_20)
    automatic = natural in naturals
    return Check(total - target, automatic, naturals.get(natural, total >= target))


def d20_with(bonus: Any, needed: int = 0) -> Asks[Any]:
    """Roll a d20 and its bonus dice; fractions round down.

    If the dice explode without end, the result may be only a bound, from ``needed`` on.
    """
    if bonus is None:
        return (yield d(20)), 0
    natural, added = yield dice([d(20), added_dice(bonus, needed)])
    return natural, _whole(added)


def added_dice(bonus: Expression, needed: int) -> Experiment[int | AtLeast]:
    """Bonus dice; one outcome stands for all totals that are enough anyway and very unlikely."""
    bound = bound_of(bonus, needed) if may_explode_for_ever(bonus) else None
    return bonus if bound is None else capped(bonus, most=bound, beyond=AtLeast(bound))


def _whole(added: int | Fraction | AtLeast) -> int | AtLeast:
    return added if isinstance(added, AtLeast) else rounded_down(added)


def sum_of(
    natural: int,
    modifiers: Sequence[Modifier],
    added: int | AtLeast,
    bonus: Any,
    who: str = "",
    parameter: str = "modifiers",
) -> Sum:
    """A roll and its additions, for a note; ``parameter`` names the source of the modifiers."""
    parts = parts_of(modifiers, parameter)
    if bonus is not None:
        parts.append(Added(added, str(bonus).removeprefix("-")))
    return Sum(natural, tuple(parts), natural + sum(each.number for each in parts), who)


def counted_notes(counted: Breakdown, who: str = "") -> Asks[Any]:
    """Note which modifiers do not count, and why."""
    for left in counted.left:
        yield note("{}", left, who=who)
    return None
