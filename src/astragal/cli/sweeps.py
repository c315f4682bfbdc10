"""``--sweep`` and ``--reach``, for every command that has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from astragal.cli.options import parse_number
from astragal.rules.sweeps import reach, sweep


def swept(
    what: Any,
    axes: Mapping[str, tuple[Any, ...]],
    goal: str | None,
    *,
    greatest: bool,
    **measure: Any,
) -> Any:
    """A table over values of one or two parameters, or the value at which something is reached."""
    if not axes:
        raise click.UsageError("over which values? e.g. --sweep bonus=0..10")
    if goal is None:
        if greatest:
            raise click.UsageError("--greatest goes with --reach")
        return sweep(what, axes, **measure)
    if len(axes) > 1:
        raise click.UsageError("--reach looks for the value of one --sweep")
    number = goal if "%" in goal else parse_number(goal, "--reach")
    return reach(what, axes, at_least=number, greatest=greatest, **measure)
