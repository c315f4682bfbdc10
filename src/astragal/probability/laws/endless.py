"""Laws without end: dice that explode."""

from __future__ import annotations

from fractions import Fraction

from astragal.outcome import Number
from astragal.probability.generating.series import Series
from astragal.probability.laws.law import Law, Table
from astragal.probability.weights import Weights

_ZERO = Fraction(0)


class EndlessLaw(Law):
    """Several series, at least one of which has no end."""

    __slots__ = ("parts",)

    finite = False

    def __init__(self, parts: tuple[Series, ...]) -> None:
        self.parts = parts

    @property
    def size(self) -> int:
        return 0

    @property
    def bits(self) -> int:
        return self.degree * 8

    @property
    def degree(self) -> int:
        return sum(part.longest for part in self.parts)

    def table(self) -> Weights:
        raise TypeError("a law without end has no table")

    def in_order(self) -> Table:
        return self.table().table

    def reduced(self) -> Law:
        return self

    def row(self) -> Series | None:
        return self.parts[0] if len(self.parts) == 1 else None

    def rows(self) -> tuple[Series, ...]:
        return self.parts

    @property
    def constant(self) -> None:
        return None

    @property
    def sole(self) -> None:
        return None

    @property
    def mass(self) -> Fraction:
        return sum((part.mass for part in self.parts), _ZERO)

    def moments(self) -> tuple[Fraction, Fraction]:
        first, second = zip(*(part.moments() for part in self.parts), strict=True)
        return sum(first, _ZERO), sum(second, _ZERO)

    def at_least(self, number: Number, *, past: bool = False) -> Fraction:
        return sum((part.mass_of_at_least(number, past=past) for part in self.parts), _ZERO)

    def exactly(self, number: Number) -> Fraction:
        places = ((part, Fraction(number - part.start) / part.step) for part in self.parts)
        on_grid = (part.weight_at(int(p)) for part, p in places if p.denominator == 1)
        return sum(on_grid, _ZERO)

    def _weighted(self, weight: Fraction) -> Law:
        return EndlessLaw(tuple(part.weighted(weight) for part in self.parts))

    def _shifted(self, by: Number) -> Law:
        return EndlessLaw(tuple(part.shifted(by) for part in self.parts))

    def _scaled(self, factor: Number) -> Law:
        return EndlessLaw(tuple(part.scaled(factor) for part in self.parts))

    def floors(self) -> Law:
        from astragal.probability.generating.combining import floors

        return Law.of_rows(row for part in self.parts for row in floors(part))

    def cut(self, number: Number, *, past: bool = False) -> tuple[Law, Law]:
        low, high = zip(*(part.cut(number, past=past) for part in self.parts), strict=True)
        return Law.of_rows(low), Law.of_rows(high)
