"""Colours: for light and dark paper, and by names that a page defines for its viewer.

Series have the colours of Paul Tol's bright scheme on light paper and of his light scheme on dark
paper, which colour-blind readers can distinguish, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from astragal.render.plots.scene import Paint


class Theme(NamedTuple):
    """A colour for each paint name; heat goes from ``cold`` to ``hot``.

    Ink is readable on both, so that figures can be printed on any heat.
    """

    colours: Mapping[str, str]

    def colour(self, paint: Paint) -> str:
        if paint.name != "heat":
            return self.colours[paint.name]
        return mixed(self.colours["cold"], self.colours["hot"], paint.share)


def _theme(
    paper: str, ink: str, muted: str, grid: str, cold: str, hot: str, series: tuple[str, ...]
) -> Theme:
    names = {"paper": paper, "ink": ink, "muted": muted, "grid": grid, "cold": cold, "hot": hot}
    numbered = {f"s{number}": colour for number, colour in enumerate(series)}
    return Theme({**names, "goal": muted, **numbered})


LIGHT = _theme(
    "#ffffff",
    "#1a1d21",
    "#555b63",
    "#dde1e6",
    "#eef3f8",
    "#5590c6",
    ("#4477aa", "#ee6677", "#228833", "#b5a42c", "#66ccee", "#aa3377", "#777777"),
)
DARK = _theme(
    "#14181d",
    "#eceff3",
    "#a9b2bd",
    "#333b45",
    "#1d2733",
    "#2b649a",
    ("#77aadd", "#ee8866", "#44bb99", "#eedd88", "#99ddff", "#ffaabb", "#bbbbbb"),
)
VIEWER = Theme({name: f"var(--{name})" for name in LIGHT.colours})
"""Colours from the page's CSS properties, which may depend on its viewer."""
_ANY_PAPER = "var(--jp-layout-color0,var(--vscode-editor-background,Canvas))"
_ANY_INK = "var(--jp-content-font-color1,var(--vscode-editor-foreground,CanvasText))"
ON_ANY_PAGE = _theme(
    _ANY_PAPER,
    _ANY_INK,
    "currentColor",
    "#80808055",
    _ANY_PAPER,
    f"color-mix(in srgb,#4f93cf 50%,{_ANY_PAPER})",
    ("#5588bb", "#ee7766", "#33aa66", "#b5a42c", "#55bbdd", "#bb5588", "#888888"),
)
"""Colours for plots within a page of unknown background, such as a notebook's."""


def mixed(cold: str, hot: str, share: float) -> str:
    """A colour between two others; ``share`` is the part of ``hot``."""
    if cold.startswith("var("):
        return f"color-mix(in srgb,{hot} {share * 100:.0f}%,{cold})"
    ends = [[int(each[place : place + 2], 16) for place in (1, 3, 5)] for each in (cold, hot)]
    mixed = (round(a + (b - a) * share) for a, b in zip(*ends, strict=True))
    return "#" + "".join(f"{each:02x}" for each in mixed)


def as_properties(theme: Theme) -> str:
    """A theme as CSS custom properties, as used by `VIEWER`."""
    return "".join(f"--{name}:{colour};" for name, colour in theme.colours.items())
