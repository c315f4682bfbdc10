"""Writes the tables of docs/notation.md from the operations: each of them owns its rows.

    python -m tools.notation_docs           writes them
    python -m tools.notation_docs --check   exits with 1 if they are out of date

A table is between `<!-- examples: CHAPTER -->` and `<!-- end -->`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from astragal.notation.operation import Chapter, Example, examples_of

PAGE = Path(__file__).parent.parent / "docs" / "notation.md"
_TABLE = re.compile(r"(?<=<!-- examples: )([^\n]*?)( -->\n).*?(?=<!-- end -->)", re.DOTALL)


def table(chapter: Chapter) -> str:
    """The rows of a chapter as Markdown."""
    rows = ["| text | meaning | dice | result |", "| --- | --- | --- | --- |"]
    rows += map(_row, examples_of(chapter))
    return "\n" + "\n".join(rows) + "\n\n"


def _row(example: Example) -> str:
    faces = ", ".join(map(str, example.faces))
    if example.decisions:
        faces = f"{faces}; {', '.join(example.decisions)}"
    cells = (f"`{example.text}`", example.meaning, faces, example.result)
    return re.sub(r" +\|", " |", f"| {' | '.join(cells)} |")


def written(page: str) -> str:
    """The page with its tables as they should be."""
    return _TABLE.sub(lambda found: found[1] + found[2] + table(Chapter(found[1])), page)


def main() -> None:
    before = PAGE.read_text(encoding="utf-8")
    after = written(before)
    if "--check" in sys.argv[1:]:
        sys.exit(int(before != after))
    PAGE.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    main()
