"""Rounds in which everybody rolls once, in turn, until something ends them."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal._value import Value
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import moment, note, turning_point
from astragal.games.tiers.clocks import Clock
from astragal.games.tiers.rolls import LOCATION, Check
from astragal.probability.weights import Weighing, Weights, tallied
from astragal.rules.ordered import RankedOutcome

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory

State: TypeAlias = tuple[int, ...]
"""What changes from turn to turn."""

After: TypeAlias = State | RankedOutcome
"""What a turn leads to: another state, or the end."""

_MOVES = 5
"""To find what a turn from a state leads to takes as long as so many paths."""

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
        made: Any = after
        filled = self.clocks(made) if type(after) is tuple else made.location
        before = self.clocks(now)[-len(filled) :] if filled else ()
        pairs = zip(before, filled, strict=True)
        new = [clock for clock_before, clock in pairs if clock.full and not clock_before.full]
        return "".join(f"; {clock.shown(LOCATION)}" for clock in new if clock.event)


class Round(Experiment[Any]):
    """The turns of a round, perhaps not from the first one on; it continues with another round."""

    rounds: Rounds
    now: State
    first: int = 0

    def steps(self) -> Asks[Any]:
        rounds, now = self.rounds, self.now
        for turn in range(self.first, len(rounds.rolls)):
            yield moment("next to roll, at {}", rounds.told(now), by=rounds.who[turn])
            made = yield rounds.rolls[turn]
            after = rounds.after(now, turn, earned(made))
            events = rounds.events(now, after)
            if isinstance(after, RankedOutcome):
                yield note(": {}{}", made, events)
                return after
            back = "back to " if after[0] < now[0] else ""
            told = turning_point if events or back else note
            yield told(": {}, {}{}{}", made, back, rounds.told(after), events)
            now = after
        return Round(rounds, now)

    def weigh(self, memory: Memory) -> Weighing:
        """Rolls that lead to one state are merged, and each turn from a state is looked at once."""
        rounds = self.rounds
        links = memory.links_of(Round, rounds)
        table: dict[Any, int] = {self.now: 1}
        denominator = 1
        for turn in range(self.first, len(rounds.rolls)):
            law = yield rounds.rolls[turn]
            before = len(links)
            results = len(self._results(turn, law, links).table)
            # Of hundreds of dice, weights are very long, and longer with every turn.
            words = (1 + denominator.bit_length() // 64) * (1 + law.denominator.bit_length() // 64)
            memory.budget.spend(len(table) * results * words)
            table = self._turn(turn, table, law, links)
            denominator *= law.denominator
            memory.count_paths(self, len(table) + _MOVES * (len(links) - before))
        onward = [
            (self._round(outcome, links) if type(outcome) is tuple else outcome, weight)
            for outcome, weight in table.items()
        ]
        return Weights(dict(onward), denominator)

    def _turn(
        self, turn: int, table: dict[Any, int], law: Weights, links: dict[Any, Any]
    ) -> dict[Any, int]:
        """The weights after a turn, of those before it."""
        after: dict[Any, int] = {}
        for now, weight in table.items():
            if type(now) is not tuple:
                after[now] = after.get(now, 0) + weight * law.denominator
                continue
            moves = links.get((turn, now))
            if moves is None:
                moves = links[turn, now] = self._moves(turn, now, law, links)
            for state, share in moves:
                after[state] = after.get(state, 0) + weight * share
        return after

    def _moves(
        self, turn: int, now: State, law: Weights, links: dict[Any, Any]
    ) -> list[tuple[After, int]]:
        """What a turn from a state leads to, with the weights."""
        rolls = self._results(turn, law, links)
        more = law.denominator // rolls.denominator
        moves: dict[After, int] = {}
        for tiers, weight in rolls.table.items():
            state = self.rounds.after(now, turn, tiers)
            moves[state] = moves.get(state, 0) + weight * more
        return list(moves.items())

    @staticmethod
    def _results(turn: int, law: Weights, links: dict[Any, Any]) -> Weights:
        """What a turn may earn, with the weights."""
        if turn not in links:
            earns = ((earned(made), weight) for made, weight in law.table.items())
            links[turn] = tallied(earns, law.denominator)
        rolls: Weights = links[turn]
        return rolls

    def _round(self, now: State, links: dict[Any, Any]) -> Round:
        if now not in links:
            links[now] = Round(self.rounds, now)
        found: Round = links[now]
        return found

    def __str__(self) -> str:
        return f"from {self.rounds.told(self.now)}"
