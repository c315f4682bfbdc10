"""Imports point down only: a module may import its own layer and those below it, nothing above.

The layers are those of docs/architecture.md. Imports inside functions count too.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

LAYERS = (
    {
        "_caret",
        "_extras",
        "_generic",
        "_modules",
        "_nearest",
        "_steady",
        "_value",
        "_version",
        "_visible",
    }
    | {"errors", "interrupts", "limits", "watch"},
    {"die", "outcome", "symbols"},
    {"rolling", "probability", "render"},
    {"experiment"},
    {"notation"},
    {"rules"},
    {"mechanics", "table"},
    {"games"},
    {"catalogue", "comparing", "finding", "hidden", "records", "stored", "sweeps", "tokens"},
    {"aio", "anydice", "dialects", "talk"},
    {"__init__"},
    {"service"},
    {"server"},
    {"cli", "notebook", "__main__"},
)
ROOT = Path(__file__).parent.parent / "src" / "astragal"


def layer_of(part: str) -> int:
    """The layer of a module, by the first name behind ``astragal.``."""
    for number, names in enumerate(LAYERS):
        if part in names:
            return number
    raise SystemExit(f"astragal.{part} has no layer: add it to {__file__}")


def imported(source: str) -> Iterator[tuple[int, str]]:
    """The line and the first name behind ``astragal.`` of every import of the package."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, "relative imports hide the layer"
            names = [node.module or ""]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        if names == ["astragal"] and isinstance(node, ast.ImportFrom):
            names = [f"astragal.{alias.name}" for alias in node.names if _is_module(alias.name)]
            names = names or ["astragal"]
        for name in names:
            package, _, rest = name.partition(".")
            if package == "astragal":
                yield node.lineno, rest.partition(".")[0] or "__init__"


def _is_module(name: str) -> bool:
    return any(name in names for names in LAYERS)


def violations(root: Path) -> Iterator[str]:
    for path in sorted(root.rglob("*.py")):
        part = path.relative_to(root).parts[0].removesuffix(".py")
        for line, target in imported(path.read_text(encoding="utf-8")):
            if layer_of(target) > layer_of(part):
                yield f"{path}:{line}: {part} imports {target}, which is above it"


def main() -> None:
    found = list(violations(ROOT))
    print("\n".join(found) or "layers: imports point down only")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
