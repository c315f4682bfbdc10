"""``--sweep bonus=0..10`` and ``--reach 65%``: the values of a sweep, as they are typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import click

from astragal.cli.options import as_typed, parse_number
from astragal.errors import NOWHERE
from astragal.limits import DEFAULT_LIMITS

_RANGE = re.compile(r"\s*([+-]?\d{1,9})\s*\.\.\s*([+-]?\d{1,9})\s*(?:/\s*(\d{1,9})\s*)?", re.ASCII)


def parse_axes(
    texts: Iterable[str], read: Callable[[str, str], Any] | None = None
) -> dict[str, tuple[Any, ...]]:
    """``name=1..10``, ``name=10..90/5`` or ``name=3,6,10``, once or twice; ``read`` reads one value."""
    axes: dict[str, tuple[Any, ...]] = {}
    for text in texts:
        name, sign, values = as_typed(text).partition("=")
        name = name.strip().removeprefix("@")
        if not name or not sign:
            raise _unreadable(text)
        if name in axes:
            raise click.UsageError(f"--sweep {name} is given twice")
        axes[name] = _values(name, values, text, read)
    if len(axes) > 2:
        raise click.UsageError("a sweep is over one or two parameters")
    return axes


def _values(
    name: str, text: str, typed: str, read: Callable[[str, str], Any] | None
) -> tuple[Any, ...]:
    if found := _RANGE.fullmatch(text):
        first, last, step = int(found[1]), int(found[2]), int(found[3] or 1)
        if first > last:
            raise click.BadParameter(f"{typed!r} runs backwards", param_hint="'--sweep'")
        if not step:
            raise click.BadParameter(f"{typed!r} would never get on", param_hint="'--sweep'")
        values = range(first, last + 1, step)
        DEFAULT_LIMITS.check("cells", len(values), NOWHERE)
        return tuple(values)
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words:
        raise _unreadable(typed)
    if read is None:
        return tuple(parse_number(word, "--sweep") for word in words)
    return tuple(read(name, word) for word in words)


def _unreadable(text: str) -> click.BadParameter:
    return click.BadParameter(
        f"{text[:60]!r} gives no values; write it like bonus=0..10, stat=10..90/5 or tier=3,6,10",
        param_hint="'--sweep'",
    )
