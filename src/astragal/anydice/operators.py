"""The operators between two values, for numbers, sequences and dice."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

from astragal.anydice import mistakes
from astragal.anydice.budget import LONGEST, MOST_DIGITS, Budget
from astragal.anydice.calling.open_number import OpenNumber
from astragal.anydice.calling.unknown import Element, Unknown
from astragal.anydice.dice import EMPTY, Dice, count_table, truth
from astragal.anydice.values import Amount, settled, total_of
from astragal.probability.laws.comparisons import compare

Whole: TypeAlias = Callable[[int, int], int]

_OPERATION = 2_500
"""The fixed part of the steps of an operation on dice."""
_COMPARED = 8
"""The steps of comparing one element of a sequence."""


def divided(a: int, b: int) -> int:
    """The quotient, rounded towards zero; 0 if the divisor is 0."""
    if not b:
        return 0
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def raised(a: int, b: int) -> int:
    """The power, with fractions rounded towards zero; refused at once if it is far too long."""
    if b >= 0:
        # The power has at least this many bits, and at most about twice as many.
        if (a.bit_length() - 1) * b > LONGEST.bit_length():
            raise mistakes.number_too_long(MOST_DIGITS)
        return int(a**b)
    if not a:
        raise mistakes.zero_power()
    if abs(a) > 1:
        return 0
    return a if b % 2 else 1


def both(a: int, b: int) -> int:
    return 1 if a and b else 0


def either(a: int, b: int) -> int:
    return 1 if a or b else 0


ARITHMETIC: dict[str, Whole] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": divided,
    "^": raised,
    "&": both,
    "|": either,
}
"""The arithmetic operators on numbers. The caller must check the size of the result."""
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_ZERO_IF_EMPTY = ("+", "-", "|")
"""With these operators the empty die counts as 0."""


def _of_open(function: Whole, a: Amount, b: Amount) -> Amount | None:
    """A function of two numbers, at least one of them open; None if other types are involved."""
    if type(a) is OpenNumber and type(b) is OpenNumber:
        return a.paired(function, b)
    if type(a) is OpenNumber and type(b) is int:
        return a.mapped(lambda value: function(value, b))
    if type(b) is OpenNumber and type(a) is int:
        return b.mapped(lambda value: function(a, value))
    return None


def computed(sign: str, a: Amount, b: Amount, budget: Budget) -> Amount:
    """The value of arithmetic or logic ``a sign b``: sequences and dice count as their sums."""
    if type(a) is tuple:
        a = budget.summed(a)
    if type(b) is tuple:
        b = budget.summed(b)
    if type(a) is int and type(b) is int:
        budget.spend_operation()
        return budget.bounded(ARITHMETIC[sign](a, b))
    if type(a) is OpenNumber or type(b) is OpenNumber:
        whole = ARITHMETIC[sign]
        found = _of_open(lambda a, b: budget.bounded(whole(a, b)), a, b)
        return computed(sign, settled(a), settled(b), budget) if found is None else found
    if type(a) is Unknown:
        a = a.total(budget)
    if type(b) is Unknown:
        b = b.total(budget)
    if _empty(a) or _empty(b):
        return _beside_empty(sign, a, b, budget)
    return _of_totals(sign, a, b, budget)


def _empty(value: Amount) -> bool:
    return isinstance(value, Dice) and value.empty


def _beside_empty(sign: str, a: Amount, b: Amount, budget: Budget) -> Amount:
    """The operation with the empty die as 0; a number stays a number, and dice stay dice."""
    if sign not in _ZERO_IF_EMPTY or (_empty(a) and _empty(b)):
        return EMPTY
    if type(a) is int or type(b) is int:
        return ARITHMETIC[sign](*(0 if _empty(each) else each for each in (a, b)))  # type: ignore[arg-type]
    other = b if _empty(a) else a
    assert isinstance(other, Dice)
    if sign == "|":
        return other.total(budget).mapped(bool_of, budget)
    return other.negated(budget) if sign == "-" and _empty(a) else other


def bool_of(number: int) -> int:
    return 1 if number else 0


def _of_totals(sign: str, a: Amount, b: Amount, budget: Budget) -> Dice:
    """The odds of an operation on two sums, at least one of them rolled."""
    budget.spend(_OPERATION)
    function = ARITHMETIC[sign]
    one, other = total_of(a, budget), total_of(b, budget)
    if sign == "+":
        return one.plus(other, budget)
    if sign == "-":
        return one.plus(other.negated(budget), budget)
    if sign in "&|":
        truths = one.mapped(bool_of, budget), other.mapped(bool_of, budget)
        return truths[0].paired(function, truths[1], budget)
    bits = _bits_of(sign, one, other, budget)
    if type(b) is int:
        return one.mapped(lambda outcome: function(outcome, b), budget, bits)
    if type(a) is int:
        return other.mapped(lambda outcome: function(a, outcome), budget, bits)
    return one.paired(function, other, budget, bits)


def _bits_of(sign: str, one: Dice, other: Dice, budget: Budget) -> int:
    """The most bits of an outcome of `*`, `/` or `^`; refused if there are too many."""
    if sign == "/":
        return one.reach.bit_length()
    # The largest absolute values of both operands meet in one of the results.
    if sign == "*":
        return budget.bounded(one.reach * other.reach).bit_length()
    return budget.bounded(raised(one.reach, max(other.highest, 0))).bit_length()


def compared(sign: str, a: Amount, b: Amount, budget: Budget) -> Amount:
    """The value of a comparison."""
    if type(a) is OpenNumber or type(b) is OpenNumber:
        holds = COMPARISONS[sign]
        found = _of_open(lambda a, b: 1 if holds(a, b) else 0, a, b)
        return compared(sign, settled(a), settled(b), budget) if found is None else found
    if type(a) is Unknown or type(b) is Unknown:
        return _compared_unknown(sign, a, b, budget)
    if isinstance(a, Dice) or isinstance(b, Dice):
        return _compared_dice(sign, a, b, budget)
    if type(a) is tuple and type(b) is int:
        return counted(sign, a, b, budget)
    if type(b) is tuple and type(a) is int:
        return counted(_TURNED[sign], b, a, budget)
    if type(a) is tuple and type(b) is tuple:
        budget.spend_elements(min(len(a), len(b)), _COMPARED)
    return int(COMPARISONS[sign](a, b))


def counted(sign: str, elements: tuple[int, ...], number: int, budget: Budget) -> int:
    """The number of elements that satisfy a comparison with a number."""
    budget.spend_elements(len(elements), _COMPARED)
    if sign == "=":
        return elements.count(number)
    if sign == "!=":
        return len(elements) - elements.count(number)
    # The number's own method, mirrored, saves a Python call for each element.
    return sum(map(getattr(number, _TURNED_METHODS[sign]), elements))


_TURNED_METHODS = {"<": "__gt__", ">": "__lt__", "<=": "__ge__", ">=": "__le__"}
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


def _compared_unknown(sign: str, a: Amount, b: Amount, budget: Budget) -> Amount:
    """Compare unknown rolls: with a number, find out only what it needs; else, everything."""
    if type(b) is Unknown and type(a) is int:
        return b.counted(_TURNED[sign], a)
    b = b.known() if type(b) is Unknown else b
    if type(a) is Unknown:
        return a.counted(sign, b) if type(b) is int else compared(sign, a.known(), b, budget)
    return compared(sign, a, b, budget)


def compared_elements(
    sign: str, a: Amount | Element, b: Amount | Element, budget: Budget
) -> Amount:
    """Compare dice of unknown rolls; of two, one is found out first."""
    if type(b) is Element:
        if type(a) is int:
            return b.compares(_TURNED[sign], a)
        b = b.known()
    if type(a) is Element:
        if type(b) is int:
            return a.compares(sign, b)
        a = a.known()
    return compared(sign, a, b, budget)  # type: ignore[arg-type]


def _compared_dice(sign: str, a: Amount, b: Amount, budget: Budget) -> Dice:
    if _empty(a) or _empty(b):
        return EMPTY
    one, other = total_of(a, budget), total_of(b, budget)
    budget.spend(_OPERATION)
    count_table(len(one.table) + len(other.table), max(one.bits, other.bits), budget)
    held = compare(sign, one.law, other.law, budget)
    return truth(held, one.doubt + other.doubt)
