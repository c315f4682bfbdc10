"""Chat: Markdown for programs that do not display tables, such as Discord."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from astragal.render.formats import PLAIN, Layout
from astragal.render.formats.markdown import Markdown, unmentioned
from astragal.render.formats.text import Text

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution
    from astragal.render.columns import RenderedColumns
    from astragal.render.grid import RenderedGrid
    from astragal.render.report import Reported

_WIDTH = 42
"""Columns of a code block that a phone shows without wrapping."""


class Chat(Markdown):
    """Rolls as in Markdown; odds as text with bars, in a block of code."""

    name = "chat"
    option = "--chat"
    help = "Write Markdown for chat: odds as text in a block of code."

    def distributions(self, several: Sequence[Distribution], layout: Layout = PLAIN) -> str:
        return _block(Text().distributions(several, _narrow(layout)))

    def grid(self, shown: RenderedGrid, layout: Layout = PLAIN) -> str:
        return _block(Text().grid(shown, _narrow(layout)))

    def columns(self, shown: RenderedColumns, layout: Layout = PLAIN) -> str:
        return _block(Text().columns(shown, _narrow(layout)))

    def report(self, shown: Reported, layout: Layout = PLAIN) -> str:
        return _block(Text().report(shown, _narrow(layout)))


def _narrow(layout: Layout) -> Layout:
    return layout._replace(width=layout.width or _WIDTH)


def _block(text: str) -> str:
    """A block of code that the text inside cannot close."""
    harmless = unmentioned(text).replace("``", "`\u200b`")
    return f"```\n{harmless}\n```\n"
