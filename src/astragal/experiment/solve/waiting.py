"""Where an experiment under way waits: after some answers, or in a state of its split generator.

To follow one more answer, a generator has to be started anew and given all answers before it. One
that is split goes on from where it waits, and equal states are one, whatever led to them.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from astragal._steady import WARY_TIMES
from astragal.experiment.experiment import Experiment
from astragal.experiment.generators import resumed
from astragal.experiment.outcomes import is_outcome
from astragal.experiment.solve.memory import Memory
from astragal.experiment.solve.repeating import play_again
from astragal.experiment.splitting.normal_form import NotSplitError
from astragal.experiment.splitting.splits import (
    Segment,
    give_up,
    is_ask,
    is_worth_splitting,
    kind_of,
    started,
)
from astragal.experiment.splitting.states import copier, key_of
from astragal.outcome import typed


class Waiting:
    """A split generator that waits at a request; equal if the same can follow."""

    __slots__ = ("_hash", "_key", "answers", "request", "segment", "variables")

    def __init__(self, ask: tuple[Any, Segment, Any, tuple[Any, ...]], answers: Any) -> None:
        _, self.segment, self.request, self.variables = ask
        self.answers: tuple[Any, ...] = answers
        """those that led here first"""
        self._key = self.segment, self.request, key_of(self.variables)
        self._hash = hash(self._key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is Waiting and self._key == other._key)


class Over(NamedTuple):
    """A split generator that has ended with an outcome."""

    outcome: Any
    answers: tuple[Any, ...]


Where: TypeAlias = tuple[Any, ...] | Waiting
"""The answers that an experiment got, or the state that it is in."""


def answers_of(where: Where) -> tuple[Any, ...]:
    """The answers that an experiment got so far, on the first way that led there."""
    return where.answers if isinstance(where, Waiting | Over) else where


def begun(experiment: Experiment[Any], memory: Memory) -> Where:
    """Where an experiment waits first, if its generator is split; else no answers."""
    if experiment.plays_itself or memory.repeats_of(experiment.definition).wary:
        return ()
    generator: Any = experiment.steps()
    kind = kind_of(generator) if hasattr(generator, "gi_code") else None
    if kind is None or not is_worth_splitting(kind, 1):
        return ()
    try:
        return _led_to(started(generator), ())
    except NotSplitError:
        give_up(kind)
    except Exception:
        pass  # it is played for the error with its place
    return ()


def after(experiment: Experiment[Any], where: Where, answer: Any, memory: Memory) -> Where:
    """Where an experiment waits after one more answer, or that it has ended."""
    answers = (*answers_of(where), answer)
    if not isinstance(where, Waiting):
        return answers
    fresh = copier(where.variables)
    variables = where.variables if fresh is None else fresh()
    try:
        found = _led_to(where.segment(*variables, answer), answers)
    except Exception:
        return answers  # it is played for the error with its place
    for _, times in memory.repeats_of(experiment.definition).among(1):
        if not _is_same(experiment, found, times, memory):
            return answers
    return found


def _led_to(result: Any, answers: tuple[Any, ...]) -> Where:
    if is_ask(result):
        return Waiting(result, answers)
    return Over(result, answers) if is_outcome(result) else answers


def _is_same(experiment: Experiment[Any], found: Where, times: int, memory: Memory) -> bool:
    """Whether the generator itself comes to the same; it is played again so many times."""
    answers = answers_of(found)
    first = resumed(experiment.steps(), answers)
    if isinstance(found, Over):
        same = first.ended and typed(first.outcome) == typed(found.outcome)
    else:
        same = isinstance(found, Waiting) and not first.ended and first.request == found.request
    play_again(experiment, answers, first, times if same else WARY_TIMES, memory.watchdog)
    return same
