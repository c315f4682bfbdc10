"""The tables of docs/dialects.md: each text is read as they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import astragal
from astragal.dialects.dialect import dialect_names, find_dialect

PAGE = Path(__file__).parents[2] / "docs" / "dialects.md"
NAMES = {find_dialect(name).title: name for name in dialect_names()}


def rows() -> Iterator[tuple[str, str, str]]:
    """Each row that begins with two texts, with the dialect whose section it stands in."""
    name = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith(("## ", "### ")):
            name = NAMES.get(line.lstrip("# "), "")
        found = re.match(r"\| `(.+?)` \| `(.+?)` \|", line)
        if name and found:
            yield name, found[1].replace("\\|", "|"), found[2].replace("\\|", "|")


@pytest.mark.parametrize(("name", "text", "meaning"), list(rows()))
def test_texts_mean_what_the_page_says(name: str, text: str, meaning: str) -> None:
    assert str(astragal.parse(text, dialect=name)) == meaning


def test_the_page_has_tables() -> None:
    assert {name for name, *_ in rows()} == set(dialect_names())
