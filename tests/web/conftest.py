"""What tests in a browser share: one built site and one browser."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tools.page.__main__ import PAGE, SITE, build_site
from tools.page.packing import unpack_files

from tests.support.browser import chromium, launched
from tests.support.files import ROOT
from tests.support.page import Answering, Pages
from tests.support.static_host import hosted


@pytest.fixture(scope="session")
def site() -> Path:
    """The static site, brought up to date by one process at a time."""
    chromium()
    with (ROOT / "build.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        build_site()
    return SITE


@pytest.fixture(scope="session")
def page_folder(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as a server sends it to those who cannot unpack it, without its engine."""
    folder = tmp_path_factory.mktemp("page")
    shutil.copytree(PAGE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("engine"))
    unpack_files(folder)
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for a module, not longer: while it runs, no other test here can use asyncio."""
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def pages(browser: Browser, page_folder: Path) -> Iterator[Pages]:
    """The page, to be opened at any place."""
    answering = Answering()
    with hosted(page_folder, answering) as address:
        yield Pages(browser, address, answering)
