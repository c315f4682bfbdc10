"""Errors for odds that have no exact form here, or whose exact form is too long."""

from __future__ import annotations

from astragal.errors import Hints, LimitError, OddsError
from astragal.limits import readable

_ONCE = "to explode once only, write `!o`"


def no_closed_form(what: str) -> OddsError:
    """An error for odds without a finite formula here, though they may exist."""
    return OddsError("no-closed-form", f"no exact odds for {what}", hint=_ONCE)


def no_end_of_a_walk() -> OddsError:
    return OddsError(
        "no-closed-form",
        "a walk has no end over dice that explode without limit",
        hint=Hints(
            "walk from the lowest face up (`rising=True`) and end with `Done`, or explode once "
            "only (`!o`)",
            _ONCE,
        ),
    )


def both_ways() -> OddsError:
    """An error for random walks: their odds are roots, not fractions."""
    return OddsError(
        "explodes-both-ways",
        "this explodes both upwards and downwards without limit, so its odds are not fractions",
        hint=_ONCE,
    )


def endless_divisor() -> OddsError:
    return OddsError(
        "endless-divisor",
        "the odds of dividing by a roll that explodes without limit are infinite sums",
        hint=_ONCE,
    )


def too_far() -> LimitError:
    return LimitError(
        "too-far",
        "that far out, probabilities have millions of digits",
        hint="ask about a number closer to the likely ones",
    )


def too_many_places(places: int, most: int) -> LimitError:
    return LimitError(
        "too-many-places",
        f"these odds would need a polynomial of {readable(places)} terms; the limit is {most:,}",
        hint="use faces that lie closer together",
    )
