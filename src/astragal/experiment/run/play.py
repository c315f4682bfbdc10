"""Playing an experiment: a frame supplies the answers to its generator's requests."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from itertools import islice
from typing import Any

from astragal.die import Die
from astragal.errors import NOWHERE, FacesError, RuleError
from astragal.experiment.choices import Choice
from astragal.experiment.experiment import Experiment, Variables, continues
from astragal.experiment.generators import asking_line
from astragal.experiment.notes import Note
from astragal.experiment.outcomes import bad_outcome, is_outcome
from astragal.experiment.places import blamed, raising_line
from astragal.experiment.run.events import Decided, Drawn, Noted
from astragal.experiment.run.scenes import Scene, Stage
from astragal.experiment.watchdog import OverdueError, Watchdog
from astragal.limits import Cost
from astragal.rolling.frame import NO_VARIABLES, Begun, Frame
from astragal.rolling.phrases import Said
from astragal.rolling.sources import CheckedSource


class _Level:
    """One experiment being played, on the stack above the one that asked for it."""

    __slots__ = ("answers", "experiment", "generator", "scene")

    def __init__(self, experiment: Experiment[Any], scene: Scene | None) -> None:
        self.scene = scene
        self.start(experiment)

    def start(self, experiment: Experiment[Any]) -> None:
        self.experiment = experiment
        self.generator: Generator[Any, Any, Any] = experiment.steps()
        self.answers: list[Any] = []

    @property
    def stage(self) -> Stage:
        assert self.scene is not None
        return self.scene.stages[-1]


class Play:
    """Runs a generator and those it asks for on an explicit stack: rules may nest very deeply."""

    _requests = 0
    _between = False
    """whether a step of a chain has ended and the next has not asked for anything yet"""
    _dice = 0
    """dice drawn one at a time, not yet charged to the frame"""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._rolled: Experiment[Any] | None = None
        self._levels: list[_Level] = []
        self._foreign = isinstance(frame.source, CheckedSource)
        """whether the source is the caller's own, which may be slow"""
        self._watchdog = Watchdog(frame.limits.silence)

    def run(self, experiment: Experiment[Any]) -> Any:
        self._levels.append(_Level(experiment, self.frame.scene))
        self._rolled = experiment
        with self._watchdog:
            return self._run()

    @property
    def situation(self) -> tuple[tuple[Experiment[Any], tuple[Any, ...]], ...]:
        """The experiments being played, each with the answers it has received."""
        return tuple((level.experiment, tuple(level.answers)) for level in self._levels)

    def _run(self) -> Any:
        answer: Any = None
        while True:
            level = self._levels[-1]
            self._count(level)
            try:
                request = level.generator.send(answer)
            except StopIteration as stop:
                outcome = stop.value
                if continues(outcome):
                    self._continue(level, level.experiment.asked(outcome))
                    answer = None
                    continue
                if not is_outcome(outcome):
                    raise bad_outcome(outcome, level.experiment, tuple(level.answers)) from None
                self._levels.pop()
                if level.scene is not None:
                    level.scene.outcome = outcome
                if not self._levels:
                    return outcome
                self._levels[-1].answers.append(outcome)
                answer = outcome
                continue
            except OverdueError as error:
                raise self._watchdog.overdue(level.experiment, error) from None
            except Exception as error:
                raise self._blamed(error, raising_line(error.__traceback__)) from None
            answer = self._answer(request, level)

    def _blamed(self, error: Exception, place: str) -> Exception:
        """The error, naming the rule that raised it or that passed in a faulty function."""
        for level in reversed(self._levels):
            error = blamed(error, level.experiment, place, tuple(level.answers))
            if not getattr(level.experiment, "blames_asker", False):
                break
        return error

    def _count(self, level: _Level) -> None:
        self._watchdog.beats += 1
        self._requests += 1
        frame = self.frame
        if self._requests + frame.cost.work > frame.limits.work:
            raise frame.limits.exceeded("work", None, NOWHERE, about=level.experiment.label)
        if frame.watch is not None:
            frame.watch.look()

    def _continue(self, level: _Level, experiment: Experiment[Any]) -> None:
        self._between = len(self._levels) == 1 and not experiment.inline
        level.start(experiment)
        if level.scene is not None:
            level.scene.stages.append(Stage(experiment))

    def _answer(self, request: Any, level: _Level) -> Any:
        """The answer to a request; None if another level has to be played first."""
        if self.frame.halt is not None:
            self._halt(request, level)
        if isinstance(request, Die):
            answer: Any = self._draw(request, level)
        elif isinstance(request, Note):
            if level.scene is not None and request.moment is None:
                told = self._told(request, level)
                rolled, turns, tells = request.rolled, request.turns, request.tells
                made = Noted(told, rolled, turns, tells, request.who, request.whose)
                level.stage.events.append(made)
            return None
        elif isinstance(request, Choice):
            answer = self._ask(request, level)
        else:
            return self._begin(request, level)
        level.answers.append(answer)
        return answer

    def _halt(self, request: Any, level: _Level) -> None:
        """Pause, if allowed: at a moment, or at the first request of a chain's next step."""
        assert self.frame.halt is not None
        if isinstance(request, Note):
            if request.moment is not None:
                self._between = False
                self.frame.halt(str(self._told(request, level)), request.moment)
        elif self._between:
            self._between = False
            self.frame.halt("", "")

    def _told(self, request: Note, level: _Level) -> Said:
        try:
            first = self._levels[0]
            known = first.experiment if first.scene is None else first.scene.experiment
            return request.told(known.names_of_parameters)
        except RuleError as error:
            raise blamed(error, level.experiment, asking_line(level.generator)) from None

    def _begin(self, request: Any, level: _Level) -> Any:
        try:
            experiment = request
            if not isinstance(request, Experiment):
                experiment = level.experiment.asked(request, self.frame.limits)
            scene = None
            if level.scene is not None:
                scene = Scene(experiment, self.frame.variables)
                level.stage.events.append(scene)
            if experiment.plays_itself:
                answer = self._played(experiment, scene)
                level.answers.append(answer)
                return answer
        except Exception as error:
            raise self._blamed(error, asking_line(level.generator)) from None
        self._levels.append(_Level(experiment, scene))
        return None

    def _played(self, experiment: Experiment[Any], scene: Scene | None) -> Any:
        """The outcome of an experiment that defines ``play`` itself, played with the same frame."""
        frame, watchdog = self.frame, self._watchdog
        if self._dice:
            frame.cost = Cost(frame.cost.dice + self._dice, frame.cost.work)
            self._dice = 0
        before, frame.scene = frame.scene, scene
        if experiment.leaves_choices:
            frame.begun, frame.answered = Begun(len(frame.faces), self.situation), ()
        # `with watchdog.rest()` would take longer than most rolls.
        watchdog.resting = True
        try:
            outcome = experiment.play(frame)
        finally:
            watchdog.resting = False
            frame.scene = before
        if scene is not None:
            scene.outcome = outcome
        return outcome

    def _draw(self, die: Die, level: _Level) -> Any:
        frame = self.frame
        self._dice += die.digits or 1
        if self._dice + frame.cost.dice > frame.limits.dice:
            raise frame.limits.exceeded("dice", None, NOWHERE, about=level.experiment.label)
        try:
            if self._foreign:
                with self._watchdog.rest():
                    (face,) = frame.draw(die, 1, None)
            else:
                (face,) = frame.draw(die, 1, None)
        except FacesError as error:
            error.hint = level.experiment.faces_hint() or error.hint
            raise
        if level.scene is not None:
            level.stage.events.append(Drawn(die, face))
        return face

    def _ask(self, request: Choice, level: _Level) -> Any:
        choice = request.at(self.situation, self._rolled)
        with self._watchdog.rest():
            place = self.frame.decided(choice)
        if level.scene is not None:
            level.stage.events.append(Decided(choice, choice.labels[place]))
        return choice.options[place]


class NeededError(Exception):
    """Raised when the known faces run out; ``die`` is the die to roll."""

    def __init__(self, die: Die) -> None:
        super().__init__()
        self.die = die


class KnownFaces:
    """A source of faces that are already known."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = iter(faces)

    def draw(self, die: Die, count: int) -> Sequence[int]:
        drawn = list(islice(self._faces, count))
        if len(drawn) < count:
            raise NeededError(die)
        return drawn


class UndecidedError(Exception):
    """Raised at the first choice that is still open."""

    def __init__(self, choice: Choice) -> None:
        super().__init__()
        self.choice = choice


def _undecided(choice: Choice) -> Any:
    raise UndecidedError(choice)


def die_by_die(
    experiment: Experiment[Any],
    answers: Iterable[Any] = (),
    variables: Variables = NO_VARIABLES,
) -> Generator[Any, Any, Any]:
    """A generator that plays an experiment by asking for its dice and decisions one by one.

    The experiment is replayed after each answer, with all answers so far, until it completes.
    ``answers`` are the first ones, faces and options, in order of use.
    """
    known = list(answers)
    while True:
        left = iter(known)
        frame = Frame(KnownFaces(left), variables, experiment.limits)
        frame.known, frame.decide = left, _undecided
        try:
            return experiment.play(frame)
        except NeededError as needed:
            request: Die | Choice = needed.die
        except UndecidedError as undecided:
            request = undecided.choice
        known.append((yield request))
