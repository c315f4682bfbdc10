"""``--sweep bonus=0..10``, ``--reach 65%``, ``--matters``: reading the values, and doing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

import click

from astragal.cli.options import as_typed, parse_number, parse_variables
from astragal.cli.screen import work
from astragal.cli.screen.clock import Clock
from astragal.cli.workers import Staff
from astragal.errors import OddsError
from astragal.limits import Limits
from astragal.outcome import Number
from astragal.sweeps.axes import Read, no_values, read_values

if TYPE_CHECKING:
    from astragal.render.grid import RenderedGrid

Axes = Mapping[str, tuple[Any, ...]]


def parse_axes(texts: Iterable[str], read: Read) -> dict[str, tuple[Any, ...]]:
    """``name=1..10``, ``name=10..90/5`` or ``name=3,6,10``, for each axis."""
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
    return axes


def sweep_options(what: str) -> list[click.Option]:
    """Tables over parameters, and what is asked of them."""
    return [
        click.Option(["--sweep"], multiple=True, metavar="NAME=0..9", help=f"A table over {what}."),
        click.Option(["--shares"], is_flag=True, help="With --sweep: the chance of each outcome."),
        click.Option(
            ["--reach"], metavar="65%", help="The least or greatest value that reaches this."
        ),
        *(
            click.Option(
                [f"--{end}", "end"],
                flag_value=end,
                help=f"With --reach: the {end} value that is enough.",
            )
            for end in ("greatest", "least")
        ),
        click.Option(["--matters"], is_flag=True, help="What one step of each value changes."),
        click.Option(
            ["--by"], multiple=True, metavar="NAME=5", help="With --matters: how much is one step."
        ),
    ]


def parse_steps(texts: Iterable[str]) -> dict[str, Number]:
    """``name=5``, for each of some parameters."""
    return {name.replace("-", "_"): each for name, each in parse_variables(texts, "--by").items()}


def mattering(
    what: Any, given: Mapping[str, Any], *, limits: Limits, **measure: Any
) -> RenderedGrid:
    """What one step of each parameter changes."""
    from astragal.sweeps.matters import matters

    job = partial(matters, what, by=parse_steps(given["by"]), **measure)
    return work.done(job, limits, parts=_STEPS, refused=lambda found: found.errors.values())


_STEPS = 20
"""About so many changes a rule has."""


def swept(
    what: Any,
    axes: Axes,
    given: Mapping[str, Any],
    *,
    limits: Limits,
    **measure: Any,
) -> RenderedGrid:
    """A table over parameters; with a goal, the values that reach it."""
    from astragal.sweeps.sweep import sweep

    if not axes:
        raise click.UsageError("over which values? e.g. --sweep bonus=0..10")
    if given["reach"] is not None:
        return _work(_reaching(what, axes, given, measure), axes, limits, given)
    if given["end"] is not None:
        raise click.UsageError(f"--{given['end']} goes with --reach")
    if len(axes) > 2:
        raise click.UsageError("a sweep is over one or two parameters")
    return _work(partial(sweep, what, axes, shares=given["shares"], **measure), axes, limits, given)


def _reaching(
    what: Any, axes: Axes, given: Mapping[str, Any], measure: Mapping[str, Any]
) -> Callable[..., RenderedGrid]:
    from astragal.sweeps.frontier import frontier
    from astragal.sweeps.reach import reach

    if given["shares"]:
        raise click.UsageError("--reach is about one chance or mean: leave out --shares")
    if len(axes) > 3:
        raise click.UsageError("--reach is over at most three parameters")
    goal = given["reach"]
    number = goal if "%" in goal else parse_number(goal, "--reach")
    search = reach if len(axes) == 1 else frontier
    greatest = None if given["end"] is None else given["end"] == "greatest"
    return partial(search, what, axes, at_least=number, greatest=greatest, **measure)


def _work(
    job: Callable[..., RenderedGrid], axes: Axes, limits: Limits, given: Mapping[str, Any]
) -> RenderedGrid:
    """The work, done by this process, or shared between others."""
    cells = prod(map(len, axes.values()))
    staff = Staff.chosen(given)
    if staff is not None:
        return _shared(job, limits, staff, cells)
    return work.done(job, limits, parts=cells, refused=lambda found: found.grid().errors.values())


def _shared(
    job: Callable[..., RenderedGrid], limits: Limits, staff: Staff, cells: int
) -> RenderedGrid:
    try:
        with Clock() as clock, staff.executor(cells) as executor:
            return job(limits=limits, executor=executor, progress=clock.cells)
    except KeyboardInterrupt:
        raise work.CtrlCError from None
