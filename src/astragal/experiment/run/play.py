"""One roll of an experiment under way: it answers what the rule asks for, from a source of faces."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from astragal.die import Die
from astragal.errors import NOWHERE, FacesError, RuleError
from astragal.experiment.choices import Choice
from astragal.experiment.decisions import Decide, check_decider
from astragal.experiment.experiment import Experiment
from astragal.experiment.notes import Note
from astragal.experiment.places import asking_line, blamed, raising_line
from astragal.experiment.run.scenes import Decided, Drawn, Noted, Scene, Stage, Told
from astragal.experiment.solve.paths import bad_outcome, is_outcome
from astragal.experiment.watchdog import OverdueError, Watch
from astragal.limits import DEFAULT_LIMITS, Limits, check_limits
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.rolling.sources import CheckedSource, Source
from astragal.rules.requests.asking import experiment_of, goes_on
from astragal.rules.requests.weighted import Weighted


class _Level:
    """One experiment that is being rolled; those that asked for it stand below."""

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
    """The state of one roll: created for it, thrown away after it."""

    def __init__(
        self, source: Source, decide: Decide | None, limits: Limits, *, traced: bool = False
    ) -> None:
        check_decider(decide)
        check_limits(limits)
        self.source = source
        self.decide = decide
        self.limits = limits
        self.traced = traced
        self.faces: list[int] = []
        self.decisions: list[str] = []
        self.scene: Scene | None = None
        self._levels: list[_Level] = []
        self._asked = 0
        self._foreign = isinstance(source, CheckedSource)
        """whether somebody else wrote the source, who may take their time"""
        self._watch = Watch(limits.silence)

    def run(self, experiment: Experiment[Any]) -> Any:
        """The outcome of rolling an experiment."""
        self.scene = Scene(experiment) if self.traced else None
        self._levels.append(_Level(experiment, self.scene))
        with self._watch:
            return self._run()

    @property
    def situation(self) -> tuple[tuple[Experiment[Any], tuple[Any, ...]], ...]:
        """Everything that matters of what happened so far: what is being rolled, with its answers."""
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
                    self._go_on(level, experiment_of(outcome))
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
                raise self._watch.overdue(level.experiment, error) from None
            except Exception as error:
                place = raising_line(error.__traceback__)
                raise blamed(error, level.experiment, place, tuple(level.answers)) from None
            answer = self._answer(request, level)

    def _count(self, level: _Level) -> None:
        self._watch.beats += 1
        self._asked += 1
        if self._asked > self.limits.work:
            raise self.limits.exceeded("work", None, NOWHERE, about=str(level.experiment))

    def _go_on(self, level: _Level, experiment: Experiment[Any]) -> None:
        level.start(experiment)
        if level.scene is not None:
            level.scene.stages.append(Stage(experiment))

    def _answer(self, request: Any, level: _Level) -> Any:
        """The answer to what a rule asks for; None where another level must be rolled first."""
        if isinstance(request, Die):
            answer: Any = self._draw(request, level)
        elif isinstance(request, str | Expression):
            answer = self._evaluate(request, level)
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

    def _begin(self, request: Any, level: _Level) -> None:
        try:
            experiment = experiment_of(request)
        except Exception as error:
            raise blamed(error, level.experiment, asking_line(level.generator)) from None
        scene = None
        if level.scene is not None:
            scene = Scene(experiment)
            level.stage.events.append(scene)
        self._levels.append(_Level(experiment, scene))

    def _draw(self, die: Die, level: _Level) -> int:
        self._check_dice(1, level)
        try:
            if self._foreign:
                with self._watch.rest():
                    face = self.source.draw(die, 1)[0]
            else:
                face = self.source.draw(die, 1)[0]
        except FacesError as error:
            if isinstance(level.experiment, Weighted):
                error.hint = level.experiment.sides()
            raise
        self.faces.append(face)
        if level.scene is not None:
            level.stage.events.append(Drawn(die, face))
        return face

    def _check_dice(self, more: int, level: _Level) -> None:
        """Count dice before they are drawn."""
        if len(self.faces) + more > self.limits.dice:
            number = len(self.faces) + more if more > 1 else None
            raise self.limits.exceeded("dice", number, NOWHERE, about=str(level.experiment))

    def _evaluate(self, notation: str | Expression, level: _Level) -> Any:
        try:
            expression = notation
            if isinstance(expression, str):
                limits = None if self.limits is DEFAULT_LIMITS else self.limits
                expression = parse(expression, limits=limits)
            self._check_dice(expression.cost.dice, level)
            with self._watch.rest():
                roll = expression.roll(self.source)
        except Exception as error:
            raise blamed(error, level.experiment, asking_line(level.generator)) from None
        self.faces += roll.faces
        if level.scene is not None:
            level.stage.events.append(Noted(roll))
        return roll.outcome

    def _ask(self, request: Choice, level: _Level) -> Any:
        choice = request.at(self.situation, str(level.experiment))
        if self.decide is None:
            raise choice.undecided()
        with self._watch.rest():
            place = choice.place_of(self.decide(choice))
        self.decisions.append(choice.labels[place])
        if level.scene is not None:
            level.stage.events.append(Decided(choice, choice.labels[place]))
        return choice.options[place]
