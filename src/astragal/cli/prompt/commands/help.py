"""Help: of where you are, of a command, of a rule, of dice."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

from astragal.cli.prompt.commands.games import values_of
from astragal.cli.prompt.commands.own import own
from astragal.cli.screen.columns import described

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt
    from astragal.cli.session import Session
    from astragal.rules.game import Game

_FIRST = (
    ("4d6kh3", "rolls dice; ? dice shows all that can be typed"),
    ("d20 with advantage", "rolls too: table talk is understood"),
    ("4d6kh3 --times 6", "with an option; ? roll shows all options"),
    ("odds 4d6kh3", "exact odds; odds 3d6 | 2d8 compares; odds: the last dice"),
    ("odds d20 --at-least 5", "one chance; ? odds shows all options"),
    ("play tiers check 45", "a rule of a game; games lists the games"),
)
"""What is typed most, and the pages that say more."""


def _topics(session: Session) -> Iterable[str]:
    from astragal.cli.main import COMMANDS

    rules = session.game.rules if session.game is not None else ()
    return ("dice", "commands", *COMMANDS, *rules)


@own("?", "help", "h", usage="? odds", about="help on a word", place=1, follows=_topics)
def help_(prompt: Prompt, topic: str) -> None:
    pages = {"": _here, "dice": _dice, "commands": _commands}
    if topic in pages:
        pages[topic](prompt)
    else:
        _explain(prompt, topic)


def _here(prompt: Prompt) -> None:
    """Where you are: in a game, or among dice."""
    from astragal.cli.prompt.commands import own_commands

    if prompt.session.game is not None:
        _game(prompt, prompt.session.game)
        return
    own = dict.fromkeys(own_commands().values())
    often = [(each.usage, each.about) for each in own if each.often]
    last = ("? commands", "all commands; Tab completes what you type")
    described(prompt.terminal, [*_FIRST, *often, last])


def _game(prompt: Prompt, game: Game) -> None:
    prompt.terminal.paragraph(f"{game.name}: {game.title}")
    first = next(iter(game.rules))
    rules = [
        (f"{name} {values_of(rule)}", rule.text.partition("\n")[0])
        for name, rule in game.rules.items()
    ]
    more = [
        (f"? {first}", f"all about a rule; so does {first} ?"),
        (f"odds {game.examples[0]}", "its odds"),
        ("game", "leaves the game; dice work here too, ? dice"),
    ]
    described(prompt.terminal, [*rules, *more])


def _dice(prompt: Prompt) -> None:
    for line in notation_help(prompt.width, unicode=prompt.terminal.unicode).splitlines():
        prompt.terminal.write(line)


def _commands(prompt: Prompt) -> None:
    from astragal.cli.main import COMMANDS
    from astragal.cli.prompt.commands import own_commands

    own = dict.fromkeys(own_commands().values())
    described(prompt.terminal, [(each.usage, each.about) for each in own])
    shell = ", ".join(name for name in COMMANDS if name not in ("prompt", "serve"))
    prompt.terminal.paragraph(f"and those of the command line: {shell}", dim=True)


def _explain(prompt: Prompt, topic: str) -> None:
    """A command of the command line or of the prompt, a rule, or what dice mean."""
    from astragal.cli.main import COMMANDS
    from astragal.cli.prompt.commands import own_commands

    word = topic.partition(" ")[0]
    mine, game = own_commands().get(word.lower()), prompt.session.game
    if word.lower() in COMMANDS:
        prompt.do([word.lower(), "--help"])
    elif game is not None and word.replace("-", "_") in game.rules:
        prompt.do(["play", game.name, word, "--help"])
    elif mine is not None:
        described(prompt.terminal, [(mine.usage, mine.about)])
    elif not prompt.describe(topic):
        prompt.say(f"there is no help on {topic}; here is what can be typed")
        _here(prompt)


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
