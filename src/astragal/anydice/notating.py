"""Translating expressions of programs to our notation, where it can express them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from astragal.anydice.deep import deep_recursion
from astragal.anydice.outputs import Output
from astragal.anydice.reading.reader import read
from astragal.anydice.tree.call import Call
from astragal.anydice.tree.expressions import (
    Arithmetic,
    At,
    Comparison,
    Item,
    Number,
    Sequence,
    Throw,
    Unary,
)
from astragal.anydice.tree.node import Expression, walk
from astragal.anydice.tree.statements import Block, Put
from astragal.errors import AstragalError, Span
from astragal.limits import Limits

_QUICK = 20_000_000
"""The shared step limit for computing the odds of all candidate notations of a program."""
_KEPT = {"highest ? of ?": "kh", "lowest ? of ?": "kl"}
_EXPLOSIONS = 2
"""The default of the setting. If a program changes it, the odds differ and no notation is given."""
_FEW = 1_000
_OF_TWO = {"highest of ? and ?": "max", "lowest of ? and ?": "min"}


def notations(text: str, outputs: Iterable[Output], limits: Limits) -> list[str | None]:
    """Our notation for each output of a program; None where there is no equivalent."""
    listed = list(outputs)
    with deep_recursion():
        found = notations_in(read(text, limits).statements, listed, limits)
    return [found.get(each.span) for each in listed]


def notations_in(block: Block, outputs: Iterable[Output], limits: Limits) -> Mapping[Span, str]:
    """Our notation for the outputs of a program, by the spans of their statements."""
    quick = limits.replaced(odds=min(limits.odds, _QUICK)).shared()
    # Notation without variables has the same value in each turn of a loop.
    put = {each.span: each for node in block for each in walk(node) if isinstance(each, Put)}
    found: dict[Span, str | None] = {}
    for output in outputs:
        if output.span not in found:
            found[output.span] = _notation_of(put[output.span].expression, output, quick)
    return {span: text for span, text in found.items() if text is not None}


def _notation_of(expression: Expression, output: Output, limits: Limits) -> str | None:
    """Our notation for an output; None if there is none, or if its odds differ."""
    from astragal.notation.syntax.parser import parse

    text = _written(expression)
    if text is None or output.odds is None:
        return None
    try:
        found = parse(text)
        odds = found.odds(limits=limits)
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
    if isinstance(node, At):
        return _best(node)
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
    if node.shape == "explode ?":
        die = _written(node.arguments[0])
        return None if die is None else f"{die}!:{_EXPLOSIONS}"
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
    values = _sides(sought)
    return None if values is None else f"{pool}c=[{values[1:-1]}]"


def _best(node: At) -> str | None:
    """The notation for the sum of the first dice of a sorted throw."""
    pool = _dice(node.of) if isinstance(node.of, Throw) else None
    places = _places(node.positions)
    if pool is None or not places or places != list(range(1, len(places) + 1)):
        return None
    return f"{pool}kh{len(places)}"


def _places(node: Expression) -> list[int] | None:
    """The positions in a list of numbers, or in a single range of them."""
    if isinstance(node, Number):
        return [node.number]
    if not isinstance(node, Sequence):
        return None
    if len(node.items) == 1 and node.items[0].times is None:
        first, last = node.items[0].first, node.items[0].last
        if isinstance(first, Number) and isinstance(last, Number) and last.number <= _FEW:
            return list(range(first.number, last.number + 1))
    faces = [_face(item) for item in node.items]
    return None if None in faces else [int(face) for face in faces if face]
