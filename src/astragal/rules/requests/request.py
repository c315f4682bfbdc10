"""Requests of a rule: dice, notation and other experiments."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from astragal._generic import T
from astragal._visible import in_short
from astragal.die import Die, standard_die
from astragal.errors import RuleError
from astragal.experiment.experiment import Experiment
from astragal.experiment.notes import Note
from astragal.experiment.primitives import OneDie
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.notation.syntax.parser import parse
from astragal.outcome import show
from astragal.rolling.phrases import phrase

if TYPE_CHECKING:
    from astragal.experiment.run.scenes import Scene, Stage
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.walks.hands import Hand
    from astragal.probability.weights import Weights
    from astragal.rolling.phrases import Said

DiceOfNumbers: TypeAlias = int | Die
"""A number of sides, or a die: the outcome is a whole number."""

Rolled: TypeAlias = int | Die | str | Experiment[Any]
"""A number of sides, a die, notation or any experiment."""

TellRolled: TypeAlias = Callable[[Sequence[Any]], Note]
"""Makes the note about rolled dice, before anything follows from them."""


class Request(Experiment[T], abstract=True):
    """The base of experiments whose generators may ask for notation as text."""

    def asked(self, request: Any, limits: Limits | None = None) -> Experiment[Any]:
        return experiment_of(request, limits)


class Several(Request[T], abstract=True):
    """The base of requests that combine the outcomes of several experiments."""

    def tell_stage(self, stage: Stage) -> Said:
        from astragal.experiment.run.telling import tell_results

        return tell_results(stage)

    def tell_request(self, scene: Scene) -> Said:
        told = self.tell_stage(scene.stages[0])
        return phrase([f"{self}: ", told, f" → {show(scene.outcome)}"])


class Pool(Several[tuple[Any, ...]], abstract=True):
    """The base of requests whose outcome is a tuple of values, which a walk reads face by face."""

    remedy: ClassVar[str] = "a pool"

    def hand(self, memory: Memory) -> Generator[Any, Weights, Hand]:
        """Its values for a walk, from the weights of its requests."""
        raise TypeError(f"{type(self).__name__} lacks hand")


def d(sides: int) -> Die:
    """A die with this many sides: ``face = yield d(20)``.

    >>> import astragal
    >>> astragal.d(20)
    Die('d20')
    """
    if type(sides) is not int:
        raise RuleError("bad-number", f"a die needs a whole number of sides, not {in_short(sides)}")
    return standard_die(sides)


def experiment_of(what: Any, limits: Limits | None = None) -> Experiment[Any]:
    """The experiment for a request: a die, notation, or an experiment itself."""
    if isinstance(what, Experiment):
        return what
    if isinstance(what, Die):
        return OneDie(what)
    if isinstance(what, str):
        return parse(what, limits=None if limits is DEFAULT_LIMITS else limits)
    name = getattr(what, "name", None) or getattr(what, "__name__", "it")
    raise RuleError(
        "bad-request",
        f"a rule cannot ask for {in_short(what)}",
        hint=f"call it: {name}(…)"
        if callable(what)
        else 'ask for a die (`d(6)`), notation (`"2d6 + 3"`), or another experiment',
    )


def die_or_experiment(what: Any) -> Experiment[Any]:
    """Like ``experiment_of``, but a number means a die with that many sides."""
    return OneDie(d(what)) if type(what) is int else experiment_of(what)
