"""Calls of functions: ``floor(a)``, ``highest(p, 2)``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from astragal.errors import NotationError, OddsError, RollError
from astragal.notation.functions import FUNCTIONS
from astragal.notation.functions.function import (
    Function,
    NumberFunction,
    PairFunction,
    PoolFunction,
)
from astragal.notation.nodes.node import Kind, Node, apart, checked, inside, require_number, whole
from astragal.notation.operation import Chapter, Example
from astragal.notation.weighing.features import Feature
from astragal.notation.wording import number_in_words
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import joined, phrase

if TYPE_CHECKING:
    from astragal.notation.columns import Columns
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.budget import Budget
    from astragal.probability.laws.law import Law
    from astragal.rolling.phrases import Said

_COUNT = "a number of dice"


class FunctionCall(Node):
    """A function with its arguments: numbers, or a pool."""

    name: str
    arguments: tuple[Node, ...]

    chapter = Chapter.FUNCTIONS
    examples = (Example("max(1d6, abs(-4), 2)", "functions, of anything", (3,), "4"),)

    def __post_init__(self) -> None:
        if self.name not in FUNCTIONS or FUNCTIONS[self.name].reads_symbols:
            raise NotationError("unknown-word", f"no such function: {self.name}", span=self.span)
        function = self.function
        count, most = len(self.arguments), function.most
        if count < function.least or (most is not None and count > most):
            raise NotationError(
                "wrong-arguments",
                f"`{self.name}` takes {_how_many(function.least, most)}, not {count}",
                span=self.span,
                hint=f"e.g. `{function.example}`",
            )
        for argument in self.arguments[: function.pools]:
            require_pool(argument, function)
        for argument in self.arguments[function.pools :]:
            require_number(argument, self.name)

    @property
    def function(self) -> Function:
        return FUNCTIONS[self.name]

    @property
    def children(self) -> tuple[Node, ...]:
        return self.arguments

    def value(self, frame: Frame) -> Number:
        function = FUNCTIONS[self.name]
        if not function.pools:
            return self._computed([node.number(frame) for node in self.arguments], frame)
        pools = [node.pool(frame) for node in self.arguments[: function.pools]]
        fewest = function.fewest if isinstance(function, PoolFunction) else 0
        counts = [whole(node, frame, _COUNT, fewest) for node in self.arguments[function.pools :]]
        return checked(function.compute(*pools, *counts), frame.limits, self.span)

    def _computed(self, numbers: Sequence[Number], frame: Frame) -> Number:
        try:
            return checked(self.function.compute(*numbers), frame.limits, self.span)
        except RollError as error:
            error.span = self.span
            raise

    def law(self, weigher: Weigher) -> Law:
        function = self.function
        if isinstance(function, PoolFunction):
            return self._law_of_reading(function, weigher)
        if isinstance(function, PairFunction):
            return self._law_of_pair(function, weigher)
        assert isinstance(function, NumberFunction)
        laws = [weigher.law(argument) for argument in self.arguments]
        weigher.budget.span = self.span
        return self._law_of_numbers(function, laws, weigher.budget)

    def _law_of_numbers(self, function: NumberFunction, laws: Sequence[Law], budget: Budget) -> Law:
        from astragal.notation.weighing.cases import FailureError

        try:
            return function.law(laws, budget)
        except FailureError as failure:
            failure.error.span = self.span
            raise

    def column(self, columns: Columns) -> list[Number] | None:
        function = self.function
        if not isinstance(function, NumberFunction) or function.fails:
            return None
        found = columns.of_all(self.arguments)
        return None if found is None else list(map(function.compute, *found))

    def _law_of_reading(self, function: PoolFunction, weigher: Weigher) -> Law:
        cases = self._counts(function, weigher)
        return weigher.mixed(cases, lambda count: self._law_with(function, count, weigher))

    def _counts(self, function: PoolFunction, weigher: Weigher) -> list[tuple[Number, int]]:
        """The possible numbers of values to read, with their probabilities."""
        counts = self.arguments[1:]
        if not counts:
            return [(1, function.usual)]
        return weigher.wholes(counts[0], _COUNT, function.fewest)

    def _law_with(self, function: PoolFunction, count: int, weigher: Weigher) -> Law:
        pool = self.arguments[0]
        feature = Feature(pool.pool_name, function, count)
        if (known := weigher.known.get(feature)) is not None:
            return weigher.certain(known)
        weigher.budget.span = self.span
        return weigher.mixed(pool.pools(weigher), lambda found: function.law(found, count))

    def _law_of_pair(self, function: PairFunction, weigher: Weigher) -> Law:
        from astragal.probability.laws.law import Law
        from astragal.probability.pools.joined import hand_of
        from astragal.probability.walks.walk import walk

        hands = [hand_of(list(node.pools(weigher))) for node in self.arguments]
        weigher.budget.span = self.span
        return Law.of_table(*walk(hands, function.reading, weigher.budget))

    def asks_of(self, name: str, weigher: Weigher) -> tuple[list[Feature], tuple[Node, ...]]:
        function, (pool, *counts) = self.function, self.arguments
        if isinstance(function, PairFunction):
            refuse_twice(name, self.arguments, self.name)
        if not isinstance(function, PoolFunction) or pool.pool_name != name:
            return [], self.children
        counted = self._counts(function, weigher)
        found = [Feature(name, function, count) for _, count in counted]
        return found, tuple(counts)

    def say(self, teller: Teller) -> Said:
        return phrase([f"{self.name}(", joined(", ", map(teller.say, self.arguments)), ")"])

    def describe(self) -> str:
        function = self.function
        if function.most is None:
            return function.words.format(", ".join(map(apart, self.arguments)))
        first, *rest = map(inside, self.arguments)
        usual = number_in_words(function.usual) if isinstance(function, PoolFunction) else ""
        return function.words.format(first, rest[0] if rest else usual)

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.arguments))})"


def require_pool(argument: Node, function: Function) -> None:
    """Refuse an argument that is not a pool."""
    if argument.kind not in (Kind.POOL, Kind.LIST):
        raise NotationError(
            "not-a-pool",
            f"`{function.name}` reads dice, but this is {argument.kind.value}",
            span=argument.span,
            hint=f"e.g. `{function.example}`",
        )


def refuse_twice(name: str, pools: Sequence[Node], function: str) -> None:
    """Refuse a name for one of two pools if it is also used elsewhere: its dice are shared."""
    for pool in pools:
        if pool.pool_name == name:
            raise OddsError(
                "used-twice",
                f"`{name}` is used more than once, and `{function}` reads all of its dice",
                span=pool.span,
                hint="write the question as a rule: it may read the same dice as often as it likes",
            )


def _how_many(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} values or more"
    if least == most:
        return f"{least} value" + ("s" if least != 1 else "")
    return f"{least} or {most} values"
