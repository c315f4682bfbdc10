"""One call of a command that asks a question: the work for it, and how the answer is shown."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal.cli.asking import Typed, Way, chosen
from astragal.cli.hints import Words, hinted, raise_if_wrong
from astragal.cli.own_options import limits_of
from astragal.cli.screen import work
from astragal.cli.screen.answers import Output, chosen_format, chosen_plot
from astragal.errors import AstragalError
from astragal.render.formats import Layout

if TYPE_CHECKING:
    from astragal.cli.session import Session
    from astragal.service.question import AboutSubject, Given
    from astragal.service.subject import Subject


Shown: TypeAlias = Any


class Call:
    """A command with its options, in a session."""

    def __init__(self, session: Session, ways: Sequence[Way], typed: Typed) -> None:
        self.session = session
        self.typed = typed
        self.way = chosen(ways, typed)
        form, plot = chosen_format(typed), chosen_plot(typed)
        self.output = Output(session.terminal, form, plot, session.errors)
        self.layout = Layout(
            cumulative=typed.get("cumulative", False), every=typed.get("all", False)
        )
        self.limits = limits_of(typed)

    @property
    def question(self) -> AboutSubject:
        """The question that is asked."""
        made: Any = self.way.question
        return made()  # type: ignore[no-any-return]

    def found(
        self, subject: Subject, given: Given, question: AboutSubject | None = None, **more: Any
    ) -> Shown:
        """The answer to the question; a clock shows long work, and ctrl-C ends it."""
        asked = question or self.question
        if asked.name == "reach" and len(given["axes"]) > 1:
            from astragal.service.questions.frontier import Frontier

            asked = Frontier()
        job: Any = partial(asked.found, subject, given, **more)
        parts = asked.parts(subject, given)
        if not (self.typed.get("workers") or self.typed.get("cluster")):
            return work.done(job, self.limits, parts=parts, refused=asked.refusals)
        from astragal.cli.screen.clock import Clock
        from astragal.cli.workers import Staff

        try:
            with Clock() as clock, Staff.of(self.typed).executor(parts) as executor:
                return job(limits=self.limits, executor=executor, progress=clock.cells)
        except KeyboardInterrupt:
            raise work.CtrlCError from None

    def show(self, found: Shown) -> None:
        self.output.show(found, self.layout)

    def remark(self, *lines: str) -> None:
        """Say something beside the answer."""
        indent = "  " if self.session.at_prompt else ""
        for line in lines:
            self.session.errors.paragraph(line, indent, dim=True)


@contextmanager
def errors_shown(output: Output, words: Words) -> Iterator[None]:
    """Show an error with its hint in these words.

    The exit status is 1, or 2 if the question itself was wrong, or 130 after ctrl-C.
    """
    try:
        yield
    except AstragalError as error:
        raise_if_wrong(error)
        output.error(hinted(error, words))
        sys.exit(1)
    except work.CtrlCError:
        output.errors.write("stopped")
        sys.exit(130)
