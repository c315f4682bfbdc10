"""Writes the tables of docs/table-talk.md from the phrases: each of them owns its rows.

    python -m tools.talk_docs           writes them
    python -m tools.talk_docs --check   exits with 1 if they are out of date

What lies between `<!-- phrases -->` and `<!-- end -->` is written: a table for each module.
"""

from __future__ import annotations

import re
from importlib import import_module

from astragal._modules import module_names
from astragal.talk import phrases
from astragal.talk.phrase import Phrase
from tools.written_pages import DOCS, bring_up_to_date

PAGE = DOCS / "table-talk.md"
_TABLES = re.compile(r"(?<=<!-- phrases -->\n).*?(?=<!-- end -->)", re.DOTALL)


def tables() -> str:
    """The examples of all phrases, with a heading for each module."""
    modules = [
        import_module(f"{phrases.__name__}.{each}") for each in module_names(phrases.__path__)
    ]
    return "\n" + "".join(_table(module.__doc__ or "", module.PHRASES) for module in modules)


def _table(about: str, rows: tuple[Phrase, ...]) -> str:
    heading, _, more = about.strip().rstrip(".").partition(": ")
    lines = [f"## {heading}", ""]
    lines += [more[0].upper() + more[1:] + ".", ""] if more else []
    lines += ["| typed | read as |", "| --- | --- |"]
    lines += [_row(*example) for phrase in rows for example in phrase.examples]
    return "\n".join(lines) + "\n\n"


def _row(typed: str, read_as: str) -> str:
    shown = f"refused: {read_as}" if "`" in read_as else f"`{read_as}`"
    return f"| {typed} | {shown} |"


def written(page: str) -> str:
    """The page with its tables as they should be."""
    return _TABLES.sub(lambda _: tables(), page)


if __name__ == "__main__":
    bring_up_to_date(PAGE, written)
