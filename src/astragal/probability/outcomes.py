"""Outcomes with exact weights: the data of a distribution."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, Self

from astragal._generic import T_co
from astragal.errors import Hints, OddsError
from astragal.outcome import show, tidy
from astragal.probability.budget import Budget
from astragal.probability.checks import Label, checked_label, checked_tail
from astragal.probability.generating.fractions import fraction_of
from astragal.probability.joint import Joint
from astragal.probability.laws.law import Law
from astragal.probability.listing import TAIL, Listing, list_outcomes, listing_cost
from astragal.probability.weights import common_factor


class Outcomes(Generic[T_co]):
    """Outcomes with whole-number weights over one denominator. Immutable."""

    # The data is either weights in lowest terms, a law, or a combination of independent outcomes.
    # The last two are only listed on demand.
    _label: Label
    _given_law: Law | None = None
    _listed_to: Fraction = TAIL
    _joint: Joint | None = None
    """the combination of independent outcomes, in lowest terms"""

    def _settle(self, table: Mapping[Any, int], denominator: int, label: Label) -> None:
        """Reduce the weights to lowest terms and set all fields."""
        common = common_factor(denominator, list(table.values()))
        if common > 1:
            table = {outcome: weight // common for outcome, weight in table.items()}
        self._set(table, denominator // common, label)

    def _set(self, table: Mapping[Any, int], denominator: int, label: Label) -> None:
        """Set all fields from weights in lowest terms."""
        self.__dict__.update(_table=MappingProxyType(table), _denominator=denominator, _label=label)

    @cached_property
    def _table(self) -> Mapping[Any, int]:
        """Every outcome with its weight, lowest number first; empty if infinitely many."""
        if self._joint is not None:
            return MappingProxyType(dict(self._joint.items()))
        if not self.finite:
            return MappingProxyType({})
        listed = self._law.in_order()
        assert sum(listed.values()) == self._denominator, "the mass of all outcomes is one"
        return MappingProxyType(listed)

    @cached_property
    def _denominator(self) -> int:
        """The denominator of the reduced weights; 1 if there are infinitely many outcomes."""
        return self._law.table().denominator if self.finite else 1

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a distribution cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a distribution cannot be changed")

    # Outcomes and weights

    @property
    def label(self) -> str:
        """Notation or words for what these odds describe; ignored by comparisons."""
        return self._label if isinstance(self._label, str) else self._label()

    @property
    def finite(self) -> bool:
        """True if there are finitely many outcomes."""
        return self._given_law is None or self._given_law.finite

    @cached_property
    def _listing(self) -> Listing:
        assert self._given_law is not None
        return list_outcomes(self._given_law, self._listed_to)

    @property
    def weights(self) -> Mapping[T_co, int]:
        """Every listed outcome with its weight, over ``denominator``."""
        listed: Mapping[Any, int] = self._table if self.finite else self._listing.weights
        return listed

    @property
    def denominator(self) -> int:
        """The common denominator of all weights."""
        return self._denominator if self.finite else self._listing.denominator

    @property
    def outcomes(self) -> tuple[T_co, ...]:
        """All possible outcomes; if there are infinitely many, the listed ones."""
        return tuple(self.weights)

    def weight(self, outcome: Any) -> int:
        """The weight of a listed outcome, over ``denominator``."""
        return self.weights.get(outcome, 0) if outcome in self else 0

    def items(self) -> Iterator[tuple[T_co, Fraction]]:
        """Every listed outcome with its probability."""
        denominator = self.denominator
        return ((outcome, fraction_of(w, denominator)) for outcome, w in self.weights.items())

    @property
    def tail(self) -> Fraction:
        """The probability of all outcomes that are not listed; 0 if there are finitely many."""
        return Fraction(0) if self.finite else self._listing.tail

    def listed_to(self, tail: Fraction | int) -> Self:
        """The same odds, listed until the remaining outcomes weigh less than ``tail``.

        >>> import astragal
        >>> from fractions import Fraction
        >>> odds = astragal.odds("1d6!")
        >>> len(odds), len(odds.listed_to(Fraction(1, 1000)))
        (79, 20)
        """
        tail = checked_tail(tail)
        if self._given_law is None or self.finite:
            return self
        Budget().spend(listing_cost(self._given_law, tail))
        new = object.__new__(type(self))
        new.__dict__.update(_given_law=self._given_law, _label=self.label, _listed_to=tail)
        return new

    def labelled(self, label: str) -> Self:
        """The same odds under another label."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__, _label=checked_label(label))
        return new

    def __len__(self) -> int:
        if table := self.__dict__.get("_table"):
            return len(table)
        if self._joint is not None:
            return len(self._joint)
        law = self._given_law
        return law.count if law is not None and law.finite else len(self.weights)

    def __iter__(self) -> Iterator[T_co]:
        return iter(self.weights)

    def __contains__(self, outcome: object) -> bool:
        if isinstance(outcome, bool) and not self.truth:
            return False
        if isinstance(outcome, int) and not isinstance(outcome, bool) and self.truth:
            return False
        return isinstance(outcome, Hashable) and outcome in self.weights

    # Kinds of outcomes

    @cached_property
    def truth(self) -> bool:
        """True if the outcomes are true and false."""
        return (
            self._joint is None
            and self._given_law is None
            and bool(self._table)
            and all(isinstance(outcome, bool) for outcome in self._table)
        )

    @cached_property
    def numeric(self) -> bool:
        """True if the outcomes are numbers, so that they have a mean."""
        if not self.finite or self._joint is not None:
            return not self.finite
        if self._given_law is not None:
            return True
        return all(
            isinstance(outcome, int | Fraction) and not isinstance(outcome, bool)
            for outcome in self._table
        )

    @cached_property
    def _law(self) -> Law:
        """The odds as the law of a number; finite laws are in lowest terms."""
        if self._given_law is not None:
            return self._given_law.reduced() if self.finite else self._given_law
        self._require_numbers()
        # True counts as 1, and a member of a numeric enumeration as its number.
        numbers = {tidy(outcome): weight for outcome, weight in self._table.items()}
        return Law.of_table(numbers, self._denominator)

    def _require_numbers(self) -> None:
        if not (self.numeric or self.truth):
            raise OddsError(
                "not-numbers", f"these outcomes are not numbers: {show(next(iter(self._table)))}, …"
            )

    def _require_end(self, what: str) -> None:
        if not self.finite:
            raise OddsError(
                "endless",
                f"there are infinitely many outcomes, so {what} would never finish",
                hint=Hints(
                    "at_least, at_most, between and arithmetic work on them exactly",
                    "ask for one chance instead, such as that of 10 or more",
                ),
            )
