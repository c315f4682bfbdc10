"""Options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

import click

from astragal.outcome import Number, tidy
from astragal.rolling.sources import HandSource, SeededSource, Source

_NUMBER = re.compile(r"([+-]?\d{1,200})(?:/(\d{1,200}))?", re.ASCII)


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
    name, _, value = as_typed(pair).partition("=")
    name = " ".join(name.strip().removeprefix("@").strip("{}").split())
    number = _NUMBER.fullmatch(value.strip())
    if not name or number is None or not int(number[2] or 1):
        raise click.BadParameter(
            f"{pair[:60]!r} does not give a name a number; write it like str=3 or half=1/2",
            param_hint="'--set'",
        )
    return name, tidy(Fraction(int(number[1]), int(number[2] or 1)))


def choose_source(seed: str | None, faces: str | None) -> Source | None:
    """The source the options ask for; None for the default one."""
    if seed is not None and faces is not None:
        raise click.UsageError("give --seed or --faces, not both")
    if faces is not None:
        return HandSource(parse_faces(faces))
    return SeededSource(as_typed(seed)) if seed is not None else None
