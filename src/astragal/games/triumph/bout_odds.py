"""The odds of two checks against each other, with the best decisions of both sides.

What dice come to is worked out for each side by itself, and put together in the end. The opponent
decides so that our chance is as small as it can be, for each result of ours; knowing that, we
decide.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal.experiment.experiment import Asks
from astragal.games.triumph.bouts import Bout, Contest, Reactive, Shown, ended, race, shown
from astragal.games.triumph.explosions import weights_of
from astragal.games.triumph.parties import Party
from astragal.games.triumph.rerolls import rerolls_of
from astragal.games.triumph.symbol_dice import (
    D20Result,
    D20s,
    Rerolling,
    best_rerolls,
    results_of,
)
from astragal.limits import DEFAULT_LIMITS
from astragal.odds.weights import Weights, merged
from astragal.rules.ordered import Side
from astragal.rules.requests.request import Request

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.odds.weights import Weighing

Ends: TypeAlias = tuple[tuple[Contest, Fraction], ...]
"""How a contest may end once both sides' dice are known, with the chance of each."""

Law: TypeAlias = Mapping[D20Result, Fraction]

_CERTAIN = Fraction(1)


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
        self._ends: dict[tuple[Shown, Shown], Ends] = {}
        self._worths: dict[tuple[Shown, Shown], Fraction] = {}
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
        self.more = _chances((yield bout.ours.circumstance))
        self.less = _chances((yield bout.theirs.circumstance))
        # Choices without an aim are left open: the dice say so themselves.
        if not (self.mine.chooses and bout.worth):
            self.law = _chances((yield self.mine))
        if not (self.yours.chooses and bout.worth):
            self.answer = _chances((yield self.yours))
        self.results = self._results(self.mine) if self.law is None else tuple(self.law)
        self.others = self._results(self.yours) if self.answer is None else tuple(self.answer)
        yield from self._find_ends()

    def answers(self) -> dict[D20Result, Law]:
        """What the opponent's d20s come to, for each of our results."""
        return {each: self.answer or self._answer(each) for each in self.results}

    def _results(self, d20s: D20s) -> tuple[D20Result, ...]:
        """All that d20s with choices can come to."""
        finals = dict.fromkeys(rerolls_of(d20s.dice, self.memory.budget).finals, 1)
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
        if mine in self._against:
            return self._against[mine]
        bout = self.bout
        ours = [(shown(bout.ours, mine, more), chance) for more, chance in self.more.items()]
        against: dict[Shown, Fraction] = {}
        worths = self._against[mine] = {}
        for yours in self.others:
            worth = Fraction(0)
            for less, chance in self.less.items():
                theirs = shown(bout.theirs, yours, less)
                if theirs not in against:
                    parts = (share * self._worth(each, theirs) for each, share in ours)
                    against[theirs] = sum(parts, Fraction(0))
                worth += chance * against[theirs]
            worths[yours] = worth
        return worths

    def _worth(self, ours: Shown, theirs: Shown) -> Fraction:
        key = (ours, theirs)
        if key not in self._worths:
            assert self.bout.worth is not None
            ends = self._ends[key]
            self._worths[key] = sum((p * self.bout.worth(each) for each, p in ends), Fraction(0))
        return self._worths[key]

    def _find_ends(self) -> Generator[Any, Any, None]:
        """All ways to end, for everything that both sides' dice can show."""
        bout = self.bout
        ours = {shown(bout.ours, each, more) for each in self.results for more in self.more}
        theirs = {shown(bout.theirs, each, less) for each in self.others for less in self.less}
        self.memory.budget.spend_entries(30 * len(ours) * len(theirs))
        for mine in ours:
            for yours in theirs:
                self._ends[mine, yours] = yield from self._end(mine, yours)

    def _end(self, ours: Shown, theirs: Shown) -> Generator[Any, Any, Ends]:
        lead = ours.total - theirs.total
        if not (ours.going or theirs.going):
            return self._settled(ended(ours, theirs, lead, ""), _CERTAIN)
        leads = _chances((yield race(ours.going, theirs.going, lead)))
        return tuple(
            end
            for (ahead, direction), chance in leads.items()
            for end in self._settled(ended(ours, theirs, ahead, direction), chance)
        )

    def _settled(self, made: Contest, chance: Fraction) -> Ends:
        """A way to end, or both if a coin settles a tie."""
        if made.side is not Side.TIE:
            return ((made, chance),)
        if self.bout.reactive in (Reactive.US, Reactive.THEM):
            won = self.bout.reactive is Reactive.US
            return ((made.replaced(side=Side.WIN if won else Side.LOSE), chance),)
        return tuple((made.replaced(side=side), chance / 2) for side in (Side.WIN, Side.LOSE))

    def _put_together(self, law: Law, answers: Mapping[D20Result, Law]) -> Weights:
        found: dict[int, dict[Contest, int]] = defaultdict(lambda: defaultdict(int))
        # Where the opponent has no choice, their dice are the same whatever ours are.
        alike: dict[int, list[D20Result]] = defaultdict(list)
        for mine in law:
            alike[id(answers[mine])].append(mine)
        for results in alike.values():
            ours = self._shown(self.bout.ours, {each: law[each] for each in results}, self.more)
            theirs = self._shown(self.bout.theirs, answers[results[0]], self.less)
            whole = ours.denominator * theirs.denominator
            for one, ways in ours.table.items():
                for other, more in theirs.table.items():
                    for end, part in self._ends[one, other]:
                        table = found[whole * part.denominator]
                        table[end] += ways * more * part.numerator
        return merged(found)

    @staticmethod
    def _shown(party: Party, law: Law, added: Mapping[int, Fraction]) -> Weights:
        """What matters of one side's dice."""
        found: dict[Shown, Fraction] = defaultdict(Fraction)
        for rolled, chance in law.items():
            for more, share in added.items():
                found[shown(party, rolled, more)] += chance * share
        return weights_of(found)


def appraised(bout: Bout, situation: Any) -> Sequence[Fraction] | None:
    """What each option of a re-roll is worth to us, whoever decides."""
    from astragal.experiment.solve.memory import Memory

    rerolling, answers = situation[-1][0], situation[-2][1]
    if not isinstance(rerolling, Rerolling):
        return None
    memory = Memory(DEFAULT_LIMITS)
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
