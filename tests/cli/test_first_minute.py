"""What people type in their first minute at the prompt: none of it gets an unhelpful answer.

What is said at a table is in tests/talk; here are commands, names and games.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.prompt import talk

ALICE = """
name = "Alice"
"Focus Save" = 1
Sneaking = 3
Stealth = 2
Sword = "1d8+2"

[rolls."Magic Missile"]
rule = "scores.test"
modifier = "Sneaking"
"""


@pytest.fixture
def alice(tmp_path: Path) -> str:
    path = tmp_path / "alice.toml"
    path.write_text(ALICE)
    return f"sheet {path}"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("roll d20", "1d20 → ("),
        ("ROLL D20!", "1d20! → ("),
        ("coin", "read as 1d2 [1] heads [2] tails"),
        ("again", "nothing has been rolled yet"),
        ("2d6, 1d8", "2d6, 1d8 → "),
        ("adv", "read as 2d20kh1"),
        ("d20 adv +5", "read as 2d20kh1 + 5"),
        ("initiative: 6x(1d20+2)", "sh # initiative"),
        ("roll 3d6 drop lowest", "3d6dl1 → ("),
        ("roll 2 d6", "2d6 → ("),
        ("d6 twice", "2x(1d6) → "),
        ("best of 3d20", "3d20kh1 → ("),
        ("1d20+5 vs 15", "1d20 + 5 >= 15 → ("),
        ("percentile", "1d100 → ("),
        ("fate", "4dF → ("),
        ("what are the odds of 15 on 2d6+6", "15 or more: 27.78 %"),
        ("odds of 15 on 2d6+6", "exactly 15: 11.11 %"),
        ("chance of 15 on 2d6+6", "exactly 15: 11.11 %"),
        ("average of 8d6", "28"),
        ("history", "nothing has been rolled yet"),
        ("log", "nothing has happened yet"),
        ("show history", "nothing has been rolled yet"),
        ("odds winning the lottery", "odds of"),
        ("undo", "nothing on the sheets has changed"),
        ("help", "? commands"),
        ("h", "? commands"),
        ("? dice", "Keep and drop"),
        ("? commands", "forget all"),
        ("? odds", "--at-least"),
        ("odds ?", "--at-least"),
        ("? kh", "keep the highest 3"),
        ("?kh", "keep the highest 3"),
        ("what is kh", "keep the highest 3"),
        ("what does kh mean?", "keep the highest 3"),
        ("? explode", "may explode too"),
        ("? 4d6kh3", "four six-sided dice, keep the highest 3"),
        ("? zzz", "there is no help on zzz"),
        ("$ astragal roll 2d6", "2d6 → ("),
        ("astragal play tiers check 45 --faces 12", "Check against 45"),
        ("dice> 2d6", "2d6 → ("),
        ("odds d20+5 --at-least 15", "at least 15: 55.00 %"),
        ("odds d20+5 --atleast 15", "did you mean --at-least?"),
        ("odsd 2d6", "did you mean odds?"),
        ("gmae tiers", "did you mean game"),
        ("game", "no game is open; the games are"),
        ("game dnd", "the games are"),
        ("games", "explain a game"),
        ("rules", "no game is open"),
        ("check 45", "open the game first"),
        ("sheets", "no sheet is open"),
        ("close", "no sheet is open"),
        ("round", "a round has passed"),
        ("next round", "a round has passed"),
        ("set", "nothing is set"),
        ("unset", "which name is to be forgotten?"),
        ("export", "which file?"),
        ("roll", "roll what?"),
        ("roll -", "lines are typed here one by one"),
        ("prompt", "starts in a shell, not here"),
        ("verify nothing.json", "nothing.json: No such file"),
        ("4d6 --tmies 3", "did you mean --times?"),
        ("play tiers chekc 45", "did you mean check?"),
        ("roll again", "nothing has been rolled yet"),
        ("hello", "type dice, such as"),
        ("'2d6", "a quotation mark is opened"),
        ("20", "20 = 20"),
    ],
)
def test_at_a_new_prompt(typed: str, shown: str) -> None:
    answer = talk(typed)
    assert shown in answer
    assert "Traceback" not in answer


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Stealth", "Stealth +2"),
        ("stealth check", "Stealth +2"),
        ("roll for Stealth", "Stealth +2"),
        ("make a Stealth check", "Stealth +2"),
        ("Stealth with advantage", "Stealth +2 with an Advantage"),
        ("roll Stealth with disadvantage", "Stealth +2 with a Disadvantage"),
        ("Sneaking adv", "Sneaking +3 with an Advantage"),
        ("Sneaking --advantages 1", "Sneaking +3 with an Advantage"),
        ("Focus Save", "Focus Save +1"),
        ("test Focus Save", "Focus Save +1"),
        ("Alice's Stealth", "Stealth +2"),
        ("Alice rolls for Stealth", "Stealth +2"),
        ("Sword", "1d8 + 2 → ("),
        ("Magic Missile", "Sneaking +3"),
        ("magic missle", "did you mean Magic Missile?"),
        ("d10 + @Stealth", "1d10 + @Stealth → ("),
        ("odds Stealth", "High"),
        ("odds test 2", "High"),
        ("? Stealth", "Stealth is 2 on Alice's sheet"),
        ("? test", "--modifier"),
        ("test ?", "to copy"),
        ("?", "group_test [modifiers]"),
        ("test modifier=2", "Test +2"),
        ("test modifier 2", "Test +2"),
        ("test 2 adv", "Test +2 with an Advantage"),
        ("test 2 with advantage", "Test +2 with an Advantage"),
        ("group test Stealth", "Group Test"),
        ("group_test", "e.g. group_test --modifiers"),
        ("tset 2", "did you mean test or set?"),
        ("begin fog", "name the circumstance and what it gives"),
        ("begin fog: fgo 1", "no rule of scores has a parameter fgo"),
        ("game", "no game is open"),
        ("2d6", "2d6 → ("),
    ],
)
def test_with_a_sheet_and_a_game(alice: str, typed: str, shown: str) -> None:
    assert shown in talk(alice, "game scores", typed)


def test_a_name_without_a_game_says_what_to_do(alice: str) -> None:
    assert "open one, e.g. game scores" in talk(alice, "roll for Stealth")


def test_a_game_that_knows_no_advantages_says_so(alice: str) -> None:
    assert "knows no advantages" in talk(alice, "game percentile", "Stealth with advantage")


def test_the_word_roll_in_a_game_that_has_its_own() -> None:
    """A result under 0 counts as 0 there."""
    assert "→ 0" in talk("game percentile", "roll 1d10-12 --faces 3")


def test_the_example_of_the_greeting_is_nobodys_roll() -> None:
    from astragal import SeededSource
    from astragal.cli.prompt.prompt import Prompt
    from astragal.cli.screen.terminal import Terminal
    from tests.support.prompt import Screen

    screen = Screen()
    prompt = Prompt(Terminal(screen), SeededSource(1))
    prompt.greet()
    assert len(prompt.session.log) == 0
    prompt.handle("")
    assert len(prompt.session.log.rolls) == 1
