"""Help: of where you are, of a command, of a rule, of dice."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from astragal.cli.prompt.commands.own import Own, own

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt
    from astragal.cli.session import Session

_COLUMN = 20
_FEW = 10
"""Rules are named in the help of a game, if they are so few."""


def _topics(session: Session) -> Iterable[str]:
    from astragal.cli.main import COMMANDS

    return (*COMMANDS, *(session.game.rules if session.game is not None else ()))


@own(
    "?",
    "help",
    "h",
    "commands",
    usage="? odds",
    about="help: here, or on a word",
    place=1,
    follows=_topics,
)
def help_(prompt: Prompt, topic: str) -> None:
    game = prompt.session.game
    if topic:
        _explain(prompt, topic)
    elif game is not None:
        _game_help(prompt)
    else:
        for line in notation_help(prompt.width, unicode=prompt.terminal.unicode).splitlines():
            prompt.terminal.write(line)
        prompt.terminal.write()
        _commands(prompt)


def _game_help(prompt: Prompt) -> None:
    game = prompt.session.game
    assert game is not None
    terminal = prompt.terminal
    terminal.write(terminal.style(game.name, bold=True) + f": {game.title}")
    for name, rule in game.rules.items():
        takes = " ".join(f"[{each.name}]" for each in rule.parameters[:3])
        _row(prompt, f"{name} {takes}", rule.text.partition("\n")[0])
    terminal.write()
    for line in (
        "? check, or check ?: all about a rule",
        f"odds {game.examples[0]}: its odds",
        "dice work too: 4d6kh3; game leaves the game, ? dice: help on dice",
    ):
        terminal.paragraph(line, "  ", dim=True)


def _commands(prompt: Prompt) -> None:
    _row(prompt, "4d6kh3 --times 3", "rolls; every option of astragal roll works here")
    _row(prompt, "odds 4d6kh3", "exact odds; odds 3d6 | 2d8 compares; odds: the last dice")
    _row(prompt, "play tiers check 45", "a rule of a game; games lists the games")
    for each in dict.fromkeys(_shown()):
        _row(prompt, each.usage, each.about)


def _shown() -> Iterator[Own]:
    from astragal.cli.prompt.commands import own_commands

    yield from own_commands().values()


def _row(prompt: Prompt, usage: str, about: str) -> None:
    """One line if both fit, or the text below."""
    terminal = prompt.terminal
    styled = terminal.style(usage, fg="cyan")
    line = f"{usage.ljust(_COLUMN)} {about}"
    if len(usage) <= _COLUMN and len(line) < prompt.width:
        terminal.write(styled + line[len(usage) :])
    else:
        terminal.write(styled)
        terminal.paragraph(about, "    ")


def _explain(prompt: Prompt, topic: str) -> None:
    """A command of the prompt or of the command line, a rule, or what dice mean."""
    from astragal.cli.main import COMMANDS
    from astragal.cli.prompt.commands import own_commands

    word = topic.partition(" ")[0]
    mine, game = own_commands().get(word.lower()), prompt.session.game
    if word.lower() in COMMANDS:
        prompt.do([word.lower(), "--help"])
    elif game is not None and word.replace("-", "_") in game.rules:
        prompt.do(["play", game.name, word, "--help"])
    elif mine is not None:
        _row(prompt, mine.usage, mine.about)
    elif word == "dice":
        for line in notation_help(prompt.width, unicode=prompt.terminal.unicode).splitlines():
            prompt.terminal.write(line)
    else:
        prompt.describe(topic)


def notation_help(width: int, *, unicode: bool) -> str:
    """Examples of all operations, a chapter after another, in lines of this width."""
    from astragal.notation.operation import Chapter, examples_of

    column = max(len(chapter.value) for chapter in Chapter) + 2
    lines = []
    for chapter in Chapter:
        texts = [row.text for row in examples_of(chapter) if unicode or row.text.isascii()]
        # Blanks inside an example must not part it.
        listed = "   ".join(text.replace(" ", "\xa0") for text in dict.fromkeys(texts))
        lines += textwrap.wrap(
            listed,
            width - 1,
            initial_indent=chapter.value.ljust(column),
            subsequent_indent=" " * column,
            break_long_words=False,
            break_on_hyphens=False,
            max_lines=2,
            placeholder="",
        )
    return "\n".join(lines).replace("\xa0", " ")
