"""Two checks against each other: who wins, and by how much, however both decide.

We roll and decide on our ♻ first. The opponent sees what came of it, rolls, and decides on theirs:
so that our chance is as small as it can be. What dice come to is worked out for each side by
itself, and put together in the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.triumph.parties import (
    Beyond,
    Fortune,
    Margin,
    Party,
    margin_order,
    margin_text,
    total_text,
)
from astragal.games.triumph.rerolls import rerolls_of
from astragal.games.triumph.symbol_dice import (
    CheckDice,
    D20Result,
    D20s,
    Reroll,
    Rerolling,
    best_rerolls,
    results_of,
)
from astragal.limits import DEFAULT_LIMITS
from astragal.odds.weights import Weights
from astragal.rules.ordered import RankedOutcome, Side, compared
from astragal.rules.requests.request import Request
from astragal.rules.requests.weighted import coin
from astragal.rules.rule import rule

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.odds.weights import Weighing


class Reactive(Enum):
    """Who uses a reactive skill: a tie goes to them."""

    NOBODY = "nobody"
    US = "us"
    THEM = "them"
    BOTH = "both"


class Contest(RankedOutcome):
    """How a contest ended for us: uncancelled triumphs and disasters, the margin, both totals."""

    side: Side
    margin: Margin
    ours: Fortune = Fortune.NONE
    theirs: Fortune = Fortune.NONE
    total: Margin = 0
    opponent_total: Margin = 0

    headline: ClassVar[tuple[str, ...]] = ("wins", "ours", "theirs")

    @property
    def wins(self) -> bool:
        return self.side.wins

    def order(self) -> tuple[Any, ...]:
        totals = margin_order(self.total), margin_order(self.opponent_total)
        fortunes = (self.ours.rank, -self.theirs.rank)
        return (self.side.rank, *fortunes, margin_order(self.margin), *totals)

    def __str__(self) -> str:
        said = [self.side.value]
        said += [f"our {self.ours.value}"] if self.ours is not Fortune.NONE else []
        said += [f"their {self.theirs.value}"] if self.theirs is not Fortune.NONE else []
        return ", ".join([*said, margin_text(self.margin)])


class Shown(NamedTuple):
    """What matters of one side's dice in the end."""

    fortune: Fortune
    going: CheckDice | None
    """the dice that go on exploding, if any do"""
    total: int
    """without what they add"""


Ends: TypeAlias = tuple[tuple[Contest, Fraction], ...]
"""How a contest may end once both sides' dice are known, with the chance of each."""

Worth: TypeAlias = Callable[[Contest], Fraction]


class Bout(Request[Contest]):
    """Both sides roll their d20s, then their d6s; then dice explode, and a tie is settled."""

    ours: Party
    theirs: Party
    reactive: Reactive
    worth: Worth | None = None
    """what an outcome is worth to us, if all choices are made for that"""

    inline: ClassVar[bool] = True

    @property
    def chooses(self) -> bool:
        """Whether somebody may have to decide."""
        return self.ours.d20s().chooses or self.theirs.d20s().chooses

    def steps(self) -> Asks[Contest]:
        mine: Any = yield self.ours.d20s(1)
        yours: Any = yield self.theirs.d20s(1)
        more: Any = yield self.ours.circumstance
        less: Any = yield self.theirs.circumstance
        ours, theirs = shown(self.ours, mine, more), shown(self.theirs, yours, less)
        lead, direction = ours.total - theirs.total, ""
        if ours.going or theirs.going:
            lead, direction = yield _race(ours.going, theirs.going, lead)
        made = _ended(ours, theirs, lead, direction)
        yield note(
            "with abilities and circumstances, {} against {}, {}",
            total_text(made.total),
            total_text(made.opponent_total),
            margin_text(made.margin),
        )
        if ours.fortune is theirs.fortune is not Fortune.NONE:
            yield note("two of {} cancel out", ours.fortune.value)
        if made.side is Side.TIE:
            side = yield _tie(self.reactive)
            return made.replaced(side=side)
        return made

    def weigh(self, memory: Memory) -> Weighing:
        return (yield from _Weighing(self, memory).weigh())

    def __str__(self) -> str:
        return "contest"


def shown(party: Party, rolled: D20Result, more: int) -> Shown:
    going = _still_exploding(party.dice, rolled)
    return Shown(party.fortune(rolled.natural), going, rolled.total + party.added + more)


def _ended(ours: Shown, theirs: Shown, lead: int, direction: Any) -> Contest:
    """A contest before a tie is settled."""
    margin: Margin = Beyond(lead, direction) if direction else lead
    side = compared(lead, 0)
    fortunes = (Fortune.NONE, Fortune.NONE)
    if ours.fortune is not theirs.fortune:
        fortunes = (ours.fortune, theirs.fortune)
        side = compared(*fortunes)
    return Contest(side, margin, *fortunes, *_totals(ours, theirs, margin))


def _totals(ours: Shown, theirs: Shown, margin: Margin) -> tuple[Margin, Margin]:
    """Both totals; if dice on both sides explode, only what they come to at least."""
    if ours.going and theirs.going:
        return Beyond(ours.total, "more"), Beyond(theirs.total, "more")
    lead = margin.bound if isinstance(margin, Beyond) else margin
    endless = isinstance(margin, Beyond)
    if ours.going:
        reached = theirs.total + lead
        return Beyond(reached, "more") if endless else reached, theirs.total
    if theirs.going:
        reached = ours.total - lead
        return ours.total, Beyond(reached, "more") if endless else reached
    return ours.total, theirs.total


@rule(name="tie", inline=True)
def _tie(reactive: Reactive) -> Asks[Side]:
    if reactive in (Reactive.US, Reactive.THEM):
        yield note("a tie goes to the reactive party")
        return Side.WIN if reactive is Reactive.US else Side.LOSE
    side: Side = yield coin(Side.WIN, Side.LOSE)
    yield note("a tie, and the coin says {}", side)
    return side


def _still_exploding(dice: CheckDice, rolled: D20Result) -> CheckDice | None:
    """The dice that go on exploding, if any do."""
    if not rolled.exploding:
        return None
    kept = rolled.keeping
    highest, lowest = (0, kept) if dice.lowest else (kept, 0)
    return CheckDice(rolled.exploding, highest, lowest, True)


@rule(name="explosions", inline=True)
def _race(ours: Any, theirs: Any, lead: int) -> Asks[tuple[int, str]]:
    """Dice that explode are rolled again as long as that can still decide who is ahead.

    Once it cannot, the margin is only a bound.
    """
    if not (ours or theirs):
        return lead, ""
    if theirs is None and lead > 0:
        return lead, "more"
    if ours is None and lead < 0:
        return lead, "less"
    our_more = (yield D20s(ours, Reroll.NEVER, 1)) if ours else _STOPPED
    their_more = (yield D20s(theirs, Reroll.NEVER, 1)) if theirs else _STOPPED
    return _race(
        None if ours is None else _still_exploding(ours, our_more),
        None if theirs is None else _still_exploding(theirs, their_more),
        lead + our_more.total - their_more.total,
    )


_STOPPED = D20Result(0, 0)

Law: TypeAlias = Mapping[D20Result, Fraction]


class _Weighing:
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
        return _chances(results_of(finals, denominator, d20s.dice, d20s.levels))

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
        leads: Mapping[Any, Fraction] = {(lead, ""): Fraction(1)}
        if ours.going or theirs.going:
            leads = _chances((yield _race(ours.going, theirs.going, lead)))
        ends: list[tuple[Contest, Fraction]] = []
        for (ahead, direction), chance in leads.items():
            made = _ended(ours, theirs, ahead, direction)
            if made.side is not Side.TIE:
                ends.append((made, chance))
            elif self.bout.reactive in (Reactive.US, Reactive.THEM):
                won = self.bout.reactive is Reactive.US
                ends.append((made.replaced(side=Side.WIN if won else Side.LOSE), chance))
            else:
                ends += [(made.replaced(side=s), chance / 2) for s in (Side.WIN, Side.LOSE)]
        return tuple(ends)

    def _put_together(self, law: Law, answers: Mapping[D20Result, Law]) -> Weights:
        found: dict[Contest, Fraction] = defaultdict(Fraction)
        # Where the opponent has no choice, their dice are the same whatever ours are.
        alike: dict[int, list[D20Result]] = defaultdict(list)
        for mine in law:
            alike[id(answers[mine])].append(mine)
        for results in alike.values():
            ours = self._shown(self.bout.ours, {each: law[each] for each in results}, self.more)
            theirs = self._shown(self.bout.theirs, answers[results[0]], self.less)
            for one, chance in ours.items():
                for other, share in theirs.items():
                    for end, part in self._ends[one, other]:
                        found[end] += chance * share * part
        return _weights(found)

    @staticmethod
    def _shown(party: Party, law: Law, added: Mapping[int, Fraction]) -> dict[Shown, Fraction]:
        """What matters of one side's dice, with the chance of each."""
        found: dict[Shown, Fraction] = defaultdict(Fraction)
        for rolled, chance in law.items():
            for more, share in added.items():
                found[shown(party, rolled, more)] += chance * share
        return found


def appraised(bout: Bout, situation: Any) -> Sequence[Fraction] | None:
    """What each option of a re-roll is worth to us, whoever decides."""
    from astragal.experiment.solve.memory import Memory

    rerolling, answers = situation[-1][0], situation[-2][1]
    if not isinstance(rerolling, Rerolling):
        return None
    memory = Memory(DEFAULT_LIMITS)
    weighing = _Weighing(bout, memory)
    memory.weights(_Prepared(weighing))
    if rerolling.d20s.opposed:
        worth = weighing.worths_against(answers[0]).__getitem__
    else:
        others = weighing.answers()
        worth = {each: weighing.value(each, others[each]) for each in others}.__getitem__
    best = best_rerolls(rerolling.d20s, worth, memory.budget)
    return best.options(rerolling.key, rerolling.waiting)


class _Prepared(Request[None]):
    """The preparation of a weighing, which asks for odds itself."""

    weighing: _Weighing

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


def _weights(chances: Mapping[Contest, Fraction]) -> Weights:
    denominator = lcm(*(chance.denominator for chance in chances.values()))
    table = {
        each: chance.numerator * (denominator // chance.denominator)
        for each, chance in chances.items()
    }
    return Weights(table, denominator)
