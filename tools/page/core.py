"""The core of Astragal as files for the browser: all that needs no terminal, server or plots."""

from __future__ import annotations

from pathlib import Path

SOURCE = Path(__file__).parent.parent.parent / "src"
LEFT_OUT = (
    "astragal/cli/",
    "astragal/server/",
    "astragal/page/",
    "astragal/__main__.py",
    "astragal/_extras.py",
    "astragal/aio.py",
    "astragal/notebook/",
    "astragal/render/plots/",
)
"""What a browser has no use for, or cannot do: threads, a terminal, installing, matplotlib."""


def core_files(source: Path = SOURCE) -> dict[str, bytes]:
    """Every source file of the core by its path. Odds of rules read it, so it travels as text."""
    found = {}
    for path in sorted((source / "astragal").rglob("*.py")):
        name = path.relative_to(source).as_posix()
        if not name.startswith(LEFT_OUT):
            found[name] = path.read_bytes()
    return found
