"""How a distribution shows itself: at a prompt, in a notebook, as a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from astragal.odds.distribution import Distribution


class Rendered:
    """What it is rendered by is loaded when it is asked for."""

    def __repr__(self) -> str:
        from astragal.render.tables import text_table

        return text_table([cast("Distribution", self)])

    def _repr_html_(self) -> str:
        from astragal.render.exports import html_table

        return html_table([cast("Distribution", self)])

    def to_data(self) -> dict[str, Any]:
        """The odds as JSON-ready data; see docs/odds.md."""
        from astragal.render.data import to_data

        return to_data(cast("Distribution", self))

    def to_json(self, indent: int | None = None) -> str:
        """The odds as JSON."""
        return json.dumps(self.to_data(), ensure_ascii=False, indent=indent)

    def to_csv(self) -> str:
        """A line for each listed outcome: exact weight and denominator, probability, cumulative forms."""
        from astragal.render.exports import csv_table

        return csv_table([cast("Distribution", self)])

    def to_markdown(self) -> str:
        """A Markdown table."""
        from astragal.render.exports import markdown_table

        return markdown_table([cast("Distribution", self)])

    def plot(self, path: str | Path, *, cumulative: bool = False) -> None:
        """Draw the odds into a file, ``.svg`` or ``.png``; needs the extra ``astragal[plot]``."""
        from astragal.render.plots import plot

        plot([cast("Distribution", self)], path, cumulative=cumulative)
