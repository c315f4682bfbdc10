"""JSON: one object per line, exact numbers as text along with floats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from astragal._visible import visible_json
from astragal.render.formats import PLAIN, Format, Layout
from astragal.render.lengths import check_length

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution
    from astragal.render.columns import RenderedColumns
    from astragal.render.grid import RenderedGrid
    from astragal.render.report import Reported
    from astragal.rolling.roll import Roll


class Json(Format):
    """The complete data of each object, without losing a digit."""

    name = "json"
    option = "--json"
    help = "Write JSON, one object per line."
    writes_records = True
    for_programs = True

    def rolls(self, several: Sequence[Roll], layout: Layout = PLAIN) -> str:
        return "".join(self.record(roll.to_data(), layout) for roll in several)

    def distributions(self, several: Sequence[Distribution], layout: Layout = PLAIN) -> str:
        check_length(several, layout.limits)
        return "".join(self.record(odds.to_data(limits=layout.limits), layout) for odds in several)

    def grid(self, shown: RenderedGrid, layout: Layout = PLAIN) -> str:
        return self.record(shown.to_data(), layout)

    def columns(self, shown: RenderedColumns, layout: Layout = PLAIN) -> str:
        return self.record(shown.to_data(), layout)

    def report(self, shown: Reported, layout: Layout = PLAIN) -> str:
        return self.record(shown.to_data(limits=layout.limits), layout)

    def record(self, data: Mapping[str, Any], layout: Layout = PLAIN) -> str:
        return visible_json(data, ascii_only=layout.ascii_only, indent=layout.indent) + "\n"
