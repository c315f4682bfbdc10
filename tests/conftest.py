"""How much is tried: by Hypothesis, and of tests that are tables of hundreds of rows; which faces.

Hypothesis tries a quarter with ``--hypothesis-profile quick``, or more in a ``thorough`` run;
``--rows 3`` tries at most three rows of each table. A test that rolls without a seed gets the same
faces each time, so that no test fails by bad luck; ``--luck TEXT`` gives it others.
"""

from __future__ import annotations

import gc
import os
from hashlib import shake_128
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from astragal.limits import STRANGERS, Limits
from astragal.rolling import sources

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
    max_examples=40,
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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rows", type=int, help="at most so many rows of each table, spread evenly")
    parser.addoption("--luck", default="", help="other faces for tests that roll without a seed")


@pytest.fixture(autouse=True)
def _same_faces(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's bytes follow from the test's name; those left from another test are dropped."""
    name = f"{request.config.getoption('luck')} {request.node.nodeid}"
    calls = count()

    def read(size: int) -> bytes:
        return shake_128(f"{name} {next(calls)}".encode("utf-8", "surrogatepass")).digest(size)

    monkeypatch.setattr(os, "urandom", read)
    sources.forget_buffers()


@pytest.fixture(autouse=True)
def _limits_of_strangers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Defaults under which what costs too much is refused soon, not after a minute."""
    if request.node.get_closest_marker("person") is None:
        for name in ("odds", "paths", "asks", "states", "memory", "cells", "candidates"):
            monkeypatch.setattr(Limits, name, getattr(STRANGERS, name))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    most = config.getoption("rows")
    if most is None:
        return
    tables: dict[str, list[pytest.Item]] = {}
    for item in items:
        tables.setdefault(item.nodeid.partition("[")[0], []).append(item)
    chosen = {id(row) for table in tables.values() for row in _spread(table, most)}
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in chosen])
    items[:] = [item for item in items if id(item) in chosen]


def _spread(table: list[pytest.Item], most: int) -> list[pytest.Item]:
    """At most so many rows of a table, the first and the last among them."""
    if len(table) <= most:
        return table
    return [table[place * (len(table) - 1) // max(1, most - 1)] for place in range(most)]


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
