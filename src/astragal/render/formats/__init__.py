"""Output formats, one module each. A new format is a new module in this folder, and nothing else.

A module holds one subclass of `Format`, which is refused on import if it lacks anything.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from astragal._modules import module_names
from astragal._visible import in_short
from astragal.errors import OddsError

if TYPE_CHECKING:
    from astragal.odds.distribution import Distribution
    from astragal.render.grid import RenderedGrid


class Layout(NamedTuple):
    """How the output should look. A format ignores what has no meaning for it."""

    width: int = 80
    """columns of the terminal"""
    ascii_only: bool = False
    cumulative: bool = False
    """chances of each number or more (or less), instead of that number alone"""
    every: bool = False
    """a row for every outcome, none grouped"""
    indent: int | None = None
    """spaces per level, for nested data"""


PLAIN = Layout()


class Format:
    """One way of writing distributions and grids."""

    name: ClassVar[str]
    option: ClassVar[str | None]
    """the option of the command line that asks for it, such as ``--csv``; None if it has none"""
    help: ClassVar[str]
    """what ``--help`` says of the option"""
    writes_records: ClassVar[bool] = False
    """whether single records (a roll, an answer, an error) can be written too, by ``record``"""

    def __init_subclass__(cls) -> None:
        if missing := ", ".join(_missing(cls)):
            raise TypeError(f"the format {cls.__module__}.{cls.__name__} lacks {missing}")

    @abstractmethod
    def distributions(self, several: Sequence[Distribution], layout: Layout = PLAIN) -> str:
        """One distribution, or several side by side."""

    @abstractmethod
    def grid(self, shown: RenderedGrid, layout: Layout = PLAIN) -> str:
        """A grid, or anything that has one: a sweep, a reach, advice, a duration."""

    def record(self, data: Mapping[str, Any], layout: Layout = PLAIN) -> str:
        """A single record: a roll, the answer to a question, an error."""
        raise NotImplementedError


def _missing(cls: type[Format]) -> Iterator[str]:
    yield from (name for name in ("name", "option", "help") if not hasattr(cls, name))
    yield from (
        name for name in dir(cls) if getattr(getattr(cls, name), "__isabstractmethod__", False)
    )
    if cls.writes_records and cls.record is Format.record:
        yield "record"


@cache
def all_formats() -> Mapping[str, Format]:
    """Every format in this folder, by name; those that write records first."""
    found = [
        each()
        for module in module_names(__path__)
        for each in vars(import_module(f"{__name__}.{module}")).values()
        if isinstance(each, type) and issubclass(each, Format) and each is not Format
    ]
    return {
        each.name: each
        for each in sorted(found, key=lambda each: (not each.writes_records, each.name))
    }


def find_format(name: str) -> Format:
    """A format by its name.

    >>> find_format("csv").option
    '--csv'
    """
    try:
        return all_formats()[name]
    except KeyError:
        known = ", ".join(all_formats())
        raise OddsError(
            "no-such-format",
            f"there is no format {in_short(name)}",
            hint=f"the formats are {known}",
        ) from None
