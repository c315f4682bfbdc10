"""A question as a command: about dice or a rule, with a result that renders itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from astragal.cli.asking import Way, as_typed
from astragal.cli.call import Call, words
from astragal.cli.own_options import EVERY, PLOTS, formats
from astragal.cli.reading import called_rule, context_of, how_it_was_read, texts
from astragal.service.fields import STAKES
from astragal.service.subject import Subject, subject_of

if TYPE_CHECKING:
    from astragal.cli.session import Session
    from astragal.service.context import Context
    from astragal.service.question import AboutSubject


def ways_of(question: AboutSubject) -> tuple[Way, ...]:
    """The question alone, with the terminal options of any result that renders itself."""
    shown = (EVERY, *formats(), *PLOTS)
    return (Way(type(question), shown, called="the question", without=(STAKES,)),)


def question_command(asked: AboutSubject) -> click.Command:
    """The command for a question; its help is the docstring and the examples."""

    class Ask(Call):
        name = asked.name
        ways = ways_of(asked)
        arguments = (words(asked.command),)

        def answer(self) -> None:
            context = context_of(self.session, self.typed, self.limits)
            several = list(texts(self.name, self.typed["words"], context.dialect))
            if len(several) != 1:
                raise click.UsageError(f"{self.name} is about one roll at a time")
            subject = _subject_called(several[0], context, self.session, self.typed["sheet"])
            self.remark(*how_it_was_read(subject))
            self.show(self.found(subject, self.way.given(self.typed)))

    lines = "\n".join(f"astragal {each}" for each in asked.examples)
    Ask.__doc__ = f"{asked.__doc__}\n\n\b\n{lines}"
    return Ask.command()


def _subject_called(text: str, context: Context, session: Session, sheets: Any) -> Subject:
    """Dice, or a rule as typed after ``play``."""
    called = None if context.called(text) is not None else called_rule(as_typed(text), session)
    if called is None:
        return subject_of(text, context)
    from astragal.cli.commands.play import rule_call

    return rule_call(called, session, {"sheet": sheets}).subject()
