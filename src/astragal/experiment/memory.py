"""What is known so far: the weights of every experiment met, each worked out once.

Experiments ask for one another, perhaps very deeply; the work is kept on a list, not on Python's stack.
"""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from typing import Any

from astragal.errors import LimitError, RuleError
from astragal.exact.budget import Budget
from astragal.experiment.asking import experiment_of, goes_on
from astragal.experiment.choices import Choice
from astragal.experiment.experiment import Experiment
from astragal.experiment.notes import Note
from astragal.experiment.paths import ChoosesError
from astragal.experiment.places import asking_line, blamed
from astragal.experiment.stages import Stages, solved
from astragal.experiment.watch import Watch
from astragal.experiment.weights import Weights
from astragal.limits import Limits, readable

_PROBE_AFTER = 5_000
"""So many paths of one experiment are gone before anybody asks how many there are."""

_PROBES = 60
_CERTAIN = 4
"""How many times the limit an estimate must be to be believed."""


class Once:
    """An experiment up to where it ends or goes on with another one."""

    __slots__ = ("experiment",)

    def __init__(self, experiment: Experiment[Any]) -> None:
        self.experiment = experiment

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.experiment == other.experiment

    def __hash__(self) -> int:
        return hash((type(self), self.experiment))


class Stepwise(Once):
    """An experiment and all it can go on with, each up to where it ends or goes on."""


class Memory:
    """The weights of experiments; those of equal ones are the same."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.budget = Budget(limits)
        self.known: dict[Any, Weights] = {}
        self.choosy: dict[Any, ChoosesError] = {}
        self.watch = Watch(limits.silence)
        self.paths = 0

    # Working things out

    def weights(self, what: Any) -> Weights:
        """The weights of an experiment's outcomes; a ChoosesError if it leaves a choice."""
        if (known := self.known.get(what)) is not None:
            return known
        with self.watch:
            law: Weights = self._work(what)
            return law

    def stages(self, experiment: Experiment[Any]) -> Stages:
        """Every experiment that can be gone on with, weighed; a ChoosesError if one leaves a choice."""
        with self.watch:
            stages: Stages = self._work(Stepwise(experiment))
            return stages

    def _work(self, goal: Any) -> Any:
        """Work something out, with everything that it turns out to need."""
        known, choosy = self.known, self.choosy
        tasks = [self._task(goal)]
        keys = [goal]
        under_way = {goal}
        answer: Any = None
        failure: Exception | None = None
        while tasks:
            try:
                task = tasks[-1]
                wanted = task.send(answer) if failure is None else task.throw(failure)
                failure = None
            except StopIteration as done:
                failure = None
                answer = known[keys[-1]] = done.value
            except ChoosesError as error:
                failure = choosy[keys[-1]] = error
            except Exception as error:
                # Whoever asked for what went wrong knows in which line.
                failure = error
            else:
                # Somebody asks for more: it is known, or it is worked out first.
                if (answer := known.get(wanted)) is not None:
                    continue
                if (failure := choosy.get(wanted)) is not None:
                    continue
                if wanted in under_way:
                    raise self._needs_itself(wanted)
                tasks.append(self._task(wanted))
                keys.append(wanted)
                under_way.add(wanted)
                continue
            tasks.pop()
            under_way.remove(keys.pop())
        if failure is not None:
            raise failure
        return answer

    def _task(self, key: Any) -> Generator[Any, Any, Any]:
        if isinstance(key, Stepwise):
            return self._every_stage(key.experiment)
        if isinstance(key, Once):
            return key.experiment.weigh(self)
        return self._through_all_steps(experiment_of(key))

    def _through_all_steps(self, experiment: Experiment[Any]) -> Generator[Any, Any, Weights]:
        """Where an experiment ends, through all that it goes on with."""
        first = self.known.get(Once(experiment))
        if first is None:
            first = yield from experiment.weigh(self)
        if not any(goes_on(outcome) for outcome, _ in first.pairs):
            return first
        self.known[Once(experiment)] = first
        stages = yield Stepwise(experiment)
        self.watch.paused = True
        return solved(experiment, stages, self.budget)

    def _every_stage(self, experiment: Experiment[Any]) -> Generator[Any, Weights, Stages]:
        """Every experiment that can be gone on with, weighed."""
        stages: dict[Experiment[Any], Weights] = {}
        waiting = [experiment]
        while waiting:
            state = waiting.pop()
            if state in stages:
                continue
            law = stages[state] = yield Once(state)
            waiting += [experiment_of(outcome) for outcome, _ in law.pairs if goes_on(outcome)]
            self.check_states(experiment, len(stages))
        return stages

    def check_states(self, experiment: Experiment[Any], states: int) -> None:
        if states > self.limits.states:
            raise LimitError(
                "too-many-states",
                f"{experiment} has more than {self.limits.states:,} states; "
                f"the limit is {self.limits.states:,}",
                hint="keep the state small (cap what it counts), or raise it: limits=Limits(states=…)",
            )

    @staticmethod
    def _needs_itself(wanted: Any) -> RuleError:
        experiment = wanted.experiment if isinstance(wanted, Once) else wanted
        return RuleError(
            "needs-itself",
            f"the odds of {experiment} would need the odds of {experiment}",
            hint="let it end with itself (`return …` instead of `yield …`): then it is a chain",
        )

    # What paths ask

    def wanted(self, request: Any, experiment: Experiment[Any], generator: Any) -> Any:
        """What is to be weighed for a request; an error with rule and line if it is none."""
        if isinstance(request, Choice):
            raise ChoosesError(request.at(None, str(experiment)))
        try:
            experiment_of(request)
        except Exception as error:
            raise blamed(error, experiment, asking_line(generator)) from None
        return request

    def count_paths(self, experiment: Experiment[Any], more: int, paths: int) -> None:
        """Count paths gone; refuse where there are too many, if possible before they were all gone."""
        self.paths += more
        self.watch.beats += 1
        if paths == _PROBE_AFTER:
            estimate = self._estimate(experiment)
            if estimate > _CERTAIN * self.limits.paths:
                raise self._too_many_paths(experiment, f"about {readable(estimate)}")
        if self.paths > self.limits.paths:
            raise self._too_many_paths(experiment, f"more than {self.limits.paths:,}")

    def _estimate(self, experiment: Experiment[Any]) -> int:
        """About how many paths there are: the mean of what random ones promise (Knuth's estimate)."""
        chance = Random(0)
        promised = 0
        for _ in range(_PROBES):
            size = 1
            generator = experiment.steps()
            try:
                request = generator.send(None)
                for _ in range(self.limits.asks):
                    if isinstance(request, Note):
                        request = generator.send(None)
                        continue
                    pairs = self.known[request].pairs
                    size *= len(pairs)
                    request = generator.send(chance.choice(pairs)[0])
            except (StopIteration, KeyError):
                pass
            promised += size
        return promised // _PROBES

    def _too_many_paths(self, experiment: Experiment[Any], number: str) -> LimitError:
        return LimitError(
            "too-many-paths",
            f"{experiment}: there are {number} ways it can go; the limit is {self.limits.paths:,}",
            hint="ask for less at once: a total, the best, a pool or notation instead of every die, "
            "a rule of its own for what repeats, a chain; or raise it: limits=Limits(paths=…)",
        )

    def too_many_asks(self, experiment: Experiment[Any]) -> LimitError:
        return LimitError(
            "too-many-asks",
            f"{experiment} asks more than {self.limits.asks:,} times on one way; "
            f"the limit is {self.limits.asks:,}",
            hint="what may go on without end is a chain: let the rule end with itself "
            "(`return` instead of a loop), or raise it: limits=Limits(asks=…)",
        )
