"""The preview of a line while it is being typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.cli.line import first_word, in_dialect, unpasted
from astragal.cli.reading import what_was_read
from astragal.errors import AstragalError

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt

_LONGEST = 200
"""Longer lines have no preview, because it is computed after each key."""


def preview(prompt: Prompt, line: str) -> str:
    """The meaning of dice, the call of a rule, or what a command does; "" if unknown.

    An unfinished line is not a mistake: nothing is said about it.
    """
    line = unpasted(line)
    if not line or len(line) > _LONGEST:
        return ""
    try:
        return _cut(_meaning(prompt, line), prompt.width - 1)
    except AstragalError:
        return ""


def _cut(text: str, width: int) -> str:
    """The text, shortened to one row."""
    return text if len(text) <= width else f"{text[: width - 1].rstrip()}…"


def _meaning(prompt: Prompt, line: str) -> str:
    from astragal.cli.prompt.commands import own_commands

    word, rest = first_word(line)
    game = prompt.session.game
    mine = own_commands().get(word) if word else None
    if mine is not None and not (mine.alone and rest):
        return f"{mine.usage}: {mine.about}"
    if game is not None and (rule := game.rules.get(word.replace("-", "_"))) is not None:
        takes = " ".join(f"[{each.name}]" for each in rule.parameters[:4])
        return f"{word} {takes}: {rule.text.partition(chr(10))[0]}"
    if word in ("roll", "odds"):
        line = rest
    text, dialect = in_dialect(line)
    values = prompt.session.context(dialect=dialect)
    if (called := values.called(text)) is not None:
        return called.told
    read = values.read(text)
    return ": ".join([*what_was_read(read), read.expression.describe()])
