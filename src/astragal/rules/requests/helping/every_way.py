"""The best help for aims where a higher result may be worth less, by comparing all ways.

A Critical Success ranks above all other Scores, but its number may be lower; or a player may want
to fail, or to hit a certain range. Then no fixed order of help is always right. Three reductions
keep the number of states small. Adjacent results of equal worth are merged. A player leaves the
state if no help can change their result, or if they are no lower than such a player; the help they
give can go to anyone. Players with the same dice, results and help are interchangeable.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm, prod
from typing import NamedTuple

from astragal.probability.budget import Budget
from astragal.probability.weights import Weights
from astragal.rules.requests.helping.group import Group, HelpState
from astragal.rules.requests.helping.needs import Player

_STEPS_OF_A_STATE = 3_000


class _State(NamedTuple):
    low: int
    """the lowest place of the players who are done; if there are none, the number of places"""
    free: int
    """the help that these players can give"""
    players: tuple[Player, ...]

    @property
    def gifts(self) -> int:
        return self.free + sum(player.gifts for player in self.players)

    @property
    def place(self) -> int:
        """The place of the lowest result."""
        return min([self.low, *(player.steps[0] for player in self.players)])


class EveryWay:
    """The odds of the lowest result under the best help for any worths."""

    def __init__(
        self,
        group: Group,
        worths: Sequence[Fraction],
        die: Weights,
        firsts: Sequence[Weights],
        budget: Budget,
    ) -> None:
        self._group = group
        self._worths = worths
        self._die = die
        self._firsts = firsts
        self._budget = budget
        self._sides = die.denominator
        common = lcm(*(worth.denominator for worth in worths))
        self._whole = [int(worth * common) for worth in worths]
        self._common = common
        self._alike: list[int] = []
        """for each place, the first of the neighbouring places with the same worth; then the end"""
        for place, worth in enumerate(worths):
            same = place > 0 and worth == worths[place - 1]
            self._alike.append(self._alike[-1] if same else place)
        self._alike.append(len(worths))
        self._rows: list[dict[int, int]] = []
        self._row_of = [self._row(player) for player in range(len(group.names))]
        self._alike_rows = [self._merged(row) for row in self._rows]
        self._orders: dict[Player, tuple[Player, Player]] = {}
        self._values: dict[_State, int] = {}
        self._ways: dict[_State, tuple[int, int] | None] = {}

    def _row(self, player: int) -> int:
        """The index of a player's row: how often one more die gives each place."""
        row: dict[int, int] = defaultdict(int)
        for rolled, ways in self._die.table.items():
            row[self._group.place(player, rolled)] += ways
        if row not in self._rows:
            self._rows.append(row)
        return self._rows.index(row)

    def _merged(self, row: Mapping[int, int]) -> dict[int, int]:
        """The row with adjacent places of equal worth merged."""
        merged: dict[int, int] = defaultdict(int)
        for place, ways in row.items():
            merged[self._alike[place]] += ways
        return merged

    # Before the first roll

    def odds(self) -> Weights:
        """The odds of the lowest result."""
        most = self._group.most_gifts * len(self._firsts)
        by_gifts: list[dict[_State, int]] = [defaultdict(int) for _ in range(most + 1)]
        for players, ways in self._begun():
            state = self._settled(list(players), len(self._worths), 0)
            by_gifts[state.gifts][state] += ways * self._sides ** (most - state.gifts)
        lowest: dict[int, int] = defaultdict(int)
        for gifts in range(most, -1, -1):
            for state, ways in by_gifts[gifts].items():
                way = self._best_way(state)
                if way is None:
                    lowest[state.place] += ways * self._sides**gifts
                    continue
                for then, more in self._after(state, *way, self._rows):
                    by_gifts[gifts - 1][then] += ways * more
        whole = prod(first.denominator for first in self._firsts) * self._sides**most
        order = self._group.order
        return Weights({order[place]: lowest[place] for place in sorted(lowest)}, whole)

    def _begun(self) -> Iterable[tuple[tuple[Player, ...], int]]:
        """All combinations of first rolls, with weights."""
        groups: dict[tuple[Player, ...], int] = {(): 1}
        for player, first in enumerate(self._firsts):
            self._budget.spend_entries(len(groups) * len(first.table) * 20)
            more: dict[tuple[Player, ...], int] = defaultdict(int)
            for rolled, ways in first.table.items():
                hand = self._group.hand(player, rolled)
                one = Player(*hand, self._group.gifts(hand.steps[0]), self._row_of[player])
                for group, each in groups.items():
                    more[tuple(sorted((*group, one)))] += each * ways
            groups = more
        return groups.items()

    # In a situation

    def after(self, now: HelpState, way: tuple[int, ...]) -> tuple[Fraction, ...]:
        """The worth of a decision: who helps whom, or nobody."""
        if not way:
            return (self._worths[now.place()],)
        giver, receiver = way
        if not now.needs_die(receiver):
            return (self._worth(now.helped(giver, receiver)),)
        before, worth = now.hands[receiver].steps[0], Fraction(0)
        for rolled, ways in self._die.table.items():
            place = self._group.with_die(receiver, before, rolled)
            worth += ways * self._worth(now.helped(giver, receiver, place))
        return (worth / self._sides,)

    def _worth(self, now: HelpState) -> Fraction:
        players = [
            Player(*hand, gifts, self._row_of[player])
            for player, (hand, gifts) in enumerate(zip(now.hands, now.gifts, strict=True))
        ]
        state = self._merged_state(self._settled(players, len(self._worths), 0))
        return Fraction(self._value(state), self._common * self._sides**state.gifts)

    # States

    def _settled(self, players: list[Player], low: int, free: int) -> _State:
        """The state of these players, without those whom help cannot change."""
        gifts = free
        for player in players:
            gifts += player.gifts
        alike, top = self._alike, self._alike[-2]
        while True:
            kept, bound = [], min(alike[low], top)
            for player in players:
                steps, dice, own, _ = player
                if len(steps) - 1 + dice > gifts - own:
                    player = player.reachable(gifts - own)
                    steps, dice = player.steps, player.dice
                if alike[steps[0]] >= bound or not (dice or len(steps) > 1):
                    low, free = min(low, steps[0]), free + own
                else:
                    kept.append(player)
            if len(kept) == len(players):
                kept.sort(key=self._order)
                return _State(low, free, tuple(kept))
            players = kept

    def _order(self, player: Player) -> tuple[Player, Player]:
        """A sort key under which states that are equal after merging have the same order."""
        known = self._orders.get(player)
        if known is None:
            merged = player._replace(steps=tuple(self._alike[place] for place in player.steps))
            known = self._orders[player] = merged, player
        return known

    def _merged_state(self, state: _State) -> _State:
        merged = tuple(self._order(player)[0] for player in state.players)
        return _State(self._alike[state.low], state.free, merged)

    def _best_way(self, state: _State) -> tuple[int, int] | None:
        """The best receiver and giver of help; None if it is best to stop."""
        merged = self._merged_state(state)
        self._value(merged)
        return self._ways[merged]

    def _value(self, state: _State) -> int:
        """The worth of a state under the best help, times the number of ways its dice can fall."""
        known = self._values.get(state)
        if known is not None:
            return known
        self._budget.spend(_STEPS_OF_A_STATE * (1 + len(state.players) ** 2))
        place, gifts = state.place, state.gifts
        dice: int = self._sides**gifts
        best, best_way = self._whole[place] * dice, None
        most = max(self._whole[place : state.low + 1]) * dice
        for way in self._open_ways(state) if best < most else ():
            then = self._after(state, *way, self._alike_rows)
            value = sum(ways * self._value(each) for each, ways in then)
            if value > best:
                best, best_way = value, way
        self._values[state], self._ways[state] = best, best_way
        return best

    def _open_ways(self, state: _State) -> Iterator[tuple[int, int]]:
        """All receivers and givers, one of each kind; -1 is a giver who has left the state.

        Their help is used last: it can go to anyone, that of others to anyone but themselves.
        """
        players = state.players
        for receiver, helped in enumerate(players):
            if receiver and helped == players[receiver - 1]:
                continue
            givers = {
                player: giver
                for giver, player in enumerate(players)
                if player.gifts and giver != receiver
            }
            for giver in givers.values() or [-1] * (state.free > 0):
                yield receiver, giver

    def _after(
        self, state: _State, receiver: int, giver: int, rows: Sequence[Mapping[int, int]]
    ) -> list[tuple[_State, int]]:
        """The states after one Advantage, with weights."""
        others, free = list(state.players), state.free
        if giver < 0:
            free -= 1
        else:
            others[giver] = others[giver].with_gifts(others[giver].gifts - 1)
        steps, dice, own, row = others.pop(receiver)
        if len(steps) > 1:
            others.append(Player(steps[1:], dice, own, row))
            return [(self._settled(others, state.low, free), self._sides)]
        then: dict[int, int] = defaultdict(int)
        for place, ways in rows[row].items():
            then[min(max(place, steps[0]), state.low)] += ways
        helped = [(Player((place,), dice - 1, own, row), ways) for place, ways in then.items()]
        return [(self._settled([*others, one], state.low, free), ways) for one, ways in helped]
