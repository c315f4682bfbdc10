"""The page with the service right behind it: no server to start, and no engine to wait for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Route

from astragal.service import Service
from tests.support.files import ROOT
from tests.support.static_host import hosted

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 390, "height": 800}
SMALL = {"width": 320, "height": 640}
DESKTOP = {"width": 1280, "height": 900}

_EXPECTED = ("Failed to load resource", "Service Worker registration blocked")
"""The engine is kept away, and browsers say so; so they do of refused questions."""


@contextmanager
def opened(
    browser: Browser,
    folder: Path,
    fragment: str = "",
    service: Service | None = None,
    **context: Any,
) -> Iterator[Page]:
    """A page of its own, at a place; what it says on the console makes the test fail."""
    answering = service or Service()
    said: list[str] = []
    with hosted(folder) as address:
        made = browser.new_context(service_workers="block", reduced_motion="reduce", **context)
        page = made.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.route("**/api/v1/**", lambda route: _answer(route, answering))
        page.route("**/engine/**", lambda route: route.abort())
        page.goto(f"{address}{fragment}")
        yield page
        made.close()
    odd = [each for each in said if not each.startswith(_EXPECTED)]
    assert not odd, odd


def _answer(route: Route, service: Service) -> None:
    name = route.request.url.rpartition("/")[2]
    reply = service.reply_to(name, json.loads(route.request.post_data or "{}"))
    route.fulfill(status=reply.status, body=reply.body, content_type="application/json")


def dice(page: Page) -> Locator:
    """The field of the Roll view in which dice are typed."""
    return page.get_by_role("combobox", name="Dice", exact=True)


def check_accessible(page: Page) -> None:
    """Have axe look at the page as it is now, and the page fit its width."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run()).violations")
    bad = [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]
    assert not bad, bad
    wider = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wider <= 0, f"{wider} pixels wider than the window"
