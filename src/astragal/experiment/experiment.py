"""An experiment: anything whose outcome is random. It is written once, as a generator that asks.

Everything else follows from that generator: a roll runs it once with faces from a source, odds run it
once for every way it can go, a plan runs it with the best decisions.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from astragal._value import Value
from astragal.errors import ChoiceError, LimitError, RollError
from astragal.experiment.decisions import Decide, InOrder
from astragal.experiment.functions import identity_of
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.rolling.roll import Line, Roll
from astragal.rolling.sources import SYSTEM, HandSource, Source, trusted
from astragal.rolling.trace import RolledGroup

if TYPE_CHECKING:
    from astragal.experiment.solve.advice import Advice
    from astragal.experiment.solve.memory import Memory
    from astragal.experiment.solve.plans import Plan
    from astragal.odds.distribution import Distribution
    from astragal.odds.markov.duration import Duration
    from astragal.odds.views import View
    from astragal.odds.weights import Weighing

T = TypeVar("T")
S = TypeVar("S")


class Experiment(Value, Generic[T]):
    """Anything whose outcome is random: a rule with its parameters filled in, or a request for dice.

    Experiments are values: equal ones have equal odds, and are analysed once.

    >>> import astragal
    >>> best = astragal.best(2, 20)
    >>> best.odds().at_least(15)
    Fraction(51, 100)
    >>> best.roll(faces=[7, 14]).outcome
    14
    """

    told_inside: ClassVar[bool] = False
    """whether what happens in it is told as if the rule that asks for it had asked for that itself"""

    @abstractmethod
    def steps(self) -> Asks[T]:
        """The definition: what it asks for, one thing after another, and what that comes to."""

    def starter(self) -> Callable[[], Asks[T]]:
        """What begins it, again and again, as quickly as possible."""
        return self.steps

    def weigh(self, memory: Memory) -> Weighing:
        """The weights of its outcomes, by going every way; experiments with a faster way have their own."""
        from astragal.experiment.solve.paths import every_path

        return every_path(self, memory)

    # Experiments are looked up again and again: what they are compared by is put together once.

    def _identity(self) -> tuple[Any, ...]:
        known: tuple[Any, ...] | None = self.__dict__.get("_known")
        if known is None:
            known = (type(self), *(identity_of(getattr(self, name)) for name in self._compared))
            self.__dict__["_known"] = known
            self.__dict__["_hash"] = hash(known)
        return known

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Experiment) and self._identity() == other._identity()

    def __hash__(self) -> int:
        try:
            return self._hash  # type: ignore[attr-defined, no-any-return]
        except AttributeError:
            self._identity()
            return hash(self)

    def __getstate__(self) -> dict[str, Any]:
        # Hashes of texts differ from one process to the next.
        return {
            name: each for name, each in self.__dict__.items() if name not in ("_known", "_hash")
        }

    def __repr__(self) -> str:
        return str(self)

    @abstractmethod
    def __str__(self) -> str:
        """What it is, in a few words: the heading of its odds and of its rolls."""

    # Rolls

    def roll(
        self,
        source: Source | None = None,
        *,
        faces: Iterable[int] | None = None,
        decide: Decide | None = None,
        decisions: Iterable[Any] | None = None,
        limits: Limits | None = None,
    ) -> Roll:
        """Roll it once, with faces from ``source`` (by default the system's secure generator).

        ``faces`` are faces somebody rolled by hand: exactly as many as there are dice, coins among them (1 is
        the first side, 2 the second). Where the rule leaves a choice, ``decide`` is asked: a function of the
        choice that gives one of its options, or a plan; ``decisions`` are options in the order they are needed.
        """
        from astragal.experiment.run.play import Play

        if faces is not None and source is not None:
            raise RollError("two-sources", "give a source or faces, not both")
        if decisions is not None and decide is not None:
            raise ChoiceError("two-deciders", "give decide or decisions, not both")
        hand = None if faces is None else HandSource(faces)
        made = None if decisions is None else InOrder(decisions)
        play = Play(hand or _source(source), made or decide, limits or DEFAULT_LIMITS)
        outcome = play.run(self)
        if hand is not None:
            hand.finish()
        if made is not None:
            made.finish()
        return Roll(self, tuple(play.faces), outcome, decisions=tuple(play.decisions))

    def sample(
        self,
        n: int,
        source: Source | None = None,
        *,
        decide: Decide | None = None,
        limits: Limits | None = None,
    ) -> list[T]:
        """The outcomes of ``n`` rolls, without records: for simulation and tests.

        >>> import astragal
        >>> astragal.coin("heads", "tails").sample(3, astragal.SeededSource(1))
        ['tails', 'heads', 'heads']
        """
        from astragal.experiment.run.play import Play

        if type(n) is not int or n < 0:
            raise RollError("bad-count", f"a sample cannot have {n} rolls")
        limits = limits or DEFAULT_LIMITS
        source = _source(source)
        return [Play(source, decide, limits).run(self) for _ in range(n)]

    # Odds

    def odds(
        self,
        *,
        aim: View | None = None,
        decide: Decide | None = None,
        limits: Limits | None = None,
    ) -> Distribution:
        """The exact odds of every outcome.

        Where the rule leaves choices, they are made by ``decide`` (a function of the choice, or a plan), or in
        the best way for an ``aim``: the name of a field of the outcome, or a function of it. What is true or
        false is made as likely as possible, a number as large as possible in the mean.

        >>> import astragal
        >>> astragal.coin().odds().probability(True)
        Fraction(1, 2)
        """
        from astragal.experiment.solve.analysis import Analysis

        return Analysis(self, aim, decide, limits or DEFAULT_LIMITS).odds()

    def duration(
        self,
        *,
        aim: View | None = None,
        decide: Decide | None = None,
        limits: Limits | None = None,
    ) -> Duration:
        """How many steps a chain takes: its mean and variance, and the chance to have ended within n.

        >>> import astragal
        >>> heads = astragal.chain(lambda n: astragal.coin(n + 1, 0), 0, until=lambda n: n == 3)
        >>> heads.duration().mean, heads.duration().within(3)
        (Fraction(14, 1), Fraction(1, 8))
        """
        from astragal.experiment.solve.analysis import Analysis

        return Analysis(self, aim, decide, limits or DEFAULT_LIMITS).duration()

    def plan(self, aim: View, *, limits: Limits | None = None) -> Plan:
        """The best decision in every situation, for an aim; to be given to ``roll`` or ``odds`` as ``decide``."""
        from astragal.experiment.solve.analysis import Analysis

        return Analysis(self, aim, None, limits or DEFAULT_LIMITS).plan()

    def advise(
        self,
        aim: View,
        *,
        faces: Iterable[int] = (),
        decisions: Iterable[Any] = (),
        limits: Limits | None = None,
    ) -> Advice:
        """What each option is worth in the situation on the table, exactly, and which is best.

        The situation is what was rolled and decided so far: ``faces`` and ``decisions``, in order.
        """
        from astragal.experiment.solve.advice import advise

        return advise(self, aim, faces, decisions, limits or DEFAULT_LIMITS)

    def map(self, function: Callable[[T], S], name: str = "") -> Experiment[S]:
        """What a function makes of the outcome, as an experiment of its own.

        >>> import astragal
        >>> astragal.dice(2, 6).map(max).odds().probability(6)
        Fraction(11, 36)
        """
        from astragal.experiment.mapped import Mapped

        return Mapped(self, function, name)

    # What a roll asks of the thing that was rolled

    def record(self, roll: Roll) -> dict[str, Any]:
        from astragal.experiment.run.records import record_of

        return record_of(self, roll)

    def trace(self, roll: Roll) -> Any:
        """What happened in a roll, by replaying its faces; a RecordError if they differ."""
        from astragal.experiment.run.replay import replay

        return replay(self, roll)

    def groups(self, roll: Roll) -> list[RolledGroup]:
        from astragal.experiment.run.records import groups_of

        try:
            return list(groups_of(self.trace(roll)))
        except RecursionError:
            raise LimitError("too-deep", "too many rules inside rules to be told") from None

    def line(self, roll: Roll) -> Line:
        from astragal.experiment.run.telling import tell_line

        return tell_line(self.trace(roll))

    def explain(self, roll: Roll) -> list[str]:
        from astragal.experiment.run.telling import tell_steps

        try:
            return tell_steps(self.trace(roll))
        except RecursionError:
            raise LimitError("too-deep", "too many rules inside rules to be told") from None


Asks: TypeAlias = Generator[Any, Any, T | Experiment[T]]
"""What a rule's function returns: it asks for dice and the like, and comes to a ``T`` in the end.

A rule may also end with another experiment: then it goes on with that one.
"""


def _source(source: Source | None) -> Source:
    return SYSTEM if source is None else trusted(source)
