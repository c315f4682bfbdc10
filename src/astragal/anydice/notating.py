"""Expressions of programs as notation, where notation says the same."""

from __future__ import annotations

from astragal.anydice.outputs import Output
from astragal.anydice.tree.call import Call
from astragal.anydice.tree.expressions import (
    Arithmetic,
    Comparison,
    Item,
    Number,
    Sequence,
    Throw,
    Unary,
)
from astragal.anydice.tree.node import Expression
from astragal.errors import AstragalError
from astragal.limits import Limits

_QUICK = Limits(odds=20_000_000)
_KEPT = {"highest ? of ?": "kh", "lowest ? of ?": "kl"}
_OF_TWO = {"highest of ? and ?": "max", "lowest of ? and ?": "min"}


def notation_of(expression: Expression, output: Output) -> str | None:
    """Dice in notation with the odds of an output; None if there are none, or they differ."""
    from astragal.notation.syntax.parser import parse

    text = _written(expression)
    if text is None or output.odds is None:
        return None
    try:
        found = parse(text)
        odds = found.odds(limits=_QUICK)
    except AstragalError:
        return None
    same = odds.denominator == output.odds.denominator and (
        {int(outcome): weight for outcome, weight in odds.weights.items()}
        == dict(output.odds.weights)
    )
    return str(found) if same else None


def _written(node: Expression) -> str | None:
    if isinstance(node, Number):
        return str(node.number)
    if isinstance(node, Throw | Unary):
        return _dice(node)
    if isinstance(node, Call):
        return _call(node)
    if isinstance(node, Arithmetic) and node.sign in "+-*":
        return _joined(node.left, node.sign, node.right)
    if isinstance(node, Comparison):
        return _joined(node.left, node.sign, node.right)
    return None


def _joined(left: Expression, sign: str, right: Expression) -> str | None:
    one, other = _written(left), _written(right)
    if one is None or other is None:
        return None
    inside = isinstance(right, Arithmetic | Comparison)
    kept = isinstance(left, Arithmetic) and sign in "+-" and left.sign in "+-*"
    plain = kept or not isinstance(left, Arithmetic | Comparison)
    if sign in ("=", "<", ">", "<=", ">=", "!="):
        plain = False  # `8d10 >= 7` may also count the dice that are 7 or more
    return f"{one if plain else f'({one})'} {sign} {f'({other})' if inside else other}"


def _dice(node: Throw | Unary) -> str | None:
    if isinstance(node, Unary):
        if node.sign != "d":
            return None
        sides = _sides(node.operand)
        return None if sides is None else f"1d{sides}"
    sides = _sides(node.sides)
    if sides is None or not isinstance(node.count, Number):
        return None
    return f"{node.count.number}d{sides}"


def _sides(node: Expression) -> str | None:
    if isinstance(node, Number):
        return str(node.number)
    if not isinstance(node, Sequence):
        return None
    faces = [_face(item) for item in node.items]
    return None if None in faces or not faces else "{" + ",".join(map(str, faces)) + "}"


def _face(item: Item) -> str | None:
    if item.last is not None or item.times is not None or not isinstance(item.first, Number):
        return None
    return str(item.first.number)


def _call(node: Call) -> str | None:
    if node.shape in _KEPT:
        number, dice = node.arguments
        pool = _dice(dice) if isinstance(dice, Throw) else None
        if pool is None or not isinstance(number, Number):
            return None
        return f"{pool}{_KEPT[node.shape]}{number.number}"
    if node.shape in _OF_TWO:
        one, other = map(_written, node.arguments)
        return None if one is None or other is None else f"{_OF_TWO[node.shape]}({one}, {other})"
    if node.shape == "count ? in ?":
        return _counted(*node.arguments)
    return None


def _counted(sought: Expression, dice: Expression) -> str | None:
    pool = _dice(dice) if isinstance(dice, Throw) else None
    if pool is None:
        return None
    if isinstance(sought, Number):
        return f"{pool}c={sought.number}"
    if isinstance(sought, Sequence) and len(sought.items) == 1:
        first, last = sought.items[0].first, sought.items[0].last
        if isinstance(first, Number) and isinstance(last, Number):
            return f"{pool}c{first.number}..{last.number}"
    return None
