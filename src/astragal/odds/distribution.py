"""A distribution: exact odds as a value."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import ceil, gcd, lcm
from types import MappingProxyType
from typing import Any, NamedTuple

from astragal.die import Die
from astragal.errors import OddsError
from astragal.odds.budget import Budget
from astragal.odds.checks import (
    checked_count,
    checked_number,
    checked_outcome,
    checked_share,
    checked_tail,
    require_function,
)
from astragal.odds.generating.series import Series
from astragal.odds.laws import arithmetic
from astragal.odds.laws.law import Law, union
from astragal.odds.listing import Listing, list_outcomes, same_odds
from astragal.odds.moments import Moments
from astragal.odds.operators import Operators
from astragal.odds.pools.effects import Keep
from astragal.odds.pools.identical import Equal
from astragal.odds.views import View, view_name, view_of
from astragal.outcome import Number, show, tidy
from astragal.render.rendered import Rendered

TAIL = Fraction(1, 10**12)
"""Outcomes without end are listed until what is left weighs less than this."""


class Versus(NamedTuple):
    """How one distribution fares against another, rolled independently."""

    win: Fraction
    tie: Fraction
    lose: Fraction


class Distribution(Operators, Moments, Rendered):
    """Outcomes with whole-number weights over one denominator. Immutable; equal when the odds are equal.

    Outcomes are numbers, true and false, names, lists (as tuples) of these, or anything else that is hashable
    and exact. Where there is no end of them (dice that explode), those listed are exact, ``tail`` is what all
    others weigh together, and every question about numbers is still answered exactly.

    >>> from astragal import Distribution
    >>> coin = Distribution({0: 1, 1: 1})
    >>> coin.probability(1), coin.mean, (coin + coin).probability(1)
    (Fraction(1, 2), Fraction(1, 2), Fraction(1, 2))
    """

    label: str
    """what these are the odds of, in notation or words; not part of the value"""
    _table: Mapping[Any, int]
    _denominator: int
    _given_law: Law | None
    _listed_to: Fraction

    def __init__(self, weights: Mapping[Any, int | Fraction], *, label: str = "") -> None:
        if not isinstance(weights, Mapping):
            raise OddsError(
                "bad-outcome", f"outcomes with their weights are needed, not {weights!r}"
            )
        if not weights:
            raise OddsError("no-outcomes", "a distribution needs at least one outcome")
        table: dict[Any, int | Fraction] = {}
        for outcome, weight in weights.items():
            if isinstance(weight, bool) or not isinstance(weight, int | Fraction) or weight < 0:
                raise OddsError(
                    "bad-weight",
                    f"a weight is a whole number or a Fraction from 0 on, not {weight!r}",
                )
            if weight:
                table[checked_outcome(outcome)] = weight
        kinds = {isinstance(each, bool) for each in table if isinstance(each, int | Fraction)}
        if len(kinds) > 1:
            raise OddsError("bad-outcome", "true and false do not mix with numbers")
        total = sum(table.values())
        if not total:
            raise OddsError("no-outcomes", "a distribution needs an outcome that can happen")
        below = lcm(*(weight.denominator for weight in table.values()))
        counted = {outcome: int(weight * below) for outcome, weight in table.items()}
        self._settle(_in_order(counted), int(total * below), None, label)

    def _settle(
        self,
        table: Mapping[Any, int],
        denominator: int,
        law: Law | None,
        label: str,
        listed_to: Fraction = TAIL,
    ) -> None:
        common = gcd(denominator, *table.values()) if table else 1
        if common > 1:
            table = {outcome: weight // common for outcome, weight in table.items()}
        self.__dict__.update(
            _table=MappingProxyType(table),
            _denominator=denominator // common,
            _given_law=law,
            _listed_to=listed_to,
            label=label,
        )

    @classmethod
    def of_law(
        cls, law: Law, *, truth: bool = False, label: str = "", tail: Fraction = TAIL
    ) -> Distribution:
        """The odds a law of probability one gives; ``truth`` reads its 0 and 1 as false and true."""
        self = cls.__new__(cls)
        if not law.finite:
            self._settle({}, 1, law, label, tail)
            return self
        law = law.reduced()
        weights, below = law.table()
        assert sum(weights.values()) == below, "the odds of everything add up to one"
        if truth:
            named = {name: weights.get(int(name), 0) for name in (False, True)}
            self._settle({name: w for name, w in named.items() if w}, below, None, label)
        else:
            self._settle(law.in_order(), below, law, label)
        return self

    @classmethod
    def of_die(cls, die: Die) -> Distribution:
        """The odds of one die.

        >>> from astragal import Die, Distribution
        >>> Distribution.of_die(Die(6)).probability(3)
        Fraction(1, 6)
        """
        return cls.of_law(Law.of_die(die), label=str(die))

    @classmethod
    def mixture(
        cls, parts: Iterable[tuple[Distribution, int | Fraction]], *, label: str = ""
    ) -> Distribution:
        """One of several distributions, each with a weight.

        >>> from astragal import Die, Distribution
        >>> d4, d6 = (Distribution.of_die(Die(sides)) for sides in (4, 6))
        >>> Distribution.mixture([(d4, 1), (d6, 2)]).probability(6)
        Fraction(1, 9)
        """
        weighted = [_checked_part(*part) for part in parts]
        if len({part.truth for part, _ in weighted if part.truth or part.numeric}) > 1:
            raise OddsError("bad-outcome", "true and false do not mix with numbers")
        total = sum((weight for _, weight in weighted), Fraction(0))
        if not total or any(weight < 0 for _, weight in weighted):
            raise OddsError("bad-weight", "a mixture needs weights from 0 on, not all of them 0")
        if any(not part.finite for part, _ in weighted):
            laws = [part._law.weighted(weight / total) for part, weight in weighted]
            return cls.of_law(union(laws), label=label)
        table: dict[Any, Fraction] = defaultdict(Fraction)
        for part, weight in weighted:
            for outcome, chance in part.items():
                table[outcome] += chance * weight
        return cls(table, label=label)

    # What there is

    @property
    def finite(self) -> bool:
        """Whether the outcomes end."""
        return self._given_law is None or self._given_law.finite

    @cached_property
    def _listing(self) -> Listing:
        assert self._given_law is not None
        return list_outcomes(self._given_law, self._listed_to)

    @property
    def weights(self) -> Mapping[Any, int]:
        """Every listed outcome with its weight, over ``denominator``."""
        listed: Mapping[Any, int] = self._table if self.finite else self._listing.weights
        return listed

    @property
    def denominator(self) -> int:
        """What every weight is over."""
        return self._denominator if self.finite else self._listing.denominator

    @property
    def outcomes(self) -> tuple[Any, ...]:
        """The outcomes: all that can happen, or of those without end, the ones listed."""
        return tuple(self.weights)

    def weight(self, outcome: Any) -> int:
        """The weight of a listed outcome, over ``denominator``."""
        return self.weights.get(outcome, 0) if outcome in self else 0

    def items(self) -> Iterator[tuple[Any, Fraction]]:
        """Every listed outcome with its probability."""
        below = self.denominator
        return ((outcome, Fraction(weight, below)) for outcome, weight in self.weights.items())

    @property
    def tail(self) -> Fraction:
        """The probability of everything that is not listed: 0 where the outcomes end."""
        return Fraction(0) if self.finite else self._listing.tail

    def listed_to(self, tail: Fraction | int) -> Distribution:
        """The same odds, listed until what is left weighs less than ``tail``.

        >>> import astragal
        >>> from fractions import Fraction
        >>> odds = astragal.odds("1d6!")
        >>> len(odds), len(odds.listed_to(Fraction(1, 1000)))
        (79, 20)
        """
        tail = checked_tail(tail)
        if self.finite:
            return self
        return Distribution.of_law(self._law, label=self.label, tail=tail)

    def labelled(self, label: str) -> Distribution:
        """The same odds under another label."""
        new = object.__new__(Distribution)
        new.__dict__.update(self.__dict__, label=label)
        return new

    def __len__(self) -> int:
        return len(self.weights)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.weights)

    def __contains__(self, outcome: object) -> bool:
        if isinstance(outcome, bool) and not self.truth:
            return False
        if isinstance(outcome, int) and not isinstance(outcome, bool) and self.truth:
            return False
        return isinstance(outcome, Hashable) and outcome in self.weights

    @cached_property
    def truth(self) -> bool:
        """Whether the outcomes are true and false."""
        return bool(self._table) and all(isinstance(outcome, bool) for outcome in self._table)

    @cached_property
    def numeric(self) -> bool:
        """Whether the outcomes are numbers, so that there is a mean."""
        return not self.finite or all(
            isinstance(outcome, int | Fraction) and not isinstance(outcome, bool)
            for outcome in self._table
        )

    # Probabilities

    def __getitem__(self, outcome: Any) -> Fraction:
        return self.probability(outcome)

    def probability(self, what: Any) -> Fraction:
        """The probability of an outcome, or of all outcomes for which a function says true.

        >>> import astragal
        >>> odds = astragal.odds("2d6")
        >>> odds.probability(7), odds.probability(lambda total: total % 2 == 0)
        (Fraction(1, 6), Fraction(1, 2))
        """
        if callable(what):
            self._require_end("asking every outcome")
            held = sum(weight for outcome, weight in self._table.items() if what(outcome))
            return Fraction(held, self._denominator)
        if not self.finite and isinstance(what, int | Fraction):
            return self._law.exactly(what)
        if what not in self and isinstance(what, str):
            # What is no text may be called by what it is shown as: a Side is "win".
            return self.probability(lambda each: not isinstance(each, str) and show(each) == what)
        return Fraction(self._table[what], self._denominator) if what in self else Fraction(0)

    def at_least(self, number: Number) -> Fraction:
        """The probability of ``number`` or more, however far away it is."""
        return self._reached(number, bisect_left)

    def more_than(self, number: Number) -> Fraction:
        return self._reached(number, bisect_right)

    def _reached(self, number: Number, bisect: Callable[[list[Any], Any], int]) -> Fraction:
        """The probability of the numbers from the place on that ``bisect`` finds for one."""
        number = checked_number(number)
        if not self.finite:
            return self._law.at_least(number, past=bisect is bisect_right)
        self._require_numbers()
        numbers, reach = self._running
        return Fraction(self._denominator - reach[bisect(numbers, number)], self._denominator)

    @cached_property
    def _running(self) -> tuple[list[Any], list[int]]:
        """The numbers in order, and the weight of all before each."""
        return list(self._table), [0, *accumulate(self._table.values())]

    def at_most(self, number: Number) -> Fraction:
        return 1 - self.more_than(number)

    def less_than(self, number: Number) -> Fraction:
        return 1 - self.at_least(number)

    def between(self, low: Number, high: Number) -> Fraction:
        """The probability of ``low`` to ``high``, both included."""
        if checked_number(low) > checked_number(high):
            raise OddsError("backwards-range", f"{low} is more than {high}")
        return self.at_least(low) - self.more_than(high)

    def cumulative(self, *, at_least: bool = False) -> list[tuple[Any, Fraction]]:
        """Every listed outcome with the probability of it or less; or of it or more.

        >>> import astragal
        >>> [(outcome, str(chance)) for outcome, chance in astragal.odds("1d4").cumulative()]
        [(1, '1/4'), (2, '1/2'), (3, '3/4'), (4, '1')]
        """
        below = self.denominator
        before = Fraction(0) if self.finite else self._listing.below
        reach = accumulate(self.weights.values())
        up_to = [before + Fraction(weight, below) for weight in reach]
        if not at_least:
            return list(zip(self.outcomes, up_to, strict=True))
        over = [1 - before, *(1 - each for each in up_to[:-1])]
        return list(zip(self.outcomes, over, strict=True))

    # What it comes to

    @cached_property
    def _law(self) -> Law:
        """The odds as a number's law."""
        if self._given_law is not None:
            return self._given_law
        self._require_numbers()
        # True counts as 1, and what is called by a name as its number.
        numbers = {tidy(outcome): w for outcome, w in self._table.items()}
        return Law.of_table(numbers, self._denominator)

    @cached_property
    def _moments(self) -> tuple[Fraction, Fraction]:
        return self._law.moments()

    @property
    def lowest(self) -> Number | None:
        """The lowest number that can come up; None if there is none."""
        self._require_numbers()
        if self.finite:
            return tidy(min(self._table))
        return None if self._listing.below else min(self._listing.weights)

    @property
    def highest(self) -> Number | None:
        """The highest number that can come up; None if there is none."""
        self._require_numbers()
        if self.finite:
            return tidy(max(self._table))
        return None if self._listing.above else max(self._listing.weights)

    @property
    def median(self) -> Number:
        """The least number that half of all rolls do not exceed."""
        return self.quantile(Fraction(1, 2))

    def quantile(self, share: Fraction | int | str) -> Number:
        """The least number that at least this share of all rolls does not exceed.

        >>> import astragal
        >>> from fractions import Fraction
        >>> astragal.odds("3d6").quantile(Fraction(9, 10))
        14
        """
        share = checked_share(share)
        if share == 1 and self.highest is None:
            raise OddsError("endless", "there is no number that every roll stays below")
        self._require_numbers()
        odds = self
        while True:
            before = Fraction(0) if odds.finite else odds._listing.below
            needed = ceil((share - before) * odds.denominator)
            if before < share:
                reach = accumulate(odds.weights.values())
                for outcome, weight in zip(odds.weights, reach, strict=True):
                    if weight >= needed:
                        return tidy(outcome)
            odds = odds.listed_to(odds._listed_to**2)

    @property
    def mode(self) -> tuple[Any, ...]:
        """The most likely outcomes."""
        odds = self
        while max(odds.weights.values()) <= odds.tail * odds.denominator:
            odds = odds.listed_to(odds._listed_to**2)
        most = max(odds.weights.values())
        return tuple(outcome for outcome, weight in odds.weights.items() if weight == most)

    # Distributions from distributions

    def map(self, function: Callable[[Any], Any]) -> Distribution:
        """What a function makes of every outcome.

        >>> import astragal
        >>> astragal.odds("1d6").map(lambda face: "even" if face % 2 == 0 else "odd").outcomes
        ('odd', 'even')
        """
        self._require_end("mapping every outcome")
        require_function(function)
        table: dict[Any, int] = defaultdict(int)
        for outcome, weight in self._table.items():
            table[function(outcome)] += weight
        return Distribution(table)

    def of(self, view: View) -> Distribution:
        """The odds of a field of the outcome, by its name, or of what a function makes of it.

        >>> import astragal
        >>> odds = astragal.pool(3, 6).odds()
        >>> odds.of(sum).mean, odds.of(lambda dice: dice[0]).probability(6)
        (Fraction(21, 2), Fraction(91, 216))
        """
        name = view_name(view)
        seen = self.map(view_of(view))
        return seen.labelled(f"{self.label}: {name}" if name and self.label else name or self.label)

    def given(self, condition: Callable[[Any], object]) -> Distribution:
        """The odds once it is known that a condition holds.

        >>> import astragal
        >>> astragal.odds("1d6").given(lambda face: face > 2).probability(6)
        Fraction(1, 4)
        """
        self._require_end("asking every outcome")
        require_function(condition)
        left = {outcome: weight for outcome, weight in self._table.items() if condition(outcome)}
        if not left:
            raise OddsError("no-outcomes", "no outcome meets this condition")
        return Distribution(left, label=self.label)

    def sum_of(self, n: int) -> Distribution:
        """The sum of ``n`` independent ones."""
        return self._from(self._law.power(checked_count(n, 0), Budget()))

    def best_of(self, n: int) -> Distribution:
        """The greatest of ``n`` independent ones.

        >>> import astragal
        >>> astragal.odds("1d20").best_of(2).at_least(15)
        Fraction(51, 100)
        """
        return self._extreme_of(n, highest=True)

    def worst_of(self, n: int) -> Distribution:
        """The least of ``n`` independent ones."""
        return self._extreme_of(n, highest=False)

    def _extreme_of(self, n: int, *, highest: bool) -> Distribution:
        pool = Equal(self._law, checked_count(n, 1), Budget()).keep(Keep(1, highest, drop=False))
        return self._from(pool.total())

    def versus(self, other: Distribution) -> Versus:
        """How often this one is greater, as great, and less.

        >>> import astragal
        >>> astragal.odds("1d8").versus(astragal.odds("1d6"))
        Versus(win=Fraction(9, 16), tie=Fraction(1, 8), lose=Fraction(5, 16))
        """
        if not isinstance(other, Distribution):
            raise OddsError(
                "not-odds", f"to compare with a number: at_least({other!r}) and the like"
            )
        budget = Budget()
        win = arithmetic.compare(">", self._law, other._law, budget)
        tie = arithmetic.compare("=", self._law, other._law, budget)
        return Versus(win, tie, 1 - win - tie)

    def _from(self, law: Law) -> Distribution:
        return Distribution.of_law(law)

    # Being a value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        if self.finite != other.finite:
            return False
        if not self.finite:
            return same_odds(self._law, other._law)
        return (
            self._denominator == other._denominator
            and self.truth == other.truth
            and self._table == other._table
            and (self.numeric or set(map(_typed, self._table)) == set(map(_typed, other._table)))
        )

    def __hash__(self) -> int:
        if not self.finite:
            return hash(self._moments)
        return hash((self._denominator, frozenset(self._table.items())))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a distribution cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a distribution cannot be changed")

    def __reduce__(self) -> tuple[object, ...]:
        if self.finite:
            return (_rebuilt, (dict(self._table), self.label))
        rows = [row.to_data() for row in self._law.parts]
        listing = self.__dict__.get("_listing")
        return (_rebuilt_endless, (rows, self.label, self._listed_to, listing))

    # Checks

    def _require_numbers(self) -> None:
        if not (self.numeric or self.truth):
            raise OddsError(
                "not-numbers", f"these outcomes are not numbers: {show(next(iter(self._table)))}, …"
            )

    def _require_end(self, what: str) -> None:
        if not self.finite:
            raise OddsError(
                "endless",
                f"there is no end of outcomes here, so {what} would never stop",
                hint="at_least, at_most, between and arithmetic work on them exactly",
            )


def _in_order(table: dict[Any, int]) -> dict[Any, int]:
    """Lowest first, where the outcomes have an order; members of enumerations as defined; else as they came."""
    members = [outcome for outcome in table if isinstance(outcome, Enum)]
    others = [outcome for outcome in table if not isinstance(outcome, Enum)]
    if not any(isinstance(outcome, str) for outcome in others):
        with suppress(TypeError):
            others.sort()
    members.sort(key=lambda member: list(type(member)).index(member))
    return {outcome: table[outcome] for outcome in (*others, *members)}


def _typed(outcome: Any) -> object:
    """An outcome that is equal only to its like: True and 1 are not."""
    if isinstance(outcome, tuple):
        return tuple(map(_typed, outcome))
    return isinstance(outcome, bool), outcome


def _checked_part(part: Distribution, weight: int | Fraction) -> tuple[Distribution, Fraction]:
    if not isinstance(part, Distribution):
        raise OddsError("not-odds", f"a mixture is made of distributions, not of {part!r}")
    if isinstance(weight, bool) or not isinstance(weight, int | Fraction):
        raise OddsError("bad-weight", f"a weight is a whole number or a Fraction, not {weight!r}")
    return part, Fraction(weight)


def _rebuilt(table: dict[Any, int], label: str) -> Distribution:
    return Distribution(table, label=label)


def _rebuilt_endless(
    rows: list[Any], label: str, tail: Fraction, listing: Listing | None
) -> Distribution:
    law = Law.of_rows(Series.from_data(row) for row in rows)
    odds = Distribution.of_law(law, label=label, tail=tail)
    if listing is not None:
        odds.__dict__["_listing"] = listing
    return odds
