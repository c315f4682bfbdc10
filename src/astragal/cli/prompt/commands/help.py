"""Help on the current place, a command, a rule or dice."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from astragal.cli.prompt.commands.games import values_of
from astragal.cli.prompt.commands.own import own
from astragal.cli.rules.options import about
from astragal.cli.screen.columns import described
from astragal.outcome import show

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt
    from astragal.cli.session import Session
    from astragal.rules.game import Game
    from astragal.rules.rule import Rule

_MOST_EXAMPLES = 6
_DICE = re.compile(r"\bd(?:\d|%|F\b)|\dd\d", re.IGNORECASE)
_FIRST = (
    ("4d6kh3", "rolls dice; ? dice shows all that can be typed"),
    ("d20 with advantage", "rolls too: table talk is understood"),
    ("4d6kh3 --times 6", "with an option; ? roll shows all options"),
    ("odds 4d6kh3", "exact odds; odds 3d6 | 2d8 compares; odds: the last dice"),
    ("odds d20 --at-least 5", "one chance; ? odds shows all options"),
    ("play tiers check 45", "a rule of a game; games lists the games"),
)
"""The most common lines, and the help pages that say more."""


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
    """Help on the current place: the open game, or dice."""
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
    """Explain a rule, a command, a name, a part of the notation, or dice."""
    from astragal.cli.main import COMMANDS
    from astragal.cli.prompt.commands import own_commands

    word = topic.partition(" ")[0].lower()
    mine, game = own_commands().get(word), prompt.session.game
    if game is not None and (rule := game.rules.get(topic.lower().replace(" ", "_"))):
        _rule(prompt, game, rule)
    elif word in COMMANDS:
        _command(prompt, word)
    elif mine is not None:
        described(prompt.terminal, [(mine.usage, mine.about)])
    elif not (_known(prompt, topic) or prompt.describe(topic) or _in_dice(prompt, topic)):
        if _DICE.search(topic):  # a question about dice: the parse error says more
            prompt.session.context().read(topic)
        prompt.say(f"there is no help on {topic}; here is what can be typed")
        _here(prompt)


def _rule(prompt: Prompt, game: Game, rule: Rule[..., Any]) -> None:
    """Show what a rule does, its parameters, and lines to copy."""
    terminal, name = prompt.terminal, rule.name.rpartition(".")[2]
    for paragraph in rule.text.split("\n\n"):
        terminal.paragraph(" ".join(paragraph.split()))
    terminal.write()
    described(
        terminal, [(f"--{each.name.replace('_', '-')}", about(each)) for each in rule.parameters]
    )
    terminal.write()
    examples = [each for each in game.examples if each.split()[0] == name]
    described(terminal, [(each, "to copy") for each in examples[:2]])
    terminal.paragraph(
        f"with --odds its odds, --times 3 three rolls, --faces 6,5 dice rolled by hand; "
        f"{name} --help shows all options",
        dim=True,
    )


def _command(prompt: Prompt, name: str) -> None:
    """Show what a command of the command line does, with its options in two columns."""
    from astragal.cli.main import main

    with click.Context(main) as ctx:
        command = main.get_command(ctx, name)
    assert command is not None
    first, *paragraphs = (command.help or "").split("\n\n")
    prompt.terminal.paragraph(" ".join(first.split()))
    for paragraph in paragraphs:
        if paragraph.startswith("\b"):
            for line in paragraph.splitlines()[1:]:
                prompt.terminal.paragraph(line.strip().removeprefix("astragal "), "  ")
    options = [each for each in command.params if isinstance(each, click.Option)]
    rows = [(f"{each.opts[0]} {each.metavar or ''}".strip(), each.help or "") for each in options]
    described(prompt.terminal, rows)


def _known(prompt: Prompt, name: str) -> bool:
    """Show a value, a macro, or an entry of a sheet; False if there is none of this name."""
    session = prompt.session
    if name in session.values or name in session.macros:
        prompt.say(f"{name} is {session.macros.get(name) or show(session.values[name])}")
        return True
    said = False
    for sheet in session.sheets:
        found, saved = sheet.found(name), sheet.saved(name)
        if found is not None:
            prompt.say(f"{found[0]} is {show(found[1])} on {sheet.name or 'the'}'s sheet")
        if saved is not None:
            prompt.say(str(saved))
        said = said or found is not None or saved is not None
    return said


def _in_dice(prompt: Prompt, word: str) -> bool:
    """Show examples of a word of the notation; False if there are none."""
    from astragal.notation.operation import Chapter, examples_of

    behind = re.compile(rf"[\d)}}%F]{re.escape(word)}(?![a-z])", re.IGNORECASE)
    rows = [row for chapter in Chapter for row in examples_of(chapter)]
    fitting = [row for row in rows if behind.search(row.text)]
    if len(word) > 2:
        fitting += [
            row for row in rows if re.search(rf"\b{re.escape(word)}", f"{row.text} {row.meaning}")
        ]
    shown = list(dict.fromkeys((row.text, row.meaning) for row in fitting))[:_MOST_EXAMPLES]
    described(prompt.terminal, shown)
    return bool(shown)


def notation_help(width: int, *, unicode: bool) -> str:
    """Examples of all operations, chapter by chapter, in lines of this width."""
    from astragal.notation.operation import Chapter, examples_of

    column = max(len(chapter.value) for chapter in Chapter) + 2
    lines = []
    for chapter in Chapter:
        texts = [row.text for row in examples_of(chapter) if unicode or row.text.isascii()]
        # Keep each example on one line.
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
