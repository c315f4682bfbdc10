"""Base classes for everything that formats can write, and the display of distributions."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, cast

from astragal._visible import in_short, visible
from astragal.errors import AstragalError
from astragal.limits import bounded, check_limits

if TYPE_CHECKING:
    from astragal.limits import Limits
    from astragal.probability.distribution import Distribution
    from astragal.render.formats import Format, Layout
    from astragal.render.plots import Target
    from astragal.render.plots.picture import Picture


class Renderable:
    """Can be written in any format, and displayed in a notebook."""

    __slots__ = ()

    @abstractmethod
    def written(self, form: Format, layout: Layout) -> str:
        """Write this in a format."""

    @bounded
    def render(
        self,
        form: str | Format = "text",
        *,
        width: int | None = None,
        ascii_only: bool = False,
        cumulative: bool = False,
        every: bool = False,
        indent: int | None = None,
        limits: Limits | None = None,
    ) -> str:
        """Render in a format: a built-in one by its name, or your own.

        ``width`` is that of the terminal in columns, or of a picture in pixels. ``cumulative`` and
        ``every`` apply to odds, ``indent`` to JSON. ``limits`` bounds the size of the output
        (``written``); the default is the limit for files. A format ignores options that do not
        apply to it.
        """
        from astragal.render.formats import Layout, find_format

        if width is not None and (type(width) is not int or width < 1):
            raise AstragalError(
                "bad-width", f"a width is a number of columns, not {in_short(width)}"
            )
        allowed = None if limits is None else check_limits(limits)
        layout = Layout(width, ascii_only, cumulative, every, indent, allowed)
        return self.written(find_format(form), layout)

    def _repr_html_(self) -> str:
        return self.render("html")


class Shown(Renderable):
    """Can be displayed in every format: at a prompt, in a notebook or in a file."""

    @abstractmethod
    def to_data(self) -> dict[str, Any]:
        """JSON-ready data: numbers both exact and as floats; see docs/odds.md."""

    @abstractmethod
    def picture(self) -> Picture:
        """The contents of its plot."""

    def plot(
        self, file: Target, *, form: str | None = None, width: int = 800, dark: bool = False
    ) -> None:
        """Draw a plot in an ``.svg``, ``.html``, ``.png`` or ``.pdf`` file.

        A file object needs its ``form``, such as ``"png"``; a path may tell it by its ending. PNG
        and PDF need the extra ``astragal[plot]``. ``width`` is in pixels and determines the height.
        An HTML page follows its viewer's light or dark theme; for other files, ``dark`` selects it.
        """
        from astragal.render.plots import checked, draw

        look = checked(file, width, dark, form)
        draw(self.picture(), file, look, form)

    def _repr_svg_(self) -> str:
        return self.render("svg")

    def __repr__(self) -> str:
        return self.render("text")

    @bounded
    def to_json(self, indent: int | None = None, *, limits: Limits | None = None) -> str:
        """The data as JSON."""
        return self.render("json", indent=indent, limits=limits).removesuffix("\n")

    @bounded
    def to_csv(self, *, limits: Limits | None = None) -> str:
        """A line for each outcome or value, exact and as a float."""
        return self.render("csv", limits=limits)

    @bounded
    def to_markdown(self, *, limits: Limits | None = None) -> str:
        """A Markdown table."""
        return self.render("markdown", limits=limits)


class Rendered(Shown):
    """The display of a distribution."""

    if TYPE_CHECKING:

        @property
        def label(self) -> str: ...

    @property
    def heading(self) -> str:
        """Its heading in a table: the label, or "odds"."""
        return visible(self.label) or "odds"

    def written(self, form: Format, layout: Layout) -> str:
        return form.distributions([cast("Distribution", self)], layout)

    @bounded
    def to_data(self, *, limits: Limits | None = None) -> dict[str, Any]:
        """JSON-ready data: weights and fractions both exact and as floats; see docs/odds.md."""
        from astragal.render.data import to_data
        from astragal.render.lengths import check_length

        check_length([cast("Distribution", self)], limits)
        return to_data(cast("Distribution", self))

    def picture(self) -> Picture:
        from astragal.render.plots.showing import picture_of_odds

        return picture_of_odds([cast("Distribution", self)])

    def plot(
        self,
        file: Target,
        *,
        form: str | None = None,
        cumulative: bool = False,
        width: int = 800,
        dark: bool = False,
    ) -> None:
        """Draw the odds in an ``.svg``, ``.html``, ``.png`` or ``.pdf`` file.

        ``cumulative`` draws the chance of each number or more; the rest works as in `Shown.plot`.
        """
        from astragal.render.plots import plot

        several = [cast("Distribution", self)]
        plot(several, file, form=form, cumulative=cumulative, width=width, dark=dark)
