"""Answers: written in the requested format, or plotted into a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal.cli.own_options import PLOT_WIDTH
from astragal.cli.screen.terminal import Terminal
from astragal.errors import AstragalError
from astragal.render.formats import Format, Layout, all_formats, find_format

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution
    from astragal.render.rendered import Shown
    from astragal.rolling.roll import Roll


def chosen_format(typed: Mapping[str, Any]) -> Format | None:
    """The format that the options ask for, if any."""
    from astragal.cli.asking import as_typed

    if (named := typed.get("format")) is not None:
        return find_format(as_typed(named))
    switches = [
        name for name, each in typed.items() if each is True
    ]  # loads formats only if needed
    return next((form for name in switches if (form := all_formats().get(name))), None)


class Plotting(NamedTuple):
    """The file of a plot, and its look."""

    path: str
    look: dict[str, Any]


def chosen_plot(typed: Mapping[str, Any]) -> Plotting | None:
    """The plot that the options ask for, if any."""
    from astragal.cli.asking import value_of

    if typed.get("plot") is None:
        return None
    look = {"width": value_of(PLOT_WIDTH, typed["plot_width"]), "dark": typed["dark"] or None}
    return Plotting(typed["plot"], {name: each for name, each in look.items() if each is not None})


class Output:
    """The destination of answers: a terminal, a format (None: text), and perhaps a plot."""

    def __init__(
        self,
        terminal: Terminal,
        form: Format | None = None,
        plot: Plotting | None = None,
        errors: Terminal | None = None,
    ) -> None:
        self.terminal = terminal
        self.errors = errors or Terminal(sys.stderr)
        self.form = form
        self.plot = plot

    @property
    def writes_records(self) -> bool:
        """True if the requested format can hold a roll, an answer or an error."""
        return self.form is not None and self.form.writes_records

    @property
    def for_programs(self) -> bool:
        """True if the format is meant for programs."""
        return self.form is not None and self.form.for_programs

    def check_plot(self) -> None:
        """Refuse an unsuitable plot file before the odds are computed."""
        if self.plot is not None:
            from astragal.render.plots import checked

            checked(self.plot.path, **self.plot.look)

    def show(self, found: Shown, layout: Layout | None = None) -> None:
        """Show a distribution, a grid, or another result that renders itself."""
        if self.drawn(found.plot, alone=True):
            return
        self._write(lambda form, wanted: found.written(form, wanted), layout or Layout())

    def rolls(self, several: Sequence[Roll]) -> None:
        """Write rolls in the requested format."""
        self._write(lambda form, layout: form.rolls(several, layout), Layout())

    def odds(self, several: Sequence[Distribution], layout: Layout | None = None) -> None:
        """Write distributions side by side."""
        self._write(lambda form, wanted: form.distributions(several, wanted), layout or Layout())

    def drawn(self, draw: Callable[..., None], *, alone: bool) -> bool:
        """Draw the plot, if requested; True if that is the whole answer.

        ``alone`` says that nothing else was requested, except perhaps in a format.
        """
        if self.plot is None:
            return False
        draw(self.plot.path, **self.plot.look)
        whole = alone and self.form is None
        # The text next to the plot may be piped into another program.
        where = self.terminal if whole else self.errors
        where.write(f"plot saved to {self.plot.path}")
        return whole

    def record(self, data: Mapping[str, Any]) -> None:
        """Write a roll, an answer or an error as data."""
        assert self.form is not None
        self.terminal.stream.write(self.form.record(data, self._fitted(Layout())))
        self.terminal.stream.flush()

    def error(self, error: AstragalError, about: Mapping[str, Any] | None = None) -> None:
        """Report an error, in the requested format if it can hold errors."""
        if self.writes_records:
            from astragal.service.problems import problem  # loads the whole service

            self.record({**(about or {}), **problem(error)})
        else:
            sys.stdout.flush()
            self.errors.error(error)

    def _write(self, written: Callable[[Format, Layout], str], layout: Layout) -> None:
        layout = self._fitted(layout)
        if self.form is None:
            self.terminal.show(written, layout)
        else:
            self.terminal.stream.write(ended(written(self.form, layout)))

    def _fitted(self, layout: Layout) -> Layout:
        """The layout, with the width and character set of the terminal."""
        fits = self.terminal.layout
        return layout._replace(width=fits.width, ascii_only=fits.ascii_only)


def ended(text: str) -> str:
    """The text with a final newline."""
    return text if text.endswith("\n") else f"{text}\n"
