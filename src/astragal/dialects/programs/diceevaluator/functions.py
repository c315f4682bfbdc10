"""The functions of DiceEvaluator that have words here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from astragal.dialects.programs.diceevaluator import lists
from astragal.dialects.programs.diceevaluator.lists import Part, Parts
from astragal.errors import Span
from astragal.notation.modifiers.explode import Explode
from astragal.notation.nodes.arithmetic import Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.values import Literal

if TYPE_CHECKING:
    from astragal.dialects.programs.diceevaluator.reader import DiceEvaluatorReader as Reader

Function = Callable[["Reader", Sequence[Parts], Span], Parts | None]
_MOST_EXPLOSIONS = 100


def _extreme(name: str) -> Function:
    """``min(…)`` and ``max(…)``: the lowest number of all, as often as it is there."""
    pick = min if name == "min" else max

    def found(reader: Reader, arguments: Sequence[Parts], place: Span) -> Parts | None:
        parts = tuple(chain.from_iterable(arguments))
        known = lists.numbers(parts)
        if known is not None:
            return lists.listed([each for each in known if each == pick(known)], place)
        if not all(part.single for part in parts) or len(parts) > 2:
            return None
        if len(parts) == 1:
            return parts
        first, second = reader.named("first", parts[0].node), reader.named("second", parts[1].node)
        twice = Sum((("+", Literal(1)), ("+", Compare("=", first, second))), span=place)
        chosen = FunctionCall(name, (first, second), span=place)
        return (Part(Product((("*", chosen), ("*", twice)), span=place), many=True),)

    return found


def _sorted(reader: Reader, arguments: Sequence[Parts], place: Span) -> Parts | None:
    """``asc(…)`` and ``desc(…)`` only show."""
    return tuple(chain.from_iterable(arguments))


def _cancel(reader: Reader, arguments: Sequence[Parts], place: Span) -> Parts | None:
    """``cancel(list, 10, 1)``: tens and ones take each other away."""
    known = [lists.numbers(each) for each in arguments]
    if len(known) != 3 or None in known:
        return None
    values, one, other = (each or [] for each in known)
    return lists.listed(lists.cancelled(values, one, other), place)


def _double(reader: Reader, arguments: Sequence[Parts], place: Span) -> Parts | None:
    """``double(list, 10)``: tens are there twice."""
    if len(arguments) != 2 or (chosen := lists.numbers(arguments[1])) is None:
        return None
    known = lists.numbers(arguments[0])
    if known is not None:
        return lists.listed([n for n in known for _ in range(1 + (n in chosen))], place)
    return lists.worth(arguments[0], {each: 2 * each for each in chosen}, place)


def _replace(reader: Reader, arguments: Sequence[Parts], place: Span) -> Parts | None:
    """``replace(list, 1, 0, [9/10], 2)``: what is found becomes something else."""
    pairs = [lists.numbers(each) for each in arguments[1:]]
    if not pairs or len(pairs) % 2 or None in pairs:
        return None
    points: dict[int, int] = {}
    for found, new in zip(pairs[::2], pairs[1::2], strict=True):
        if points.keys() & set(found or ()) or set(points.values()) & set(found or ()):
            return None
        points |= dict.fromkeys(found or (), sum(new or ()))
    return lists.worth(arguments[0], points, place)


def _explode(reader: Reader, arguments: Sequence[Parts], place: Span) -> Parts | None:
    """``exp(d6, [5/6], 2)``: a die that rolls again on these faces, so often at most."""
    if not 2 <= len(arguments) <= 3 or len(arguments[0]) != 1:
        return None
    limit = lists.numbers(arguments[2]) if len(arguments) == 3 else [_MOST_EXPLOSIONS]
    if limit is None or len(limit) != 1 or not 0 <= limit[0] <= _MOST_EXPLOSIONS:
        return None
    matching = reader.matching(arguments[1], place.start)
    (times,) = limit
    if times == 0:
        return arguments[0]
    once = Explode("!o", matching, span=place)
    several = Explode("!", matching, at_most=times, span=place)
    made = lists.exploded(arguments[0][0], once if times == 1 else several)
    return None if made is None else (made,)


FUNCTIONS: dict[str, Function] = {
    "min": _extreme("min"),
    "max": _extreme("max"),
    "asc": _sorted,
    "desc": _sorted,
    "cancel": _cancel,
    "double": _double,
    "replace": _replace,
    "exp": _explode,
}
