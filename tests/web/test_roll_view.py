"""The Roll view, used as a person would: typing, tapping, deciding, keeping, with mistakes too."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from astragal.rolling.sources import SeededSource
from astragal.service import Service
from tests.support.page import DESKTOP, PHONE, SMALL, Pages, check_accessible, dice

pytestmark = pytest.mark.slow

LIGHT_DESKTOP: dict[str, Any] = {"viewport": DESKTOP, "color_scheme": "light"}
DARK_PHONE: dict[str, Any] = {"viewport": PHONE, "color_scheme": "dark"}
SMALLEST: dict[str, Any] = {"viewport": SMALL, "color_scheme": "light"}
BOTH = pytest.mark.parametrize("context", [LIGHT_DESKTOP, DARK_PHONE], ids=["desktop", "phone"])


def type_dice(page: Page, text: str) -> None:
    dice(page).fill(text)


def roll(page: Page, text: str) -> None:
    type_dice(page, text)
    dice(page).press("Enter")


def told(page: Page) -> str:
    """What a screen reader says of the table."""
    spoken = page.locator("[aria-live=assertive]")
    expect(spoken).not_to_be_empty()
    return spoken.inner_text()


@BOTH
def test_the_first_roll_needs_nothing_but_a_press(pages: Pages, context: dict[str, Any]) -> None:
    service = Service(source=SeededSource("first"))
    expected = Service(source=SeededSource("first")).ask("roll", {"expression": "4d6kh3"})
    with pages.opened(service=service, **context) as page:
        check_accessible(page)
        expect(page.get_by_text("four six-sided dice, keep the highest 3")).to_be_visible()
        page.get_by_role("button", name="Roll", exact=True).click()
        assert told(page).startswith(f"Rolled {expected['outcome']}.")
        expect(page.locator(".roll-die")).to_have_count(4)
        expect(page.locator(".roll-die .dropped")).to_have_count(1)
        expect(page.locator(".luck-words")).to_contain_text("% of rolls")
        page.get_by_text("Step by step").click()
        expect(page.get_by_text(expected["steps"][0])).to_be_visible()
        expect(
            page.get_by_role("region", name="Rolled here").get_by_role("listitem")
        ).to_have_count(1)
        check_accessible(page)


@BOTH
def test_a_mistake_is_drawn_under_its_place_and_rolls_nothing(
    pages: Pages, context: dict[str, Any]
) -> None:
    with pages.opened(**context) as page:
        type_dice(page, "😀 + 4d6kx")
        expect(page.locator(".fault-place")).to_have_text("😀")
        type_dice(page, "2d6 + 4d6kx + 3")
        expect(page.locator(".fault-place")).to_have_text("kx")
        expect(page.get_by_text("is not a modifier")).to_be_visible()
        check_accessible(page)
        dice(page).press("Enter")
        assert "is not a modifier" in told(page)
        expect(page.locator(".roll-die")).to_have_count(0)
        page.get_by_role("link", name="More about this").click()
        expect(page.locator("#code-unknown-modifier")).to_be_in_viewport()


def test_what_may_follow_is_offered_and_taken_by_keyboard(pages: Pages) -> None:
    with pages.opened(**LIGHT_DESKTOP) as page:
        field = dice(page)
        field.fill("")
        field.press_sequentially("4d6k")
        options = page.get_by_role("listbox").get_by_role("option")
        expect(options.first).to_be_visible()
        check_accessible(page)
        field.press("ArrowDown")
        expect(options.first).to_have_attribute("aria-selected", "true")
        field.press("Enter")
        expect(field).to_have_value("4d6k3")
        expect(options).to_have_count(0)
        field.press("Enter")
        assert "4d6kh3 rolls" in told(page)


@BOTH
def test_a_choice_is_asked_advised_and_decided(pages: Pages, context: dict[str, Any]) -> None:
    with pages.opened(**context) as page:
        roll(page, "1d6r<=6?")
        expect(page.get_by_role("heading", name=re.compile("Re-roll the"))).to_be_visible()
        page.get_by_role("button", name="What is best?").click()
        expect(page.get_by_text("the highest total on average")).to_be_visible()
        check_accessible(page)
        page.locator(".choice").get_by_role("button", name="Keep", exact=False).click()
        expect(page.locator(".roll-die")).to_have_count(1)


def test_values_are_given_in_place_and_go_with_a_link(pages: Pages) -> None:
    with pages.opened(**SMALLEST) as page:
        type_dice(page, "0d6 + @str")
        value = page.get_by_role("textbox", name="@str")
        expect(value).to_have_value("0")
        value.fill("x")
        expect(value).to_have_attribute("aria-invalid", "true")
        value.fill("7/2")
        check_accessible(page)
        value.press("Enter")
        assert "Rolled 7/2." in told(page)
        linked = page.evaluate("() => location.hash")
        assert linked == "#v1/roll?e=0d6+%2B+%40str&v=str%3D7%2F2"
    with pages.opened(linked, **SMALLEST) as page:
        expect(dice(page)).to_have_value("0d6 + @str")
        expect(page.get_by_role("textbox", name="@str")).to_have_value("7/2")


@BOTH
def test_another_program_s_notation_is_read_translated_and_goes_with_a_link(
    pages: Pages, context: dict[str, Any]
) -> None:
    with pages.opened(**context) as page:
        page.get_by_role("combobox", name="Notation").select_option(label="Roll20")
        type_dice(page, "2d6r<3")
        expect(page.locator(".reading code")).to_have_text("2d6rr<=3")
        expect(page.get_by_role("group", name="Dice tray")).to_have_count(0)
        page.get_by_text("In other programs").click()
        meanings = page.locator(".elsewhere dl").first
        expect(meanings).to_contain_text("2d6r<3 mean 8.33")
        expect(meanings).to_contain_text("2d6rr<=3 mean 10.00")
        check_accessible(page)
        dice(page).press("Enter")
        expect(page.locator(".table .line")).to_contain_text("2d6rr<=3 →")
        expect(page.locator(".past-roll code")).to_have_text("2d6rr<=3")
        linked = page.evaluate("() => location.hash")
        assert linked == "#v1/roll?e=2d6r%3C3&d=roll20"
        page.reload()
        expect(page.locator(".reading code")).to_have_text("2d6rr<=3")
        page.get_by_role("button", name="Odds", exact=True).click()
        expect(page.locator(".entry-told code")).to_have_text("2d6rr<=3")
        check_accessible(page)


def test_dice_are_tapped_together(pages: Pages) -> None:
    with pages.opened(**DARK_PHONE) as page:
        page.get_by_role("button", name="clear").click()
        for name in ("Add d20", "keep highest", "+1"):
            page.get_by_role("button", name=name).click()
        expect(dice(page)).to_have_value("2d20kh1 + 1")
        expect(page.get_by_text("two 20-sided dice, keep the highest; plus 1")).to_be_visible()


def test_rolls_are_kept_named_and_forgotten_and_that_can_be_undone(pages: Pages) -> None:
    with pages.opened(**LIGHT_DESKTOP) as page:
        roll(page, "8d6")
        told(page)
        page.get_by_role("button", name="Save …").click()
        page.get_by_label("A name for 8d6").fill("<b>Fireball</b>")
        page.keyboard.press("Enter")
        named = page.get_by_role("region", name="By name")
        expect(named).to_contain_text("<b>Fireball</b>")
        check_accessible(page)
        page.reload()
        expect(named).to_contain_text("<b>Fireball</b>")
        page.get_by_role("button", name="Forget <b>Fireball</b>").click()
        expect(named).to_have_count(0)
        page.get_by_role("button", name="Undo").click()
        named.get_by_role("button", name="<b>Fireball</b> 8d6").click()
        past = page.get_by_role("region", name="Rolled here").get_by_role("listitem")
        expect(past).to_have_count(2)
        page.get_by_role("button", name="Clear", exact=True).click()
        expect(past).to_have_count(0)


def test_a_roll_picked_from_a_list_far_below_is_seen(pages: Pages) -> None:
    with pages.opened(**SMALLEST) as page:
        chip = page.get_by_role("button", name="8d6 fireball")
        chip.scroll_into_view_if_needed()
        expect(page.locator(".on-table")).not_to_be_in_viewport()
        chip.click()
        expect(page.locator(".roll-die").first).to_be_in_viewport()
        page.get_by_role("button", name="Odds", exact=True).click()
        expect(page.get_by_role("tab", name="Odds")).to_be_in_viewport()


def test_what_is_typed_is_text_wherever_it_is_shown(pages: Pages) -> None:
    markup = "2d6 # <img src=x onerror=document.title='owned'>"
    with pages.opened(**LIGHT_DESKTOP) as page:
        roll(page, markup)
        told(page)
        expect(page.get_by_role("region", name="Rolled here")).to_contain_text("<img src=x")
        assert page.locator("img").count() == 0
        assert page.title() == "Roll · Astragal"


def test_a_link_changes_nothing_that_is_kept(pages: Pages) -> None:
    with pages.opened(**LIGHT_DESKTOP) as page:
        type_dice(page, "0d6 + @str")
        page.get_by_role("textbox", name="@str").fill("4")
        page.goto(page.url.partition("#")[0] + "#v1/roll?e=1d1+%2B+%40str&v=str%3D9")
        expect(page.get_by_role("textbox", name="@str")).to_have_value("9")
        dice(page).press("Enter")
        assert "Rolled 10." in told(page)
        page.goto(page.url.partition("#")[0])
        type_dice(page, "0d6 + @str")
        expect(page.get_by_role("textbox", name="@str")).to_have_value("4")


def test_the_keyboard_alone_rolls_again_and_decides(pages: Pages) -> None:
    with pages.opened(**LIGHT_DESKTOP) as page:
        roll(page, "1d1")
        told(page)
        again = page.get_by_role("button", name="Again", exact=True)
        again.focus()
        past = page.get_by_role("region", name="Rolled here").get_by_role("listitem")
        for times in (2, 3, 4):
            page.keyboard.press("Enter")
            expect(past).to_have_count(times)
        expect(again).to_be_focused()
        roll(page, "1d1r<=1? + 1d1r<=1?")
        for _ in range(2):
            expect(page.get_by_role("heading", name="Re-roll the 1?")).to_be_visible()
            page.locator(".choice button").first.focus()
            page.keyboard.press("Enter")
            expect(page.locator(".on-table")).to_be_focused()
        expect(past).to_have_count(5)
