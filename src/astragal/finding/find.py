"""``find``: search for dice, or parameters of a rule, that meet a designer's wishes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from astragal._visible import in_short
from astragal.errors import OddsError
from astragal.experiment.choices import Decide
from astragal.finding.candidate import Candidate
from astragal.finding.dice import DiceFamily
from astragal.finding.found import Found
from astragal.finding.offs import Off
from astragal.finding.parameters import Looking, maker_of, tried, values_of
from astragal.finding.search import Search
from astragal.finding.targets import bad_wish
from astragal.finding.wishes import Wish, Wishes, checked_wishes
from astragal.limits import DEFAULT_LIMITS, Limits, bounded, check_limits
from astragal.probability.checks import checked_count
from astragal.probability.views import View, view_name
from astragal.sweeps.axes import Axes

_FAR = 10**6
"""The largest ``near`` that is accepted."""

_MOST = 200
"""The most candidates shown."""


@bounded
def find(
    what: Any = None,
    axes: Axes | None = None,
    *,
    wishes: Wishes,
    of: View | None = None,
    fixed: Mapping[str, Any] | None = None,
    aim: View | None = None,
    decide: Decide | None = None,
    show: int = 10,
    near: Fraction | int = 0,
    limits: Limits | None = None,
) -> Found:
    """Find the dice, or the parameters of a rule, that come closest to some wishes.

    Without ``what``, the family is 1 to 12 dice with 4, 6, 8, 10, 12, 20 or 100 sides or Fate dice,
    adding up all or keeping some, in one group or two different ones, plus -20 to 20. ``what`` may
    be notation with open numbers, whose values are given by ``axes``, as in
    ``find("XdY+Z", {"X": range(1, 11), …})``; or anything that can be swept, such as a rule.
    ``of``, ``fixed``, ``aim`` and ``decide`` work as in ``sweep``.

    ``wishes`` are ``{"mean": 12, "sd": 3, ">=15": "65 %"}``, or a list of ``Wish``. A candidate's
    distance is the sum of how far it misses each wish, times the weight; a chance that is off by
    5 % counts as much as a mean that is off by 1. Ties go to the simplest candidate; any distance
    up to ``near`` counts as a tie for first place.

    >>> import astragal
    >>> [each.name for each in astragal.find(wishes={"mean": 12, "sd": 3}, show=2)]
    ['1d8+3d4', '4d4+6dF+2']
    >>> from astragal.games.tiers import check
    >>> astragal.find(check, {"stat": range(30, 60, 5)}, wishes={"passes": "50 %"}, show=1)
    wished for: chance of passes 50 %
      the best 1 of 6, best first
    <BLANKLINE>
         found     off   passes  chances
      1  stat=50  0.20  51.00 %  ▁█▂▂▂▂▂▁▁▁▁▁▁
    """
    wished = checked_wishes(wishes)
    count = checked_count(show, 1, _MOST)
    allowed = DEFAULT_LIMITS if limits is None else check_limits(limits)
    if allowed.tally is None:
        allowed = allowed.shared()  # all candidates together count towards the limits
    enough = _checked_near(near)
    if what is None:
        return _of_our_family(wished, count, enough, allowed, axes)
    if not axes:
        raise OddsError("no-open-numbers", "which numbers are open, and what may they be?")
    values = values_of(axes, allowed)
    make = maker_of(what, tuple(values), fixed, allowed)
    found = tried(make, values, Looking(wished, of, aim, decide, allowed, Off(enough), count))
    named = "" if of is None else view_name(of)
    return Found(wished, found.candidates, found.count, found.refusals, named)


def _of_our_family(
    wishes: tuple[Wish, ...], count: int, near: Fraction, limits: Limits, axes: Axes | None
) -> Found:
    if axes:
        raise OddsError("no-open-numbers", "open numbers of what? e.g. find('XdY+Z', …)")
    for wish in wishes:
        if wish.is_chance and wish.condition is None:
            raise bad_wish(
                f"{in_short(wish.of)} is not a condition on dice; write >=15, =7 or 3..8"
            )
    family = DiceFamily()
    best: list[Candidate] = Search(family, wishes, count, limits, near).found()
    return Found(wishes, best, family.size)


def _checked_near(near: Fraction | int) -> Fraction:
    if isinstance(near, bool) or not isinstance(near, int | Fraction) or not 0 <= near <= _FAR:
        raise bad_wish(f"near must be a number, from 0 to {_FAR:,}, not {in_short(near)}")
    return Fraction(near)
