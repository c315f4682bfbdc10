"""The view Macros in a browser: a form for what a macro asks, its messages, and odds by name."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.page import SMALL, Pages, check_accessible

pytestmark = pytest.mark.slow

DARK_SMALL: dict[str, Any] = {"viewport": SMALL, "color_scheme": "dark", "has_touch": True}


def _write(page: Page, text: str) -> None:
    page.get_by_label("Macro", exact=True).fill(text)


def _roll(page: Page) -> None:
    page.get_by_role("button", name="Roll", exact=True).click()


def test_a_macro_is_asked_for_filled_in_rolled_and_taken_along(pages: Pages) -> None:
    with pages.opened("#v1/macros", **DARK_SMALL) as page:
        expect(page.get_by_label("Cover")).to_be_visible()
        tabs = "() => { const bar = document.querySelector('.chapters'); return bar.scrollWidth }"
        assert page.evaluate(tabs) <= SMALL["width"]
        check_accessible(page)
        _asks_for_what_is_missing(page)
        _shows_odds_by_name(page)
        _rolls(page)
        _waits_for_a_click(page)
        _says_what_is_wrong(page)


def _asks_for_what_is_missing(page: Page) -> None:
    _write(page, "@{name} hits: [[1d20+?{Bonus}]], fire: [[?{Kind|small,1d1|large,2d6}]]")
    expect(page.locator(".fault")).to_have_text("The macro asks for Bonus.")
    expect(page.get_by_role("button", name="Roll", exact=True)).to_be_disabled()
    page.get_by_label("Bonus").fill("2")
    page.get_by_label("name", exact=True).fill("Eve")
    expect(page.locator(".fault")).to_have_count(0)


def _shows_odds_by_name(page: Page) -> None:
    table = page.locator(".named-rolls")
    expect(table).to_contain_text("12.50")
    page.get_by_label("Kind").select_option("large")
    expect(table).to_contain_text("2.42")
    page.get_by_label("Kind").select_option("small")
    page.get_by_role("button", name="Draw fire").click()
    expect(page.locator(".macros-view .plate")).to_contain_text("fire: one one-sided die")
    check_accessible(page)


def _rolls(page: Page) -> None:
    _roll(page)
    newest = page.locator(".chat > li").first
    expect(newest.locator(".chat-row")).to_contain_text("Eve hits:")
    expect(newest.locator(".chat-row")).to_contain_text("fire: 1")
    expect(newest.locator(".chat-rolls")).to_contain_text("1d20 + 2 → (")
    link = page.evaluate("() => location.hash")
    assert "v=name%3DEve" in link
    page.goto(page.url.partition("#")[0] + "#v1/roll")
    page.goto(page.url.partition("#")[0] + link)
    expect(page.get_by_label("name", exact=True)).to_have_value("Eve")


def _waits_for_a_click(page: Page) -> None:
    page.get_by_role("button", name="Foundry", exact=True).click()
    _write(page, "The trap: [[/r 3d1+@depth]]{Spikes}")
    page.get_by_label("depth", exact=True).fill("4")
    _roll(page)
    button = page.get_by_role("button", name="Spikes", exact=True)
    expect(button).to_have_text("Spikes")
    button.click()
    expect(page.locator(".chat > li").first).to_contain_text("Spikes7")
    check_accessible(page)


def _says_what_is_wrong(page: Page) -> None:
    _write(page, "[[/rol 1d6]]")
    page.get_by_role("button", name="Use [[/roll 1d6]]").click()
    expect(page.locator(".problem")).to_have_count(0)
    _write(page, "[[/draw Loot]]")
    expect(page.locator(".problem")).to_contain_text("a document of its world")
    expect(page.get_by_role("button", name="Roll", exact=True)).to_be_disabled()
