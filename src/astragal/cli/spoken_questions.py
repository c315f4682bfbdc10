"""Questions in words: ``what are the odds of 15 on 2d6+6``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from astragal._visible import visible
from astragal.cli.screen import work
from astragal.limits import Limits
from astragal.render.figures import decimal, fraction, percent
from astragal.rolling.phrases import Role, phrase, piece

if TYPE_CHECKING:
    from astragal.cli.screen.answers import Output
    from astragal.service.subject import DiceSubject
    from astragal.talk.answering import Answer


def answer_in_words(subject: DiceSubject, output: Output, limits: Limits) -> None:
    """Write a line for each chance or number asked for; or the odds, if those were asked for."""
    odds, answers = work.done(partial(_answered, subject), limits)
    understood = subject.understood
    assert understood is not None
    if output.writes_records:
        from astragal.service.answers import as_read, odds_answer

        answer = odds_answer(odds, limits)
        output.record(as_read(answer, subject.remarks, understood, answers))
        return
    for each in answers:
        asked = visible(f"{understood.text}: {each.words}: ")
        said: list[Any] = [asked, piece(_figure(each), Role.OUTCOME), _exactly(each)]
        output.terminal.say(phrase(said))
    if not answers:
        output.odds([odds])


def _answered(subject: DiceSubject, *, limits: Limits) -> tuple[Any, list[Answer]]:
    return subject.odds(limits), subject.answers(limits)


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
