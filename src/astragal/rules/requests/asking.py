"""What a rule may ask for, in the forms people write it: a die, notation, another experiment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from astragal.die import Die, standard_die
from astragal.errors import NOWHERE, OddsError, RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.odds.weights import Weighing, of_die, of_distribution
from astragal.outcome import Outcome

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory


class OneDie(Experiment[int]):
    """A single die."""

    die: Die

    def steps(self) -> Asks[int]:
        return (yield self.die)  # type: ignore[no-any-return]

    def weigh(self, memory: Memory) -> Weighing:
        die = self.die
        memory.limits.check("sides", die.total if die.weights is None else len(die.faces), NOWHERE)
        return of_die(die)
        yield

    def __str__(self) -> str:
        return str(self.die)


class Typed(Experiment[Outcome]):
    """An expression of notation, as an experiment among others."""

    expression: Expression

    def steps(self) -> Asks[Outcome]:
        return (yield self.expression)  # type: ignore[no-any-return]

    def weigh(self, memory: Memory) -> Weighing:
        with memory.watch.rest():
            odds = self.expression.odds(limits=memory.limits)
        if not odds.finite:
            raise OddsError(
                "endless-request",
                f"`{self.expression}` has no end of outcomes, so a rule cannot look at each",
                hint=f"ask for what matters of it, e.g. `{self.expression} >= 10` or "
                f"`min({self.expression}, 50)`",
            )
        return of_distribution(odds)
        yield

    def __str__(self) -> str:
        return self.expression.uncommented


def d(sides: int) -> Die:
    """A die of so many sides: ``face = yield d(20)``.

    >>> import astragal
    >>> astragal.d(20)
    Die('d20')
    """
    return standard_die(sides)


def experiment_of(what: Any, limits: Limits | None = None) -> Experiment[Any]:
    """The experiment that something asked for stands for: a die, notation, or an experiment itself."""
    if isinstance(what, Experiment):
        return what
    if isinstance(what, Die):
        return OneDie(what)
    if isinstance(what, str):
        return Typed(parse(what, limits=limits))
    if isinstance(what, Expression):
        return Typed(what)
    if callable(what):
        name = getattr(what, "name", None) or getattr(what, "__name__", "it")
        raise RuleError(
            "bad-request", f"{_shortened(what)} is nothing to ask for", hint=f"call it: {name}(…)"
        )
    raise RuleError(
        "bad-request",
        f"{_shortened(what)} is nothing to ask for",
        hint='ask for a die (`d(6)`), notation (`"2d6 + 3"`), or another experiment',
    )


def goes_on(outcome: Any) -> bool:
    """Whether what a rule ended with is an experiment, to go on with."""
    return isinstance(outcome, _GOING_ON)


def any_goes_on(pairs: Iterable[tuple[Any, int]]) -> bool:
    """Whether one of some outcomes is an experiment."""
    return any(isinstance(outcome, _GOING_ON) for outcome, _ in pairs)


_GOING_ON = (Experiment, Expression, Die)
"""Made once: this is asked of every outcome of everything."""


def die_or_experiment(what: Any) -> Experiment[Any]:
    """The same, where a number stands for a die of so many sides."""
    return OneDie(d(what)) if type(what) is int else experiment_of(what)


def _shortened(what: Any) -> str:
    text = repr(what)
    return text if len(text) <= 60 else text[:59] + "…"
