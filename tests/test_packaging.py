"""The package as it is published: its source builds, installs and runs in a fresh environment."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.support.files import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def python(*args: str, executable: str = sys.executable) -> str:
    done = subprocess.run(
        [executable, *args], cwd=ROOT, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("dist")
    python("-m", "hatchling", "build", "--directory", str(folder))
    return folder


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name.partition("/")[0] for name in archive.namelist()}
        assert "astragal/py.typed" in archive.namelist()
    assert {name.partition("-")[0] for name in names} == {"astragal"}


@pytest.mark.slow
def test_the_source_holds_what_it_takes_to_build_it_and_no_tests(built: Path) -> None:
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "LICENSE", "README.md", "src/astragal/py.typed"} <= names
    assert {name.partition("/")[0] for name in names if "/" in name} == {"src"}


@pytest.mark.slow
def test_both_carry_the_page_if_it_was_built(built: Path) -> None:
    page = ROOT / "src" / "astragal" / "page"
    files = {path.relative_to(page).as_posix() for path in page.rglob("*") if path.is_file()}
    (wheel,), (source,) = built.glob("*.whl"), built.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive, tarfile.open(source) as packed:
        in_wheel = {name.partition("astragal/page/")[2] for name in archive.namelist()}
        in_source = {name.partition("/src/astragal/page/")[2] for name in packed.getnames()}
    assert in_wheel - {""} == files == in_source - {""}


@pytest.mark.slow
def test_the_source_installs_and_runs_in_a_fresh_environment(built: Path, tmp_path: Path) -> None:
    probe = ["-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(tmp_path), "hatchling"]
    if subprocess.run([sys.executable, *probe], capture_output=True, check=False).returncode:
        pytest.skip("offline: what builds a package cannot be fetched")
    venv.create(tmp_path / "fresh")
    (source,) = built.glob("*.tar.gz")
    fresh = str(tmp_path / "fresh" / "bin" / "python")
    python("-m", "pip", "--python", fresh, "install", "--quiet", str(source))
    told = python("-m", "astragal", "roll", "4d6kh3", "--faces", "6,5,4,2", executable=fresh)
    assert told == "4d6kh3 → (6, 5, 4, ~2~) = 15\n"
    assert "mean 7.00" in python("-m", "astragal", "odds", "2d6", executable=fresh)


def test_every_extra_is_listed_where_installing_is_explained() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in extras if f"\n| `{name}` |" not in page] == []


def test_what_developers_install_satisfies_every_extra() -> None:
    pinned = dict(line.split("==") for line in _lines("requirements-dev.txt"))
    versions = {name.lower().replace("_", "-"): version for name, version in pinned.items()}
    for extra in PROJECT["project"]["optional-dependencies"].values():
        for each in map(Requirement, extra):
            assert each.specifier.contains(versions[each.name]), each


def _lines(name: str) -> list[str]:
    return (ROOT / name).read_text(encoding="utf-8").split()


def test_dependencies_have_lower_bounds_alone() -> None:
    extras = PROJECT["project"]["optional-dependencies"].values()
    listed = [*PROJECT["build-system"]["requires"], *PROJECT["project"]["dependencies"]]
    for requirement in (*listed, *(each for extra in extras for each in extra)):
        assert ">=" in requirement, requirement
        assert "<" not in requirement, f"{requirement}: a bound that no test shows"
