"""The outcomes of contests, and who reacts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

from astragal.games.triumph.fortunes import Fortune
from astragal.games.triumph.margins import (
    Beyond,
    Margin,
    margin_order,
    size_text,
    total_text,
)
from astragal.mechanics.unsettled import WON, Unsettled
from astragal.rules.introductions import Words
from astragal.rules.ordered import Contested, Side, compared
from astragal.rules.parameters import OrText


class Reactive(Enum):
    """Who uses a reactive skill: a tie goes to them."""

    NOBODY = "nobody"
    US = "us"
    THEM = "them"
    BOTH = "both"

    def settles(self, side: Side) -> tuple[Side, ...]:
        """The possible winners; a tie is decided by a coin unless exactly one side reacts."""
        if side is not Side.TIE:
            return (side,)
        alone = {Reactive.US: Side.WIN, Reactive.THEM: Side.LOSE}.get(self)
        return (Side.WIN, Side.LOSE) if alone is None else (alone,)


def reacting(reactive: Reactive) -> str:
    """Who uses a reactive skill, in the description of a roll."""
    who = {Reactive.US: "a reactive skill", Reactive.THEM: "the opponent reacting"}
    return f"with {who.get(reactive, f'{reactive.value} reacting')}"


Reacts = Annotated[OrText[Reactive], Words(reacting), "who uses a reactive skill"]


def _fortune_of(whose: str) -> Callable[[Fortune], str]:
    return lambda fortune: "" if fortune is Fortune.NONE else f"{whose} {fortune.value}"


class Contest(Contested):
    """The result of a contest for us: uncancelled triumphs and disasters, margin and totals."""

    side: Side
    margin: Margin
    ours: Fortune = Fortune.NONE
    theirs: Fortune = Fortune.NONE
    total: Margin = 0
    opponent_total: Margin = 0

    headline: ClassVar[tuple[str, ...]] = ("wins", "ours", "theirs")
    row_words: ClassVar[Mapping[str, Words]] = MappingProxyType(
        {"ours": Words(_fortune_of("our")), "theirs": Words(_fortune_of("their"))}
    )

    @property
    def ahead(self) -> Side:
        return self.side

    @property
    def both(self) -> str:
        shown = ((self.total, self.ours), (self.opponent_total, self.theirs))
        totals = (self.total, self.opponent_total)
        unknown = all(isinstance(each, Beyond) for each in totals)
        by = f" (by {size_text(self.margin)})" if unknown else ""
        return " against ".join(fortunate(*each) for each in shown) + by

    @property
    def why(self) -> str:
        if self.ours is self.theirs or compared(margin_order(self.margin)[0], 0) is self.side:
            return ""
        who = Fortune.TRIUMPH if Fortune.TRIUMPH in (self.ours, self.theirs) else Fortune.DISASTER
        return f"the {who.value} decides, whatever the totals"

    def order(self) -> tuple[Any, ...]:
        totals = margin_order(self.total), margin_order(self.opponent_total)
        fortunes = (self.ours.rank, -self.theirs.rank)
        return (self.side.rank, *fortunes, margin_order(self.margin), *totals)


def fortunate(total: Margin, fortune: Fortune) -> str:
    """A total, with its triumph or disaster."""
    return (
        total_text(total) if fortune is Fortune.NONE else f"{total_text(total)} ({fortune.value})"
    )


class OpenContest(Unsettled):
    """A contest against a hidden ability score: both sides' dice, and the coin for a tie."""

    opponent_rolled: int = 0
    """the opponent's total without the ability score"""
    theirs: Fortune = Fortune.NONE
    tie: Side = Side.TIE
    """the winner of a tie"""

    def order(self) -> tuple[Any, ...]:
        return (*super().order(), self.opponent_rolled, self.theirs.rank, self.tie.rank)

    @property
    def decided(self) -> Side:
        """The winner by triumphs and disasters alone."""
        ours = Fortune(self.natural) if self.natural else Fortune.NONE
        return compared(ours, self.theirs)

    @property
    def both(self) -> str:
        ours = f"{self.total} ({self.natural})" if self.natural else str(self.total)
        theirs = fortunate(self.opponent_rolled, self.theirs)
        return f"{ours} against {theirs} and an ability score"

    def __str__(self) -> str:
        return f"{self.both}, a tie is {WON[self.tie]}"
