"""Lists the modules of a package, so that adding a file to a folder is enough to extend it."""

from __future__ import annotations

import os
from collections.abc import Sequence


def module_names(path: Sequence[str]) -> list[str]:
    """Sorted names of the modules and packages in a package's ``__path__``.

    ``pkgutil`` is only used outside of folders, because it imports ``inspect``, which slows every
    start.
    """
    try:
        entries = [entry for folder in path for entry in os.scandir(folder)]
    except OSError:  # in a zip file
        from pkgutil import iter_modules

        return [module.name for module in iter_modules(path)]
    names = {entry.name.removesuffix(".py") for entry in entries if _is_module(entry)}
    return sorted(names - {"__init__"})


def _is_module(entry: os.DirEntry[str]) -> bool:
    if entry.name.endswith(".py"):
        return True
    return entry.name.isidentifier() and os.path.exists(os.path.join(entry.path, "__init__.py"))
