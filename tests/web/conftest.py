"""What tests in a browser share: one built site and one browser."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tools.page.__main__ import PAGE, SITE, build_site

from tests.support.browser import chromium, launched
from tests.support.files import ROOT


@pytest.fixture(scope="session")
def site() -> Path:
    """The static site, brought up to date by one process at a time."""
    chromium()
    with (ROOT / "build.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        build_site()
    return SITE


@pytest.fixture(scope="session")
def page_folder(site: Path) -> Path:
    """The page as a server has it, brought up to date along with the site."""
    return PAGE


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for a module, not longer: while it runs, no other test here can use asyncio."""
    with launched() as browser:
        yield browser
