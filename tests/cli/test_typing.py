"""What the prompt offers while a line is typed: words, colours, meanings."""

from __future__ import annotations

from pathlib import Path

import pytest

from astragal.cli.prompt.colouring import coloured
from astragal.cli.prompt.completion import completions
from astragal.cli.prompt.preview import preview
from astragal.cli.prompt.prompt import Prompt
from astragal.cli.screen.terminal import Terminal
from tests.support.prompt import Screen


@pytest.fixture
def prompt(tmp_path: Path) -> Prompt:
    sheet = tmp_path / "alice.toml"
    sheet.write_text('name = "Alice"\n"Focus Save" = 1\nSneaking = 3\n')
    opened = Prompt(Terminal(Screen()))
    for line in (f"sheet {sheet}", "set fireball = 8d6", "set str=3", "game scores"):
        opened.handle(line)
    return opened


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("od", "odds"),
        ("unse", "unset"),
        ("gro", "group_test"),
        ("firE", "fireball"),
        ("Foc", "Focus Save"),
        ("test --adv", "--advantages"),
        ("test --modifier Sne", "Sneaking"),
        ("test Sne", "Sneaking"),
        ("roll 2d6 --ti", "--times"),
        ("2d6 --ti", "--times"),
        ("odds 2d6 --at-l", "--at-least"),
        ("odds test --adv", "--advantages"),
        ("Sneaking --adv", "--advantages"),
        ("play ti", "tiers"),
        ("play tiers ch", "check"),
        ("play tiers check --ti", "--tier"),
        ("play tiers check --tier Ha", "Hard"),
        ("play tiers check 45 Ha", "Hard"),
        ("games ta", "target"),
        ("game per", "percentile"),
        ("unset fi", "fireball"),
        ("close Al", "Alice"),
        ("4d6k", "kh3"),
        ("2d6 + @st", "str"),
        ("1d20 + @Foc", "{Focus Save}"),
        ("$ astragal od", "odds"),
    ],
)
def test_a_word_that_fits_is_offered(prompt: Prompt, typed: str, offered: str) -> None:
    found = {each.text: each for each in completions(prompt, typed)}
    assert offered in found
    begun = typed[len(typed) - found[offered].typed :]
    assert offered.casefold().strip("{").startswith(begun.casefold().strip("{"))


@pytest.mark.parametrize("typed", ["zzz", "test --zzz", "play zzz ", "play zzz zz --a", "json "])
def test_nothing_is_offered_where_nothing_fits(prompt: Prompt, typed: str) -> None:
    assert list(completions(prompt, typed)) == []


def test_an_empty_line_offers_what_it_may_begin_with(prompt: Prompt) -> None:
    offered = {each.text for each in completions(prompt, "")}
    assert {"odds", "again", "test", "Focus Save", "fireball"} <= offered


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        ("odds 4d6kh3", [("command", "odds"), ("dice", "4d6"), ("modifier", "kh3")]),
        ("2d6[fire] + @str # ha", [("dice", "2d6"), ("label", "[fire]"), ("name", "@str"),
                                   ("remark", "# ha")]),
        ("2d20 --times 3", [("dice", "2d20"), ("option", "--times")]),
        ("test 2", [("command", "test")]),
        ("3d6!>=5", [("dice", "3d6"), ("modifier", "!>=5")]),
        ("d20 VS d20", [("dice", "d20"), ("joining", "VS"), ("dice", "d20")]),
        ("not d6>3and d4=1", [("joining", "not"), ("dice", "d6"), ("joining", "and"),
                              ("dice", "d4")]),
    ],
)  # fmt: skip
def test_colours(prompt: Prompt, line: str, pieces: list[tuple[str, str]]) -> None:
    found = list(coloured(prompt, line))
    assert "".join(text for _, text in found) == line
    assert [each for each in found if each[0]] == pieces


def test_a_long_line_is_coloured_in_part_and_whole_all_the_same(prompt: Prompt) -> None:
    line = "[" * 3_000 + "@{" * 3_000
    assert "".join(text for _, text in coloured(prompt, line)) == line


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("4d6kh3", "four six-sided dice, keep the highest 3"),
        ("odds 2d6 --at-least 7", "two six-sided dice"),
        ("test 2", "test [modifier]"),
        ("set x", "set str=3: gives @str a value"),
        ("4d6k+", ""),
        ("4d", ""),
        ("", ""),
        ("1d6+" * 100, ""),
    ],
)
def test_what_a_line_would_do_is_said_below_it(prompt: Prompt, line: str, said: str) -> None:
    shown = preview(prompt, line)
    assert shown.startswith(said) if said else shown == ""
