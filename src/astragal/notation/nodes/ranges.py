"""Ranges: a total read against ``[..6] miss [7..9] graze [10..] hit``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

from astragal._value import Value, field
from astragal._visible import in_short
from astragal.die import Die
from astragal.errors import NOWHERE, NotationError, Span
from astragal.notation.conditions import check_order
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Kind, Level, Node, require_number, show
from astragal.notation.operation import Chapter, Example
from astragal.notation.texts import is_tidy
from astragal.outcome import Number, Outcome, Verdict
from astragal.rolling.frame import Frame
from astragal.rolling.trace import Did

if TYPE_CHECKING:
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.budget import Budget
    from astragal.probability.laws.law import Law
    from astragal.probability.weights import Weights
    from astragal.rolling.phrases import Said
    from astragal.rolling.trace import RolledGroup

NO_RANGE = "no range"
"""The outcome for a total outside all ranges."""

_FORBIDDEN = frozenset("[](){};#")


class Range(Value):
    """``[7..9] graze``: from ``low`` to ``high``, both included; None is open.

    A critical range, ``[10!] crit``, looks at the natural result instead of the total.
    """

    low: int | None
    high: int | None
    name: str
    critical: bool = False
    span: Span = field(default=NOWHERE, compare=False)

    def __post_init__(self) -> None:
        if self.low is not None and self.high is not None:
            check_order(self.low, self.high, self.span)
        if self.critical and (self.low is None or self.low != self.high):
            raise NotationError(
                "bad-range", "a critical range is one face, e.g. `[10!]`", span=self.span
            )
        if not is_range_name(self.name):
            raise NotationError(
                "bad-name", f"{in_short(self.name)} cannot name a range", span=self.span
            )

    def covers(self, number: Number) -> bool:
        return (self.low is None or self.low <= number) and (
            self.high is None or number <= self.high
        )

    def describe(self) -> str:
        if self.critical:
            return f"a natural {self.low} is {self.name}"
        if self.low == self.high:
            return f"{self.low} is {self.name}"
        if self.low is None:
            return f"{self.high} or less is {self.name}"
        if self.high is None:
            return f"{self.low} or more is {self.name}"
        return f"{self.low} to {self.high} is {self.name}"

    def __str__(self) -> str:
        if self.critical:
            return f"[{self.low}!] {self.name}"
        if self.low is not None and self.low == self.high:
            return f"[{self.low}] {self.name}"
        low = "" if self.low is None else self.low
        high = "" if self.high is None else self.high
        return f"[{low}..{high}] {self.name}"


def is_range_name(text: str) -> bool:
    """True if a text can name a range: one tidy line without brackets, ``;`` or ``#``."""
    return (
        is_tidy(text)
        and all(map(may_name_a_range, text))
        and not text.startswith(":")
        and not text.endswith(",")
    )


def may_name_a_range(char: str) -> bool:
    """True if a character may be part of a range's name."""
    return char not in _FORBIDDEN


class Ranges(Node):
    """A total and the ranges it is compared with.

    A critical range that contains the natural result wins. Otherwise, of the ranges that cover the
    total, the one with the highest lower bound wins; among equals, the first. The natural result is
    the sum of the kept dice among the first dice of the total, with their faces before explosions.
    """

    total: Node
    ranges: tuple[Range, ...]
    natural_dice: Dice | None = field(init=False, compare=False)
    """the dice for the natural result, if there is a critical range"""

    level = Level.COMPARISON
    reads_ranges: ClassVar[bool] = True
    chapter = Chapter.RANGES
    examples = (
        Example("d10ish+2 [..6] miss [7..9] graze [10..] hit", "the total is 9", (7,), "graze"),
        Example(
            "d10ish+8 [0!] fumble [..6] miss [7..] hit",
            "the total is 8, but the die shows 0",
            (0,),
            "fumble",
        ),
        Example(
            "1d20!+5 [20!] crit [..40] plain",
            "an exploding die is judged by its first face",
            (20, 3),
            "crit",
        ),
        Example(
            "2d20!!kh1+5 [20!] crit [..40] plain",
            "only the die that is kept counts",
            (10, 10),
            "plain",
        ),
        Example("d20 [7..] pass [10..] shine", "11 is in both", (11,), "shine"),
        Example("d20 [..5] low [7..] high", "a gap", (6,), "no range"),
    )

    def __post_init__(self) -> None:
        if self.total.kind is Kind.TRUTH:
            raise NotationError(
                "not-a-number", "ranges need a total, not true or false", span=self.total.span
            )
        require_number(self.total, "[…]")
        if not self.ranges:
            raise NotationError("bad-range", "there are no ranges", span=self.span)
        critical = next((each for each in self.ranges if each.critical), None)
        dice = None if critical is None else self.total.first_dice
        if critical is not None and dice is None:
            raise NotationError(
                "no-natural-result",
                "a critical range looks at a die, but the total does not start with dice",
                span=critical.span,
                hint="the dice must be in the total itself, as in `2d20kh1 + 5 [20!] crit`",
            )
        object.__setattr__(self, "natural_dice", dice)

    @property
    def kind(self) -> Kind:
        return Kind.NAME

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.total,)

    def value(self, frame: Frame) -> str:
        frame.watched, frame.natural = self.natural_dice, None
        total = self.total.number(frame)
        if frame.trace is not None:
            frame.trace.totals.append(total)
        return self.read(total, frame.natural)

    def read(self, total: Number, natural: Number | None) -> str:
        """The name of the range that contains a total."""
        for critical in self.ranges:
            if critical.critical and natural == critical.low:
                return critical.name
        covering = [each for each in self.ranges if not each.critical and each.covers(total)]
        if not covering:
            return NO_RANGE
        return min(covering, key=_rank).name

    def say(self, teller: Teller) -> Said:
        return teller.say(self.total)

    def means(self, outcome: Outcome, groups: Sequence[RolledGroup]) -> Verdict | None:
        """A critical range is good for high natural results, and bad for low ones."""
        named = [each for each in self.ranges if each.name == outcome]
        if not named or not all(each.critical for each in named):
            return None
        twice_the_middle = self._natural_ends(groups)
        high = all(2 * (each.low or 0) > twice_the_middle for each in named)
        return Verdict.CRITICAL if high else Verdict.FUMBLE

    def _natural_ends(self, groups: Sequence[RolledGroup]) -> int:
        """The sum of the lowest and the highest natural result of the dice kept."""
        dice = self.natural_dice
        if dice is None or not isinstance(dice.die, Die):
            return 0
        group = next(each for each in groups if each.text == dice.spelling)
        first = [each for each in group.dice if each.kept and not each.did(Did.ADDED)]
        return len(first) * int(dice.die.lowest + dice.die.highest)

    def describe(self) -> str:
        return f"{self.total.describe()}; then {', '.join(each.describe() for each in self.ranges)}"

    def __str__(self) -> str:
        return f"{show(self.total, Level.SUM)} {' '.join(map(str, self.ranges))}"

    # In odds

    def law(self, weigher: Weigher) -> Law:
        raise TypeError("the name of a range has no odds as a number")

    def odds(self, weigher: Weigher) -> Weights:
        from astragal.notation.weighing.cases import merged_weights
        from astragal.probability.weights import Weights

        parts: list[tuple[Number, Weights]] = []
        faces: list[int] = []
        for critical in self.ranges:
            if critical.critical and critical.low is not None and critical.low not in faces:
                mass = self._with_natural([critical.low], weigher, among=True).mass
                parts.append((1, Weights({critical.name: mass.numerator}, mass.denominator)))
                faces.append(critical.low)
        total = self._with_natural(faces, weigher, among=False)
        parts.append((1, self._read(total, weigher.budget)))
        found = merged_weights(parts, weigher.budget)
        names = dict.fromkeys([*(each.name for each in self.ranges), NO_RANGE])
        table = {name: found.table[name] for name in names if found.table.get(name)}
        return Weights(table, found.denominator)

    def _read(self, law: Law, budget: Budget) -> Weights:
        """The weights of the range names, for the numbers of a law."""
        from astragal.notation.weighing.cases import whole_weights
        from astragal.probability.weights import Weights

        regions = self._regions
        budget.spend(_REGION * len(regions) + _RANGE * len(self.ranges))
        if not law.finite:
            return whole_weights(self._chances(law, regions, budget))
        budget.spend(law.size * (_ADDED + law.bits // 64))
        names, weights = _Upwards(self.ranked), defaultdict[str, int](int)
        denominator = law.table().denominator
        above = int(law.mass * denominator)
        for number, end in regions:
            beyond = 0 if end is None else law.reached(end.number, past=end.past)
            weights[names.read(number)] += above - beyond
            above = beyond
        return Weights(weights, denominator)

    def _chances(
        self, law: Law, regions: Sequence[tuple[Number, _End | None]], budget: Budget
    ) -> dict[str, Fraction]:
        """The same for an infinite law."""
        from astragal.probability.generating.fractions import difference
        from astragal.probability.listing import reaching_cost

        ends = [end.number for _, end in regions if end is not None]
        budget.spend(_LOOKS * sum(reaching_cost(law, number) for number in ends))
        names, chances = _Upwards(self.ranked), defaultdict[str, Fraction](Fraction)
        above = law.mass
        for number, end in regions:
            beyond = Fraction(0) if end is None else law.at_least(end.number, past=end.past)
            chances[names.read(number)] += difference(above, beyond)
            above = beyond
        return chances

    @cached_property
    def ranked(self) -> list[_Ranked]:
        """The ranges for totals, highest lower bound first."""
        each = enumerate(self.ranges)
        return sorted((_rank(one), place, one) for place, one in each if not one.critical)

    @cached_property
    def _regions(self) -> list[tuple[Number, _End | None]]:
        """Ascending intervals within which the range is the same: a number in each, and its end."""
        edges = sorted(
            {edge for each in self.ranges for edge in (each.low, each.high) if edge is not None}
        )
        if not edges:
            return [(0, None)]
        regions: list[tuple[Number, _End | None]] = []
        between: Number = edges[0] - 1
        for edge, following in pairwise([*edges, edges[-1] + 2]):
            regions += [(between, _End(edge, past=False)), (edge, _End(edge, past=True))]
            between = Fraction(edge + following, 2)
        return [*regions, (between, None)]

    def _with_natural(self, faces: Sequence[int], weigher: Weigher, *, among: bool) -> Law:
        """The part of the total's law with a natural result among these faces, or outside them."""
        from astragal.notation.weighing.natural import Natural

        if self.natural_dice is not None:
            weigher.natural = Natural(self.natural_dice, frozenset(faces), among)
        try:
            return weigher.law(self.total)
        finally:
            weigher.natural = None


class _End(NamedTuple):
    """The end of an interval: before a number, or past it."""

    number: int
    past: bool


_Ranked: TypeAlias = tuple[tuple[bool, int], int, Range]
"""A range after its sort key; of two with the same lower bound, the first one written counts."""


class _Upwards:
    """The names of the ranges for ascending numbers.

    Ranges that end below a number are not examined again, so many ranges only take as long as
    sorting them.
    """

    def __init__(self, ranked: Sequence[_Ranked]) -> None:
        self._coming = list(ranked)
        """the ranges that begin above the last number, in descending order"""
        self._begun: list[_Ranked] = []
        """a heap of the other ranges, starting with the one that counts"""

    def read(self, number: Number) -> str:
        """The range name for a number; each number must be greater than the previous one."""
        coming, begun = self._coming, self._begun
        while coming and (coming[-1][2].low is None or coming[-1][2].low <= number):
            heappush(begun, coming.pop())
        while begun and not begun[0][2].covers(number):
            heappop(begun)
        return begun[0][2].name if begun else NO_RANGE


_LOOKS = 6
"""The operations on the mass beyond the end of an interval: finding it, or subtracting it."""

_REGION, _RANGE, _ADDED = 2_000, 700, 20
"""The steps of reading the outcomes in one interval, of looking at a range, and of adding up one
weight of a law."""


def _rank(each: Range) -> tuple[bool, int]:
    """The sort key of ranges: highest lower bound first."""
    return (each.low is None, -(each.low or 0))
