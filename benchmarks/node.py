"""roll-parser on Node, measured where Node and npm can be had."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

NAME = "roll-parser"

_SCRIPT = Path(__file__).with_name("roll_parser.mjs")
_HOME = Path(sys.prefix) / "node"
"""Beside the other rivals, in their environment."""

_PATIENCE = 120
"""seconds for the installation, and for the measurement"""


class Measured(NamedTuple):
    """Seconds a roll by text, or why there are none."""

    about: str
    times: dict[str, float]


def roll_parser(jobs: Sequence[Mapping[str, Any]]) -> Measured:
    """What roll-parser takes for each job, a text with its least and most total, that it can do."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return Measured(f"{NAME} was left out: there is no Node here.", {})
    try:
        _install()
        found = json.loads(_output(["node", _SCRIPT.name, json.dumps(jobs)]))
    except (OSError, subprocess.SubprocessError, json.JSONDecodeError) as error:
        return Measured(f"{NAME} was left out: {type(error).__name__}.", {})
    node = _output(["node", "--version"]).strip()
    return Measured(f"{NAME} {found['version']} on Node {node}.", found["times"])


def _install() -> None:
    _HOME.mkdir(exist_ok=True)
    if not (_HOME / "node_modules" / NAME).exists():
        _output(["npm", "install", "--no-audit", "--no-fund", f"{NAME}@latest"])
    shutil.copy(_SCRIPT, _HOME)


def _output(command: list[str]) -> str:
    done = subprocess.run(
        command, cwd=_HOME, check=True, capture_output=True, text=True, timeout=_PATIENCE
    )
    return done.stdout
