"""A question as a command: of dice or of a rule, answered with something that shows itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from astragal.cli.asking import Way, as_typed, asking_command
from astragal.cli.call import Call, errors_shown
from astragal.cli.hints import DICE
from astragal.cli.own_options import EVERY, PLOTS, WORK, formats
from astragal.cli.reading import called_rule, context_of, how_it_was_read, texts
from astragal.cli.session import Session
from astragal.service.fields import STAKES
from astragal.service.subject import Subject, subject_of

if TYPE_CHECKING:
    from astragal.service.context import Context
    from astragal.service.question import AboutSubject


def ways_of(question: AboutSubject) -> tuple[Way, ...]:
    """The question alone, with the terminal's options for any answer that shows itself."""
    shown = (EVERY, *formats(), *PLOTS)
    return (Way(type(question), shown, called="the question", without=(STAKES,)),)


def question_command(question: AboutSubject) -> click.Command:
    """The command that a question is."""
    ways = ways_of(question)

    def ask(session: Session, /, words: tuple[str, ...], **typed: Any) -> None:
        call = Call(session, ways, typed)
        with errors_shown(call.output, DICE), session.in_game(typed["game"]):
            call.output.check_plot()
            context = context_of(session, typed, call.limits)
            several = list(texts(question.name, words, context.dialect))
            if len(several) != 1:
                raise click.UsageError(f"{question.name} is about one roll at a time")
            subject = subject_called(several[0], context, session, typed)
            call.remark(*how_it_was_read(subject))
            call.show(call.found(subject, call.way.given(typed)))

    ask.__doc__ = help_of(question)
    return asking_command(question.name, ways, ask, question.command, WORK)


def subject_called(text: str, context: Context, session: Session, typed: dict[str, Any]) -> Subject:
    """Dice, or a rule as it is called behind ``play``."""
    words = None if context.called(text) is not None else called_rule(as_typed(text), session)
    if words is None:
        return subject_of(text, context)
    from astragal.cli.commands.play import rule_call

    return rule_call(words, session, {"sheet": typed["sheet"]}).subject()


def help_of(question: AboutSubject) -> str:
    """Its docstring, and lines to copy."""
    lines = "\n".join(f"astragal {each}" for each in question.examples)
    return f"{question.__doc__}\n\n\b\n{lines}"
