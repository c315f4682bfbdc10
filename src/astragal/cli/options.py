"""Options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import click

from astragal._visible import in_short
from astragal.cli.asking import Way, as_typed, options_of, value_of
from astragal.cli.session import in_session
from astragal.cli.wrong_use import PlainCommand
from astragal.errors import AstragalError
from astragal.outcome import Number, read_number
from astragal.rolling.sources import HandSource, SeededSource, Source
from astragal.service.fields import DECISIONS, FACES, Field


class WordsCommand(PlainCommand):
    """A command whose arguments may begin with a dash: ``-2d6`` is dice, ``-2`` a modifier.

    What looks like an option, but is none, is still refused.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.ignore_unknown_options = True
        separated = args[args.index("--") :] if "--" in args else []
        rest = super().parse_args(ctx, args)
        for text in self._words(ctx):
            if is_option(text) and text not in separated:
                raise click.NoSuchOption(text.partition("=")[0], ctx=ctx)
        return rest

    def _words(self, ctx: click.Context) -> Iterator[str]:
        for each in self.params:
            if isinstance(each, click.Argument):
                yield from ctx.params.get(each.name or "") or ()


def asking_command(
    name: str,
    ways: Sequence[Way],
    do: Callable[..., None],
    words: str,
    common: Sequence[Field] = (),
    **more: Any,
) -> WordsCommand:
    """A command that asks a question about words; ``do`` gets the session and what was typed."""
    return WordsCommand(
        name,
        callback=in_session(do),
        params=[click.Argument(["words"], nargs=-1, metavar=words), *options_of(ways, common)],
        help=do.__doc__,
        **more,
    )


_OPTION = re.compile(r"--[a-zA-Z].*|-[a-zA-Z]", re.DOTALL)


def is_option(text: str) -> bool:
    """Whether a word is written as options are: ``--explain``, ``-x``; but ``--d6`` is dice."""
    if not _OPTION.fullmatch(text):
        return False
    from astragal.dialects.reading import parse

    try:
        return not parse(text).body.draws
    except AstragalError:
        return True


def parse_decisions(given: Sequence[str]) -> tuple[str, ...] | None:
    """``re-roll,keep`` as typed after ``--decide``; None if nothing was."""
    typed: tuple[str, ...] | None = value_of(DECISIONS, tuple(given)) if given else None
    return typed


_WITH_VALUE = ("--faces", "--seed", "--decide", "--times", "--stakes", "--sheet-out", "--pause")
_ALONE = ("--explain",)


def without_roll_options(words: Iterable[str]) -> list[str]:
    """The words without the options that go with a roll alone.

    >>> without_roll_options(["4d6", "--faces", "6,5,4,2", "--explain", "--set", "str=3"])
    ['4d6', '--set', 'str=3']
    """
    left, rest = [], iter(words)
    for word in rest:
        if word in _WITH_VALUE:
            next(rest, None)
        elif word not in _ALONE and not word.startswith(tuple(f"{each}=" for each in _WITH_VALUE)):
            left.append(word)
    return left


def parse_number(text: str, option: str) -> Number:
    """A whole number or a fraction, as typed after an option."""
    number = read_number(text)
    if number is None:
        raise click.BadParameter(
            f"{in_short(text)} is not a number; write it like 15, 7/2 or 3.5",
            param_hint=f"'{option}'",
        )
    return number


def choose_source(seed: str | None, faces: str | None) -> Source | None:
    """The source that the options ask for, or None."""
    if seed is not None and faces is not None:
        raise click.UsageError("give --seed or --faces, not both")
    if faces is not None:
        return HandSource(value_of(FACES, faces))
    return SeededSource(as_typed(seed)) if seed is not None else None
