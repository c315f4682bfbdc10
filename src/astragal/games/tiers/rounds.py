"""Rounds in which everybody rolls once, in turn, until something ends them."""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal._value import Value, field
from astragal.errors import OddsError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import moment, note, turning_point
from astragal.games.tiers.clocks import Clock
from astragal.games.tiers.rolls import LOCATION, Check
from astragal.rules.ordered import RankedOutcome

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory

State: TypeAlias = tuple[int, ...]
"""The part of a Test that changes from turn to turn."""

After: TypeAlias = State | RankedOutcome
"""The result of a turn: the next state, or the outcome if it ends everything."""

FAILED = -1
"""Stands for the $ of a failed roll."""


def earned(made: Check) -> int:
    """The $ of a success, or ``FAILED``."""
    return made.tiers if made.succeeds else FAILED


class Rounds(Value):
    """The constants of all rounds, and the effect of a roll on the state."""

    rolls: tuple[Experiment[Check], ...]
    """the rolls of one round, in turn order"""
    who: tuple[str, ...]
    """the rollers' names in turn order; a single roller may be nameless"""
    eventful: bool = field(default=False, init=False, compare=False)
    """True if some Clock has an event"""

    @property
    def countless(self) -> bool:
        """True if the number of possible states is infinite."""
        return False

    @abstractmethod
    def after(self, now: State, turn: int, tiers: int) -> After:
        """The state or the end after a turn's roll, which earns ``tiers`` or is ``FAILED``."""

    @abstractmethod
    def later(self, now: State) -> RankedOutcome:
        """The outcome when the rounds of this time are over."""

    @abstractmethod
    def said(self, now: State) -> list[str]:
        """The state in words: the $ or the Clock, then the rest, without the events of Clocks."""

    @abstractmethod
    def clocks(self, now: State) -> tuple[Clock, ...]:
        """The Clocks in this state, those of the location last."""

    def told(self, now: State) -> str:
        """The state in words."""
        return ", ".join(self.said(now))

    def moved(self, now: State, after: State) -> str:
        """The changes of a turn, in words."""
        pairs = zip(self.said(now), self.said(after), strict=True)
        return ", ".join(then for before, then in pairs if before != then)

    def events(self, now: State, after: After) -> str:
        """The events of Clocks that a turn has filled, each told once.

        An outcome tells the events of its own Clocks, but not those of the location.
        """
        if not self.eventful:
            return ""
        made: Any = after
        filled = self.clocks(made) if type(after) is tuple else made.location
        before = self.clocks(now)[-len(filled) :] if filled else ()
        pairs = zip(before, filled, strict=True)
        new = [clock for clock_before, clock in pairs if clock.full and not clock_before.full]
        return "".join(f"; {clock.shown(LOCATION)}" for clock in new if clock.event)


class TurnOfRound(Experiment[Any]):
    """One turn, which continues with the next; the first turn of a round starts a new step."""

    rounds: Rounds
    now: State
    turn: int = 0
    follows: bool = False
    """True if an earlier turn of the same round came before it in this experiment"""
    left: int | None = None
    """the rounds left to roll now, including this one; None to continue until the end"""

    @property
    def inline(self) -> bool:  # type: ignore[override]
        return self.follows

    def look_ahead(self, memory: Memory) -> None:
        if self.left is None and self.rounds.countless:
            raise OddsError(
                "endless-request",
                "as long as the Tier is hidden or not settled, the $ add up without end",
                hint="say how many rounds: rounds=3",
            )

    def steps(self) -> Asks[Any]:
        rounds, now, turn = self.rounds, self.now, self.turn
        yield moment("next to roll, at {}", rounds.told(now), by=rounds.who[turn])
        made = yield rounds.rolls[turn]
        after = rounds.after(now, turn, earned(made))
        events = rounds.events(now, after)
        if isinstance(after, RankedOutcome):
            yield note(": {}{}", made, events)
            return after
        back = "back to " if after[0] < now[0] else ""
        # Call both notes by name: odds then leave out the work for their arguments.
        if events or back:
            yield turning_point(": {}, {}{}{}", made, back, rounds.moved(now, after), events)
        elif now == after:
            yield note(": {}", made)
        else:
            yield note(": {}, {}", made, rounds.moved(now, after))
        if turn + 1 < len(rounds.rolls):
            return turn_of_round(rounds, after, turn + 1, True, self.left)
        if self.left == 1:
            return rounds.later(after)
        return turn_of_round(rounds, after, 0, False, self.left and self.left - 1)

    def __str__(self) -> str:
        return f"from {self.rounds.told(self.now)}"


@lru_cache(maxsize=4096)
def turn_of_round(
    rounds: Rounds, now: State, turn: int, follows: bool, left: int | None
) -> TurnOfRound:
    """A cached turn, as many paths lead to the same state."""
    return TurnOfRound(rounds, now, turn, follows, left)
