"""Questions about odds: ``--at-least``, ``--at-most`` and ``--exactly``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

from astragal.cli.options import as_typed, parse_number
from astragal.errors import OddsError
from astragal.outcome import Outcome, show
from astragal.probability.distribution import Distribution


class Question(NamedTuple):
    """A question that one chance answers."""

    words: str
    answer: Callable[[Distribution], Fraction]


def asked(
    at_least: Iterable[str], at_most: Iterable[str], exactly: Iterable[str]
) -> list[Question]:
    """The questions that were typed."""
    return [*map(_at_least, at_least), *map(_at_most, at_most), *map(_exactly, exactly)]


def _at_least(text: str) -> Question:
    number = parse_number(text, "--at-least")
    return Question(f"at least {number}", lambda odds: _ordered(odds).at_least(number))


def _at_most(text: str) -> Question:
    number = parse_number(text, "--at-most")
    return Question(f"at most {number}", lambda odds: _ordered(odds).at_most(number))


def _ordered(odds: Distribution) -> Distribution:
    if not odds.numeric:
        raise OddsError(
            "not-numbers",
            f"`{odds.label}` gives no numbers",
            hint=f"e.g. --exactly '{show(next(iter(odds)))}'",
        )
    return odds


def _exactly(text: str) -> Question:
    """A number, true or false, or a name as it was typed."""
    typed = " ".join(as_typed(text).split())

    def answer(odds: Distribution) -> Fraction:
        if odds.numeric:
            return odds.probability(parse_number(typed, "--exactly"))
        return odds.probability(_named(odds, typed))

    return Question(f"exactly {typed}", answer)


def _named(odds: Distribution, typed: str) -> Outcome:
    """The outcome of this name."""
    names: dict[str, Outcome] = {show(outcome): outcome for outcome in odds}
    if odds.truth:
        names |= {"true": True, "false": False}
    wanted = typed.lower() if odds.truth else typed
    if wanted not in names:
        some = ", ".join(list(names)[:8])
        message = f"`{odds.label}` never gives {typed}"
        raise OddsError("no-such-outcome", message, hint=f"it gives {some}")
    return names[wanted]
