"""The base class of commands: the question asked, the work for it, and its output."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import click

from astragal.cli.asking import Typed, Way, WordsCommand, chosen, options_of
from astragal.cli.own_options import WORK, limits_of
from astragal.cli.screen.answers import Output, chosen_format, chosen_plot
from astragal.cli.session import Session, in_session
from astragal.cli.wrong_use import PlainCommand
from astragal.errors import AstragalError, Audience
from astragal.render.formats import Layout

if TYPE_CHECKING:
    from astragal.rolling.roll import Roll
    from astragal.service.fields import Field
    from astragal.service.question import AboutSubject, Given
    from astragal.service.subject import Subject
    from astragal.table.party import Party


Shown: TypeAlias = Any


class Call(ABC):
    """A command with its options, in a session. Its docstring is the help.

    The exit status is 1 if something was refused, 2 if the command was used wrongly, and 130 after
    ctrl-C.
    """

    name: ClassVar[str]
    ways: ClassVar[Sequence[Way]]
    arguments: ClassVar[Sequence[click.Parameter]]
    """the positional arguments"""
    common: ClassVar[Sequence[Field]] = WORK
    """options that apply to every question"""
    first: ClassVar[Sequence[click.Option]] = ()
    """options that are processed before all others"""
    audience: Audience = Audience.PLAYER
    """the audience of error messages"""

    def __init__(self, session: Session, typed: Typed) -> None:
        self.session = session
        self.terminal = session.terminal
        self.typed = typed
        self.way = chosen(self.ways, typed)
        form, plot = chosen_format(typed), chosen_plot(typed)
        self.output = Output(session.terminal, form, plot, session.errors)
        self.layout = Layout(
            cumulative=typed.get("cumulative", False), every=typed.get("all", False)
        )
        self.limits = limits_of(typed)
        self.failed = False
        self._formatted: list[Roll] = []
        """finished rolls, to be written together in the chosen format"""

    @classmethod
    def command(cls, kind: type[PlainCommand] = WordsCommand, **more: Any) -> click.Command:
        """The command for click."""

        def do(session: Session, /, **typed: Any) -> None:
            cls(session, typed).run()

        params = [*cls.arguments, *options_of(cls.ways, cls.common), *cls.first]
        return kind(cls.name, callback=in_session(do), params=params, help=cls.__doc__, **more)

    @abstractmethod
    def answer(self) -> None:
        """Answer the question and show the answer."""

    def run(self) -> None:
        """Answer and show errors; the process exits if there were any."""
        try:
            self.output.check_plot()
            with self.session.in_game(self.typed.get("game")):
                self.answer()
            if self._formatted:
                self.output.rolls(self._formatted)
        except AstragalError as error:
            self.report(error)
        except Exception as error:
            # A mistake in a rule: show the note that says where it is; a traceback would bury it.
            if not getattr(error, "__notes__", ()):
                raise
            from astragal.experiment.places import in_words

            self.audience = Audience.PROGRAMMER
            self.report(in_words(error))
        if self.failed:
            sys.exit(1)

    def report(self, error: AstragalError, about: Mapping[str, Any] | None = None) -> None:
        """Show an error; the exit status will be 1."""
        from astragal.cli import hints

        hints.raise_if_wrong(error)
        self.failed = True
        words = hints.OF_COMMANDS.get(self.name, hints.DICE)
        self.output.error(hints.hinted(error, words, self.audience), about)

    # The work

    @property
    def question(self) -> AboutSubject:
        """The selected question."""
        made: Any = self.way.question
        return made()  # type: ignore[no-any-return]

    def work(self, job: Any, *given: Any, **more: Any) -> Any:
        """Do a job within the limits, with a clock on the screen; ctrl-C ends it."""
        from astragal.cli.screen import work

        return work.done(partial(job, *given), self.limits, **more)

    def found(
        self, subject: Subject, given: Given, question: AboutSubject | None = None, **more: Any
    ) -> Shown:
        """The result of the question, computed by the requested workers if there are any."""
        asked = question or self.question
        if asked.name == "reach" and len(given["axes"]) > 1:
            from astragal.service.questions.frontier import Frontier

            asked = Frontier()
        job: Any = partial(asked.found, subject, given, **more)
        parts = asked.parts(subject, given)
        if not (self.typed.get("workers") or self.typed.get("cluster")):
            return self.work(job, parts=parts, refused=asked.refusals)
        from astragal.cli.screen.work import Clock
        from astragal.cli.workers import Staff

        with Clock() as clock, Staff.of(self.typed).executor(parts) as executor:
            return job(limits=self.limits, executor=executor, progress=clock.cells)

    # The answer

    def show(self, found: Shown) -> None:
        """Show a result that can render itself."""
        self.output.show(found, self.layout)

    def show_roll(self, roll: Roll, before: Party | None = None) -> None:
        """Show a roll, its steps on request, and its changes to the sheets."""
        if self.output.writes_records:
            self.output.record(self.roll_data(roll, before))
        elif self.output.form is not None:
            self._formatted.append(roll)
        else:
            self.tell_roll(roll)
            changes = () if before is None else before.changes(before.after(roll))
            for line in changes:
                self.terminal.paragraph(line, "  ", dim=True)

    def roll_data(self, roll: Roll, before: Party | None) -> dict[str, Any]:
        """The roll in the form of the service's answer."""
        from astragal.service.answers import roll_answer

        return roll_answer(roll, before)

    def tell_roll(self, roll: Roll) -> None:
        """Show a roll as text, with its steps on request."""
        self.terminal.roll(roll)
        for step in roll.explain() if self.typed["explain"] else ():
            self.terminal.paragraph(step, "  ")

    def remark(self, *lines: str) -> None:
        """Write remarks to the error stream."""
        indent = "  " if self.session.at_prompt else ""
        for line in lines:
            self.session.errors.paragraph(line, indent, dim=True)


def words(metavar: str) -> click.Argument:
    """An argument that takes any number of words."""
    return click.Argument(["words"], nargs=-1, metavar=metavar)


def text_file(name: str, metavar: str, **more: Any) -> click.Argument:
    """An argument that names a file to read, or ``-`` for standard input."""
    kind = click.File(encoding="utf-8-sig")
    return click.Argument([name], type=kind, metavar=metavar, **more)
