"""Programs that a test runs in a process of their own."""

from __future__ import annotations

import os


def unmeasured() -> dict[str, str]:
    """The environment for a process whose coverage is not measured.

    Measuring loads modules of its own, and a copy of the package would be counted as well.
    """
    return {name: value for name, value in os.environ.items() if "COVERAGE" not in name}
