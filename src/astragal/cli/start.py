"""The entry point of the ``astragal`` command, before the rest is loaded."""

import gc

_OBJECTS = 50_000
"""Collect garbage only after this many new objects. Most commands end before that."""

gc.set_threshold(_OBJECTS)

from astragal.cli.main import run  # noqa: E402  (loading it makes thousands of objects)

__all__ = ["run"]
