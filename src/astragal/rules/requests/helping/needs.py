"""The help that a group needs in total, if anyone's help can go to anyone.

The lowest player is helped first, so a Score is reached if the players together need no more
Advantages for it than there are. The odds are those of a sum over the players, for every Score at
once. If some players cannot use their own help, this is an upper bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from astragal.rules.requests.helping.group import Hand

Packed: TypeAlias = int
"""Odds as one integer with a bit field for each Passing Score, so that they add and multiply.

Below the top, a field has the weight of its Score as the lowest; from the top on, the weight of
that Score or more. The denominator is that of the dice of all help.
"""


class Player(NamedTuple):
    """A player who may need help; interchangeable players are equal."""

    steps: tuple[int, ...]
    dice: int
    gifts: int
    row: int
    """the index of the row for the player's dice"""

    @property
    def most(self) -> int:
        """The most Advantages that can change anything."""
        return len(self.steps) - 1 + self.dice

    def with_gifts(self, gifts: int) -> Player:
        return Player(self.steps, self.dice, gifts, self.row)

    def reachable(self, gifts: int) -> Player:
        """The player without improvements that need more Advantages than this."""
        return Player(*Hand(self.steps, self.dice).reachable(gifts), self.gifts, self.row)


Group: TypeAlias = tuple[Player, ...]


class Scores(NamedTuple):
    """The ranges of places of Scores: those that fail, pass, and need no help."""

    passing: int
    """the first place that passes"""
    top: int
    """the first place from which nobody needs help"""
    end: int

    @property
    def passed(self) -> range:
        return range(self.passing, self.end)


class Needs:
    """The Advantages that players need for a Score; ``rows`` are the weighted places of a die.

    ``most`` is the maximum total help. The weights of needing 0, 1, 2, … Advantages are bit fields
    of one integer, so a product of such integers adds up the needs.
    """

    def __init__(
        self, scores: Scores, rows: Sequence[Mapping[int, int]], sides: int, most: int
    ) -> None:
        self.scores = scores
        self._rows = rows
        self._sides = sides
        # Each coefficient of a product is a sum of at most 4 ** most products of weights.
        self.bits: int = (sides**most << 2 * most).bit_length()
        self.field: int = (1 << self.bits) - 1
        self._at_most: int = sum(self._ways(sides**left, left) for left in range(most + 1))
        """the factor that turns each field into the weight of needing at most that much"""
        self._known: dict[tuple[Player, int], int] = {}

    def _ways(self, ways: int, needed: int) -> int:
        return ways << self.bits * needed

    def odds(self, group: Group, gifts: int, low: int) -> Packed:
        """The odds with this much help; ``low`` is the lowest place of players who get none."""
        passing, top, end = self.scores
        odds, higher = 0, 0
        for least in range(min(low, end - 1), passing - 1, -1):
            weight = self._reaching(group, gifts, least)
            odds = (odds << self.bits) + weight - (higher if least < top else 0)
            higher = weight
        return odds

    def _reaching(self, group: Group, gifts: int, least: int) -> int:
        """The weight of everyone reaching a Score with this much help."""
        product = self._at_most
        for player in group:
            if player[0][0] < least:
                product *= self._needed(player, least)
        return (product >> self.bits * gifts) & self.field

    def _needed(self, player: Player, least: int) -> int:
        known = self._known.get((player, least))
        if known is None:
            known = self._known[player, least] = self._needed_anew(player, least)
        return known

    def _needed_anew(self, player: Player, least: int) -> int:
        """The help that lifts a player to a Score; above the top it must happen in one step."""
        sides, goal = self._sides, min(least, self.scores.top)
        for needed, place in enumerate(player.steps):
            if place >= goal:
                return self._ways(sides**needed, needed) if place >= least else 0
        row, before = self._rows[player.row], len(player.steps) - 1
        lifted = sum(ways for place, ways in row.items() if place >= least)
        missed = sum(ways for place, ways in row.items() if place < goal)
        return sum(
            self._ways(sides**before * missed ** (dice - 1) * lifted, before + dice)
            for dice in range(1, player.dice + 1)
        )

    # Odds as one number

    def up_to(self, highest: int) -> Packed:
        """A mask for odds if a player who needs no help is no higher than this."""
        passing, top, end = self.scores
        return (1 << self.bits * (min(end, max(highest + 1, top)) - passing)) - 1

    def unpacked(self, odds: Packed) -> list[int]:
        """The fields of packed odds, one for each Passing Score."""
        bits = self.bits
        return [(odds >> bits * at) & self.field for at in range(len(self.scores.passed))]
