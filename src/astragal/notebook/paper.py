"""The notebook's output: text as it is, and rolls and tables as HTML."""

from __future__ import annotations

import html
import io
from collections.abc import Callable

from astragal.cli.screen.terminal import Terminal
from astragal.render.formats import Format, Layout, find_format


class _Lines(io.StringIO):
    encoding = "utf-8"


class Paper(Terminal):
    """A terminal that collects its output, both as text and as HTML."""

    def __init__(self) -> None:
        super().__init__(_Lines())
        self._parts: list[str] = []
        self._text = ""

    def show(self, written: Callable[[Format, Layout], str], layout: Layout) -> None:
        self._keep_lines()
        self._parts.append(written(find_format("html"), layout))
        super().show(written, layout)
        self._text += self._new_lines()

    def taken(self) -> dict[str, str]:
        """Take the output collected since the last call, by media type."""
        self._keep_lines()
        text, parts = self._text.rstrip("\n"), self._parts
        self._text, self._parts = "", []
        return {"text/plain": text, "text/html": "".join(parts)} if text else {}

    def _keep_lines(self) -> None:
        """Keep lines not written by a format, such as answers and errors, as preformatted text."""
        if lines := self._new_lines():
            self._text += lines
            self._parts.append(f"<pre>{html.escape(lines)}</pre>")

    def _new_lines(self) -> str:
        assert isinstance(self.stream, io.StringIO)
        lines = self.stream.getvalue()
        self.stream.seek(0)
        self.stream.truncate()
        return lines
