"""Every example in the documentation is run."""

from __future__ import annotations

import doctest
import re
import shlex
import tempfile
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tools import (
    dialect_docs,
    game_docs,
    notation_docs,
    question_docs,
    session_docs,
    talk_docs,
    transcripts,
)
from tools.console_docs import PAGES, sessions, shown_by

from astragal import STRANGERS, AstragalError, Limits, find_game, game_names, parse, roll, verify
from astragal.cli.main import main
from astragal.cli.rules.options import COMMON
from astragal.outcome import show
from tests.support.files import ROOT

LONG = "docs/rules.md"
"""Its examples take more than a second."""
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")


def rows(page: str, header: str) -> list[list[str]]:
    """The cells of every table with this header."""
    found = []
    for table in page.split(header)[1:]:
        lines = table.splitlines()[2:]
        for line in lines:
            if not line.startswith("|"):
                break
            cells = re.split(r"(?<!\\)\|", line.strip("|"))
            found.append([cell.strip().replace(r"\|", "|") for cell in cells])
    return found


pytestmark = pytest.mark.person

EXAMPLES = rows(NOTATION, "| text | meaning | dice | result |")
MISTAKES = rows(NOTATION, "| typed | message |")


def test_the_tables_of_the_notation_page_are_what_the_operations_say() -> None:
    """`python -m tools.notation_docs` writes them."""
    assert notation_docs.written(NOTATION) == NOTATION


def test_the_transcripts_are_what_the_prompt_answers() -> None:
    """`python -m tools.transcripts` writes them."""
    page = transcripts.PAGE.read_text(encoding="utf-8")
    assert page.count("> ") > 20
    assert transcripts.replayed(page) == page


def test_the_sessions_are_what_the_rules_tell() -> None:
    """`python -m tools.session_docs` writes them."""
    page = session_docs.PAGE.read_text(encoding="utf-8")
    assert page == session_docs.page()
    for game in session_docs.SESSIONS:
        for _, made in session_docs.played(game):
            assert verify(made.to_json()) == made


def test_the_tables_of_small_programs_are_up_to_date() -> None:
    """`python -m tools.dialect_docs` writes them."""
    page = dialect_docs.PAGE.read_text(encoding="utf-8")
    assert dialect_docs.written(page) == page


def test_the_tables_of_table_talk_are_what_the_phrases_say() -> None:
    """`python -m tools.talk_docs` writes them."""
    page = talk_docs.PAGE.read_text(encoding="utf-8")
    assert talk_docs.written(page) == page


def test_the_guides_say_what_questions_are_commands() -> None:
    """`python -m tools.question_docs` writes it."""
    for path, written in (
        (question_docs.COMMANDS, question_docs.commands_written),
        (question_docs.SERVICE, question_docs.service_written),
    ):
        page = path.read_text(encoding="utf-8")
        assert written(page) == page


def test_the_architecture_page_names_files_that_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/]+\.py)`", page))
    files = [f"/{path.relative_to(ROOT).as_posix()}" for path in ROOT.glob("*/**/*.py")]
    assert len(named) > 20
    assert [name for name in named if not any(file.endswith(f"/{name}") for file in files)] == []


def test_the_guide_shows_the_modifier_as_it_is() -> None:
    path = ROOT / "src" / "astragal" / "notation" / "modifiers" / "keep_matching.py"
    _, _, shown = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("```python\n")
    assert path.read_text(encoding="utf-8").endswith(shown.partition("```")[0])


def test_the_tables_were_found() -> None:
    assert len(EXAMPLES) > 50
    assert len(MISTAKES) > 10


@pytest.mark.parametrize(("text", "meaning", "dice", "result"), EXAMPLES)
def test_an_example_of_the_notation(text: str, meaning: str, dice: str, result: str) -> None:
    rolled, _, decided = dice.partition(";")
    typed = [face.strip() for face in rolled.split(",") if face]
    faces = [face if face[-1].isalpha() else int(face) for face in typed]
    decisions = [each.strip() for each in decided.split(",") if each] or None
    variables = {"str": 3, "fire damage": 4}
    made = roll(text.strip("`"), faces=faces, variables=variables, decisions=decisions)
    assert show(made.outcome) == result


@pytest.mark.parametrize(("typed", "message"), MISTAKES)
def test_a_mistake_of_the_notation_page(typed: str, message: str) -> None:
    with pytest.raises(AstragalError) as caught:
        parse(typed.strip("`"))
    assert caught.value.message == message


def test_the_limits_of_the_notation_page_are_the_defaults() -> None:
    listed = rows(NOTATION, "| limit | default | `STRANGERS` | of what |")
    for column, limits in ((1, Limits()), (2, STRANGERS)):
        assert {row[0].strip("`"): row[column] for row in listed} == {
            name: "none" if (value := getattr(limits, name)) is None else f"{value:,}"
            for name in Limits.__annotations__
        }


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page,
            id=(name := page.relative_to(ROOT).as_posix()),
            marks=[pytest.mark.slow] if name == LONG else [],
        )
        for page in PAGES
    ],
)
def test_python_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    options = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    failed, _ = doctest.testfile(
        str(page), module_relative=False, optionflags=options, encoding="utf-8"
    )
    assert not failed


@pytest.mark.slow
@pytest.mark.parametrize(("page", "command", "output"), [*sessions()])
def test_console_examples(page: str, command: str, output: str) -> None:
    assert shown_by(command) == output


def test_every_command_and_option_is_documented() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    context = click.Context(main)
    for name in main.list_commands(context):
        assert f"## `astragal {name}`" in page
        command = main.get_command(context, name)
        assert command is not None
        section = page.partition(f"## `astragal {name}`")[2].partition("\n## ")[0]
        parameters = COMMON if name == "play" else command.params
        shown = [each for each in parameters if not getattr(each, "hidden", False)]
        for option in [option for each in shown for option in each.opts]:
            assert not option.startswith("--") or f"`{option}" in section


@pytest.mark.slow
def test_the_tables_and_plots_of_the_games_are_what_the_rules_give() -> None:
    assert game_docs.stale() == []


@pytest.mark.parametrize("name", game_names())
def test_the_examples_of_a_game_work(name: str) -> None:
    game = find_game(name)
    for example in game.examples:
        words = ["play", name, *shlex.split(example)]
        if "--advise" not in words and "--odds" not in words and "--faces" not in words:
            words += [] if "--sweep" in words or "--steps" in words else ["--seed", "1"]
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0, (example, result.output)
