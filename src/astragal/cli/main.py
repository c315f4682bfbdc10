"""The ``astragal`` command, which loads its subcommands when they are called."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from astragal import __version__
from astragal._visible import visible
from astragal.cli.asking import as_typed, is_option
from astragal.cli.screen.help import FittedContext, fitted
from astragal.cli.session import Session
from astragal.cli.wrong_use import PlainCommand, in_plain_words
from astragal.service.question import command_names, question_of_command

_WRITTEN = (
    "roll",
    "odds",
    "compare",
    "find",
    "translate",
    "macro",
    "play",
    "resume",
    "anydice",
    "games",
    "verify",
    "reveal",
    "prompt",
    "serve",
)
"""Commands with their own module in ``cli.commands``, in the order of the help."""


class _Commands(Mapping[str, str]):
    """The modules of commands by name; "" for questions that are commands themselves."""

    def __getitem__(self, name: str) -> str:
        if name in _WRITTEN:
            return f"astragal.cli.commands.{name}"
        if not name.isidentifier() or question_of_command(name) is None:
            raise KeyError(name)
        return ""

    def __iter__(self) -> Iterator[str]:
        first = _WRITTEN.index("play")
        others = (name for name in command_names() if name not in _WRITTEN)
        return iter([*_WRITTEN[:first], *others, *_WRITTEN[first:]])

    def __len__(self) -> int:
        return sum(1 for _ in self)


COMMANDS = _Commands()
_HELP = ("help", "?")

_AS_JSON = "astragal.json"
"""The key in a click context for whether output and errors are JSON."""


_ALSO_ASKED = ("compare", "find")
"""Commands that may start a question in words, such as ``compare 2d6 and 1d12``."""


class _LazyGroup(PlainCommand, click.Group):
    """A group that loads commands when they are called, and rolls dice typed without a command."""

    context_class = FittedContext

    def make_context(
        self, info_name: str | None, args: list[str], *rest: Any, **extra: Any
    ) -> click.Context:
        as_json = "--json" in args
        with in_plain_words(as_json=as_json):
            ctx = super().make_context(info_name, args, *rest, **extra)
        ctx.meta[_AS_JSON] = as_json
        return ctx

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with in_plain_words(as_json=ctx.meta.get(_AS_JSON, False)):
                return super().invoke(ctx)
        except (click.exceptions.Abort, KeyboardInterrupt):
            if ctx.obj is None or ctx.obj.at_prompt:
                raise
            if ctx.obj.errors.interactive:
                ctx.obj.errors.write()  # on the line below the ^C
            ctx.obj.errors.write("stopped")
            sys.exit(130)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = COMMANDS.get(cmd_name)
        return None if module is None else fitted(_command(cmd_name, module))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that was typed; dice without a command are rolled."""
        if args[0].lower() == "version":
            click.echo(f"astragal {__version__}")
            ctx.exit()
        if args[0].lower() in _HELP:
            args = [*args[1:], "--help"]
            if len(args) == 1:
                click.echo(ctx.get_help())
                ctx.exit()
        if is_option(args[0]):
            raise _misplaced(args[0].partition("=")[0], ctx)
        if args[0] in _ALSO_ASKED and _is_a_question(args):
            args = ["roll", " ".join(map(as_typed, args))]
        if args[0] not in COMMANDS:
            _refuse_other_words(as_typed(args[0]), args[1:])
            args = ["roll", *args]
        return super().resolve_command(ctx, args)


def _command(name: str, module: str) -> click.Command:
    if module:
        command = import_module(module).command
        assert isinstance(command, click.Command)
        return command
    from astragal.cli.question_command import question_command

    question: Any = question_of_command(name)
    return question_command(question)


def _is_a_question(args: list[str]) -> bool:
    from astragal.cli.reading import asks_in_words

    return asks_in_words(" ".join(map(as_typed, args)))


def _misplaced(option: str, ctx: click.Context) -> click.UsageError:
    """The error for an option before the command or before the dice."""
    command = import_module(COMMANDS["roll"]).command
    if any(option in each.opts for each in command.params):
        return click.UsageError(f"{option} goes behind the dice; e.g. astragal 4d6 {option} …")
    return click.NoSuchOption(option, ctx=ctx)


def _refuse_other_words(word: str, rest: list[str]) -> None:
    """Refuse a word that is neither a command nor dice, suggesting similar commands."""
    from astragal._nearest import did_you_mean
    from astragal.cli.line import parted
    from astragal.cli.reading import is_dice

    text = " ".join([word, *map(as_typed, rest)])
    if is_dice(word) or is_dice(parted(text)[0]):
        return
    if hint := did_you_mean(word, COMMANDS):
        raise click.UsageError(f"there is no command {word}; {hint}")
    if any(map(str.isdigit, text)):
        return  # dice with a mistake, which the roll will report
    raise click.UsageError(
        f"there is no command {word}; to roll dice: astragal 4d6kh3, for the rest: astragal --help"
    )


def run() -> None:
    """Run the command, even if some of its streams are closed or cannot be written."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it was already closed at startup
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    try:
        main()
    except OSError as error:
        with suppress(OSError):
            click.echo(f"error: {visible(str(error.strerror or error))}", err=True)
        os._exit(1)  # exit without flushing the stream that cannot be written
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        gc.freeze()  # spare Python a search for garbage among all objects at exit


@click.group(
    cls=_LazyGroup,
    invoke_without_command=True,
    # -2d6 is dice, not an option
    context_settings={"ignore_unknown_options": True, "help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="astragal %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Dice for tabletop games: roll them, check the rolls, know the odds.

    Dice need no command: they are rolled. Without anything, an interactive prompt starts.

    \b
    astragal 4d6kh3
    astragal d20 with advantage
    astragal roll "2d20kh1 + 5" --times 3
    astragal roll 1d20+@str --set str=3 --explain
    astragal odds 4d6kh3
    astragal odds "1d20+5 >= 15" "2d20kh1+5 >= 15"
    astragal compare 2d6+3 1d12+3
    astragal find --mean 12 --sd 3
    astragal play tiers check 43 --advantages 3
    astragal roll 4d6kh3 --json > roll.json && astragal verify roll.json
    """
    if ctx.obj is None:
        ctx.obj = Session()
    if ctx.invoked_subcommand is None:
        if not sys.stdin.isatty():
            raise click.UsageError(
                "which command? To roll lines from standard input: astragal roll -"
            )
        ctx.invoke(import_module(COMMANDS["prompt"]).command)
