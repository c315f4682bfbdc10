"""Groups in braces: of several totals, or of the dice in one expression."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from astragal.dialects.programs.rpg_dice_roller.together import (
    Naming,
    apart,
    replaced,
    signed,
    unsaid,
)
from astragal.dialects.programs.rpg_dice_roller.words import (
    COUNTS,
    grows,
    keeps_of,
    kept,
    with_keeps,
)
from astragal.dialects.whole import nodes_in
from astragal.errors import Span
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.sort import Sort
from astragal.notation.nodes.arithmetic import Negate, Sum
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Node

_OPPOSITE = {"+": "-", "-": "+"}


def group_of_totals(members: tuple[Node, ...], read: Sequence[Modifier], span: Span) -> Node:
    """``{2d6, 1d12}kh1``."""
    keeps = kept(keeps_of(read), len(members), growing=False)
    rest = [each for each in read if not isinstance(each, Keep)]
    return Group(members, (*keeps, *rest), span=span)


def group_of_dice(member: Node, read: Sequence[Modifier], span: Span, named: Naming) -> Node:
    """``{4d6+3d8}kh4``: keeps look at the single dice, counts at the total."""
    keeps = keeps_of(read)
    node = _kept_dice(member, keeps, span, named) if keeps else member
    counts = tuple(each for each in read if isinstance(each, COUNTS))
    return Group((node,), counts, span=span) if counts else node


def _kept_dice(member: Node, keeps: Sequence[Keep], span: Span, named: Naming) -> Node:
    found = [node for node in nodes_in(member) if isinstance(node, Dice)]
    if not found:
        return member
    if len(found) == 1:
        changed: Node = replaced(member, [(found[0], _one_kind(found[0], keeps, span))])
        return changed
    terms = [(sign, _bare(term)) for sign, term in _terms(member, "+")]
    dice = [term for _, term in terms if isinstance(term, Dice)]
    if len(dice) < len(found):
        return apart(member, found, keeps, span, named)
    if any(sign == "-" for sign, term in terms if isinstance(term, Dice)):
        return signed(terms, keeps, span)
    rest = [(sign, term) for sign, term in terms if not isinstance(term, Dice)]
    pool = _joined(dice, keeps, span)
    return Sum((("+", pool), *rest), span=span) if rest else pool


def _bare(term: Node) -> Node:
    return term.inner if isinstance(term, Labelled) else term


def _terms(node: Node, sign: str) -> Iterator[tuple[str, Node]]:
    """The terms of a sum, including nested sums, each with its sign."""
    if isinstance(node, Sum):
        for inner, term in node.terms:
            yield from _terms(term, sign if inner == "+" else _OPPOSITE[sign])
    elif isinstance(node, Negate):
        yield from _terms(node.operand, _OPPOSITE[sign])
    else:
        yield sign, node


def _joined(dice: Sequence[Dice], keeps: Sequence[Keep], span: Span) -> Node:
    """Dice of several kinds in one pool."""
    counts = {tuple(each for each in one.modifiers if isinstance(each, COUNTS)) for one in dice}
    if len(counts) > 1 or any(keeps_of(one.modifiers) for one in dice):
        raise unsaid("dice in braces that are kept or counted differently", span)
    size = sum(one.count for one in dice)  # type: ignore[misc]
    growing = any(grows(one.modifiers) for one in dice)
    members = tuple(one.replaced(modifiers=_rolled(one)) for one in dice)
    return DiceGroup(members, (*kept(keeps, size, growing), *counts.pop()), span=span)


def _rolled(dice: Dice) -> tuple[Modifier, ...]:
    """The modifiers that change dice before keeps apply."""
    return tuple(each for each in dice.modifiers if not isinstance(each, (Mark, Sort, *COUNTS)))


def _one_kind(dice: Dice, keeps: Sequence[Keep], span: Span) -> Node:
    """Combine the keeps inside and outside of the braces, which look at the same dice."""
    own = keeps_of(dice.modifiers)
    if own and grows(dice.modifiers):
        raise unsaid("what is kept of dice that explode, inside and outside of braces", span)
    assert isinstance(dice.count, int)
    modifiers = with_keeps(dice.modifiers, [*own, *keeps], dice.count)
    return dice.replaced(modifiers=modifiers, span=span)
