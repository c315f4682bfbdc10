"""``compare``: set notation, rules and other experiments side by side."""

from __future__ import annotations

from typing import Any

from astragal.comparing.comparison import Comparison
from astragal.errors import OddsError
from astragal.experiment.experiment import Variables
from astragal.limits import Limits, bounded
from astragal.probability.distribution import Distribution
from astragal.probability.views import View
from astragal.rules.api import odds


@bounded
def compare(
    *several: Any,
    of: View | None = None,
    variables: Variables | None = None,
    aim: View | None = None,
    limits: Limits | None = None,
) -> Comparison:
    """Compare notation, rules with parameters, other experiments or odds, exactly.

    ``of`` selects what to compare: a field of the outcome, a condition such as ``score>=7``, or a
    function. ``variables`` and ``aim`` work as in ``odds``.

    >>> import astragal
    >>> astragal.compare("1d4+1", "1d6")
               mean    sd  median   range
      1d4 + 1  3.50  1.12       3  2 to 5
      1d6      3.50  1.71       3  1 to 6
    <BLANKLINE>
         1d4 + 1      1d6  difference
      1      0 %  16.67 %    +16.67 %
      2  25.00 %  16.67 %     -8.33 %
      3  25.00 %  16.67 %     -8.33 %
      4  25.00 %  16.67 %     -8.33 %
      5  25.00 %  16.67 %     -8.33 %
      6      0 %  16.67 %    +16.67 %
    <BLANKLINE>
    1d4 + 1 beats 1d6 41.67 % of the time, ties 16.67 % and loses 41.67 %. The
      better chance to reach a number: 1d4 + 1 up to 3; 1d6 from 5 on.
    """
    if not several:
        raise OddsError("nothing-to-compare", "compare what? e.g. compare('2d6+3', '1d12+3')")
    found = [_odds(each, variables, aim, limits) for each in several]
    return Comparison(found if of is None else [each.of(of) for each in found], limits=limits)


def _odds(
    what: Any, variables: Variables | None, aim: View | None, limits: Limits | None
) -> Distribution:
    if isinstance(what, Distribution):
        return what
    return odds(what, variables=variables, aim=aim, limits=limits)
