"""Going through cases: what comes of each, put together by how likely it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple, TypeVar

from astragal.errors import OddsError, RollError
from astragal.odds.laws.law import Law, union
from astragal.outcome import Outcome


class Chances(NamedTuple):
    """Outcomes that are not numbers, with their weights over one denominator."""

    weights: Mapping[Any, int]
    below: int


Case = TypeVar("Case")
Result = TypeVar("Result")


class FailureError(Exception):
    """Some of the faces make the roll impossible."""

    def __init__(self, error: RollError, chance: Fraction) -> None:
        self.error = error
        self.chance = chance

    def told(self) -> RollError:
        error = self.error
        if self.chance == 1:
            return error
        chance = self.chance
        short = chance.denominator.bit_length() < 200
        probability = str(chance) if short else f"about {float(chance):.3g}"
        message = f"{error.message}; that happens with probability {probability}"
        return RollError(error.code, message, span=error.span, hint=error.hint)


def for_each(
    cases: Iterable[tuple[Fraction, Case]], then: Callable[[Case], Result]
) -> list[tuple[Fraction, Result]]:
    """What comes of every case; if some fail, how likely that is."""
    results: list[tuple[Fraction, Result]] = []
    failed, first = Fraction(0), None
    for chance, case in cases:
        try:
            results.append((chance, then(case)))
        except FailureError as failure:
            failed += chance * failure.chance
            first = first or failure.error
        except RollError as error:
            failed += chance
            first = first or error
    if first is not None:
        raise FailureError(first, failed)
    return results


def mixed(results: Iterable[tuple[Fraction, Law]]) -> Law:
    return union(law.weighted(chance) for chance, law in results)


def chances_of(outcome: Law | Chances, truth: bool) -> Chances:
    if isinstance(outcome, Chances):
        return outcome
    if not outcome.finite:
        raise OddsError(
            "endless",
            "lists of rolls that explode without limit have no end of outcomes",
            hint="leave out the repeat, or `!o` explodes once only",
        )
    table, below = outcome.table()
    named = {(bool(n) if truth else n): weight for n, weight in table.items() if weight}
    return Chances(named, below)


def whole_chances(chances: Mapping[Any, Fraction]) -> Chances:
    """Probabilities as whole weights."""
    below = lcm(*(chance.denominator for chance in chances.values()))
    weights = {outcome: int(chance * below) for outcome, chance in chances.items() if chance}
    return Chances(weights, below)


def merged(results: Sequence[tuple[Fraction, Law | Chances]]) -> Law | Chances:
    chances: dict[Outcome, Fraction] = defaultdict(Fraction)
    laws = []
    for chance, result in results:
        if isinstance(result, Law):
            laws.append(result.weighted(chance))
        else:
            for outcome, weight in result.weights.items():
                chances[outcome] += chance * Fraction(weight, result.below)
    return union(laws) if laws else whole_chances(chances)
