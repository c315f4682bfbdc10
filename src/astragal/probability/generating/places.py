"""The weights of a finite series: whole numbers, one for each place, over one denominator."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb, gcd
from operator import mul
from typing import TYPE_CHECKING

from astragal.probability.generating import whole
from astragal.probability.generating.fractions import fraction_of

if TYPE_CHECKING:
    from flint import fmpz_poly

_FEW_PRODUCTS = 2_000
"""Up to this many products of coefficients are done in Python, and FLINT need not be loaded."""

_LOW_POWER = 6

_FEW_TERMS = 4
"""The power of a polynomial with at most so many terms is quicker in Python, whatever its size."""

# Places are shared between threads: what one remembers it puts in place by a single assignment.


class Places:
    """Weights over one denominator, of which the last is not zero. Immutable.

    They are held as Python's whole numbers, as a polynomial of FLINT, or as both: a form that is
    missing is made when it is asked for. So FLINT is loaded only for what it does best.
    """

    __slots__ = ("_moments", "_numerator", "_reach", "_root", "_tails", "_weights", "below")

    def __init__(
        self,
        weights: list[int] | None,
        below: int,
        numerator: fmpz_poly | None = None,
        root: tuple[Places | int, int] | None = None,
    ) -> None:
        """``root`` is what they are a power of, if that is known: places, or a die by its sides."""
        while weights and not weights[-1]:
            weights.pop()
        self._weights = weights
        self.below = below
        """the denominator"""
        self._numerator = numerator
        self._root = root
        self._reach: list[int] | None = None
        self._tails: dict[int, Fraction] = {}
        self._moments: tuple[Fraction, Fraction] | None = None

    @staticmethod
    def of_polynomial(numerator: fmpz_poly, below: int) -> Places:
        return Places(None, below, numerator)

    @property
    def weights(self) -> list[int]:
        """The weights, which must not be changed."""
        if self._weights is None:
            self._weights = list(map(int, self.numerator.coeffs()))
        return self._weights

    @property
    def numerator(self) -> fmpz_poly:
        if self._numerator is None:
            from flint import fmpz_poly

            self._numerator = fmpz_poly(self._weights or [])
        return self._numerator

    def __len__(self) -> int:
        return len(self.weights) if self._weights is not None else int(self.numerator.length())

    @property
    def count(self) -> int:
        """How many weights are not zero."""
        weights = self._weights
        if weights is None:
            weights = self.weights
        return len(weights) - weights.count(0)

    @property
    def root(self) -> tuple[Places, int]:
        """Places of which these are a power, and which: a power of these is another of them."""
        if self._root is None:
            return self, 1
        base, n = self._root
        return (fair_places(base) if isinstance(base, int) else base), n

    # What they amount to

    @property
    def mass(self) -> Fraction:
        return self.mass_from(0)

    def mass_from(self, place: int) -> Fraction:
        """The sum of the weights from a place on."""
        found = self._tails.get(place)
        if found is None:
            found = fraction_of(self.sum_from(place), self.below)
            if 0 <= place <= len(self):
                self._tails[place] = found
        return found

    def sum_from(self, place: int) -> int:
        """The same, over the denominator."""
        if self._reach is None:
            self._reach = []  # one look needs no list of sums; the next one makes it
            weights = self._weights
            if weights is None:
                weights = self.weights
            return sum(weights[place:] if place > 0 else weights)
        reach = self.reach
        return reach[-1] - reach[min(max(0, place), len(reach) - 1)]

    @property
    def reach(self) -> list[int]:
        """For every place, the sum of the weights before it; and that of all."""
        reach = self._reach
        if not reach:
            reach = self._reach = list(accumulate(self.weights, initial=0))
        return reach

    def times_reach_of(self, other: Places, ahead: int) -> int:
        """The sum of each weight times all weights of another before its place, so far ahead."""
        low, high = max(0, -ahead), min(len(self), max(0, len(other) - ahead))
        inside: int = sum(map(mul, self.weights[low:high], other.reach[max(0, low + ahead) :]))
        return inside + other.reach[-1] * (self.reach[-1] - self.reach[high])

    def times_same_of(self, other: Places, ahead: int) -> int:
        """The sum of each weight times that of another at its place, so far ahead."""
        mine, theirs = self.weights[max(0, -ahead) :], other.weights[max(0, ahead) :]
        return sum(map(mul, mine, theirs))

    def moments(self) -> tuple[Fraction, Fraction]:
        """The sums of place × weight and of place² × weight."""
        if self._moments is None:
            weights = self.weights
            places = range(len(weights))
            first = fraction_of(sum(map(mul, weights, places)), self.below)
            second = sum(map(mul, weights, map(mul, places, places)))
            self._moments = first, fraction_of(second, self.below)
        return self._moments

    def first(self) -> int:
        """The first place with a weight."""
        return next((place for place, weight in enumerate(self.weights) if weight), 0)

    # Places from places

    def reduced(self) -> Places:
        """The same in lowest terms."""
        if self._root is not None or not len(self):
            return self  # a power of what is in lowest terms is in lowest terms
        weights = self.weights
        common = gcd(self.below, weights[0], weights[-1])
        if common > 1:
            common = gcd(common, *weights)
        if common == 1:
            return self
        return Places([weight // common for weight in weights], self.below // common)

    def weighted(self, weight: Fraction | int) -> Places:
        above, below = weight.numerator, self.below * weight.denominator
        return Places([each * above for each in self.weights], below)

    def reversed(self) -> Places:
        return Places(self.weights[::-1], self.below)

    def spread(self, factor: int) -> Places:
        """With empty places between them, so that each is ``factor`` times as far away."""
        if factor == 1:
            return self
        places = [0] * max(0, factor * (len(self) - 1) + 1)
        places[::factor] = self.weights
        return Places(places, self.below)

    def delayed(self, places: int) -> Places:
        """With empty places in front, or without the first ones if there are fewer than none."""
        if places <= 0:
            return Places(self.weights[-places:], self.below) if places else self
        return Places([0] * places + self.weights, self.below)

    def tails(self) -> Places:
        """The sum of all weights from each place on."""
        return Places(list(accumulate(self.weights[::-1]))[::-1], self.below)

    def split(self, place: int) -> tuple[Places, Places]:
        """Those before a place, and the others."""
        weights, place = self.weights, max(0, place)
        return Places(weights[:place], self.below), Places(weights[place:], self.below)

    def times(self, other: Places) -> Places:
        """The product of the polynomials."""
        below = self.below * other.below
        base, n = self.root
        same, m = other.root
        if base is same:
            return base.reduced()._power(n + m)
        one, two = (self, other) if len(self) >= len(other) else (other, self)
        if not len(two):
            return Places([], below)
        if two._plain and whole.is_fair(two.weights):
            product = whole.times_fair(one.weights, len(two))
            return Places(product, below).times_number(two.weights[0])
        if one._plain and two._plain:
            if len(one) * len(two) <= _FEW_PRODUCTS:
                return Places(whole.product(one.weights, two.weights), below)
            if one.count * two.count <= _FEW_PRODUCTS:
                return Places(whole.product_of_terms(one.weights, two.weights), below)
        return Places.of_polynomial(one.numerator * two.numerator, below)

    def times_number(self, factor: int) -> Places:
        return self if factor == 1 else Places([each * factor for each in self.weights], self.below)

    @property
    def _plain(self) -> bool:
        return self._weights is not None

    def power(self, n: int) -> Places:
        """The power of the polynomial."""
        base, already = self.root
        return base.reduced()._power(already * n)

    def steps_to_power(self, n: int) -> int:
        """About how many steps of the budget a power takes, table of its weights included."""
        base, already = self.root
        places, words = already * n * len(base), 1 + already * n * base.below.bit_length() // 64
        if base._is_fair or base._has_scattered_terms(already * n):
            return places * (150 + 3 * words)
        bits = base.below.bit_length()
        if base._has_few_terms(already * n):
            return places * (150 + 3 * words + words * (bits // 64) // 2) * _FEW_TERMS
        # FLINT multiplies by one term after another, or by a fast Fourier transform; either takes
        # longer if the numbers of the base itself are long.
        each = min(8 + len(base) // 2, 6 * places.bit_length()) + 10 * (min(bits, 1_000) // 250)
        return places * (150 + words * each)

    def _power(self, n: int) -> Places:
        """The same for places in lowest terms that are no power themselves."""
        below, root = self.below**n, (self, n)
        weights = self.weights
        if not weights and n:
            return self  # nothing of nothing
        if self._is_fair:
            fair = Places(whole.fair_power(len(weights), n), below, root=root)
            return fair if weights[0] == 1 else fair.times_number(weights[0] ** n)
        if self._has_scattered_terms(n):
            return Places(whole.power_of_terms(weights, n), below, root=root)
        if self._has_few_terms(n):
            return Places(whole.power(weights, n), below, root=root)
        size = n * sum(weights).bit_length() // 8 + 1
        if n * len(weights) * size <= _PACKED and min(weights) >= 0:
            return Places(whole.unpacked(whole.packed(weights, size) ** n, size), below, root=root)
        return Places(None, below, self.numerator**n, root)

    @property
    def _is_fair(self) -> bool:
        return bool(self.weights) and whole.is_fair(self.weights)

    def _has_scattered_terms(self, n: int) -> bool:
        """Whether the terms of a low power are so few that most of its places are empty."""
        if n > _LOW_POWER:
            return False
        terms = self.count
        return terms * comb(n + terms - 1, terms) <= min(_FEW_PRODUCTS, n * len(self.weights))

    def _has_few_terms(self, n: int) -> bool:
        """Whether a power is quicker in Python, place by place."""
        weights, terms = self.weights, self.count
        few = terms <= _FEW_TERMS or terms * n * len(weights) <= _FEW_PRODUCTS
        return few and bool(weights and weights[0])


_PACKED = 3_000
"""Powers of up to so many bytes are those of whole numbers, in Python."""


def fair_places(sides: int) -> Places:
    """Those of one die with equally likely sides: the root of all its powers."""
    return _few_fair_places(sides) if sides <= _MANY_SIDES else _many_fair_places(sides)


_MANY_SIDES = 10_000
"""Places of dice with more sides are not remembered for long: they fill the memory."""


@lru_cache(maxsize=64)
def _few_fair_places(sides: int) -> Places:
    return Places([1] * sides, sides)


@lru_cache(maxsize=2)
def _many_fair_places(sides: int) -> Places:
    return Places([1] * sides, sides)
