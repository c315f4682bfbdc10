"""What every format can write: a distribution here, and grids in `astragal.render.grid`."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, cast

from astragal._visible import visible

if TYPE_CHECKING:
    from pathlib import Path

    from astragal.odds.distribution import Distribution
    from astragal.render.formats import Format, Layout


class Shown:
    """Shows itself in every format, at a prompt, in a notebook or in a file."""

    @abstractmethod
    def written(self, form: Format, layout: Layout) -> str:
        """Itself in a format."""

    @abstractmethod
    def to_data(self) -> dict[str, Any]:
        """JSON-ready data: numbers both exact and as floats; see docs/odds.md."""

    @abstractmethod
    def plot(self, path: str | Path) -> None:
        """Draw it into an ``.svg`` or ``.png`` file; needs the extra ``astragal[plot]``."""

    def _as(self, name: str, **layout: Any) -> str:
        from astragal.render.formats import Layout, find_format

        return self.written(find_format(name), Layout(**layout))

    def __repr__(self) -> str:
        return self._as("text")

    def _repr_html_(self) -> str:
        return self._as("html")

    def to_json(self, indent: int | None = None) -> str:
        """The data as JSON."""
        return self._as("json", indent=indent).removesuffix("\n")

    def to_csv(self) -> str:
        """A line for each outcome or value, exact and as a float."""
        return self._as("csv")

    def to_markdown(self) -> str:
        """A Markdown table."""
        return self._as("markdown")


class Rendered(Shown):
    """How a distribution shows itself."""

    if TYPE_CHECKING:

        @property
        def label(self) -> str: ...

    @property
    def heading(self) -> str:
        """What a table calls it: its label, or "odds"."""
        return visible(self.label) or "odds"

    def written(self, form: Format, layout: Layout) -> str:
        return form.distributions([cast("Distribution", self)], layout)

    def to_data(self) -> dict[str, Any]:
        """JSON-ready data: weights and fractions both exact and as floats; see docs/odds.md."""
        from astragal.render.data import to_data

        return to_data(cast("Distribution", self))

    def plot(self, path: str | Path, *, cumulative: bool = False) -> None:
        """Draw the odds into an ``.svg`` or ``.png`` file; needs the extra ``astragal[plot]``."""
        from astragal.render.plots import plot

        plot([cast("Distribution", self)], path, cumulative=cumulative)
