"""The Games view, used as at a table: forms, odds, rolls, choices, sheets, records."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator, Page, Route, expect

from astragal.catalogue import find_game, game_names
from astragal.errors import LimitError
from astragal.rolling.sources import SeededSource
from astragal.service import Service
from astragal.service.service import refusal
from tests.support.page import DESKTOP, PHONE, SMALL, Pages, check_accessible

pytestmark = pytest.mark.slow

DESK: dict[str, Any] = {"viewport": DESKTOP, "color_scheme": "light"}
POCKET: dict[str, Any] = {"viewport": PHONE, "color_scheme": "dark"}
SMALLEST: dict[str, Any] = {"viewport": SMALL, "color_scheme": "light"}

SHEET = """
name = "Ann"
Stealth = 3

[rolls.Sneak]
rule = "scores.test"
modifier = "Stealth"

[[circumstances]]
name = "inspired"
advantages = 1
lasts = "next"
"""


def seeded(seed: str) -> Service:
    return Service(source=SeededSource(seed))


def field(page: Page, name: str) -> Locator:
    return page.locator(".game-form").get_by_label(name, exact=True)


def glance(page: Page) -> Locator:
    return page.get_by_role("group", name="Odds at a glance")


def table(page: Page) -> Locator:
    return page.locator(".game-table")


def roll(page: Page) -> None:
    page.get_by_role("button", name="Roll", exact=True).click()


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def test_every_game_shows_its_odds_and_tells_its_rolls(pages: Pages) -> None:
    with pages.opened("#v1/games", seeded("games"), **DESK) as page:
        for name in game_names():
            page.get_by_role("navigation", name="Games").get_by_role("link", name=name).click()
            expect(glance(page)).to_contain_text("%")
            roll(page)
            expect(table(page).locator(".roll-outcome")).not_to_be_empty()
            expect(table(page)).not_to_contain_text(f"{name}.")  # no call is told
            expect(page.locator(".roll-die").first).to_be_visible()
            expect(page.locator("[aria-live=assertive]")).not_to_be_empty()
            check_accessible(page)
        tab(page, "In short")
        expect(page.get_by_text(find_game(name).short[0])).to_be_visible()


def test_every_rule_has_a_form_that_can_be_rolled(pages: Pages) -> None:
    with pages.opened("#v1/games", **SMALLEST) as page:
        page.route(re.compile("/api/v1/(odds|steps)$"), _too_dear)
        for name in game_names():
            page.get_by_role("navigation", name="Games").get_by_role("link", name=name).click()
            rules = page.get_by_role(
                "navigation", name=f"Rules of {name.capitalize()}"
            ).get_by_role("link")
            expect(rules).to_have_count(len(find_game(name).rules))
            for index, rule in enumerate(find_game(name).rules.values()):
                rules.nth(index).click()
                expect(page.locator(".game-form")).to_have_attribute("data-rule", rule.name)
                roll(page)
                expect(page.locator(".game-table:not(.resting)")).to_be_visible()
                assert table(page).locator(".fault").count() == 0, rule.name


def _too_dear(route: Route) -> None:
    """Odds are not what this is about: some take seconds."""
    reply = refusal(LimitError("too-dear", "the odds are too dear here"))
    route.fulfill(status=reply.status, body=reply.body)


def test_a_form_changes_the_odds_and_says_what_is_wrong(pages: Pages) -> None:
    with pages.opened("#v1/games/percentile/test?target=45", **POCKET) as page:
        expect(glance(page)).to_contain_text("45.0 %")
        page.get_by_label("Target, on a scale").press("ArrowRight")
        expect(glance(page)).to_contain_text("46.0 %")
        page.get_by_label("Difficulty by name").select_option("Hard")
        expect(glance(page)).to_contain_text("26.0 %")
        field(page, "Target").fill("many")
        wrong = page.locator("[data-parameter=target] .fault")
        expect(wrong).to_contain_text("Must be a whole number from 0 to 1000, not 'many'")
        expect(glance(page)).to_contain_text("Target must be a whole number")
        check_accessible(page)
        roll(page)
        expect(table(page)).to_contain_text("This was not rolled.")
        field(page, "Target").fill("50")
        expect(glance(page)).to_contain_text("30.0 %")
        expect(wrong).to_have_count(0)
        page.wait_for_url(re.compile(r"target=50&difficulty=Hard"))
        page.goto("about:blank")
        page.go_back()
        expect(glance(page)).to_contain_text("30.0 %")


def test_dice_in_a_form_are_read_as_they_are_typed(pages: Pages) -> None:
    at = "#v1/games/triumph/attack?ability=3&dc=Hard&damage=2d6&height=3"
    with pages.opened(at, **DESK) as page:
        expect(page.get_by_text("which this rule does not know")).to_be_visible()
        page.get_by_role("combobox", name="Damage").fill("2d")
        expect(page.locator("[data-parameter=damage] .fault-place")).to_have_text("2d")
        expect(page.locator("[data-parameter=damage] .fault")).to_contain_text("how many sides?")
        page.get_by_role("combobox", name="Damage").fill("2d8")
        page.get_by_role("combobox", name="Damage").press("Escape")
        page.get_by_role("combobox", name="Damage").press("Enter")
        expect(table(page)).to_contain_text("for 2d8")


def test_a_choice_is_worth_something_and_rounds_go_on(pages: Pages) -> None:
    at = "#v1/games/triumph/check?ability=3&dc=15&dice=1d20♻"
    with pages.opened(at, **POCKET) as page:
        page.get_by_text("Rolled by hand?").click()
        page.get_by_label("Faces, in the order they fell").fill("1")
        roll(page)
        expect(page.get_by_role("heading", name="Re-roll the 1?")).to_be_visible()
        page.get_by_role("button", name="What is each worth?").click()
        best = page.get_by_role("button", name="Re-roll ★")
        expect(best).to_contain_text("40.00 % 2/5")
        page.get_by_role("button", name="What is best everywhere?").click()
        expect(page.get_by_role("columnheader", name="re-roll the 1?")).to_be_visible()
        page.get_by_role("button", name="The odds behind each").click()
        expect(page.get_by_role("row", name="Re-roll ★")).to_contain_text("40.00 %")
        check_accessible(page)
        page.get_by_label("Faces, in the order they fell").fill("17")
        best.click()
        expect(table(page)).to_contain_text("Success by 5")

        page.goto(page.url.partition("#")[0] + "#v1/games/tiers/test?stats=80&stats=90&tier=10")
        expect(glance(page)).to_contain_text("%")
        page.get_by_label("Faces, in the order they fell").fill("47")
        roll(page)
        expect(table(page)).to_contain_text("Player 2: next to roll, at 4 of 10 $")
        page.get_by_label("Faces, in the order they fell").fill("88")
        page.get_by_role("button", name="Go on").click()
        expect(table(page)).to_contain_text("Passed, 12 $")


def test_a_hidden_difficulty_is_rolled_against_and_revealed(pages: Pages) -> None:
    at = "#v1/games/target/check?modifiers=5&target=15"
    with pages.opened(at, seeded("hidden"), **DESK) as page:
        expect(glance(page)).to_contain_text("55.0 %")
        page.get_by_role("button", name="Hide Target from the players").click()
        expect(glance(page)).not_to_contain_text("55.0 %")
        expect(field(page, "Target")).to_have_count(0)
        roll(page)
        expect(table(page)).to_contain_text("settled, and hidden")
        expect(table(page)).not_to_contain_text("15")
        check_accessible(page)
        page.get_by_role("button", name="Reveal Target").click()
        expect(table(page)).to_contain_text("against 15")


def test_sheets_are_made_played_with_and_kept(pages: Pages) -> None:
    with pages.opened("#v1/games/scores/test", seeded("sheets"), **DESK) as page:
        page.get_by_role("button", name="Make one").click()
        page.get_by_role("button", name="New sheet").click()
        page.get_by_role("button", name="Keep").click()
        expect(page.get_by_text("A sheet needs a name")).to_be_visible()
        page.get_by_label("Name", exact=True).fill("Bob")
        page.get_by_label("Name of value 1").fill("Stealth")
        page.get_by_label("Value of Stealth").fill("2")
        page.get_by_role("tab", name="In short").click()  # what was begun is still there
        page.get_by_role("tab", name="Sheets").click()
        expect(page.get_by_label("Value of Stealth")).to_have_value("2")
        check_accessible(page)
        page.get_by_role("button", name="Keep").click()
        _imports(page)
        page.get_by_role("button", name="Bob", exact=True).click()  # leaves the table
        field(page, "Modifier").fill("Stealth")
        field(page, "Advantages").fill("0")
        expect(glance(page)).to_contain_text("351/400")  # inspired: two d10, and 3
        page.get_by_role("button", name="Sneak", exact=True).click()
        expect(page.get_by_label("What changed on the sheets")).to_have_text("Inspired ends")
        expect(page.get_by_text("Rolled as Sneak.")).to_be_visible()
        expect(glance(page)).to_contain_text("65.0 %")
        _changes_the_text(page)
        check_accessible(page)


@pytest.mark.parametrize("rule", ["scores/test", "tiers/check", "triumph/contest"])
def test_a_form_is_five_tab_stops_from_the_games_tab(pages: Pages, rule: str) -> None:
    with pages.opened(f"#v1/games/{rule}", **DESK) as page:
        expect(page.locator(".game-form input").first).to_be_visible()
        page.get_by_role("tab", name="Games").focus()
        for _ in range(5):
            page.keyboard.press("Tab")
            if page.locator(".game-form :focus").count():
                break
        expect(page.locator(".game-form .field :focus")).to_have_count(1)


@pytest.mark.parametrize("rule", ["scores/test", "tiers/check?stat=45", "triumph/contest"])
def test_on_a_desk_roll_stays_where_it_was_pressed(pages: Pages, rule: str) -> None:
    with pages.opened(f"#v1/games/{rule}", **DESK) as page:
        expect(glance(page)).to_contain_text("%")
        button = page.get_by_role("button", name="Roll", exact=True)
        button.scroll_into_view_if_needed()
        before = button.bounding_box()
        roll(page)
        expect(page.get_by_role("button", name="Copy record")).to_be_visible()
        assert button.bounding_box() == before


def test_nothing_that_was_typed_is_lost(pages: Pages) -> None:
    with pages.opened("#v1/games/tiers/check?stat=45", **SMALLEST) as page:
        page.get_by_role("button", name="Make one").click()
        expect(page.get_by_label("Name of value 1")).to_have_value("Climbing")
        page.get_by_label("Name", exact=True).fill("Cas")
        _imports(page)
        page.get_by_label("Value of Stealth").fill("7")
        page.get_by_role("button", name="New sheet").click()
        expect(page.get_by_label("Name", exact=True)).to_have_value("Cas")
        page.get_by_role("button", name="Edit Ann").click()
        expect(page.get_by_label("Value of Stealth")).to_have_value("7")
        page.get_by_role("button", name="Clear", exact=True).click()
        expect(field(page, "Stat")).to_have_value("")
        page.get_by_role("button", name="Undo").click()
        expect(field(page, "Stat")).to_have_value("45")
        page.get_by_role("tab", name="AnyDice").click()
        page.get_by_role("textbox", name="Program").fill("output 2d7")
        expect(page).to_have_url(re.compile("2d7"))
        page.get_by_role("button", name="The best set").click()
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("textbox", name="Program")).to_have_value("output 2d7")
        page.get_by_role("tab", name="Roll").click()
        page.reload()
        page.get_by_role("tab", name="AnyDice").click()
        expect(page.get_by_role("textbox", name="Program")).to_have_value("output 2d7")


def test_a_sheet_sits_at_the_table_of_its_game_alone(pages: Pages) -> None:
    with pages.opened("#v1/games/scores/test", **SMALLEST) as page:
        page.get_by_role("button", name="Make one").click()
        _imports(page)
        page.get_by_role("navigation", name="Games").get_by_role("link", name="percentile").click()
        expect(page.get_by_role("button", name="Ann", exact=True)).to_have_attribute(
            "aria-pressed", "false"
        )
        roll(page)
        expect(page.locator(".roll-die").first).to_be_in_viewport()
        expect(page.locator(".brief-odds")).to_contain_text("to pass")
        page.get_by_role("button", name="Ann", exact=True).click()
        expect(glance(page)).to_contain_text("no rule of percentile has a parameter advantages")


def _imports(page: Page) -> None:
    broken: FilePayload = {"name": "broken.toml", "mimeType": "text/plain", "buffer": b"name = ["}
    whole: FilePayload = {"name": "ann.toml", "mimeType": "text/plain", "buffer": SHEET.encode()}
    page.get_by_label("Sheets in TOML").set_input_files([broken, whole])
    expect(page.get_by_text("broken.toml: ")).to_be_visible()
    expect(page.get_by_role("button", name="Sneak", exact=True)).to_be_visible()


def _changes_the_text(page: Page) -> None:
    page.get_by_role("button", name="Edit Ann").click()
    page.get_by_role("button", name="TOML", exact=True).click()
    text = page.get_by_label("The sheet in TOML")
    expect(text).to_have_value(re.compile("Stealth = 3"))
    text.fill("Stealth = ")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator(".sheet-editor .fault")).to_be_visible()
    text.fill('name = "Ann"\nStealth = 9')
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_text(re.compile("Ann.s sheet is kept"))).to_be_visible()
    page.reload()
    field(page, "Modifier").fill("Stealth")
    expect(glance(page)).to_contain_text("95.0 %")
    tab(page, "Sheets")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export Ann").click()
    assert waiting.value.path().read_text() == 'name = "Ann"\nStealth = 9'


def test_odds_in_full_across_values_and_a_record_checked(pages: Pages) -> None:
    at = "#v1/games/percentile/test?target=45"
    with pages.opened(at, seeded("records"), **DESK) as page:
        page.get_by_label("Of what").select_option("level")
        page.get_by_role("button", name="at least").click()
        expect(page.locator(".sums")).to_contain_text("mean")
        tab(page, "Across values")
        expect(page.get_by_role("slider", name="target")).to_be_visible()
        page.get_by_label("And across").select_option("difficulty")
        cell = page.get_by_role("slider", name="target and difficulty")
        expect(cell).to_have_attribute("aria-valuetext", "target 10, difficulty Trivial: 70.00 %")
        page.get_by_label("Values of Target").fill("1..x")
        expect(page.locator(".sweep-chart .fault")).to_be_visible()
        check_accessible(page)
        roll(page)
        expect(page.get_by_role("button", name="Copy record")).to_be_visible()
        tab(page, "Records")
        page.get_by_role("button", name="Check the record of").click()
        page.get_by_role("button", name="Verify").click()
        expect(page.get_by_text("The record holds")).to_be_visible()
        record = page.get_by_label("A record, as it was copied")
        altered = {**json.loads(record.input_value()), "faces": [1]}
        record.fill(json.dumps(altered))
        page.get_by_role("button", name="Verify").click()
        expect(page.locator(".records .fault")).to_be_visible()
        record.fill("I rolled a 1, honestly")
        page.get_by_role("button", name="Verify").click()
        expect(page.get_by_text("This is not a record")).to_be_visible()
        check_accessible(page)


def test_words_across_values_are_stacked_and_steps_are_worth_points(pages: Pages) -> None:
    at = "#v1/games/tiers/check?stat=45"
    with pages.opened(at, **POCKET) as page:
        tab(page, "Across values")
        page.get_by_label("Measured by").select_option("grade")
        expect(page.get_by_role("slider", name="stat", exact=True)).to_have_attribute(
            "aria-valuetext", re.compile("stat 10: Fumble .*; Failure .*; Success .*; Critical")
        )
        page.get_by_label("And across").select_option("tier")
        page.get_by_label("Chance of").select_option("Success")
        expect(page.get_by_role("slider", name="stat and tier")).to_be_visible()
        tab(page, "What matters")
        told = page.locator(".effects")
        expect(told).to_contain_text("The chance is 46.00 % as it is. Advantages +1 is worth 24.8")
        expect(told.get_by_role("row", name="Tier +1 (Easy)")).to_contain_text("−20.0")
        check_accessible(page)


def test_links_that_lead_nowhere_say_so(pages: Pages) -> None:
    with pages.opened("#v1/games/chess", **POCKET) as page:
        expect(page.get_by_role("alert")).to_contain_text("There is no game “chess”")
        page.get_by_role("navigation", name="Games").get_by_role("link", name="tiers").click()
        expect(glance(page)).to_contain_text("Fumble")
        page.goto(page.url.partition("#")[0] + "#v1/games/tiers/castling")
        expect(page.get_by_role("alert")).to_contain_text("tiers has no rule “castling”")
        check_accessible(page)


def test_a_game_is_called_in_words_as_at_the_prompt(pages: Pages) -> None:
    with pages.opened("#v1/games/tiers", seeded("words"), **SMALLEST) as page:
        words = page.get_by_label("In words")
        words.fill("check 45 2/+/ Hard")
        expect(page.get_by_text("Check against 45 for 5 $ (Hard) with 2/+/")).to_be_visible()
        words.press("Enter")
        expect(table(page).locator(".roll-outcome")).not_to_be_empty()
        expect(field(page, "Stat")).to_have_value("45")
        check_accessible(page)
        words.fill("test 45, 50 Hard clock alarm 2/6")  # another rule, and rounds
        words.press("Enter")
        expect(page).to_have_url(re.compile("games/tiers/test"))
        expect(table(page)).to_contain_text("alarm 2/6")
        words.fill("check 45 glod eyes")
        words.press("Enter")
        expect(page.locator(".call-line .fault")).to_contain_text("glod")
        words.fill("d100 + 0")  # dice, by the game's conventions
        words.press("Enter")
        expect(table(page).locator(".roll-outcome")).not_to_be_empty()
        expect(page.locator(".call-line")).to_contain_text("00 to 99")
