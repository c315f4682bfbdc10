"""HTML: a self-contained page that shows the exact fraction of the value under the pointer.

The page holds the picture twice, for wide and narrow windows, and the same numbers as a table. It
follows the viewer's light or dark theme, and keys move from value to value.
"""

from __future__ import annotations

from collections.abc import Iterator

from astragal._visible import visible_json
from astragal.render.plots.axes import exactly
from astragal.render.plots.files import Look, PlotFile
from astragal.render.plots.layout import laid_out
from astragal.render.plots.markup import escaped, svg
from astragal.render.plots.picture import Panel, Picture
from astragal.render.plots.scales import figure_of
from astragal.render.plots.scene import Scene, Spot
from astragal.render.plots.themes import DARK, LIGHT, VIEWER, as_properties

_NARROW = 380

_STYLE = """
:root{color-scheme:light dark;%(light)s}
@media (prefers-color-scheme:dark){:root{%(dark)s}}
body{margin:0;padding:1rem;background:var(--paper);color:var(--ink);
font:15px/1.45 system-ui,sans-serif}
main{max-width:%(width)spx;margin:auto}
svg{display:block;max-width:100%%;height:auto}
.narrow{display:none}
@media (max-width:%(turn)spx){.narrow{display:block}.wide{display:none}body{padding:.5rem}}
.spot{fill:transparent;outline:none;cursor:crosshair}
.spot:hover,.spot:focus{stroke:var(--ink);stroke-width:1.5;fill:var(--ink);fill-opacity:.08}
#said{min-height:1.5em;margin:0;padding:.5rem 1rem;overflow-wrap:anywhere;
position:sticky;bottom:0;background:var(--paper)}
#said b{font-variant-numeric:tabular-nums}
.help,summary{color:var(--muted);margin:.5rem 1rem}
.scroll{overflow-x:auto;margin:0 1rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .7rem;text-align:right;border-bottom:1px solid var(--grid)}
td small{color:var(--muted);overflow-wrap:anywhere}
"""

_SCRIPT = """
for (const drawing of document.querySelectorAll('svg')) {
  const spots = [...drawing.querySelectorAll('.spot')];
  const said = document.getElementById('said');
  const say = spot => {
    const [where, figure, exact] = SAID[spot.dataset.n];
    said.textContent = where + ': ';
    const strong = document.createElement('b');
    strong.textContent = figure;
    said.append(strong, exact ? ' = ' + exact : '');
  };
  const steps = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1};
  const go = (from, to) => {
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  };
  spots.forEach((spot, place) => {
    spot.tabIndex = place ? -1 : 0;
    const [where, figure, exact] = SAID[spot.dataset.n];
    spot.setAttribute('aria-label', where + ': ' + figure + (exact ? ' = ' + exact : ''));
    for (const event of ['pointerenter', 'pointerdown', 'focus'])
      spot.addEventListener(event, () => say(spot));
    spot.addEventListener('keydown', event => {
      const last = spots.length - 1;
      let to = event.key === 'Home' ? 0 : event.key === 'End' ? last : null;
      if (event.key in steps) to = Math.min(last, Math.max(0, place + steps[event.key]));
      if (to === null) return;
      event.preventDefault();
      go(spot, spots[to]);
    });
  });
}
"""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<div class="wide">{wide}</div>
<div class="narrow">{narrow}</div>
<p id="said" role="status"></p>
<p class="help">Point at a value for its exact chance, or press Tab and then the arrow keys.</p>
<details>
<summary>The numbers as a table</summary>
{tables}
</details>
</main>
<script>const SAID = {said};{script}</script>
</body>
</html>
"""


class Html(PlotFile):
    """A page for browsers."""

    form = "html"

    def written(self, picture: Picture, look: Look) -> bytes:
        style = _STYLE % {
            "light": as_properties(LIGHT),
            "dark": as_properties(DARK),
            "width": look.width,
            "turn": min(640, look.width),
        }
        wide = laid_out(picture, look.width)
        page = _PAGE.format(
            title=escaped(picture.title),
            style=style,
            wide=_pointed(wide),
            narrow=_pointed(laid_out(picture, min(_NARROW, look.width))),
            said=_in_script([list(spot.said) for spot in wide.spots]),
            tables="".join(_table(panel, picture) for panel in picture.panels),
            script=_SCRIPT,
        )
        return page.encode()


def _pointed(scene: Scene) -> str:
    """A drawing whose spots react to the pointer and to keys."""
    drawn = svg(scene, VIEWER, paper=False, pointing=False)
    # Screen readers do not look for focusable elements inside an image.
    drawn = drawn.replace('role="img"', 'role="group"', 1)
    spots = "".join(_spot(spot, number) for number, spot in enumerate(scene.spots))
    return f"{drawn.removesuffix('</svg>')}{spots}</svg>"


def _spot(spot: Spot, number: int) -> str:
    x, y, width, height = (f"{each:.1f}".removesuffix(".0") for each in spot[:4])
    return (
        f'<rect class="spot" x="{x}" y="{y}" width="{width}" height="{height}" role="img" '
        f'data-n="{number}"/>'
    )


def _in_script(data: list[list[str]]) -> str:
    """Data for the script, unable to end the script element."""
    return visible_json(data).replace("<", "\\u003c")


def _table(panel: Panel, picture: Picture) -> str:
    names = [series.name for series in panel.series]
    headings = "".join(f'<th scope="col">{escaped(name)}</th>' for name in names)
    corner = panel.axis.name + (rf" \ {panel.others}" if panel.others else "")
    heading = f"<caption>{escaped(panel.title)}</caption>" if panel.title else ""
    return (
        f'<div class="scroll"><table>{heading}<tr><th scope="col">{escaped(corner)}</th>'
        f"{headings}</tr>{''.join(_rows(panel, picture))}</table></div>"
    )


def _rows(panel: Panel, picture: Picture) -> Iterator[str]:
    for place, name in enumerate(panel.axis.places):
        values = (series.values[place] for series in panel.series)
        cells = "".join(
            f"<td>{escaped(figure_of(value, picture))}"
            + ("" if value is None else f"<br><small>{escaped(exactly(value))}</small>")
            + "</td>"
            for value in values
        )
        yield f'<tr><th scope="row">{escaped(name)}</th>{cells}</tr>'
