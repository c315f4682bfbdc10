"""Ranges: a total read against ``[..6] miss [7..9] graze [10..] hit``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

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
    from astragal.odds.budget import Budget
    from astragal.odds.laws.law import Law
    from astragal.odds.weights import Weights
    from astragal.rolling.phrases import Said
    from astragal.rolling.trace import RolledGroup

NO_RANGE = "no range"
"""The outcome of a total that no range covers."""

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
    """Whether a text can name a range: one tidy line without brackets, ``;`` or ``#``."""
    return (
        is_tidy(text)
        and all(map(may_name_a_range, text))
        and not text.startswith(":")
        and not text.endswith(",")
    )


def may_name_a_range(char: str) -> bool:
    """Whether a character can be part of a range's name."""
    return char not in _FORBIDDEN


class Ranges(Node):
    """A total and the ranges it is read against.

    A critical range that holds the natural result wins. Otherwise, of the ranges that cover the
    total, the one with the highest lower bound does, and among equals the first. The natural result
    is what the first dice of the total that are kept showed, before any of them exploded.
    """

    total: Node
    ranges: tuple[Range, ...]
    natural_dice: Dice | None = field(init=False, compare=False)
    """the dice whose result is the natural one, if there is a critical range"""

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
        """The name of the range a total falls into."""
        for critical in self.ranges:
            if critical.critical and natural == critical.low:
                return critical.name
        covering = [each for each in self.ranges if not each.critical and each.covers(total)]
        if not covering:
            return NO_RANGE
        return max(covering, key=_lower_bound).name

    def say(self, teller: Teller) -> Said:
        return teller.say(self.total)

    def means(self, outcome: Outcome, groups: Sequence[RolledGroup]) -> Verdict | None:
        """A critical range is good on a high natural result, and bad on a low one."""
        named = [each for each in self.ranges if each.name == outcome]
        if not named or not all(each.critical for each in named):
            return None
        twice_the_middle = self._natural_ends(groups)
        high = all(2 * (each.low or 0) > twice_the_middle for each in named)
        return Verdict.CRITICAL if high else Verdict.FUMBLE

    def _natural_ends(self, groups: Sequence[RolledGroup]) -> int:
        """The lowest and the highest natural result together, with as many dice as were kept."""
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
        from astragal.notation.weighing.cases import whole_weights

        names = {each.name: Fraction(0) for each in self.ranges}
        faces: list[int] = []
        for critical in self.ranges:
            if critical.critical and critical.low is not None and critical.low not in faces:
                law = self._with_natural([critical.low], weigher, among=True)
                names[critical.name] += law.mass
                faces.append(critical.low)
        total = self._with_natural(faces, weigher, among=False)
        for chance, number in self._regions(total, weigher.budget):
            name = self.read(number, None)
            names[name] = names.get(name, Fraction(0)) + chance
        return whole_weights(names)

    def _with_natural(self, faces: Sequence[int], weigher: Weigher, *, among: bool) -> Law:
        """The part of the total's law in which the natural result is, or is not, among faces."""
        from astragal.notation.weighing.natural import Natural

        if self.natural_dice is not None:
            weigher.natural = Natural(self.natural_dice, frozenset(faces), among)
        try:
            return weigher.law(self.total)
        finally:
            weigher.natural = None

    def _regions(self, law: Law, budget: Budget) -> Iterator[tuple[Fraction, Number]]:
        """Intervals in which the range is the same: the probability of each, and a number in it."""
        edges = sorted(
            {edge for each in self.ranges for edge in (each.low, each.high) if edge is not None}
        )
        if not edges:
            yield law.mass, 0
            return
        from astragal.odds.generating.fractions import difference
        from astragal.odds.listing import reaching_cost

        budget.spend(_LOOKS * sum(reaching_cost(law, edge) for edge in edges))
        yield difference(law.mass, law.at_least(edges[0])), edges[0] - 1
        for edge, following in pairwise([*edges, None]):
            assert edge is not None
            past = law.at_least(edge, past=True)
            yield difference(law.at_least(edge), past), edge
            if following is None:
                yield past, edge + 1
            else:
                yield difference(past, law.at_least(following)), Fraction(edge + following, 2)


_LOOKS = 12
"""How often a mass beyond the edge of a range is found, or taken from another."""


def _lower_bound(each: Range) -> tuple[bool, int]:
    return (each.low is not None, each.low or 0)
