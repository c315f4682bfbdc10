"""``roll`` and ``odds`` of notation or any experiment, in one call."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypedDict, overload

from astragal._generic import T
from astragal.errors import AstragalError, NotationError
from astragal.experiment.experiment import Experiment, Variables
from astragal.limits import Limits, bounded
from astragal.notation.syntax.parser import parse
from astragal.rolling.roll import Roll
from astragal.rolling.sources import Face, Seed, Source

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Unpack

    from astragal.die import Die
    from astragal.experiment.choices import Decide
    from astragal.probability.distribution import Distribution
    from astragal.probability.views import View


class RollOptions(TypedDict, total=False):
    """The keyword arguments of ``roll``, for type checkers."""

    faces: Iterable[Face] | None
    seed: Seed | None
    variables: Variables | None
    decide: Decide | None
    decisions: Iterable[Any] | None
    limits: Limits | None


class OddsOptions(TypedDict, total=False):
    """The keyword arguments of ``odds``, for type checkers."""

    variables: Variables | None
    aim: View | None
    decide: Decide | None
    limits: Limits | None
    tail: Fraction | None


@overload
def roll(
    what: Experiment[T], source: Source | None = None, **options: Unpack[RollOptions]
) -> Roll[T]: ...
@overload
def roll(what: Die, source: Source | None = None, **options: Unpack[RollOptions]) -> Roll[int]: ...
@overload
def roll(what: str, source: Source | None = None, **options: Unpack[RollOptions]) -> Roll[Any]: ...
@bounded
def roll(
    what: str | Die | Experiment[Any],
    source: Source | None = None,
    *,
    faces: Iterable[Face] | None = None,
    seed: Seed | None = None,
    variables: Variables | None = None,
    decide: Decide | None = None,
    decisions: Iterable[Any] | None = None,
    limits: Limits | None = None,
) -> Roll[Any]:
    """Roll notation or any experiment; see ``Experiment.roll``.

    >>> import astragal
    >>> print(astragal.roll("2d20kh1 + 5", faces=[7, 14]))
    2d20kh1 + 5 → (~7~, 14) + 5 = 19
    >>> astragal.roll("1d20 + @str", variables={"str": 3}, seed=1).outcome
    23
    >>> astragal.roll(astragal.best(2, 20), faces=[7, 14]).outcome
    14
    """
    experiment = parse(what, limits=limits) if type(what) is str else to_experiment(what, limits)
    if faces is None and seed is None and decide is None and decisions is None:
        return experiment.roll(source, variables=variables, limits=limits)
    return experiment.roll(
        source,
        faces=faces,
        seed=seed,
        variables=variables,
        decide=decide,
        decisions=decisions,
        limits=limits,
    )


@overload
def odds(what: Experiment[T], **options: Unpack[OddsOptions]) -> Distribution[T]: ...
@overload
def odds(what: Die, **options: Unpack[OddsOptions]) -> Distribution[int]: ...
@overload
def odds(what: str, **options: Unpack[OddsOptions]) -> Distribution[Any]: ...
@bounded
def odds(
    what: str | Die | Experiment[Any],
    *,
    variables: Variables | None = None,
    aim: View | None = None,
    decide: Decide | None = None,
    limits: Limits | None = None,
    tail: Fraction | None = None,
) -> Distribution[Any]:
    """The exact odds of notation or any experiment; see ``Experiment.odds``.

    >>> import astragal
    >>> astragal.odds("4d6kh3").mean
    Fraction(15869, 1296)
    >>> astragal.odds("1d20 + 5 >= 15").probability(True)
    Fraction(11, 20)
    >>> astragal.odds(astragal.best(2, 20)).at_least(15)
    Fraction(51, 100)
    """
    _load_odds()
    experiment = parse(what, limits=limits) if type(what) is str else to_experiment(what, limits)
    return experiment.odds(variables=variables, aim=aim, decide=decide, limits=limits, tail=tail)


_FOR_ODDS = (
    "astragal.experiment.solve.analysis",
    "astragal.experiment.solve.paths",
    "astragal.notation.weighing.known_dice",
    "astragal.notation.syntax.text_reader",
    "astragal.notation.weighing.weigher",
)


@cache
def _load_odds() -> None:
    """Import everything that odds need, once and before the notation is read.

    This keeps imports from interrupting the calculation.
    """
    for module in _FOR_ODDS:
        if module not in sys.modules:
            import_module(module)


def to_experiment(what: Any, limits: Limits | None = None) -> Experiment[Any]:
    """The experiment for an argument: an experiment, notation or a die."""
    if isinstance(what, Experiment):
        return what
    if isinstance(what, str):
        return parse(what, limits=limits)
    from astragal.rules.requests.request import experiment_of

    try:
        return experiment_of(what, limits)
    except AstragalError as error:
        message = f"expected notation or an experiment, not {type(what).__name__}"
        raise NotationError("not-text", message, hint=error.hints) from None
