"""Playing an experiment that is a generator: what it asks for is answered from a frame."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from astragal.die import Die
from astragal.errors import NOWHERE, FacesError, RuleError
from astragal.experiment.choices import Choice
from astragal.experiment.experiment import Experiment, goes_on
from astragal.experiment.notes import Note
from astragal.experiment.outcomes import bad_outcome, is_outcome
from astragal.experiment.places import asking_line, blamed, raising_line
from astragal.experiment.run.scenes import Decided, Drawn, Scene, Stage, Told
from astragal.experiment.watchdog import OverdueError, Watchdog
from astragal.limits import Cost
from astragal.rolling.frame import Frame
from astragal.rolling.sources import CheckedSource


class _Level:
    """One experiment that is being played; the one that asked for it is a level below."""

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
    """Answers a generator, and those it asks for, on a list of levels: rules may nest very deeply."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._levels: list[_Level] = []
        self._requests = 0
        self._foreign = isinstance(frame.source, CheckedSource)
        """whether somebody else wrote the source, which may take its time"""
        self._watchdog = Watchdog(frame.limits.silence)

    def run(self, experiment: Experiment[Any]) -> Any:
        """The outcome of the experiment."""
        self._levels.append(_Level(experiment, self.frame.scene))
        with self._watchdog:
            return self._run()

    @property
    def situation(self) -> tuple[tuple[Experiment[Any], tuple[Any, ...]], ...]:
        """All that matters of what has happened: the experiments being played, with their answers."""
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
                if goes_on(outcome):
                    self._go_on(level, level.experiment.asked(outcome))
                    answer = None
                    continue
                if not is_outcome(outcome):
                    raise bad_outcome(outcome, level.experiment, tuple(level.answers)) from None
                if self._ended(level, outcome):
                    return outcome
                answer = outcome
                continue
            except OverdueError as error:
                raise self._watchdog.overdue(level.experiment, error) from None
            except Exception as error:
                place = raising_line(error.__traceback__)
                raise blamed(error, level.experiment, place, tuple(level.answers)) from None
            answer = self._answer(request, level)

    def _count(self, level: _Level) -> None:
        self._watchdog.beats += 1
        self._requests += 1
        if self._requests > self.frame.limits.work:
            limits = self.frame.limits
            raise limits.exceeded("work", None, NOWHERE, about=level.experiment.label)

    def _ended(self, level: _Level, outcome: Any) -> bool:
        """Hand the outcome to whoever asked for it; true if nobody did."""
        self._levels.pop()
        if level.scene is not None:
            level.scene.outcome = outcome
        if self._levels:
            self._levels[-1].answers.append(outcome)
        return not self._levels

    def _go_on(self, level: _Level, experiment: Experiment[Any]) -> None:
        level.start(experiment)
        if level.scene is not None:
            level.scene.stages.append(Stage(experiment))

    def _answer(self, request: Any, level: _Level) -> Any:
        """The answer to a request; None where another level must be played first."""
        if isinstance(request, Die):
            answer: Any = self._draw(request, level)
        elif isinstance(request, Experiment | str):
            return self._begin(request, level)
        elif isinstance(request, Note):
            if level.scene is not None:
                level.stage.events.append(Told(self._said(request, level)))
            return None
        elif isinstance(request, Choice):
            answer = self._ask(request, level)
        else:
            return self._begin(request, level)
        level.answers.append(answer)
        return answer

    @staticmethod
    def _said(request: Note, level: _Level) -> str:
        try:
            return str(request)
        except RuleError as error:
            raise blamed(error, level.experiment, asking_line(level.generator)) from None

    def _begin(self, request: Any, level: _Level) -> Any:
        try:
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
            raise blamed(error, level.experiment, asking_line(level.generator)) from None
        self._levels.append(_Level(experiment, scene))
        return None

    def _played(self, experiment: Experiment[Any], scene: Scene | None) -> Any:
        """The outcome of an experiment that plays itself, with this very frame."""
        frame, watchdog = self.frame, self._watchdog
        before, frame.scene = frame.scene, scene
        # As `with watchdog.rest()`, which takes longer than most dice.
        watchdog.resting = True
        try:
            outcome = experiment.play(frame)
        finally:
            watchdog.resting = False
        frame.scene = before
        if scene is not None:
            scene.outcome = outcome
        return outcome

    def _draw(self, die: Die, level: _Level) -> int:
        frame = self.frame
        dice, work = frame.cost
        if dice >= frame.limits.dice:
            label = level.experiment.label
            raise frame.limits.exceeded("dice", None, NOWHERE, about=label)
        frame.cost = Cost(dice + 1, work)
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
        choice = request.at(self.situation, level.experiment.label)
        if self.frame.decide is None:
            raise choice.undecided()
        with self._watchdog.rest():
            place = choice.place_of(self.frame.decide(choice))
        self.frame.decisions += (choice.labels[place],)
        if level.scene is not None:
            level.stage.events.append(Decided(choice, choice.labels[place]))
        return choice.options[place]
