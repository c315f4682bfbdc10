"""The built page in a browser, its questions answered by the service in this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Route

from astragal.service import Service
from tests.support.files import ROOT
from tests.support.static_host import hosted

_AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


@contextmanager
def viewed(browser: Browser, page_folder: Path, **context: Any) -> Iterator[tuple[Page, str]]:
    """A page that asks this process instead of a server or its own engine, and its address.

    Whatever the page complains of in the browser's console fails the test.
    """
    said: list[str] = []
    made = browser.new_context(reduced_motion="reduce", **context)
    page = made.new_page()
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if _complains(message) else None)
    page.route("**/api/v1/*", answer)
    page.route("**/engine/**", lambda route: route.abort())
    with hosted(page_folder) as address:
        yield page, address
    made.close()
    assert said == []


def _complains(message: Any) -> bool:
    """Refused questions and the engine that is kept away are no complaints of the page."""
    return message.type == "error" and "Failed to load resource" not in message.text


_SERVICE = Service()


def answer(route: Route) -> None:
    """Answer a question as a server would."""
    ask = urlsplit(route.request.url).path.rsplit("/", 1)[-1]
    reply = _SERVICE.reply_to(ask, route.request.post_data_json or {})
    kind = "application/json" if reply.status == 200 else "application/problem+json"
    route.fulfill(status=reply.status, body=reply.body, content_type=kind)


def faults(page: Page) -> list[str]:
    """What axe finds wrong with the page as it is now."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        "() => axe.run({ resultTypes: ['violations'] }).then(each => each.violations)"
    )
    return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]


def overflow(page: Page) -> int:
    """How many pixels of the page lie beside the window."""
    wide: int = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    return wide
