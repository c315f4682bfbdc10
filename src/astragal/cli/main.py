"""The ``astragal`` command: its subcommands are loaded when they are called."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

import click

from astragal import __version__
from astragal._visible import shortened, visible
from astragal.cli.screen.help import FittedContext, error_text, fitted

_COMMANDS = {
    "roll": "astragal.cli.commands.roll",
    "odds": "astragal.cli.commands.odds",
    "play": "astragal.cli.commands.play",
    "resume": "astragal.cli.commands.resume",
    "games": "astragal.cli.commands.games",
    "verify": "astragal.cli.commands.verify",
    "reveal": "astragal.cli.commands.reveal",
    "prompt": "astragal.cli.prompt.prompt",
    "serve": "astragal.cli.commands.serve",
}

_OBJECTS = 50_000
"""Garbage is looked for after so many new objects: most commands are over before that."""

_MOST = 400
"""The most characters of an error of the command line."""


class _LazyGroup(click.Group):
    """Loads commands when they are called; what was typed is safe to show in its errors."""

    context_class = FittedContext

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _safe_errors():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _safe_errors():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            _suggest_roll(cmd_name)
            return None
        command = import_module(_COMMANDS[cmd_name]).command
        assert isinstance(command, click.Command)
        return fitted(command)


@contextmanager
def _safe_errors() -> Iterator[None]:
    try:
        yield
    except _HELP:
        raise
    except click.ClickException as error:
        raise _safe(error) from None


_HELP: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""Shows the help of a command; what was typed is no part of it."""


def _safe(error: click.ClickException) -> click.ClickException:
    """The error, short and with all hidden characters escaped."""
    message = shortened(visible(error.format_message()), _MOST)
    if sys.stderr.isatty():
        message = error_text(message)
    if isinstance(error, click.UsageError):
        return click.UsageError(message, error.ctx)
    return click.ClickException(message)


def run() -> None:
    """Run the command, even if some of its streams are closed or cannot be written."""
    gc.set_threshold(_OBJECTS)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it was closed before we started
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    try:
        main()
    except OSError as error:
        with suppress(OSError):
            click.echo(f"error: {visible(str(error.strerror or error))}", err=True)
        os._exit(1)  # leaves without flushing the stream that cannot be written
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()


def _suggest_roll(text: str) -> None:
    """Help those who typed dice in place of a command."""
    from astragal.errors import AstragalError
    from astragal.notation.syntax.parser import parse

    try:
        parse(text)
    except AstragalError:
        return
    raise click.UsageError(f"that is dice, not a command; to roll it: astragal roll '{text}'")


@click.group(cls=_LazyGroup, invoke_without_command=True)
@click.version_option(__version__, message="astragal %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Dice for tabletop games: roll them, check the rolls, know the odds.

    Without a command, an interactive prompt starts.

    \b
    astragal roll 4d6kh3
    astragal roll "2d20kh1 + 5" --times 3
    astragal roll 1d20+@str --set str=3 --explain
    astragal odds 4d6kh3
    astragal odds "1d20+5 >= 15" "2d20kh1+5 >= 15"
    astragal play tiers check --stat 43 --advantages 3
    astragal roll 4d6kh3 --json > roll.json && astragal verify roll.json
    """
    if ctx.invoked_subcommand is None:
        if not sys.stdin.isatty():
            raise click.UsageError(
                "which command? To roll lines from standard input: astragal roll"
            )
        ctx.invoke(import_module(_COMMANDS["prompt"]).command)
