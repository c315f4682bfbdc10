"""Segments whose outcome is a linear sum of their variables and the answer.

States that wait at such a segment for the same request need not be followed answer by answer: their
outcome is the sum of two independent numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Terms = Mapping[str, int]
"""Names with their factors; the constant term has the name ""."""


class Linear(NamedTuple):
    """A linear form: the factor of each variable, in order, the answer's factor, and a constant."""

    factors: tuple[int, ...]
    answer: int
    constant: int

    @property
    def is_answer(self) -> bool:
        """True if the outcome is the answer itself."""
        return (self.factors, self.answer, self.constant) == ((), 1, 0)

    def without_answer(self, variables: Sequence[Any]) -> int | None:
        """The sum without the answer; None if a variable is not a whole number."""
        total = self.constant
        for factor, value in zip(self.factors, variables, strict=True):
            if type(value) is not int:
                return None
            total += factor * value
        return total


def linear_form(statements: Sequence[Any], variables: Sequence[str], answer: str) -> Linear | None:
    """The linear form of statements that assign sums to names and return one; else None."""
    known: dict[str, Terms] = {each: {each: 1} for each in (*variables, answer)}
    for statement in statements:
        match statement:
            case ast.Assign([ast.Name(target)], value) if terms := _terms(value, known):
                known[target] = terms
            case ast.Return(ast.expr() as value) if terms := _terms(value, known):
                factors = tuple(terms.get(each, 0) for each in variables)
                return Linear(factors, terms.get(answer, 0), terms.get("", 0))
            case _:
                return None
    return None


def _terms(value: ast.expr, known: Mapping[str, Terms]) -> Terms | None:
    match value:
        case ast.Name(name):
            return known.get(name)
        case ast.Constant(number) if type(number) is int:
            return {"": number}
        case ast.Call(ast.Name("int"), [inside], []) if "int" not in known:
            return _terms(inside, known)
        case ast.UnaryOp(ast.USub(), inside):
            return _combined({}, _terms(inside, known), lambda a, b: a - b)
        case ast.BinOp(left, ast.Add(), right):
            return _combined(_terms(left, known), _terms(right, known), lambda a, b: a + b)
        case ast.BinOp(left, ast.Sub(), right):
            return _combined(_terms(left, known), _terms(right, known), lambda a, b: a - b)
    return None


def _combined(
    a: Terms | None, b: Terms | None, function: Callable[[int, int], int]
) -> Terms | None:
    if a is None or b is None:
        return None
    return {each: function(a.get(each, 0), b.get(each, 0)) for each in (*a, *b)}
