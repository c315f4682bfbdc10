"""An experiment: anything whose outcome is random. It is defined once; rolls, odds and advice follow.

Every experiment can be *played* with a frame and *weighed* with a memory of what is known so far. The
ordinary definition is a generator that asks for dice, other experiments and decisions: playing answers its
requests, weighing follows every path through it. An experiment may have faster ways to either.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from astragal._value import Value
from astragal.die import Die
from astragal.errors import AstragalError, ChoiceError, RollError, RuleError
from astragal.experiment.decisions import Decide, InOrder, check_decider
from astragal.experiment.functions import identity_of
from astragal.limits import DEFAULT_LIMITS, Limits, check_limits
from astragal.outcome import Number, check_variables, show, to_data
from astragal.rolling.frame import NO_VARIABLES, Frame
from astragal.rolling.roll import RECORD_VERSION, Line, Roll
from astragal.rolling.sources import SYSTEM, HandSource, Source, trusted
from astragal.rolling.trace import RolledGroup

if TYPE_CHECKING:
    from fractions import Fraction

    from astragal.experiment.run.scenes import Scene, Stage
    from astragal.experiment.solve.advice import Advice
    from astragal.experiment.solve.memory import Memory
    from astragal.experiment.solve.plans import Plan
    from astragal.odds.distribution import Distribution
    from astragal.odds.markov.duration import Duration
    from astragal.odds.views import View
    from astragal.odds.weights import Weighing

T = TypeVar("T")
S = TypeVar("S")

_GENEROUS = Limits(dice=10**9, work=10**9)

Variables: TypeAlias = Mapping[str, Number]
"""The values the caller gives, by name: ``@str`` in notation."""


class Experiment(Value, Generic[T]):
    """Anything whose outcome is random: an expression, a request for dice, a rule with its parameters.

    Experiments are values: equal ones have equal odds, and are weighed once.

    >>> import astragal
    >>> best = astragal.best(2, 20)
    >>> best.odds().at_least(15)
    Fraction(51, 100)
    >>> best.roll(faces=[7, 14]).outcome
    14
    """

    limits: ClassVar[Limits] = DEFAULT_LIMITS
    """the limits where the caller gives none"""
    inline: ClassVar[bool] = False
    """whether a roll of it is told as part of the rule that asks for it"""
    detailed: ClassVar[bool] = False
    """whether an explanation shows its steps where another rule asks for it"""
    plays_itself: ClassVar[bool] = False
    """whether it has a way of its own to be played, and needs no generator for that"""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.plays_itself = cls.play is not Experiment.play

    # The definition

    def steps(self) -> Asks[T]:
        """The definition as a generator: it asks for one thing after another, and returns the outcome.

        An experiment that plays itself is asked die by die.
        """
        from astragal.experiment.run.die_by_die import die_by_die

        return die_by_die(self)

    def starter(self) -> Callable[[], Asks[T]]:
        """A function that starts the generator, as quickly as possible."""
        return self.steps

    def play(self, frame: Frame) -> T:
        """The outcome, with faces and decisions from a frame."""
        from astragal.experiment.run.play import Play

        outcome: T = Play(frame).run(self)
        return outcome

    def weigh(self, memory: Memory) -> Weighing:
        """The weights of its outcomes, by following every path."""
        from astragal.experiment.solve.paths import every_path

        return every_path(self, memory)

    def located(self, error: AstragalError) -> AstragalError:
        """An error about it, knowing the text that its place is in."""
        return error

    def asked(self, request: Any, limits: Limits | None = None) -> Experiment[Any]:
        """The experiment that a request of its generator stands for; a RuleError if it is none."""
        from astragal.experiment.one_die import OneDie

        if isinstance(request, Experiment):
            return request
        if isinstance(request, Die):
            return OneDie(request)
        raise RuleError("bad-request", f"cannot ask for {request!r:.60}")

    # Experiments are looked up again and again: their identity is put together once.

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

    @property
    def label(self) -> str:
        """What it is, in a few words: the heading of its odds and of its rolls."""
        return str(self)

    def describe(self) -> str:
        """What it means, in words."""
        return self.label

    # Rolls

    def roll(
        self,
        source: Source | None = None,
        *,
        faces: Iterable[int] | None = None,
        variables: Variables | None = None,
        decide: Decide | None = None,
        decisions: Iterable[Any] | None = None,
        limits: Limits | None = None,
    ) -> Roll:
        """Roll it once, with faces from ``source`` (by default the system's secure generator).

        ``faces`` are faces rolled by hand: exactly as many as there are dice, coins among them (1 is the
        first side, 2 the second). ``variables`` are values for ``@name`` in notation. Where a rule leaves a
        choice, ``decide`` is asked: a function of the choice that returns one of its options, or a plan;
        ``decisions`` are options in the order they are needed.

        >>> import astragal
        >>> print(astragal.parse("1d20 + @str").roll(faces=[8], variables={"str": 3}))
        1d20 + @str → (8) + 3 = 11
        """
        if faces is not None or decisions is not None:
            return self._roll_by_hand(source, faces, variables, decide, decisions, limits)
        given = NO_VARIABLES if variables is None else self.given(variables)
        frame = Frame(
            SYSTEM if source is None else trusted(source),
            given,
            self.limits if limits is None else check_limits(limits),
        )
        if decide is not None:
            frame.decide = check_decider(decide)
        outcome = self.play(frame)
        return Roll(self, tuple(frame.faces), outcome, given, frame.decisions)

    def _roll_by_hand(
        self,
        source: Source | None,
        faces: Iterable[int] | None,
        variables: Variables | None,
        decide: Decide | None,
        decisions: Iterable[Any] | None,
        limits: Limits | None,
    ) -> Roll:
        if faces is not None and source is not None:
            raise RollError("two-sources", "give a source or faces, not both")
        if decisions is not None and decide is not None:
            raise ChoiceError("two-deciders", "give decide or decisions, not both")
        hand = None if faces is None else HandSource(faces)
        made = None if decisions is None else InOrder(decisions)
        rolled = self.roll(
            hand or source, variables=variables, decide=made or decide, limits=limits
        )
        if hand is not None:
            hand.finish()
        if made is not None:
            made.finish()
        return rolled

    @property
    def replay_limits(self) -> Limits:
        """The limits of a replay: whoever rolled it had limits that allowed it."""
        return _GENEROUS

    def given(self, variables: Variables) -> Variables:
        """The caller's values, checked and copied."""
        check_variables(variables)
        return MappingProxyType(dict(variables))

    def sample(
        self,
        n: int,
        source: Source | None = None,
        *,
        variables: Variables | None = None,
        decide: Decide | None = None,
        limits: Limits | None = None,
    ) -> list[T]:
        """The outcomes of ``n`` rolls, without records: for simulation and tests.

        >>> import astragal
        >>> astragal.coin("heads", "tails").sample(3, astragal.SeededSource(1))
        ['tails', 'heads', 'heads']
        """
        if type(n) is not int or n < 0:
            raise RollError("bad-count", f"a sample needs a whole number of rolls, not {n!r:.60}")
        faces = SYSTEM if source is None else trusted(source)
        given = NO_VARIABLES if variables is None else self.given(variables)
        allowed = self.limits if limits is None else check_limits(limits)
        decider = None if decide is None else check_decider(decide)
        play = self.play
        outcomes = []
        for _ in range(n):
            frame = Frame(faces, given, allowed)
            if decider is not None:
                frame.decide = decider
            outcomes.append(play(frame))
        return outcomes

    # Odds

    def odds(
        self,
        *,
        variables: Variables | None = None,
        aim: View | None = None,
        decide: Decide | None = None,
        limits: Limits | None = None,
        tail: Fraction | None = None,
    ) -> Distribution:
        """The exact odds of every outcome.

        Where a rule leaves choices, ``decide`` makes them (a function of the choice, or a plan), or they
        are made in the best way for an ``aim``: the name of a field of the outcome, or a function of it.
        What is true or false is made as likely as possible, a number as large as possible on average.

        Outcomes without end (dice that explode) are listed until the others weigh less than ``tail``, by
        default 10⁻¹². The cost is counted against ``limits`` before the work is done.

        >>> import astragal
        >>> astragal.coin().odds().probability(True)
        Fraction(1, 2)
        >>> astragal.parse("2d20kh1 + @bonus").odds(variables={"bonus": 5}).at_least(20)
        Fraction(51, 100)
        """
        from astragal.experiment.solve.analysis import Analysis

        return Analysis(self, variables, aim, decide, limits).odds(tail)

    def duration(
        self,
        *,
        variables: Variables | None = None,
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

        return Analysis(self, variables, aim, decide, limits).duration()

    def plan(
        self, aim: View, *, variables: Variables | None = None, limits: Limits | None = None
    ) -> Plan:
        """The best decision in every situation, for an aim; give it to ``roll`` or ``odds`` as ``decide``."""
        from astragal.experiment.solve.analysis import Analysis

        return Analysis(self, variables, aim, None, limits).plan()

    def advise(
        self,
        aim: View,
        *,
        faces: Iterable[int] = (),
        variables: Variables | None = None,
        decisions: Iterable[Any] = (),
        limits: Limits | None = None,
    ) -> Advice:
        """What each option is worth in the situation on the table, exactly, and which is best.

        The situation is what was rolled and decided so far: ``faces`` and ``decisions``, in order.
        """
        from astragal.experiment.solve.advice import advise

        return advise(self, aim, faces, decisions, variables, limits)

    def map(self, function: Callable[[T], S], name: str = "") -> Experiment[S]:
        """What a function makes of the outcome, as an experiment of its own.

        >>> import astragal
        >>> astragal.dice(2, 6).map(max).odds().probability(6)
        Fraction(11, 36)
        >>> astragal.parse("3d6").map(lambda total: total >= 11).odds().probability(True)
        Fraction(1, 2)
        """
        from astragal.experiment.mapped import Mapped

        return Mapped(self, function, name)

    # What a roll asks of the experiment that was rolled

    def trace(self, roll: Roll) -> Scene:
        """What happened in a roll, by replaying its faces; a RecordError if they do not give its outcome."""
        from astragal.experiment.run.replay import replay

        return replay(self, roll)

    def groups(self, roll: Roll) -> list[RolledGroup]:
        from astragal.experiment.run.groups import groups_of

        return groups_of(self.trace(roll))

    def line(self, roll: Roll) -> Line:
        return self.tell_line(self.trace(roll))

    def explain(self, roll: Roll) -> list[str]:
        return self.tell_steps(self.trace(roll))

    def record(self, roll: Roll) -> dict[str, Any]:
        """A roll as JSON-ready data: enough to replay it, and what happened, for people to read."""
        variables = {name: to_data(value) for name, value in roll.variables.items()}
        return {
            "version": RECORD_VERSION,
            **self.record_of_call(),
            **({"variables": variables} if variables else {}),
            "faces": list(roll.faces),
            "decisions": list(roll.decisions),
            "outcome": to_data(roll.outcome),
            "groups": [group.to_data() for group in roll.groups],
            "steps": roll.explain(),
        }

    def newer_than(self, version: int) -> str | None:
        """A text in it that meant something else in a version of records; None if there is none."""
        return None

    def record_of_call(self) -> dict[str, Any]:
        """The part of a record that says what was rolled."""
        return {"rule": self.label, "parameters": {}}

    # How it is told. A rule's roll is told event by event; requests have words of their own.

    def tell_line(self, scene: Scene) -> Line:
        """A roll of it in one line."""
        from astragal.experiment.run.telling import tell_line

        return tell_line(scene)

    def tell_steps(self, scene: Scene) -> list[str]:
        """A roll of it step by step, a line each."""
        from astragal.experiment.run.telling import tell_steps

        return tell_steps(scene)

    def tell_request(self, scene: Scene) -> str:
        """A roll of it in a phrase, where another experiment asked for it."""
        return f"{self.label} → {show(scene.outcome)}"

    def tell_stage(self, stage: Stage) -> str | None:
        """Its events in a phrase; None where they are told one by one."""
        return None

    def preface(self) -> list[str]:
        """What an explanation says before the first event, a line each."""
        return []

    def picked(self, results: Sequence[Any]) -> int | None:
        """Which of several results counts; None where all of them do."""
        return None

    def name_of_die(self, die: Die) -> str:
        """What a die drawn for it is called in a record."""
        return str(die)

    def faces_hint(self) -> str | None:
        """What the faces of its die stand for, for those who roll by hand."""
        return None


Asks: TypeAlias = Generator[Any, Any, T | Experiment[T]]
"""What a rule's function returns: it asks for dice and the like, and comes to a ``T`` in the end.

A rule may also end with another experiment: then it goes on with that one.
"""


def goes_on(outcome: Any) -> bool:
    """Whether an experiment that ended with this goes on, since it is an experiment itself."""
    return isinstance(outcome, _GOING_ON)


_GOING_ON = (Experiment, Die)
"""Made once: this is asked of every outcome of everything."""
