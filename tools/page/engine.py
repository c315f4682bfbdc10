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
_SOURCE_MAP = b"\n//# sourceMappingURL="


def build_engine(web: Path, downloads: Path, target: Path) -> None:
    """Write the parts of the engine and their list into ``target``, which is made anew."""
    pyodide = web / "node_modules" / "pyodide"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    downloads.mkdir(parents=True, exist_ok=True)
    flint = flint_files(downloads)
    with TemporaryDirectory() as temporary, step("compiling and packing the engine"):
        folder = Path(temporary)
        stdlib = needed_stdlib(read_archive(pyodide / _STDLIB))
        for name, files in (("stdlib", stdlib), ("core", core_files()), ("flint", flint)):
            write_archive(folder / f"{name}.zip", files, packed=False)
        node([str(web / "plugins" / "compile.mjs"), str(folder)], web)
        write_archive(folder / _STDLIB, read_archive(folder / "stdlib.compiled.zip"))
        runtime = {name: _without_source_map(pyodide / name) for name in _RUNTIME}
        runtime[_STDLIB] = (folder / _STDLIB).read_bytes()
        packed = {name: (folder / f"{name}.zst").read_bytes() for name in ("flint", "core")}
    listed = _write_parts(target, runtime, packed)
    # Pyodide asks for a list of packages; all it needs of it is what it was made for.
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    listed["lock"] = {"info": lock["info"], "packages": {}}
    (target / "parts.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")


def _write_parts(
    target: Path, runtime: dict[str, bytes], packed: dict[str, bytes]
) -> dict[str, Any]:
    """Write every file under a name that tells its contents; returns names and sizes."""
    folder = f"pyodide-{digest(*runtime.values())}/"
    named = {part: f"{part}-{digest(content)}.zst" for part, content in packed.items()}
    files = {folder + name: content for name, content in runtime.items()}
    files |= {named[part]: content for part, content in packed.items()}
    (target / folder).mkdir()
    for name, content in files.items():
        (target / name).write_bytes(content)
    sizes = {name: len(content) for name, content in files.items()}
    return {"runtime": folder, **named, "sizes": sizes}


def _without_source_map(path: Path) -> bytes:
    """A file of Pyodide; a script without its last line, which names a file that is not shipped."""
    content = path.read_bytes()
    return content.partition(_SOURCE_MAP)[0] if path.suffix == ".mjs" else content
