"""The view Odds in a browser: compared, aimed at, followed along a value, taken along."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.support.page import DESKTOP, SMALL, Pages, check_accessible

pytestmark = pytest.mark.slow

LIGHT_DESKTOP: dict[str, Any] = {"viewport": DESKTOP, "color_scheme": "light"}
DARK_SMALL: dict[str, Any] = {"viewport": SMALL, "color_scheme": "dark", "has_touch": True}


def figure(page: Page, number: int = 0) -> Locator:
    return page.locator(".odds-view .plate").nth(number)


def dice(page: Page, number: int = 0) -> Locator:
    return page.locator(".odds-view").get_by_role("combobox", name="Dice").nth(number)


def in_numbers(page: Page, row: str) -> list[str]:
    """A row of the table: what is told of each."""
    cells = page.locator(".summary tr", has=page.get_by_role("rowheader", name=row, exact=True))
    cells.wait_for()
    return [cell.replace("\n", " ") for cell in cells.locator("td").all_inner_texts()]


def saved(page: Page, button: str, number: int = 0) -> Path:
    with page.expect_download() as waiting:
        figure(page, number).get_by_role("button", name=button, exact=True).click()
    return waiting.value.path()


def test_odds_are_compared_aimed_at_and_taken_along(pages: Pages) -> None:
    with pages.opened("#v1/odds", **LIGHT_DESKTOP) as page:
        expect(figure(page)).to_contain_text("three chances in four")
        _aims_by_hand_and_by_key(page)
        _follows_and_finds(page)
        _compares_and_says_what_is_wrong(page)
        _takes_along(page)
        _reopens(page)


def _aims_by_hand_and_by_key(page: Page) -> None:
    expect(page.locator(".summary")).to_contain_text("3/4")
    assert in_numbers(page, "at least 11") == ["75.00 % 3/4", "75.00 % 3/4"]
    target = figure(page).get_by_role("slider", name="Target")
    target.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert in_numbers(page, "at least 15") == ["51.00 % 51/100", "55.00 % 11/20"]
    box = target.locator(".target-flag").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 2000, box["y"] + 5, steps=3)
    page.mouse.up()
    assert in_numbers(page, "at least 25") == ["0.00 %", "5.00 % 1/20"]
    page.get_by_label("Number of the target").fill("15")
    figure(page).get_by_role("button", name="At least", exact=True).click()
    outcome = figure(page).get_by_role("slider", name="Outcome")
    outcome.focus()
    page.keyboard.press("Home")
    expect(outcome).to_have_attribute(
        "aria-valuetext",
        "at least 1: Better of two dice 100.00 %, 1; One die and a bonus 100.00 %, 1",
    )
    check_accessible(page)


def _follows_and_finds(page: Page) -> None:
    course = figure(page, 1)
    found = course.locator(".found")
    expect(found).to_contain_text("The least bonus for a chance of at least 65.00 % is 7")
    page.get_by_label("Wanted").fill("much")
    expect(found).to_contain_text("must be a number or a percentage")
    page.get_by_label("Wanted").fill("40 %")
    page.get_by_label("Side", exact=True).select_option("at most")
    expect(found).to_contain_text("The greatest bonus for a chance of at most 40.00 % is 2")
    course.get_by_label("over").fill("1..x")
    expect(course.locator(".course-chart .fault")).to_contain_text("@bonus takes numbers")
    course.get_by_label("over").fill("0..4")
    course.get_by_label("and").select_option("target")
    course.get_by_label("over").nth(1).fill("10..20")
    cell = course.get_by_role("slider", name="bonus and target")
    expect(cell).to_have_attribute("aria-valuetext", "bonus 0, target 10: 55.00 %")
    least = found.get_by_role("row", name="bonus")
    expect(least).to_contain_text("none")
    course.get_by_role("button", name="Lines").click()
    expect(course.get_by_role("slider", name="bonus")).to_be_visible()


def _compares_and_says_what_is_wrong(page: Page) -> None:
    page.get_by_role("button", name="Add dice").click()
    dice(page, 2).fill("3d6kx")
    wrong = page.locator(".entry").nth(2)
    expect(wrong.locator(".fault-place")).to_have_text("kx")
    expect(wrong.locator(".fault")).to_contain_text("is not a modifier")
    check_accessible(page)
    dice(page, 2).fill("3d6")
    page.locator(".entry-name").nth(2).fill("Bell")
    expect(page.locator(".matrix tbody tr")).to_have_count(3)
    page.get_by_role("button", name="Remove Better of two dice").click()
    expect(page.locator(".duel")).to_contain_text("One die and a bonus is higher")


def _takes_along(page: Page) -> None:
    rows = list(csv.DictReader(StringIO(saved(page, "CSV").read_text(encoding="utf-8"))))
    assert {row["name"] for row in rows} == {"One die and a bonus", "Bell"}
    assert {row["chance"] for row in rows if row["outcome"] == "18"} == {"1/20", "1/216"}
    data = json.loads(saved(page, "JSON").read_text(encoding="utf-8"))
    assert [each["odds"]["denominator"] for each in data["odds"]] == ["20", "216"]
    assert len(data["pairs"]) == 1
    page.wait_for_url(data["link"])  # the address follows what is seen
    assert b"Bell" in saved(page, "SVG").read_bytes()
    assert saved(page, "PNG").read_bytes().startswith(b"\x89PNG")


def _reopens(page: Page) -> None:
    link = page.url
    before = page.locator(".summary").inner_text()
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".summary")).to_have_text(before, use_inner_text=True)
    expect(page.locator(".entry-name").nth(1)).to_have_value("Bell")
    expect(page.get_by_label("Wanted")).to_have_value("40 %")
    page.goto("about:blank")
    page.goto(f"{link.partition('#')[0]}#v1/odds?e=2d6&t=nonsense&r=../..")
    expect(page.get_by_text("Part of this link was not understood")).to_be_visible()
    expect(page.locator(".entry")).to_have_count(1)


def test_a_search_shows_where_chances_turn_and_what_matters(pages: Pages) -> None:
    at = "#v1/odds?e=1d20+%2B+%40m+%3D+10&v=m%3D9&xa=m%3D-20..15&xf=%3E%3D+5+%25"
    with pages.opened(at, **DARK_SMALL) as page:
        found = figure(page, 1).locator(".found")
        expect(found).to_contain_text("The chance rises up to m=-10, and falls after it")
        page.get_by_role("button", name="The greatest").click()
        expect(found).to_contain_text("The greatest m for a chance of at least 5.00 % is 9")
        matters = page.get_by_role("region", name="What matters")
        expect(matters).to_contain_text("@m +1 costs 5.0 points")
        check_accessible(page)


def test_dice_are_found_for_a_wish_and_compared(pages: Pages) -> None:
    with pages.opened("#v1/odds", **DARK_SMALL) as page:
        expect(page.locator(".verdicts")).to_contain_text(
            "One die and a bonus is never worse than Better of two dice"
        )
        wishes = page.get_by_role("form", name="Find dice for a wish")
        wishes.get_by_label("Mean", exact=True).fill("many")
        wishes.get_by_role("button", name="Find").click()
        expect(page.locator(".find-dice .fault")).to_contain_text("cannot be wished for")
        wishes.get_by_label("Mean", exact=True).fill("12")
        wishes.get_by_label("Number", exact=True).fill("15")
        wishes.get_by_label("Its chance in percent").fill("25")
        wishes.get_by_label("Lowest to highest").fill("6 to 18")
        page.keyboard.press("Enter")
        found = page.locator(".found-die", has_text="1d10+1d4+4")
        expect(found).to_contain_text("mean 12.00 · ≥ 15: 25.00 % · from 6 to 18")
        check_accessible(page)
        found.click()
        expect(page.locator(".entry")).to_have_count(1)
        expect(dice(page)).to_have_value("1d10+1d4+4")
        assert in_numbers(page, "at least 15") == ["25.00 % 1/4"]
        page.locator(".found-die", has_not_text="1d10+1d4+4").first.click()
        expect(page.locator(".entry")).to_have_count(2)
        expect(found).to_have_attribute("aria-pressed", "true")
        check_accessible(page)


def test_words_and_rules_are_stacked_on_a_phone(pages: Pages) -> None:
    with pages.opened("#v1/odds", **DARK_SMALL) as page:
        page.get_by_role("button", name="Miss, mixed, hit").click()
        bars = figure(page, 1).get_by_role("slider", name="mod")
        expect(bars).to_have_attribute(
            "aria-valuetext",
            "mod −2: miss 72.22 %, 13/18; mixed 25.00 %, 1/4; hit 2.78 %, 1/36",
        )
        check_accessible(page)
        page.get_by_role("button", name="Add a rule").click()
        page.get_by_role("button", name="Remove A move").click()
        page.get_by_role("button", name="Add dice").click()
        dice(page).fill("3d6")
        page.wait_for_url(lambda url: "3d6" in url)
        page.goto(f"{page.url}&t=%3E%3D15")  # words beside numbers, and a target
        page.reload()
        expect(figure(page)).to_contain_text("15")
        expect(figure(page)).to_contain_text("Critical")
        page.get_by_role("button", name="Remove 3d6").click()
        expect(figure(page)).to_contain_text("Critical")
        page.get_by_label("Rule", exact=True).select_option("triumph.check")
        expect(figure(page)).to_contain_text("yes")
        page.get_by_label("More").select_option("ability")
        page.get_by_role("textbox", name="ability", exact=True).fill("strong")
        expect(page.locator(".entry .fault")).to_contain_text("must be a whole number")
        check_accessible(page)
        _says_that_it_takes_time(page)


def _says_that_it_takes_time(page: Page) -> None:
    """A question that is under way is seen to be, and a newer one replaces it."""
    held: list[Route] = []
    page.route("**/api/v1/odds", lambda route: held.append(route))
    page.get_by_role("textbox", name="ability", exact=True).fill("2")
    expect(page.locator(".entry.waiting")).to_be_visible()
    page.unroute("**/api/v1/odds")
    page.get_by_role("textbox", name="ability", exact=True).fill("20")
    expect(figure(page)).to_contain_text("%")
    expect(page.locator(".entry.waiting")).to_have_count(0)
    assert len(held) == 1
