"""The odds of two checks against each other, with the best decisions of both sides.

What dice come to is worked out for each side by itself, and put together in the end. The opponent
decides so that our chance is as small as it can be, for each result of ours; knowing that, we
decide.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal.experiment.experiment import Asks
from astragal.games.triumph.bouts import Bout, Contest, Shown, ended, first_lead, shown
from astragal.games.triumph.explosions import weights_of
from astragal.games.triumph.parties import Party
from astragal.games.triumph.races import Races
from astragal.games.triumph.rerolls import rerolls_of
from astragal.games.triumph.symbol_dice import (
    D20Result,
    D20s,
    Rerolling,
    best_rerolls,
    results_of,
)
from astragal.limits import STRANGERS
from astragal.probability.weights import Weights, merged
from astragal.rules.ordered import Side
from astragal.rules.requests.request import Request

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.weights import Weighing

Ends: TypeAlias = tuple[tuple[int, int], ...]
"""How a contest may end once both sides' dice are known: numbers of outcomes, with their ways."""

Law: TypeAlias = Mapping[D20Result, Fraction]

Weighted: TypeAlias = Sequence[tuple[int, int]]
"""What one result of a side's d20s may show in the end, by its number, with the ways of that."""


_STEPS_OF_A_LEAD = 200
_STEPS_OF_AN_END = 1_200
"""A way to end is made once, and met often."""


class BoutWeighing:
    """The odds of a bout, side by side."""

    def __init__(self, bout: Bout, memory: Memory) -> None:
        self.bout = bout
        self.memory = memory
        self.mine, self.yours = bout.ours.d20s(1), bout.theirs.d20s(1)
        self.law: Law | None = None
        """what our d20s come to; None if we choose"""
        self.answer: Law | None = None
        """what theirs come to; None if they choose"""
        self._numbers: dict[Contest, int] = {}
        """outcomes are numbered: to look them up themselves takes long"""
        self._ends: list[tuple[Ends, int]] = []
        """for each pair that both may show, how it ends, and the denominator of that"""
        self._raced: dict[tuple[Any, ...], dict[Any, tuple[Ends, int]]] = {}
        """how it ends with a lead, where dice explode"""
        self._against: dict[D20Result, dict[D20Result, Fraction]] = {}

    def weigh(self) -> Weighing:
        yield from self.prepare()
        answers = self.answers()
        law = self.law
        if law is None:
            law = self._best(self.mine, lambda each: self.value(each, answers[each]))
        return self._put_together(law, answers)

    def prepare(self) -> Generator[Any, Any, None]:
        """Find out what both sides' dice can come to, and how the contest ends then."""
        bout = self.bout
        more = yield bout.our_circumstance
        less = yield bout.their_circumstance
        # Choices without an aim are left open: the dice say so themselves.
        if not (self.mine.chooses and bout.worth):
            self.law = _chances((yield self.mine))
        if not (self.yours.chooses and bout.worth):
            self.answer = _chances((yield self.yours))
        self.results = self._results(self.mine) if self.law is None else tuple(self.law)
        others = self._results(self.yours) if self.answer is None else tuple(self.answer)
        ours, self._ours = _all_shown(bout.ours, self.results, more)
        theirs, self._theirs = _all_shown(bout.theirs, others, less)
        self._width = len(theirs)
        """pairs are numbered too, by rows of this width: first those of our first"""
        self._parts = more.denominator * less.denominator
        yield from self._find_ends(ours, theirs)

    def answers(self) -> dict[D20Result, Law]:
        """What the opponent's d20s come to, for each of our results."""
        return {each: self.answer or self._answer(each) for each in self.results}

    def _results(self, d20s: D20s) -> tuple[D20Result, ...]:
        """All that d20s with choices can come to."""
        finals = dict.fromkeys(rerolls_of(d20s.dice, d20s.luck, self.memory.budget).finals, 1)
        return tuple(results_of(finals, 1, d20s.dice, d20s.levels).table)

    def _best(self, d20s: D20s, worth: Callable[[D20Result], Fraction]) -> Law:
        finals, denominator = best_rerolls(d20s, worth, self.memory.budget).law()
        law: Law = _chances(results_of(finals, denominator, d20s.dice, d20s.levels))
        return law

    def _answer(self, mine: D20Result) -> Law:
        """What the opponent's d20s come to, who has seen ours."""
        return self._best(self.yours, self.worths_against(mine).__getitem__)

    def value(self, mine: D20Result, answer: Law) -> Fraction:
        """What our d20s are worth, if theirs come to this."""
        worths = self.worths_against(mine)
        return sum((chance * worths[yours] for yours, chance in answer.items()), Fraction(0))

    def worths_against(self, mine: D20Result) -> dict[D20Result, Fraction]:
        """What our d20s are worth against each of theirs."""
        if mine not in self._against:
            worths, scale = self._worths
            whole, width = scale * self._parts, self._width
            ours = [(width * each, more) for each, more in self._ours[mine]]
            against: dict[int, int] = {}
            found = self._against[mine] = {}
            for yours, shows in self._theirs.items():
                worth = 0
                for theirs, less in shows:
                    if theirs not in against:
                        against[theirs] = sum([more * worths[row + theirs] for row, more in ours])
                    worth += less * against[theirs]
                found[yours] = Fraction(worth, whole)
        return self._against[mine]

    @cached_property
    def _worths(self) -> Weights:
        """What each pair is worth that both may show, over one denominator."""
        worth = self.bout.worth
        assert worth is not None
        worths, scale = weights_of({n: worth(end) for end, n in self._numbers.items()})
        exact = (
            Fraction(sum([ways * worths[end] for end, ways in ends]), parts * scale)
            for ends, parts in self._ends
        )
        return weights_of(dict(enumerate(exact)))

    def _find_ends(
        self, ours: Sequence[Shown], theirs: Sequence[Shown]
    ) -> Generator[Any, Any, None]:
        """All ways to end, for everything that both sides' dice can show."""
        self.memory.budget.spend_entries(30 * len(ours) * len(theirs))
        going = {each.going for each in (*ours, *theirs)}
        races = yield from Races.among(going, self.memory.budget)
        for mine in ours:
            for yours in theirs:
                lead, direction = first_lead(mine, yours)
                if mine.going is None and yours.going is None:
                    self._ends.append(self._settled(ended(mine, yours, lead, direction)))
                else:
                    leads = races.law(mine.going, yours.going, lead)
                    self._ends.append(self._after_race(mine, yours, leads))

    def _after_race(self, ours: Shown, theirs: Shown, leads: Weights) -> tuple[Ends, int]:
        found: list[tuple[int, int]] = []
        # How many dice go on does not show in how a contest ends.
        going = (ours.going is None, theirs.going is None)
        key = (*going, ours.total, theirs.total, ours.fortune, theirs.fortune)
        alike = self._raced.setdefault(key, {})
        new = sum(lead not in alike for lead in leads.table)
        self.memory.budget.spend(_STEPS_OF_A_LEAD * len(leads.table) + _STEPS_OF_AN_END * new)
        for lead, chance in leads.table.items():
            if lead not in alike:
                alike[lead] = self._settled(ended(ours, theirs, *lead))
            ends, halves = alike[lead]
            if halves == 1:
                found.append((ends[0][0], 2 * chance))
            else:
                found += [(end, chance) for end, _ in ends]
        return tuple(found), 2 * leads.denominator

    def _settled(self, made: Contest) -> tuple[Ends, int]:
        """A way to end, or both if a coin settles a tie."""
        if made.side is not Side.TIE:
            return ((self._number(made), 1),), 1
        sides = self.bout.reactive.settles(made.side)
        each = (self._number(made.replaced(side=side)) for side in sides)
        return tuple((number, 1) for number in each), len(sides)

    def _number(self, end: Contest) -> int:
        return self._numbers.setdefault(end, len(self._numbers))

    def _put_together(self, law: Law, answers: Mapping[D20Result, Law]) -> Weights:
        pairs, whole = self._pairs(law, answers)
        parts = lcm(*{self._ends[pair][1] for pair in pairs})
        found = [0] * len(self._numbers)
        for pair, ways in pairs.items():
            ends, own = self._ends[pair]
            ways *= parts // own
            for end, part in ends:
                found[end] += ways * part
        table = {end: ways for end, ways in zip(self._numbers, found, strict=True) if ways}
        return merged({whole * parts: table})

    def _pairs(self, law: Law, answers: Mapping[D20Result, Law]) -> Weights:
        """The weights of all pairs that both sides may show."""
        # Where the opponent has no choice, their dice are the same whatever ours are.
        alike: dict[int, list[D20Result]] = defaultdict(list)
        for mine in law:
            alike[id(answers[mine])].append(mine)
        wholes: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for results in alike.values():
            ours = _in_all({each: law[each] for each in results}, self._ours)
            theirs = _in_all(answers[results[0]], self._theirs)
            pairs = wholes[ours.denominator * theirs.denominator * self._parts]
            for one, ways in ours.table.items():
                row = one * self._width
                for other, more in theirs.table.items():
                    pairs[row + other] += ways * more
        return merged(wholes)


def _all_shown(
    party: Party, results: Sequence[D20Result], added: Weights
) -> tuple[list[Shown], dict[D20Result, Weighted]]:
    """All that a side may show once the d6s are rolled; by result, which with the ways of these."""
    numbers: dict[Shown, int] = {}
    table: dict[D20Result, Weighted] = {}
    for each in results:
        shows = [(shown(party, each, more), ways) for more, ways in added.table.items()]
        table[each] = [(numbers.setdefault(one, len(numbers)), ways) for one, ways in shows]
    return list(numbers), table


def _in_all(law: Law, side: Mapping[D20Result, Weighted]) -> Weights:
    """What a side may show in the end, over the denominator of its d20s alone."""
    rolled, denominator = weights_of(law)
    found: dict[int, int] = defaultdict(int)
    for result, ways in rolled.items():
        for each, more in side[result]:
            found[each] += ways * more
    return Weights(found, denominator)


def appraised(bout: Bout, situation: Any) -> Sequence[Fraction] | None:
    """What each option of a re-roll is worth to us, whoever decides."""
    from astragal.experiment.solve.memory import Memory

    rerolling, answers = situation[-1][0], situation[-2][1]
    if not isinstance(rerolling, Rerolling):
        return None
    memory = Memory(STRANGERS)
    weighing = BoutWeighing(bout, memory)
    memory.weights(_Prepared(weighing))
    if rerolling.d20s.opposed:
        worth = weighing.worths_against(answers[0]).__getitem__
    else:
        others = weighing.answers()
        worth = {each: weighing.value(each, others[each]) for each in others}.__getitem__
    best = best_rerolls(rerolling.d20s, worth, memory.budget)
    return best.options(rerolling.key, rerolling.waiting)


class _Prepared(Request[None]):
    """The preparation of a weighing, which asks for odds itself. It is never rolled."""

    weighing: BoutWeighing

    def steps(self) -> Asks[None]:
        raise NotImplementedError

    def weigh(self, memory: Memory) -> Weighing:
        yield from self.weighing.prepare()
        return Weights({None: 1}, 1)

    def __str__(self) -> str:
        return "contest"


def _chances(weights: Weights) -> Any:
    table, denominator = weights
    return {each: Fraction(ways, denominator) for each, ways in table.items()}
