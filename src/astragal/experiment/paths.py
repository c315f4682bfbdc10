"""Every way an experiment can go, each gone once, with the weight of what was answered on it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal.errors import AstragalError
from astragal.experiment.choices import Choice
from astragal.experiment.never import NEVER
from astragal.experiment.notes import Note
from astragal.experiment.places import (
    asking_line,
    blamed,
    interrupted_line,
    last_line,
    rule_error,
)
from astragal.experiment.watch import OverdueError, Watch
from astragal.experiment.weights import Weighing, Weights, merged

if TYPE_CHECKING:
    from astragal.experiment.experiment import Experiment
    from astragal.experiment.memory import Memory


_COUNTED = 200
"""Paths are counted so many at a time."""


class ChoosesError(Exception):
    """An experiment leaves a choice, so it has no odds before somebody decides."""

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice.question)
        self.choice = choice


class _Fork(NamedTuple):
    """Where ways part: the answers so far, what is asked for, the weight of getting there."""

    answers: tuple[Any, ...]
    law: Weights
    weight: int
    below: int
    generator: Any
    """one that has come this far, for the first of the ways"""


def every_path(experiment: Experiment[Any], memory: Memory) -> Weighing:
    """The weights of everything an experiment can come to.

    A generator cannot go two ways, so it is started anew for each: the answers that led to a fork are
    given again, and then another one. What it asks for is weighed once, by whoever runs this.
    """
    known, watch = memory.known, memory.watch
    start = experiment.starter()
    tables: dict[int, dict[Any, int]] = {}
    waiting = [_Fork((), _BEGIN, 1, 1, start())]
    paths = 0
    while waiting:
        answers, law, weight, below, generator = waiting.pop()
        if len(answers) > memory.limits.asks:
            raise memory.too_many_asks(experiment)
        below *= law.below
        table = tables.setdefault(below, {})
        deeper = []
        restarted = watch.paused = False
        watch.beats += 1
        for answer, share in law.pairs:
            paths += 1
            if paths % _COUNTED == 0:
                memory.count_paths(experiment, _COUNTED, paths)
            try:
                if generator is None:
                    generator = start()
                    request = _at_fork(generator, answers, experiment)
                    if not restarted:
                        restarted = True
                        if known.get(request) is not law:
                            raise _unsteady(experiment, asking_line(generator))
                if answer is NEVER:
                    raise StopIteration(NEVER)
                request = generator.send(answer)
                while type(request) is Note:
                    request = generator.send(None)
                try:
                    onward = known[request]
                except (KeyError, TypeError):
                    onward = yield memory.wanted(request, experiment, generator)
            except StopIteration as stop:
                outcome = stop.value
            except ChoosesError:
                raise
            except OverdueError as error:
                raise watch.overdue(experiment, generator, error) from None
            except Exception as error:
                place = interrupted_line(generator, error.__traceback__) or asking_line(generator)
                raise blamed(error, experiment, place, _after(answers, law, answer)) from None
            else:
                given = _after(answers, law, answer)
                deeper.append(_Fork(given, onward, weight * share, below, generator))
                generator = None
                continue
            generator = None
            try:
                # True and 1 are equal in Python; here they must not be.
                if outcome is True or outcome is False:
                    outcome = _TRUTHS[outcome]
                if outcome in table:
                    table[outcome] += weight * share
                else:
                    _check(outcome)
                    table[outcome] = weight * share
            except TypeError:
                raise bad_outcome(outcome, experiment, _after(answers, law, answer)) from None
        # The first face comes first, so outcomes without an order stand as the faces do.
        waiting += reversed(deeper)
    memory.count_paths(experiment, paths % _COUNTED, paths)
    return _named(merged(tables, idle=paths == 1), experiment)


def _after(answers: tuple[Any, ...], law: Weights, answer: Any) -> tuple[Any, ...]:
    """The answers with one more; what a generator is begun with is none."""
    return () if law is _BEGIN else (*answers, answer)


def _at_fork(generator: Any, answers: tuple[Any, ...], experiment: Experiment[Any]) -> Any:
    """What a fresh generator asks for after these answers."""
    send = generator.send
    try:
        request = send(None)
        for answer in answers:
            while type(request) is Note:
                request = send(None)
            request = send(answer)
        while type(request) is Note:
            request = send(None)
    except StopIteration:
        raise _unsteady(experiment, "") from None
    return request


def _unsteady(experiment: Experiment[Any], place: str) -> AstragalError:
    return rule_error(
        "unsteady",
        experiment,
        place,
        "did not do the same again after the same answers",
        "a rule must not use chance of its own, a clock, or anything that changes between runs",
    )


_BEGIN = Weights(((None, 1),), 1)
"""What a generator is begun with: the answer to nothing."""

_TRUTHS = {True: object(), False: object()}


def _check(outcome: Any) -> None:
    if outcome is None or isinstance(outcome, float | complex):
        raise TypeError


_NAMES = {stand_in: truth for truth, stand_in in _TRUTHS.items()}


def _named(law: Weights, experiment: Experiment[Any]) -> Weights:
    """The same weights, truth by its own name again."""
    if not any(outcome in _NAMES for outcome, _ in law.pairs):
        return law
    if any(type(outcome) in (int, Fraction) for outcome, _ in law.pairs):
        what = "comes to true or false on some ways and to numbers on others"
        raise rule_error("mixed-outcomes", experiment, "", what)
    return law._replace(pairs=tuple((_NAMES.get(o, o), weight) for o, weight in law.pairs))


def resumed(experiment: Experiment[Any], answers: tuple[Any, ...], watch: Watch) -> Resumed:
    """An experiment after these answers: what it asks for next, or what it came to."""
    generator = experiment.steps()
    watch.beats += 1
    try:
        request = generator.send(None)
        for answer in answers:
            while type(request) is Note:
                request = generator.send(None)
            request = generator.send(answer)
        while type(request) is Note:
            request = generator.send(None)
    except StopIteration as stop:
        if not is_outcome(stop.value):
            raise bad_outcome(stop.value, experiment, answers) from None
        return Resumed(None, stop.value, generator)
    except OverdueError as error:
        raise watch.overdue(experiment, generator, error) from None
    except Exception as error:
        raise blamed(
            error, experiment, interrupted_line(generator, error.__traceback__), answers
        ) from None
    return Resumed(request, None, generator)


class Resumed(NamedTuple):
    """A request (or None, at the end), the outcome (at the end), and the generator for its line."""

    request: Any
    outcome: Any
    generator: Any


def is_outcome(outcome: Any) -> bool:
    """Whether odds can be given of it: anything hashable but None and floats."""
    if outcome is None or isinstance(outcome, float | complex):
        return False
    try:
        hash(outcome)
    except TypeError:
        return False
    return True


def bad_outcome(
    outcome: Any, experiment: Experiment[Any], answers: tuple[Any, ...]
) -> AstragalError:
    """The error for what cannot be an outcome, with the line that returned it."""
    place = last_line(experiment.steps, answers)
    if outcome is None:
        return rule_error(
            "no-outcome", experiment, place, "ended without an outcome", "return what it comes to"
        )
    if isinstance(outcome, float):
        return rule_error(
            "float-outcome",
            experiment,
            place,
            f"{outcome!r} is a float, and odds are exact",
            "divide with `//`, or use a Fraction",
        )
    return rule_error(
        "unhashable-outcome",
        experiment,
        place,
        f"an outcome must be hashable, and {outcome!r} is not",
        "return a tuple instead of a list, or a frozen dataclass",
    )
