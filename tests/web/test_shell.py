"""The page around its views: tabs, links, colours; and the Learn view."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.page import DESKTOP, PHONE, Pages, check_accessible, dice

pytestmark = pytest.mark.slow


def test_views_are_tabs_that_the_keyboard_moves_between(pages: Pages) -> None:
    with pages.opened(viewport=DESKTOP) as page:
        expect(dice(page)).to_be_focused()
        page.mouse.click(2, 2)  # the keyboard begins at the top
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the view")).to_be_focused()
        page.get_by_role("tab", name="Roll").focus()
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_role("tab", name="Learn")).to_be_focused()
        expect(page.get_by_role("heading", name="The notation", exact=True)).to_be_visible()
        assert page.evaluate("() => location.hash") == "#v1/learn"
        page.go_back()
        expect(dice(page)).to_be_visible()


def test_a_view_that_was_left_is_as_it_was(pages: Pages) -> None:
    with pages.opened(viewport=PHONE) as page:
        dice(page).fill("3d8 + 1")
        page.get_by_role("tab", name="Learn").click()
        page.get_by_role("tab", name="Roll").click()
        expect(dice(page)).to_have_value("3d8 + 1")


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("#nowhere", "leads nowhere"),
        ("#v9/roll", "version 9"),
        ("#v1/attic", "no view “attic”"),
        ("#v1/roll/%ff", "damaged"),
    ],
)
def test_a_link_that_is_none_is_told_and_the_page_works(
    pages: Pages, fragment: str, words: str
) -> None:
    with pages.opened(fragment, viewport=PHONE) as page:
        expect(page.locator(".toast")).to_contain_text(words)
        expect(dice(page)).to_be_visible()
        check_accessible(page)


def test_colours_are_chosen_and_kept(pages: Pages) -> None:
    with pages.opened(viewport=DESKTOP, color_scheme="light") as page:
        page.get_by_role("button", name="Dark").click()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        check_accessible(page)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_notation_is_rolled_where_it_stands(pages: Pages, viewport: dict[str, int]) -> None:
    with pages.opened("#v1/learn", viewport=viewport, color_scheme="dark") as page:
        page.get_by_label("Look for").fill("highest 3")
        row = page.get_by_role("listitem").filter(has_text="keep the highest 3")
        row.get_by_role("button", name="4d6kh3").click()
        expect(row.locator(".die")).to_have_count(4)
        expect(row.locator(".sample-outcome")).to_contain_text("=")
        check_accessible(page)
        row.get_by_role("link", name="Open 4d6kh3 in Roll").click()
        expect(dice(page)).to_have_value("4d6kh3")


def test_an_error_code_is_explained_and_shown(pages: Pages) -> None:
    with pages.opened("#v1/learn/errors/ambiguous-drop", viewport=PHONE) as page:
        entry = page.locator("#code-ambiguous-drop")
        expect(entry).to_be_in_viewport()
        check_accessible(page)
        entry.get_by_role("link", name="See it").click()
        expect(page.locator(".fault-place")).to_have_text("d1")


def test_the_guides_are_read_on_the_page(pages: Pages) -> None:
    with pages.opened("#v1/learn/guide/pauses", viewport=DESKTOP) as page:
        expect(page.get_by_role("heading", name="Play that pauses")).to_be_visible()
        check_accessible(page)
        page.locator("article").get_by_role("link", name="choice").click()
        expect(page.locator("article h3", has_text="Choices")).to_be_in_viewport()
        assert page.evaluate("() => location.hash") == "#v1/learn/guide/rules?at=choices"
