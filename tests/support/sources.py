"""The package's own source as trees, read once for all tests that look through it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import astragal

PACKAGE = Path(astragal.__file__).parent


@cache
def trees() -> dict[Path, ast.Module]:
    """Every module, by its path within the package."""
    return {
        path.relative_to(PACKAGE): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }
