"""Rounds in which everybody rolls once, in turn, until something ends them."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, TypeAlias

from astragal._value import Value, field
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import moment, note, turning_point
from astragal.games.tiers.clocks import Clock
from astragal.games.tiers.rolls import LOCATION, Check
from astragal.rules.ordered import RankedOutcome

State: TypeAlias = tuple[int, ...]
"""What changes from turn to turn."""

After: TypeAlias = State | RankedOutcome
"""What a turn leads to: another state, or the end."""

FAILED = -1
"""What a failed roll earns."""


def earned(made: Check) -> int:
    """The $ of a success, or ``FAILED``."""
    return made.tiers if made.succeeds else FAILED


class Rounds(Value):
    """What stays the same from round to round, and what a roll changes."""

    rolls: tuple[Experiment[Check], ...]
    """the rolls of a round, in turn"""
    who: tuple[str, ...]
    """what those who roll are called; one alone may have no name"""
    eventful: bool = field(default=False, init=False, compare=False)
    """whether a Clock has an event"""

    @abstractmethod
    def after(self, now: State, turn: int, tiers: int) -> After:
        """What the roll of a turn, which earns so many $ or is ``FAILED``, leads to."""

    @abstractmethod
    def told(self, now: State) -> str:
        """The state in words, without the events of full Clocks."""

    @abstractmethod
    def clocks(self, now: State) -> tuple[Clock, ...]:
        """The Clocks in this state, those of the location last."""

    def events(self, now: State, after: After) -> str:
        """What happens because a turn filled Clocks: their events, told once.

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
    """One turn, which continues with the next; the first of a round begins another step."""

    rounds: Rounds
    now: State
    turn: int = 0
    follows: bool = False
    """whether a turn of the same round came before it"""

    @property
    def inline(self) -> bool:  # type: ignore[override]
        return self.follows

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
        # Two notes, each by its name: the odds then leave out what is worked out for them.
        if events or back:
            yield turning_point(": {}, {}{}{}", made, back, rounds.told(after), events)
        else:
            yield note(": {}, {}", made, rounds.told(after))
        if turn + 1 < len(rounds.rolls):
            return TurnOfRound(rounds, after, turn + 1, True)
        return TurnOfRound(rounds, after)

    def __str__(self) -> str:
        return f"from {self.rounds.told(self.now)}"
