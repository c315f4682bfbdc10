"""Whether a text can be written to a screen."""

from __future__ import annotations

from astragal._visible import visible


def is_safe(text: str) -> bool:
    """Whether every line can be seen as it is."""
    lines = text.split("\n")
    return lines == list(map(visible, lines))
