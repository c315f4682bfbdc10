"""Small values: a question with only these is answered in a few milliseconds.

Everything here looks at the shape of a value before any work: its length, the number of dice, the
size of its numbers. A server answers small questions directly and sends all others to a process
that it can end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from astragal.errors import AstragalError

if TYPE_CHECKING:
    from astragal.notation.expression import Expression
    from astragal.rules.types import ParameterType

Fits: TypeAlias = Callable[[Any], bool]
"""True if a value is small."""

_DICE = 100
"""The most dice in a small roll."""
_FACES = 250
"""The most faces, over all dice, in a question about odds."""
_ENDLESS = 5
"""How many dice an exploding one counts as, because its outcomes are endless."""
_DICE_OF_A_RULE = 10
_NUMBER = 100
"""The largest number in a rule's parameters, since any may be a number of dice."""
_LONGEST = 100
_MOST = 20
_WORDS = 3
"""The most words of table talk. Failing to understand longer sentences takes some ten ms."""
_WORD = r"\b[^\W\d_]{2,}\b|(?<!\S)[^\W\d_](?!\S)"


def only_with(**fits: Fits) -> Mapping[str, Fits]:
    """The fields that a small question may give, each with a test of its value."""
    return fits


def no_longer_than(most: int) -> Fits:
    """A test for texts of at most ``most`` characters, or lists of at most ``most`` entries."""
    return lambda value: len(value) <= most


short = no_longer_than(_LONGEST)
few = no_longer_than(_MOST)


def few_short(texts: tuple[str, ...]) -> bool:
    """A few short texts."""
    return few(texts) and all(map(short, texts))


def soon_heard(text: str) -> bool:
    """A short text with few words besides its dice."""
    return short(text) and len(re.findall(_WORD, text)) <= _WORDS


def anything(_: object) -> bool:
    """Any value: it makes no difference, or is checked elsewhere."""
    return True


class Size(NamedTuple):
    """The size of plain notation: the number of dice, and of faces on all dice."""

    dice: float
    faces: float


_NOT_PLAIN = Size(inf, inf)


@lru_cache(maxsize=1024)
def _size(text: str) -> Size:
    """The size of a sum of dice and literals, possibly compared with a number; else infinite."""
    from astragal.limits import DEFAULT_LIMITS
    from astragal.notation.syntax.quick_reader import read_quickly

    expression = read_quickly(text, DEFAULT_LIMITS)
    return _NOT_PLAIN if expression is None else _size_of(expression)


def _size_of(expression: Expression) -> Size:
    from astragal.die import Die
    from astragal.notation.cost import nodes_in
    from astragal.notation.modifiers.count import Count
    from astragal.notation.modifiers.explode import Explode
    from astragal.notation.modifiers.keep import Keep
    from astragal.notation.nodes.arithmetic import Negate, Sum
    from astragal.notation.nodes.comparison import Compare
    from astragal.notation.nodes.dice import Dice
    from astragal.notation.nodes.values import Literal

    dice = faces = 0
    for node in nodes_in(expression.bindings, expression.body):
        if not isinstance(node, Dice | Literal | Sum | Negate | Compare):
            return _NOT_PLAIN
        if isinstance(node, Dice):
            modifiers = node.modifiers
            if node.children or len(modifiers) > 1 or not isinstance(node.count, int):
                return _NOT_PLAIN
            if not isinstance(node.die, Die) or not all(
                isinstance(m, Keep | Count | Explode) for m in modifiers
            ):
                return _NOT_PLAIN
            explodes = any(isinstance(each, Explode) for each in modifiers)
            dice += node.count
            faces += node.count * len(node.die.faces) * (_ENDLESS if explodes else 1)
    return Size(dice, faces)


def rolls_few_dice(text: str, most: int = _DICE) -> bool:
    """A few plain dice with literal numbers: ``4d6kh3``, ``d20+5 >= 15``."""
    return short(text) and _size(text).dice <= most


def weighs_few_faces(text: str) -> bool:
    """Plain dice with few faces in total, whose outcomes are quick to list."""
    return short(text) and _size(text).faces <= _FACES


def all_weigh_few_faces(expressions: Iterable[Expression]) -> bool:
    """Plain expressions whose dice have few faces in total."""
    return sum(_size_of(each).faces for each in expressions) <= _FACES


def built_in(game: str) -> bool:
    """One of our own games: the running time of third-party code is unknown."""
    from astragal.catalogue import built_in_names

    return game in built_in_names()


def is_soon_over(rule: str) -> bool:
    """An existing rule of our own games that has no rounds."""
    from astragal.service.rule_subject import rule_named

    if not built_in(rule.partition(".")[0]):
        return False
    try:
        return not rule_named(rule).rounds
    except AstragalError:
        return False


def fits_rule(rule: str, given: dict[str, Any]) -> bool:
    """Parameters made of a few plain dice, short texts and small numbers."""
    from astragal.service.rule_subject import rule_named

    known = {each.name: each.type for each in rule_named(rule).parameters}
    return all(name in known and _fits(known[name], value) for name, value in given.items())


def _fits(type_: ParameterType, value: Any) -> bool:
    from astragal.rules.types import AmountType, ListType, NotationType, OptionalType, TextType

    match type_, value:
        case OptionalType(), _:
            return value is None or _fits(type_.inner, value)
        case ListType(), list():
            return few(value) and all(_fits(type_.item, each) for each in value)
        case NotationType() | AmountType(), str():
            return rolls_few_dice(value, _DICE_OF_A_RULE)
        case TextType(), str():
            return short(value)
        case _, str():
            return short(value) and all(int(each) <= _NUMBER for each in re.findall(r"\d+", value))
        case _, int():
            return abs(value) <= _NUMBER
    return False
