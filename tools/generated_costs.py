"""A search for costly texts: random families of notation, each grown until it is refused.

The odds of every member, what is made of them, a roll and a description are asked for under default
limits. Reported are the members that took long or much memory, or ended in anything but an
``AstragalError``: ``python -m tools.generated_costs --count 500 --seed 1``. What was found stays a
finding under the same seed; a family of your own follows as ``--family "Nd6kh3"``.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from itertools import islice
from typing import NamedTuple

from astragal import STRANGERS, AstragalError, Distribution, SeededSource, parse
from astragal.experiment.solve.analysis import Analysis
from tools.costs import text_of
from tools.generated_families import families
from tools.hostile import warm
from tools.trials import tried

SECONDS, MEBIBYTES = 1.5, 450.0
"""What is reported, by default; nothing may take more than two seconds or 500 MiB."""

_ENDED_AFTER = 10
_LARGEST = 10**6
_CLOSER = 3
"""How many sizes are tried between the last that was answered and the first that was refused."""
_WORTH_CLOSER = 0.2
"""The seconds that the last answer took, for that to be worth the time."""


class Member:
    """One text of a family, with its odds once they are found."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def analysis(self) -> Analysis:
        return Analysis(parse(self.text), limits=STRANGERS)

    @cached_property
    def odds(self) -> Distribution:
        odds = self.analysis.odds()
        len(odds)
        return odds

    def rolled(self) -> object:
        roll = parse(self.text).roll(SeededSource(1))
        return str(roll), roll.explain(), roll.to_json()

    def described(self) -> object:
        expression = parse(self.text)
        return str(expression), expression.describe()


QUESTIONS: dict[str, Callable[[Member], object]] = {
    "odds": lambda member: member.odds,
    "table": lambda member: str(member.odds),
    "json": lambda member: member.odds.to_json(),
    "roll": Member.rolled,
    "description": Member.described,
}
_OF_ODDS = ("table", "json")
"""Questions about odds that have been found; the time to find them is none of theirs."""


class Answer(NamedTuple):
    """What came of a question about a member."""

    seconds: float
    steps: int
    refused: str


class Finding(NamedTuple):
    """A question that took long, or much memory, or did not end as it should."""

    question: str
    family: str
    size: int
    answer: Answer
    mebibytes: float
    text: str

    def __str__(self) -> str:
        seconds, steps, refused = self.answer
        each = f"{seconds / steps * 1e9:7.1f}" if steps else "      -"
        return (
            f"{seconds:7.2f} s {self.mebibytes:6.0f} MiB {each} ns/step {steps:13,}  "
            f"{self.question:11} {self.family}  n={self.size} {refused}  {self.text[:100]}"
        )


def answers(text: str, questions: Iterable[str]) -> dict[str, Answer]:
    """Ask the questions about a text, one after another."""
    member, found = Member(text), dict[str, Answer]()
    for question in questions:
        if question in _OF_ODDS and "odds" in found and found["odds"].refused:
            found[question] = Answer(0.0, 0, found["odds"].refused)
        else:
            found[question] = _answer(member, question)
    return found


def _answer(member: Member, question: str) -> Answer:
    started, refused = time.process_time(), ""
    try:
        if question in _OF_ODDS:
            len(member.odds)
            started = time.process_time()
        QUESTIONS[question](member)
    except AstragalError as error:
        error.render()
        refused = error.code
    seconds = time.process_time() - started
    weighed = question == "odds" and "analysis" in vars(member)
    return Answer(seconds, member.analysis.memory.budget.spent if weighed else 0, refused)


class Wanted(NamedTuple):
    """The questions to ask, and from when on an answer is a finding."""

    questions: tuple[str, ...] = tuple(QUESTIONS)
    seconds: float = SECONDS
    mebibytes: float = MEBIBYTES


class Search:
    """One family, grown; what was found stands in ``worst``, a finding for each question."""

    def __init__(self, family: str, factor: float, wanted: Wanted) -> None:
        self.family, self.factor = family, factor
        self.questions, self.seconds, self.mebibytes = wanted
        self.worst: dict[str, Finding] = {}

    def grow(self) -> None:
        """Ask about larger and larger members, until every question is refused or dear."""
        open_questions, size, before = list(self.questions), 2, Answer(0.0, 0, "")
        while open_questions and size <= _LARGEST:
            text = text_of(self.family, size)
            if len(text) > STRANGERS.length:
                break
            found = self.ask(size, text, open_questions)
            if "odds" in found:
                if found["odds"].refused and before.seconds > _WORTH_CLOSER:
                    self._look_closer(int(size / self.factor), size)
                before = found["odds"]
            open_questions = [each for each in open_questions if not found[each].refused]
            size = int(size * self.factor) + 1

    def _look_closer(self, low: int, high: int) -> None:
        """Look for the largest member whose odds are found: it is the dearest."""
        asked = [each for each in self.questions if each in ("odds", *_OF_ODDS)]
        for _ in range(_CLOSER):
            size = int((low * high) ** 0.5)
            if not low < size < high:
                break
            found = self.ask(size, text_of(self.family, size), asked)
            if found["odds"].refused:
                high = size
            else:
                low = size

    def ask(self, size: int, text: str, questions: list[str]) -> dict[str, Answer]:
        """Ask in one process; where anything is dear, in a process for each question."""
        trial = tried(partial(answers, text, questions), seconds=_ENDED_AFTER)
        found: dict[str, Answer] = trial.result or {}
        if not found or trial.mebibytes > self.mebibytes or self._dear(found.values()):
            found = {each: self._asked_apart(size, text, each) for each in questions}
        return found

    def _asked_apart(self, size: int, text: str, question: str) -> Answer:
        trial = tried(partial(answers, text, [question]), seconds=_ENDED_AFTER)
        answer = Answer(trial.seconds, 0, trial.ended or "too slow")
        if trial.result:
            answer = trial.result[question]
        finding = Finding(question, self.family, size, answer, trial.mebibytes, text)
        if not trial.result or trial.mebibytes > self.mebibytes or self._dear([answer]):
            known = self.worst.get(question)
            if known is None or known.answer.seconds < answer.seconds:
                self.worst[question] = finding
        return answer

    def _dear(self, found: Iterable[Answer]) -> bool:
        return any(answer.seconds > self.seconds for answer in found)


def searched(chosen: Iterable[str], seed: int, wanted: Wanted) -> Iterator[Finding]:
    """The findings of families, as they come."""
    for family in chosen:
        search = Search(family, random.Random(f"{seed} {family}").uniform(1.8, 3.0), wanted)
        search.grow()
        yield from search.worst.values()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=100, help="how many families")
    options.add_argument("--first", type=int, default=1, help="the number of the first of them")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--seconds", type=float, default=SECONDS, help="report what takes more")
    options.add_argument(
        "--mebibytes", type=float, default=MEBIBYTES, help="report what fills more"
    )
    options.add_argument("--family", action="append", help="this family in place of random ones")
    options.add_argument("--questions", nargs="*", choices=QUESTIONS, default=list(QUESTIONS))
    options.add_argument("--list", action="store_true", help="list the families, and search none")
    given = options.parse_args()
    first, last = given.first - 1, given.first - 1 + given.count
    chosen = given.family or list(islice(families(given.seed), first, last))
    if given.list:
        print("\n".join(chosen))
        return
    warm()
    found = 0
    wanted = Wanted(tuple(given.questions), given.seconds, given.mebibytes)
    for finding in searched(chosen, given.seed, wanted):
        found += 1
        print(finding, flush=True)
    print(f"{found:,} findings in {len(chosen):,} families")


if __name__ == "__main__":
    main()
