"""The package's regular expressions, tried on long texts that repeat themselves.

An expression that can read the same characters in several ways may take a time that grows with the
square of a text's length, or doubles with each character. Nothing here may take longer than a text
is long: ``python -m tools.patterns`` lists what does.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import re
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import astragal
from tools.trials import tried

_UNITS = (
    *" a1,-+[({.d@|=!?#/*}])\"'\n_:;<>&%$~^\\é",
    *("1,", "a ", " ,", "1d6", "1 ", "@{", "?{", "x,", " a", ">=1", " 1", "a.", "1d", "&#", "%{"),
    *("[[", "]]", "r", "kh", "a-", "-a", "a=", "1-", "..", "1.", "a,b", "{1", "()", "[]", "a1"),
)
_BEFORE = ("", "1", "a", "d6", "[", "x=", "{")
_BEHIND = ("\0", "x", "")
_WAYS = {
    "match": "match",
    "fullmatch": "fullmatch",
    **dict.fromkeys(("search", "finditer", "findall", "split", "sub", "subn"), "search"),
}
"""The methods of an expression, and how each looks for it: at a place, or anywhere."""


class Slow(NamedTuple):
    """What an expression took for a text."""

    seconds: float
    name: str
    way: str
    text: str


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """The expressions of all modules, by name."""
    for found in pkgutil.walk_packages(astragal.__path__, "astragal."):
        if not found.name.endswith("__main__"):
            with suppress(ImportError):
                importlib.import_module(found.name)
    for name, module in sorted(sys.modules.items()):
        if name.startswith("astragal"):
            for word, value in vars(module).items():
                if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                    yield f"{name}.{word}", value


def ways_of(name: str) -> list[str]:
    """How the package uses an expression; every way if that cannot be found out."""
    word = name.rpartition(".")[2]
    used = {way for method, way in _WAYS.items() if f"{word}.{method}(" in _source()}
    return sorted(used) or sorted(set(_WAYS.values()))


@cache
def _source() -> str:
    folder = Path(astragal.__path__[0])
    return "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))


def slowest(name: str, pattern: re.Pattern[str], length: int) -> Slow:
    """The text of about that length which takes an expression longest."""
    ways = ways_of(name)
    worst = Slow(0.0, name, "", "")
    for unit in _UNITS:
        for before in _BEFORE:
            for behind in _BEHIND:
                text = before + unit * (length // len(unit)) + behind
                for way in ways:
                    started = time.process_time()
                    getattr(pattern, way)(text)
                    took = time.process_time() - started
                    shown = f"{before!r} + {unit!r} * {length // len(unit)} + {behind!r}"
                    worst = max(worst, Slow(took, name, way, shown))
    return worst


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--length", type=int, default=4_000)
    options.add_argument("--seconds", type=float, default=0.02)
    given = options.parse_args()
    for name, pattern in patterns():
        trial = tried(partial(slowest, name, pattern, given.length), seconds=60)
        found = trial.result or Slow(trial.seconds, name, "", trial.ended)
        if found.seconds > given.seconds:
            print(f"{found.seconds:8.2f} s  {found.name}.{found.way}  {found.text}", flush=True)


if __name__ == "__main__":
    main()
