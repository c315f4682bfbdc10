"""Checks against a Target Number, and opposed checks."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from astragal.errors import OddsError
from astragal.experiment.experiment import Asks, Experiment
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
from astragal.mechanics.endless import (
    AtLeast,
    bound_of,
    falls_for_ever,
    in_order,
    may_explode_for_ever,
)
from astragal.mechanics.modifiers import Modifier, Modifiers
from astragal.mechanics.names import not_as_many
from astragal.mechanics.unsettled import Unsettled, or_unsettled
from astragal.mechanics.unsettled import natural as natural_roll
from astragal.notation.expression import Expression
from astragal.rolling.counts import Added, Sum
from astragal.rules.introductions import Words
from astragal.rules.ordered import Contested, RankedOutcome, Side, compared
from astragal.rules.parameters import Formerly, Hideable, OrText
from astragal.rules.requests.capped import capped
from astragal.rules.requests.dice import dice
from astragal.rules.requests.request import d
from astragal.rules.rule import rule

if TYPE_CHECKING:
    pass


class Check(RankedOutcome):
    """The result of a check; a negative margin falls short of the Target Number."""

    headline: ClassVar[tuple[str, ...]] = ("passes",)

    margin: int | AtLeast
    automatic: bool = False
    """whether the natural roll alone decided it"""
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
    """Why dice cannot be added to a roll; None if they can."""
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
    """A d20, and what dice add to it; fractions round down.

    Where the dice explode without end, from ``needed`` on only a bound may be told.
    """
    if bonus is None:
        return (yield d(20)), 0
    natural, added = yield dice([d(20), added_dice(bonus, needed)])
    return natural, _whole(added)


def added_dice(bonus: Expression, needed: int) -> Experiment[int | AtLeast]:
    """Dice that are added, with one outcome for all that is unheard of and enough anyway."""
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
    """A roll and what is added to it, for a note; ``parameter`` is where modifiers came from."""
    parts = parts_of(modifiers, parameter)
    if bonus is not None:
        parts.append(Added(added, str(bonus).removeprefix("-")))
    return Sum(natural, tuple(parts), natural + sum(each.number for each in parts), who)


def parts_of(modifiers: Sequence[Modifier], parameter: str = "") -> list[Added]:
    """Modifiers as parts of a sum; one alone is called as the ``parameter`` it came from."""
    named = parameter if len(modifiers) == 1 else ""
    return [Added(each.value, each.kind, named) for each in modifiers]


def counted_notes(counted: Breakdown, who: str = "") -> Asks[Any]:
    """Note which modifiers do not count, and why."""
    for left in counted.left:
        yield note("{}", left, who=who)
    return None


# Opposed checks


class Contest(Contested):
    """How an opposed check ended for us, and both totals."""

    headline: ClassVar[tuple[str, ...]] = ("wins",)

    side: Side
    total: int | AtLeast
    opponent_total: int | AtLeast

    @property
    def ahead(self) -> Side:
        return self.side

    @property
    def both(self) -> str:
        return f"{self.total} against {self.opponent_total}"

    @property
    def why(self) -> str:
        tied = self.total == self.opponent_total
        return "of equal totals, the higher modifier wins" if tied else ""

    @property
    def margin(self) -> int | AtLeast:
        """How far we are ahead; an OddsError where the opponent's total is only a bound."""
        if isinstance(self.opponent_total, AtLeast):
            raise OddsError(
                "only-a-bound",
                f"against {self.opponent_total}, how far the opponent is ahead is not known",
            )
        return self.total - self.opponent_total

    def order(self) -> tuple[Any, ...]:
        ours, theirs = in_order(self.total), in_order(self.opponent_total)
        return (self.side.rank, ours[0] - theirs[0], ours, theirs[1])


class OpenContest(Unsettled):
    """An opposed check whose opponent's modifiers are hidden: our total, and what they rolled."""

    opponent_rolled: int = 0
    """before the modifiers"""

    def order(self) -> tuple[Any, ...]:
        return (*super().order(), self.opponent_rolled)

    def __str__(self) -> str:
        return f"{self.total} against {self.opponent_rolled} and modifiers"


def _refuse_opposed(given: Any) -> str | None:
    return bad_bonus(given, ("bonus", "opponent_bonus")) or not_as_many(given.names, 2)


@or_unsettled(Contest)
@game.rule(refuse=_refuse_opposed, title="Opposed check")
def opposed(
    modifiers: Bonuses = NO_MODIFIERS,
    opponent: Annotated[
        OrText[Modifiers] | None,
        Hideable(),
        Words("{}", hidden="hidden modifiers"),
        "the opponent's",
    ] = NO_MODIFIERS,
    bonus: BonusDice = None,
    opponent_bonus: TheirBonusDice = None,
    names: TwoNames = (),
) -> Asks[Contest | OpenContest]:
    """An opposed check: the higher total wins, then the higher modifier; then both roll again.

    Dice that are added count for the total alone: they are no modifier. As long as the opponent's
    modifiers are hidden, both roll again wherever these may be equal, too.
    """
    ours, theirs = breakdown(modifiers), breakdown(opponent or NO_MODIFIERS)
    we, they = names or ("", "the opponent")
    yield from counted_notes(ours, we)
    yield from counted_notes(theirs, they)
    total = yield rolled(ours, bonus, we, needed=_most(theirs, opponent_bonus) - ours.total)
    least = _most(ours, bonus) - theirs.total
    other = yield rolled(theirs, opponent_bonus, they, "opponent", least)
    if opponent is None:
        if total == other + ours.total:
            yield note("perhaps a tie, so both roll again")
            return opposed(modifiers, None, bonus, opponent_bonus, names)
        return OpenContest(total, "", other)
    side = compared((total, ours.total), (other, theirs.total))
    if side is Side.TIE:
        yield note("a tie, so both roll again")
        return opposed(modifiers, opponent, bonus, opponent_bonus, names)
    return Contest(side, total, other)


def _most(counted: Breakdown, bonus: Expression | None) -> int:
    """The greatest total of a side, where no dice explode without end."""
    if bonus is None or may_explode_for_ever(bonus):
        return 20 + counted.total
    most: int = floor(max(bonus.odds().weights))
    return 20 + counted.total + most


@rule(name="side", inline=True)
def rolled(
    counted: Any, bonus: Any, name: str, parameter: str = "modifiers", needed: int = 0
) -> Asks[int | AtLeast]:
    """The total that one side rolls; where dice explode without end, perhaps only a bound."""
    pair: Any = yield from d20_with(bonus, needed)
    natural, added = pair
    yield note(sum_of(natural, counted.counted, added, bonus, name, parameter))
    whole: int | AtLeast = natural + counted.total + added
    return whole
