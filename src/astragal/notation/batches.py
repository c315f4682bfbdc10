"""Many rolls of an expression at once, with the same faces as single rolls would draw.

If every roll draws the same number of equal dice, the faces of many rolls are drawn in one step and
cut into rows, one for each roll. Faces depend only on the byte stream, not on how draws are
grouped, so a seed gives the same outcomes either way.

- If there are few different rows, each is played once and its outcome is looked up afterwards.
- Otherwise the nodes compute the values of all rolls together (``Node.column``).
- If a node cannot do that, every row is played separately.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar

from astragal.die import D6, Die, standard_die
from astragal.notation.columns import Columns
from astragal.notation.cost import nodes_in
from astragal.notation.nodes.dice import Dice
from astragal.outcome import Number, Outcome
from astragal.rolling.frame import Frame
from astragal.rolling.rows import Rows
from astragal.rolling.sources import ByteSource

if TYPE_CHECKING:
    from astragal.notation.expression import Expression

_CELLS = 1 << 20
"""The number of faces drawn at a time: a megabyte."""

_FEW_ROWS = 1 << 16
"""Up to this many different rows are looked up."""

_LOWEST_DIGITS = 18
"""With a tighter limit on digits, every sum has to be checked."""

_SMALL = 10**9
"""Sums of numbers below this need no check of their digits."""

_WORTH_NUMPY = 5_000_000
"""From this many dice on, NumPy is worth importing."""


class Batch(Columns):
    """The faces of many rolls; the nodes take theirs in the order of evaluation."""

    multiplies: ClassVar[bool] = False

    def __init__(self, rows: Rows, size: int) -> None:
        self._size = size
        self._rows = rows
        self._taken = 0

    def constant(self, number: Number) -> Sequence[Number] | None:
        return [number] * self._size if number < _SMALL else None

    def of_dice(self, count: int, die: Die) -> Rows | None:
        """The faces of the next dice in every roll."""
        rows = self._rows.columns(self._taken, count)
        self._taken += count
        if die.standard:
            return rows
        positions = (0, *die.positions)
        return rows.mapped(positions.__getitem__)


def outcomes_of(
    expression: Expression, n: int, new_frame: Callable[[], Frame]
) -> list[Outcome] | None:
    """The outcomes of ``n`` rolls; None if they cannot be drawn at once."""
    frame, die, width = new_frame(), _sole_die(expression), expression.cost.dice
    if die is None or not width or not isinstance(frame.source, ByteSource):
        return None
    play = _Player(expression, frame, die)
    outcomes: list[Outcome] = []
    each = max(1, _CELLS // width)
    few = die.total**width <= _FEW_ROWS if width <= 16 else die.total == 1
    if not few and n * width >= _WORTH_NUMPY and find_spec("numpy") is not None:
        import_module("numpy")
    while n:
        if frame.watch is not None:
            frame.watch.look()
        size = min(n, each)
        n -= size
        picks = frame.source.draw(standard_die(die.total), size * width)
        rows = Rows(bytes(picks), width, die.total)
        outcomes += play.looked_up(rows) if few else play.all_at_once(rows, size)
    return outcomes


def _sole_die(expression: Expression) -> Die | None:
    """The only die of the expression, if it is drawn a known number of times; else None."""
    drawn = set()
    for node in nodes_in(expression.bindings, expression.body):
        if isinstance(node, Dice):
            if not isinstance(node.count, int) or not isinstance(node.die, Die):
                return None
            if any(modifier.draws for modifier in node.modifiers):
                return None
            drawn.add(D6 if node.die.digits else node.die)
    if len(drawn) != 1:
        return None
    (die,) = drawn
    return die if die.total <= 255 else None


class _Player:
    """Plays an expression with faces drawn beforehand."""

    def __init__(self, expression: Expression, frame: Frame, die: Die) -> None:
        self._expression = expression
        self._variables = frame.variables
        self._limits = frame.limits
        self._die = die
        self._known = _Known(self.one)

    def one(self, row: bytes) -> Outcome:
        """The outcome of one roll."""
        return self._expression.play(Frame(_Drawn(row), self._variables, self._limits))

    def looked_up(self, rows: Rows) -> Iterable[Outcome]:
        """The outcomes of rows, each different row played only once."""
        if rows.width == 1:
            return _looked_up_by_byte(rows.cells, self.one)
        return map(self._known.__getitem__, rows)

    def all_at_once(self, rows: Rows, size: int) -> Iterable[Outcome]:
        """The outcomes of rows, column by column if all nodes support that."""
        body, column = self._expression.body, None
        if not self._expression.bindings and self._limits.digits >= _LOWEST_DIGITS:
            self.one(rows.cells[: rows.width])  # fails at once if the limits refuse it
            column = body.column(Batch(rows, size))
        return map(self.one, rows) if column is None else column


class _Known(dict[bytes, Any]):
    """A cache of the outcomes of rows."""

    def __init__(self, play: Callable[[bytes], Outcome]) -> None:
        self._play = play

    def __missing__(self, row: bytes) -> Outcome:
        outcome = self[row] = self._play(row)
        return outcome


def _looked_up_by_byte(cells: bytes, play: Callable[[bytes], Outcome]) -> Iterable[Outcome]:
    table = {face: play(bytes([face])) for face in dict.fromkeys(cells)}
    small = {face: each for face, each in table.items() if type(each) is int and 0 <= each < 256}
    if len(small) == len(table):
        return cells.translate(bytes(small.get(byte, 0) for byte in range(256)))
    return map(table.__getitem__, cells)


class _Drawn:
    """The source of one roll: a row of positions, counted from 1."""

    __slots__ = ("_at", "_row")

    def __init__(self, row: bytes) -> None:
        self._row = row
        self._at = 0

    def draw(self, die: Die, count: int) -> Sequence[int]:
        start, self._at = self._at, self._at + count
        picks = self._row[start : self._at]
        return picks if die.standard else [die.positions[pick - 1] for pick in picks]
