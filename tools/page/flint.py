"""FLINT for the browser: the parts of python-flint's wheel for WebAssembly that odds use."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from tools.page.archives import read_archive
from tools.page.node import BuildError, run
from tools.page.steps import step

VERSION = "0.9.0"
PLATFORM = "pyemscripten_2026_0_wasm32"
WHEEL = f"python_flint-{VERSION}-cp314-cp314-{PLATFORM}.whl"
SHA256 = "b31f5c00e0e36040ab58d00b3025156e20869b990d776e4bf90f870b1ee11ad3"

TYPES = ("fmpz", "fmpq", "fmpz_poly", "fmpq_poly", "fmpz_mat", "fmpq_mat")
"""The types that odds use, in an order in which they can be imported."""

_NEEDED = ("arb", "acb", "arf", "dirichlet", *TYPES)
"""Those, and what they import themselves."""

_KEPT = (
    "python_flint.libs/",
    f"python_flint-{VERSION}.dist-info/licenses/",
    "flint/pyflint.",
    "flint/flint_base/",
    "flint/utils/",
    "flint/types/__init__.py",
    *(f"flint/types/{name}." for name in _NEEDED),
)


def flint_files(folder: Path) -> dict[str, bytes]:
    """The files to unpack beside the core; the wheel is fetched into ``folder`` if need be."""
    files = read_archive(_wheel(folder))
    kept = {
        name: content
        for name, content in files.items()
        if name.startswith(_KEPT) and not name.endswith(".pyi")
    }
    return {**kept, "flint/__init__.py": _package().encode()}


def _package() -> str:
    """The package itself, which would import all types: most of the time to load it."""
    lines = [f"from flint.types.{name} import {name} as {name}" for name in TYPES]
    return "\n".join(["from flint.pyflint import ctx as ctx", *lines, ""])


def _wheel(folder: Path) -> Path:
    path = folder / WHEEL
    if not path.exists():
        asked = ["--platform", PLATFORM, "--python-version", "314", "--only-binary=:all:"]
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        with step("fetching python-flint for WebAssembly"):
            run([*pip, *asked, "--no-deps", f"python-flint=={VERSION}", "-d", str(folder)], folder)
    if hashlib.sha256(path.read_bytes()).hexdigest() != SHA256:
        path.unlink()
        raise BuildError(f"{WHEEL} is not the file that was tried; it was deleted")
    return path
