"""Points where an experiment waits: its request, and how it continues with an answer.

A generator that can be split continues from its variables alone, so all paths to the same request
with the same variables are one point. Any other generator is restarted and given its answers again.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, NamedTuple, TypeAlias

from astragal._steady import WARY_TIMES
from astragal.errors import AstragalError
from astragal.experiment.choices import Choice
from astragal.experiment.experiment import Experiment
from astragal.experiment.generators import Resumed, asking_line
from astragal.experiment.outcomes import is_outcome
from astragal.experiment.places import blamed
from astragal.experiment.solve.memory import Memory
from astragal.experiment.solve.paths import replayed_to
from astragal.experiment.solve.repeating import play_again
from astragal.experiment.splitting.normal_form import NotSplitError
from astragal.experiment.splitting.splits import is_ask, started
from astragal.experiment.splitting.states import copier, is_segment, key_of
from astragal.outcome import typed
from astragal.probability.weights import AtOnce, Weights

Frame: TypeAlias = tuple[Experiment[Any], tuple[Any, ...]]
"""An experiment in progress, with its answers so far."""


class Point(NamedTuple):
    """An experiment that waits for an answer, with the first path that led there."""

    experiment: Experiment[Any]
    answers: tuple[Any, ...]
    request: Choice | Experiment[Any] | Weights
    """the request; or, if no decision is left, the weights of the outcomes"""
    segment: Any = None
    """the segment after the request, in a generator that was split"""
    variables: tuple[Any, ...] = ()

    @property
    def frame(self) -> Frame:
        return self.experiment, self.answers

    @property
    def key(self) -> Any:
        """A key that is equal for points that continue in the same way."""
        if self.segment is None:
            return typed(self.frame)
        return self.segment, self.request, key_of(self.variables)


class Ended(NamedTuple):
    """An experiment that has ended, or continues with another one."""

    experiment: Experiment[Any]
    outcome: Any


def portable(key: Any) -> Any:
    """A point's key in a form that is valid in other processes: segments by file and name."""
    if type(key) is tuple:
        return tuple(map(portable, key))
    if type(key) is FunctionType and is_segment(key):
        return key.__code__.co_filename, key.__qualname__
    return key


class Points:
    """Finds the points of experiments."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._begun: dict[Experiment[Any], Point | Ended] = {}
        self._unsplit: set[Any] = set()
        """the definitions of generators that cannot be split"""

    @property
    def begun_so_far(self) -> list[Experiment[Any]]:
        """Every experiment that was begun."""
        return list(self._begun)

    def begun(self, experiment: Experiment[Any]) -> Point | Ended:
        """The first point of an experiment; a stage that leaves no choice counts as one request."""
        found = self._begun.get(experiment)
        if found is None:
            found = self.at((experiment, ()))
            if isinstance(found, Point) and not isinstance(found.request, Choice):
                weights = self._memory.stage(experiment)
                if weights is not None and not isinstance(weights, AtOnce):
                    found = Point(experiment, (), weights)
            self._begun[experiment] = found
        return found

    def at(self, frame: Frame) -> Point | Ended:
        """The point of an experiment after some answers."""
        experiment, answers = frame
        if experiment.replays or experiment.definition in self._unsplit:
            return self._replayed(experiment, answers)
        if self._memory.repeats_of(experiment.definition).wary:
            return self._replayed(experiment, answers)
        try:
            found = self._met(experiment, (), started(experiment.starter()()))
        except NotSplitError:
            self._unsplit.add(experiment.definition)
            return self._replayed(experiment, answers)
        except Exception:
            return self._replayed(experiment, answers)
        for answer in answers:
            if isinstance(found, Ended):
                return self._replayed(experiment, answers)
            found = self.after(found, answer)
        return found

    def after(self, point: Point, answer: Any) -> Point | Ended:
        """The point of an experiment after one more answer."""
        experiment, answers = point.experiment, (*point.answers, answer)
        if point.segment is None:
            return self._replayed(experiment, answers)
        fresh = copier(point.variables)
        try:
            result = point.segment(*(fresh() if fresh else point.variables), answer)
            return self._met(experiment, answers, result)
        except Exception:
            # Errors are left to the generator itself, which reports them with the right line.
            return self._replayed(experiment, answers)

    def _met(
        self, experiment: Experiment[Any], answers: tuple[Any, ...], met: Any
    ) -> Point | Ended:
        """The point for a segment's result, occasionally checked against the generator itself."""
        self._memory.check_asks(experiment, len(answers))
        self._memory.watchdog.beats += 1
        asks = is_ask(met)
        if not (asks or is_outcome(met)):
            raise NotSplitError
        for _, times in self._memory.repeats_of(experiment.definition).among(1):
            found = replayed_to(experiment, answers, self._memory.watchdog)
            same = asks != found.ended and typed(
                found.outcome if found.ended else found.request
            ) == typed(met[2] if asks else met)
            self._play_again(experiment, answers, found, times if same else WARY_TIMES)
            if not same:
                raise NotSplitError
        if not asks:
            return Ended(experiment, met)
        _, segment, request, variables = met
        key_of(variables)
        if not isinstance(request, Choice):
            request = experiment.asked(request, self._memory.limits)
        return Point(experiment, answers, request, segment, variables)

    def _replayed(self, experiment: Experiment[Any], answers: tuple[Any, ...]) -> Point | Ended:
        self._memory.check_asks(experiment, len(answers))
        if experiment.replays:
            self._memory.budget.spend(experiment.steps_of_replay(len(answers)))
        found = replayed_to(experiment, answers, self._memory.watchdog)
        if not experiment.replays:
            for _, times in self._memory.repeats_of(experiment.definition).among(1):
                self._play_again(experiment, answers, found, times)
        if found.ended:
            return Ended(experiment, found.outcome)
        request = found.request
        if not isinstance(request, Choice):
            try:
                request = experiment.asked(request, self._memory.limits)
            except AstragalError as error:
                raise blamed(error, experiment, asking_line(found.generator)) from None
        return Point(experiment, answers, request)

    def _play_again(
        self, experiment: Experiment[Any], answers: tuple[Any, ...], found: Resumed, times: int
    ) -> None:
        play_again(experiment, answers, found, times, self._memory.watchdog)
