"""What is known so far: the weights of every experiment met, each worked out once.

Experiments ask for one another, perhaps very deeply; the work is kept on a list, not on Python's stack.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from astragal.errors import NOWHERE, AstragalError, OddsError, RuleError
from astragal.experiment.choices import Choice, ChoosesError
from astragal.experiment.experiment import Experiment, Variables, goes_on
from astragal.experiment.places import asking_line, blamed
from astragal.experiment.solve.estimate import estimated_paths
from astragal.experiment.solve.paths import COUNTED
from astragal.experiment.solve.stages import Stages, chain_of, weights_of
from astragal.experiment.watchdog import OverdueError, Watchdog
from astragal.limits import Limits
from astragal.odds.budget import Budget
from astragal.odds.weights import Weights
from astragal.rolling.frame import NO_VARIABLES

if TYPE_CHECKING:
    from astragal.odds.laws.law import Law

_ESTIMATED_AFTER = 25 * COUNTED
"""After this many paths of one experiment their number is estimated."""

_CERTAIN = 4
"""An estimate is believed if it is this many times the limit."""


class Memory:
    """The weights of experiments, what may still be spent on them, and the caller's values."""

    def __init__(self, limits: Limits, variables: Variables = NO_VARIABLES) -> None:
        self.limits = limits
        self.variables = variables
        self.known: dict[Any, Weights] = {}
        """the weights of everything that was asked for, by the request"""
        self._stages: dict[Experiment[Any], Weights | ChoosesError] = {}
        self._asked: dict[Any, Experiment[Any]] = {}
        """the experiments that requests of other types stand for"""
        self._choosy: dict[Any, ChoosesError] = {}
        self._links: dict[Any, dict[Any, Any]] = {}
        self.watchdog = Watchdog(limits.silence)
        self.renew()

    def renew(self) -> None:
        """Allow as much again as the limits say, for another question; what is known stays known."""
        self.budget = Budget(self.limits)
        self._paths = 0

    def links_of(self, *chain: Any) -> dict[Any, Any]:
        """What a chain goes on with at every state, as far as that is known."""
        return self._links.setdefault(chain, {})

    # Working things out

    def odds(self, experiment: Experiment[Any]) -> Weights | Law:
        """The odds of an experiment: of numbers without end too, where nobody looks at each."""
        if experiment.plays_itself:
            try:
                next(experiment.weigh(self))
            except StopIteration as done:
                found: Weights | Law = done.value
                return found
        return self.weights(experiment)

    def weights(self, what: Any) -> Weights:
        """The weights of an experiment's outcomes; a ChoosesError if it leaves a choice."""
        if (known := self.known.get(what)) is not None:
            return known
        with self.watchdog:
            law: Weights = self._work(what, self._through_all_stages(what))
            return law

    def stage(self, experiment: Experiment[Any]) -> Weights | None:
        """The weights of what an experiment ends or goes on with; None if that takes a choice."""
        known = self._stages.get(experiment)
        if known is None:
            try:
                with self.watchdog:
                    known = self._work(None, self._one_stage(experiment))
            except ChoosesError as error:
                known = self._stages[experiment] = error
        return known if isinstance(known, Weights) else None

    def stages(self, experiment: Experiment[Any]) -> Stages:
        """Every experiment that can be gone on with, weighed; a ChoosesError if one leaves a choice."""
        with self.watchdog:
            stages: Stages = self._work(None, self._every_stage(experiment))
            return stages

    def _work(self, goal: Any, task: Generator[Any, Any, Any]) -> Any:
        """Do a task, and first everything that it turns out to need."""
        known, choosy = self.known, self._choosy
        tasks = [task]
        keys = [goal]
        under_way = {goal}
        answer: Any = None
        failure: Exception | None = None
        while tasks:
            try:
                task = tasks[-1]
                self.watchdog.beats += 1
                wanted = task.send(answer) if failure is None else task.throw(failure)
                failure = None
            except StopIteration as done:
                failure, answer = None, done.value
                if keys[-1] is not None:
                    known[keys[-1]] = answer
            except ChoosesError as error:
                failure = choosy[keys[-1]] = error
            except OverdueError as error:
                failure = self.watchdog.overdue(keys[-1], error)
            except Exception as error:
                # Whoever asked for what failed knows the line.
                failure = error
            else:
                # It asks for more, which is known or is worked out first.
                if (answer := known.get(wanted)) is not None:
                    continue
                if choosy and (failure := choosy.get(wanted)) is not None:
                    continue
                if wanted in under_way:
                    raise self._needs_itself(wanted)
                self.check_states(wanted, len(tasks))
                tasks.append(self._through_all_stages(wanted))
                keys.append(wanted)
                under_way.add(wanted)
                continue
            tasks.pop()
            under_way.remove(keys.pop())
        if failure is not None:
            ours = isinstance(failure, AstragalError) and goal is not None
            raise blamed(failure, goal, "") if ours else failure
        return answer

    def _through_all_stages(self, what: Any) -> Generator[Any, Any, Weights]:
        """Where an experiment ends, through all that it goes on with."""
        experiment = what if isinstance(what, Experiment) else self._asked[what]
        first = yield from self._one_stage(experiment)
        if not any(goes_on(outcome) for outcome in first.table):
            return first
        stages = yield from self._every_stage(experiment)
        with self.watchdog.rest():
            return weights_of(chain_of(experiment, stages, self.budget))

    def _one_stage(self, experiment: Experiment[Any]) -> Generator[Any, Any, Weights]:
        """An experiment up to where it ends or goes on with another one."""
        law = self._stages.get(experiment)
        if law is None:
            if experiment.plays_itself:
                with self.watchdog.rest():
                    found = yield from experiment.weigh(self)
            else:
                found = yield from experiment.weigh(self)
            law = self._stages[experiment] = _finite(found, experiment)
        if isinstance(law, ChoosesError):
            raise law
        return law

    def _every_stage(self, experiment: Experiment[Any]) -> Generator[Any, Weights, Stages]:
        """Every experiment that can be gone on with, weighed."""
        stages: dict[Experiment[Any], Weights] = {}
        waiting = [experiment]
        while waiting:
            state = waiting.pop()
            if state in stages:
                continue
            law = stages[state] = yield from self._one_stage(state)
            onward = (outcome for outcome in law.table if goes_on(outcome))
            waiting += [state.asked(outcome) for outcome in onward if outcome not in stages]
            self.check_states(experiment, len(stages))
        return stages

    @staticmethod
    def _needs_itself(wanted: Any) -> RuleError:
        return RuleError(
            "needs-itself",
            f"the odds of {wanted} depend on themselves",
            hint="let it end with itself (`return …` instead of `yield …`): then it is a chain",
        )

    # Requests

    def wanted(self, request: Any, experiment: Experiment[Any], generator: Any) -> Any:
        """What is to be weighed for a request; an error with rule and line if it cannot be."""
        if isinstance(request, Choice):
            raise ChoosesError(request.at(None, experiment.label))
        try:
            asked = experiment.asked(request, self.limits)
        except Exception as error:
            raise blamed(error, experiment, asking_line(generator)) from None
        if asked is not request:
            self._asked[request] = asked
        return request

    # Limits

    def count_paths(self, experiment: Experiment[Any], more: int, paths: int = 0) -> None:
        """Count more paths, of ``paths`` of an experiment so far.

        Too many are refused, if possible before they were all followed.
        """
        self._paths += more
        self.watchdog.beats += 1
        if paths == _ESTIMATED_AFTER:
            estimate = estimated_paths(experiment, self.known, self.limits.asks)
            if estimate > _CERTAIN * self.limits.paths:
                self.check_paths(experiment, estimate, roughly=True)
        if self._paths > self.limits.paths:
            self.check_paths(experiment, None)

    def check_paths(
        self, experiment: Experiment[Any], paths: int | None, *, roughly: bool = False
    ) -> None:
        """Refuse this many paths (None: more than the limit) if they are too many."""
        if paths is None or paths > self.limits.paths:
            raise self.limits.exceeded(
                "paths",
                paths,
                NOWHERE,
                about=experiment.label,
                advice="ask for less at once: a total, the best, a pool or notation instead of every "
                "die, a rule of its own for what repeats, a chain",
                roughly=roughly,
            )

    def check_asks(self, experiment: Experiment[Any], asks: int) -> None:
        if asks > self.limits.asks:
            raise self.limits.exceeded(
                "asks",
                None,
                NOWHERE,
                about=experiment.label,
                advice="what may go on without end is a chain: let the rule end with itself "
                "(`return` instead of a loop)",
            )

    def check_states(self, experiment: Any, states: int) -> None:
        if states > self.limits.states:
            raise self.limits.exceeded(
                "states",
                None,
                NOWHERE,
                about=str(experiment),
                advice="keep the state small (cap what it counts)",
            )


def _finite(found: Weights | Law, experiment: Experiment[Any]) -> Weights:
    """Odds whose outcomes can be looked at one by one; refused where there is no end of them."""
    if isinstance(found, Weights):
        return found
    if not found.finite:
        raise OddsError(
            "endless-request",
            f"`{experiment.label}` has no end of outcomes, so a rule cannot look at each",
            hint=f"ask for what matters of it, e.g. `{experiment.label} >= 10` or "
            f"`min({experiment.label}, 50)`",
        )
    reduced = found.reduced()
    return Weights(reduced.in_order(), reduced.table().denominator)
