"""A rolled number that is found out only as far as needed.

A body that compares a number need not run for every outcome. It runs with an open number: a value
for each outcome that is still possible. Arithmetic changes the values; a condition asks which of
them satisfy it, and rules out the others. ``paths`` enumerates all answers, with one run for each
list of them. The result of a run may stay open: its odds are then those of the remaining outcomes.

If two draws meet in one operation and neither is ever read again, the result is a draw of its own:
8d6 + 6d6, halved or not, is one number with its odds, not one run for each pair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from astragal.anydice.budget import Budget
from astragal.anydice.calling.paths import Answers
from astragal.anydice.dice import Dice, die

_OUTCOME, _LOOK, _ANSWER = 15, 250, 60
"""The steps of each outcome in a pass, of the pass itself, and of each answer to a question."""

_PAIR = 60
"""The steps of applying a function to one pair of outcomes."""

Values: TypeAlias = Mapping[int, int]
"""A number for each outcome of a draw, by its index."""


class Draw:
    """One throw of a die, and the indices of its outcomes that are still possible."""

    __slots__ = (
        "_budget",
        "_paths",
        "_weights",
        "depth",
        "looked",
        "merged",
        "outcome",
        "possible",
        "weighing",
    )

    def __init__(
        self, table: Mapping[int, int], depth: int, paths: Answers, budget: Budget
    ) -> None:
        """Start with all outcomes of ``table``, which maps them to weights."""
        self.depth = depth
        """the number of open calls when it was drawn"""
        self._budget = budget
        self._paths = paths
        self._weights = list(table.values())
        self.outcome = OpenNumber(self, dict(enumerate(table)), spare=True)
        words = sum(self._weights).bit_length() // 64
        self.weighing = _OUTCOME * (1 + words) * len(self._weights)
        """the steps of adding up its weight"""
        self.forget()

    def forget(self) -> None:
        self.possible: Sequence[int] = range(len(self._weights))
        self.merged: Draw | None = None
        """the draw that replaced this one; itself if another draw stands for both"""
        self.looked = 0
        """the steps of all questions so far, which would be saved if the outcome were known"""

    def look(self) -> Sequence[int]:
        """The possible outcomes, with the cost of a pass over them charged."""
        steps = _LOOK + _OUTCOME * len(self.possible)
        self.looked += steps
        self._budget.spend(steps)
        return self.possible

    def weight(self) -> int:
        """The weight of all outcomes that fit the answers so far."""
        if self.merged is not None:
            return 1 if self.merged is self else self.merged.weight()
        return sum(map(self._weights.__getitem__, self.possible))

    def asked(self, answers: Mapping[int, int]) -> int:
        """Choose one of the possible answers, and rule out outcomes with another answer."""
        places: dict[int, list[int]] = {}
        for place in self.look():
            places.setdefault(answers[place], []).append(place)
        steps = _ANSWER * len(places)
        self.looked += steps
        self._budget.spend(steps)
        found = list(places)
        answer = found[self._paths.choose(len(found) - 1) if len(found) > 1 else 0]
        self.possible = places[answer]
        return answer

    def last(self) -> Draw:
        """The draw that finally replaces this one."""
        return self if self.merged is None or self.merged is self else self.merged.last()

    def goes_with(self, other: Draw) -> bool:
        """True if both draws are found out in the same runs."""
        return self._paths is other._paths and self.depth == other.depth

    def merge(
        self, function: Callable[[int, int], int], other: Draw, ours: Values, theirs: Values
    ) -> OpenNumber:
        """A function of a number of this draw and one of another, as a new draw."""
        self._budget.spend(_PAIR * len(self.possible) * len(other.possible))
        table: dict[int, int] = {}
        for place in self.look():
            value, weight = ours[place], self._weights[place]
            for beside in other.look():
                found = function(value, theirs[beside])
                table[found] = table.get(found, 0) + weight * other._weights[beside]
        merged = Draw(table, self.depth, self._paths, self._budget)
        self.merged, other.merged = merged, other
        return merged.outcome

    def odds(self, values: Mapping[int, int]) -> Dice:
        """The odds of a value of each possible outcome."""
        table: dict[int, int] = {}
        for place in self.look():
            table[values[place]] = table.get(values[place], 0) + self._weights[place]
        return die(table, self.weight())


class OpenNumber:
    """A number that depends on a draw. Immutable, although its draw loses possible outcomes."""

    __slots__ = ("draw", "spare", "values")

    def __init__(self, draw: Draw, values: Values, *, spare: bool) -> None:
        self.draw = draw
        self.values = values
        self.spare = spare
        """True if nothing else will read its draw"""

    def shared(self) -> OpenNumber:
        """The same number, marked as one that may be read again."""
        return OpenNumber(self.draw, self.values, spare=False) if self.spare else self

    def alone(self) -> OpenNumber:
        """The same number, marked as one that nothing else will read."""
        return OpenNumber(self.draw, self.values, spare=True)

    def known(self) -> int:
        """Find out the number."""
        return self.draw.asked(self.values)

    def holds(self) -> bool:
        """Find out whether the number is not 0."""
        values = self.values
        return bool(self.draw.asked({n: 1 if values[n] else 0 for n in self.draw.possible}))

    def odds(self) -> Dice:
        return self.draw.odds(self.values)

    def mapped(self, function: Callable[[int], int]) -> int | OpenNumber:
        """A function of the number; plain if it is the same for all outcomes."""
        values = self.values
        return self._of((place, function(values[place])) for place in self.draw.look())

    def paired(self, function: Callable[[int, int], int], other: OpenNumber) -> int | OpenNumber:
        """A function of this number and another; with two draws, one may have to be found out."""
        if other.draw is self.draw:
            ours, theirs = self.values, other.values
            return self._of((n, function(ours[n], theirs[n])) for n in self.draw.look())
        if self.spare and other.spare and self.draw.goes_with(other.draw):
            return self.draw.merge(function, other.draw, self.values, other.values)
        # The choice must not depend on what is already known of an outer call's draw.
        one, another = self.draw, other.draw
        if (one.depth, len(one.possible)) < (another.depth, len(another.possible)):
            number = self.known()
            return other.mapped(lambda value: function(number, value))
        number = other.known()
        return self.mapped(lambda value: function(value, number))

    def _of(self, values: Iterable[tuple[int, int]]) -> int | OpenNumber:
        found = dict(values)
        numbers = set(found.values())
        return (
            numbers.pop() if len(numbers) == 1 else OpenNumber(self.draw, found, spare=self.spare)
        )
