"""Checks against a Target Number, and opposed checks."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.target.about import (
    NO_MODIFIERS,
    BonusDice,
    Bonuses,
    TheirBonusDice,
    TwoNames,
    game,
)
from astragal.games.target.stacking import Breakdown, Purpose, breakdown
from astragal.mechanics.arithmetic import rounded_down
from astragal.mechanics.dice import not_numbers
from astragal.mechanics.endless import may_explode_for_ever
from astragal.mechanics.modifiers import Modifiers
from astragal.mechanics.names import not_as_many
from astragal.mechanics.unsettled import Unsettled, or_unsettled
from astragal.mechanics.unsettled import natural as natural_roll
from astragal.rules.ordered import RankedOutcome, Side, compared
from astragal.rules.parameters import Formerly, Hideable, OrText
from astragal.rules.requests.dice import dice
from astragal.rules.requests.request import d
from astragal.rules.rule import rule

if TYPE_CHECKING:
    pass


class Check(RankedOutcome):
    """The result of a check; a negative margin falls short of the Target Number."""

    headline: ClassVar[tuple[str, ...]] = ("passes",)

    margin: int
    automatic: bool = False
    """whether the natural roll alone decided it"""
    passes: bool = True

    def order(self) -> tuple[bool, int, bool]:
        return (self.passes, self.margin, self.automatic)

    def __str__(self) -> str:
        word = "success" if self.passes else "failure"
        if self.automatic:
            return f"automatic {word}"
        return f"{word} by {abs(self.margin)}"


class Take(Enum):
    """Rolling, or taking 10 or 20 without a roll."""

    ROLL = "roll"
    TEN = "10"
    TWENTY = "20"


def bad_bonus(given: Any, names: Sequence[str] = ("bonus",)) -> str | None:
    """Why dice cannot be added to a roll; None if they can."""
    for name in names:
        dice = getattr(given, name)
        if dice is not None and may_explode_for_ever(dice):
            return f"{name}: `{dice}` may explode without end; `!o` explodes once only"
    return not_numbers(given, names)


def _refuse_check(given: Any) -> str | None:
    decided = given.natural_rolls or given.natural_1 is not None or given.natural_20 is not None
    if decided and given.take is not Take.ROLL:
        return "taking 10 or 20 rolls no die, so no natural roll can decide it"
    return bad_bonus(given)


@or_unsettled(Check)
@game.rule(refuse=_refuse_check)
def check(
    modifiers: Bonuses = NO_MODIFIERS,
    target: Annotated[int | None, Hideable(), "the Target Number, once it is settled"] = None,
    natural_rolls: Annotated[bool, "a natural 20 succeeds and a natural 1 fails"] = False,
    take: Annotated[OrText[Take], "roll, or take 10 or 20"] = Take.ROLL,
    natural_1: Annotated[
        bool | None, Formerly(3, False, None), "whether a natural 1 fails; else as natural_rolls"
    ] = None,
    natural_20: Annotated[
        bool | None,
        Formerly(3, False, None),
        "whether a natural 20 succeeds; else as natural_rolls",
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
    """The natural rolls that decide alone, and whether they succeed."""
    return ({1: False} if one else {}) | ({20: True} if twenty else {})


def checked(
    modifiers: Modifiers,
    target: int | None,
    purpose: Purpose,
    naturals: dict[int, bool],
    take: Take = Take.ROLL,
    bonus: Any = None,
) -> Asks[Any]:
    """A check with the modifiers that count for a purpose."""
    counted = breakdown(modifiers, purpose)
    yield from counted_notes(counted)
    if take is Take.ROLL:
        pair: Any = yield from d20_with(bonus)
    else:
        pair = int(take.value), 0 if bonus is None else rounded_down((yield bonus))
    natural, added = pair
    total = natural + counted.total + added
    how = "rolls" if take is Take.ROLL else "takes"
    summed = Sum(natural, counted.total, added, bonus)
    if target is None:
        yield note("{} {}", how, summed)
        rolled_1_or_20 = natural_roll(natural, 1, 20) if take is Take.ROLL else ""
        return Unsettled(total, rolled_1_or_20)
    yield note("{} {} against {}", how, summed, target)
    automatic = natural in naturals
    return Check(total - target, automatic, naturals.get(natural, total >= target))


def d20_with(bonus: Any) -> Asks[Any]:
    """A d20, and what dice add to it; fractions round down."""
    if bonus is None:
        return (yield d(20)), 0
    natural, added = yield dice([d(20), bonus])
    return natural, rounded_down(added)


class Sum(NamedTuple):
    """A roll and what is added to it, for a note."""

    natural: int
    modifier: int
    added: int
    bonus: Any

    def __str__(self) -> str:
        dice = "" if self.bonus is None else f" {self.added:+} ({self.bonus})"
        total = self.natural + self.modifier + self.added
        return f"{self.natural} {self.modifier:+}{dice} = {total}"


def counted_notes(*several: Breakdown) -> Asks[Any]:
    """Note which modifiers counted, unless that is obvious."""
    for counted in several:
        if counted.left or len(counted.counted) > 1:
            yield note("{}", counted)
    return None


# Opposed checks


class Contest(RankedOutcome):
    """How an opposed check ended for us, and both totals."""

    headline: ClassVar[tuple[str, ...]] = ("wins",)

    side: Side
    total: int
    opponent_total: int

    @property
    def wins(self) -> bool:
        return self.side.wins

    @property
    def loses(self) -> bool:
        return self.side.loses

    @property
    def margin(self) -> int:
        return self.total - self.opponent_total

    def order(self) -> tuple[int, int, int]:
        return (self.side.rank, self.margin, self.total)

    def __str__(self) -> str:
        return f"{self.side.value}, {self.total} against {self.opponent_total}"


def _refuse_opposed(given: Any) -> str | None:
    return bad_bonus(given, ("bonus", "opponent_bonus")) or not_as_many(given.names, 2)


@game.rule(refuse=_refuse_opposed)
def opposed(
    modifiers: Bonuses = NO_MODIFIERS,
    opponent: Annotated[OrText[Modifiers], "the opponent's"] = NO_MODIFIERS,
    bonus: BonusDice = None,
    opponent_bonus: TheirBonusDice = None,
    names: TwoNames = (),
) -> Asks[Contest]:
    """An opposed check: the higher total wins, then the higher modifier; then both roll again.

    Dice that are added count for the total alone: they are no modifier.
    """
    ours, theirs = breakdown(modifiers), breakdown(opponent)
    yield from counted_notes(ours, theirs)
    we, they = names or ("", "the opponent")
    total = yield rolled(ours.total, bonus, we)
    other = yield rolled(theirs.total, opponent_bonus, they)
    side = compared((total, ours.total), (other, theirs.total))
    if side is Side.TIE:
        yield note("a tie, so both roll again")
        return opposed(modifiers, opponent, bonus, opponent_bonus, names)
    return Contest(side, total, other)


@rule(name="side", inline=True)
def rolled(modifier: int, bonus: Any, name: str) -> Asks[int]:
    """The total that one side rolls."""
    pair: Any = yield from d20_with(bonus)
    natural, added = pair
    who = f"{name} rolls" if name else "rolls"
    yield note("{} {}", who, Sum(natural, modifier, added, bonus))
    return int(natural + modifier + added)
