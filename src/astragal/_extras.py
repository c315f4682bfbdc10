"""How to install an extra for the running Astragal, depending on how it was installed."""

from __future__ import annotations

import json
import os
import shutil
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

_CHECKOUT = Path(__file__).parents[2]


def how_to_install(extra: str) -> str:
    """The command that adds an extra, to be typed in the current folder."""
    in_checkout = (_CHECKOUT / "pyproject.toml").exists()
    folder = _CHECKOUT if in_checkout else _installed_from()
    if (Path(sys.prefix) / "pipx_metadata.json").exists():
        # pipx changes to another folder, so use the full path.
        what = _quoted(f"{folder or 'astragal'}[{extra}]")
        return f"pipx runpip astragal install {what}"
    name = "astragal" if folder is None else "." if folder == _here() else folder
    return f"{_pip_install()} {'-e ' if in_checkout else ''}{_quoted(f'{name}[{extra}]')}"


def _installed_from() -> Path | None:
    """The folder it was installed from, if it was a folder and still exists."""
    try:
        origin = metadata.distribution("astragal").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return None
    url = urlsplit(json.loads(origin)["url"] if origin else "")
    folder = Path(url2pathname(url.path))
    return folder if url.scheme == "file" and folder.is_dir() else None


def _pip_install() -> str:
    """The install command for this Python; plain pip if the shell finds the right one."""
    python = Path(sys.executable or "python3")
    if find_spec("pip") is None:  # as in the environments of uv
        return f"uv pip install --python {_typed(python)}"
    found = shutil.which("pip")
    short = found is not None and Path(found).parent == python.parent
    return "pip install" if short else f"{_typed(python)} -m pip install"


def _typed(program: Path) -> str:
    """A program as typed in the current folder."""
    here = _here()
    short = str(program.relative_to(here) if program.is_relative_to(here) else program)
    return _quoted(short) if " " in short else short


def _here() -> Path:
    try:
        return Path.cwd()
    except OSError:  # a deleted folder contains nothing
        return Path(os.devnull)


def _quoted(text: str) -> str:
    # The Windows command prompt does not treat single quotes as quotes.
    return f'"{text}"' if os.name == "nt" else f"'{text}'"
