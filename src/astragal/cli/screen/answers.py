"""Answers: written in the format that was asked for, or drawn into a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from astragal.cli.screen.terminal import Terminal
from astragal.cli.wrong_use import WholeNumber
from astragal.errors import AstragalError
from astragal.render.formats import Format, Layout, all_formats

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution
    from astragal.render.rendered import Shown
    from astragal.rolling.roll import Roll

_FORMAT = "format_"
"""What the names of format options begin with, so that none clashes with another option."""


def format_options() -> list[click.Option]:
    """An option for each format that has one."""
    return [
        click.Option([form.option, _FORMAT + form.name], is_flag=True, help=form.help)
        for form in all_formats().values()
        if form.option is not None
    ]


def chosen_format(given: Mapping[str, Any]) -> Format | None:
    """The format that the options ask for, if any."""
    chosen = [form for form in all_formats().values() if given.get(_FORMAT + form.name)]
    if len(chosen) > 1:
        raise click.UsageError(f"give one of {' and '.join(str(form.option) for form in chosen)}")
    return chosen[0] if chosen else None


class Plotting(NamedTuple):
    """The file for a plot, and how that should look."""

    path: str
    look: dict[str, Any]


def plot_options() -> list[click.Option]:
    """The options about plots."""
    return [
        click.Option(
            ["--plot"], metavar="FILE", help="Draw it into an .svg, .html, .png or .pdf file."
        ),
        click.Option(
            ["--plot-width"],
            type=WholeNumber(1),
            metavar="N",
            help="With --plot: how wide, in pixels.  [default: 800]",
        ),
        click.Option(["--dark"], is_flag=True, help="With --plot: on dark paper."),
    ]


def chosen_plot(given: Mapping[str, Any]) -> Plotting | None:
    """The plot that the options ask for, if any."""
    look = {"width": given["plot_width"], "dark": given["dark"] or None}
    chosen = {name: value for name, value in look.items() if value is not None}
    if given["plot"] is None:
        if chosen:
            spelt = "--plot-width" if "width" in chosen else "--dark"
            raise click.UsageError(f"{spelt} goes with --plot")
        return None
    return Plotting(given["plot"], chosen)


class Output:
    """Where answers go: a terminal, in a format (None: as text), and a file for a plot, if any."""

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
        """Whether the format that was asked for can hold a roll, an answer or an error."""
        return self.form is not None and self.form.writes_records

    def check_plot(self) -> None:
        """Refuse a file that cannot be drawn into, before anything is computed for it."""
        if self.plot is not None:
            from astragal.render.plots import checked

            checked(self.plot.path, **self.plot.look)

    def show(self, found: Shown, layout: Layout | None = None) -> None:
        """A distribution, a grid, or anything else that shows itself."""
        if self.drawn(found.plot, alone=True):
            return
        self._write(lambda form, wanted: found.written(form, wanted), layout or Layout())

    def rolls(self, several: Sequence[Roll]) -> None:
        """Rolls, in the format that was asked for."""
        self._write(lambda form, layout: form.rolls(several, layout), Layout())

    def odds(self, several: Sequence[Distribution], layout: Layout | None = None) -> None:
        """Distributions side by side."""
        self._write(lambda form, wanted: form.distributions(several, wanted), layout or Layout())

    def drawn(self, draw: Callable[..., None], *, alone: bool) -> bool:
        """Draw the plot, if one was asked for; true if that is the whole answer.

        ``alone``: nothing else was asked for, unless in a format.
        """
        if self.plot is None:
            return False
        draw(self.plot.path, **self.plot.look)
        whole = alone and self.form is None
        # What is written beside the plot may go into another program.
        where = self.terminal if whole else self.errors
        where.write(f"plot saved to {self.plot.path}")
        return whole

    def record(self, data: Mapping[str, Any]) -> None:
        """A roll, an answer or an error as data."""
        assert self.form is not None
        self.terminal.stream.write(self.form.record(data, self._fitted(Layout())))
        self.terminal.stream.flush()

    def error(self, error: AstragalError, about: Mapping[str, Any] | None = None) -> None:
        """Say what went wrong: in the format that was asked for, if it can hold that."""
        if self.writes_records:
            from astragal.service.problems import problem  # loads all of the service

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
        """The layout, in the width and the characters of the terminal."""
        fits = self.terminal.layout
        return layout._replace(width=fits.width, ascii_only=fits.ascii_only)


def ended(text: str) -> str:
    """The text with a newline at its end."""
    return text if text.endswith("\n") else f"{text}\n"
