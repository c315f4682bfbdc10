"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import click

from astragal.rolling.outcome import Number, tidy
from astragal.rolling.sources import HandSource, SeededSource, Source


def as_typed(text: str) -> str:
    """An argument as it was typed: where the locale knows only ASCII, Python leaves UTF-8 undecoded."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def parse_faces(text: str) -> list[int]:
    """``6,5,4,2`` as typed behind ``--faces``."""
    words = text.replace(",", " ").split()
    try:
        return [int(word) for word in words]
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not a list of faces; write them like 6,5,4,2", param_hint="'--faces'"
        ) from None


def parse_variables(pairs: Iterable[str]) -> dict[str, Number]:
    """``str=3`` as typed behind ``--set``, as often as wanted."""
    return dict(map(parse_variable, pairs))


def parse_variable(pair: str) -> tuple[str, Number]:
    name, equals, value = as_typed(pair).partition("=")
    name = " ".join(name.strip().removeprefix("@").strip("{}").split())
    try:
        if not equals or not name or len(value) > 200:
            raise ValueError(pair)
        return name, tidy(Fraction(value.strip()))
    except (ValueError, ZeroDivisionError):
        raise click.BadParameter(
            f"{pair!r} does not give a name a number; write it like str=3", param_hint="'--set'"
        ) from None


def choose_source(seed: str | None, faces: str | None) -> Source | None:
    """The source the options ask for; None for the default one."""
    if seed is not None and faces is not None:
        raise click.UsageError("give --seed or --faces, not both")
    if faces is not None:
        return HandSource(parse_faces(faces))
    return SeededSource(seed) if seed is not None else None
