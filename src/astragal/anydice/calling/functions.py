"""Functions of a program: parameters, calls, and the runs of a call with rolled arguments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal.anydice.calling.asking import asked, asked_or_added, looked_at_once, order_shows
from astragal.anydice.calling.expanding import Lazily, expanded, explored
from astragal.anydice.calling.facing import faced, pairs_compared, worth_facing
from astragal.anydice.calling.flow import needs_of
from astragal.anydice.calling.loops import RollLoop, roll_loops
from astragal.anydice.calling.open_number import Draw, OpenNumber
from astragal.anydice.calling.paths import TooManyPathsError
from astragal.anydice.calling.unknown import Unknown
from astragal.anydice.calling.walking import NoWalkError, walked, worth_walking
from astragal.anydice.dice import EMPTY, Dice
from astragal.anydice.rolls import Rolled, all_coerced
from astragal.anydice.tree.node import steps_of
from astragal.anydice.values import Amount
from astragal.errors import Span

if TYPE_CHECKING:
    from astragal.anydice.state import State
    from astragal.anydice.tree.statements import Block

_OPEN = {Unknown, OpenNumber}
"""Types of values that depend on answers. Calls with such arguments are not memoized."""
_CALL = 1_000
"""The steps of a call, on top of its body."""
_MANY_RUNS = 200
"""From this many runs on, asking questions may be cheaper than expanding all runs."""


_KEYED = 5
"""The steps of hashing one element or face of a memo key."""
_ANEW, _REMEMBERED = 500, 3
"""The extra steps of storing a call, and the numbers it takes in memory besides its values."""
_LOOKED_UP, _READ = 400, 30
"""The steps of looking up a memoized call, and of each value in its key."""
_MANY_VARIABLES, _COPIED = 40, 2
"""Copying more variables than this is charged, at this many steps each."""


def _size_of(values: Iterable[object]) -> int:
    """The number of elements and faces in some values."""
    size = 0
    for value in values:
        if type(value) is tuple:
            size += len(value)
        elif type(value) is Dice:
            size += len(value.table)
    return size


class Parameter(NamedTuple):
    name: str
    kind: str
    """n, s or d; ? if any type is accepted"""


class Function:
    """A function that a program defines. Immutable."""

    __slots__ = ("body", "kinds", "names", "parameters", "places", "shape", "span", "steps")

    def __init__(
        self, shape: str, parameters: Sequence[Parameter], body: Block, span: Span
    ) -> None:
        self.shape = shape
        self.parameters = parameters
        self.body = body
        self.span = span
        # Of two parameters with one name the first wins, so it is set last.
        self.places = [(each.name, place) for place, each in enumerate(parameters)][::-1]
        self.kinds = [each.kind for each in parameters]
        self.names = [each.name for each in parameters]
        self.steps = steps_of(body)

    def call(self, arguments: Sequence[Amount], state: State) -> Amount:
        """The value of a call; calls from within functions are memoized."""
        if not state.depth:
            return self._called(arguments, state)
        variables = state.variables
        needed = state.needs.get(self.shape)
        if needed is None:
            needed = needs_of(self, state)
        key = (
            self.shape,
            *arguments,
            *[variables.get(name) for name in needed],
            state.lowest_first,
            state.explosions,
        )
        if not _OPEN.isdisjoint(map(type, key)):
            return self._called(arguments, state)
        state.budget.spend(_LOOKED_UP + _READ * len(key))
        state.budget.spend_elements(_size_of(key), _KEYED)
        found = state.remembered.get(key)
        if found is not None and state.depth + found[1] <= state.most_calls:
            state.deepest = max(state.deepest, state.depth + found[1])
            return found[0]  # type: ignore[no-any-return]
        found = state.remembered.get((key, state.depth, state.most_calls))
        if found is not None:
            state.truncated = True
            return found  # type: ignore[no-any-return]
        return self._called_anew(key, arguments, state)

    def _called_anew(
        self, key: tuple[object, ...], arguments: Sequence[Amount], state: State
    ) -> Amount:
        depth, deepest, truncated = state.depth, state.deepest, state.truncated
        state.deepest, state.truncated = depth, False
        result = self._called(arguments, state)
        bits = result.bits if isinstance(result, Dice) else 0
        state.budget.spend(_ANEW)
        state.budget.keep(_size_of([result]), bits)
        state.budget.keep(_REMEMBERED + len(key) // 8 + _size_of(key) // 2, 0)
        if state.truncated:
            state.remembered[key, depth, state.most_calls] = result
        else:
            state.remembered[key] = result, state.deepest - depth
        state.deepest = max(deepest, state.deepest)
        state.truncated = truncated or state.truncated
        return result

    def _called(self, arguments: Sequence[Amount], state: State) -> Amount:
        spare: list[Draw] = []
        if not _OPEN.isdisjoint(map(type, arguments)):
            spare = [each.draw for each in arguments if type(each) is OpenNumber and each.spare]
            arguments = self._open_where_asked(arguments, state)
        given = all_coerced(self.kinds, arguments, state)
        if given is None:
            return EMPTY
        outer = state.variables
        if len(outer) > _MANY_VARIABLES:
            state.budget.spend(_COPIED * len(outer))
        state.variables = outer.copy()
        state.depth += 1
        if state.depth > state.deepest:
            state.deepest = state.depth
        try:
            if Rolled in map(type, given):
                shared = [each.shared() if type(each) is OpenNumber else each for each in given]
                return self._expanded(shared, state)
            result = self._once(given, state)
            if type(result) is OpenNumber and result.draw in spare:
                return result.alone()
            return result
        finally:
            state.variables = outer
            state.depth -= 1

    def _open_where_asked(self, arguments: Sequence[Amount], state: State) -> list[Amount]:
        """The arguments, with unknown rolls made known unless the body only asks about them."""
        names = asked(self, state)
        found = list(arguments)
        for place, (value, (name, kind)) in enumerate(zip(arguments, self.parameters, strict=True)):
            takes = kind not in "sd" if type(value) is OpenNumber else name in names
            if isinstance(value, Unknown | OpenNumber) and not takes:
                found[place] = value.known()
            elif type(value) is OpenNumber and name not in looked_at_once(self, state):
                found[place] = value.shared()
        return found

    def _expanded(self, given: Sequence[Any], state: State) -> Dice:
        """The mixture of the runs for all rolls, found in the fastest way that applies."""
        rolled = [each for each in given if type(each) is Rolled]
        state.budget.spend(sum(each.steps_to_size for each in rolled))
        runs = prod(each.size for each in rolled)
        if runs >= _MANY_RUNS:
            found = (
                self._walked(given, state) or self._faced(given, state) or self._asked(given, state)
            )
            if found is not None:
                return found
        return expanded(given, self._run, self.steps, state)

    def _walked(self, given: Sequence[Any], state: State) -> Dice | None:
        """The mixture found by a walk, if the body has a loop through rolls of many dice."""
        by_name = {
            name: each for name, each in zip(self.names, given, strict=True) if type(each) is Rolled
        }
        ways: list[tuple[RollLoop, dict[str, Rolled]]] = []
        for way in roll_loops(self, state):
            rolled = {name: by_name[name] for name in way.rolls if name in by_name}
            if any(map(worth_walking, rolled.values())) and way.goes_over(rolled):
                ways.append((way, rolled))
        for way, rolled in sorted(ways, key=lambda each: -prod(x.size for x in each[1].values())):
            with suppress(NoWalkError):
                return walked(way, rolled, given, self._bind, state)
        return None

    def _faced(self, given: Sequence[Any], state: State) -> Dice | None:
        """The mixture found by comparing rolls, if the body does nothing else with them."""
        pairs = pairs_compared(self, state)
        sides = [side for pair in pairs for side in pair]
        rolled = {side.roll: given[self.names.index(side.roll)] for side in sides}
        if not pairs or any(type(each) is not Rolled for each in rolled.values()):
            return None
        if any(side.place > rolled[side.roll].count for side in sides):
            return None
        if not worth_facing(list(pairs), list(rolled.values())):
            return None
        return faced(pairs, rolled, given, self._run, self.steps, state)

    def _asked(self, given: Sequence[Any], state: State) -> Dice | None:
        """The mixture of one run for each list of answers, if these are fewer."""
        names = asked_or_added(self, state)
        numbers, once = not order_shows(self, state), looked_at_once(self, state)
        lazily = [Lazily.NOT] * len(given)
        for place, (each, name) in enumerate(zip(given, self.names, strict=True)):
            if type(each) is Rolled and (numbers if each.kind == "n" else name in names):
                lazily[place] = Lazily.ONCE if name in once else Lazily.OFTEN
        if set(lazily) != {Lazily.NOT}:
            with suppress(TooManyPathsError):
                return explored(given, lazily, self._run, self.steps, state)
        return None

    def _once(self, given: Sequence[Amount], state: State) -> Amount:
        state.budget.spend(_CALL + self.steps)
        result = self._run(given, state)
        return EMPTY if result is None else result

    def _bind(self, given: Sequence[Amount], state: State) -> None:
        """Set the parameters."""
        variables = state.variables
        for name, place in self.places:
            variables[name] = given[place]

    def _run(self, given: Sequence[Amount], state: State) -> Amount | None:
        """One run of the body. All runs of a call share its variables."""
        self._bind(given, state)
        for statement in self.body:
            result = statement.do(state)
            if result is not None:
                return result
        return None
