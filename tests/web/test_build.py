"""What the page's build puts together: the core, its libraries, headers and the static site."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from tools.page.archives import digest, read_archive, write_archive
from tools.page.core import LEFT_OUT, core_files
from tools.page.flint import TYPES
from tools.page.inputs import MARK, digest_of, inputs
from tools.page.node import BuildError, run
from tools.page.site import lay_out_site
from tools.page.stdlib import LEFT_OUT as LEFT_OUT_OF_STDLIB
from tools.page.stdlib import needed_stdlib

from tests.support.files import ROOT
from tests.support.sources import trees


@cache
def core_trees() -> dict[str, ast.Module]:
    return {name: trees()[Path(name).relative_to("astragal")] for name in core_files()}


def imports(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The modules that statements import."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_the_core_holds_the_service_and_all_games_but_nothing_for_a_terminal() -> None:
    names = set(core_files())
    assert "astragal/service/service.py" in names
    assert {f"astragal/games/{game}/__init__.py" for game in ("tiers", "triumph")} <= names
    assert not [name for name in names if name.startswith(("astragal/cli/", "astragal/server/"))]


def test_nothing_of_the_core_loads_what_is_left_out_of_it() -> None:
    left_out = tuple(path.removesuffix(".py").replace("/", ".").rstrip(".") for path in LEFT_OUT)
    for name, tree in core_trees().items():
        assert not [each for each in imports(tree.body) if each.startswith(left_out)], name


def test_the_library_in_the_browser_has_whatever_the_core_imports() -> None:
    trees = core_trees().values()
    asked = {each.partition(".")[0] for tree in trees for each in imports(ast.walk(tree))}
    assert {"json", "hashlib"} <= asked
    assert not asked & sys.stdlib_module_names & LEFT_OUT_OF_STDLIB


def test_flint_in_the_browser_has_whatever_the_core_imports() -> None:
    asked = {
        alias.name
        for tree in core_trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "flint"
        for alias in node.names
    }
    assert asked
    assert asked <= set(TYPES)


def test_the_library_is_cut_by_packages_and_by_modules() -> None:
    kept = ("json/decoder.py", "typing.py", "encodings/utf_8.py", "http/__init__.py")
    cut = ("unittest/mock.py", "pdb.py", "encodings/cp1252.py", "http/client.py")
    assert set(needed_stdlib(dict.fromkeys((*kept, *cut), b""))) == set(kept)


def test_an_archive_depends_on_nothing_but_its_files(tmp_path: Path) -> None:
    files = {"b.py": b"2", "a/a.py": b"1" * 1000}
    write_archive(tmp_path / "one.zip", files)
    write_archive(tmp_path / "two.zip", dict(reversed(files.items())))
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert read_archive(tmp_path / "one.zip") == files


def test_a_digest_tells_apart_what_is_cut_differently() -> None:
    assert digest(b"ab", b"c") != digest(b"a", b"bc")


def test_what_the_page_is_made_from_leaves_out_what_is_made_and_what_it_has_no_part_in() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in inputs(ROOT)}
    assert {"web/index.html", "src/astragal/die.py", "tools/page/core.py"} <= names
    unwanted = ("web/node_modules/", "web/engine/", "src/astragal/page/", "src/astragal/cli/")
    assert not [name for name in names if name.startswith(unwanted)]


@pytest.mark.parametrize("change", ["content", "name"])
def test_a_change_of_an_input_changes_the_digest(tmp_path: Path, change: str) -> None:
    path = tmp_path / "page.ts"
    path.write_text("1")
    before = digest_of([path], tmp_path)
    if change == "content":
        path.write_text("2")
    else:
        path = path.rename(tmp_path / "other.ts")
    assert digest_of([path], tmp_path) != before


def test_a_static_site_says_that_it_is_one_and_has_headers_for_its_host(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text('<html data-carrier="server">')
    (page / "headers.json").write_text(json.dumps([["/", {"Cache-Control": "no-cache"}]]))
    (page / MARK).write_text("…")
    lay_out_site(page, tmp_path / "site")
    assert {path.name for path in (tmp_path / "site").iterdir()} == {"index.html", "_headers"}
    assert (tmp_path / "site" / "index.html").read_text() == '<html data-carrier="static">'
    assert (tmp_path / "site" / "_headers").read_text() == "/\n  Cache-Control: no-cache\n"


def test_a_page_that_does_not_say_where_its_answers_come_from_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    for name in ("index.html", "headers.json", MARK):
        (page / name).write_text("[]")
    with pytest.raises(BuildError, match=r"index\.html"):
        lay_out_site(page, tmp_path / "site")


def test_a_command_that_fails_is_told_with_the_end_of_its_output(tmp_path: Path) -> None:
    script = "import sys; print('x' * 9_999); sys.exit('this is why')"
    with pytest.raises(BuildError) as failed:
        run([sys.executable, "-c", script], tmp_path)
    assert str(failed.value).endswith("this is why")
    assert len(str(failed.value)) < 1_000
