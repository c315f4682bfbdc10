"""Pages of the documentation with parts that are written from the code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def bring_up_to_date(page: Path, written: Callable[[str], str]) -> None:
    """Write a page as it should be; with ``--check``, exit with 1 if it is not."""
    before = page.read_text(encoding="utf-8")
    after = written(before)
    if "--check" in sys.argv[1:]:
        sys.exit(int(before != after))
    page.write_text(after, encoding="utf-8")
