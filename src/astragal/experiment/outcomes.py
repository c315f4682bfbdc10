"""What an experiment may come to, and what to say where a rule ends with anything else."""

from __future__ import annotations

from types import BuiltinFunctionType, CoroutineType, FunctionType, GeneratorType
from typing import TYPE_CHECKING, Any

from astragal.errors import AstragalError
from astragal.experiment.places import last_line, rule_error
from astragal.outcome import is_hashable

if TYPE_CHECKING:
    from astragal.experiment.experiment import Experiment


class Unapplied:
    """The base of what gives an experiment once it is called: a rule without its parameters."""


def is_outcome(outcome: Any) -> bool:
    """Whether an experiment may come to this: anything hashable that is exact and needs no call."""
    return outcome is not None and not isinstance(outcome, _NO_OUTCOMES) and is_hashable(outcome)


_UNRUN = (GeneratorType, CoroutineType)
_UNCALLED = (Unapplied, FunctionType, BuiltinFunctionType)
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
