"""The state of a running program: its variables, functions, settings and outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from astragal.anydice import mistakes
from astragal.anydice.budget import SHORT, Budget
from astragal.anydice.dice import certain
from astragal.anydice.labels import label_of
from astragal.anydice.outputs import Output
from astragal.anydice.values import Amount, die_from
from astragal.errors import Span

if TYPE_CHECKING:
    from astragal.anydice.calling.facing import Pair
    from astragal.anydice.calling.functions import Function
    from astragal.anydice.calling.loops import RollLoop

_FEW = 100
"""Building at most this many elements is covered by the steps of their node."""
_OUTPUT = 5_000
"""The steps of one output."""
_CALLS = 10
_EXPLOSIONS = 2
_ELEMENT, _NUMBER, _LONG_NUMBER = 10, 50, 600
"""The steps of an existing element, of a new number and of a new long number in a sequence. These
are more than the time taken: they also keep programs from filling the memory."""


class State:
    """The state of a running program, which is its only mutable part."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.variables: dict[str, Amount] = {}
        self.functions: dict[str, Function] = {}
        self.outputs: list[Output] = []
        self.lowest_first = False
        self.most_calls = _CALLS
        self.explosions = _EXPLOSIONS
        self.depth = 0
        """the number of open calls"""
        self.deepest = 0
        """the most calls that were open at once since the last reset"""
        self.truncated = False
        """True if a call was refused since the last reset"""
        self.cut_short = False
        """True if a call was ever refused"""
        self.remembered: dict[Any, Any] = {}
        """results of memoized calls"""
        self.needs: dict[str, tuple[str, ...]] = {}
        """by function shape: the variables of the caller that the function may read"""

        self.asked: dict[str, frozenset[str]] = {}
        """by function shape: the parameters that may receive an unknown roll"""
        self.asked_or_added: dict[str, frozenset[str]] = {}
        """the same if a result may also be the sum of the roll"""
        self.faced: dict[str, frozenset[Pair]] = {}
        """by function shape: the comparisons of rolls that are used for nothing else"""
        self.once: dict[str, frozenset[str]] = {}
        """by function shape: the parameters that are read at most once"""
        self.loops: dict[str, list[RollLoop]] = {}
        """by function shape: the loops that go through rolls"""

    def define(self, function: Function) -> None:
        self.functions[function.shape] = function
        self.remembered.clear()
        self.needs.clear()
        self.asked.clear()
        self.asked_or_added.clear()
        self.faced.clear()
        self.once.clear()
        self.loops.clear()

    def put(self, value: Amount, name: str | None, span: Span) -> None:
        """Add an output. ``span`` ends with its name in quotation marks, if it has one."""
        budget, name = self.budget, name or ""
        label = label_of(name, self.variables, budget, span.end - len(name) - 1)
        if not label.strip():
            label = f"output {len(self.outputs) + 1}"
        die = certain(value) if type(value) is int else die_from(value, budget)
        budget.spend(_OUTPUT)
        kept = 10 + len(label) // 80 + 3 * len(die.table) // 4
        budget.keep(kept, die.bits + die.reach.bit_length())
        self.outputs.append(Output.of_die(label, die, span))

    def set(self, setting: str, value: Amount | str, span: Span) -> None:
        """Change a setting; refuses unknown ones and bad values."""
        if setting == "position order":
            self.lowest_first = _order(value, span)
        elif setting == "maximum function depth":
            self.most_calls = _positive(setting, value, span)
        elif setting == "explode depth":
            self.explosions = _positive(setting, value, span)
        else:
            raise mistakes.bad_setting(
                f"there is no setting {setting}",
                span,
                'there are "position order", "maximum function depth" and "explode depth"',
            )

    def count_elements(self, elements: int, span: Span) -> None:
        """Charge for the elements of a sequence that will be built."""
        if elements > _FEW:
            self.budget.span = span
            self.budget.spend(_ELEMENT * elements)

    def count_range(self, first: int, last: int, span: Span) -> None:
        """Charge for the numbers of a range that will be built."""
        short = first > -SHORT and last < SHORT
        if last - first > (_FEW if short else 0):
            self.budget.span = span
            self.budget.spend((_NUMBER if short else _LONG_NUMBER) * (last - first))


def _order(value: Amount | str, span: Span) -> bool:
    orders: Mapping[Any, bool] = {"highest first": False, "lowest first": True}
    if not isinstance(value, str) or value not in orders:
        raise mistakes.bad_setting(
            "there is no such order", span, 'write "highest first" or "lowest first"'
        )
    return orders[value]


def _positive(setting: str, value: Amount | str, span: Span) -> int:
    if type(value) is not int or value < 1:
        raise mistakes.bad_setting(
            f"{setting} is a number, 1 or more", span, f'set "{setting}" to 5'
        )
    return value
