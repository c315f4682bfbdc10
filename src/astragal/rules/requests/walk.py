"""The walk: a function folded over the faces of pools, from the highest face to the lowest."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, cast

from astragal._value import field
from astragal._visible import in_short, visible
from astragal.errors import AstragalError, RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import Note
from astragal.experiment.outcomes import is_outcome
from astragal.experiment.primitives import OneDie
from astragal.notation.expression import Expression
from astragal.notation.nodes.shown import Shown, hand_of_values, values_of
from astragal.outcome import counts, is_hashable
from astragal.probability.budget import Cache
from astragal.probability.walks.hands import Hand, Order, Plain
from astragal.probability.walks.lattice import falling
from astragal.probability.walks.lots import Beyond, Listed, Lot
from astragal.probability.walks.readings import Reading, as_it_is
from astragal.probability.walks.walk import walk as walk_over
from astragal.probability.weights import AtOnce, Weighing, Weights
from astragal.rolling.phrases import phrase
from astragal.rules.requests.dice import InOrder
from astragal.rules.requests.request import Pool, Request, Rolled, die_or_experiment

if TYPE_CHECKING:
    from astragal.experiment.run.scenes import Scene, Stage
    from astragal.experiment.solve.memory import Memory
    from astragal.rolling.frame import Frame
    from astragal.rolling.phrases import Said


Tell: TypeAlias = Callable[..., Note]
"""Makes the note about the dice of every pool."""


class Walk(Request[Any]):
    """A function folded over the faces of pools."""

    remedy: ClassVar[str] = "a pool"
    pools: tuple[Experiment[Any], ...]
    start: Any
    step: Callable[..., Any]
    end: Callable[[Any], Any]
    order: Order
    name: str
    tell: Tell | None = field(default=None, compare=False)

    blames_asker: ClassVar[bool] = True
    weighs_alone: ClassVar[bool] = True

    @property
    def inline(self) -> bool:  # type: ignore[override]
        return self.tell is not None

    def steps(self) -> Asks[Any]:
        pools: list[Any] = []
        for pool in self.pools:
            values = yield pool
            pools.append(values)
        if self.tell is not None:
            yield self.tell(*pools)
        rolled = list(map(counts, pools))
        faces = yield _Faces(self.pools)
        return self._reading.of(faces if self.order is Order.FALLING else faces[::-1], rolled)

    def weigh(self, memory: Memory) -> Weighing:
        hands: list[Hand] = []
        for pool in self.pools:
            hand = yield from hand_of(pool, memory)
            hands.append(hand)
        return walk_over(hands, self._reading, memory.budget, memory.watchdog.beat)

    @cached_property
    def _reading(self) -> Reading:
        return Reading(self.start, self.step, self._ended, self.order)

    def _ended(self, state: Any) -> Any:
        """The outcome for the last state, checked."""
        try:
            outcome = self.end(state)
        except AstragalError:
            raise
        except Exception as error:
            message = f"{self} fails at its end: {type(error).__name__}: {error}"
            raise RuleError("failed-step", message) from error
        if not is_outcome(outcome):
            raise RuleError(
                "bad-outcome", f"{self} ends with {in_short(outcome)}, which cannot be an outcome"
            )
        return outcome

    def tell_stage(self, stage: Stage) -> Said | None:
        """Only the values of a single pool, because its name is shown already."""
        from astragal.experiment.run.scenes import Stage
        from astragal.experiment.run.telling import tell_results

        if len(self.pools) > 1:
            return None
        rolled = Stage(self)
        rolled.events = stage.events[:1]
        return tell_results(rolled)

    def tell_request(self, scene: Scene) -> Said:
        from astragal.experiment.run.telling import tell_line

        named = "" if len(self.pools) > 1 else f"{self}: "
        return phrase([named, tell_line(scene).told])

    def __str__(self) -> str:
        return visible(f"{self.name} of {' and '.join(map(str, self.pools))}")


class _Faces(Request[tuple[Any, ...]]):
    """All faces that some pools may show, the highest first; this rolls nothing."""

    pools: tuple[Experiment[Any], ...]

    inline: ClassVar[bool] = True

    def play(self, frame: Frame) -> tuple[Any, ...]:
        if frame.variables:
            return _every_face(self, frame)
        found = _FACES.get(self)
        if found is None:
            found = _every_face(self, frame)
            _FACES.put(self, found, len(found))
        return found

    def weigh(self, memory: Memory) -> Weighing:
        lots: list[Lot] = []
        for pool in self.pools:
            hand = yield from hand_of(pool, memory)
            lots += hand.lots
        faces = falling({face for lot in lots for face in lot.faces})
        higher = [Beyond.FACES] if any(lot.beyond for lot in lots) else []
        return AtOnce({(*higher, *faces): 1}, 1)

    def __str__(self) -> str:
        return "faces"


_FACES = Cache["tuple[Any, ...]"](256)
"""The faces of pools rolled before that use none of the caller's variables."""


def _every_face(pools: _Faces, frame: Frame) -> tuple[Any, ...]:
    from astragal.experiment.solve.memory import Memory

    memory = Memory(frame.limits, frame.variables, frame.watch)
    (faces,) = memory.weights(pools).table
    return cast("tuple[Any, ...]", faces)


def hand_of(pool: Experiment[Any], memory: Memory) -> Generator[Any, Any, Hand]:
    """A pool as the hand that a walk reads; for other experiments, from their outcome tuples."""
    if isinstance(pool, Pool):
        return (yield from pool.hand(memory))
    if isinstance(pool, Expression) and isinstance(pool.body, Shown):
        return hand_of_values(pool, memory)
    weights: Weights = yield pool
    for outcome in weights.table:
        _check_values(outcome, pool)
    return Plain(Listed(weights.table, weights.denominator))


def _check_values(outcome: Any, pool: Experiment[Any]) -> None:
    if not isinstance(outcome, tuple):
        raise RuleError(
            "bad-pool",
            f"a walk reads values, and {pool} comes to {in_short(outcome)}, not a tuple of them",
            hint='ask for the dice: `pool(3, 6)`, or notation, `"3d6"`',
        )


class Walker(Protocol):
    """A class with ``step`` and optionally ``start`` and ``end``."""

    @property
    def step(self) -> Callable[..., Any]: ...


def walk(
    *pools: Rolled,
    start: Any = 0,
    step: Callable[..., Any] | None = None,
    end: Callable[[Any], Any] = as_it_is,
    by: Walker | type[Walker] | None = None,
    rising: bool = False,
    name: str = "",
    tell: Tell | None = None,
) -> Experiment[Any]:
    """Read pools face by face, from the highest face down; with ``rising``, from the lowest up.

    ``step`` takes a state, a face and the number of dice in each pool that show it, and returns the
    next state: anything hashable. It is called for every face that the pools may show.
    ``Done(state)`` ends the walk at once. ``end`` turns the last state into the outcome. Instead of
    functions, ``by`` may be a class with ``start``, ``step`` and ``end``. ``tell`` makes a note of
    the values of each pool, which replaces the list of dice.

    A pool is ``pool(…)``, ``dice(…)`` or ``deal(…)``, notation such as ``"4d6kh3"``, or any
    experiment whose outcome is a tuple. The cost of odds depends on states, not multisets: put what
    you need into the state, and no more.

    >>> import astragal
    >>> def pairs(found: int, face: int, dice: int) -> int:
    ...     return found + dice // 2
    >>> odds = astragal.walk(astragal.pool(10, 10), step=pairs).odds()
    >>> odds.probability(4)
    Fraction(1183563, 7812500)
    >>> astragal.walk("4d6", step=pairs).roll(faces=[3, 5, 3, 3]).outcome
    1
    """
    if by is not None:
        if step is not None:
            raise RuleError("bad-walk", "give a step, or a class that has one, not both")
        walker: Any = _instance(by) if isinstance(by, type) else by
        start, step = getattr(walker, "start", 0), getattr(walker, "step", None)
        end = getattr(walker, "end", as_it_is)
        name = name or type(walker).__name__
    if not callable(step) or not callable(end):
        what, given = ("end", end) if callable(step) else ("step", step)
        message = f"the {what} of a walk must be a function, not {in_short(given)}"
        raise RuleError("not-a-function", message)
    if not (tell is None or callable(tell)):
        raise RuleError("not-a-function", f"tell must be a function, not {in_short(tell)}")
    if not pools:
        raise RuleError("bad-walk", "a walk needs at least one pool")
    if not is_hashable(start):
        raise RuleError("bad-state", f"start must be hashable, and {in_short(start)} is not")
    if type(rising) is not bool or not isinstance(name, str):
        what, odd = ("name", name) if type(rising) is bool else ("rising", rising)
        kind = "text" if what == "name" else "true or false"
        raise RuleError("bad-walk", f"{what} must be {kind}, not {in_short(odd)}")
    given = getattr(step, "__name__", "")
    name = name or (given if given.isidentifier() else "walk")
    order = Order.RISING if rising else Order.FALLING
    return Walk(tuple(map(pool_of, pools)), start, step, end, order, name, tell)


@lru_cache(maxsize=256)
def _instance(walker: type[Any]) -> Any:
    """One object of a class, so that two walks by the same class are equal."""
    try:
        return walker()
    except TypeError as error:
        raise RuleError(
            "bad-walk", f"{walker.__name__} needs arguments: give an object of it ({error})"
        ) from None


def pool_of(what: Rolled) -> Experiment[Any]:
    """The pool that a walk reads: the dice of notation, not their total."""
    experiment = die_or_experiment(what)
    if isinstance(experiment, OneDie):
        return InOrder((experiment,))
    return values_of(experiment) if isinstance(experiment, Expression) else experiment
