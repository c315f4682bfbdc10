"""An experiment: anything with a random outcome. One definition gives rolls and odds.
An experiment can be *played* with a frame and *weighed* with a memory. Most are defined by a
generator that asks for dice, other experiments and decisions: playing answers its requests, and
weighing follows every path through it. An experiment may define a faster way to do either.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from astragal._generic import T, T_co
from astragal._visible import in_short
from astragal.die import Die
from astragal.errors import AstragalError, ChoiceError, RuleError
from astragal.experiment.choices import Decide, DecisionList, check_decider
from astragal.experiment.reporting import ReportsRolls
from astragal.limits import DEFAULT_LIMITS, Limits, bounded, check_limits
from astragal.outcome import Number, check_variables
from astragal.rolling.frame import NO_VARIABLES, Frame
from astragal.rolling.roll import Roll
from astragal.rolling.sources import SYSTEM, Face, HandSource, Seed, Source, chosen_source, trusted
from astragal.watch import in_time

if TYPE_CHECKING:
    from fractions import Fraction

    from astragal.experiment.run.pauses import Pause
    from astragal.experiment.run.play import Play
    from astragal.experiment.run.scenes import Scene
    from astragal.experiment.solve.advice import Advice
    from astragal.experiment.solve.aims import Decided
    from astragal.experiment.solve.analysis import Analysis
    from astragal.experiment.solve.memory import Memory
    from astragal.experiment.solve.plans import Plan
    from astragal.probability.budget import Budget
    from astragal.probability.distribution import Distribution
    from astragal.probability.laws.law import Law
    from astragal.probability.markov.duration import Duration
    from astragal.probability.views import View
    from astragal.probability.weights import Weighing, Weights

PATHS_OF_A_REPLAY = 2
"""Playing notation with all answers so far takes as long as this many paths."""

S = TypeVar("S")

Variables: TypeAlias = Mapping[str, Number]
"""The caller's values by name: ``@str`` in notation takes that of ``str``."""


_DEFAULT_REPLAY = DEFAULT_LIMITS.for_replay()


class Experiment(ReportsRolls, Generic[T_co]):
    """Anything with a random outcome: an expression, a request for dice, a rule with parameters.

    Experiments are values: equal ones have equal odds and are weighed only once.

    >>> import astragal
    >>> best = astragal.best(2, 20)
    >>> best.odds().at_least(15)
    Fraction(51, 100)
    >>> best.roll(faces=[7, 14]).outcome
    14
    """

    limits: ClassVar[Limits] = DEFAULT_LIMITS
    """the limits if the caller gives none"""
    weighs_alone: ClassVar[bool] = False
    """whether its requests usually need not be weighed first"""
    plays_itself: ClassVar[bool] = False
    """whether it defines ``play`` itself and needs no generator"""
    leaves_choices: ClassVar[bool] = False
    """whether it plays itself and may ask a player to decide"""
    replays: ClassVar[bool] = False
    """whether it replays itself from the start after every answer, even after many"""

    def __init_subclass__(cls, *, abstract: bool = False) -> None:
        super().__init_subclass__()
        cls.plays_itself = cls.play is not Experiment.play
        if not (abstract or cls.plays_itself) and cls.steps is Experiment.steps:
            raise TypeError(f"{cls.__name__} is incomplete: it lacks steps")

    # The definition

    def steps(self) -> Asks[T_co]:
        """The definition as a generator, which yields requests and returns the outcome.

        The generator of an experiment that defines ``play`` asks for its dice one by one.
        """
        from astragal.experiment.run.play import die_by_die

        return die_by_die(self)

    def steps_after(self, answers: tuple[Any, ...]) -> Asks[T_co]:
        """The generator of an experiment that ``replays``, as it is after some answers."""
        from astragal.experiment.run.play import die_by_die

        return die_by_die(self, answers)

    def starter(self) -> Callable[[], Asks[T_co]]:
        """A function that starts the generator; it is called once for each path."""
        return self.steps

    @property
    def definition(self) -> Callable[..., Any]:
        """The function that defines it; the same for all values of its parameters."""
        return type(self).steps

    def play(self, frame: Frame) -> T_co:
        """The outcome of one roll, with faces and decisions from a frame."""
        outcome: T_co = _player()(frame).run(self)
        return outcome

    def weigh(self, memory: Memory) -> Weighing:
        """The weights of all outcomes."""
        from astragal.experiment.solve.paths import every_path

        return every_path(self, memory)

    def weigh_alone(
        self, variables: Variables, budget: Budget, shared: Any = None
    ) -> Weights | Law | None:
        """The odds, if they can be computed without weighing other experiments; else None."""
        return None

    def decided(self) -> Decided | None:
        """A shortcut to the best decisions that skips most situations; None if it has none."""
        return None

    @property
    def own_aim(self) -> View | None:
        """The default aim of its choices; None if the caller has to give one."""
        return None

    def filled(self, variables: Variables) -> Experiment[T_co]:
        """The same experiment, with the variables it needs filled in."""
        return self

    def look_ahead(self, memory: Memory) -> None:
        """Raise a LimitError if it is clear in advance that there are too many situations."""

    def steps_of_replay(self, answers: int) -> int:
        """The steps to charge for one replay after this many answers; 0 if negligible."""
        return 0

    def located(self, error: AstragalError) -> AstragalError:
        """The error with the source text that its span refers to, if the experiment has one."""
        return error

    def asked(self, request: Any, limits: Limits | None = None) -> Experiment[Any]:
        """The experiment for a request of its generator; a RuleError if the request is invalid."""
        if isinstance(request, Experiment):
            return request
        if isinstance(request, Die):
            from astragal.experiment.primitives import OneDie

            return OneDie(request)
        raise RuleError(
            "bad-request",
            f"a generator can ask for a die or an experiment, not {in_short(request)}",
            hint="parse notation first: yield parse(…)" if isinstance(request, str) else None,
        )

    # Rolls

    def roll(
        self,
        source: Source | None = None,
        *,
        faces: Iterable[Face] | None = None,
        seed: Seed | None = None,
        variables: Variables | None = None,
        decide: Decide | None = None,
        decisions: Iterable[Any] | None = None,
        limits: Limits | None = None,
    ) -> Roll[T_co]:
        """Roll once, with faces from ``source`` (by default the system's secure generator).

        ``faces`` are faces rolled by hand: one for each die and each coin (1 is the first side, 2
        the second). The same ``seed`` always gives the same faces. ``variables`` are values for
        ``@name`` in notation. If a rule leaves a choice, ``decide`` makes it: a plan, or a function
        that takes the choice and returns one of its options. Alternatively, pass ``decisions``: a
        list of options, in the order of the choices.

        >>> import astragal
        >>> print(astragal.parse("1d20 + @str").roll(faces=[8], variables={"str": 3}))
        1d20 + @str → (8) + 3 = 11
        """
        if faces is not None or seed is not None or decisions is not None:
            known = self.limits if limits is None else check_limits(limits)
            watch, wanted = known.watch(), (source, faces, seed, variables, decide, decisions)
            return in_time(watch, self._roll_given, *wanted, limits)
        given = NO_VARIABLES if variables is None else self.given(variables)
        frame = Frame(
            SYSTEM if source is None else trusted(source),
            given,
            self.limits if limits is None else check_limits(limits),
        )
        if decide is not None:
            frame.decide = check_decider(decide)
        if frame.limits is DEFAULT_LIMITS:
            outcome = self.play(frame)
        else:
            frame.watch = frame.limits.watch()
            outcome = in_time(frame.watch, self.play, frame)
        return Roll(self, tuple(frame.faces), outcome, given, frame.decisions)

    @bounded
    def start(
        self,
        source: Source | None = None,
        *,
        faces: Iterable[Face] | None = None,
        seed: Seed | None = None,
        variables: Variables | None = None,
        moments: bool = True,
        limits: Limits | None = None,
    ) -> Pause[T_co] | Roll[T_co]:
        """Roll until a decision is needed or the next round begins, and return a pause.

        ``Pause.resume`` continues the roll. ``moments=False`` stops only at decisions. Pausing
        changes nothing: the same faces and decisions give the same result as ``roll``. Returns the
        finished roll if it ends first.
        """
        from astragal.experiment.run.pauses import start

        return start(self, source, faces, seed, variables, moments, limits)

    def _roll_given(
        self,
        source: Source | None,
        faces: Iterable[Face] | None,
        seed: Seed | None,
        variables: Variables | None,
        decide: Decide | None,
        decisions: Iterable[Any] | None,
        limits: Limits | None,
    ) -> Roll[T_co]:
        if decisions is not None and decide is not None:
            raise ChoiceError("two-deciders", "give decide or decisions, not both")
        chosen = chosen_source(source, faces, seed)
        made = None if decisions is None else DecisionList(decisions)
        rolled = self.roll(chosen, variables=variables, decide=made or decide, limits=limits)
        if faces is not None and isinstance(chosen, HandSource):
            chosen.finish()
        if made is not None:
            made.finish()
        return rolled

    @property
    def replay_limits(self) -> Limits:
        """The limits of a replay: generous, since the roll was within limits when it was made."""
        return _DEFAULT_REPLAY if self.limits is DEFAULT_LIMITS else self.limits.for_replay()

    def given(self, variables: Variables) -> Variables:
        """The variables that it may need, checked and copied."""
        check_variables(variables)
        names = self.variable_names
        if names is None:
            return MappingProxyType(dict(variables))
        # Looked up by the names in the text: a character sheet accepts any spelling of them.
        return MappingProxyType({name: variables[name] for name in names if name in variables})

    @property
    def variable_names(self) -> tuple[str, ...] | None:
        """The names of the variables it needs; None if they are not known."""
        return None

    @bounded
    def sample(
        self,
        n: int,
        source: Source | None = None,
        *,
        seed: Seed | None = None,
        variables: Variables | None = None,
        decide: Decide | None = None,
        limits: Limits | None = None,
    ) -> list[T_co]:
        """The outcomes of ``n`` rolls, without records, for simulation and tests.

        >>> import astragal
        >>> astragal.coin("heads", "tails").sample(3, seed=1)
        ['tails', 'heads', 'heads']
        """
        from astragal.experiment.run.samples import sample

        return sample(self, n, source, seed, variables, decide, limits)

    def play_many(self, n: int, new_frame: Callable[[], Frame]) -> list[T_co]:
        """The outcomes of ``n`` rolls, in order, each with a new frame of the same source."""
        play = self.play
        return [play(new_frame()) for _ in range(n)]

    # Odds

    @bounded
    def odds(
        self,
        *,
        variables: Variables | None = None,
        aim: View | None = None,
        decide: Decide | None = None,
        limits: Limits | None = None,
        tail: Fraction | None = None,
    ) -> Distribution[T_co]:
        """The exact odds of every outcome.

        If a rule leaves choices, either ``decide`` makes them (a plan, or a function of the
        choice), or they are made in the best way for an ``aim``: a field of the outcome, or a
        function of it. An aim that is true or false has its probability maximised; a number, its
        mean. Without either, the rule's own aim applies; for notation that is the highest total.

        If there are infinitely many outcomes (exploding dice), they are listed until the rest has a
        probability below ``tail``, by default 10⁻¹². The cost is estimated and compared with
        ``limits`` before the work is done.

        >>> import astragal
        >>> astragal.coin().odds().probability(True)
        Fraction(1, 2)
        >>> astragal.parse("2d20kh1 + @bonus").odds(variables={"bonus": 5}).at_least(20)
        Fraction(51, 100)
        """
        if aim is None and decide is None and self.plays_itself:
            found = _odds_alone(self, variables, limits, tail)
            if found is not None:
                return found
        return _analysis()(self, variables, aim, decide, limits).odds(tail)

    @bounded
    def duration(
        self,
        *,
        variables: Variables | None = None,
        aim: View | None = None,
        decide: Decide | None = None,
        limits: Limits | None = None,
    ) -> Duration:
        """The number of steps a chain takes: its mean, its variance, the chance to end within n.

        >>> import astragal
        >>> heads = astragal.chain(lambda n: astragal.coin(n + 1, 0), 0, until=lambda n: n == 3)
        >>> heads.duration().mean, heads.duration().within(3)
        (Fraction(14, 1), Fraction(1, 8))
        """
        return _analysis()(self, variables, aim, decide, limits).duration()

    @bounded
    def plan(
        self,
        aim: View | None = None,
        *,
        variables: Variables | None = None,
        limits: Limits | None = None,
    ) -> Plan:
        """The best decision in every situation for an aim; pass it to ``roll`` as ``decide``.

        Without an aim, the rule's own aim applies.
        """
        return _analysis()(self, variables, aim, None, limits).plan()

    @bounded
    def advise(
        self,
        aim: View | None = None,
        *,
        faces: Iterable[Face] = (),
        variables: Variables | None = None,
        decisions: Iterable[Any] = (),
        odds: bool = False,
        limits: Limits | None = None,
    ) -> Advice:
        """The exact value of each option in the current situation, and which option is best.

        ``faces`` and ``decisions`` are the previous rolls and decisions, in order. With ``odds``,
        the advice includes the odds behind each option.
        """
        from astragal.experiment.solve.advice import advise

        return advise(self, aim, faces, decisions, variables, limits, odds)

    def map(self, function: Callable[[T_co], S], name: str = "") -> Experiment[S]:
        """An experiment whose outcome is a function of this one's.

        >>> import astragal
        >>> astragal.dice(2, 6).map(max).odds().probability(6)
        Fraction(11, 36)
        >>> astragal.parse("3d6").map(lambda total: total >= 11).odds().probability(True)
        Fraction(1, 2)
        """
        from astragal.experiment.primitives import Mapped

        if not callable(function) or not isinstance(name, str):
            raise RuleError(
                "not-a-function", f"map takes a function and a name, not {in_short(function)}"
            )
        return Mapped(self, function, name)

    def trace(self, roll: Roll) -> Scene:
        return _replay()(self, roll)


Asks: TypeAlias = Generator[Any, Any, T | Experiment[T]]
"""The type of a rule's function: a generator that yields requests and returns a ``T``.

It may also return another experiment, and then continues with that one.
"""


def continues(outcome: Any) -> bool:
    """True if this outcome is an experiment to continue with."""
    return isinstance(outcome, _CONTINUING)


def any_continues(kinds: Iterable[type]) -> bool:
    """True if outcomes of one of these types are experiments to continue with."""
    return any(issubclass(each, _CONTINUING) for each in kinds)


_CONTINUING = (Experiment, Die)
"""Every outcome is checked against these types, so the tuple is built once."""


@cache
def _player() -> type[Play]:
    """The class that plays generators; the import is cached because rules are rolled very often."""
    from astragal.experiment.run.play import Play

    return Play


def _first_odds_alone(
    experiment: Experiment[Any],
    variables: Variables | None,
    limits: Limits | None,
    tail: Fraction | None,
) -> Distribution | None:
    """Import ``odds_alone``, replace this function with it, and call it."""
    global _odds_alone
    from astragal.experiment.solve.analysis import odds_alone

    _odds_alone = odds_alone
    return odds_alone(experiment, variables, limits, tail)


_odds_alone = _first_odds_alone


@cache
def _analysis() -> type[Analysis]:
    """The class for analyses; the import is deferred because it loads all the mathematics."""
    from astragal.experiment.solve.analysis import Analysis

    return Analysis


@cache
def _replay() -> Callable[[Experiment[Any], Roll], Scene]:
    """The function that replays rolls; the import is cached because many rolls may be shown."""
    from astragal.experiment.run.replay import replay

    return replay
