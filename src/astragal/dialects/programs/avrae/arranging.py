"""Puts neighbours of one kind together, with their conditions: in Avrae they see the same dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import TypeAlias

from astragal.dialects.programs.avrae.words import Nothing
from astragal.dialects.words import Worded
from astragal.die import Die
from astragal.errors import NotationError, Span
from astragal.notation.conditions import Comparison, Condition, OneOf, Ranked
from astragal.notation.modifiers.clamp import Clamp
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_either import KeepEither
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll

Picking = Keep | KeepMatching


def arranged(
    read: Sequence[Worded], die: Die | None, before: Sequence[Modifier] = ()
) -> list[Modifier]:
    """In order, neighbours of one kind united; ``before`` came before them."""
    clamps = [each for each in (*before, *read) if isinstance(each, Clamp)]
    faces = [] if die is None else [die.lowest, die.highest]
    shown = [0, *faces, *(each.bound for each in clamps)]
    values = range(min(shown[1:], default=0), max(shown) + 1)
    found: list[Modifier] = []
    for _, neighbours in groupby(enumerate(read), _kind):
        several = [each for _, each in neighbours if not isinstance(each, Nothing)]
        found += _united(several, die, values)  # type: ignore[arg-type]
    return found


def _kind(numbered: tuple[int, Worded]) -> object:
    """What neighbours have in common that are united; nothing is like a clamp."""
    place, each = numbered
    match each:
        case Keep() | KeepMatching():
            return "drop" if each.drop else "keep"
        case Reroll():
            return each.until
        case Explode():
            return each.burst
        case Nothing():
            return each.kind
    return (place,)


def _united(read: list[Modifier], die: Die | None, values: range) -> Sequence[Modifier]:
    if len(read) < 2:
        return read
    first = read[0]
    if isinstance(first, Keep | KeepMatching):
        return _picking(read, die, values)  # type: ignore[arg-type]
    return [_aiming(read, values)]  # type: ignore[arg-type]


def _aiming(read: list[Explode | Reroll], values: range) -> Modifier:
    """Re-rolls or explosions of dice that match one of several conditions."""
    first = read[0]
    conditions = [each.condition for each in read if each.condition is not None]
    ranked = [each for each in conditions if isinstance(each, Ranked)]
    if not ranked:
        return first.replaced(condition=either(conditions, values[-1]))
    if isinstance(first, Explode):
        return Explode("!o", ranked[0], span=first.span)  # there is always a highest die
    others = [each for each in conditions if each not in ranked and _may_match(each, values)]
    if others or len({each.highest for each in ranked}) > 1:
        raise NotationError(
            "untranslatable",
            "re-rolls of ranks together with others cannot be said here",
            span=Span(first.span.start, read[-1].span.end),
        )
    return first.replaced(condition=max(ranked, key=lambda each: each.number))


def _may_match(condition: Condition, values: range) -> bool:
    """Whether one of these values may match."""
    low, high = stretch_of(condition, values[-1])
    return max(low, values[0]) <= min(high, values[-1])


def _picking(read: list[Picking], die: Die | None, values: range) -> Sequence[Modifier]:
    """Keeps or drops that look at the same dice."""
    ranked = [each for each in read if isinstance(each, Keep)]
    if not ranked:
        return _filtering(read, die, values)  # type: ignore[arg-type]
    if len(ranked) < len(read) or len({each.highest for each in ranked}) > 1:
        return [KeepEither(tuple(read), span=Span(read[0].span.start, read[-1].span.end))]
    return [max(ranked, key=lambda each: int(each.number))]  # type: ignore[arg-type]


def _filtering(read: list[KeepMatching], die: Die | None, values: range) -> Sequence[Modifier]:
    if read[0].drop:
        return read  # each looks at one die only, so one after another drops the same
    conditions = [each.condition for each in read]
    if die is not None:
        return [read[0].replaced(condition=either(conditions, values[-1]))]
    return [KeepMatching(each, drop=True) for each in _complement(conditions)]


def _complement(conditions: Sequence[Condition]) -> list[Comparison]:
    """What matches none of the conditions, for whole numbers, in pieces."""
    numbers = [(each.op, each.operand) for each in conditions]  # type: ignore[attr-defined]
    below = max((number for op, number in numbers if op == "<"), default=None)
    above = min((number for op, number in numbers if op == ">"), default=None)
    equal = sorted({number for op, number in numbers if op == "="})
    inner = [
        number
        for number in equal
        if (below is None or number >= below) and (above is None or number <= above)
    ]
    return _between(below, inner, above)


def _between(below: int | None, inner: Sequence[int], above: int | None) -> list[Comparison]:
    """The gaps from ``below`` on, between some numbers, and up to ``above``."""
    found: list[Comparison] = []
    low = below
    for number in inner:
        if low is None:
            found.append(Comparison("<", number))
        elif low < number:
            found.append(within("=", low, number - 1))
        low = number + 1
    if above is None:
        assert low is not None
        return [*found, Comparison(">", low - 1)]
    if low is None:
        return [*found, Comparison("<", above + 1)]
    return [*found, within("=", low, above)] if low <= above else found


Stretch: TypeAlias = tuple[int, int]

_MOST_PIECES = 40
"""Longer lists of numbers are not written out."""


def either(conditions: Sequence[Condition], highest: int) -> Condition:
    """What matches one of the conditions or more, for values from 0 to ``highest``."""
    if len(conditions) == 1:
        return conditions[0]
    return _condition(_joined(stretch_of(each, highest) for each in conditions), highest)


def stretch_of(condition: Condition, highest: int) -> Stretch:
    """What a condition matches from 0 to ``highest``; it runs backwards if that is nothing."""
    assert isinstance(condition, Comparison)
    assert isinstance(condition.operand, int)
    number = condition.operand
    if condition.op == "=":
        return number, number
    return (0, number - 1) if condition.op == "<" else (number + 1, highest)


def _joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The same numbers, in order; none of the stretches touches the next."""
    found: list[Stretch] = []
    for low, high in sorted(stretches):
        if low > high:
            continue
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return found


def _condition(stretches: Sequence[Stretch], highest: int) -> Condition:
    """The simplest condition for these numbers out of those from 0 to ``highest``."""
    if not stretches:
        return Comparison("<", 0)
    first, last = stretches[0][0], stretches[-1][1]
    if len(stretches) == 1:
        if first == 0:
            return Comparison("<", last + 1)
        return Comparison(">", first - 1) if last >= highest else within("=", first, last)
    gaps = tuple((one[1] + 1, other[0] - 1) for one, other in pairwise(stretches))
    if first == 0 and last >= highest:
        return within("!=", *gaps[0]) if len(gaps) == 1 else OneOf(gaps, wanted=False)
    return OneOf(tuple(stretches))


def within(op: str, low: int, high: int) -> Comparison:
    """``=2..4`` or ``≠2..4``, where a single number needs no range."""
    return Comparison(op, low) if low == high else Comparison(op, low, high)


def pieces(condition: Condition | None) -> list[Comparison] | None:
    """The comparisons with one number that together say a condition; None if there are none."""
    match condition:
        case Comparison(op="=" | "!=", operand=int(low), upto=int(high)):
            return _pieces([(low, high)], condition.op == "=")
        case Comparison(op="!=", operand=int(low), upto=None):
            return _pieces([(low, low)], wanted=False)
        case OneOf():
            return _pieces(condition.stretches, condition.wanted)
    return None


def _pieces(stretches: Sequence[Stretch], wanted: bool) -> list[Comparison]:
    ends: list[Comparison] = []
    if not wanted:
        ends = [Comparison("<", stretches[0][0]), Comparison(">", stretches[-1][1])]
        stretches = [(one[1] + 1, other[0] - 1) for one, other in pairwise(stretches)]
    if sum(high - low + 1 for low, high in stretches) > _MOST_PIECES:
        raise NotationError("untranslatable", "there are too many numbers to list")
    numbers = (number for low, high in stretches for number in range(low, high + 1))
    return [*ends, *(Comparison("=", number) for number in numbers)]
