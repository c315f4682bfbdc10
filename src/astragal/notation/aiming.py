"""Limits of re-rolls and explosions to certain dice: ``r<=2:1``, ``!:3``, ``rl1``, ``!oh2``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.errors import NotationError, Span
from astragal.notation.conditions import Condition, Ranked

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader


def read_ranked(reader: Reader, letter: str, start: int) -> Ranked:
    """Read the dice that ``l2`` or ``h2`` aims at; the letter has already been read."""
    end = reader.at
    reader.skip()
    number = reader.digits()
    if number is None:
        reader.at = end
    return Ranked(1 if number is None else number, letter == "h", reader.span(start))


def refuse_ranks(reader: Reader, start: int) -> None:
    """Refuse ``rrl1`` and ``!h1``: the modifier starting there may apply more than once."""
    if reader.here().lower() in ("l", "h"):
        raise _only_once(reader.span(start))


def read_limit(reader: Reader, start: int) -> int | None:
    """Read a ``:3`` after a modifier, if there is one."""
    if not reader.take_here(":"):
        return None
    number = reader.digits()
    if number is None:
        raise reader.error(
            "missing-number",
            "how many dice at most?",
            reader.span(start),
            "e.g. `4d6r<=2:1` or `4d6!:2`",
        )
    return number


def check_aim(
    condition: Condition | None, at_most: int | None, span: Span, *, once: bool, limited: bool
) -> None:
    """Refuse ranks for modifiers that may apply more than ``once``, and meaningless limits."""
    by_rank = condition is not None and condition.by_rank
    if by_rank and not once:
        raise _only_once(span)
    if at_most is None:
        return
    if at_most < 1:
        message = f"`:{at_most}` means {at_most} dice; it must be at least 1"
        raise NotationError("bad-count", message, span=span)
    if by_rank or not limited:
        raise NotationError(
            "bad-number-of-times",
            f"`:{at_most}` has no meaning here",
            span=span,
            hint="a limit goes with `r`, `!` and `!o`: `4d6r<=2:1`, `4d6!:2`",
        )


def _only_once(span: Span) -> NotationError:
    return NotationError(
        "bad-number-of-times",
        "only what happens once can aim at the highest or lowest dice",
        span=span,
        hint="`rl1` re-rolls the lowest die, `!oh1` explodes the highest",
    )
