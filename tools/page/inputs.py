"""What a built page was made from: while none of it changes, nothing is built again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Set
from pathlib import Path

MARK = "made-from"
_PASSED_OVER = (
    "web/node_modules",
    "web/demo",
    "web/engine",
    "web/test",
    "docs/api",
    "src/astragal/cli",
    "src/astragal/page",
    "src/astragal/server",
)
"""Folders that have no part in the page, or are made from the others."""


def inputs(root: Path) -> Iterator[Path]:
    """Every file that the page is made from, in a fixed order."""
    passed_over = {root / folder for folder in _PASSED_OVER}
    for folder in ("web", "src/astragal", "tools/page", "docs"):
        yield from _files(root / folder, passed_over)


def digest_of(files: Iterable[Path], root: Path) -> str:
    """A digest of the files' names and contents."""
    found = hashlib.sha256()
    for path in files:
        found.update(path.relative_to(root).as_posix().encode() + b"\0")
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def _files(folder: Path, passed_over: Set[Path]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            if path not in passed_over and path.name != "__pycache__":
                yield from _files(path, passed_over)
        else:
            yield path
