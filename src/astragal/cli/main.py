"""The ``astragal`` command: its subcommands are loaded when they are called."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from astragal import __version__

_COMMANDS = {
    "roll": "astragal.cli.roll",
    "verify": "astragal.cli.verify",
    "prompt": "astragal.cli.prompt",
}


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = import_module(_COMMANDS[cmd_name]).command
        assert isinstance(command, click.Command)
        return command


@click.group(cls=_LazyGroup, invoke_without_command=True)
@click.version_option(__version__, message="astragal %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Dice for tabletop games: type it, roll it, check it.

    Without a command, an interactive prompt starts.

    \b
    astragal roll 4d6kh3
    astragal roll "2d20kh1 + 5" --times 3
    astragal roll 1d20+@str --set str=3 --explain
    astragal roll 4d6kh3 --json > roll.json && astragal verify roll.json
    """
    if ctx.invoked_subcommand is None:
        if not sys.stdin.isatty():
            raise click.UsageError(
                "which command? For lines of dice on standard input: astragal roll"
            )
        ctx.invoke(import_module(_COMMANDS["prompt"]).command)
