"""The paths through an experiment's generator with their weights, and their estimated number.
A path is one sequence of answers to the generator's requests. A generator cannot be copied, so each
path starts a new one, repeats the answers up to the branch and then gives a different one. If there
are many paths and the generator can be split, they are followed level by level instead.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal.errors import RuleError
from astragal.experiment.choices import OpenChoiceError, choose
from astragal.experiment.generators import (
    Resumed,
    answered,
    asking_line,
    begun,
    passed_over,
    resumed,
)
from astragal.experiment.notes import Note
from astragal.experiment.outcomes import bad_outcome, is_outcome
from astragal.experiment.places import blamed, raising_line
from astragal.experiment.solve.memory import COUNTED
from astragal.experiment.solve.repeating import play_again, unsteady
from astragal.experiment.splitting.worth import give_up, is_worth_splitting, kind_of
from astragal.experiment.watchdog import OverdueError, Watchdog
from astragal.outcome import typed
from astragal.probability.weights import AtOnce, Weighing, Weights, merged

if TYPE_CHECKING:
    from astragal.experiment.experiment import Experiment
    from astragal.experiment.solve.levels import FailedError
    from astragal.experiment.solve.memory import Memory


_PATHS_OF_A_STAGE = 10
"""Weighing an experiment takes as long as this many paths, however few it has."""

_TRUTHS = {truth: typed(truth) for truth in (True, False)}

_START = Weights({None: 1}, 1)
"""The answers at the start: a fresh generator is sent None."""


class _Branch(NamedTuple):
    """A request where paths diverge."""

    answers: tuple[Any, ...]
    """the answers on the way to this request"""
    options: Weights
    """the possible answers to it, with their weights"""
    weight: int
    denominator: int
    generator: Any
    """a generator that waits for the next answer; the first path uses it"""

    def after(self, answer: Any) -> tuple[Any, ...]:
        """The path's answers including this one; the initial None is not an answer."""
        return () if self.options is _START else (*self.answers, answer)


def every_path(experiment: Experiment[Any], memory: Memory) -> Weighing:
    """The weights of all outcomes of an experiment; each request is weighed once, by the caller."""
    memory.count_paths(experiment, _PATHS_OF_A_STAGE)
    if experiment.decided() is not None:
        # Experiments with this shortcut always leave a choice, so there is no need to find it.
        raise OpenChoiceError(choose("what is best?", ["?"]).at(None, experiment.label))
    return _Paths(experiment, memory).weigh()


class _Paths:
    """The paths through one experiment, followed branch by branch, depth first."""

    def __init__(self, experiment: Experiment[Any], memory: Memory) -> None:
        self.experiment = experiment
        self.memory = memory
        self._start = experiment.starter()
        self._repeats = memory.repeats_of(experiment.definition)
        self._finished = 0
        self._uncounted = 0
        self._tables: dict[int, dict[Any, int]] = {}
        """the weights of outcomes, by denominator"""

    def weigh(self) -> Weighing:
        generator = self._start()
        kind, followed = kind_of(generator), 0
        asked = False
        waiting = [_Branch((), _START, 1, 1, generator)]
        while waiting:
            ahead = len(waiting[-1].options.table)
            if not self._repeats.wary and is_worth_splitting(
                kind, self._finished - followed, ahead
            ):
                split = yield from self._by_levels()
                if split is not None:
                    return split
                give_up(kind)
            followed = self._finished
            deeper = yield from self._follow(waiting.pop())
            asked = asked or bool(deeper)
            # The first face is followed first: outcomes without an order are listed like the faces.
            waiting += reversed(deeper)
        self._count()
        is_worth_splitting(kind, self._finished - followed)  # many small ones are worth it too
        try:
            weights = merged(self._tables)
        except RuleError as error:
            raise blamed(error, self.experiment, "") from None
        return weights if asked else AtOnce(*weights)

    def _by_levels(self) -> Generator[Any, Weights, Weights | None]:
        """The weights, by splitting the generator; None if it has to be run path by path."""
        from astragal.experiment.solve.levels import FailedError, Levels
        from astragal.experiment.splitting.normal_form import NotSplitError

        try:
            return (yield from Levels(self.experiment, self.memory).weigh())
        except NotSplitError:
            return None
        except FailedError as failed:
            error = failed
        yield from _Paths(self.experiment, self.memory)._fail(error)
        return None

    def _fail(self, failed: FailedError) -> Generator[Any, Weights, None]:
        """Follow a failed path again to raise its error with the line."""
        if failed.error is not None:
            place = asking_line(self._started(failed.answers)[0])
            raise blamed(failed.error, self.experiment, place, failed.answers)
        branch = _Branch((), _START, 1, 1, self._start())
        if failed.answers:
            *answers, answer = failed.answers
            generator, _ = self._started(tuple(answers))
            branch = _Branch(tuple(answers), Weights({answer: 1}, 1), 1, 1, generator)
        yield from self._follow(branch)

    def _follow(self, branch: _Branch) -> Generator[Any, Weights, list[_Branch]]:
        """Give each answer at a branch and return the branches that follow."""
        answers, options, weight, denominator, generator = branch
        denominator *= options.denominator
        self.memory.budget.room(len(options.table), denominator.bit_length())
        known, started = self.memory.known, self._started
        self.memory.watchdog.beats += 1
        deeper: list[_Branch] = []
        ended: list[tuple[Any, int, Any]] = []
        expected: Weights | None = options
        for answer, share in options.table.items():
            try:
                if generator is None:
                    generator, request = started(answers)
                    if expected is not None:  # one check for each branch is enough
                        yield from self._compare(request, generator, expected)
                        expected = None
                request = generator.send(answer)
                while type(request) is Note:
                    request = generator.send(None)
                try:
                    further = known[request]
                except (KeyError, TypeError):
                    further = yield self.memory.wanted(request, self.experiment, generator)
            except StopIteration as stop:
                ended.append((stop.value, share, answer))
                if len(ended) == COUNTED:
                    self._tally(ended, branch)
                    ended = []
            except (Exception, OverdueError) as error:
                raise self._located(error, generator, branch, answer) from None
            else:
                path = branch.after(answer)
                self.memory.check_asks(self.experiment, len(path) + 1)
                deeper.append(_Branch(path, further, weight * share, denominator, generator))
            generator = None
        self._tally(ended, branch)
        return deeper

    def _started(self, answers: tuple[Any, ...]) -> tuple[Any, Any]:
        """A fresh generator at a branch, and its request there."""
        generator = self._start()
        try:
            request = generator.send(None)
            if type(request) is Note:
                request = passed_over(generator, request)
            if answers:
                request = answered(generator, request, answers)
        except StopIteration:
            raise unsteady(self.experiment, "", "ended before it asked") from None
        return generator, request

    def _compare(
        self, request: Any, generator: Any, expected: Weights
    ) -> Generator[Any, Weights, None]:
        """Raise a RuleError if a repeated request has other answers than the first time."""
        again = self.memory.known.get(request)
        if again is None:
            again = yield self.memory.wanted(request, self.experiment, generator)
        if again is not expected and again != expected:
            place = asking_line(generator)
            raise unsteady(self.experiment, place, f"asked for {request} only the second time")

    def _tally(self, ended: list[tuple[Any, int, Any]], branch: _Branch) -> None:
        """Add the weights of finished paths to their outcomes."""
        weight = branch.weight
        table = self._tables.setdefault(branch.denominator * branch.options.denominator, {})
        for outcome, share, answer in ended:
            key = outcome
            if outcome is True or outcome is False:
                key = _TRUTHS[outcome]
            elif type(outcome) is tuple:
                key = typed(outcome)
            try:
                if key in table:
                    table[key] += weight * share
                    continue
                if is_outcome(outcome):
                    table[key] = weight * share
                    continue
            except TypeError:  # not hashable
                pass
            raise bad_outcome(outcome, self.experiment, branch.after(answer))
        for place, times in self._repeats.among(len(ended)):
            outcome, _, answer = ended[place]
            before = Resumed(True, None, outcome, None)
            path, watchdog = branch.after(answer), self.memory.watchdog
            play_again(self.experiment, path, before, times, watchdog)
        self._uncounted += len(ended)
        if self._uncounted >= COUNTED:
            self._count()

    def _count(self) -> None:
        more, self._uncounted = self._uncounted, 0
        self._finished += more
        self.memory.count_paths(self.experiment, more, self._finished)

    def _located(
        self, error: BaseException, generator: Any, branch: _Branch, answer: Any
    ) -> BaseException:
        """An error that ended a path, with the rule, the line and the answers before it."""
        if isinstance(error, OpenChoiceError):
            return error
        if isinstance(error, OverdueError):
            return self.memory.watchdog.overdue(self.experiment, error)
        assert isinstance(error, Exception)
        place = raising_line(error.__traceback__)
        if not place and generator is not None:
            place = asking_line(generator)
        return blamed(error, self.experiment, place, branch.after(answer))


def replayed_to(
    experiment: Experiment[Any], answers: tuple[Any, ...], watchdog: Watchdog
) -> Resumed:
    """The state of an experiment's generator after these answers."""
    watchdog.beats += 1
    try:
        if experiment.replays:
            found = resumed(experiment.steps_after(answers), ())
        else:
            found = resumed(experiment.steps(), answers)
    except OverdueError as error:
        raise watchdog.overdue(experiment, error) from None
    except Exception as error:
        raise blamed(error, experiment, raising_line(error.__traceback__), answers) from None
    if found.ended and not is_outcome(found.outcome):
        raise bad_outcome(found.outcome, experiment, answers)
    return found


_BATCHES = 6
_PROBES = 15


def estimated_paths(
    experiment: Experiment[Any], known: Mapping[Any, Weights], most_asks: int
) -> int:
    """Knuth's estimate of the number of paths: the mean of estimates from random paths.

    The lowest mean of several batches is used, so that a rare long path does not dominate.
    """
    chance = Random(0)

    def batch() -> int:
        estimates = (_probe(experiment, known, most_asks, chance) for _ in range(_PROBES))
        return sum(estimates) // _PROBES

    return min(batch() for _ in range(_BATCHES))


def _probe(
    experiment: Experiment[Any], known: Mapping[Any, Weights], most_asks: int, chance: Random
) -> int:
    """The product of the number of answers at every branch of a random path.

    The path ends early at a request whose weights are not known yet.
    """
    paths = 1
    generator = experiment.steps()
    try:
        request = begun(generator)
        for _ in range(most_asks):
            outcomes = tuple(known[request].table)
            paths *= max(1, len(outcomes))
            request = passed_over(generator, generator.send(chance.choice(outcomes)))
    except Exception:
        pass  # it ended, met an unknown request, or failed, which following the paths will report
    return paths
