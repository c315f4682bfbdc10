"""``--stakes``: what is settled before a roll, as it is typed or as it stands in a file."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import click

from astragal.table.stakes import Stakes

_CALLED = {"for": "favour", "favor": "favour", "want": "wants"}


def read_stakes(text: str) -> Stakes:
    """``wants: over the wall; failure: the dogs wake; against: rain, dark``, or a TOML file."""
    if text.strip().endswith(".toml"):
        try:
            return Stakes.from_data(tomllib.loads(Path(text).read_text(encoding="utf-8")))
        except OSError as error:
            raise click.FileError(text, error.strerror or str(error)) from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise click.BadParameter(f"{text}: {error}", param_hint="'--stakes'") from None
    settled: dict[str, Any] = {}
    for part in filter(str.strip, text.split(";")):
        name, colon, said = part.partition(":")
        if not colon:
            name, said = "wants", part
        name = _CALLED.get(name.strip().casefold(), name.strip().casefold())
        if name in settled:
            raise click.BadParameter(f"{name} is said twice", param_hint="'--stakes'")
        several = [each.strip() for each in said.split(",")]
        settled[name] = several if name in ("favour", "against") else said.strip()
    return Stakes.from_data(settled)
