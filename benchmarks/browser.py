"""The engine in a browser: how soon it is up, how large it is, and its odds beside Python's own.

``python -m benchmarks.browser`` builds the static site, serves it from this machine to Chromium,
and asks both engines the same questions, in turn. Each run is a fresh engine, warmed up with other
dice, that has found none of the odds before; the best of several runs counts. Answers are compared
byte by byte before a time counts.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Worker
from tests.support.browser import launched
from tests.support.static_host import hosted
from tools.page.__main__ import SITE, build_site

from astragal.service import Service
from benchmarks.pages import conditions, run

TEXTS = ("4d6kh3", "100d6", "100d10kh10", "40d100kh20", "10d10!", "3d6!+1d20")
RUNS = 3
_WARM_UP = ("3d8kl2", "7d4", "2d10!", "5d12kh3+1d3")
_UP = 120_000
"""milliseconds after which an engine is given up on"""

_LAST_MARK = "() => performance.getEntriesByType('mark').at(-1).startTime"
"""milliseconds from the worker's start to its first answer"""

_DIGEST = re.compile(r"-[\w-]{8,12}(?=[./])")

_ASK = """
question => new Promise(resolve => {
  const say = self.postMessage;
  self.postMessage = ({ status, body }) => {
    self.postMessage = say;
    resolve({ status, body, milliseconds: performance.now() - started });
  };
  const started = performance.now();
  self.onmessage({ data: { id: -1, question } });
})
"""


class Run(NamedTuple):
    """What one engine took: seconds to come up, at first and once it is kept, and for each text."""

    first: float
    kept: float
    milliseconds: dict[str, float]


def question(text: str) -> str:
    return json.dumps({"ask": "odds", "expression": text})


def sizes(site: Path) -> list[str]:
    """Bytes of every part, and as a host sends them that compresses what is not compressed yet."""
    rows, whole, sent = [], 0, 0
    for path in sorted((site / "engine").rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            packed = (
                len(content) if path.suffix in {".zip", ".zst"} else len(gzip.compress(content, 9))
            )
            whole, sent = whole + len(content), sent + packed
            name = _DIGEST.sub("", path.relative_to(site / "engine").as_posix())
            rows.append(f"| {name} | {len(content):,} | {packed:,} |")
    head = ["| part | bytes | on the wire |", "| --- | ---: | ---: |"]
    return [*head, *rows, f"| together | {whole:,} | {sent:,} |"]


def in_browser(browser: Browser, address: str) -> Run:
    """One run in a context that has never seen the page."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    up = []
    for kept in (False, True):
        if kept:
            page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
            page.reload()
        page.wait_for_selector("[data-state=ready]", timeout=_UP)
        up.append(float(page.workers[0].evaluate(_LAST_MARK)) / 1000)
    found = {text: _asked(page.workers[0], text) for text in (*_WARM_UP, *TEXTS)}
    context.close()
    return Run(up[0], up[1], found)


def _asked(worker: Worker, text: str) -> float:
    told: dict[str, Any] = worker.evaluate(_ASK, question(text))
    if (told["status"], told["body"]) != Service().reply(question(text)):
        raise SystemExit(f"{text}: the answers differ")
    return float(told["milliseconds"])


def natively() -> dict[str, float]:
    """The milliseconds that each text takes in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.browser", "native"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def in_this_process() -> dict[str, float]:
    service, found = Service(), {}
    for text in (*_WARM_UP, *TEXTS):
        started = time.perf_counter()
        service.reply(question(text))
        found[text] = (time.perf_counter() - started) * 1000
    return found


def report() -> str:
    build_site()
    runs: list[Run] = []
    native: list[dict[str, float]] = []
    with hosted(SITE) as address, launched() as browser:
        version = browser.version
        for _ in range(RUNS):
            native.append(natively())
            runs.append(in_browser(browser, address))
    first, kept = min(run.first for run in runs), min(run.kept for run in runs)
    table = ["| odds of | native, ms | browser, ms | times |", "| --- | ---: | ---: | ---: |"]
    for text in TEXTS:
        here = min(times[text] for times in native)
        there = min(run.milliseconds[text] for run in runs)
        table.append(f"| `{text}` | {here:.2f} | {there:.2f} | {there / here:.1f} |")
    measured = conditions(["astragal", "python-flint"]).removesuffix(".")
    up = f"Up after {first:.1f} s at first, and after {kept:.1f} s once the browser keeps it."
    return "\n".join([f"{measured}, Chromium {version}.", "", up, "", *table, "", *sizes(SITE)])


if __name__ == "__main__":
    if sys.argv[1:] == ["native"]:
        print(json.dumps(in_this_process()))
    else:
        run("browser", __doc__, report)
