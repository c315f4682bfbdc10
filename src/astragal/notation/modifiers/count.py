"""``c>=7c=10f=1``: count the dice that match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import compress
from typing import TYPE_CHECKING, ClassVar, Self

from astragal._value import Value
from astragal.die import Die
from astragal.errors import NotationError
from astragal.notation.conditions import Condition
from astragal.notation.modifiers.modifier import Modifier, Values, ends_with_a_word
from astragal.notation.operation import Chapter, Example
from astragal.outcome import show
from astragal.rolling.frame import Frame
from astragal.rolling.trace import Change, Did, GroupLog, Step, joined, show_die

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect
    from astragal.rolling.rows import Rows

_FEW = 1000
"""Up to this many values are counted one by one."""

_STEPS = 20
"""The steps per number of a long law, in addition to those of the condition."""


class Tally(Value):
    """One ``c`` or ``f`` of a count: a matching die scores ``points``, 1 or -1."""

    condition: Condition
    points: int = 1

    def __post_init__(self) -> None:
        if self.points not in (1, -1):
            raise NotationError("bad-modifier", "a die must count as 1 or as -1")

    def __str__(self) -> str:
        return ("c" if self.points > 0 else "f") + str(self.condition)


class Count(Modifier):
    """Count the matching dice: each die becomes the points that its tallies score."""

    tallies: tuple[Tally, ...]

    chapter = Chapter.CHANGE
    words = ("c", "f")
    samples = (
        "c>=4",
        "c=6",
        "c>=3c=6f=1",
        "c2..4",
        "c≠1f<=2",
        "c>=@{n}",
        "c<(1d4)",
        "c=even",
        "c=[1,3..4]",
    )
    examples = (
        Example("4d10c>=7", "count the dice that are 7 or more", (7, 6, 10, 1), "2"),
        Example("4d10c>=7c=10", "count tens once more", (7, 6, 10, 1), "3"),
        Example("4d10c>=7c=10f=1", "take one away for each 1", (7, 6, 10, 1), "2"),
        Example("4d10c=even", "count the even dice; `=odd` the odd ones", (7, 6, 10, 1), "2"),
        Example("4d10c=[1,6..8]", "count the dice that are in a list", (7, 6, 10, 1), "3"),
        Example("a = 1d6; 4d10c<a", "a condition may compare with a name", (4, 3, 9, 1, 4), "2"),
    )
    ends: ClassVar[bool] = True
    counts: ClassVar[bool] = True
    keeps_all: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self:
        if word == "f":
            raise reader.error(
                "nothing-counted",
                "`f` takes failures away from a count, and nothing is counted",
                reader.span(start),
                "count first: `c>=7f=1`",
            )
        tallies = [Tally(_needed_condition(reader, start), 1)]
        while letter := reader.take_letters("c", "f"):
            points = 1 if letter == "c" else -1
            tallies.append(Tally(_needed_condition(reader, start), points))
        return cls(tuple(tallies), span=reader.span(start))

    def __post_init__(self) -> None:
        if not self.tallies or self.tallies[0].points < 0:
            raise NotationError("nothing-counted", "a count must start with `c`", span=self.span)

    def __str__(self) -> str:
        text = ""
        for tally in map(str, self.tallies):
            # A name must not run into the next letter.
            text += f" {tally}" if ends_with_a_word(text) else tally
        return text

    @property
    def takes_symbols(self) -> bool:
        return True

    def describe(self) -> str:
        parts = [
            f"{'count' if tally.points > 0 else 'take away'} each {tally.condition.describe()}"
            for tally in self.tallies
        ]
        return ", ".join(parts)

    def leaves_one(self, one: bool) -> bool:
        return True

    def cost(self, values: int) -> int:
        return values * len(self.tallies)

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        matches = self.tallies[0].condition.test()
        result = [1 if matches(value) else 0 for value in values]
        for tally in self.tallies[1:]:
            matches, points = tally.condition.test(), tally.points
            result = [
                sofar + points if matches(value) else sofar
                for sofar, value in zip(result, values, strict=True)
            ]
        if log is not None:
            for position, points in enumerate(result):
                log.change(position, Did.COUNTED, points)
        return result

    def on_rows(self, rows: Rows) -> Rows | None:
        tests = [(tally.condition.test(), tally.points) for tally in self.tallies]
        return rows.mapped(lambda value: sum(points for test, points in tests if test(value)))

    def tell(self, step: Step) -> str:
        hits = [_counted(change) for change in step.changes if change.after]
        return f"counts {joined(hits) or 'nothing'}"

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.probability.laws.finite import Finite
        from astragal.probability.laws.law import Law, union
        from astragal.probability.pools import effects

        tests = [(tally.condition.test_in_odds(die), tally.points) for tally in self.tallies]
        splits = [(tally.condition.split(die), tally.points) for tally in self.tallies]

        given = [points for _, points in tests]
        lowest, highest = -given.count(-1), given.count(1)

        def change(law: Law) -> Law:
            if law.finite and law.size <= _FEW:
                table, below = law.table()
                found = [0] * (highest - lowest + 1)
                for value, weight in table.items():
                    place = -lowest
                    for test, points in tests:
                        if test(value):
                            place += points
                    found[place] += weight
                first = next(compress(range(len(found)), found), 0)
                return Finite(lowest + first, 1, found[first:], below)
            parts = {0: law}
            for split, points in splits:
                # Parts with equal points are merged: there are few of these.
                halves: dict[int, list[Law]] = defaultdict(list)
                for sofar, part in parts.items():
                    hit, miss = split(part)
                    halves[sofar + points].append(hit)
                    halves[sofar].append(miss)
                parts = {sofar: union(each) for sofar, each in halves.items()}
                parts = {sofar: part for sofar, part in parts.items() if part.mass}
            return union(Law.certain(points).weighted(part.mass) for points, part in parts.items())

        steps = sum(_STEPS + tally.condition.steps for tally in self.tallies)
        return effects.Each(change, steps=steps)


def _needed_condition(reader: Reader, start: int) -> Condition:
    condition = reader.needed_condition()
    if condition is None:
        raise reader.error(
            "missing-condition",
            "which dice are counted?",
            reader.span(start),
            "e.g. `8d10c>=7` or `8d10c=10`",
        )
    return condition


def _counted(change: Change) -> str:
    points = "" if change.after == 1 else f" as {show(change.after)}"
    return show_die(change.before) + points
