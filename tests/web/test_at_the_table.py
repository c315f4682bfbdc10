"""The page at a table: a phone, suspense, rolls that wait, characters, what is pasted."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect
from tools.page.__main__ import PAGE

from astragal.rolling.sources import SeededSource
from astragal.service import Service
from tests.support.page import DESKTOP, Pages, check_accessible, dice

pytestmark = pytest.mark.slow

POCKET: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "color_scheme": "dark",
    "has_touch": True,
}
DESK: dict[str, Any] = {"viewport": DESKTOP, "color_scheme": "light"}
FINGER = 44
FLIGHT = 300
"""Milliseconds that dice are in the air at least."""
HELD = 700
"""Milliseconds; 450 are a long press."""
FONT_BYTES = 25_000
FIRST_BYTES = 60_000
ALL_BYTES = 130_000

SHEET = """
name = "Ann"
Stealth = 3

[rolls.Sneak]
rule = "scores.test"
modifier = "Stealth"

[[circumstances]]
name = "cursed"
disadvantages = 1

[[circumstances]]
name = "lucky"
advantages = 1
lasts = "next"
begins_when = "critical_success"
"""

_SMALL_TARGETS = """
least => [...document.querySelectorAll("button, a, select, summary, input")]
  .filter(each => each.offsetParent !== null && !each.matches(".link, .problem-more, .skip"))
  .map(each => [each.outerHTML.slice(0, 80), each.closest("label") ?? each])
  .filter(([, box]) => box.getBoundingClientRect().height < least)
  .map(([html]) => html)
"""
_PLACES = """
() => ["input.notation", ".roll-button", ".tray"].map(name => {
  const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})
"""
_PASTE = """
text => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.querySelector("input.notation").dispatchEvent(
    new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}
"""


def press_roll(page: Page) -> None:
    page.get_by_role("button", name="Roll", exact=True).click()


def test_on_a_phone_everything_lies_under_the_thumb_and_stays_there(pages: Pages) -> None:
    with pages.opened(**POCKET) as page:
        expect(dice(page)).to_be_focused()
        assert dice(page).get_attribute("autocorrect") == "off"
        expect(page.get_by_role("heading", name="Try one")).to_be_attached()
        check_accessible(page)
        before = page.evaluate(_PLACES)
        assert all(y > POCKET["viewport"]["height"] / 2 for _, y, _, _ in before)
        page.get_by_role("button", name="Add d20").tap()
        expect(dice(page)).to_have_value("d20")
        page.get_by_role("button", name="Add d20").tap()
        expect(dice(page)).to_have_value("2d20")
        press_roll(page)
        expect(page.locator(".roll-outcome")).to_be_in_viewport()
        assert page.evaluate(_PLACES) == before
        assert page.evaluate(_SMALL_TARGETS, FINGER - 0.5) == []
        check_accessible(page)
        page.get_by_role("button", name="Add d8").tap()
        expect(dice(page)).to_have_value("d8")
        dice(page).press("ArrowUp")
        expect(dice(page)).to_have_value("2d20")
        _holds_what_was_rolled(page)
        page.set_viewport_size({"width": 390, "height": 500})  # its keyboard is open
        for seen in (".roll-button", ".reading", ".roll-outcome"):
            expect(page.locator(seen).first).to_be_in_viewport(ratio=1)
        expect(dice(page)).to_be_in_viewport(ratio=1)


def _holds_what_was_rolled(page: Page) -> None:
    page.locator(".roll-button").click(button="right")
    menu = page.get_by_role("dialog", name="With 2d20")
    check_accessible(page)
    menu.get_by_role("button", name="With advantage").click()
    expect(dice(page)).to_have_value("2d20kh1")
    expect(page.get_by_role("region", name="Rolled here").get_by_role("listitem")).to_have_count(2)
    dice(page).press("ArrowUp")
    expect(dice(page)).to_have_value("2d20")
    dice(page).press("ArrowDown")
    expect(dice(page)).to_have_value("2d20kh1")


def test_a_finger_that_rests_on_roll_opens_what_else_can_be_done(pages: Pages) -> None:
    with pages.opened("#v1/roll?e=2d20", **POCKET) as page:
        box = page.locator(".roll-button").bounding_box()
        assert box is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        fingers = page.context.new_cdp_session(page)

        def touch(kind: str, *points: dict[str, float]) -> None:
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

        menu = page.get_by_role("dialog", name="With 2d20")
        touch("touchStart", at)
        touch("touchMove", {**at, "y": at["y"] - 60})  # it scrolls, and means nothing else
        page.wait_for_timeout(HELD)
        touch("touchEnd")
        expect(menu).to_be_hidden()
        touch("touchStart", at)
        page.wait_for_timeout(HELD)
        touch("touchEnd")
        expect(menu).to_be_visible()
        expect(page.get_by_role("region", name="Rolled here")).to_contain_text("Nothing yet")
        menu.get_by_role("button", name="With advantage").tap()
        expect(dice(page)).to_have_value("2d20kh1")


def test_after_a_roll_in_games_a_phone_shows_the_chance_once(pages: Pages) -> None:
    with pages.opened("#v1/games/scores/test?modifier=2", **POCKET) as page:
        glance = page.locator(".glance-plate")
        expect(page.locator(".foremost-words")).to_contain_text("to pass")
        press_roll(page)
        expect(page.locator(".game-table")).to_contain_text("of rolls end like this")
        expect(page.locator(".brief-odds")).to_contain_text("to pass")
        box = glance.bounding_box()
        assert box is not None
        assert box["height"] <= 1
        check_accessible(page)


def test_dice_that_land_can_be_felt(pages: Pages) -> None:
    with pages.opened("#v1/roll?e=2d6", **POCKET) as page:
        page.evaluate(
            "() => { window.felt = []; navigator.vibrate = () => felt.push(performance.now()); }"
        )
        page.emulate_media(reduced_motion="no-preference")
        before = page.evaluate("performance.now()")
        press_roll(page)
        expect(page.locator(".roll-die").first).to_be_visible()
        expect(page.locator(".in-air")).to_have_count(0)
        (landed,) = page.evaluate("felt")
        assert landed - before > FLIGHT


def test_nothing_tells_how_it_ends_before_the_dice_lie(pages: Pages) -> None:
    with pages.opened("#v1/roll?e=2d6%2B6+%3E%3D+15", **DESK) as page:
        expect(page.locator(".its-chance")).to_have_text("27.78 % 5/18")
        page.emulate_media(reduced_motion="no-preference")
        press_roll(page)
        expect(page.locator(".in-air")).to_be_visible()
        told = page.evaluate(
            "() => document.querySelector('.table').innerText"
            " + document.querySelector('[aria-live=assertive]').textContent"
        )
        assert not re.search("missed|hit|false|true", told), told
        expect(page.locator(".in-air .roll-die .visually-hidden").first).to_be_hidden()
        expect(page.locator(".in-air")).to_have_count(0)
        expect(page.locator(".roll-outcome")).to_contain_text(re.compile(r"^\d+(missed|hit) 15$"))


def test_a_roll_that_waits_is_kept_and_gone_on_with(pages: Pages) -> None:
    at = "#v1/games/tiers/test?stats=80&stats=90&tier=10"
    with pages.opened(at, **POCKET) as page:
        page.get_by_text("Rolled by hand?").click()
        page.get_by_label("Faces, in the order they fell").fill("47")
        press_roll(page)
        expect(page.locator(".game-table")).to_contain_text("at 4 of 10 $")
        page.get_by_role("navigation", name="Games").get_by_role("link", name="scores").click()
        page.goto(page.url.partition("#")[0] + "#v1/roll")
        page.reload()
        waiting = page.get_by_role("region", name="Rolls that wait")
        waiting.get_by_role("button", name="Name").click()
        waiting.get_by_role("textbox").fill("Cellar door")
        page.keyboard.press("Enter")
        expect(waiting).to_contain_text("Cellar door")
        check_accessible(page)
        waiting.get_by_role("link", name="Cellar door").click()
        expect(page.locator(".game-table")).to_contain_text("at 4 of 10 $")
        expect(page.get_by_label("Stats, 2")).to_have_value("90")
        page.get_by_role("button", name="To the end").click()
        expect(page.locator(".game-table .luck-words, .game-table .story").first).to_be_visible()
        page.goto(page.url.partition("#")[0] + "#v1/roll")
        expect(waiting).to_have_count(0)


def test_a_character_rolls_from_the_front_page(pages: Pages) -> None:
    service = Service(source=SeededSource("characters"))
    with pages.opened("#v1/games/scores/test", service, **POCKET) as page:
        page.get_by_role("button", name="Make one").click()
        whole: FilePayload = {"name": "a.toml", "mimeType": "text/plain", "buffer": SHEET.encode()}
        page.get_by_label("Sheets in TOML").set_input_files([whole])
        expect(page.get_by_role("button", name="Sneak", exact=True)).to_be_visible()
        page.get_by_role("tab", name="Roll").click()
        card = page.get_by_role("region", name="Ann")
        stealth = card.get_by_role("button", name="Stealth")
        expect(stealth).to_contain_text("%")
        cursed = stealth.inner_text()
        card.get_by_role("button", name="cursed").click()
        expect(stealth).not_to_have_text(cursed, use_inner_text=True)
        check_accessible(page)
        stealth.click()
        expect(page.locator(".roll-view figcaption")).to_have_text("Ann: Stealth.")
        expect(page.locator(".roll-die").first).to_be_visible()
        past = page.get_by_role("region", name="Rolled here")
        expect(past.get_by_role("listitem")).to_contain_text("Ann: Stealth")
        card.get_by_role("button", name="lucky").click()
        page.emulate_media(reduced_motion="no-preference")
        stealth.click()
        toast = page.locator(".toast", has_text="On the sheet: lucky ends")
        expect(toast).to_be_visible()  # no sooner than the dice lie
        expect(page.locator(".in-air")).to_have_count(0, timeout=1)


@pytest.mark.parametrize(
    ("text", "what", "where"),
    [
        ("&{template:default} {{Attack=[[1d20+5]]}}", "A Roll20 macro", "#v1/macros?d=roll20"),
        ("output 3d6", "An AnyDice program", "#v1/anydice?p=output"),
        (json.dumps(Service().ask("roll", {"expression": "3d6"})), "The record of a roll", "?r="),
    ],
)
def test_what_is_pasted_is_recognised_and_opened(
    pages: Pages, text: str, what: str, where: str
) -> None:
    with pages.opened(**DESK) as page:
        expect(dice(page)).to_be_focused()
        page.evaluate(_PASTE, text)
        expect(page.locator(".toast")).to_contain_text(what)
        page.wait_for_url(lambda url: where in url)
        if where == "?r=":
            expect(page.locator(".roll-view figcaption")).to_contain_text("Checked")
            page.goto(page.url.replace("?r=z", "?r=zz"))
            page.reload()
            expect(page.locator(".roll-view .fault")).to_contain_text("no roll that can be read")


def test_a_suggestion_is_taken_and_long_tables_stay_short(pages: Pages) -> None:
    with pages.opened("#v1/roll?e=2d6+%2B+4d6kx", **DESK) as page:
        page.get_by_role("button", name="Use 2d6 + 4d6kh3").click()
        expect(dice(page)).to_have_value("2d6 + 4d6kh3")
        page.goto(page.url.partition("#")[0] + "#v1/odds?e=2x(1d20)%2C+1d20")
        note = page.locator(".odds-view .chart-note").first
        expect(note).to_contain_text("These are the 200 likeliest of 8,000 outcomes")
        assert page.evaluate("() => document.querySelectorAll('*').length") < 4_000
        note.get_by_role("button", name="Show more").click()
        expect(note).to_contain_text("400 likeliest")
        page.goto(page.url.partition("#")[0] + "#v1/odds?e=3d6&t=%3E%3D11")
        aimed = page.locator(".odds-view .readout-title").first
        expect(aimed).to_have_text("at least 11")
        field = page.locator(".odds-view").get_by_role("combobox", name="Dice")
        field.fill("chance of 8 or less on 3d6")
        expect(aimed).to_have_text("at most 8")
        field.fill("chance of exactly 9 on 3d6")
        expect(aimed).to_have_text("exactly 9")
        expect(page.locator(".odds-view .readout-item").first).to_contain_text("11.57 % 25/216")


def sent(name: str) -> int:
    """The bytes in which a file of the page is sent."""
    packed = PAGE / f"{name}.br"
    return (packed if packed.exists() else PAGE / name).stat().st_size


def test_what_is_fetched_first_and_when_idle_is_small(site: Path, page_folder: Path) -> None:
    assert site
    start = (page_folder / "index.html").read_text(encoding="utf-8")
    first = re.findall(r'(?:src|href)="\./(assets/[^"]+)"', start)
    names = [path.relative_to(page_folder).as_posix() for path in page_folder.glob("assets/*")]
    fonts = [name for name in names if name.endswith(".woff2")]
    assert len(fonts) == 2
    assert sum(map(sent, fonts)) < FONT_BYTES
    assert sum(map(sent, ["index.html", *first, *fonts])) < FIRST_BYTES
    guides = {name for name in names if _is_guide(page_folder / name)}
    views = [name for name in names if name not in guides and not name.endswith(".svg")]
    assert sum(map(sent, views)) < ALL_BYTES


def _is_guide(path: Path) -> bool:
    """Guides are fetched when they are opened: trees of elements, and nothing else."""
    return (
        path.suffix == ".js"
        and re.search(r'\[[`"]h[1-4][`"],', path.read_text("utf-8")) is not None
    )
