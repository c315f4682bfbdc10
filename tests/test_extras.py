"""What is said to those who lack an extra works where they are."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

from astragal import _extras
from astragal._extras import how_to_install

Installed = Callable[[str | None], None]


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A virtual environment with pip, which is not the one of the shell."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "env"))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "env" / "bin" / "python"))
    monkeypatch.setattr(_extras, "find_spec", lambda name: object())
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/pip")
    (tmp_path / "env" / "bin").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "env"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    monkeypatch.setattr(_extras, "_CHECKOUT", folder)
    return folder


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """Say where the package was installed from, as pip notes it."""
    monkeypatch.setattr(_extras, "_CHECKOUT", tmp_path / "lib")

    def install(origin: str | None) -> None:
        class Told:
            def read_text(self, name: str) -> str | None:
                return origin

        monkeypatch.setattr(metadata, "distribution", lambda name: Told())

    return install


def test_in_a_checkout_it_is_installed_from_there(
    environment: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert how_to_install("plot") == f"env/bin/python -m pip install -e '{checkout}[plot]'"
    monkeypatch.chdir(checkout)
    python = environment / "bin" / "python"
    assert how_to_install("plot") == f"{python} -m pip install -e '.[plot]'"


def test_an_active_environment_has_pip_by_its_short_name(
    environment: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: str(environment / "bin" / name))
    monkeypatch.chdir(checkout)
    assert how_to_install("server") == "pip install -e '.[server]'"


def test_a_published_package_is_installed_by_its_name(
    environment: Path, installed: Installed
) -> None:
    installed(None)
    assert how_to_install("plot") == "env/bin/python -m pip install 'astragal[plot]'"


def test_what_came_from_a_folder_comes_from_it_again(
    environment: Path, installed: Installed, tmp_path: Path
) -> None:
    folder = tmp_path / "my dice"
    installed(f'{{"url": "{folder.as_uri()}", "dir_info": {{}}}}')
    assert how_to_install("plot").endswith("'astragal[plot]'"), "the folder is gone"
    folder.mkdir()
    assert how_to_install("plot").endswith(f" install '{folder}[plot]'")


def test_pipx_and_uv_are_asked_for_what_they_installed(
    environment: Path, installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(None)
    with monkeypatch.context() as without_pip:
        without_pip.setattr(_extras, "find_spec", lambda name: None)
        expected = "uv pip install --python env/bin/python 'astragal[plot]'"
        assert how_to_install("plot") == expected
    (environment / "pipx_metadata.json").touch()
    assert how_to_install("plot") == "pipx runpip astragal install 'astragal[plot]'"
    installed(f'{{"url": "{environment.as_uri()}"}}')
    monkeypatch.chdir(environment)
    assert how_to_install("plot") == f"pipx runpip astragal install '{environment}[plot]'"


def test_a_folder_that_was_deleted_is_no_reason_to_fail(
    environment: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = checkout / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert how_to_install("plot").endswith(f"install -e '{checkout}[plot]'")
