"""The odds of a group in a Group Test if everyone helps as well as possible.

Up to a Passing Score it is best to help the lowest player: while anyone is below a Score, so is the
group, and the others can be helped later. Players who need help to pass have none to give, so all
help can go to anyone who needs it. A group therefore reaches such a Score if its players together
need no more Advantages than there are, and the odds are those of a sum over the players. Beyond
that, a player who needs help may also have help to give, and the order of giving matters too: see
``PassingHelp``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import lcm, prod
from operator import add, mul
from typing import TypeAlias

from astragal.experiment.solve.aims import Aim
from astragal.probability.budget import Budget
from astragal.probability.weights import Weights
from astragal.rules.requests.helping.every_way import EveryWay
from astragal.rules.requests.helping.group import Group, Hand, HelpState
from astragal.rules.requests.helping.needs import Player
from astragal.rules.requests.helping.passing import Odds, PassingHelp

Sums: TypeAlias = dict[int, int]
"""Whole numbers, each with its weight."""

Worths: TypeAlias = tuple[Fraction, ...]
"""The worth of each Score of the group, the lowest Score first."""

Rises: TypeAlias = list[tuple[int, Fraction]]
"""The Scores that are worth more than the one before, each with the difference."""

MOST_TO_THE_END = 4
"""Groups of up to this many continue to help for a higher Score when all of them pass."""

_FEW = 20_000
"""Up to this many results of the first rolls are looked at one by one."""


def worths_of(aim: Aim, group: Group) -> Worths | None:
    """The worth of every Score for an aim; None if it has several goals."""
    return None if len(aim.goals) > 1 else tuple(map(aim.worth, group.order))


def outlook_for(
    group: Group, worths: Worths, die: Weights, firsts: Sequence[Weights], budget: Budget
) -> Outlook | EveryWay:
    """The odds of a group, with a quicker algorithm if a higher Score is never worth less."""
    rises = all(low <= high for low, high in pairwise(worths))
    return (Outlook if rises else EveryWay)(group, worths, die, firsts, budget)


class Outlook:
    """The odds of the lowest Score under the best help, first for an aim and then for the Score."""

    def __init__(
        self,
        group: Group,
        worths: Worths,
        die: Weights,
        firsts: Sequence[Weights],
        budget: Budget,
    ) -> None:
        self.group = group
        self.worths = worths
        self._die = die
        self._firsts = firsts
        self._budget = budget
        self._cap = group.most_dice
        scores = group.order
        self._done = [worth == worths[-1] for worth in worths]
        """for each place, whether the Score is already worth as much as the highest one"""
        self.passing = group.passing
        """the place of the first Passing Score"""
        rows = [self._die_places(player) for player in range(len(group.names))]
        self._reach = [
            [
                sum(ways for place, ways in row.items() if place >= goal)
                for goal in range(len(scores) + 1)
            ]
            for row in rows
        ]
        self._rows = rows
        self._as_scores = group.numbers
        self._values: dict[HelpState, tuple[Fraction, Fraction]] = group.cached(
            ("values", worths), dict
        )
        self._rises, self._score_rises = _rises(worths), _rises(self._as_scores)
        if not all(self._done):
            self._further = self._help_from(self.passing if self.below_or_beyond else 0)

    def _help_from(self, place: int) -> PassingHelp:
        """The odds of Scores from a place on, if all below it are worth the same."""
        base = self.worths[max(0, place - 1)]
        aim = [worth - base for worth in self.worths[place:]]
        worths = (aim, [Fraction(1)] * len(aim), self._as_scores[place:])
        sides = self._die.denominator
        self._finished = [done and at >= place for at, done in enumerate(self._done)]
        most = self.group.most_gifts * len(self._rows)
        return PassingHelp(self._finished, place, self._rows, sides, worths, self._budget, most)

    def _die_places(self, player: int) -> dict[int, int]:
        """The places that one more die gives a player, with their weights."""
        found: dict[int, int] = {}
        for counted, ways in self._die.table.items():
            place = self.group.place(player, counted)
            found[place] = found.get(place, 0) + ways
        return found

    @property
    def beyond(self) -> bool:
        """True if the aim distinguishes between Passing Scores."""
        return len(set(self.worths[self.passing :])) > 1

    @property
    def below_or_beyond(self) -> bool:
        """True unless the aim distinguishes among failing Scores and among passing ones."""
        return not self.beyond or len(set(self.worths[: self.passing])) < 2

    # Before the first roll

    def odds(self) -> Weights:
        """The odds of the lowest Score."""
        if not self.below_or_beyond:
            return self._weights(self._upper_odds())
        if not self.beyond and not self._in_reach():
            # Help ends as soon as all pass.
            goals = [min(place, self.passing) for place in range(len(self.worths))]
            at_least = [self._chance(goal, place) for place, goal in enumerate(goals)]
            return self._weights(_differences([*at_least, Fraction(0)]))
        at_least = [self._chance(place, place) for place in range(self.passing + 1)]
        upper = self._upper_odds()
        if sum(upper) < at_least[-1]:
            # Some players who fail get less help than possible, because that serves the aim better.
            self._further = self._help_from(0)
            return self._weights(self._upper_odds())
        return self._weights([*_differences(at_least), *upper])

    def _weights(self, chances: Sequence[Fraction]) -> Weights:
        whole = lcm(*(chance.denominator for chance in chances))
        listed = zip(self.group.order, chances, strict=True)
        return Weights({score: int(each * whole) for score, each in listed if each}, whole)

    def _in_reach(self) -> bool:
        if len(self._firsts) > MOST_TO_THE_END or all(self._done):
            return False
        return prod(len(self._first_kinds(player)) for player in range(len(self._firsts))) <= _FEW

    def _first_hands(self, player: int) -> list[tuple[Hand, int, int]]:
        """A player's first hands, each with the Advantages it gives and its weight."""
        listed: list[tuple[Hand, int, int]] = self.group.cached(
            ("first hands", player),
            lambda: [
                (hand, self.group.gifts(hand.steps[0]), ways)
                for counted, ways in self._firsts[player].table.items()
                for hand in [self.group.hand(player, counted)]
            ],
        )
        return listed

    def _chance(self, goal: int, least: int) -> Fraction:
        """The chance that help lifts everyone to the goal, and the lowest Score to ``least``.
        Neither may be beyond the first Passing Score, unless help ends at the goal.
        """
        sums, denominator = {0: 1}, 1
        for player, first in enumerate(self._firsts):
            own: Sums = {}
            for hand, gifts, ways in self._first_hands(player):
                for needed, more in self._needs(player, hand, goal, least).items():
                    balance = gifts - needed
                    own[balance] = own.get(balance, 0) + ways * more
            sums = self._added(sums, own)
            denominator *= first.denominator * self._die.denominator**self._cap
        return Fraction(sum(ways for balance, ways in sums.items() if balance >= 0), denominator)

    def _needs(self, player: int, hand: Hand, goal: int, least: int) -> Sums:
        """How many Advantages lift a player to the goal, and at once to ``least``, as weights.

        They are out of all ways that the maximum number of dice for one player can fall.
        """
        sides = self._die.denominator
        for needed, place in enumerate(hand.steps):
            if place >= goal:
                return {needed: sides**self._cap} if place >= least else {}
        reach = self._reach[player]
        lifted, missed = reach[max(goal, least)], sides - reach[goal]
        before = len(hand.steps) - 1
        return {
            before + dice: missed ** (dice - 1) * lifted * sides ** (self._cap - dice)
            for dice in range(1, hand.dice + 1)
        }

    def _added(self, ones: Mapping[int, int], others: Mapping[int, int]) -> Sums:
        self._budget.spend_entries(len(ones) * len(others))
        sums: Sums = {}
        for one, ways in ones.items():
            for other, more in others.items():
                sums[one + other] = sums.get(one + other, 0) + ways * more
        return sums

    # Passing Scores

    def _first_kinds(self, player: int) -> dict[Player, Odds]:
        """The first hands of a player, reduced to Passing Scores, with their weights."""
        return self._further.kinds(
            (self._further.player(player, hand, gifts), ways)
            for hand, gifts, ways in self._first_hands(player)
        )

    def _upper_odds(self) -> list[Fraction]:
        """The chance of every Passing Score, before the first roll."""
        groups: dict[tuple[Player, ...], Odds] = {(): self._further.ones()}
        for player in range(len(self._firsts)):
            kinds = self._first_kinds(player)
            self._budget.spend_entries(len(groups) * len(kinds) * len(self.worths))
            more: dict[tuple[Player, ...], Odds] = {}
            for group, ways in groups.items():
                for kind, each in kinds.items():
                    key = tuple(sorted((*group, kind)))
                    both = map(mul, ways, each)
                    before = more.get(key)
                    more[key] = tuple(both if before is None else map(add, before, both))
            groups = more
        whole = prod(first.denominator for first in self._firsts)
        return [each / whole for each in self._further.chances(groups.items())]

    # In a situation

    def after(self, now: HelpState, way: tuple[int, ...]) -> tuple[Fraction, ...]:
        """The worth of a decision (who helps whom, or nobody) for the aim, and then as a Score."""
        if not way:
            place = now.place()
            return self.worths[place], self._as_scores[place]
        giver, receiver = way
        if not now.needs_die(receiver):
            return self.value(now.helped(giver, receiver))
        before = now.hands[receiver].steps[0]
        then: Sums = {}
        for counted, ways in self._die.table.items():
            place = self.group.with_die(receiver, before, counted)
            then[place] = then.get(place, 0) + ways
        values = [
            (self.value(now.helped(giver, receiver, place)), ways) for place, ways in then.items()
        ]
        whole = self._die.denominator
        aim = sum((worth * ways for (worth, _), ways in values), Fraction(0))
        score = sum((score * ways for (_, score), ways in values), Fraction(0))
        return aim / whole, score / whole

    def value(self, now: HelpState) -> tuple[Fraction, Fraction]:
        """The worth of a situation for the aim, and then as a Score."""
        if now not in self._values:
            self._values[now] = self._valued(now)
        return self._values[now]

    def _valued(self, now: HelpState) -> tuple[Fraction, Fraction]:
        small = len(now.hands) <= MOST_TO_THE_END and not all(self._done)
        upper = self._upper_odds_of(now) if self.beyond or small else []
        upper = list(accumulate(reversed(upper)))[::-1]
        worth = self.worths[0] + self._gain(now, self._rises, upper)
        if not small:
            return worth, Fraction(0)
        return worth, self._as_scores[0] + self._gain(now, self._score_rises, upper)

    def _gain(self, now: HelpState, rises: Rises, upper: Sequence[Fraction]) -> Fraction:
        """The mean gain over the worth of the lowest Score.

        ``upper`` has the chances of reaching each of the highest Scores.
        """
        gain, known = Fraction(0), len(self.worths) - len(upper)
        for place, rise in rises:
            chance = upper[place - known] if place >= known else self._chance_of(now, place)
            if chance:
                gain += chance * rise
        return gain

    def _chance_of(self, now: HelpState, goal: int) -> Fraction:
        """The chance that help lifts everyone to a goal no higher than passing."""
        gifts, sums, denominator = sum(now.gifts), {0: 1}, 1
        for player, hand in enumerate(now.hands):
            if hand.steps[0] < goal:
                needs = self._needs(player, hand, goal, goal)
                sums = self._added(sums, needs)
                denominator *= self._die.denominator**self._cap
        return Fraction(sum(ways for needed, ways in sums.items() if needed <= gifts), denominator)

    def _upper_odds_of(self, now: HelpState) -> list[Fraction]:
        """The chance of every Passing Score in a situation."""
        group, free, lowest = [], 0, len(self._finished)
        for player, (hand, gifts) in enumerate(zip(now.hands, now.gifts, strict=True)):
            if self._finished[hand.steps[0]]:
                free, lowest = free + gifts, min(lowest, hand.steps[0])
            else:
                group.append(self._further.player(player, hand, gifts))
        ones = self._further.ones()
        return self._further.chances([(tuple(sorted(group)), ones)], free, lowest)


def _differences(at_least: Sequence[Fraction]) -> list[Fraction]:
    """The chance of each value except the last, from cumulative chances."""
    return [here - after for here, after in pairwise(at_least)]


def _rises(worths: Sequence[Fraction]) -> Rises:
    steps = enumerate(pairwise(worths), 1)
    return [(place, high - low) for place, (low, high) in steps if high != low]
