"""Every way an experiment can go, each gone once, with the weight of what was answered on it."""

from __future__ import annotations

from types import BuiltinFunctionType, CoroutineType, FunctionType, GeneratorType
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal.errors import AstragalError, RuleError
from astragal.experiment.choices import ChoosesError
from astragal.experiment.notes import Note
from astragal.experiment.places import asking_line, blamed, last_line, raising_line, rule_error
from astragal.experiment.solve.runs import answered, begun, passed_over
from astragal.experiment.watchdog import OverdueError, Watch
from astragal.odds.weights import Weighing, Weights, merged
from astragal.outcome import is_hashable, typed
from astragal.rules.rule import Rule

if TYPE_CHECKING:
    from astragal.experiment.experiment import Experiment
    from astragal.experiment.solve.memory import Memory


COUNTED = 200
"""Paths are counted so many at a time."""

_TRUTHS = {truth: typed(truth) for truth in (True, False)}

_BEGIN = Weights(((None, 1),), 1)
"""What a generator is begun with: the answer to nothing."""


class _Fork(NamedTuple):
    """Where ways part: the answers so far, what is asked for, the weight of getting there."""

    answers: tuple[Any, ...]
    law: Weights
    weight: int
    below: int
    generator: Any
    """one that has come this far, for the first of the ways"""

    def after(self, answer: Any) -> tuple[Any, ...]:
        """The answers with one more; what a generator is begun with is none."""
        return () if self.law is _BEGIN else (*self.answers, answer)


def every_path(experiment: Experiment[Any], memory: Memory) -> Weighing:
    """The weights of everything an experiment can come to.

    A generator cannot go two ways, so it is started anew for each: the answers that led to a fork are
    given again, and then another one. What it asks for is weighed once, by whoever runs this.
    """
    known, watch, start = memory.known, memory.watch, experiment.starter()
    tables: dict[int, dict[Any, int]] = {}
    waiting = [_Fork((), _BEGIN, 1, 1, start())]
    paths = 0
    asked = False
    request: Any = _BEGIN
    while waiting:
        fork = waiting.pop()
        answers, law, weight, below, generator = fork
        below *= law.below
        table = tables.setdefault(below, {})
        deeper = []
        first = True
        watch.beats += 1
        for answer, share in law.pairs:
            try:
                if generator is None:
                    generator = start()
                    request = None
                    request = generator.send(None)
                    if answers or type(request) is Note:
                        request = _at_fork(generator, request, answers, experiment)
                    if first and known.get(request) is not law:
                        raise _unsteady(experiment, asking_line(generator))
                    first = False
                request = generator.send(answer)
                while type(request) is Note:
                    request = generator.send(None)
                try:
                    onward = known[request]
                except (KeyError, TypeError):
                    onward = yield memory.wanted(request, experiment, generator)
            except StopIteration as stop:
                if request is None:
                    raise _unsteady(experiment, "") from None
                outcome = stop.value
            except ChoosesError:
                raise
            except OverdueError as error:
                raise watch.overdue(experiment, error) from None
            except Exception as error:
                place = raising_line(error.__traceback__) or asking_line(generator)
                raise blamed(error, experiment, place, fork.after(answer)) from None
            else:
                further = fork.after(answer)
                memory.check_asks(experiment, len(further) + 1)
                deeper.append(_Fork(further, onward, weight * share, below, generator))
                generator = None
                continue
            generator = None
            paths += 1
            if paths % COUNTED == 0:
                memory.count_paths(experiment, COUNTED, paths)
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
            except TypeError:
                pass
            raise bad_outcome(outcome, experiment, fork.after(answer))
        asked = asked or bool(deeper)
        # The first face comes first, so outcomes without an order stand as the faces do.
        waiting += reversed(deeper)
    memory.count_paths(experiment, paths % COUNTED, paths)
    try:
        return merged(tables, idle=not asked)
    except RuleError as error:
        raise blamed(error, experiment, "") from None


def _at_fork(
    generator: Any, request: Any, answers: tuple[Any, ...], experiment: Experiment[Any]
) -> Any:
    """What a generator asks for after these answers, as one did before; ``request`` is its first."""
    try:
        return answered(generator, passed_over(generator, request), answers)
    except StopIteration:
        raise _unsteady(experiment, "") from None


def _unsteady(experiment: Experiment[Any], place: str) -> AstragalError:
    return rule_error(
        "unsteady",
        experiment,
        place,
        "did not do the same again after the same answers",
        "a rule must not use chance of its own, a clock, or anything that changes between runs",
    )


class Resumed(NamedTuple):
    """Where a generator is: at a request, or at its end with an outcome."""

    ended: bool
    request: Any
    outcome: Any
    generator: Any


def resumed(experiment: Experiment[Any], answers: tuple[Any, ...], watch: Watch) -> Resumed:
    """An experiment after these answers: what it asks for next, or what it came to."""
    generator = experiment.steps()
    watch.beats += 1
    try:
        request = answered(generator, begun(generator), answers)
    except StopIteration as stop:
        if not is_outcome(stop.value):
            raise bad_outcome(stop.value, experiment, answers) from None
        return Resumed(True, None, stop.value, generator)
    except OverdueError as error:
        raise watch.overdue(experiment, error) from None
    except Exception as error:
        raise blamed(error, experiment, raising_line(error.__traceback__), answers) from None
    return Resumed(False, request, None, generator)


def is_outcome(outcome: Any) -> bool:
    """Whether odds can be given of it: anything hashable but None, floats, and what is still to be run."""
    return outcome is not None and not isinstance(outcome, _NO_OUTCOMES) and is_hashable(outcome)


_UNRUN = (GeneratorType, CoroutineType)
_UNCALLED = (Rule, FunctionType, BuiltinFunctionType)
_NO_OUTCOMES = (float, complex, *_UNRUN, *_UNCALLED)


def bad_outcome(
    outcome: Any, experiment: Experiment[Any], answers: tuple[Any, ...]
) -> AstragalError:
    """The error for what cannot be an outcome, with the line that returned it."""
    place = last_line(experiment.steps, answers)
    if outcome is None:
        return rule_error(
            "no-outcome", experiment, place, "ended without an outcome", "return what it comes to"
        )
    if isinstance(outcome, float | complex):
        return rule_error(
            "float-outcome",
            experiment,
            place,
            f"{outcome!r} is a float, and odds are exact",
            "divide with `//`, or use a Fraction",
        )
    if isinstance(outcome, _UNCALLED):
        name = getattr(outcome, "name", None) or getattr(outcome, "__name__", "it")
        return rule_error(
            "uncalled-outcome", experiment, place, f"ended with {outcome!r}", f"call it: {name}(…)"
        )
    if isinstance(outcome, _UNRUN):
        return rule_error(
            "unrun-outcome",
            experiment,
            place,
            "ended with a generator that was never run",
            "delegate to it with `yield from`, or make it a rule and end with that",
        )
    return rule_error(
        "unhashable-outcome",
        experiment,
        place,
        f"an outcome must be hashable, and {outcome!r} is not",
        "return a tuple instead of a list, or a frozen dataclass",
    )
