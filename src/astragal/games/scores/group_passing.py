"""Help among those who pass: whose help is taken first, as some of them need help themselves.

Nobody can help themselves, so help from a player who needs some is worth less than help from one
who needs none, but how much less depends on who will need help later. All ways are compared, but
for those that cannot be better than others.

Players who need no more help drop out. How high they are matters only if all of them do, so it is
not part of a state: for every such Score there is the chance that all of them have it or more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import mul
from typing import NamedTuple, TypeAlias

from astragal.games.scores.group_help import Hand
from astragal.odds.budget import Budget

Odds: TypeAlias = tuple[int, ...]
"""For each Passing Score its weight as the lowest; from those on that need no help, the weight of
it or more. Out of as many as the dice of all help have."""

_STEPS_OF_A_STATE = 4_000


class Player(NamedTuple):
    """Somebody who may need help: players who are alike are equal."""

    steps: tuple[int, ...]
    dice: int
    gifts: int
    row: int
    """which dice are theirs"""


Group: TypeAlias = tuple[Player, ...]


class _Row(NamedTuple):
    """What one more die brings: the weight of every place, and of needing no more help."""

    places: Mapping[int, int]
    done: Odds


class PassingHelp:
    """The odds of Passing Scores under the best help for what they are worth.

    Scores are known by their places: those under ``passing`` fail, and those of which ``done`` says
    so need no help. ``rows`` are the places of each player's die, with their weights; ``worths``
    what Passing Scores are worth, and if that is the same, then for the next purpose.
    """

    def __init__(
        self,
        done: Sequence[bool],
        passing: int,
        rows: Sequence[Mapping[int, int]],
        sides: int,
        worths: Sequence[Sequence[Fraction]],
        budget: Budget,
    ) -> None:
        self._done = done
        self._passing = passing
        self._end = len(done)
        self._top = max((place + 1 for place, each in enumerate(done) if not each), default=0)
        self._sides = sides
        self._budget = budget
        self._ones: Odds = (1,) * (self._end - passing)
        self._nothing: Odds = (0,) * (self._end - passing)
        alike: list[Mapping[int, int]] = []
        for row in rows:
            if row not in alike:
                alike.append(row)
        self._row_of = [alike.index(row) for row in rows]
        self._rows = [self._row(row) for row in alike]
        self._worths = list(map(self._rises, worths))
        self._passing_is_all = len(set(worths[0])) < 2
        self._known: dict[tuple[Group, int, int], Odds] = {}

    def _row(self, row: Mapping[int, int]) -> _Row:
        places: dict[int, int] = {}
        for place, ways in row.items():
            if place < self._top:
                level = max(place, self._passing - 1)
                places[level] = places.get(level, 0) + ways
        above = [(place, ways) for place, ways in row.items() if place >= self._top]
        return _Row(places, self._weighted(above))

    def _weighted(self, above: Sequence[tuple[int, int]]) -> Odds:
        """The weight of needing no more help, for each Score that matters then."""
        return tuple(
            sum(ways for place, ways in above if place >= least or least < self._top)
            for least in range(self._passing, self._end)
        )

    def _rises(self, worths: Sequence[Fraction]) -> list[int]:
        """What odds are multiplied by: a worth, or by how much more it is than the one before."""
        common = lcm(*(worth.denominator for worth in worths))
        whole = [int(worth * common) for worth in worths]
        top = self._top - self._passing
        return [
            each - whole[place - 1] if place > top else each for place, each in enumerate(whole)
        ]

    # From outside

    def player(self, number: int, hand: Hand, gifts: int) -> Player:
        """A player by the number, the hand and the help that is left."""
        steps = tuple(max(place, self._passing - 1) for place in hand.steps)
        return Player(steps, hand.dice, gifts, self._row_of[number])

    def kinds(self, hands: Iterable[tuple[Player, int]]) -> dict[Player, Odds]:
        """Players with weights, in which all who need no help are one."""
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
        """The chance of every Passing Score, added up over groups with weights.

        ``free`` is the help that players give who need none, of whom ``low`` is the lowest.
        """
        lowest = self._end if low is None else low
        by_gifts: dict[int, list[int]] = {}
        for group, weights in groups:
            players = list(group)
            odds = self._settled(players, free, lowest)
            if any(odds):
                gifts = free + sum(player.gifts for player in players)
                sums = by_gifts.setdefault(gifts, [0] * len(odds))
                for place, ways in enumerate(map(mul, weights, odds)):
                    sums[place] += ways
        total = [Fraction(0)] * len(self._ones)
        for gifts, sums in by_gifts.items():
            for place, ways in enumerate(sums):
                total[place] += Fraction(ways, self._sides**gifts)
        return self._alone(total)

    def ones(self) -> Odds:
        """The weights of a group that is the only one."""
        return self._ones

    def _alone(self, chances: list[Fraction]) -> list[Fraction]:
        """Chances of a Score alone, also where they are those of it or more."""
        top = max(0, self._top - self._passing)
        after = [*chances[top + 1 :], Fraction(0)]
        return chances[:top] + [
            each - more for each, more in zip(chances[top:], after, strict=True)
        ]

    # States: players who need help, the help of all others, the lowest of those who get none

    def _settled(self, group: Sequence[Player], free: int, low: int) -> Odds:
        """The odds of a group, some of whom may need no help or get none."""
        gifts = free
        for player in group:
            gifts += player.gifts
        kept: list[Player] = []
        highest = self._end
        for player in group:
            place = player.steps[0]
            if place >= self._top:
                highest = min(highest, place)
            elif (left := self._needing(player, gifts)) is not None:
                kept.append(left)
                continue
            else:
                low = min(low, place)
            free += player.gifts
        if low >= self._top:
            highest, low = min(highest, low), self._end
        else:
            kept, free = self._under(kept, free, low)
        if low < self._passing or sum(each.steps[0] < self._passing for each in kept) > gifts:
            return self._nothing
        kept.sort()
        key = (tuple(kept), free, low)
        odds = self._known.get(key)
        if odds is None:
            odds = self._known[key] = self._best(*key, gifts)
        return odds if highest == self._end else self._up_to(highest, odds)

    def _needing(self, player: Player, gifts: int) -> Player | None:
        """A player without what help cannot reach; None if it changes nothing, or is not given."""
        steps, dice, own, row = player
        if dice + len(steps) > gifts - own + 1:
            steps, dice = Hand(steps, dice).reachable(gifts - own)
            player = Player(steps, dice, own, row)
        return None if self._done[steps[0]] or not (dice or len(steps) > 1) else player

    @staticmethod
    def _under(group: list[Player], free: int, low: int) -> tuple[list[Player], int]:
        """Those who are under the lowest of those who get no help; the others need none."""
        under = [player for player in group if player.steps[0] < low]
        return under, free + sum(p.gifts for p in group) - sum(p.gifts for p in under)

    def _up_to(self, highest: int, odds: Odds) -> Odds:
        """Odds where somebody who needs no help is no higher than this."""
        return tuple(
            0 if self._top <= place > highest else ways
            for place, ways in enumerate(odds, self._passing)
        )

    def _best(self, group: Group, free: int, low: int, gifts: int) -> Odds:
        self._budget.spend(_STEPS_OF_A_STATE * (1 + len(group)))
        if not group:
            whole = self._sides**gifts
            return tuple(
                whole if (place == low if low < self._end else place >= self._top) else 0
                for place in range(self._passing, self._end)
            )
        found = [
            self._after(group, free, low, receiver, giver)
            for receiver in self._receivers(group, free, gifts)
            for giver in self._givers(group, free, receiver)
        ]
        return max(found, key=self._worth) if len(found) > 1 else found[0]

    def _receivers(self, group: Group, free: int, gifts: int) -> list[int]:
        """Whom to help, each kind once, without those who can wait."""
        if free == gifts:
            return [0]  # Whoever is lowest: all help is good for everybody.
        kinds = [at for at, player in enumerate(group) if not at or player != group[at - 1]]
        failing = [player for player in group if player.steps[0] < self._passing]
        if self._passing_is_all and failing and gifts <= sum(map(self._most_needed, failing)):
            # Those who fail may need it all, and without them nothing is won.
            return [at for at in kinds if at < len(failing)]
        return kinds

    def _most_needed(self, player: Player) -> int:
        """The most Advantages that somebody who fails may need to pass."""
        for needed, place in enumerate(player.steps):
            if place >= self._passing:
                return needed
        return len(player.steps) - 1 + player.dice

    @staticmethod
    def _givers(group: Group, free: int, receiver: int) -> list[int]:
        """Who can help, each kind once; -1 for those who need no help themselves.

        Their help comes last: it is good for everybody, that of others for everybody but one.
        """
        kinds: dict[Player, int] = {}
        for place, player in enumerate(group):
            if player.gifts and place != receiver:
                kinds.setdefault(player, place)
        return list(kinds.values()) or [-1] * (free > 0)

    def _after(self, group: Group, free: int, low: int, receiver: int, giver: int) -> Odds:
        """The odds after one Advantage is given."""
        players = list(group)
        if giver < 0:
            free -= 1
        else:
            steps, dice, gifts, row = players[giver]
            players[giver] = Player(steps, dice, gifts - 1, row)
        steps, dice, own, row = players[receiver]
        if len(steps) > 1:
            players[receiver] = Player(steps[1:], dice, own, row)
            odds = self._settled(players, free, low)
            return tuple([ways * self._sides for ways in odds])
        now, sums = steps[0], list(self._nothing)
        places, done = self._rows[row]
        missed = 0
        for place, ways in places.items():
            if place <= now:
                missed += ways
                continue
            players[receiver] = Player((place,), dice - 1, own, row)
            odds = self._settled(players, free, low)
            sums = [so_far + ways * each for so_far, each in zip(sums, odds, strict=True)]
        players[receiver] = Player(steps, dice - 1, own, row)
        odds = self._settled(players, free, low)
        sums = [so_far + missed * each for so_far, each in zip(sums, odds, strict=True)]
        del players[receiver]
        odds = self._settled(players, free + own, low)
        return tuple([so_far + a * b for so_far, a, b in zip(sums, done, odds, strict=True)])

    def _worth(self, odds: Odds) -> list[int]:
        """What odds are worth, for one purpose after the other."""
        return [sum(map(mul, odds, worths)) for worths in self._worths]
