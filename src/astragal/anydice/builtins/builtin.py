"""The class of built-in functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal.anydice.calling.expanding import expanded
from astragal.anydice.calling.open_number import OpenNumber
from astragal.anydice.calling.unknown import Unknown
from astragal.anydice.dice import EMPTY
from astragal.anydice.rolls import Rolled, all_coerced
from astragal.anydice.values import Amount, settled

if TYPE_CHECKING:
    from astragal.anydice.dice import Dice
    from astragal.anydice.state import State

Plain: TypeAlias = "Callable[..., Amount]"
"""Computes the result from numbers, sequences and dice, according to the parameter types."""
Quick: TypeAlias = "Callable[..., Dice | None]"
"""Computes the result for rolled arguments without a run for each roll; None if it cannot."""

_STEPS = 200
"""The steps of one run."""


class Builtin:
    """A built-in function. Its arguments are coerced and expanded like those of any other."""

    __slots__ = ("_asking", "_plain", "_quick", "kinds", "shape")

    def __init__(
        self,
        shape: str,
        kinds: str,
        plain: Plain,
        quick: Quick | None = None,
        asking: Plain | None = None,
    ) -> None:
        self.shape = shape
        self.kinds = kinds
        self._plain = plain
        self._quick = quick
        self._asking = asking

    def call(self, arguments: Sequence[Amount], state: State) -> Amount:
        if state.depth >= state.deepest:
            # Count this call in the recorded depth, as it would be refused beyond the maximum.
            state.deepest = state.depth + 1
        if OpenNumber in map(type, arguments):
            arguments = [settled(each) for each in arguments]
        if Unknown in map(type, arguments):
            if self._asking is not None:
                return self._asking(state, *arguments)
            arguments = [each.known() if type(each) is Unknown else each for each in arguments]
        given = all_coerced(self.kinds, arguments, state)
        if given is None:
            return EMPTY
        if Rolled not in map(type, given):
            return self._plain(state, *given)
        found = self._quick(state, *given) if self._quick else None
        return self.expanded(given, state) if found is None else found

    def expanded(self, given: Sequence[Any], state: State) -> Dice:
        """The mixture of one run for each combination of rolled arguments."""
        plain = self._plain
        return expanded(given, lambda values, state: plain(state, *values), _STEPS, state)
