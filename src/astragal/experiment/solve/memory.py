"""The memory of a calculation: the weights of every experiment in it, each computed once.

Experiments may be nested to any depth, so open tasks are kept in a list instead of on Python's
stack.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from astragal._steady import Known, Repeats, known_of, steady
from astragal.errors import NOWHERE, AstragalError, Hints, LimitError, OddsError, RuleError
from astragal.experiment.choices import Choice, OpenChoiceError
from astragal.experiment.experiment import Experiment, Variables, any_continues, continues
from astragal.experiment.generators import asking_line
from astragal.experiment.places import blamed
from astragal.experiment.watchdog import OverdueError, Watchdog
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.probability.budget import Budget
from astragal.probability.weights import AtOnce, Weights
from astragal.rolling.frame import NO_VARIABLES
from astragal.watch import Watch

if TYPE_CHECKING:
    from astragal.experiment.solve.stages import Stages
    from astragal.probability.laws.law import Law
    from astragal.probability.markov.chain import Markov, Step

COUNTED = 200
"""Paths are counted this many at a time."""

_ESTIMATED_AFTER = 25 * COUNTED
"""After this many paths of one experiment, the total is estimated."""

_CERTAIN = 4
"""An estimate is trusted if it exceeds the limit this many times over."""


_REVISITED = 4_000
"""The steps of adding a stage with known weights to one more chain."""


class Memory:
    """The weights of experiments, the budget for computing them, and the caller's variables."""

    by_steps: bool = False
    """whether the steps of chains are counted, so that each step is looked at"""
    together: dict[Any, Any] | None = None
    """the best decisions in all experiments so far, by aim, if a series of them is analysed"""
    shared: Any = None
    """data that notation keeps between runs with different variables"""

    def __init__(
        self,
        limits: Limits,
        variables: Variables = NO_VARIABLES,
        watch: Watch | None = None,
    ) -> None:
        self.limits = limits
        self.watch = limits.watch() if watch is None and limits is not DEFAULT_LIMITS else watch
        self.variables = variables
        self.known: dict[Any, Weights] = {}
        """the weights of every request weighed so far"""
        self.followed: dict[Any, Weights] = {}
        """the weights of split generators, by the first request and the rest after it"""
        self._stages: dict[Experiment[Any], Weights | OpenChoiceError] = {}
        self._asked: dict[Any, Experiment[Any]] = {}
        """the experiment behind each request that is not one itself, such as dice or notation"""
        self._open_choices: dict[Any, OpenChoiceError] = {}
        """the error for each request that leaves a choice"""
        self._links: dict[Any, dict[Any, Any]] = {}
        self._steady: dict[int, tuple[Any, Any]] = {}
        """by identity, each function with its version that repeats some calls"""
        self._repeats: dict[Known, Repeats] = {}
        """the rules for playing paths again, by the code that defines the experiment"""
        self._onward: dict[Experiment[Any], list[Any]] = {}
        """the possible successors of every stage"""
        self._same: dict[Experiment[Any], Experiment[Any]] = {}
        """the one copy kept of equal stages, which saves comparing them"""
        self._waiting: list[Any] = []
        """the requests in progress, each made by the one before it"""
        self.steps: dict[Experiment[Any], Step] = {}
        """the steps of chains, by stage"""
        self.budget = Budget(limits, self.watch)

    _watchdog: Watchdog | None = None

    @property
    def watchdog(self) -> Watchdog:
        """The watchdog for running rules; notation alone does not need one."""
        # A cached_property's lock could be held while a process forks.
        if self._watchdog is None:
            self._watchdog = Watchdog(self.limits.silence)
        return self._watchdog

    def renew(self) -> None:
        """Start a new budget for another question, but keep the computed weights."""
        kept = self.budget.kept if self.known else 0
        self.budget = Budget(self.limits, self.watch)
        self.budget.kept = kept
        self.budget.look()

    def _keep(self, weights: Weights) -> None:
        """Charge the budget for the memory of weights that are kept."""
        self.budget.keep(len(weights.table), weights.denominator.bit_length())

    @property
    def crowded(self) -> bool:
        """True if the stored weights take too much memory and should be dropped."""
        return self.budget.kept >> 20 > self.limits.memory // 4

    def repeats_of(self, function: Callable[..., Any]) -> Repeats:
        """The policy for repeating some calls of a function, or paths of the rule it defines."""
        known = known_of(function)
        found = self._repeats.get(known)
        if found is None:
            found = self._repeats[known] = Repeats(known)
        return found

    def steady(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with some of its calls repeated to check that it is steady."""
        found = self._steady.get(id(function))
        if found is None or found[0] is not function:
            found = function, steady(function, self.repeats_of(function))
            self._steady[id(function)] = found
        return found[1]

    def links_of(self, *chain: Any) -> dict[Any, Any]:
        """The known successors of every state of a chain."""
        return self._links.setdefault(chain, {})

    # Weights

    def odds(self, experiment: Experiment[Any]) -> Weights | Law:
        """The odds of an experiment; a law if it may have infinitely many outcomes."""
        found = experiment.weigh_alone(self.variables, self.budget, self.shared)
        if found is None and experiment.plays_itself:
            try:
                next(experiment.weigh(self))
            except StopIteration as done:
                found = done.value
        elif found is None and experiment.weighs_alone:
            found = self._weighed_alone(experiment)
        return self.weights(experiment) if found is None else found

    def _weighed_alone(self, experiment: Experiment[Any]) -> Weights | None:
        """The weights of an experiment that makes no request and ends; None for any other."""
        try:
            with self.watchdog:
                try:
                    next(experiment.weigh(self))
                except OverdueError as error:
                    raise self.watchdog.overdue(experiment, error) from None
        except StopIteration as done:
            weights: Weights = done.value
            return None if any_continues(weights.kinds) else weights
        except AstragalError as error:
            raise blamed(error, experiment, "") from error.__cause__
        return None

    def weights(self, what: Any) -> Weights:
        """The weights of an experiment's outcomes; an OpenChoiceError if it leaves a choice."""
        if (known := self.known.get(what)) is not None:
            return known
        with self.watchdog:
            weights: Weights = self._work(what, self._through_all_stages(what))
            return weights

    def viewed(self, experiment: Experiment[Any], look: Callable[[Any], Any]) -> Weights | None:
        """The weights of a view of the outcomes; None if all outcomes have to be listed."""
        from astragal.experiment.solve.levels import FailedError, Levels, passed_on
        from astragal.experiment.splitting.normal_form import NotSplitError

        if self.known.get(experiment) is not None:
            return None
        experiment = passed_on(experiment, self)
        if experiment.plays_itself or type(experiment).weigh is not Experiment.weigh:
            return None
        try:
            with self.watchdog:
                seen: Weights = self._work(None, Levels(experiment, self, look).weigh())
        except (NotSplitError, FailedError):
            return None
        return seen

    def stage(self, experiment: Experiment[Any]) -> Weights | None:
        """The weights of the results of one stage; None if it leaves a choice."""
        known = self._stages.get(experiment)
        if known is None:
            try:
                with self.watchdog:
                    known = self._work(None, self._one_stage(experiment))
            except OpenChoiceError as error:
                known = self._stages[experiment] = error
        return known if isinstance(known, Weights) else None

    def chain_of_steps(self, experiment: Experiment[Any]) -> Markov:
        """The chain of its steps; an OpenChoiceError if one of them leaves a choice."""
        with self.watchdog:
            chain: Markov = self._work(None, self._chain_of_steps(experiment))
            return chain

    def _work(self, goal: Any, task: Generator[Any, Any, Any]) -> Any:
        """Run a task for a request (or None), and all tasks that it depends on."""
        worklist = _Worklist(self.known, self._open_choices, self.watchdog)
        worklist.add(goal, task)
        self._waiting = worklist.requests
        answer: Any = None
        while worklist.tasks:
            wanted = worklist.resume(answer)
            if wanted is _FINISHED:
                answer = worklist.answer
                continue
            answer = self.known.get(wanted)
            if answer is None and not worklist.leaves_choice(wanted):
                self.check_states(wanted, len(worklist.tasks))
                worklist.add(wanted, self._through_all_stages(wanted))
        return worklist.result(goal)

    def _through_all_stages(self, what: Any) -> Generator[Any, Any, Weights]:
        """The weights of the final outcomes, after all stages."""
        experiment = what if isinstance(what, Experiment) else self._asked[what]
        first = yield from self._first_stage(experiment)
        if not any_continues(first.kinds):
            return first
        from astragal.experiment.solve.stages import chain_of, weights_of

        stages = yield from self._every_stage(experiment)
        with self.watchdog.rest():
            weights = weights_of(chain_of(experiment, stages, self))
        self._keep(weights)
        return weights

    def _chain_of_steps(self, experiment: Experiment[Any]) -> Generator[Any, Any, Markov]:
        from astragal.experiment.solve.stages import chain_of_steps

        stages = yield from self._every_stage(experiment)
        with self.watchdog.rest():
            return chain_of_steps(experiment, stages, self)

    def _first_stage(self, experiment: Experiment[Any]) -> Generator[Any, Any, Weights]:
        """The weights of the first stage that makes a request; earlier ones are skipped.

        Stages that continue with one another in a loop without a request end the search too.
        """
        weights = yield from self._one_stage(experiment)
        seen = {experiment}
        while isinstance(weights, AtOnce) and any_continues(weights.kinds):
            (outcome,) = weights.table
            experiment = experiment.asked(outcome)
            if experiment in seen:
                break
            seen.add(experiment)
            weights = yield from self._one_stage(experiment)
        return weights

    def _one_stage(self, experiment: Experiment[Any]) -> Generator[Any, Any, Weights]:
        """The weights of the results of one stage: outcomes and stages to continue with."""
        weights = self._stages.get(experiment)
        if weights is None:
            if experiment.plays_itself:
                with self.watchdog.rest():
                    found = yield from experiment.weigh(self)
            else:
                found = yield from experiment.weigh(self)
            weights = self._stages[experiment] = _finite(found, experiment)
            self._keep(weights)
        if isinstance(weights, OpenChoiceError):
            raise weights
        return weights

    def _every_stage(self, experiment: Experiment[Any]) -> Generator[Any, Weights, Stages]:
        """The weights of every stage that an experiment may reach."""
        experiment.look_ahead(self)
        stages: dict[Experiment[Any], Weights] = {}
        waiting = [experiment]
        while waiting:
            state = waiting.pop()
            if state in stages:
                continue
            weights = stages[state] = yield from self._one_stage(state)
            onward = self._onward.get(state)
            if onward is None:
                found = (outcome for outcome in weights.table if continues(outcome))
                onward = self._onward[state] = [self.stage_after(state, each) for each in found]
            else:
                self.budget.spend(_REVISITED)
            waiting += [each for each in onward if each not in stages]
            self.check_states(experiment, len(stages))
        return stages

    def stage_after(self, stage: Experiment[Any], outcome: Any) -> Experiment[Any]:
        """The stage that follows another."""
        following = stage.asked(outcome)
        return self._same.setdefault(following, following)

    # Requests

    def wanted(self, request: Any, experiment: Experiment[Any], generator: Any) -> Any:
        """The request, if it can be weighed; otherwise an error with the rule and the line."""
        if isinstance(request, Choice):
            raise OpenChoiceError(request.at(None, experiment.label))
        try:
            asked = experiment.asked(request, self.limits)
        except Exception as error:
            raise blamed(error, experiment, asking_line(generator)) from None
        if asked is not request:
            self._asked[request] = asked
        return request

    # Limits

    def count_paths(self, experiment: Experiment[Any], more: int, paths: int = 0) -> None:
        """Count more paths; ``paths`` is the total for this experiment.

        Raises a LimitError if there are too many, or if the estimated total is far too high.
        """
        if self.limits.tally is not None:
            self.limits.tally.count_paths(more)
        self.watchdog.beats += 1
        self.budget.look()
        if paths - more < _ESTIMATED_AFTER <= paths:
            from astragal.experiment.solve.paths import estimated_paths

            estimate = estimated_paths(experiment, self.known, self.limits.asks)
            if estimate > _CERTAIN * self.limits.paths:
                self.check_paths(experiment, estimate, roughly=True)
        self.foresee_paths(experiment, more)
        self.budget.count_paths(more)

    def check_paths(
        self, experiment: Experiment[Any], paths: int | None, *, roughly: bool = False
    ) -> None:
        """Raise a LimitError if this many paths (None: more than the limit) are too many."""
        if paths is None or paths > self.limits.paths:
            from astragal.experiment.solve.remedies import for_paths

            raise self.limits.exceeded(
                "paths",
                paths,
                NOWHERE,
                about=experiment.label,
                advice=for_paths(self._onward, (*self.known, *self._asked.values()), self._waiting),
                roughly=roughly,
                at_least=not roughly,
            )

    def foresee_paths(self, experiment: Experiment[Any], paths: int) -> None:
        """Raise a LimitError if this many more paths, which are certain to come, are too many."""
        if self.budget.paths + paths > self.limits.paths:
            self.check_paths(experiment, None)

    def check_asks(self, experiment: Experiment[Any], asks: int) -> None:
        self.budget.look()
        if asks > self.limits.asks:
            raise self.limits.exceeded(
                "asks",
                None,
                NOWHERE,
                about=experiment.label,
                advice=Hints(
                    "to repeat something without a limit, write a chain: let the rule return "
                    "itself instead of looping"
                ),
            )

    def check_states(self, experiment: Any, states: int) -> None:
        self.budget.look()
        if states > self.limits.states:
            from astragal.experiment.solve.remedies import for_states

            raise self.limits.exceeded(
                "states",
                None,
                NOWHERE,
                about=str(experiment),
                advice=for_states(self._onward),
            )


_FINISHED: Any = object()


_TRACED = 10
"""The most tasks in the traceback of a refusal."""


class _Worklist:
    """Open tasks, each waiting for the next."""

    def __init__(
        self,
        known: dict[Any, Weights],
        open_choices: dict[Any, OpenChoiceError],
        watchdog: Watchdog,
    ) -> None:
        self.tasks: list[Generator[Any, Any, Any]] = []
        self.answer: Any = None
        """the result of the last task"""
        self.requests: list[Any] = []
        """the request that each task answers"""
        self._open: set[Any] = set()
        """the same requests as a set, for look-ups"""
        self._known = known
        self._open_choices = open_choices
        self._watchdog = watchdog
        self._failure: Exception | None = None
        """the error to raise in the task that made the request, which knows the line"""

    def add(self, request: Any, task: Generator[Any, Any, Any]) -> None:
        if request in self._open:
            raise RuleError(
                "needs-itself",
                f"the odds of {request} depend on themselves",
                hint="return it (`return …` instead of `yield …`): that makes it a chain",
            )
        self.tasks.append(task)
        self.requests.append(request)
        self._open.add(request)

    def resume(self, answer: Any) -> Any:
        """Send the last task an answer or raise its error there.

        Returns the task's next request, or _FINISHED.
        """
        task, failure, self._failure = self.tasks[-1], self._failure, None
        self._watchdog.beats += 1
        try:
            return task.send(answer) if failure is None else task.throw(failure)
        except StopIteration as stop:
            self.answer = stop.value
            if self.requests[-1] is not None:
                self._known[self.requests[-1]] = stop.value
        except OpenChoiceError as error:
            self._failure = self._open_choices[self.requests[-1]] = error
        except OverdueError as error:
            self._failure = self._watchdog.overdue(self.requests[-1], error)
        except LimitError as error:  # each task it passes through adds to its traceback
            self._failure = error.with_traceback(None) if len(self.tasks) > _TRACED else error
        except Exception as error:
            self._failure = error
        self.tasks.pop()
        self._open.remove(self.requests.pop())
        return _FINISHED

    def leaves_choice(self, request: Any) -> bool:
        """True if a request is known to leave a choice; the asking task then gets the error."""
        self._failure = self._open_choices.get(request)
        return self._failure is not None

    def result(self, goal: Any) -> Any:
        """The result of the first task; raises its error if it failed."""
        if self._failure is None:
            return self.answer
        ours = isinstance(self._failure, AstragalError) and goal is not None
        raise blamed(self._failure, goal, "") if ours else self._failure


def _finite(found: Weights | Law, experiment: Experiment[Any]) -> Weights:
    """The weights of finitely many outcomes; an OddsError if there are infinitely many."""
    if isinstance(found, Weights):
        return found
    if not found.finite:
        raise OddsError(
            "endless-request",
            f"`{experiment.label}` has infinitely many outcomes, too many to look at each",
            hint=f"ask only for what matters of it, such as `{experiment.label} >= 10` or "
            f"`min({experiment.label}, 50)`",
        )
    reduced = found.reduced()
    return Weights(reduced.in_order(), reduced.table().denominator)
