"""The example package of a game: installed into a fresh environment, and played there."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect

from tests.support.files import ROOT
from tests.support.fresh import Fresh
from tests.support.processes import unmeasured

pytestmark = pytest.mark.slow

PACKAGE = ROOT / "examples" / "night_watch"


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """An environment with the package, and another that cannot be loaded."""
    pytest.importorskip("hatchling")
    fresh = Fresh(tmp_path_factory.mktemp("fresh"))
    fresh.install(PACKAGE)
    fresh.offer("lost", "lost = lost_module:game")
    return fresh


def test_it_is_played_like_a_built_in_game(fresh: Fresh) -> None:
    game = fresh.run("-m", "astragal", "games", "night_watch")
    examples = re.findall(r"astragal (play night_watch .*)", game)
    assert len(examples) == 5
    sheet = PACKAGE / "hanna.toml"
    lines = [*examples, "games", "game night_watch", "3d12", f"sheet {sheet}", "Hanna's watch"]
    told = fresh.run("-m", "astragal", "prompt", "--fresh", typed="\n".join(lines))
    assert "→ noticed by 1" in told
    assert "best: on" in told
    assert "sentries on a wall" in told
    assert "error: lost: it cannot be loaded" in told
    assert "in night_watch a d12 reads 0 to 11" in told
    assert "Hanna, Listening at 11 with +3" in told


@contextmanager
def serving(fresh: Fresh) -> Iterator[str]:
    """The address of the server of an environment."""
    process = subprocess.Popen(
        [fresh.python, "-m", "astragal", "serve", "--port", "0", "--workers", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=unmeasured(),
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()


@pytest.mark.usefixtures("site")
def test_it_is_on_the_page_of_its_server(fresh: Fresh, browser: Browser) -> None:
    with serving(fresh) as address:
        page = browser.new_page(reduced_motion="reduce")
        page.goto(f"{address}#v1/games/night_watch/spot?skill=3&hour=deep")
        expect(page.get_by_role("link", name=re.compile("Night watch"))).to_be_visible()
        expect(page.get_by_text("Lost: it cannot be loaded")).to_be_visible()
        page.get_by_role("button", name="Roll", exact=True).click()
        told = page.locator(".game-table .roll-outcome")
        expect(told).to_have_text(re.compile("(Noticed|Missed) by"))
        # When the engine has come into the browser, these questions still go to the server.
        expect(page.get_by_text("The engine runs in this browser")).to_be_visible(timeout=60_000)
        page.goto(f"{address}#v1/games/night_watch/watch")
        page.get_by_role("button", name="Roll", exact=True).click()
        expect(page.get_by_role("button", name="Home")).to_be_visible()
        page.close()
