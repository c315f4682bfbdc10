"""How much Hypothesis tries, and what keeps a run of thousands of tests short.

Hypothesis tries a sixth with ``--hypothesis-profile quick``, or more in a ``thorough`` run.
"""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Thousands of tests are collected and stay: there is nothing to free meanwhile, and looking through
# them again and again would take a quarter of a run.
gc.disable()

# A busy machine must not fail a test, and experiments differ widely in size. The same examples each
# time give the same answer, and the same coverage, for the same code.
settings.register_profile(
    "full",
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
    max_examples=60,
)
settings.register_profile("quick", settings.get_profile("full"), max_examples=10)
# Other examples each time: this is what looks for mistakes that nobody has met yet.
settings.register_profile(
    "thorough", settings.get_profile("full"), max_examples=1000, derandomize=False
)
settings.load_profile("full")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Modules that are slow as a whole are not even read where slow tests are left out."""
    if not config.option.markexpr.startswith("not slow") or collection_path.suffix != ".py":
        return None
    return "\npytestmark = pytest.mark.slow\n" in collection_path.read_text("utf-8") or None


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
