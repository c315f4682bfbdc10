"""A sum limited to a range: makes dice that explode without end usable in a rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar

from astragal._visible import in_short
from astragal.errors import OddsError, RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.experiment.outcomes import is_outcome
from astragal.experiment.solve.aims import Decided, Worths
from astragal.outcome import counts, tidy
from astragal.probability.laws.law import Law
from astragal.probability.weights import Weighing, Weights
from astragal.rules.requests.dice import listed
from astragal.rules.requests.request import Request, Rolled, die_or_experiment
from astragal.rules.requests.total import number_of

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.views import View


class Capped(Request[Any]):
    """The sum of several numbers with factors, limited from below and above."""

    experiments: tuple[Experiment[Any], ...]
    factors: tuple[int, ...]
    least: int | None
    most: int | None
    beyond: Any
    """the outcome for sums of ``most`` or more; None for ``most`` itself"""

    inline: ClassVar[bool] = True
    blames_asker: ClassVar[bool] = True

    def steps(self) -> Asks[Any]:
        whole: Any = 0
        for factor, each in zip(self.factors, self.experiments, strict=True):
            number = yield each
            if factor != 1:
                yield note(", ×{}", factor)
            whole += factor * number_of(number)
        if self.least is not None and whole < self.least:
            yield note(", but at least {}", self.least)
            return self.least
        return tidy(whole) if self.most is None or whole < self.most else self._end

    @property
    def _end(self) -> Any:
        return self.most if self.beyond is None else self.beyond

    def weigh(self, memory: Memory) -> Weighing:
        law, budget = Law.certain(0), memory.budget
        terms = zip(self.factors, self.experiments, strict=True)
        for (factor, each), times in counts(terms).items():
            one = yield from _law_of(each, memory)
            law = law.plus(one.scaled(factor).power(times, budget), budget)
        chances: dict[Any, Fraction] = defaultdict(Fraction)
        if self.least is not None:
            low, law = law.cut(self.least)
            chances[self.least] = low.mass
        if self.most is not None:
            law, high = law.cut(self.most)
            chances[self._end] += high.mass
        if not law.finite:
            raise OddsError(
                "endless-request", f"{self} has infinitely many outcomes, too many to look at each"
            )
        table, denominator = law.table()
        common = lcm(denominator, *(chance.denominator for chance in chances.values()))
        weights = {number: weight * (common // denominator) for number, weight in table.items()}
        for outcome, chance in chances.items():
            if chance:
                weights[outcome] = weights.get(outcome, 0) + int(chance * common)
        return Weights(weights, common)

    def decided(self) -> Decided | None:
        inner = self.experiments[0].decided() if len(self.experiments) == 1 else None
        return None if inner is None else _Choosing(self, inner)

    def __str__(self) -> str:
        return listed(self.experiments)


class _Choosing(Decided):
    """Choices in capped dice whose results are all worth the same: the dice's own aim decides."""

    def __init__(self, whole: Capped, inner: Decided) -> None:
        self.whole = whole
        self.inner = inner

    def outcomes(self, memory: Memory) -> Sequence[Any] | None:
        best = self.best(Worths({}))
        return None if best is None else tuple(memory.weights(best).table)

    def best(self, aim: View | Worths) -> Experiment[Any] | None:
        (dice,), whole = self.whole.experiments, self.whole
        if not isinstance(aim, Worths) or len({*aim.known.values()}) > 1 or dice.own_aim is None:
            return None
        best = self.inner.best(dice.own_aim)
        return None if best is None else whole.replaced(experiments=(best,))


def _law_of(number: Experiment[Any], memory: Memory) -> Generator[Any, Weights, Law]:
    """The odds of a number, which may be unlimited if it leaves no choice."""
    if number.plays_itself and not number.leaves_choices:
        found = memory.odds(number)
    else:
        found = yield number
    if isinstance(found, Law):
        return found
    table = {number_of(each): weight for each, weight in found.table.items()}
    return Law.of_table(table, found.denominator)


def capped(
    what: Rolled | Iterable[Rolled | tuple[int, Rolled]],
    *,
    most: int | None = None,
    least: int | None = None,
    beyond: Any = None,
) -> Experiment[Any]:
    """A sum that counts as at least ``least`` and at most ``most``.

    This gives dice that explode without end finitely many outcomes. ``beyond`` replaces all numbers
    from ``most`` on. The items of a list are added up; to multiply one, pass a pair of a number and
    the dice: ``capped([(2, "3d6!"), "1d8"], most=99)``.

    >>> import astragal
    >>> astragal.capped("1d6!", most=12).odds().probability(12)
    Fraction(1, 36)
    >>> astragal.capped("1d6!", most=12, beyond="a lot").roll(faces=[6, 6, 1]).outcome
    'a lot'
    """
    for bound in (most, least):
        if not (bound is None or type(bound) is int):
            raise RuleError("bad-number", f"a bound must be a whole number, not {in_short(bound)}")
    if most is not None and least is not None and most < least:
        raise RuleError("bad-number", f"least, {least}, is more than most, {most}")
    if not (beyond is None or is_outcome(beyond)):
        raise RuleError(
            "bad-outcome", f"beyond must be hashable and exact, and {in_short(beyond)} is not"
        )
    if isinstance(what, str) or not isinstance(what, Iterable):
        what = [what]
    pairs = [each if type(each) is tuple else (1, each) for each in what]
    if not all(len(pair) == 2 and type(pair[0]) is int for pair in pairs):
        raise RuleError("bad-number", "what is multiplied is a pair: a whole number, and the dice")
    experiments = tuple(die_or_experiment(each) for _, each in pairs)
    return Capped(experiments, tuple(factor for factor, _ in pairs), least, most, beyond)
