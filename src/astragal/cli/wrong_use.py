"""Usage errors of the command line in plain words, in place of the option parser's messages."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

import click

from astragal.errors import AstragalError

if TYPE_CHECKING:
    from click.parser import _OptionParser as Parser

_EXTRA = r"(?s)Got unexpected extra arguments? \((?P<words>.*)\)"
_HELP: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""The exception that click raises to show help, which is not an error."""


class WrongUseError(click.ClickException):
    """A usage error, which is shown like every other error."""

    def __init__(self, error: AstragalError, exit_code: int = 2, *, as_json: bool = False) -> None:
        super().__init__(error.message)
        self.error = error
        self.exit_code = exit_code  # type: ignore[misc]
        self.as_json = as_json

    def format_message(self) -> str:
        return "; ".join(filter(None, (self.error.message, self.error.hint)))

    def show(self, file: IO[Any] | None = None) -> None:
        from astragal.cli.screen.terminal import Terminal

        if self.as_json:
            from astragal.service.problems import problem

            Terminal().record(problem(self.error))
        else:
            sys.stdout.flush()
            Terminal(sys.stderr).error(self.error)


@contextmanager
def in_plain_words(*, as_json: bool = False) -> Iterator[None]:
    """Turn every error of the option parser into a WrongUseError."""
    try:
        yield
    except _HELP:
        raise
    except WrongUseError as error:
        error.as_json = error.as_json or as_json
        raise
    except click.ClickException as error:
        raise WrongUseError(said_plainly(error), error.exit_code, as_json=as_json) from None


def said_plainly(error: click.ClickException) -> AstragalError:
    """An error of the option parser in our own words."""
    message, hint = _message(error)
    return AstragalError("wrong-use", message, hint=hint or _where_to_look(error))


def _message(error: click.ClickException) -> tuple[str, str | None]:
    if isinstance(error, click.NoSuchOption):
        return _no_such_option(error)
    if isinstance(error, click.MissingParameter):
        return f"{_called(error.param)} is missing", None
    if isinstance(error, click.BadOptionUsage):
        return _no_value(error)
    if isinstance(error, click.BadParameter):
        return _bad_value(error)
    if isinstance(error, click.FileError):
        return f"{error.ui_filename}: {error.message}", None
    message = error.format_message()
    if extra := re.match(_EXTRA, message):
        return f"{extra['words']} does not work with this command", None
    message, _, hint = message.partition("; ")
    return message, hint


def _no_such_option(error: click.NoSuchOption) -> tuple[str, str | None]:
    from astragal._nearest import did_you_mean

    known = [option for each in _parameters(error.ctx) for option in each.opts]
    return f"there is no option {error.option_name}", did_you_mean(error.option_name, known)


def _no_value(error: click.BadOptionUsage) -> tuple[str, str | None]:
    for each in _parameters(error.ctx):
        if error.option_name in (*each.opts, *each.secondary_opts):
            if isinstance(each, click.Option) and each.is_flag:
                return f"{error.option_name} takes no value", None
            return f"{error.option_name} needs a value", _example(error.option_name, each)
    return f"{error.option_name} needs a value", None


def _example(option: str, parameter: click.Parameter) -> str:
    """An example of an option; or its description, if its metavar is only a placeholder."""
    metavar, about = parameter.metavar or "", getattr(parameter, "help", None)
    return (
        f"{option} {metavar}: {about}"
        if metavar.isupper() and about
        else f"e.g. {option} {metavar}"
    )


def _bad_value(error: click.BadParameter) -> tuple[str, str | None]:
    hint = error.param_hint if isinstance(error.param_hint, str) else ""
    called = hint.strip("'\"") or _called(error.param)
    if error.param is not None and isinstance(error.param.type, click.File):
        return error.message.replace("'", "", 2), None
    return f"{called}: {error.message}".removeprefix(": "), None


def _called(parameter: click.Parameter | None) -> str:
    """The user's name for a parameter: ``--faces``, or FILE."""
    if parameter is None:
        return ""
    if isinstance(parameter, click.Option):
        return parameter.opts[0]
    return (parameter.metavar or parameter.name or "").strip("[].")


def _parameters(ctx: click.Context | None) -> list[click.Parameter]:
    return [] if ctx is None else ctx.command.get_params(ctx)


def _where_to_look(error: click.ClickException) -> str | None:
    ctx = getattr(error, "ctx", None)
    if ctx is None:
        return None
    names = []
    while ctx.parent is not None:
        names.append(ctx.info_name or "")
        ctx = ctx.parent
    return " ".join(["astragal", *reversed(names), "--help shows how"])


class PlainCommand(click.Command):
    """A command that attaches itself to its errors.

    Where words may begin with a dash, ``-h`` is an option only by itself: in ``-2d6kh1`` it is a
    letter. The option parser would treat each letter after a dash as an option.
    """

    def make_parser(self, ctx: click.Context) -> Parser:
        parser = super().make_parser(ctx)
        if ctx.ignore_unknown_options:
            parser._long_opt |= parser._short_opt
            parser._short_opt.clear()
        parse = parser.parse_args

        def parsed(args: list[str]) -> tuple[dict[str, Any], list[str], list[click.Parameter]]:
            found = parse(args)
            _refuse_repeated(found[2], ctx)
            return found

        parser.parse_args = parsed  # type: ignore[method-assign]
        return parser

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise


def _refuse_repeated(order: Sequence[click.Parameter], ctx: click.Context) -> None:
    """Refuse a single-valued option given twice, as the parser would drop the first value."""
    for each, times in Counter(order).items():
        if not isinstance(each, click.Option) or times < 2 or each.multiple:
            continue
        if each.secondary_opts or not each.is_flag:
            raise click.UsageError(f"{each.opts[0]} is given twice", ctx)
