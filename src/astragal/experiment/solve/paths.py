"""Every path through an experiment's generator, each followed once, with its weight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from astragal.errors import AstragalError, RuleError
from astragal.experiment.choices import ChoosesError
from astragal.experiment.generators import Resumed, answered, passed_over, resumed
from astragal.experiment.notes import Note
from astragal.experiment.outcomes import bad_outcome, is_outcome
from astragal.experiment.places import asking_line, blamed, raising_line, rule_error
from astragal.experiment.watchdog import OverdueError, Watchdog
from astragal.odds.weights import AtOnce, Weighing, Weights, merged
from astragal.outcome import typed

if TYPE_CHECKING:
    from astragal.experiment.experiment import Experiment
    from astragal.experiment.solve.memory import Memory


COUNTED = 200
"""Paths are counted this many at a time."""

_TRUTHS = {truth: typed(truth) for truth in (True, False)}

_BEGIN = Weights({None: 1}, 1)
"""What a generator is started with: the answer to nothing."""


class _Fork(NamedTuple):
    """Where paths part: the answers so far, the weights of the next answer, the weight of getting here."""

    answers: tuple[Any, ...]
    law: Weights
    weight: int
    denominator: int
    generator: Any
    """one that has come this far, for the first of the paths"""

    def after(self, answer: Any) -> tuple[Any, ...]:
        """The answers with one more; what a generator is started with is none."""
        return () if self.law is _BEGIN else (*self.answers, answer)


def every_path(experiment: Experiment[Any], memory: Memory) -> Weighing:
    """The weights of everything an experiment can come to.

    A generator cannot go two ways, so it is started anew for each path: it is given the answers that led
    to a fork again, and then another one. Its requests are weighed once, by whoever runs this.
    """
    known, watchdog, start = memory.known, memory.watchdog, experiment.starter()
    tables: dict[int, dict[Any, int]] = {}
    waiting = [_Fork((), _BEGIN, 1, 1, start())]
    paths = 0
    asked = False
    request: Any = _BEGIN
    while waiting:
        fork = waiting.pop()
        answers, law, weight, denominator, generator = fork
        denominator *= law.denominator
        table = tables.setdefault(denominator, {})
        deeper = []
        first = True
        watchdog.beats += 1
        for answer, share in law.table.items():
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
                raise watchdog.overdue(experiment, error) from None
            except Exception as error:
                place = raising_line(error.__traceback__) or asking_line(generator)
                raise blamed(error, experiment, place, fork.after(answer)) from None
            else:
                further = fork.after(answer)
                memory.check_asks(experiment, len(further) + 1)
                deeper.append(_Fork(further, onward, weight * share, denominator, generator))
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
        # The first face comes first, so outcomes without an order are listed as the faces are.
        waiting += reversed(deeper)
    memory.count_paths(experiment, paths % COUNTED, paths)
    try:
        weights = merged(tables)
    except RuleError as error:
        raise blamed(error, experiment, "") from None
    return weights if asked else AtOnce(*weights)


def _at_fork(
    generator: Any, request: Any, answers: tuple[Any, ...], experiment: Experiment[Any]
) -> Any:
    """The request of a generator after these answers; ``request`` is its first."""
    try:
        return answered(generator, passed_over(generator, request), answers)
    except StopIteration:
        raise _unsteady(experiment, "") from None


def _unsteady(experiment: Experiment[Any], place: str) -> AstragalError:
    return rule_error(
        "unsteady",
        experiment,
        place,
        "behaved differently when it was run again with the same answers",
        "a rule must not use randomness of its own, a clock, or anything else that changes",
    )


def replayed_to(
    experiment: Experiment[Any], answers: tuple[Any, ...], watchdog: Watchdog
) -> Resumed:
    """An experiment after these answers: its next request, or its outcome."""
    watchdog.beats += 1
    try:
        found = resumed(experiment.steps(), answers)
    except OverdueError as error:
        raise watchdog.overdue(experiment, error) from None
    except Exception as error:
        raise blamed(error, experiment, raising_line(error.__traceback__), answers) from None
    if found.ended and not is_outcome(found.outcome):
        raise bad_outcome(found.outcome, experiment, answers)
    return found
