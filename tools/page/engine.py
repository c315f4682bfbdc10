"""The engine for browsers: Pyodide, FLINT and the core, in files named by their contents.

Files whose contents stay the same keep their names from one version to the next, so a browser
fetches only what is new. ``parts.json`` tells the page's build the names and the sizes.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tools.page.archives import digest, read_archive, write_archive
from tools.page.core import core_files
from tools.page.flint import flint_files
from tools.page.node import node
from tools.page.stdlib import needed_stdlib
from tools.page.steps import step

_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_STDLIB = "python_stdlib.zip"


def build_engine(web: Path, downloads: Path, target: Path) -> None:
    """Write the parts of the engine and their list into ``target``, which is made anew."""
    pyodide = web / "node_modules" / "pyodide"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    downloads.mkdir(parents=True, exist_ok=True)
    flint = flint_files(downloads)
    with TemporaryDirectory() as temporary, step("compiling the engine's Python"):
        folder = Path(temporary)
        write_archive(folder / "stdlib.zip", needed_stdlib(read_archive(pyodide / _STDLIB)))
        write_archive(folder / "core.zip", core_files())
        node([str(web / "plugins" / "compile.mjs"), str(folder)], web)
        stdlib = read_archive(folder / "stdlib.compiled.zip")
        core = read_archive(folder / "core.compiled.zip")
    runtime = {name: (pyodide / name).read_bytes() for name in _RUNTIME}
    runtime["pyodide.mjs"] = _without_source_map(runtime["pyodide.mjs"])
    runtime["pyodide.asm.mjs"] = _without_source_map(runtime["pyodide.asm.mjs"])
    with step("packing the engine"):
        listed = _write_parts(target, runtime, stdlib, {"flint": flint, "core": core})
    # Pyodide asks for a list of packages; all it needs of it is what it was made for.
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    listed["lock"] = {"info": lock["info"], "packages": {}}
    (target / "parts.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")


def _write_parts(
    target: Path,
    runtime: dict[str, bytes],
    stdlib: dict[str, bytes],
    archives: dict[str, dict[str, bytes]],
) -> dict[str, Any]:
    write_archive(target / _STDLIB, stdlib)
    runtime = {**runtime, _STDLIB: (target / _STDLIB).read_bytes()}
    folder = f"pyodide-{digest(*runtime.values())}/"
    (target / folder).mkdir()
    (target / _STDLIB).unlink()
    parts: dict[str, str] = {"runtime": folder}
    sizes: dict[str, int] = {}
    for name, content in runtime.items():
        (target / folder / name).write_bytes(content)
        sizes[folder + name] = len(content)
    for part, files in archives.items():
        unnamed = target / f"{part}.zip"
        write_archive(unnamed, files)
        name = f"{part}-{digest(unnamed.read_bytes())}.zip"
        unnamed.rename(target / name)
        parts[part], sizes[name] = name, (target / name).stat().st_size
    return {**parts, "sizes": sizes}


def _without_source_map(script: bytes) -> bytes:
    """A script without its last line, if that points to a file which is not shipped."""
    return script.partition(b"\n//# sourceMappingURL=")[0]
