"""A real browser for tests: Chromium as Debian packages it, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ADVICE = "no Chromium here: apt-get install chromium, or say where it is with ASTRAGAL_CHROMIUM"

_PATIENCE = 20_000
"""Milliseconds that the page may take to show something, on a busy machine."""


def chromium() -> str:
    """The path of the browser; the test is skipped where there is none."""
    named = os.environ.get("ASTRAGAL_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        pytest.skip(_ADVICE)
    return found


@contextmanager
def launched() -> Iterator[Browser]:
    """A running browser without a window. Its sandbox needs rights that containers lack."""
    expect.set_options(timeout=_PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()
