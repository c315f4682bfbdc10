"""What a die counts as, where several words say so and all look at the face that it showed."""

from __future__ import annotations

from collections.abc import Callable

from astragal.dialects.words import Pending
from astragal.die import Die
from astragal.errors import NotationError, Span
from astragal.notation.conditions import Comparison, Condition, Parity
from astragal.notation.modifiers.clamp import Clamp
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.worth import Case, Points, Worth

OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""Each comparison, with the one that holds where it does not."""


class Score:
    """What a die counts as, after one word and then another."""

    def __init__(self, die: Die | None, unknown: Callable[[str, Span], NotationError]) -> None:
        self.die = die
        self.unknown = unknown
        self.cases: list[Case] = []
        self.otherwise: Points = "face"
        self.succeeds: Condition | None = None
        self.fails: Condition | None = None
        self.counts = 0
        self.deducted = False

    def add(self, word: Pending) -> None:
        if word.word in ("df", "sf"):
            self.deduct(word)
        else:
            self.count(word)

    def count(self, word: Pending) -> None:
        """All are 1 or 0 now, whatever they counted as before."""
        if self.deducted:
            raise self.unknown(f"`{word.word}` after failures are deducted", word.span)
        matching = word.condition or self.default(word, highest=word.word == "cs")
        self.counts += 1
        self.cases, self.otherwise = [Case(matching, 1)], 0
        self.succeeds, self.fails = (None, matching) if word.word == "cf" else (matching, None)

    def deduct(self, word: Pending) -> None:
        """Failures are -1, or their face below zero; bare, after a count, those it left out."""
        clamped = self.counts and len(self.cases) > 1
        if self.deducted or self.counts > 1 or (clamped and word.condition is None):
            raise self.unknown(f"`{word.word}` here", word.span)
        self.deducted = True
        points: Points = -1 if word.word == "df" else "-face"
        if word.condition is not None:
            self.cases = [Case(each, points) for each in (word.condition, self.fails) if each] + [
                case for case in self.cases if case.condition != self.fails
            ]
        elif self.fails is not None:
            self.cases = [Case(self.fails, points)]
        elif self.succeeds is not None:
            self.otherwise = points
        elif self.cases:
            raise self.unknown(f"`{word.word}` here", word.span)
        else:
            self.cases = [Case(self.default(word, highest=False), points)]

    def default(self, word: Pending, *, highest: bool) -> Condition:
        if self.die is None:
            raise self.unknown(f"`{word.word}` without a number here", word.span)
        return Comparison("=", self.die.highest if highest else self.die.lowest)

    def clamp(self, clamp: Clamp) -> None:
        """Only dice beyond the bound change what they count as."""
        if not isinstance(clamp.bound, int):
            raise self.unknown("a rolled bound after other scores", clamp.span)
        sign = "<" if clamp.raises else ">"
        self.cases.insert(0, Case(Comparison(sign, clamp.bound), clamp.bound))

    def modifier(self) -> Modifier:
        """As a count where that says the same."""
        counted = self._counted()
        return Worth(tuple(self.cases), self.otherwise) if counted is None else Count(counted)

    def _counted(self) -> tuple[Tally, ...] | None:
        points = [case.points for case in self.cases]
        if self.otherwise == 0 and points == [1]:
            return (Tally(self.cases[0].condition, 1),)
        if self.otherwise == -1 and points == [1]:
            succeeds = self.cases[0].condition
            fails = opposite(succeeds)
            return None if fails is None else (Tally(succeeds, 1), Tally(fails, -1))
        if self.otherwise == 0 and points == [-1, 1] and self._apart():
            return (Tally(self.cases[1].condition, 1), Tally(self.cases[0].condition, -1))
        return None

    def _apart(self) -> bool:
        """Whether no face matches both cases."""
        conditions = [case.condition for case in self.cases]
        if self.die is None or not all(map(is_settled, conditions)):
            return False
        tests = [condition.test() for condition in conditions]
        return not any(all(test(face) for test in tests) for face in self.die.faces)


def opposite(condition: Condition) -> Condition | None:
    """What does not match; None if a roll in it would be rolled twice."""
    if isinstance(condition, Parity):
        return Parity(not condition.even)
    if not isinstance(condition, Comparison) or not isinstance(condition.operand, int):
        return None
    return Comparison(OPPOSITE[condition.op], condition.operand)


def is_settled(condition: Condition | None) -> bool:
    """Whether what a condition compares with is known before the roll."""
    return not isinstance(condition, Comparison) or isinstance(condition.operand, int)
