"""Values along an axis: if they rise, fall or turn, and which of them meet a goal."""

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
"""The most turns that a refusal lists."""


class Goal(NamedTuple):
    """A lower or upper bound on a chance or a mean."""

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
        """Position of the value that misses the goal by the least."""
        pick = max if self.at_least else min
        return values.index(pick(values))

    def __str__(self) -> str:
        least = "at least" if self.at_least else "at most"
        return f"{self.kind} of {least} {figure(self.value, self.kind)}"


def check_goals(at_least: Any, at_most: Any) -> None:
    if (at_least is None) == (at_most is None):
        raise OddsError("no-goal", "give a goal: either at_least=… or at_most=…")


def _number(given: Any, kind: Measure) -> Fraction:
    """The goal as a number; a chance must be between 0 and 1."""
    if kind == "chance":
        return Fraction(0) if given == 0 else checked_share(given)
    number = read_number(given) if isinstance(given, str) else given
    if number is None:
        raise OddsError("bad-goal", f"the goal of a mean must be a number, not {given}")
    return Fraction(checked_number(number))


class Course(NamedTuple):
    """Values along an axis, from its lowest position to its highest."""

    name: str
    places: tuple[Any, ...]
    values: tuple[Fraction, ...]

    def end(self, goal: Goal) -> End:
        """The end to look for among the positions that meet the goal; refused if values turn.

        If values rise and the goal is ``at_least``, this is the least position: all higher ones
        meet the goal too.
        """
        signs = {later > earlier for earlier, later in pairwise(self.values) if later != earlier}
        if len(signs) > 1:
            raise self._refusal(goal)
        rises = signs != {False}
        return "least" if rises == goal.at_least else "greatest"

    def found(self, goal: Goal, end: End) -> int | None:
        """Index of the first or last position that meets the goal; None if none does."""
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
        """Each position where values turn, with the direction up to there."""
        ways = self._ways()
        return [
            (way, self.places[number]) for (number, way), (_, then) in pairwise(ways) if way != then
        ]

    def _last_way(self) -> str:
        return self._ways()[-1][1]

    def _ways(self) -> list[tuple[int, str]]:
        """Each position with a new value, with the direction of the change."""
        steps = enumerate(pairwise(self.values), 1)
        return [(n, "rises" if b > a else "falls") for n, (a, b) in steps if a != b]
