"""The view AnyDice in a browser: programs run while they are typed, rolled, and taken along."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.page import DESKTOP, SMALL, Pages, check_accessible

pytestmark = pytest.mark.slow

LIGHT_DESKTOP: dict[str, Any] = {"viewport": DESKTOP, "color_scheme": "light"}
DARK_SMALL: dict[str, Any] = {"viewport": SMALL, "color_scheme": "dark", "has_touch": True}


def program(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Program", exact=True)


def figure(page: Page) -> Locator:
    return page.locator(".anydice-view .plate")


def numbers(page: Page, label: str) -> str:
    """What is told of an output."""
    header = page.get_by_role("rowheader", name=label, exact=True)
    return page.locator(".outputs tr", has=header).inner_text()


def saved(page: Page, button: str) -> Path:
    with page.expect_download() as waiting:
        figure(page).get_by_role("button", name=button, exact=True).click()
    return waiting.value.path()


def test_a_program_is_run_corrected_rolled_and_taken_along(pages: Pages) -> None:
    with pages.opened("#v1/anydice", **LIGHT_DESKTOP) as page:
        expect(figure(page).get_by_role("slider", name="Outcome")).to_be_visible()
        assert page.evaluate("() => location.hash") == "#v1/anydice"
        check_accessible(page)
        _marks_a_mistake_and_keeps_what_was(page)
        _shows_tables(page)
        _rolls(page)
        _takes_along_and_reopens(page)


def _marks_a_mistake_and_keeps_what_was(page: Page) -> None:
    program(page).fill("X: 3\n😀 = 4\n")
    expect(page.locator(".program-lines .faulty")).to_have_text("2")
    program(page).fill('X: 3\noutput [higest 3 of 4d6] named "best"\n')
    expect(page.locator(".fault-place")).to_have_text("[higest 3 of 4d6]")
    expect(page.locator(".program-told")).to_contain_text("There is one: [highest ? of ?]")
    expect(figure(page)).to_contain_text("before the last change")
    expect(page.locator(".outputs")).to_have_count(0)
    check_accessible(page)
    page.get_by_role("button", name="Line 2").click()
    expect(program(page)).to_be_focused()
    page.get_by_role("button", name='Use output [highest 3 of 4d6] named "best"').click()
    expect(page.locator(".outputs")).to_contain_text("15869/1296")
    expect(page.locator(".program-told")).to_be_empty()


def _shows_tables(page: Page) -> None:
    figure(page).get_by_role("button", name="Table").click()
    figure(page).get_by_role("button", name="At least").click()
    row = figure(page).get_by_role("row", name="at least 18")
    expect(row).to_contain_text("1.62 %")
    expect(row.locator("td")).to_have_attribute("title", "7/432")
    check_accessible(page)


def _rolls(page: Page) -> None:
    program(page).fill('output 7 named "seven"\noutput d{}\noutput 2d6 named "seven"\n')
    page.get_by_role("button", name="Roll seven", exact=True).click()
    expect(page.locator("[aria-live=assertive]").last).to_have_text("seven: rolled 7")
    assert "Roll7" in numbers(page, "seven").replace(" ", "").replace("\n", "")
    expect(page.get_by_role("row", name="output 2")).to_contain_text("nothing can come out")
    expect(page.get_by_role("rowheader", name="seven (2)")).to_be_visible()


def _takes_along_and_reopens(page: Page) -> None:
    rows = list(csv.DictReader(StringIO(saved(page, "CSV").read_text(encoding="utf-8"))))
    assert [row["chance"] for row in rows if row["outcome"] == "7"] == ["1", "1/6"]
    assert saved(page, "Program").read_text(encoding="utf-8").startswith("output 7 named")
    data = json.loads(saved(page, "JSON").read_text(encoding="utf-8"))
    assert [each["label"] for each in data["outputs"]] == ["seven", "output 2", "seven"]
    page.wait_for_url(data["link"])  # the address follows what is typed
    page.goto("about:blank")
    page.goto(data["link"])
    expect(program(page)).to_have_value(data["program"])
    expect(figure(page).get_by_role("button", name="Table")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("button", name="Open 2d6 in Odds").click()
    expect(page.locator(".odds-view").get_by_role("combobox", name="Dice")).to_have_value("2d6")


def test_the_programs_to_begin_with_run_and_many_outputs_are_chosen_from(pages: Pages) -> None:
    many = "#v1/anydice?p=loop+N+over+%7B1..10%7D+%7B+output+Nd6+%7D"
    with pages.opened(many, **DARK_SMALL) as page:
        expect(figure(page)).to_contain_text("8 of 10 outputs are drawn")
        ninth = page.get_by_role("checkbox", name="Draw output 9")
        expect(ninth).to_be_disabled()
        page.get_by_role("checkbox", name="Draw output 1", exact=True).uncheck()
        ninth.check()
        expect(figure(page).locator(".readout")).to_contain_text("output 9")
        check_accessible(page)
        stories = page.get_by_role("region", name="Programs to begin with").get_by_role("button")
        for place in range(stories.count()):
            with page.expect_response("**/anydice") as answered:
                stories.nth(place).click()
            assert answered.value.ok
            expect(page.locator("[aria-live=polite]").last).to_contain_text("output")
            expect(page.locator(".program-told")).to_be_empty()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
