"""Games at the prompt: open one, then type the names of its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from astragal.cli.prompt.commands.own import own
from astragal.cli.screen.columns import described

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt
    from astragal.rules.rule import Rule


def _games(_: object) -> tuple[str, ...]:
    from astragal.catalogue import game_names

    return game_names()


@own(
    "game",
    usage="game tiers",
    about="opens a game: then check 45 is enough; game leaves it",
    place=30,
    follows=_games,
    often=True,
)
def game(prompt: Prompt, name: str) -> None:
    from astragal.catalogue import find_game, game_names

    session, terminal = prompt.session, prompt.terminal
    if not name:
        session.leave()
        prompt.say(f"no game is open; the games are {', '.join(game_names())}")
        return
    found = find_game(name)
    prompt.say(found.title)
    terminal.paragraph(f"rules: {', '.join(found.rules)}", "  ", dim=True)
    if says := [each.says for each in found.conventions.each]:
        terminal.paragraph(f"dice typed here: {'; '.join(says)}", "  ", dim=True)
    prompt.say(f"for example: {(*found.examples, *found.rules)[0]}")
    session.enter(found)


@own("rules", usage="rules", about="lists the rules of the open game", place=31, alone=True)
def rules(prompt: Prompt, _: str) -> None:
    opened = prompt.session.game
    if opened is None:
        prompt.say("no game is open; games lists them, game tiers opens one")
        return
    rows = [
        (f"{name} {values_of(rule)}", rule.text.partition("\n")[0])
        for name, rule in opened.rules.items()
    ]
    described(prompt.terminal, rows)


def values_of(rule: Rule[..., Any]) -> str:
    """The first parameters of a rule, whose values need no option."""
    return " ".join(f"[{each.name}]" for each in rule.parameters[:3])
