"""Plots as pages, in a browser: what is said of a value, in light and dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from playwright.sync_api import Page

from astragal.render.plots import draw
from astragal.render.plots.files import Look
from astragal.render.plots.showing import picture_of_shares
from tests.support.browser import launched

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    path = tmp_path_factory.mktemp("plots") / "shares.html"
    chances = {(n,): {"low": Fraction(1, n + 2), "high": 1 - Fraction(1, n + 2)} for n in range(4)}
    draw(picture_of_shares("Shares", {"n": range(4)}, ["low", "high"], chances), path, Look())
    with launched() as browser:
        opened = browser.new_page(viewport={"width": 900, "height": 700})
        complaints: list[str] = []
        opened.on("console", lambda message: complaints.append(message.text))
        opened.on("request", lambda asked: complaints.append(asked.url))
        opened.goto(path.as_uri())
        yield opened
        assert complaints[1:] == [], "it asks for itself, and for nothing else"


def said(page: Page) -> str:
    return page.inner_text("#said")


def test_pointing_gives_the_exact_fraction(page: Page) -> None:
    page.hover(".wide .spot >> nth=3")
    assert said(page) == "n 1, high: 66.67 % = 2/3"


def test_keys_lead_from_value_to_value(page: Page) -> None:
    page.keyboard.press("Tab")
    assert said(page) == "n 0, low: 50.00 % = 1/2"
    page.keyboard.press("ArrowRight")
    assert said(page) == "n 0, high: 50.00 % = 1/2"
    page.keyboard.press("End")
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert said(page) == label == "n 3, high: 80.00 % = 4/5"


def test_a_narrow_window_has_a_drawing_of_its_own(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.is_visible(".narrow svg")
    assert not page.is_visible(".wide svg")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.set_viewport_size({"width": 900, "height": 700})


def test_the_page_is_dark_for_those_who_like_it_dark(page: Page) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(colour) == "rgb(255, 255, 255)"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(colour) == "rgb(20, 24, 29)"
