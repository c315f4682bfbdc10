"""Hints in the words of the command line: tables by the codes of errors.

Errors carry hints for players and for programmers. Only the command line knows which of its
options, or which line at the prompt, does what a hint suggests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log10
from typing import TypeAlias

import click

from astragal.errors import AstragalError, Audience, Hints, LimitError

Words: TypeAlias = Mapping[str, str | Callable[[AstragalError], str | None]]
"""A hint for each error code: a text, or a function of the error."""


def hinted(
    error: AstragalError, words: Words, audience: Audience = Audience.PLAYER
) -> AstragalError:
    """The error with a single hint: from ``words``, or else the hint for the audience."""
    own = _in(words, error)
    if isinstance(error, LimitError) and audience is Audience.PROGRAMMER:
        own = "; ".join(filter(None, (_remedy(error), own)))
    hint = own or error.hint_for(audience)
    error.hint = Hints(hint, hint)
    return error


WRONG_USE = ("bad-axes", "bad-axis", "bad-field", "bad-goal", "unfit-field")
"""Codes of invalid questions. The exit status is 2."""


def raise_if_wrong(error: AstragalError) -> None:
    """Raise an error about the form of a question as a usage error of the command line."""
    if error.code in WRONG_USE:
        raise click.UsageError("; ".join(filter(None, (error.message, error.hint)))) from None


def _remedy(error: LimitError) -> str:
    """The remedy for the author of a rule, apart from a higher limit."""
    remedy, _, _ = (error.hint_for(Audience.PROGRAMMER) or "").rpartition("to raise it: ")
    return remedy.removesuffix("; ").replace("duration()", "--steps")


def at_the_prompt(error: AstragalError) -> str | None:
    """The hint at the prompt."""
    return _in(PROMPT, error) or error.hint_for(Audience.PLAYER)


def _in(words: Words, error: AstragalError) -> str | None:
    own = words.get(error.code)
    return own(error) if callable(own) else own


def _variable(error: AstragalError) -> str:
    """The name in an error about a missing value."""
    return error.message.rpartition("@")[2].strip("{}")


def _set(error: AstragalError) -> str | None:
    given = (error.hint or "").startswith("given: ")
    return None if given else f"give it one: --set '{_variable(error)}=3'"


def _asked(error: AstragalError) -> str:
    """The unanswered question in an error."""
    return error.message.removeprefix("the macro asks for ")


def _more_work(error: AstragalError) -> str | None:
    """The limit that the odds need, rounded up, or a limit to try if the need is unknown."""
    if not isinstance(error, LimitError) or error.number is None:
        return None
    if error.at_least:
        return f"to try with ten times that: --limit {_round_up(10 * error.number)}"
    return f"to allow it: --limit {_round_up(error.number)} or more"


def _round_up(number: int) -> str:
    """A larger number with one significant digit, in the form for ``--limit``: ``5e9``."""
    zeros = int(log10(number))
    most = number // 10**zeros + 1
    return f"{most}e{zeros}" if most < 10 else f"1e{zeros + 1}"


def _round(number: int) -> str:
    """The number in that form if it has one significant digit; else rounded up."""
    zeros = int(log10(number))
    return f"{number // 10**zeros}e{zeros}" if number % 10**zeros == 0 else _round_up(number)


def _more(error: AstragalError) -> str | None:
    """Suggest ten times the allowed steps, which raises all other limits in proportion."""
    steps = error.steps if isinstance(error, LimitError) else None
    return None if steps is None else f"to allow ten times as much: --limit {_round(10 * steps)}"


_TOO_MUCH: Words = {
    "too-many-odds": _more_work,
    **dict.fromkeys(
        ("too-many-paths", "too-many-states", "too-many-asks", "too-much-memory"), _more
    ),
}
"""Hints for the limits that ``--limit`` raises."""

_MORE_TIME = "to allow more time: --time …"
_WHICH_END = "--least or --greatest says which is meant"


def _as_macro(error: AstragalError) -> str:
    """The command for text that is a macro, not a formula; the hint names the program."""
    from astragal.dialects.dialect import title_of
    from astragal.dialects.macros import macro_dialects

    programs = (name for name in macro_dialects() if title_of(name) in (error.hint or ""))
    return f"to read it as a macro: astragal macro '…' --dialect {next(programs, '…')}"


DICE: Words = {
    "undecided": "--decide says what to choose, --aim what the choices are for",
    "bad-aim": "--aim says what they are for, such as outcome=hit",
    "missing-variable": _set,
    **_TOO_MUCH,
    "not-numbers": "--of says what to look at, such as outcome=hit",
    "rises-and-falls": _WHICH_END,
    "too-slow": _MORE_TIME,
    "cannot-travel": "leave out --workers and --cluster",
    "not-a-formula": _as_macro,
    "no-such-table": lambda error: f"{_as_macro(error)} --table NAME=FILE",
}
"""Hints for commands that have none of their own."""

RULES: Words = {
    **_TOO_MUCH,
    "undecided": "--aim says what choices are for; in a roll, --decide says what to choose",
    "not-numbers": "--of says what to look at: a field of the outcome, or e.g. outcome=won",
    "rises-and-falls": _WHICH_END,
    "too-slow": _MORE_TIME,
    "cannot-travel": "leave out --workers and --cluster",
}

FOUND: Words = {
    **_TOO_MUCH,
    "too-slow": _MORE_TIME,
    "no-wish": "e.g. --mean 12 --sd 3, or --chance '>=15' 65%",
    "not-numbers": "--of says what to look at: a field of the outcome",
}

MACRO: Words = {
    **DICE,
    "unanswered": lambda error: f"answer it: --answer '{_asked(error)}=…'",
    "no-such-table": "--table NAME=FILE gives it",
    "no-such-macro": "--macro NAME=TEXT gives it",
}

PAUSED: Words = {
    **_TOO_MUCH,
    "undecided": "--decide says what to choose, --advise what each option is worth",
    "no-aim": "--aim says what to make likely, or large: a field of the outcome",
    "signed": "--key names the file with the secret",
    "unknown-rule": "--rules names the file with the rule",
    "too-slow": _MORE_TIME,
}

OF_COMMANDS: Mapping[str, Words] = {
    "play": RULES,
    "find": FOUND,
    "macro": MACRO,
    "resume": PAUSED,
}
"""Commands with hints of their own."""

ASKED: Words = {"no-aim": "say what it is for: advise passes, or e.g. advise outcome>=15"}
"""Hints for ``advise`` when a rule at the prompt needs a decision"""

PROMPT: Words = {
    "missing-variable": lambda error: f"give it a value first, e.g. set {_variable(error)}=3",
    **_TOO_MUCH,
    "not-a-formula": "to read it as a macro, type macro before it",
}
"""Hints for every line at the prompt"""
