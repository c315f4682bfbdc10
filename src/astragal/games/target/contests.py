"""Opposed checks: the higher total wins, then the higher modifier."""

from __future__ import annotations

from math import floor
from typing import Annotated, Any, ClassVar

from astragal.errors import OddsError
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
from astragal.games.target.checks import (
    bad_bonus,
    counted_notes,
    d20_with,
    sum_of,
)
from astragal.games.target.stacking import Breakdown, breakdown
from astragal.mechanics.endless import (
    AtLeast,
    in_order,
    may_explode_for_ever,
)
from astragal.mechanics.modifiers import Modifiers
from astragal.mechanics.names import not_as_many
from astragal.mechanics.unsettled import Unsettled, or_unsettled
from astragal.notation.expression import Expression
from astragal.rules.introductions import Words
from astragal.rules.ordered import Contested, Side, compared
from astragal.rules.parameters import Hideable, OrText
from astragal.rules.rule import rule


class Contest(Contested):
    """The result of an opposed check for us, and both totals."""

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
        """Our lead; raises OddsError if the opponent's total is only a bound."""
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
    """An opposed check against hidden modifiers: our total, and the opponent's roll."""

    opponent_rolled: int = 0
    """the natural roll, without modifiers"""

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
    """The greatest total of a side, not counting dice that explode without end."""
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
