"""Odds along a row of evenly spaced numbers, with or without an end, as a generating function.

The row's number ``start + step·i`` has the weight that stands before xⁱ in ``top / bottom``. A row that
ends has a constant below; one without end (dice that explode) is a quotient of polynomials, from which
every weight, every tail and every moment follows exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm

from flint import fmpq_poly, fmpz, fmpz_poly

from astragal.odds.generating.quotients import (
    coefficient,
    fraction_of,
    from_power_sums,
    homogeneous,
    inverse,
    power_sums,
    reversed_fractions,
    reversed_poly,
    sections,
)
from astragal.odds.refusals import both_ways, too_far, too_many_places
from astragal.outcome import Number, size_of, tidy

_ONE_LESS_X = fmpz_poly([1, -1])


class Series:
    """A row of numbers and their weights, which need not add up to one. Immutable.

    ``step`` is never zero; rows that end have a positive one, endless rows run in its direction.
    """

    __slots__ = ("_tails", "bottom", "start", "step", "top")

    def __init__(self, start: Number, step: Number, top: fmpz_poly, bottom: fmpz_poly) -> None:
        self.start = start
        self.step = step
        self.top = top
        self.bottom = bottom
        self._tails: Series | None = None

    @property
    def finite(self) -> bool:
        return self.bottom.degree() == 0

    @property
    def length(self) -> int:
        """How many places a row that ends has."""
        return int(self.top.length())

    def value(self, index: int) -> Number:
        return tidy(self.start + self.step * index)

    def to_data(self) -> tuple[Number, Number, list[int], list[int]]:
        """The row as plain values, for pickling."""
        top, bottom = (list(map(int, poly.coeffs())) for poly in (self.top, self.bottom))
        return self.start, self.step, top, bottom

    @staticmethod
    def from_data(data: tuple[Number, Number, list[int], list[int]]) -> Series:
        start, step, top, bottom = data
        return Series(start, step, fmpz_poly(top), fmpz_poly(bottom))

    # Making rows

    def shifted(self, by: Number) -> Series:
        return Series(tidy(self.start + by), self.step, self.top, self.bottom)

    def scaled(self, factor: Number) -> Series:
        """Every number times a factor other than zero."""
        scaled = Series(tidy(self.start * factor), tidy(self.step * factor), self.top, self.bottom)
        return scaled._forwards() if self.finite else scaled

    def weighted(self, weight: Fraction | int) -> Series:
        """Every weight times a factor."""
        weight = Fraction(weight)
        return Series(
            self.start,
            self.step,
            self.top * weight.numerator,
            self.bottom * weight.denominator,
        )

    def _reversed(self) -> Series:
        """The same row told from its other end."""
        last = max(0, self.length - 1)
        top = fmpz_poly(self.top.coeffs()[::-1])
        # Zeros that stood in front stand behind now, where a polynomial forgets them.
        return Series(self.value(last), tidy(-self.step), top, self.bottom)

    def _forwards(self) -> Series:
        return self._reversed() if self.step < 0 else self

    def _towards(self, direction: int) -> Series:
        """The same row running upwards or downwards, where it ends."""
        return self if (self.step > 0) == (direction > 0) else self._reversed()

    def _respaced(self, step: Number) -> Series:
        """The same row on a finer grid."""
        factor = int(self.step // step)
        if factor == 1:
            return self
        _check_places(factor * max(self.length, self.bottom.length()))
        return Series(self.start, step, self.top.inflate(factor), self.bottom.inflate(factor))

    def reduced(self) -> Series:
        """The same row with nothing to cancel."""
        if self.finite:
            common = self.top.content().gcd(self.bottom[0]) if self.length else fmpz(1)
            if common == 1:
                return self
            return Series(self.start, self.step, self.top // common, self.bottom // common)
        shared = self.top.gcd(self.bottom)
        if shared.is_one():
            return self
        top, bottom = self.top // shared, self.bottom // shared
        return Series(self.start, self.step, top, bottom)._forwards_if_finite()

    # Putting rows together

    def plus(self, other: Series) -> tuple[Series, ...]:
        """The sum of independent numbers; two rows where one runs up and the other down for ever."""
        if not self.finite and not other.finite and self.step * other.step < 0:
            return _two_sided(self, other)
        left, right = _on_one_grid(self, other)
        top, bottom = left.top * right.top, left.bottom * right.bottom
        return (Series(tidy(left.start + right.start), left.step, top, bottom),)

    def times(self, other: Series) -> Series:
        """``plus`` for rows that do not run apart."""
        (result,) = self.plus(other)
        return result

    def power(self, n: int) -> Series:
        """The sum of ``n`` independent numbers of this row."""
        return Series(tidy(self.start * n), self.step, self.top**n, self.bottom**n)

    def union(self, other: Series) -> Series:
        """The weights of both; neither may run the other way without end."""
        left, right = same_places(self, other)
        start, step = left.start, left.step
        if left.bottom == right.bottom:
            return Series(start, step, left.top + right.top, left.bottom)
        if left.finite and right.finite:
            common = left.bottom[0].lcm(right.bottom[0])
            top = left.top * (common // left.bottom[0]) + right.top * (common // right.bottom[0])
            return Series(start, step, top, fmpz_poly([common]))
        shared = left.bottom.gcd(right.bottom)
        factor = right.bottom // shared
        top = left.top * factor + right.top * (left.bottom // shared)
        return Series(start, step, top, left.bottom * factor).reduced()

    def again_and_again(self) -> Series:
        """The sum over all n of n independent numbers of this row, which must weigh less than one."""
        row = self._away_from_zero()
        bottom = row.bottom - row.top
        return Series(0, row.step, row.bottom, bottom)._forwards_if_finite()

    def _away_from_zero(self) -> Series:
        """The same row told from zero on, which must lie at one end of it."""
        row = self
        if row.finite:
            lowest, highest = row.ends()
            if lowest < 0 < highest:
                raise both_ways()
            row = row._trimmed()._towards(1 if highest > 0 else -1)
        if row.start * row.step < 0:
            raise both_ways()
        step = _common(row.step, row.start) if row.start else row.step
        row = row._respaced(step if step * row.step > 0 else tidy(-step))
        ahead = int(row.start // row.step)
        _check_places(ahead + row.length)
        return Series(0, row.step, row.top.left_shift(ahead), row.bottom)

    def _trimmed(self) -> Series:
        """The same row without the empty places before its first number."""
        first = _first_place(self.top)
        return Series(self.value(first), self.step, self.top.right_shift(first), self.bottom)

    def _forwards_if_finite(self) -> Series:
        return self._forwards() if self.finite else self

    def compounded(self, each: Series) -> Series:
        """The sum of so many independent numbers of the row ``each`` as this row says."""
        start, step = int(self.start), int(self.step)
        if step < 0 or start < 0:
            raise ValueError("there cannot be fewer than no numbers")
        one = each._away_from_zero().power(step)
        degree = max(self.top.degree(), self.bottom.degree())
        _check_places(degree * max(one.length, one.bottom.length()))
        above, below = (
            homogeneous(p, one.top, one.bottom, degree) for p in (self.top, self.bottom)
        )
        return Series(0, one.step, above, below).times(each.power(start)).reduced()

    # Looking at rows

    def ends(self) -> tuple[Number, Number]:
        """The first and the last number with a weight, of a row that ends."""
        first = _first_place(self.top)
        return self.value(first), self.value(self.length - 1)

    @property
    def mass(self) -> Fraction:
        """What the weights add up to."""
        return fraction_of(self.top(1), self.bottom(1))

    def moments(self) -> tuple[Fraction, Fraction]:
        """The sums of number × weight and of number² × weight."""
        below = self.bottom(1)
        top, top1 = self.top(1), self.top.derivative()(1)
        top2 = self.top.derivative().derivative()(1)
        if self.finite:
            first, second = fraction_of(top1, below), fraction_of(top2, below)
        else:
            # (N/D)' and (N/D)'' at 1
            below1 = self.bottom.derivative()(1)
            below2 = self.bottom.derivative().derivative()(1)
            first = fraction_of(top1 * below - top * below1, below**2)
            second = fraction_of(
                top2 * below**2
                - 2 * top1 * below1 * below
                - top * below2 * below
                + 2 * top * below1**2,
                below**3,
            )
        mass, squares = self.mass, second + first
        start, step = self.start, self.step
        return (
            Fraction(start * mass + step * first),
            Fraction(start**2 * mass + 2 * start * step * first + step**2 * squares),
        )

    def weights(self, count: int) -> tuple[list[fmpz], fmpz]:
        """The first ``count`` weights, over one denominator."""
        if self.finite:
            return self.top.truncate(count).coeffs(), self.bottom[0]
        expanded = fmpq_poly(self.top).mul_low(inverse(self.bottom, count), count)
        return expanded.numer().coeffs(), expanded.denom()

    def weight_at(self, index: int) -> Fraction:
        """One weight, however far away."""
        if index < 0:
            return Fraction(0)
        if self.finite:
            return fraction_of(self.top[index], self.bottom[0])
        return coefficient(self.top, self.bottom, index)

    def tails(self) -> Series:
        """The row whose weight at i is all the weight from i on."""
        if self._tails is None:
            self._tails = self._make_tails()
        return self._tails

    def _make_tails(self) -> Series:
        if self.finite:
            weights = self.top.coeffs()
            for place in range(len(weights) - 1, 0, -1):
                weights[place - 1] += weights[place]
            return Series(self.start, self.step, fmpz_poly(weights), self.bottom)
        mass = self.mass
        rest = mass.numerator * self.bottom - self.top.left_shift(1) * mass.denominator
        return Series(self.start, self.step, rest // _ONE_LESS_X, self.bottom * mass.denominator)

    def differences(self) -> Series:
        """The row whose ``tails`` this is."""
        first = self.weight_at(0)
        top = self.top * fmpz_poly([-1, 1]) * first.denominator + self.bottom * first.numerator
        bottom = self.bottom * first.denominator
        return Series(self.start, self.step, top.right_shift(1), bottom).reduced()

    def mass_from(self, index: int) -> Fraction:
        """All the weight from a place on, however far away."""
        if index <= 0:
            return self.mass
        if self.finite:
            if index >= self.length:
                return Fraction(0)
            return fraction_of(self.top.right_shift(index)(1), self.bottom[0])
        return self.tails().weight_at(index)

    def split(self, index: int) -> tuple[Series, Series]:
        """The row before a place, which ends, and the row from there on."""
        index = max(0, index)
        if self.finite:
            index = min(index, self.length)
            head, rest = self.top.truncate(index), self.top.right_shift(index)
            return self._with(head), Series(self.value(index), self.step, rest, self.bottom)
        if index > _FARTHEST:
            raise too_far()
        weights, below = self.weights(index)
        head = fmpz_poly(weights)
        rest = (self.top * below - head * self.bottom).right_shift(index)
        return (
            Series(self.start, self.step, head, fmpz_poly([below]))._forwards(),
            Series(self.value(index), self.step, rest, self.bottom * below).reduced(),
        )

    def _with(self, top: fmpz_poly) -> Series:
        return Series(self.start, self.step, top, self.bottom)

    def place(self, number: Number, *, past: bool = False) -> int:
        """The first place whose number is at or beyond ``number`` in the row's direction.

        With ``past``, beyond it.
        """
        if self.step == 1 and type(number) is int and type(self.start) is int:
            return number - self.start + past
        distance = Fraction(number - self.start) / self.step
        return int(distance // 1) + 1 if past else -int(-distance // 1)

    def cut(self, number: Number, *, past: bool = False) -> tuple[Series, Series]:
        """The row of the numbers below ``number``, and the row of the others.

        With ``past``, ``number`` itself belongs to those below.
        """
        if self.step > 0:
            return self.split(self.place(number, past=past))
        rest, below = self.split(self.place(number, past=not past))
        return below, rest

    def floors(self) -> tuple[Series, ...]:
        """The row with every number rounded down: a row for each residue of the step."""
        step = Fraction(self.step)
        if step.denominator == 1:
            return (self.shifted(Fraction(self.start) // 1 - self.start),)
        return tuple(
            Series(int(Fraction(self.value(residue)) // 1), int(step.numerator), top, bottom)
            for residue, (top, bottom) in enumerate(
                sections(self.top, self.bottom, step.denominator)
            )
            if top.length()
        )


def certain(number: Number, weight: Fraction | int = 1) -> Series:
    """A row of one number."""
    weight = Fraction(weight)
    return Series(number, 1, fmpz_poly([weight.numerator]), fmpz_poly([weight.denominator]))


def row_of(weights: Mapping[Number, int], denominator: int) -> Series:
    """The row that holds these numbers; ``row_length`` says how long it is going to be."""
    start, step, length = _spacing(weights)
    places = [0] * length
    for number, weight in weights.items():
        places[int((number - start) // step)] = weight
    return Series(start, step, fmpz_poly(places), fmpz_poly([denominator]))


def row_length(numbers: Iterable[Number]) -> int:
    """How many places the shortest row with these numbers has."""
    return _spacing(numbers)[2]


def _spacing(numbers: Iterable[Number]) -> tuple[Number, Number, int]:
    if isinstance(numbers, range) and numbers.step > 0:
        return numbers.start, numbers.step, len(numbers)
    listed = list(numbers)
    start, end = min(listed), max(listed)
    step = _common_of(number - start for number in listed)
    return start, (step or 1), (int((end - start) // step) + 1 if step else 1)


def common_step(numbers: Iterable[Number]) -> Number:
    """The greatest number all are whole multiples of; 1 if they are all zero."""
    return _common_of(numbers) or 1


def _common_of(numbers: Iterable[Number]) -> Number:
    common: Number = 0
    for number in numbers:
        common = _common(common, number)
    return common


def _common(a: Number, b: Number) -> Number:
    """The greatest number both are whole multiples of."""
    if isinstance(a, int) and isinstance(b, int):
        return gcd(a, b)
    a, b = Fraction(a), Fraction(b)
    below = lcm(a.denominator, b.denominator)
    return tidy(Fraction(gcd(int(a * below), int(b * below)), below))


def _on_one_grid(a: Series, b: Series, offset: Number = 0) -> tuple[Series, Series]:
    """Both rows in the same direction and with the same step, of which ``offset`` is a multiple too."""
    if not a.finite:
        b = b._towards(1 if a.step > 0 else -1)
    elif not b.finite:
        a = a._towards(1 if b.step > 0 else -1)
    else:
        b = b._towards(1 if a.step > 0 else -1)
    step = a.step if a.step == b.step else _common(a.step, b.step)
    if offset:
        step = _common(step, offset)
    if (step > 0) != (a.step > 0):
        step = tidy(-step)
    return a._respaced(step), b._respaced(step)


def grid_length(a: Series, b: Series) -> int:
    """About how many places the sum of two rows that end takes."""
    step = _common(a.step, b.step)
    return int((a.step * a.length + b.step * b.length) // step)


def lengths_on_one_grid(a: Series, b: Series) -> tuple[int, int]:
    """How long the polynomials of two rows get when they are put on one grid."""
    step = _common(a.step, b.step)
    longest = (max(row.length, row.bottom.length()) for row in (a, b))
    first, second = (
        int(size_of(row.step) // step) * n for row, n in zip((a, b), longest, strict=True)
    )
    return first, second


def same_places(a: Series, b: Series) -> tuple[Series, Series]:
    """Two rows in the same direction, with the same number at every place."""
    a, b = _on_one_grid(a, b, tidy(a.start - b.start))
    ahead = int((b.start - a.start) // a.step)
    _check_places(max(a.length, b.length) + abs(ahead))
    if ahead >= 0:
        return a, Series(a.start, b.step, b.top.left_shift(ahead), b.bottom)
    return Series(b.start, a.step, a.top.left_shift(-ahead), a.bottom), b


def _first_place(poly: fmpz_poly) -> int:
    return next((place for place, weight in enumerate(poly.coeffs()) if weight), 0)


def _two_sided(up: Series, down: Series) -> tuple[Series, Series]:
    """The sum of a row without upper end and one without lower end, by partial fractions.

    The roots below the one lie outside the unit circle and those of the other inside, so they never meet.
    """
    if up.step < 0:
        up, down = down, up
    step = _common(up.step, down.step)
    up, down = up._respaced(step), down._respaced(tidy(-step))
    degree = max(down.top.degree(), down.bottom.degree())
    rising, falling = fmpq_poly(up.bottom), fmpq_poly(reversed_poly(down.bottom, degree))
    above = fmpq_poly(up.top * reversed_poly(down.top, degree))
    whole, rest = divmod(above, rising * falling)
    _, inverse, _ = rising.xgcd(falling)
    down_top = (rest * inverse) % falling
    up_top = (rest - down_top * rising) // falling + whole * rising
    start = tidy(up.start + down.start)
    return (
        _quotient(start, step, up_top, up.bottom),
        _quotient(start, tidy(-step), reversed_fractions(down_top, degree), down.bottom),
    )


def _quotient(start: Number, step: Number, top: fmpq_poly, bottom: fmpz_poly) -> Series:
    return Series(start, step, top.numer(), bottom * top.denom()).reduced()


def products(a: Series, b: Series) -> Series:
    """The row whose weights are the products of two rows' weights, place by place."""
    assert (a.start, a.step) == (b.start, b.step)
    if a.finite or b.finite:
        count = min(each.length for each in (a, b) if each.finite)
        (left, below), (right, other) = a.weights(count), b.weights(count)
        listed = fmpz_poly([x * y for x, y in zip(left, right, strict=False)])
        return Series(a.start, a.step, listed, fmpz_poly([below * other]))._forwards()
    degree = a.bottom.degree() * b.bottom.degree()
    pairs = zip(power_sums(a.bottom, degree), power_sums(b.bottom, degree), strict=True)
    bottom = from_power_sums([x * y for x, y in pairs])
    # What stands above is as long as the first places need, past the polynomial parts of both.
    count = degree + max(
        0, a.top.degree() - a.bottom.degree() + 1, b.top.degree() - b.bottom.degree() + 1
    )
    (left, below), (right, other) = a.weights(count), b.weights(count)
    expanded = fmpz_poly([x * y for x, y in zip(left, right, strict=False)])
    top = expanded.mul_low(bottom, count)
    return Series(a.start, a.step, top, bottom * below * other).reduced()


_MOST_PLACES = 5_000_000
_FARTHEST = 5_000
"""So many places of a row without end can be told apart before their numbers get too long."""


def _check_places(places: int) -> None:
    """Refuse a row that would fill the memory."""
    if places > _MOST_PLACES:
        raise too_many_places(places, _MOST_PLACES)
