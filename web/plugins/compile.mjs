// Compiles and packs Python for the engine in the browser, by the very Python that will run there:
// starting takes half as long when nothing has to be compiled on the way.
//
//   node compile.mjs FOLDER
//
// FOLDER/stdlib.zip becomes stdlib.compiled.zip, with compiled modules instead of their sources;
// FOLDER/core.zip becomes core.zst, with compiled modules beside their sources, which the odds of
// rules are found from; FOLDER/flint.zip becomes flint.zst.
import { loadPyodide } from "pyodide";

const folder = process.argv[2];
const pyodide = await loadPyodide();
pyodide.FS.mkdirTree("/work");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, "/work");
pyodide.runPython(`
from compression import zstd
from importlib._bootstrap_external import _code_to_hash_pyc
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile, ZipInfo

WORK = Path("/work")
# A quarter smaller than deflated, in seconds; higher levels take a minute for the next tenth.
LEVEL, WINDOW = 12, 25

def compiled(name, source, place, optimize):
    code = compile(source, f"{place}/{name}", "exec", dont_inherit=True, optimize=optimize)
    # Unchecked: these files never change under this name.
    return bytes(_code_to_hash_pyc(code, bytes(8), False))

def stdlib(name, source):
    # Documentation is for people; only Pyodide's own modules read theirs.
    optimize = 0 if "pyodide" in name else 2
    return {name + "c": compiled(name, source, "/lib/python314.zip", optimize)}

def core(name, source):
    return {name: source, name + "c": compiled(name, source, "/lib/core.zip", 0)}

def treated(archive, treat):
    files = {}
    with ZipFile(WORK / archive) as before:
        for name in before.namelist():
            content = before.read(name)
            files |= treat(name, content) if name.endswith(".py") else {name: content}
    after = BytesIO()
    with ZipFile(after, "w") as written:
        # Like beside like: sources first, then what was compiled.
        for name in sorted(files, key=lambda name: (name.endswith("c"), name)):
            written.writestr(ZipInfo(name), files[name])
    return after.getvalue()

def packed(archive):
    parameter = zstd.CompressionParameter
    options = {parameter.compression_level: LEVEL, parameter.window_log: WINDOW}
    return zstd.compress(archive, options=options)

(WORK / "stdlib.compiled.zip").write_bytes(treated("stdlib.zip", stdlib))
(WORK / "core.zst").write_bytes(packed(treated("core.zip", core)))
(WORK / "flint.zst").write_bytes(packed((WORK / "flint.zip").read_bytes()))
`);
