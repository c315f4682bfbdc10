"""The course of values along an axis: whether they rise, fall or turn, and which are enough."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal, NamedTuple, TypeAlias

from astragal.errors import Hints, OddsError
from astragal.outcome import read_number, show
from astragal.probability.checks import checked_number, checked_share
from astragal.render.figures import figure
from astragal.render.grid import Measure

End: TypeAlias = Literal["least", "greatest"]

_TURNS = 3
"""A refusal names so many turns."""


class Goal(NamedTuple):
    """A chance or a mean that is enough: at least so much, or at most."""

    value: Fraction
    kind: Measure
    at_least: bool

    @classmethod
    def checked(cls, at_least: Any, at_most: Any, kind: Measure) -> Goal:
        check_goals(at_least, at_most)
        given = at_least if at_most is None else at_most
        return cls(_number(given, kind), kind, at_most is None)

    def is_met(self, value: Fraction) -> bool:
        return value >= self.value if self.at_least else value <= self.value

    def closest(self, values: Sequence[Fraction]) -> int:
        """The place of the value that comes closest from the wrong side."""
        pick = max if self.at_least else min
        return values.index(pick(values))

    def __str__(self) -> str:
        least = "at least" if self.at_least else "at most"
        return f"{self.kind} of {least} {figure(self.value, self.kind)}"


def check_goals(at_least: Any, at_most: Any) -> None:
    if (at_least is None) == (at_most is None):
        raise OddsError("no-goal", "give a goal: either at_least=… or at_most=…")


def _number(given: Any, kind: Measure) -> Fraction:
    """The goal as a number; that of a chance must be a share."""
    if kind == "chance":
        return Fraction(0) if given == 0 else checked_share(given)
    number = read_number(given) if isinstance(given, str) else given
    if number is None:
        raise OddsError("bad-goal", f"the goal of a mean must be a number, not {given}")
    return Fraction(checked_number(number))


class Course(NamedTuple):
    """Values along an axis, from its least place to its greatest."""

    name: str
    places: tuple[Any, ...]
    values: tuple[Fraction, ...]

    def end(self, goal: Goal) -> End:
        """Which of the places that are enough is worth knowing; refused if the values turn.

        Where values rise, a least place is enough for a goal that they must reach, and every
        greater one is enough too.
        """
        signs = {later > earlier for earlier, later in pairwise(self.values) if later != earlier}
        if len(signs) > 1:
            raise self._refusal(goal)
        rises = signs != {False}
        return "least" if rises == goal.at_least else "greatest"

    def found(self, goal: Goal, end: End) -> int | None:
        """The number of the first or last place that is enough; None if none is."""
        enough = [number for number, value in enumerate(self.values) if goal.is_met(value)]
        if not enough:
            return None
        return enough[0] if end == "least" else enough[-1]

    def _refusal(self, goal: Goal) -> OddsError:
        told = [f"{way} up to {self.name}={show(place)}" for way, place in self._turns()]
        more = len(told) - _TURNS
        parts = [*told[:_TURNS], *([f"turns {more} times more"] if more > 0 else [])]
        last = "" if more > 0 else f", and {self._last_way()} after it"
        return OddsError(
            "rises-and-falls",
            f"the {goal.kind} {', '.join(parts)}{last}: which {self.name} is enough has no one end",
            hint=Hints(
                "ask for the least that is enough, or for the greatest: greatest=False, or True",
                "ask for the least that is enough, or for the greatest",
            ),
        )

    def _turns(self) -> list[tuple[str, Any]]:
        """Each place where values turn, with how they went up to there."""
        ways = self._ways()
        return [
            (way, self.places[number]) for (number, way), (_, then) in pairwise(ways) if way != then
        ]

    def _last_way(self) -> str:
        return self._ways()[-1][1]

    def _ways(self) -> list[tuple[int, str]]:
        """How values go to each place at which they change."""
        steps = enumerate(pairwise(self.values), 1)
        return [(n, "rises" if b > a else "falls") for n, (a, b) in steps if a != b]
