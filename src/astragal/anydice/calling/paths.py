"""The answers that runs with unknown rolls get: all of them in turn, or some at random."""

from __future__ import annotations

from typing import Protocol


class TooManyPathsError(Exception):
    """Going through every roll is quicker."""


class Answers(Protocol):
    """Whoever answers the questions of a run."""

    def choose(self, highest: int) -> int:
        """The answer to the next question, from 0 to the highest."""


class Paths:
    """All lists of answers, one after another, each used by one run."""

    __slots__ = ("_answers", "asked")

    def __init__(self) -> None:
        self._answers: list[list[int]] = []
        self.asked = 0
        """how many questions this run has asked"""

    def choose(self, highest: int) -> int:
        if self.asked == len(self._answers):
            self._answers.append([0, highest])
        answer = self._answers[self.asked][0]
        self.asked += 1
        return answer

    def another(self) -> bool:
        """Go to the next list of answers, if there is one."""
        answers = self._answers
        while answers and answers[-1][0] == answers[-1][1]:
            answers.pop()
        self.asked = 0
        if answers:
            answers[-1][0] += 1
        return bool(answers)


class Probe:
    """Answers at random, the same in every program: from them the number of paths is estimated.

    The product of the numbers of answers on a random path has the number of paths as its mean.
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
