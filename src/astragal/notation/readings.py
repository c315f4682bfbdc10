"""What is read from a pool: by a function where it stands, or by several from a name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from astragal.errors import OddsError
from astragal.notation.functions import FUNCTIONS
from astragal.notation.nodes import Binding, Labelled, Name, Node
from astragal.odds.laws.law import Law
from astragal.odds.pools.effects import Keep, middle_ranks
from astragal.odds.pools.identical import Equal
from astragal.odds.pools.joint import (
    DISTINCT,
    LARGEST_SET,
    LONGEST_RUN,
    Reading,
    ranks,
    read_together,
)
from astragal.odds.pools.pool import Pool, total_after
from astragal.outcome import Number, tidy


class Feature(NamedTuple):
    """What is asked of a name: its total, or what a function reads from it."""

    name: str
    function: str = ""
    number: int = 1


def feature_of(pool: Node, function: str, count: int) -> Feature:
    while isinstance(pool, Labelled):
        pool = pool.inner
    return Feature(pool.name if isinstance(pool, Name) else "", function, count)


def law_of_reading(pool: Pool, function: str, count: int) -> Law:
    match function:
        case "highest":
            return total_after(pool, [Keep(count, highest=True, drop=False)])
        case "lowest":
            return total_after(pool, [Keep(count, highest=False, drop=False)])
        case "middle":
            return pool.middle()
        case "largest_set":
            return pool.largest_set()
        case "longest_run":
            return pool.longest_run()
        case "distinct":
            return pool.distinct()
    raise TypeError(f"no odds for {function}")


def read_features(
    pool: Pool, features: Sequence[Feature], binding: Binding
) -> dict[tuple[Number, ...], Fraction]:
    if isinstance(pool, Equal) and pool.law.finite:
        readings = [_reading_together(feature, pool.n) for feature in features]
        return read_together(pool.law, pool.n, readings, pool.budget)
    try:
        sets = pool.multisets().sets
    except OddsError:
        raise endless_name(binding) from None
    results: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
    for values, chance in sets.items():
        results[tuple(_read_values(feature, values) for feature in features)] += chance
    return results


def _read_values(feature: Feature, values: Sequence[Number]) -> Number:
    if not feature.function:
        return tidy(sum(values))
    counts = [feature.number] if feature.function in ("highest", "lowest") else []
    return tidy(FUNCTIONS[feature.function].compute(values, *counts))


def _reading_together(feature: Feature, n: int) -> Reading:
    match feature.function:
        case "":
            return ranks(0, n)
        case "highest" | "lowest":
            keep = Keep(feature.number, feature.function == "highest", drop=False)
            return ranks(*keep.ranks(n))
        case "largest_set":
            return LARGEST_SET
        case "longest_run":
            return LONGEST_RUN
        case "distinct":
            return DISTINCT
        case "middle":
            first, last = middle_ranks(n) if n else (0, 1)
            return ranks(first, last, Fraction(1, last - first))
    raise TypeError(f"no odds for {feature.function}")


def endless_name(binding: Binding) -> OddsError:
    return OddsError(
        "endless",
        f"`{binding.name}` explodes without limit and is used more than once: no exact odds for that",
        span=binding.span,
        hint="`!o` explodes once only",
    )
