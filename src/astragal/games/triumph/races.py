"""The odds of dice that explode on both sides, until that can no longer decide who is ahead.

All leads of one contest share what follows from smaller ones: each is looked at once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from math import lcm
from typing import Any, NamedTuple, TypeAlias

from astragal.games.triumph.bouts import exploded_in, settled_lead
from astragal.games.triumph.symbol_dice import CheckDice, D20s, Reroll
from astragal.probability.budget import Budget
from astragal.probability.weights import Weights

Going: TypeAlias = CheckDice | None
"""The dice of a side that go on exploding, if any do."""

_STEPS_OF_A_MOVE = 300
_STEPS_OF_AN_END = 60
_BITS_OF_A_STEP = 16
"""So many bits of a weight take a step more."""


class _Move(NamedTuple):
    """What may happen to a lead when both sides roll once more."""

    gained: int
    ours: Going
    theirs: Going


class Races:
    """Who is ahead in the end, and by how much, from any lead."""

    def __init__(
        self,
        rolls: Mapping[Going, Mapping[tuple[int, Going], int]],
        budget: Budget,
    ) -> None:
        self._rolls = rolls
        self._budget = budget
        self._moves: dict[tuple[Going, Going], Mapping[_Move, int]] = {}
        self._known: dict[tuple[Going, Going, int], Weights] = {}

    @classmethod
    def among(cls, dice: Iterable[Going], budget: Budget) -> Generator[Any, Weights, Races]:
        """All races of dice that go on exploding; it asks for what each of them may roll."""
        rolls: dict[Going, dict[tuple[int, Going], int]] = {None: {(0, None): 1}}
        waiting = list(dice)
        while waiting:
            going = waiting.pop()
            if going is None or going in rolls:
                continue
            rolled = yield D20s(going, Reroll.NEVER, 1)
            found = rolls[going] = {}
            for result, ways in rolled.table.items():
                key = result.total, exploded_in(going, result)
                found[key] = found.get(key, 0) + ways
                waiting.append(key[1])
        return cls(rolls, budget)

    def law(self, ours: Going, theirs: Going, lead: int) -> Weights:
        """The leads in the end, each with what more could still be added to it."""
        known = self._known.get((ours, theirs, lead))
        if known is None:
            end = settled_lead(ours, theirs, lead)
            known = self._after(ours, theirs, lead) if end is None else Weights({end: 1}, 1)
            self._known[ours, theirs, lead] = known
        return known

    def _after(self, ours: Going, theirs: Going, lead: int) -> Weights:
        moves = self._moves_of(ours, theirs)
        self._budget.spend(_STEPS_OF_A_MOVE * len(moves))
        laws, whole = [], 0
        for (gained, mine, yours), ways in moves.items():
            # If all go on, and nobody gains, they are where they were: that changes nothing.
            if gained or mine != ours or yours != theirs:
                laws.append((self.law(mine, yours, lead + gained), ways))
                whole += ways
        common = lcm(*{law.denominator for law, _ in laws})
        ends = sum(len(law.table) for law, _ in laws)
        self._budget.spend(ends * (_STEPS_OF_AN_END + common.bit_length() // _BITS_OF_A_STEP))
        table: dict[tuple[int, str], int] = {}
        for law, ways in laws:
            share = ways * (common // law.denominator)
            for end, weight in law.table.items():
                table[end] = table.get(end, 0) + share * weight
        return Weights(table, common * whole)

    def _moves_of(self, ours: Going, theirs: Going) -> Mapping[_Move, int]:
        found = self._moves.get((ours, theirs))
        if found is None:
            moves: dict[_Move, int] = {}
            for (more, mine), ways in self._rolls[ours].items():
                for (less, yours), share in self._rolls[theirs].items():
                    move = _Move(more - less, mine, yours)
                    moves[move] = moves.get(move, 0) + ways * share
            found = self._moves[ours, theirs] = moves
        return found
