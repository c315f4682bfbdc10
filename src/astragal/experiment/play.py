"""One roll of an experiment under way: it answers what the rule asks for, from a source of faces."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from astragal.die import Die
from astragal.errors import NOWHERE, FacesError, LimitError
from astragal.experiment.asking import experiment_of, goes_on
from astragal.experiment.choices import Choice
from astragal.experiment.experiment import Decide, Experiment
from astragal.experiment.notes import Note
from astragal.experiment.paths import bad_outcome, is_outcome
from astragal.experiment.places import asking_line, blamed, interrupted_line
from astragal.experiment.scenes import Decided, Drawn, Scene, Stage, Told, Typed
from astragal.experiment.watch import OverdueError, Watch
from astragal.experiment.weighted import Weighted
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.notation.parser import parse
from astragal.rolling.frame import Frame
from astragal.rolling.roll import NO_VARIABLES, Roll
from astragal.rolling.sources import Source


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
        self.source = source
        self.decide = decide
        self.limits = limits
        self.traced = traced
        self.faces: list[int] = []
        self.decisions: list[str] = []
        self.scene: Scene | None = None
        self._levels: list[_Level] = []
        self._asked = 0
        self._watch = Watch(limits.silence)

    def run(self, experiment: Experiment[Any]) -> Any:
        """The outcome of rolling an experiment."""
        self.scene = Scene(experiment) if self.traced else None
        self._levels.append(_Level(experiment, self.scene))
        with self._watch:
            return self._run()

    def finish(self) -> None:
        """Refuse decisions left over, where they were made beforehand."""
        finish = getattr(self.decide, "finish", None)
        if finish is not None:
            finish()

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
                raise self._watch.overdue(level.experiment, level.generator, error) from None
            except Exception as error:
                place = interrupted_line(level.generator, error.__traceback__)
                raise blamed(error, level.experiment, place, tuple(level.answers)) from None
            answer = self._answer(request, level)

    def _count(self, level: _Level) -> None:
        self._watch.beats += 1
        self._asked += 1
        if self._asked > self.limits.work:
            raise self._too_much(
                f"{level.experiment} asks more than {self.limits.work:,} times", "work"
            )

    def _too_much(self, what: str, limit: str) -> LimitError:
        allowed = getattr(self.limits, limit)
        return LimitError(
            f"too-many-{limit}",
            f"{what}; the limit is {allowed:,}",
            hint=f"to raise it in Python: limits=Limits({limit}=…)",
        )

    def _go_on(self, level: _Level, experiment: Experiment[Any]) -> None:
        level.start(experiment)
        if level.scene is not None:
            level.scene.stages.append(Stage(experiment))

    def _answer(self, request: Any, level: _Level) -> Any:
        """The answer to what a rule asks for; None where another level must be rolled first."""
        if isinstance(request, Die):
            answer: Any = self._draw(request, level)
        elif isinstance(request, str):
            try:
                answer = self._evaluate(parse(request), level)
            except Exception as error:
                raise blamed(error, level.experiment, asking_line(level.generator)) from None
        elif isinstance(request, Expression):
            answer = self._evaluate(request, level)
        elif isinstance(request, Note):
            if level.scene is not None:
                level.stage.events.append(Told(str(request)))
            return None
        elif isinstance(request, Choice):
            answer = self._ask(request, level)
        else:
            return self._begin(request, level)
        level.answers.append(answer)
        return answer

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
        if len(self.faces) >= self.limits.dice:
            raise self._too_much(
                f"{level.experiment} rolls more than {self.limits.dice:,} dice", "dice"
            )
        try:
            face = self.source.draw(die, 1)[0]
        except FacesError as error:
            if isinstance(level.experiment, Weighted):
                error.hint = level.experiment.sides()
            raise
        self.faces.append(face)
        if level.scene is not None:
            level.stage.events.append(Drawn(die, face))
        return face

    def _evaluate(self, expression: Expression, level: _Level) -> Any:
        frame = Frame(self.source, NO_VARIABLES, expression.limits, expression.cost)
        outcome = expression._run(frame)
        self.faces += frame.faces
        self.limits.check("dice", len(self.faces), NOWHERE)
        if level.scene is not None:
            level.stage.events.append(Typed(Roll(expression, tuple(frame.faces), outcome)))
        return outcome

    def _ask(self, request: Choice, level: _Level) -> Any:
        choice = request.at(self.situation, str(level.experiment))
        if self.decide is None:
            raise choice.undecided()
        place = choice.place_of(self.decide(choice))
        self.decisions.append(choice.labels[place])
        if level.scene is not None:
            level.stage.events.append(Decided(choice.question, choice.by, choice.labels[place]))
        return choice.options[place]
