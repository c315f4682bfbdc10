"""The engine in a browser: how soon it is up, how large it is, and its odds beside Python's own.

``python -m benchmarks.browser`` builds the static site, serves it from this machine to Chromium,
and asks both engines the same questions in turn. The best of several runs counts; before each, both
forget what they have found. Answers are compared byte by byte before a time counts.
"""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Worker
from tools.page.__main__ import SITE, build_site

from astragal.service import Service
from tests.support.browser import launched
from tests.support.static_host import hosted

TEXTS = ("4d6kh3", "100d6", "100d10kh10", "40d100kh20", "10d10!", "3d6!+1d20")
RUNS = 5
_UP = 120_000

_FORGET = """
import gc
from functools import _lru_cache_wrapper
from astragal.odds.budget import Cache

for each in gc.get_objects():
    if isinstance(each, _lru_cache_wrapper):
        each.cache_clear()
    elif isinstance(each, Cache):
        each.clear()
"""
_ASK = """
([question, forget]) => new Promise(resolve => {
  const say = self.postMessage;
  self.postMessage = message => {
    self.postMessage = say;
    resolve({ ...message, milliseconds: performance.now() - started });
  };
  const started = performance.now();
  self.onmessage({ data: { id: -1, question } });
})
"""


def sizes(site: Path) -> list[str]:
    """Bytes of every part, and as a host sends them that compresses what is not compressed yet."""
    rows, whole, sent = [], 0, 0
    for path in sorted((site / "engine").rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            packed = len(content) if path.suffix == ".zip" else len(gzip.compress(content, 9))
            whole, sent = whole + len(content), sent + packed
            rows.append(f"| `{path.relative_to(site)}` | {len(content):,} | {packed:,} |")
    head = ["| part | bytes | on the wire |", "| --- | ---: | ---: |"]
    return [*head, *rows, f"| together | {whole:,} | {sent:,} |"]


def start(browser: Browser, address: str) -> tuple[list[float], Worker]:
    """Seconds until the engine was up: at first, and once the browser has kept it."""
    page = browser.new_context().new_page()
    page.goto(address)
    found = []
    for kept in (False, True):
        if kept:
            page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
            page.reload()
        page.wait_for_selector("[data-state=ready]", timeout=_UP)
        told = page.inner_text("[role=status]")
        found.append(float(told.split()[-2]))
    return found, page.workers[0]


def best(once: Callable[[], float]) -> float:
    return min(once() for _ in range(RUNS))


def compared(worker: Worker, text: str) -> str:
    """A row of the table: one text, natively and in the browser."""
    service = Service()
    question = json.dumps({"ask": "odds", "expression": text})

    def natively() -> float:
        exec(_FORGET, {})
        started = time.perf_counter()
        service.reply(question)
        return (time.perf_counter() - started) * 1000

    def in_browser() -> float:
        worker.evaluate("code => self.forget(code)", _FORGET)
        told = worker.evaluate(_ASK, [question, None])
        if (told["status"], told["body"]) != service.reply(question):
            raise SystemExit(f"{text}: the answers differ")
        return float(told["milliseconds"])

    native, there = best(natively), best(in_browser)
    return f"| `{text}` | {native:.2f} | {there:.2f} | {there / native:.1f} |"


def main() -> None:
    build_site()
    print("\n".join(sizes(SITE)), end="\n\n")
    with hosted(SITE) as address, launched() as browser:
        (first, kept), worker = start(browser, address)
        print(f"up after {first:.1f} s at first, {kept:.1f} s once it is kept\n")
        print("| odds of | native, ms | browser, ms | times |", "| --- | ---: | ---: | ---: |", sep="\n")
        for text in TEXTS:
            print(compared(worker, text), flush=True)


if __name__ == "__main__":
    main()
