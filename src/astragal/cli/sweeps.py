"""``--sweep bonus=0..10`` and ``--reach 65%``: reading the values, and doing the sweep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

import click

from astragal.cli.options import as_typed, parse_number
from astragal.cli.screen import work
from astragal.cli.screen.clock import Clock
from astragal.cli.workers import Staff
from astragal.errors import OddsError
from astragal.limits import Limits
from astragal.sweeps.axes import Read, no_values, read_values

if TYPE_CHECKING:
    from astragal.render.grid import Grid, RenderedGrid
    from astragal.sweeps.reach import Reach

Axes = Mapping[str, tuple[Any, ...]]


def parse_axes(texts: Iterable[str], read: Read) -> dict[str, tuple[Any, ...]]:
    """``name=1..10``, ``name=10..90/5`` or ``name=3,6,10``, once or twice."""
    axes: dict[str, tuple[Any, ...]] = {}
    for text in texts:
        name, sign, values = as_typed(text).partition("=")
        name = name.strip().removeprefix("@")
        try:
            if not name or not sign:
                raise no_values(text)
            if name in axes:
                raise click.UsageError(f"--sweep {name} is given twice")
            axes[name] = read_values(name, values, read)
        except OddsError as error:
            raise click.BadParameter(error.message, param_hint="'--sweep'") from None
    if len(axes) > 2:
        raise click.UsageError("a sweep is over one or two parameters")
    return axes


def swept(
    what: Any,
    axes: Axes,
    goal: str | None,
    *,
    greatest: bool,
    limits: Limits,
    staff: Staff | None,
    **measure: Any,
) -> RenderedGrid:
    """A table over one or two parameters; with a goal, the value of one that reaches it."""
    from astragal.sweeps.sweep import sweep

    if not axes:
        raise click.UsageError("over which values? e.g. --sweep bonus=0..10")
    if goal is not None:
        return _reached(what, axes, goal, greatest, limits, staff, measure)
    if greatest:
        raise click.UsageError("--greatest goes with --reach")
    job = partial(sweep, what, axes, **measure)
    if staff is not None:
        return _shared(job, limits, staff, _cells(axes))
    return work.done(job, limits, parts=_cells(axes), refused=lambda grid: grid.errors.values())


def _cells(axes: Axes) -> int:
    return prod(map(len, axes.values()))


def _reached(
    what: Any,
    axes: Axes,
    goal: str,
    greatest: bool,
    limits: Limits,
    staff: Staff | None,
    measure: Mapping[str, Any],
) -> Reach:
    from astragal.sweeps.reach import reach

    if len(axes) > 1:
        raise click.UsageError("--reach takes exactly one --sweep")
    if staff is not None:
        raise click.UsageError("--reach tries one value after another: it has no work to share")
    number = goal if "%" in goal else parse_number(goal, "--reach")
    job = partial(reach, what, axes, at_least=number, greatest=greatest, **measure)
    return work.done(job, limits, parts=_cells(axes))


def _shared(job: Callable[..., Grid], limits: Limits, staff: Staff, cells: int) -> Grid:
    try:
        with Clock() as clock, staff.executor(cells) as executor:
            return job(limits=limits, executor=executor, progress=clock.cells)
    except KeyboardInterrupt:
        raise work.CtrlCError from None
