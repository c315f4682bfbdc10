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


def every_path(experiment: Experiment[Any], memory: Memory) -> Weighing:
    """The weights of everything an experiment can come to.

    A generator cannot go two ways, so it is started anew for each: the answers that led to a fork are
    given again, and then another one. What it asks for is weighed once, by whoever runs this.
    """
    known, most, watch = memory.known, memory.limits.asks, memory.watch
    start = experiment.starter()
    tables: dict[int, dict[Any, int]] = {}
    # What was answered so far, what is asked for, the weight of getting there, and the generator that is there.
    waiting: list[tuple[tuple[Any, ...], Weights, int, int, Any]] = [((), _BEGIN, 1, 1, start())]
    paths = 0
    truths = False
    while waiting:
        answers, law, weight, below, generator = waiting.pop()
        below *= law.below
        table = tables.setdefault(below, {})
        if len(answers) > most:
            raise memory.too_many_asks(experiment)
        for answer, share in law.pairs:
            paths += 1
            if paths % _COUNTED == 0:
                memory.count_paths(experiment, _COUNTED, paths)
            watch.beats += 1
            watch.paused = False
            try:
                if generator is None:
                    generator = start()
                    request = generator.send(None)
                    for given in answers:
                        while type(request) is Note:
                            request = generator.send(None)
                        request = generator.send(given)
                    while type(request) is Note:
                        request = generator.send(None)
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
                given = () if law is _BEGIN else (*answers, answer)
                raise blamed(error, experiment, place, given) from None
            else:
                given = () if law is _BEGIN else (*answers, answer)
                waiting.append((given, onward, weight * share, below, generator))
                generator = None
                continue
            generator = None
            # True and 1 are equal in Python; here they must not be.
            if outcome is True or outcome is False:
                outcome = _TRUTHS[outcome]
                truths = True
            try:
                if outcome not in table:
                    _check(outcome)
                    table[outcome] = 0
                table[outcome] += weight * share
            except TypeError:
                given = () if law is _BEGIN else (*answers, answer)
                raise bad_outcome(outcome, experiment, given) from None
    memory.count_paths(experiment, paths % _COUNTED, paths)
    law = merged(tables, idle=paths == 1)
    return _named(law, experiment) if truths else law


_BEGIN = Weights(((None, 1),), 1)
"""What a generator is begun with: the answer to nothing."""

_TRUTHS = {True: object(), False: object()}


def _check(outcome: Any) -> None:
    if outcome is None or isinstance(outcome, float | complex):
        raise TypeError


def _named(law: Weights, experiment: Experiment[Any]) -> Weights:
    """The same weights, truth by its own name again."""
    truths = {stand_in: truth for truth, stand_in in _TRUTHS.items()}
    if any(type(outcome) in (int, Fraction) for outcome, _ in law.pairs):
        what = "comes to true or false on some ways and to numbers on others"
        raise rule_error("mixed-outcomes", experiment, "", what)
    return law._replace(pairs=tuple((truths.get(o, o), weight) for o, weight in law.pairs))


def resumed(experiment: Experiment[Any], answers: tuple[Any, ...], watch: Watch) -> Resumed:
    """An experiment after these answers: what it asks for next, or what it came to."""
    generator = experiment.steps()
    watch.beats += 1
    try:
        request = generator.send(None)
        for answer in (*answers, None):
            while type(request) is Note:
                request = generator.send(None)
            if answer is not None:
                request = generator.send(answer)
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
