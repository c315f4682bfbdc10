"""Equivalent spellings: ``highest(4d6, 3)`` is ``4d6kh3``, which more programs support."""

from __future__ import annotations

from collections.abc import Iterator

from astragal.notation.modifiers.clamp import Clamp
from astragal.notation.modifiers.count import Count
from astragal.notation.modifiers.each import Each
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.sort import Sort
from astragal.notation.modifiers.worth import Worth
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Literal

Pool = Dice | DiceGroup | Group
_RANKED = {"highest": True, "lowest": False}
_BEST = {"max": True, "min": False}
_AS_MANY = (Clamp, Each, Mark, Reroll, Sort)
"""Modifiers that keep the number of dice."""


def plainest(node: Node) -> Node:
    """The standard form of all equivalent spellings of a node, with keeps."""
    if isinstance(node, FunctionCall):
        node = _of_function(node) or node
    if isinstance(node, Group):
        node = _same_dice(node) or node
    return _ranked(node, drop=False) if isinstance(node, Pool) else node


def other_spellings(node: Node) -> Iterator[Node]:
    """Equivalent nodes that a program may be able to write."""
    plain = plainest(node)
    if plain != node:
        yield plain
    if isinstance(plain, Pool):
        yield _ranked(plain, drop=True)
    if isinstance(plain, Group) and (best := _best_of(plain)) is not None:
        yield best


def _of_function(node: FunctionCall) -> Node | None:
    """Keeps in place of a function such as ``highest``; None if that is not possible."""
    arguments = node.arguments
    if node.name in _BEST:
        return Group(arguments, (Keep(1, _BEST[node.name]),), span=node.span)
    pool = arguments[0] if arguments else None
    if not isinstance(pool, Pool) or any(isinstance(e, Count | Worth) for e in pool.modifiers):
        return None
    size = _size(pool)
    number = arguments[1] if len(arguments) > 1 else Literal(1)
    if node.name in _RANKED:
        kept = number.n if isinstance(number, Literal) else number
        return _kept(pool, Keep(kept, _RANKED[node.name]))
    if node.name == "nth" and isinstance(number, Literal) and 0 < number.n <= (size or 0):
        return _kept(pool, Keep(number.n), Keep(1, highest=False))
    if node.name == "middle" and size is not None and size % 2:
        half = size // 2
        return _kept(pool, Keep(half + 1), Keep(1, highest=False)) if half else pool
    return None


def _kept(pool: Pool, *keeps: Keep) -> Node:
    return pool.replaced(modifiers=(*pool.modifiers, *keeps))


def _best_of(group: Group) -> FunctionCall | None:
    """``max(2d6, 1d12)``"""
    if len(group.members) < 2 or group.modifiers not in ((Keep(1),), (Keep(1, highest=False),)):
        return None
    best = group.modifiers[0] == Keep(1)
    return FunctionCall("max" if best else "min", group.members, span=group.span)


def _same_dice(group: Group) -> Dice | None:
    """``2d20kh1`` for ``{1d20, 1d20}kh1``."""
    first, *others = group.members
    alike = isinstance(first, Dice) and first.count == 1 and not first.modifiers
    if not alike or not others or any(each != first for each in others):
        return None
    assert isinstance(first, Dice)
    number = len(group.members)
    return Dice(number, first.die, group.modifiers, span=group.span)


def _ranked(pool: Pool, *, drop: bool) -> Node:
    """Write keeps as drops, or drops as keeps, as far as the number of dice is known."""
    found: list[Modifier] = []
    left = _count(pool)
    for each in pool.modifiers:
        if not isinstance(each, Keep) or not isinstance(each.number, int) or left is None:
            left = left if _leaves_as_many(each) else None
            found.append(each)
            continue
        stay = max(0, left - each.number) if each.drop else min(each.number, left)
        if not stay:
            return pool
        if stay == left:
            continue
        highest = each.highest is not each.drop
        last = found[-1] if found else None
        before = 0
        if isinstance(last, Keep) and (last.highest is not last.drop) is highest:
            before = int(last.number) if last.drop else 0  # type: ignore[arg-type]
            found.pop()  # merges with the keep before
        kept = Keep(stay, highest, span=each.span)
        dropped = Keep(left - stay + before, not highest, drop=True, span=each.span)
        found.append(dropped if drop else kept)
        left = stay
    return pool.replaced(modifiers=tuple(found))


def _size(pool: Pool) -> int | None:
    """The number of values after all modifiers of a pool; None if unknown."""
    left = _count(pool)
    for each in pool.modifiers:
        if isinstance(each, Keep) and isinstance(each.number, int) and left is not None:
            left = max(0, left - each.number) if each.drop else min(each.number, left)
        elif not _leaves_as_many(each):
            return None
    return left


def _count(pool: Pool) -> int | None:
    """The number of values before any modifier; None if unknown."""
    if isinstance(pool, Group):
        return len(pool.members)
    members = (pool,) if isinstance(pool, Dice) else pool.members
    plain = isinstance(pool, Dice) or not any(getattr(each, "modifiers", ()) for each in members)
    counts = [getattr(each, "count", None) for each in members]
    return sum(counts) if plain and all(isinstance(each, int) for each in counts) else None  # type: ignore[arg-type]


def _leaves_as_many(modifier: Modifier) -> bool:
    folded = isinstance(modifier, Explode) and modifier.burst in ("!!", "!!p")
    return folded or isinstance(modifier, _AS_MANY)
