"""Options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import click

from astragal._visible import in_short
from astragal.cli.wrong_use import PlainCommand
from astragal.errors import AstragalError
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.outcome import Number, read_number
from astragal.rolling.sources import Face, HandSource, SeededSource, Source


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


def as_typed(text: str) -> str:
    """An argument as it was typed: in an ASCII locale, Python leaves UTF-8 undecoded."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def parse_faces(text: str) -> list[Face]:
    """``6,5,4,2`` as typed after ``--faces``; ``7/0`` is a d100 by its two dice.

    Symbols are typed as on a face: ``hit,2hit+crit``.
    """
    try:
        return [_face(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise click.BadParameter(
            f"{in_short(text)} is not a list of faces; write them like 6,5,4,2, "
            "a d100 by its two dice like 7/0, and symbols like hit,2hit+crit",
            param_hint="'--faces'",
        ) from None


def _face(word: str) -> Face:
    tens, slash, ones = word.partition("/")
    if word[-1:].isalpha():
        return word
    return (int(tens), int(ones)) if slash else int(word)


def parse_decisions(given: Sequence[str]) -> tuple[str, ...] | None:
    """``re-roll,keep`` as typed after ``--decide``; None if nothing was."""
    typed = [as_typed(text) for text in given]
    if not typed:
        return None
    # Where --decide is given several times, each is one option: a label may contain a comma.
    words = typed[0].split(",") if len(typed) == 1 else typed
    return tuple(word.strip() for word in words if word.strip())


def aim_of_dice(typed: str | None) -> Any:
    """``highest``, ``lowest`` or ``outcome>=15`` as typed after ``--aim``; None if nothing was."""
    if typed is None:
        return None
    from astragal.notation.choices.choosing import aim_of

    return aim_of(as_typed(typed))


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


AIM = "What choices are for: highest, lowest or e.g. outcome>=15."
DECIDE = "The options to choose, in order, e.g. re-roll,keep."


def parse_variables(pairs: Iterable[str], option: str = "--set") -> dict[str, Number]:
    """``str=3`` as typed after ``--set``, any number of times."""
    return dict(parse_variable(pair, option) for pair in pairs)


def parse_variable(pair: str, option: str = "--set") -> tuple[str, Number]:
    name, _, value = as_typed(pair).partition("=")
    name = " ".join(name.strip().removeprefix("@").strip("{}").split())
    number = read_number(value)
    if not name or number is None:
        raise click.BadParameter(
            f"{in_short(pair)} is not a name and a number; write it like str=3 or half=1/2",
            param_hint=f"'{option}'",
        )
    return name, number


def parse_number(text: str, option: str) -> Number:
    """A whole number or a fraction, as typed after an option."""
    number = read_number(text)
    if number is None:
        raise click.BadParameter(
            f"{in_short(text)} is not a number; write it like 15, 7/2 or 3.5",
            param_hint=f"'{option}'",
        )
    return number


_LIMIT = r"(?ai)\d{1,30}(\.\d{1,30})?(e\+?\d{1,2})?"
"""A number of steps; a longer exponent would take minutes to write out, and means no limit."""


def parse_limit(text: str) -> int:
    """``5000000000``, ``5,000,000,000`` or ``5e9``."""
    typed = re.fullmatch(_LIMIT, text.replace(",", "").replace("_", ""))
    from fractions import Fraction

    limit = Fraction(typed[0]) if typed else Fraction(0)
    if limit < 1 or limit.denominator != 1:
        raise click.BadParameter(
            f"{in_short(text)} is not a number of steps; write it like 5e10", param_hint="'--limit'"
        )
    return int(limit)


def limits_given(given: Mapping[str, Any]) -> Limits:
    """What ``--limit`` and ``--time`` allow."""
    limits, steps = DEFAULT_LIMITS, given["limit"]
    if steps is not None:
        # Whoever allows so much work allows as long for paths, and what more is written into.
        usual = limits.odds
        counts = {
            name: max(1, max(steps, least) * getattr(limits, name) // usual)
            for name, least in (("paths", 0), ("states", 0), ("memory", usual), ("asks", usual))
        }
        limits = limits.replaced(odds=steps, **counts)
    return limits if given["time"] is None else limits.replaced(seconds=given["time"])


def parse_time(text: str) -> Number:
    """``2`` or ``0.5``, as typed after ``--time``."""
    seconds = parse_number(text, "--time")
    if seconds <= 0:
        raise click.BadParameter(
            f"{in_short(text[:60])} is no time to work in", param_hint="'--time'"
        )
    return seconds


def _read_time(ctx: click.Context, option: click.Parameter, typed: str | None) -> Number | None:
    return None if typed is None else parse_time(typed)


def _read_limit(ctx: click.Context, option: click.Parameter, typed: str | None) -> int | None:
    return None if typed is None else parse_limit(typed)


LIMIT: dict[str, Any] = {
    "metavar": "STEPS",
    "help": "How much work is allowed, e.g. 5e10: 2e10 is about a minute.",
    "callback": _read_limit,
}
"""What ``--limit`` is, for every command that may take long."""

TIME: dict[str, Any] = {
    "metavar": "SECONDS",
    "help": "Give up after this many seconds.",
    "callback": _read_time,
}
"""What ``--time`` is, for every command that may take long."""


DIALECT: dict[str, Any] = {
    "metavar": "roll20",
    "help": "Read dice as this program does; astragal is our own notation.",
}
"""What ``--dialect`` is, for every command that takes dice."""

GAME: dict[str, Any] = {
    "metavar": "NAME",
    "help": "Read dice as they are read in this game, e.g. tiers: d100 under 45 is its check.",
}
"""What ``--game`` is, for the same commands."""


def choose_source(seed: str | None, faces: str | None) -> Source | None:
    """The source that the options ask for, or None."""
    if seed is not None and faces is not None:
        raise click.UsageError("give --seed or --faces, not both")
    if faces is not None:
        return HandSource(parse_faces(faces))
    return SeededSource(as_typed(seed)) if seed is not None else None
