"""Lists of numbers: what DiceEvaluator works with, before anything is added up.

A list has parts, one behind the other: values, which are one number each, and dice, which are as
many numbers as there are dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from astragal._value import Value
from astragal.dialects.whole import constant, never_negative
from astragal.die import Die
from astragal.errors import Span
from astragal.notation.conditions import Comparison
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.worth import Case, Worth
from astragal.notation.nodes.arithmetic import Negate, Sum
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Literal
from astragal.notation.operands import Operand

Pool = Dice | DiceGroup | Group


class Part(Value):
    """One number, or dice with any number of them."""

    node: Node
    many: bool = False

    @property
    def single(self) -> bool:
        """Whether it is surely one number."""
        node = self.node.operand if isinstance(self.node, Negate) else self.node
        if not self.many or not isinstance(node, Dice | DiceGroup):
            return not self.many
        return node.single and not any(isinstance(x, KeepMatching | Worth) for x in node.modifiers)


Parts = tuple[Part, ...]


def number(n: int, place: Span) -> Part:
    node = Literal(abs(n), span=place)
    return Part(Negate(node, span=place) if n < 0 else node)


def numbers(parts: Sequence[Part]) -> list[int] | None:
    """The numbers of a list in which nothing is rolled; None if something is."""
    found = [None if part.many else constant(part.node) for part in parts]
    if any(each is None or each.denominator != 1 for each in found):
        return None
    return [int(each or Fraction(0)) for each in found]


def listed(values: Sequence[int], place: Span) -> Parts:
    return tuple(number(each, place) for each in values)


def total(parts: Sequence[Part], place: Span) -> Node:
    """The sum of a list."""
    if not parts:
        return Literal(0, span=place)
    if len(parts) == 1:
        return parts[0].node
    terms = [
        ("-", part.node.operand) if isinstance(part.node, Negate) else ("+", part.node)
        for part in parts
    ]
    if terms[0][0] == "-":
        terms[0] = ("+", parts[0].node)
    return Sum(tuple(terms), span=place)


def negated(parts: Sequence[Part], place: Span) -> Parts:
    return tuple(Part(Negate(part.node, span=place), part.many) for part in parts)


def pooled(parts: Sequence[Part], place: Span) -> Pool | None:
    """The list as dice, or as a group, that words can follow; None if there are no words for it."""
    if len(parts) == 1 and parts[0].many:
        node = parts[0].node
        return node if isinstance(node, Pool) and _open(node) else None
    if not any(part.many for part in parts):
        return Group(tuple(part.node for part in parts), span=place) if len(parts) > 1 else None
    dice = [_as_dice(part) for part in parts]
    return None if None in dice else DiceGroup(tuple(each for each in dice if each), span=place)


def _as_dice(part: Part) -> Dice | None:
    """Dice, or a number as a die with just that face."""
    if part.many:
        return part.node if isinstance(part.node, Dice) and _open(part.node) else None
    found = constant(part.node)
    known = found is not None and found.denominator == 1
    return Dice(1, Die([int(found)]), span=part.node.span) if known and found is not None else None


_MOST_WORDS = 100
"""Behind dice stand no more words than these: each is checked against all before it."""


def after(parts: Sequence[Part], modifier: Modifier, place: Span) -> Parts | None:
    """A list with a modifier behind it; None if there are no words for that."""
    pool = pooled(parts, place)
    if pool is None or len(pool.modifiers) >= _MOST_WORDS:
        return None
    made = pool.replaced(modifiers=(*pool.modifiers, modifier), span=place)
    return (Part(made, many=not isinstance(modifier, Count)),)


def _open(pool: Pool) -> bool:
    """Whether words may follow: not where one number stands for several."""
    return not any(isinstance(each, Worth) for each in pool.modifiers)


def filtered(parts: Sequence[Part], op: str, operand: Operand, place: Span) -> Parts | None:
    """What matches of each part; a number that is known stays or goes."""
    condition = Comparison(op, operand)
    found: list[Part] = []
    for part in parts:
        known = numbers([part])
        if known is not None and isinstance(operand, int):
            found += [part] if condition.test()(known[0]) else []
            continue
        alone = part if part.many else Part(Group((part.node,), span=place), many=True)
        made = after([alone], KeepMatching(condition, span=place), place)
        if made is None or (len(parts) > 1 and isinstance(operand, Node)):
            return None
        found += made
    return tuple(found)


def kept(parts: Sequence[Part], count: Operand, highest: bool, place: Span) -> Parts | None:
    known = numbers(parts)
    if known is not None and isinstance(count, int):
        return listed(sorted(known, reverse=highest)[:count], place)
    return () if count == 0 else after(parts, Keep(count, highest, span=place), place)


def counted(parts: Sequence[Part], place: Span) -> Parts | None:
    """How many numbers there are."""
    known = sum(part.single for part in parts)
    counts = [_count_of(part, place) for part in parts if not part.single]
    if None in counts:
        return None
    rest = (number(known, place),) if known or not counts else ()
    return (Part(total([*(Part(each) for each in counts if each), *rest], place)),)


def _count_of(part: Part, place: Span) -> Node | None:
    lowest = _lowest(part.node)
    pool = pooled([part], place)
    if lowest is None or pool is None:
        return None
    count = Count((Tally(Comparison(">=", lowest)),), span=place)
    return pool.replaced(modifiers=(*pool.modifiers, count), span=place)


def _lowest(node: Node) -> int | None:
    """A number that none in a list is below; None if there may be none."""
    if isinstance(node, Dice) and isinstance(node.die, Die) and not node.die.symbolic:
        return int(node.die.lowest)
    if isinstance(node, DiceGroup | Group):
        found = [_lowest(member) for member in node.members]
        return None if None in found else min(each or 0 for each in found)
    known = constant(node)
    if known is not None:
        return int(known // 1)
    return 0 if never_negative(node) else None


def worth(parts: Sequence[Part], points: dict[int, int], place: Span) -> Parts | None:
    """Some numbers become others, which changes how many there are."""
    if not parts or not points:
        return tuple(parts)
    cases = tuple(Case(Comparison("=", each), new) for each, new in points.items())
    if len(parts) == 1 and not parts[0].many:
        return (Part(Group((parts[0].node,), (Worth(cases),), span=place), many=True),)
    return after(parts, Worth(cases, span=place), place)


def cancelled(values: Sequence[int], one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Numbers of two lists take each other away, those first that come first."""
    pairs = min(sum(each in one for each in values), sum(each in other for each in values))
    left = Counter({"one": pairs, "other": pairs})
    found = []
    for each in values:
        side = "one" if each in one else "other" if each in other else ""
        if side and left[side]:
            left[side] -= 1
        else:
            found.append(each)
    return found


def exploded(part: Part, explode: Explode) -> Part | None:
    """One die that rolls again; None for anything else, which would be rolled again as a whole."""
    die = part.node
    plain = isinstance(die, Dice) and die.count == 1 and not die.modifiers
    return Part(die.replaced(modifiers=(explode,)), many=True) if plain else None
