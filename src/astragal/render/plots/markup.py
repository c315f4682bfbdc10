"""A scene as SVG: a file of its own, or part of a page."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from math import sqrt

from astragal.render.plots.scene import OVER, PAPER, Box, Line, Mark, Paint, Scene, Sign, Spot, Text
from astragal.render.plots.themes import Theme

_FONT = "DejaVu Sans,Verdana,system-ui,sans-serif"
_PATTERNS = {
    1: '<path d="M-1,7L7,-1M-1,1L1,-1M5,7L7,5" {}/>',
    2: '<circle cx="3" cy="3" r="1.1" {}/>',
    3: '<path d="M-1,-1L7,7M5,-1L7,1M-1,5L1,7" {}/>',
    4: '<path d="M0,3H6" {}/>',
    5: '<path d="M0,3H6M3,0V6" {}/>',
}
"""Patterns drawn over a colour, in the colour of the background."""
_SIZE = 4.0


def svg(scene: Scene, theme: Theme, *, paper: bool = True, pointing: bool = True) -> str:
    """The scene as one element.

    ``paper`` paints the background; ``pointing`` adds titles, which browsers show at the pointer.
    """
    drawn = _Drawing(theme, _digest(scene))
    size = f"{_number(scene.width)} {_number(scene.height)}"
    across, down = size.split()
    body = [Box(0, 0, scene.width, scene.height, PAPER)] if paper else []
    parts = [drawn.mark(mark) for mark in [*body, *scene.marks]]
    parts += [_titled(spot) for spot in scene.spots] if pointing else []
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{across}" '
        f'height="{down}" role="img" aria-label="{escaped(scene.title)}" '
        f'font-family="{_FONT}"><title>{escaped(scene.title)}</title>'
        f"{''.join(drawn.patterns())}{''.join(parts)}</svg>"
    )


def escaped(text: str) -> str:
    """Text without markup, for use in an element or an attribute."""
    import html

    # XML does not allow these, even escaped; other hidden characters are already visible.
    return html.escape("".join("\ufffd" if each in "\ufffe\uffff" else each for each in text))


def _digest(scene: Scene) -> str:
    """A name for a drawing, unique on its page."""
    marks = repr((scene.width, scene.title, scene.marks))
    return f"a{hashlib.sha256(marks.encode('utf-8', 'replace')).hexdigest()[:10]}"


class _Drawing:
    """Marks as elements, and the patterns they use."""

    def __init__(self, theme: Theme, name: str) -> None:
        self.theme = theme
        self.name = name
        self._patterned: dict[Paint, str] = {}

    def mark(self, mark: Mark) -> str:
        if isinstance(mark, Box):
            return self._box(mark)
        if isinstance(mark, Line):
            return self._line(mark)
        return self._text(mark) if isinstance(mark, Text) else self._sign(mark)

    def patterns(self) -> Iterator[str]:
        """Pattern definitions. Each drawing has its own: hidden drawings cannot share theirs."""
        if self._patterned:
            made = (self._pattern(paint, name) for paint, name in self._patterned.items())
            yield f"<defs>{''.join(made)}</defs>"

    def _pattern(self, paint: Paint, name: str) -> str:
        over = self.theme.colour(PAPER)
        filled = paint.pattern == 2
        style = f'fill="{over}"' if filled else f'stroke="{over}" fill="none"'
        return (
            f'<pattern id="{name}" width="6" height="6" patternUnits="userSpaceOnUse">'
            f'<rect width="6" height="6" fill="{self.theme.colour(paint)}"/>'
            f'<g opacity="{OVER}">{_PATTERNS[paint.pattern].format(style)}</g></pattern>'
        )

    def _fill(self, paint: Paint) -> str:
        if not paint.pattern:
            return self.theme.colour(paint)
        name = self._patterned.setdefault(paint, f"{self.name}-{len(self._patterned)}")
        return f"url(#{name})"

    def _box(self, box: Box) -> str:
        x, y, width, height = map(_number, box[:4])
        fill = self._fill(box.paint)
        return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>'

    def _line(self, line: Line) -> str:
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in line.points)
        dash = f' stroke-dasharray="{" ".join(map(str, line.dash))}"' if line.dash else ""
        colour = self.theme.colour(line.paint)
        return (
            f'<polyline points="{points}" fill="none" stroke="{colour}" '
            f'stroke-width="{_number(line.width)}" stroke-linejoin="round"{dash}/>'
        )

    def _text(self, text: Text) -> str:
        anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
        bold = ' font-weight="bold"' if text.bold else ""
        return (
            f'<text x="{_number(text.x)}" y="{_number(text.y)}" '
            f'font-size="{_number(text.size)}"{anchor}{bold} '
            f'fill="{self.theme.colour(text.paint)}">{escaped(text.text)}</text>'
        )

    def _sign(self, sign: Sign) -> str:
        colour = self.theme.colour(sign.paint)
        if sign.shape == "circle":
            x, y = _number(sign.x), _number(sign.y)
            return f'<circle cx="{x}" cy="{y}" r="{_number(_SIZE)}" fill="{colour}"/>'
        if sign.shape in _STROKES:
            path = _placed(_STROKES[sign.shape], sign)
            return f'<path d="{path}" stroke="{colour}" stroke-width="2.4"/>'
        return f'<path d="{_placed(_SHAPES[sign.shape], sign)}Z" fill="{colour}"/>'


_SHAPES = {
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "triangle": ((0, -1.2), (sqrt(3) * 0.62, 0.8), (-sqrt(3) * 0.62, 0.8)),
    "diamond": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
}
_STROKES = {
    "cross": ((-1, -1), (1, 1), None, (-1, 1), (1, -1)),
    "plus": ((-1.2, 0), (1.2, 0), None, (0, -1.2), (0, 1.2)),
}


def _placed(points: tuple[tuple[float, float] | None, ...], sign: Sign) -> str:
    """A path through points around the sign's position; None lifts the pen."""
    path, letter = "", "M"
    for point in points:
        if point is not None:
            x, y = sign.x + point[0] * _SIZE, sign.y + point[1] * _SIZE
            path += f"{letter}{_number(x)},{_number(y)}"
        letter = "M" if point is None else "L"
    return path


def _titled(spot: Spot) -> str:
    x, y, width, height = map(_number, spot[:4])
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" '
        f'pointer-events="all"><title>{escaped(str(spot.said))}</title></rect>'
    )


def _number(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
