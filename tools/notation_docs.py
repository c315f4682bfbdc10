"""Writes the tables of docs/notation.md from the operations: each of them owns its rows.

    python -m tools.notation_docs           writes them
    python -m tools.notation_docs --check   exits with 1 if they are out of date

A table is between `<!-- examples: CHAPTER -->` and `<!-- end -->`; what other programs mean by the
same texts is between `<!-- elsewhere: refused -->` or `<!-- elsewhere: remarks -->` and that.
"""

from __future__ import annotations

import re

from astragal.notation.elsewhere import REFUSALS, REMARKS
from astragal.notation.operation import Chapter, Example, examples_of
from tools.written_pages import DOCS, bring_up_to_date

PAGE = DOCS / "notation.md"
_TABLE = re.compile(r"<!-- (examples|elsewhere): ([^\n]*?) -->\n.*?(?=<!-- end -->)", re.DOTALL)


def table(chapter: Chapter) -> str:
    """The rows of a chapter as Markdown."""
    rows = ["| text | meaning | dice | result |", "| --- | --- | --- | --- |"]
    rows += map(_row, examples_of(chapter))
    return "\n" + "\n".join(rows) + "\n\n"


def _row(example: Example) -> str:
    faces = ", ".join(map(str, example.faces))
    if example.decisions:
        faces = f"{faces}; {', '.join(example.decisions)}"
    text = example.text.replace("|", r"\|")
    cells = (f"`{text}`", example.meaning, faces, example.result)
    return re.sub(r" +\|", " |", f"| {' | '.join(cells)} |")


def written(page: str) -> str:
    """The page with its tables as they should be."""
    return _TABLE.sub(_written, page)


def _written(found: re.Match[str]) -> str:
    kind, name = found.groups()
    tables = {"refused": refused, "remarks": remarked}
    rows = table(Chapter(name)) if kind == "examples" else tables[name]()
    return f"<!-- {kind}: {name} -->\n{rows}"


def refused() -> str:
    """What is refused because it is another program's, with how to say it here."""
    rows = ["| typed | elsewhere | here |", "| --- | --- | --- |"]
    for each in REFUSALS:
        ways = each.ways.format(dice="4d6", number="6" if "#" in each.texts[0] else "2")
        rows.append(f"| {_coded(each.texts[:2])} | {each.elsewhere} | {ways} |")
    return "\n" + "\n".join(rows) + "\n\n"


def remarked() -> str:
    """What is read with a remark."""
    rows = ["| typed | here | elsewhere |", "| --- | --- | --- |"]
    for each in REMARKS:
        elsewhere = each.elsewhere.replace("|", r"\|")
        rows.append(f"| {_coded(each.texts)} | {each.here} | {elsewhere} |")
    return "\n" + "\n".join(rows) + "\n\n"


def _coded(texts: tuple[str, ...]) -> str:
    return ", ".join(f"`{text}`" for text in texts)


if __name__ == "__main__":
    bring_up_to_date(PAGE, written)
