"""Arithmetic operators between independent distributions and numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from astragal.errors import OddsError
from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws import arithmetic
from astragal.probability.laws.law import Law

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution

Operation = Callable[[Law, Law, Budget], Law]


class Operators:
    """The operators of a distribution; the other operand is a distribution or a number."""

    if TYPE_CHECKING:

        @property
        def _law(self) -> Law: ...

        def _from(self, law: Law) -> Distribution[Number]: ...

    @staticmethod
    def _operand(other: object) -> Law | None:
        if isinstance(other, Operators):
            return other._law
        if isinstance(other, int | Fraction) and not isinstance(other, bool):
            return Law.certain(other)
        return None

    def _with(self, other: object, operation: Operation) -> Any:
        law = self._operand(other)
        return NotImplemented if law is None else self._from(operation(self._law, law, Budget()))

    def _after(self, other: object, operation: Operation) -> Any:
        law = self._operand(other)
        return NotImplemented if law is None else self._from(operation(law, self._law, Budget()))

    def __add__(self, other: Distribution | Number) -> Distribution[Number]:
        return self._with(other, arithmetic.add)  # type: ignore[no-any-return]

    def __sub__(self, other: Distribution | Number) -> Distribution[Number]:
        return self._with(other, arithmetic.subtract)  # type: ignore[no-any-return]

    def __mul__(self, other: Distribution | Number) -> Distribution[Number]:
        return self._with(other, arithmetic.multiply)  # type: ignore[no-any-return]

    def __truediv__(self, other: Distribution | Number) -> Distribution[Number]:
        return self._with(other, _divide)  # type: ignore[no-any-return]

    def __floordiv__(self, other: Distribution | Number) -> Distribution[Number]:
        return self._with(other, _floor_divide)  # type: ignore[no-any-return]

    def __radd__(self, other: Number) -> Distribution[Number]:
        return self._after(other, arithmetic.add)  # type: ignore[no-any-return]

    def __rsub__(self, other: Number) -> Distribution[Number]:
        return self._after(other, arithmetic.subtract)  # type: ignore[no-any-return]

    def __rmul__(self, other: Number) -> Distribution[Number]:
        return self._after(other, arithmetic.multiply)  # type: ignore[no-any-return]

    def __rtruediv__(self, other: Number) -> Distribution[Number]:
        return self._after(other, _divide)  # type: ignore[no-any-return]

    def __rfloordiv__(self, other: Number) -> Distribution[Number]:
        return self._after(other, _floor_divide)  # type: ignore[no-any-return]

    def __neg__(self) -> Distribution[Number]:
        return self._from(self._law.scaled(-1))

    def __abs__(self) -> Distribution[Number]:
        return self._from(arithmetic.magnitude(self._law))


def _divide(a: Law, b: Law, budget: Budget) -> Law:
    _require_divisor(b)
    return arithmetic.divide(a, b, budget)


def _floor_divide(a: Law, b: Law, budget: Budget) -> Law:
    _require_divisor(b)
    return arithmetic.floor_divide(a, b, budget)


def _require_divisor(law: Law) -> None:
    if chance := law.exactly(0):
        raise OddsError("division-by-zero", f"division by zero, with probability {chance}")
