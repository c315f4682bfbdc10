"""Outcomes: the values that an experiment may return, and the errors for all others."""

from __future__ import annotations

from enum import Enum
from types import BuiltinFunctionType, CoroutineType, FunctionType, GeneratorType
from typing import TYPE_CHECKING, Any, Final

from astragal._visible import in_short
from astragal.errors import AstragalError
from astragal.experiment.generators import last_line
from astragal.experiment.places import rule_error
from astragal.outcome import is_hashable

if TYPE_CHECKING:
    from astragal.experiment.experiment import Experiment


class Never(Enum):
    """The outcome of a chain that never ends.

    >>> import astragal
    >>> def step(place: str) -> astragal.Experiment[str]:
    ...     return astragal.coin("home", "pit") if place == "road" else astragal.coin("pit", "pit")
    >>> walk = astragal.chain(step, "road", until=lambda place: place == "home")
    >>> walk.odds().probability(astragal.NEVER)
    Fraction(1, 2)
    """

    ENDS = "never ends"

    def __str__(self) -> str:
        return "never ends"


NEVER: Final = Never.ENDS


class Unapplied:
    """The base of rules that still lack their parameters: they become experiments when called."""


def is_outcome(outcome: Any) -> bool:
    """True if a value may be an outcome: it must be hashable and exact, and not a function."""
    return may_be_outcome(type(outcome)) and is_hashable(outcome)


def may_be_outcome(kind: type) -> bool:
    """True if hashable values of this type may be outcomes."""
    return not issubclass(kind, _NO_OUTCOMES)


_UNRUN = (GeneratorType, CoroutineType)
_UNCALLED = (Unapplied, FunctionType, BuiltinFunctionType)
_NO_OUTCOMES = (type(None), float, complex, *_UNRUN, *_UNCALLED)


def bad_outcome(
    outcome: Any, experiment: Experiment[Any], answers: tuple[Any, ...]
) -> AstragalError:
    """The error for an invalid outcome, with the line that returned it."""
    place = last_line(experiment.steps, answers)
    if outcome is None:
        return rule_error(
            "no-outcome", experiment, place, "ended without an outcome", "return the outcome"
        )
    if isinstance(outcome, float | complex):
        return rule_error(
            "float-outcome",
            experiment,
            place,
            f"{in_short(outcome)} is a float, and odds are exact",
            "divide with `//`, or use a Fraction",
        )
    if isinstance(outcome, _UNCALLED):
        name = getattr(outcome, "name", None) or getattr(outcome, "__name__", "it")
        return rule_error(
            "uncalled-outcome",
            experiment,
            place,
            f"returned {in_short(outcome)}",
            f"call it: {name}(…)",
        )
    if isinstance(outcome, _UNRUN):
        return rule_error(
            "unrun-outcome",
            experiment,
            place,
            "returned a generator that was never run",
            "delegate to it with `yield from`, or make it a rule and return that",
        )
    return rule_error(
        "unhashable-outcome",
        experiment,
        place,
        f"an outcome must be hashable, and {in_short(outcome)} is not",
        "return a tuple instead of a list, or a frozen dataclass",
    )
