"""What exact odds cannot do, said plainly."""

from __future__ import annotations

from astragal.errors import LimitError, OddsError
from astragal.limits import readable

_ONCE = "`!o` explodes once only"


def no_closed_form(what: str) -> OddsError:
    """There may be odds, but no formula here that ends."""
    return OddsError("no-closed-form", f"no exact odds for {what}", hint=_ONCE)


def both_ways() -> OddsError:
    """A random walk: its odds are roots, not fractions."""
    return OddsError(
        "explodes-both-ways",
        "this explodes upwards and downwards without limit, so its odds are not fractions",
        hint=_ONCE,
    )


def endless_divisor() -> OddsError:
    return OddsError(
        "endless-divisor",
        "odds of a division by a roll that explodes without limit are sums that never end",
        hint=_ONCE,
    )


def too_far() -> LimitError:
    return LimitError(
        "too-far",
        "that far out the odds have millions of digits",
        hint="ask for a number nearer to those that come up",
    )


def too_many_places(places: int, most: int) -> LimitError:
    return LimitError(
        "too-many-places",
        f"these odds need a row of {readable(places)} places; the most is {most:,}",
        hint="numbers that explode must lie closer together",
    )
