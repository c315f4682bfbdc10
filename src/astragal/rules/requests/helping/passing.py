"""Help among players who pass: the order matters, since some helpers need help themselves.

Players cannot help themselves, so help from a player who needs some is worth less than help from
one who needs none; how much less depends on who will need help later. Three facts leave few options
to compare. Helping a player is useless unless everyone who is no higher gets help, too. A player
who can use no more help than players in no need can give never lacks their own help, so it can go
to anyone. And an option that does as well as if all help could go to anyone is the best.

Players who need no more help drop out of the state. Their Scores matter only if all players drop
out, so for each such Score only the chance is kept that they all reach it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import mul
from typing import TypeAlias

from astragal.probability.budget import Budget
from astragal.rules.requests.helping.group import Hand
from astragal.rules.requests.helping.needs import Group, Needs, Packed, Player, Scores

Odds: TypeAlias = tuple[int, ...]
"""For each Passing Score, its weight as the lowest; from the top on, that of the Score or more."""

_STEPS_OF_A_STATE = 4_000

State: TypeAlias = tuple[Group, int, int]
"""The players who need help, the help that any of them can use, the lowest place without help."""


class PassingHelp:
    """The odds of Passing Scores under the best help for given worths.

    Scores are given by their places: places below ``passing`` fail, and players at places marked in
    ``done`` need no help. ``rows`` are the weighted places of each player's die. ``worths`` has the
    worths of Passing Scores, first for the aim and then for breaking ties. ``most`` is the maximum
    total help.
    """

    def __init__(
        self,
        done: Sequence[bool],
        passing: int,
        rows: Sequence[Mapping[int, int]],
        sides: int,
        worths: Sequence[Sequence[Fraction]],
        budget: Budget,
        most: int,
    ) -> None:
        self._done = done
        self._passing = passing
        self._end = len(done)
        self._top = max((place + 1 for place, each in enumerate(done) if not each), default=0)
        self._in_order = not any(done[: self._top])
        """whether every place that needs no help is above every place that does"""
        self._sides = sides
        self._budget = budget
        self._ones: Odds = (1,) * (self._end - passing)
        alike: list[Mapping[int, int]] = []
        for row in rows:
            if row not in alike:
                alike.append(row)
        self._row_of = [alike.index(row) for row in rows]
        self._rows = [self._below_the_top(row) for row in alike]
        scores = Scores(passing, self._top, self._end)
        self._needs = Needs(scores, alike, sides, most)
        self._above = [
            [(ways, self._needs.up_to(place)) for place, ways in row.items() if place >= self._top]
            for row in alike
        ]
        """for each row, the ways to need no more help, each with a mask for the other odds"""
        self._worths = list(map(self._rises, worths))
        self._passing_is_all = len(set(worths[0])) < 2
        self._known: dict[State, Packed] = {}

    def _below_the_top(self, row: Mapping[int, int]) -> dict[int, int]:
        """The weighted places below the top that one more die gives; failing places are merged."""
        places: dict[int, int] = {}
        for place, ways in row.items():
            if place < self._top:
                level = max(place, self._passing - 1)
                places[level] = places.get(level, 0) + ways
        return places

    def _weighted(self, above: Sequence[tuple[int, int]]) -> Odds:
        """The weight of needing no more help, for each Score where that matters."""
        return tuple(
            sum(ways for place, ways in above if place >= least or least < self._top)
            for least in range(self._passing, self._end)
        )

    def _rises(self, worths: Sequence[Fraction]) -> list[int]:
        """The factors for odds: each worth, or above the top its increase over the one before."""
        common = lcm(*(worth.denominator for worth in worths))
        whole = [int(worth * common) for worth in worths]
        top = self._top - self._passing
        return [
            each - whole[place - 1] if place > top else each for place, each in enumerate(whole)
        ]

    # Interface

    def player(self, number: int, hand: Hand, gifts: int) -> Player:
        """A player with this number, hand and remaining help."""
        steps = tuple(max(place, self._passing - 1) for place in hand.steps)
        return Player(steps, hand.dice, gifts, self._row_of[number])

    def kinds(self, hands: Iterable[tuple[Player, int]]) -> dict[Player, Odds]:
        """Players with weights; those who need no help are merged into one."""
        alike: dict[Player, list[tuple[int, int]]] = {}
        for player, ways in hands:
            place = player.steps[0]
            if place >= self._top:
                player = Player((self._end,), 0, player.gifts, 0)
            alike.setdefault(player, []).append((place, ways))
        return {
            player: self._weighted(listed)
            if player.steps[0] == self._end
            else (sum(ways for _, ways in listed),) * len(self._ones)
            for player, listed in alike.items()
        }

    def chances(
        self, groups: Iterable[tuple[Iterable[Player], Odds]], free: int = 0, low: int | None = None
    ) -> list[Fraction]:
        """The chance of every Passing Score, added up over weighted groups.

        ``free`` is the help of players who need none themselves; ``low`` is the lowest of them.
        """
        lowest = self._end if low is None else low
        by_gifts: dict[int, list[int]] = {}
        for group, weights in groups:
            players = list(group)
            gifts = free + sum(player.gifts for player in players)
            odds = self._needs.unpacked(self._settled(players, free, lowest))
            if any(odds):
                sums = by_gifts.setdefault(gifts, [0] * len(odds))
                for place, ways in enumerate(map(mul, weights, odds)):
                    sums[place] += ways
        most, total = max(by_gifts, default=0), [0] * len(self._ones)
        for gifts, sums in by_gifts.items():
            for place, ways in enumerate(sums):
                total[place] += ways * self._sides ** (most - gifts)
        return [Fraction(each, self._sides**most) for each in self._alone(total)]

    def ones(self) -> Odds:
        """The weights of a group if it is the only one."""
        return self._ones

    def _alone(self, weights: list[int]) -> list[int]:
        """The weights of single Scores, from weights that are cumulative above the top."""
        top = max(0, self._top - self._passing)
        after = [*weights[top + 1 :], 0]
        return weights[:top] + [
            each - more for each, more in zip(weights[top:], after, strict=True)
        ]

    # States

    def _settled(self, group: list[Player], free: int, low: int) -> Packed:
        """The odds of a group; players who need no help or get none are dropped first."""
        gifts = free
        for player in group:
            gifts += player[2]
        group.sort()
        kept, low, highest = self._needy(group, gifts, low)
        if low < self._passing:
            return 0
        free = self._good_for_all(kept, gifts)
        kept.sort()
        state = (tuple(kept), free, low)
        odds = self._known.get(state)
        if odds is None:
            odds = self._known[state] = self._best(*state, gifts)
        return odds if highest == self._end else odds & self._needs.up_to(highest)

    def _needy(self, group: list[Player], gifts: int, low: int) -> tuple[list[Player], int, int]:
        """Separate the players who need help and can get it, lowest first.

        Returns them, the lowest place of a player who cannot be helped, and the lowest place of a
        player who needs no help.
        """
        kept: list[Player] = []
        highest, last = self._end, -1
        for at, player in enumerate(group):
            place = player[0][0]
            if place >= self._top:
                highest = place
            if place >= self._top or place >= low:
                break
            if at > last:  # else it is as high as the one before
                last = at
                while last + 1 < len(group) and group[last + 1][0][0] == place:
                    last += 1
            # Players cannot help themselves, and all others who are no higher need help, too.
            needing = self._needing(player, gifts - max(player[2], last))
            if needing is None:
                low = place
                break
            kept.append(needing)
        if low >= self._top:
            return kept, self._end, min(highest, low)
        while kept and kept[-1][0][0] >= low:
            del kept[-1]
        return kept, low, self._end

    def _needing(self, player: Player, gifts: int) -> Player | None:
        """A player without improvements out of reach; None if no help can change anything."""
        if self._done[player.steps[0]] or gifts <= 0:
            return None
        if player.most > gifts:
            player = player.reachable(gifts)
        return player if player.dice or len(player.steps) > 1 else None

    def _good_for_all(self, kept: list[Player], gifts: int) -> int:
        """The help that can go to anyone; it is removed from the players who give it."""
        if len(kept) < 3:
            # Two players can only help each other, so nothing is lost if they do that first.
            kept[:] = [player.with_gifts(0) for player in kept]
            return gifts
        free, givers = gifts, []
        for at, player in enumerate(kept):
            if player[2]:
                free -= player[2]
                givers.append((player.most, at))
        for most, at in sorted(givers):
            if most > free:
                break
            # Others can cover all they need, so they can give their own help first.
            free += kept[at].gifts
            kept[at] = kept[at].with_gifts(0)
        return free

    def _best(self, group: Group, free: int, low: int, gifts: int) -> Packed:
        self._budget.spend(_STEPS_OF_A_STATE * (1 + len(group)))
        bound = self._needs.odds(group, gifts, low)
        if not group or (free == gifts and self._in_order):
            return bound
        found = []
        for odds in self._ways(group, free, low, gifts):
            if odds == bound and self._in_order:
                return odds
            found.append(odds)
        return max(found, key=self._worth) if len(found) > 1 else found[0]

    def _ways(self, group: Group, free: int, low: int, gifts: int) -> Iterator[Packed]:
        """The odds after each way to help that may be the best."""
        for receiver in self._receivers(group, free, gifts):
            for giver in self._givers(group, free, receiver):
                yield self._after(group, free, low, receiver, giver)

    def _receivers(self, group: Group, free: int, gifts: int) -> list[int]:
        """The players worth helping now, one of each kind."""
        if free == gifts:
            return [0]  # The lowest player: all help can go to anyone.
        kinds = [at for at, player in enumerate(group) if not at or player != group[at - 1]]
        failing = [player for player in group if player.steps[0] < self._passing]
        if self._passing_is_all and failing and gifts <= sum(map(self._most_needed, failing)):
            # Players who fail may need all of it, and unless they pass nothing is gained.
            return [at for at in kinds if at < len(failing)]
        return kinds

    def _most_needed(self, player: Player) -> int:
        """The most Advantages that a failing player may need to pass."""
        for needed, place in enumerate(player.steps):
            if place >= self._passing:
                return needed
        return len(player.steps) - 1 + player.dice

    @staticmethod
    def _givers(group: Group, free: int, receiver: int) -> list[int]:
        """The players who can help, one of each kind; -1 for those who need no help themselves.

        Their help is used last: it can go to anyone, that of others to anyone but themselves.
        """
        kinds: dict[Player, int] = {}
        for place, player in enumerate(group):
            if player.gifts and place != receiver:
                kinds.setdefault(player, place)
        return list(kinds.values()) or [-1] * (free > 0)

    def _after(self, group: Group, free: int, low: int, receiver: int, giver: int) -> Packed:
        """The odds after one Advantage is given."""
        others = list(group)
        if giver < 0:
            free -= 1
        else:
            others[giver] = others[giver].with_gifts(others[giver].gifts - 1)
        steps, dice, own, row = others.pop(receiver)
        if len(steps) > 1:
            helped = Player(steps[1:], dice, own, row)
            return self._sides * self._settled([*others, helped], free, low)
        odds, missed = 0, 0
        for place, ways in self._rows[row].items():
            if place <= steps[0]:
                missed += ways
            else:
                helped = Player((place,), dice - 1, own, row)
                odds += ways * self._settled([*others, helped], free, low)
        helped = Player(steps, dice - 1, own, row)
        odds += missed * self._settled([*others, helped], free, low)
        without = self._settled(others, free + own, low)
        for ways, mask in self._above[row]:
            odds += ways * (without & mask)
        return odds

    def _worth(self, odds: Packed) -> list[int]:
        """The worth of odds, for each purpose in order."""
        each = self._needs.unpacked(odds)
        return [sum(map(mul, each, worths)) for worths in self._worths]
