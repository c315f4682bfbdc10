"""Puts what was measured into docs/benchmarks.md."""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import os
import platform
import re
from collections.abc import Callable, Iterable
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def conditions(packages: Iterable[str]) -> str:
    """When, with what and on what it was measured."""
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in packages)
    today = datetime.datetime.now(tz=datetime.UTC).date()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"Measured {today} with {python} on {os.cpu_count()} cores; {versions}."


def run(section: str, about: str | None, report: Callable[[], str]) -> None:
    """Print what was measured; with ``--write``, also put it into the page."""
    options = argparse.ArgumentParser(description=about)
    options.add_argument(
        "--write", action="store_true", help="put the tables into docs/benchmarks.md"
    )
    given = options.parse_args()
    text = report()
    print(text)
    if given.write:
        write_section(section, text)


def write_section(name: str, text: str) -> None:
    """Replace what stands between ``<!-- name -->`` and ``<!-- /name -->``."""
    page = DOCS.read_text(encoding="utf-8")
    start, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    pattern = re.compile(re.escape(start) + ".*?" + re.escape(end), re.DOTALL)
    if not pattern.search(page):
        raise SystemExit(f"no section {name} in {DOCS}")
    page = pattern.sub(lambda _: f"{start}\n\n{text}\n\n{end}", page)
    DOCS.write_text(page, encoding="utf-8")
