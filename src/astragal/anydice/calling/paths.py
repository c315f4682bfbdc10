"""The answers for runs with unknown rolls: all of them in turn, or random ones."""

from __future__ import annotations

from typing import Protocol


class TooManyPathsError(Exception):
    """Raised when listing every roll is faster."""


class Answers(Protocol):
    """The source of answers for a run."""

    def choose(self, highest: int) -> int:
        """The answer to the next question, from 0 to ``highest``."""


class Paths:
    """All lists of answers, one after another, each used by one run."""

    __slots__ = ("_answers", "asked")

    def __init__(self) -> None:
        self._answers: list[list[int]] = []
        self.asked = 0
        """the number of questions asked in this run"""

    def choose(self, highest: int) -> int:
        if self.asked == len(self._answers):
            self._answers.append([0, highest])
        answer = self._answers[self.asked][0]
        self.asked += 1
        return answer

    def another(self) -> bool:
        """Advance to the next list of answers; False if there is none."""
        answers = self._answers
        while answers and answers[-1][0] == answers[-1][1]:
            answers.pop()
        self.asked = 0
        if answers:
            answers[-1][0] += 1
        return bool(answers)


class Probe:
    """Pseudorandom answers, always the same, for estimating the number of paths.

    The product of the numbers of answers along a random path has the number of paths as its mean.
    """

    __slots__ = ("_state", "asked", "paths")

    def __init__(self) -> None:
        self._state = 1
        self.begin()

    def begin(self) -> None:
        self.asked = 0
        self.paths = 1

    def choose(self, highest: int) -> int:
        self.asked += 1
        self.paths *= highest + 1
        self._state = self._state * 48_271 % 2_147_483_647
        return self._state % (highest + 1)
