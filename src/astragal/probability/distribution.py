"""A distribution: exact odds as a value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from enum import Enum
from fractions import Fraction
from math import lcm
from types import MappingProxyType, SimpleNamespace
from typing import Any, NamedTuple, TypeVar, overload

from astragal._generic import T_co
from astragal._visible import in_short
from astragal.die import Die
from astragal.errors import Hints, OddsError
from astragal.limits import DEFAULT_LIMITS, Limits, bounded, check_limits
from astragal.outcome import Number, Sortable
from astragal.probability.budget import Budget
from astragal.probability.checks import (
    Label,
    checked_count,
    checked_function,
    checked_label,
    checked_outcome,
)
from astragal.probability.joint import Joint
from astragal.probability.laws.law import Law, union
from astragal.probability.listing import TAIL, Listing, same_odds
from astragal.probability.operators import Operators
from astragal.probability.probabilities import Probabilities
from astragal.probability.views import View, field_of, view_name, view_of
from astragal.probability.weights import Settled, Weights
from astragal.render.rendered import Rendered

_MOST_ROLLS = 1_000_000
"""The most independent rolls of one distribution that can be combined."""


S = TypeVar("S")


class Versus(NamedTuple):
    """The probabilities that one of two independent rolls wins, ties or loses against the other."""

    win: Fraction
    tie: Fraction
    lose: Fraction


class Distribution(Operators, Probabilities[T_co], Rendered):
    """Exact odds: outcomes with whole-number weights over one denominator.

    Immutable; two distributions are equal if the odds are. Outcomes are numbers, true and false,
    names, tuples of these, or any other hashable values that are exact. If there are infinitely
    many (dice that explode), those listed are exact, ``tail`` is the probability of all others
    together, and every question about numbers is still answered exactly.

    >>> from astragal import Distribution
    >>> coin = Distribution({0: 1, 1: 1})
    >>> coin.probability(1), coin.mean, (coin + coin).probability(1)
    (Fraction(1, 2), Fraction(1, 2), Fraction(1, 2))
    """

    def __init__(self, weights: Mapping[T_co, int | Fraction], *, label: Label = "") -> None:
        if type(weights) is not dict and not isinstance(weights, Mapping):
            raise OddsError(
                "bad-outcome",
                "a distribution is made of a mapping from outcomes to weights, "
                f"not of {in_short(weights)}",
            )
        if not weights:
            raise OddsError("no-outcomes", "a distribution needs at least one outcome")
        table: dict[Any, int | Fraction] = {}
        for outcome, weight in weights.items():
            if isinstance(weight, bool) or not isinstance(weight, int | Fraction) or weight < 0:
                raise OddsError(
                    "bad-weight",
                    "a weight must be a whole number or a Fraction, 0 or more, "
                    f"not {in_short(weight)}",
                )
            if weight:
                table[checked_outcome(outcome)] = weight
        types = set(map(type, table))
        if bool in types and any(issubclass(each, int | Fraction) for each in types - {bool}):
            raise OddsError("bad-outcome", "outcomes must not mix true and false with numbers")
        total = sum(table.values())
        if not total:
            raise OddsError("no-outcomes", "a distribution needs an outcome with a weight above 0")
        denominator = lcm(*(weight.denominator for weight in table.values()))
        counted = {outcome: int(weight * denominator) for outcome, weight in table.items()}
        self._settle(_in_order(counted), int(total * denominator), checked_label(label))

    @classmethod
    def of_law(cls, law: Law, *, label: Label = "", tail: Fraction = TAIL) -> Distribution:
        """The odds of a law of mass one."""
        self = _new(cls)
        self.__dict__.update(_given_law=law, _label=label)
        if tail is not TAIL:
            self.__dict__["_listed_to"] = tail
        return self

    @classmethod
    def of_settled(cls, weights: Settled, label: Label) -> Distribution:
        """The odds given by outcome weights that are in order and in lowest terms."""
        self = _new(cls)
        table, denominator = weights
        self.__dict__.update(_table=MappingProxyType(table), _denominator=denominator, _label=label)
        return self

    @classmethod
    def of_weights(cls, weights: Weights, *, label: Label = "") -> Distribution:
        """The odds given by outcome weights that add up to the denominator."""
        table = weights.table
        if type(table) is Joint:
            return cls._of_joint(table, label)
        kinds = weights.kinds
        if kinds in _PLAIN:
            ordered = dict(sorted(table.items()))
        elif len(kinds) == 1 and issubclass(kind := next(iter(kinds)), Sortable):
            ordered = {outcome: table[outcome] for outcome in sorted(table, key=kind.sort_key)}
        else:
            return cls(table, label=label)
        self = _new(cls)
        if 0 in table.values():
            ordered = {outcome: weight for outcome, weight in ordered.items() if weight}
        self._settle(ordered, weights.denominator, label)
        return self

    @classmethod
    def _of_joint(cls, joint: Joint, label: Label) -> Distribution:
        """The odds of independent outcomes together."""
        parts = [cls(part) for part in joint.parts]
        if not parts or not all(part.numeric for part in parts):
            return cls(dict(joint), label=label)
        self = _new(cls)
        ordered = Joint([dict(part.weights) for part in parts], joint.kind)
        self.__dict__.update(_joint=ordered, _denominator=ordered.total, _label=label)
        return self

    @classmethod
    def of_die(cls, die: Die) -> Distribution[int]:
        """The odds of one die.

        >>> from astragal import Die, Distribution
        >>> Distribution.of_die(Die(6)).probability(3)
        Fraction(1, 6)
        """
        if not isinstance(die, Die):
            raise OddsError("not-a-die", f"expected a die, not {in_short(die)}")
        return cls.of_law(Law.of_die(die), label=str(die))

    @classmethod
    def mixture(
        cls, parts: Iterable[tuple[Distribution[S], int | Fraction]], *, label: str = ""
    ) -> Distribution[S]:
        """One of several distributions, chosen by weight.

        >>> from astragal import Die, Distribution
        >>> d4, d6 = (Distribution.of_die(Die(sides)) for sides in (4, 6))
        >>> Distribution.mixture([(d4, 1), (d6, 2)]).probability(6)
        Fraction(1, 9)
        """
        checked_label(label)
        if not isinstance(parts, Iterable):
            raise _no_mixture(parts)
        weighted = [_checked_part(part) for part in parts]
        if len({part.truth for part, _ in weighted if part.truth or part.numeric}) > 1:
            raise OddsError("bad-outcome", "outcomes must not mix true and false with numbers")
        total = sum((weight for _, weight in weighted), Fraction(0))
        if not total or any(weight < 0 for _, weight in weighted):
            raise OddsError(
                "bad-weight", "the weights of a mixture must be 0 or more, and not all 0"
            )
        if any(not part.finite for part, _ in weighted):
            laws = [part._law.weighted(weight / total) for part, weight in weighted]
            return Distribution.of_law(union(laws), label=label)
        table: dict[S, Fraction] = defaultdict(Fraction)
        for part, weight in weighted:
            for outcome, chance in part.items():
                table[outcome] += chance * weight
        return Distribution(table, label=label)

    # Distributions from distributions

    def map(self, function: Callable[[T_co], S]) -> Distribution[S]:
        """The odds of a function of the outcome.

        >>> import astragal
        >>> astragal.odds("1d6").map(lambda face: "even" if face % 2 == 0 else "odd").outcomes
        ('odd', 'even')
        """
        self._require_end("applying a function to every outcome")
        function = checked_function(function)
        table: dict[Any, int] = defaultdict(int)
        for outcome, weight in self._table.items():
            table[function(outcome)] += weight
        return Distribution(table)

    @overload
    def of(self, view: str) -> Distribution[Any]: ...
    @overload
    def of(self, view: Callable[[T_co], S]) -> Distribution[S]: ...
    def of(self, view: View) -> Distribution[Any]:
        """The odds of a view of the outcome: a field by its name, a comparison, or a function.

        >>> import astragal
        >>> odds = astragal.pool(3, 6).odds()
        >>> odds.of(sum).mean, odds.of(lambda dice: dice[0]).probability(6)
        (Fraction(21, 2), Fraction(91, 216))
        """
        name = view_name(view)
        field = field_of(view)
        part = None if self._joint is None or field is None else self._joint.part(field)
        if field is not None and part is not None:
            # The other parts of the outcome need not be listed.
            look = view_of(view)
            seen = Distribution(part).map(lambda value: look(SimpleNamespace(**{field: value})))
        else:
            seen = self.map(view_of(view))
        return seen.labelled(f"{self.label}: {name}" if name and self.label else name or self.label)

    def given(self, condition: Callable[[T_co], object]) -> Distribution[T_co]:
        """The odds under the condition that a function returns true.

        >>> import astragal
        >>> astragal.odds("1d6").given(lambda face: face > 2).probability(6)
        Fraction(1, 4)
        """
        self._require_end("checking every outcome")
        condition = checked_function(condition)
        left = {outcome: weight for outcome, weight in self._table.items() if condition(outcome)}
        if not left:
            raise OddsError("no-outcomes", "no outcome meets this condition")
        return Distribution(left, label=self.label)

    def sum_of(self, n: int) -> Distribution[Number]:
        """The sum of ``n`` independent rolls."""
        return self._from(self._law.power(checked_count(n, 0, _MOST_ROLLS), Budget()))

    def best_of(self, n: int) -> Distribution[Number]:
        """The greatest of ``n`` independent rolls.

        >>> import astragal
        >>> astragal.odds("1d20").best_of(2).at_least(15)
        Fraction(51, 100)
        """
        return self._extreme_of(n, highest=True)

    def worst_of(self, n: int) -> Distribution[Number]:
        """The least of ``n`` independent rolls."""
        return self._extreme_of(n, highest=False)

    def _extreme_of(self, n: int, *, highest: bool) -> Distribution[Number]:
        from astragal.probability.pools.effects import KeepRanks
        from astragal.probability.pools.identical import Identical

        pool = Identical(self._law, checked_count(n, 1, _MOST_ROLLS), Budget()).keep(
            KeepRanks(1, highest, drop=False)
        )
        return self._from(pool.total())

    @bounded
    def versus(self, other: Distribution, *, limits: Limits | None = None) -> Versus:
        """The probabilities that this one is greater than the other, equal to it, and less.

        >>> import astragal
        >>> astragal.odds("1d8").versus(astragal.odds("1d6"))
        Versus(win=Fraction(9, 16), tie=Fraction(1, 8), lose=Fraction(5, 16))
        """
        if not isinstance(other, Distribution):
            raise OddsError(
                "not-odds",
                f"versus compares with another distribution, not with {in_short(other)}",
                hint=Hints("at_least, at_most and between compare with a number"),
            )
        from astragal.probability.laws.comparisons import compare

        budget = Budget(DEFAULT_LIMITS if limits is None else check_limits(limits))
        win = compare(">", self._law, other._law, budget)
        tie = compare("=", self._law, other._law, budget)
        return Versus(win, tie, 1 - win - tie)

    def _from(self, law: Law) -> Distribution[Number]:
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

    def __reduce__(self) -> tuple[object, ...]:
        if self._joint is not None:
            return (_rebuilt_joint, (self._joint.parts, self._joint.kind, self.label))
        if self.finite:
            return (_rebuilt, (dict(self._table), self.label))
        rows = [row.to_data() for row in self._law.parts]
        listing = self.__dict__.get("_listing")
        return (_rebuilt_endless, (rows, self.label, self._listed_to, listing))


_new = object.__new__

_PLAIN: tuple[set[type], ...] = ({bool}, {int})
"""The types of outcomes that need no check."""


def _in_order(table: dict[Any, int]) -> dict[Any, int]:
    """Sort outcomes lowest first if they can be compared; enumeration members as defined."""
    members = [outcome for outcome in table if isinstance(outcome, Enum)]
    others = [outcome for outcome in table if not isinstance(outcome, Enum)]
    if not any(isinstance(outcome, str) for outcome in others):
        with suppress(TypeError):
            others.sort()
    members.sort(key=lambda member: list(type(member)).index(member))
    return {outcome: table[outcome] for outcome in (*others, *members)}


def _typed(outcome: Any) -> object:
    """A key for an outcome that distinguishes True from 1."""
    if isinstance(outcome, tuple):
        return tuple(map(_typed, outcome))
    return isinstance(outcome, bool), outcome


def _no_mixture(part: object) -> OddsError:
    return OddsError("not-odds", f"a mixture is made of distributions, not of {in_short(part)}")


def _checked_part(pair: Any) -> tuple[Distribution, Fraction]:
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise _no_mixture(pair)
    part, weight = pair
    if not isinstance(part, Distribution):
        raise _no_mixture(part)
    if isinstance(weight, bool) or not isinstance(weight, int | Fraction):
        raise OddsError(
            "bad-weight", f"a weight must be a whole number or a Fraction, not {in_short(weight)}"
        )
    return part, Fraction(weight)


def _rebuilt(table: dict[Any, int], label: str) -> Distribution:
    return Distribution(table, label=label)


def _rebuilt_joint(parts: Any, kind: Any, label: str) -> Distribution:
    return Distribution._of_joint(Joint(parts, kind), label)


def _rebuilt_endless(
    rows: list[Any], label: str, tail: Fraction, listing: Listing | None
) -> Distribution:
    from astragal.probability.laws.endless import of_rows
    from astragal.probability.laws.series import Series

    law = of_rows(Series(*row) for row in rows)
    odds = Distribution.of_law(law, label=label, tail=tail)
    if listing is not None:
        odds.__dict__["_listing"] = listing
    return odds
