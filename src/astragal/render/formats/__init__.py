"""Output formats, one module each. To add a format, add a module to this folder.

A module holds one subclass of `Format`. Listing the formats fails if one of them is incomplete.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from astragal._modules import module_names
from astragal._visible import in_short
from astragal.errors import AstragalError, OddsError

if TYPE_CHECKING:
    from astragal.limits import Limits
    from astragal.probability.distribution import Distribution
    from astragal.render.columns import RenderedColumns
    from astragal.render.grid import RenderedGrid
    from astragal.render.report import Reported
    from astragal.rolling.roll import Roll


class Layout(NamedTuple):
    """Options for the output. A format ignores those that do not apply to it.

    >>> import astragal
    >>> astragal.Layout(width=40).columns, astragal.Layout().columns
    (40, 80)
    """

    width: int | None = None
    """columns of the terminal; None: 80 for tables, and an unbroken line for each roll"""
    ascii_only: bool = False
    cumulative: bool = False
    """chances of each number or more (or less), instead of that number alone"""
    every: bool = False
    """a row for every outcome, without groups"""
    indent: int | None = None
    """spaces per level, for nested data"""
    limits: Limits | None = None
    """how much may be written; None allows as much as a file may hold"""

    @property
    def columns(self) -> int:
        """The width of a table in columns."""
        return self.width or 80


PLAIN = Layout()


class Format:
    """A way of writing rolls, odds, grids and reports. Subclass it to add your own.

    An instance can be used wherever a format's name is accepted. Methods that a format does not
    implement raise an error.

    >>> from collections.abc import Sequence
    >>> import astragal
    >>> class Loud(astragal.Format):
    ...     name = "loud"
    ...     def rolls(
    ...         self, several: Sequence[astragal.Roll], layout: astragal.Layout = astragal.Layout()
    ...     ) -> str:
    ...         return " ".join(f"{roll.line.outcome}!" for roll in several)
    >>> astragal.roll("2d6", faces=[6, 5]).render(Loud())
    '11!'
    """

    name: ClassVar[str]
    option: ClassVar[str | None] = None
    """its option on the command line, such as ``--csv``; None if it has none"""
    help: ClassVar[str] = ""
    """the text for this option in ``--help``"""
    writes_records: ClassVar[bool] = False
    """whether ``record`` can write a single record (an answer, an error)"""
    for_programs: ClassVar[bool] = False
    """whether programs read it: odds of a rule then list every outcome, without headlines"""

    def __init_subclass__(cls) -> None:
        if not hasattr(cls, "name"):
            raise TypeError(f"the format {cls.__module__}.{cls.__name__} lacks a name")

    def rolls(self, several: Sequence[Roll], layout: Layout = PLAIN) -> str:
        """One roll, or several below each other: ``roll.line.pieces`` describes a roll."""
        raise self._refusal("rolls")

    def distributions(self, several: Sequence[Distribution], layout: Layout = PLAIN) -> str:
        """One distribution, or several side by side."""
        raise self._refusal("odds")

    def grid(self, shown: RenderedGrid, layout: Layout = PLAIN) -> str:
        """A grid, or anything that has one: a sweep, a reach, advice, a duration."""
        raise self._refusal("tables")

    def columns(self, shown: RenderedColumns, layout: Layout = PLAIN) -> str:
        """A table with columns of different kinds, such as a frontier; by default its grid."""
        return self.grid(shown, layout)

    def report(self, shown: Reported, layout: Layout = PLAIN) -> str:
        """A report: a comparison, or the results of a search for dice."""
        raise self._refusal("reports")

    def record(self, data: Mapping[str, Any], layout: Layout = PLAIN) -> str:
        """A single record: the answer to a question, or an error."""
        raise self._refusal("records")

    def _refusal(self, what: str) -> AstragalError:
        return AstragalError("not-written", f"the format {self.name} does not write {what}")


_WRITERS = ("rolls", "distributions", "grid", "report")


def _missing(form: Format) -> Iterator[str]:
    """Names of the parts that a format in this folder lacks."""
    written = (*_WRITERS, "record") if form.writes_records else _WRITERS
    yield from (name for name in written if getattr(type(form), name) is getattr(Format, name))
    if not form.help:
        yield "help"


@cache
def all_formats() -> Mapping[str, Format]:
    """Every format in this folder, by name; those that write records come first."""
    found = [
        each()
        for module in module_names(__path__)
        for each in vars(import_module(f"{__name__}.{module}")).values()
        if isinstance(each, type) and each.__module__ == f"{__name__}.{module}"
        if issubclass(each, Format)
    ]
    for form in found:
        if missing := ", ".join(_missing(form)):
            raise TypeError(f"the format {form.name} lacks {missing}")
    return {
        each.name: each
        for each in sorted(found, key=lambda each: (not each.writes_records, each.name))
    }


def find_format(form: str | Format) -> Format:
    """Look up a format by its name; returns a `Format` instance unchanged.

    >>> find_format("csv").option
    '--csv'
    """
    if isinstance(form, Format):
        return form
    found = all_formats().get(form) if isinstance(form, str) else None
    if found is None:
        raise OddsError(
            "no-such-format",
            f"there is no format {in_short(form)}",
            hint=f"the formats are {', '.join(all_formats())}",
        )
    return found
