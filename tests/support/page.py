"""The page with the service right behind it: no engine to wait for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page

from astragal.service import Service
from tests.support.files import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 390, "height": 800}
SMALL = {"width": 320, "height": 640}
DESKTOP = {"width": 1280, "height": 900}

_EXPECTED = ("Failed to load resource", "Service Worker registration blocked")
"""The engine is kept away, and browsers say so; so they do of refused questions."""

_FORGET = """
if (location.protocol === "http:" && !sessionStorage.getItem("opened")) {
  localStorage.clear();
  sessionStorage.setItem("opened", "yes");
}
"""
"""Before a page's first script: what pages of other tests have kept is gone."""


class Pages:
    """Opens the page of one address, with a service behind it: one page at a time.

    What a browser fetches once, and its contexts, are shared; what a page keeps is not.
    """

    def __init__(self, browser: Browser, address: str, answering: Answering) -> None:
        self._browser = browser
        self._address = address
        self._answering = answering
        self._contexts: dict[str, BrowserContext] = {}

    @contextmanager
    def opened(
        self, fragment: str = "", service: Service | None = None, **context: Any
    ) -> Iterator[Page]:
        """A page of its own, at a place; what it says on the console makes the test fail."""
        self._answering.service = service or Service()
        said: list[str] = []
        page = self._context(context).new_page()
        try:
            page.add_init_script(_FORGET)
            page.on("console", lambda message: said.append(message.text))
            page.on("pageerror", lambda error: said.append(str(error)))
            page.goto(f"{self._address}{fragment}")
            yield page
        finally:
            page.close()
        odd = [each for each in said if not each.startswith(_EXPECTED)]
        assert not odd, odd

    def _context(self, options: Mapping[str, Any]) -> BrowserContext:
        key = repr(sorted(options.items()))
        if key not in self._contexts:
            self._contexts[key] = self._browser.new_context(
                service_workers="block", reduced_motion="reduce", **options
            )
        return self._contexts[key]


class Answering:
    """Answers the questions of a page as a server does, one after another."""

    def __init__(self) -> None:
        self.service = Service()
        self._turn = Lock()

    def __call__(self, path: str, asked: bytes) -> tuple[int, bytes]:
        with self._turn:
            reply = self.service.reply_to(path.rpartition("/")[2], json.loads(asked or b"{}"))
        return reply.status, reply.body.encode()


def dice(page: Page) -> Locator:
    """The field of the Roll view in which dice are typed."""
    return page.get_by_role("combobox", name="Dice", exact=True)


def check_accessible(page: Page) -> None:
    """Have axe look at the page as it is now, and the page fit its width."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run()).violations")
    bad = [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]
    assert not bad, bad
    wider = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wider <= 0, f"{wider} pixels wider than the window"
