"""Writes the tables of small programs in docs/dialects.md from the examples of their dialects.

    python -m tools.dialect_docs           writes them
    python -m tools.dialect_docs --check   exits with 1 if they are out of date

What lies between `<!-- small programs -->` and `<!-- end -->` is written, a section for each.
"""

from __future__ import annotations

import re
from importlib import import_module

import astragal
from astragal.dialects.dialect import Dialect, dialect_names, find_dialect
from tools.written_pages import DOCS, bring_up_to_date

PAGE = DOCS / "dialects.md"
_TABLES = re.compile(r"(?<=<!-- small programs -->\n).*?(?=<!-- end -->)", re.DOTALL)


def tables() -> str:
    """A section for each dialect that has examples."""
    found = [find_dialect(name) for name in dialect_names()]
    return "\n" + "".join(_section(each) for each in found if each.examples)


def _section(dialect: Dialect) -> str:
    name = dialect.name.replace("-", "_")
    about = import_module(f"astragal.dialects.programs.{name}").__doc__ or ""
    lines = [f"### {dialect.title}", "", about.strip(), ""]
    lines += [f"| in {dialect.title} | here |", "| --- | --- |"]
    lines += [_row(dialect, text) for text in dialect.examples]
    return "\n".join(lines) + "\n\n"


def _row(dialect: Dialect, text: str) -> str:
    ours = str(astragal.parse(text, dialect=dialect.name))
    return "| `{}` | `{}` |".format(*(each.replace("|", "\\|") for each in (text, ours)))


def written(page: str) -> str:
    """The page with its tables as they should be."""
    return _TABLES.sub(lambda _: tables(), page)


if __name__ == "__main__":
    bring_up_to_date(PAGE, written)
