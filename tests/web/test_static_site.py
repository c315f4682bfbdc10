"""The static site in a browser: its engine answers as Python does, and needs no network."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from astragal.service import Service
from tests.support.static_host import hosted
from tests.web.questions import ANSWERED, REFUSED

pytestmark = pytest.mark.slow

_UP = 60_000
"""Milliseconds for the engine to come up on a busy machine."""

_ASK = """
question => new Promise(resolve => {
  const say = self.postMessage;
  self.postMessage = message => { self.postMessage = say; resolve(message); };
  self.onmessage({ data: { id: -1, question } });
})
"""
"""Asks the engine from within its worker, and takes the answer before it is sent."""

_EVAL = """
() => new Promise(resolve => setTimeout(() => {
  try { (0, eval)("1"); resolve("ran"); } catch (error) { resolve(error.name); }
}))
"""
"""From a timer, where the policy counts: what a debugger runs is exempt."""


def come_up(page: Page) -> None:
    """Wait until the engine is up; say why if it is not."""
    page.wait_for_selector("[data-state=ready], [data-state=failed]", timeout=_UP)
    assert "runs in this browser" in page.inner_text(".status")


def read_and_roll(page: Page, text: str, words: str) -> None:
    """Type dice as a person does, and see what they mean and what they show."""
    field = page.get_by_label("Dice", exact=True)
    field.fill(text)
    page.get_by_text(words, exact=True).wait_for()
    field.press("Enter")
    page.get_by_text(f"{text} → ").first.wait_for()


def test_the_engine_answers_as_python_does_without_a_network_and_across_versions(
    site: Path, browser: Browser, tmp_path: Path
) -> None:
    served = tmp_path / "site"
    shutil.copytree(site, served)
    context = browser.new_context()
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    with hosted(served) as address:
        page.goto(address)
        page.wait_for_selector("progress")
        come_up(page)
        read_and_roll(page, "3d6", "three six-sided dice")
        _answers_are_pythons(page)
        _nothing_is_evaluated(page)
        page.wait_for_function(
            "async () => (await navigator.serviceWorker.getRegistration())?.active?.state"
            " === 'activated'"
        )
        _works_offline(page)
        _changes_to_a_new_version_as_a_whole(page, served)
    assert said == []
    context.close()


def _answers_are_pythons(page: Page) -> None:
    service = Service()
    (worker,) = page.workers
    for question in (*ANSWERED, *REFUSED):
        text = json.dumps(question)
        expected = service.reply(text)
        assert (expected.status == 200) is (question in ANSWERED), expected
        got = worker.evaluate(_ASK, text)
        assert (got["status"], got["body"]) == expected, question


def _nothing_is_evaluated(page: Page) -> None:
    (worker,) = page.workers
    assert page.evaluate(_EVAL) == "EvalError"
    assert worker.evaluate(_EVAL) == "EvalError"


def _works_offline(page: Page) -> None:
    page.context.set_offline(True)
    page.reload()
    come_up(page)
    read_and_roll(page, "5d6", "five six-sided dice")
    page.context.set_offline(False)


def _changes_to_a_new_version_as_a_whole(page: Page, served: Path) -> None:
    start, worker = served / "index.html", served / "offline.js"
    start.write_text(start.read_text().replace("<html ", '<html data-new="yes" '))
    script, changed = re.subn(r'"version":"\w+"', '"version":"next"', worker.read_text())
    assert changed == 1
    worker.write_text(script)
    page.reload()
    assert page.locator("html[data-new]").count() == 0  # until somebody wants it
    page.get_by_role("button", name="Use it").click(timeout=_UP)
    page.wait_for_selector("html[data-new]", timeout=_UP)
    assert page.evaluate("() => caches.keys()") == ["astragal-next"]


def test_the_page_says_why_where_webassembly_is_forbidden(
    site: Path, browser: Browser, tmp_path: Path
) -> None:
    served = tmp_path / "site"
    shutil.copytree(site, served)
    headers = served / "_headers"
    headers.write_text(headers.read_text().replace(" 'wasm-unsafe-eval'", ""))
    page = browser.new_page()
    with hosted(served) as address:
        page.goto(address)
        page.wait_for_selector("[data-state=failed]", timeout=_UP)
        assert "WebAssembly" in page.inner_text(".status")
        page.get_by_text("There is no connection, and no engine in this browser yet.").wait_for()
    page.close()
