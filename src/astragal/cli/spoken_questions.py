"""Questions in words: ``what are the odds of 15 on 2d6+6``."""

from __future__ import annotations

from functools import partial
from typing import Any

from astragal._visible import visible
from astragal.cli.reading import GivenValues
from astragal.cli.screen import work
from astragal.cli.screen.answers import Output
from astragal.cli.screen.terminal import Terminal
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.probability.distribution import Distribution
from astragal.render.figures import decimal, fraction, percent
from astragal.rolling.phrases import Role, phrase, piece
from astragal.talk.answering import Answer, answers
from astragal.talk.understood import Understood


class SpokenQuestion:
    """What somebody asked about dice, in words."""

    def __init__(
        self, understood: Understood, given: GivenValues, limits: Limits | None = None
    ) -> None:
        self.understood = understood
        self._given = given
        self._limits = limits or DEFAULT_LIMITS

    def answers(self) -> list[Answer]:
        """The chances or numbers that were asked for; none if it was for the odds as such."""
        return answers(self.understood, self._odds)

    def _odds(self, text: str) -> Distribution:
        expression = self._given.parse(text, self._limits)
        ask = partial(expression.odds, variables=self._given.variables)
        return work.done(ask, self._limits)

    def show(self, terminal: Terminal) -> None:
        """Answer on the terminal: a line for each chance, or a table."""
        found = self.answers()
        for each in found:
            asked = visible(f"{self.understood.text}: {each.words}: ")
            terminal.say(phrase([asked, piece(_figure(each), Role.OUTCOME), _exactly(each)]))
        if not found:
            Output(terminal).odds([self._odds(self.understood.text)])

    def to_data(self) -> dict[str, Any]:
        """The answer as the service gives it."""
        from astragal.service.answers import as_read, odds_answer

        text = self.understood.text
        answer = odds_answer(self._odds(text), self._limits)
        expression = self._given.parse(text, self._limits)
        return as_read(answer, expression.remarks, self.understood, self.answers())


def _figure(answer: Answer) -> str:
    """A chance in percent, a whole number as it is, any other with two decimals."""
    if answer.chance:
        return percent(answer.value)
    return f"{answer.value.numerator:,}" if _is_whole(answer) else decimal(answer.value)


def _exactly(answer: Answer) -> str:
    return "" if _is_whole(answer) and not answer.chance else fraction(answer.value)


def _is_whole(answer: Answer) -> bool:
    return answer.value.denominator == 1 and abs(answer.value) < _LONGEST


_LONGEST = 10**15
