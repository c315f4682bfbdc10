"""How dice are read: one d10 read against ranges is a Test's die, with its criticals."""

from __future__ import annotations

from astragal.die import Die
from astragal.games.scores.critical_dice import D10ISH
from astragal.games.scores.score_ranges import Critical, ScoreRanges
from astragal.mechanics.conventions import everywhere
from astragal.notation.cost import nodes_in
from astragal.notation.nodes.arithmetic import Sum
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.ranges import Range, Ranges
from astragal.rules.conventions import Conventions

_FACES = {0: Critical.FAILURE, 10: Critical.SUCCESS}


def _as_test(node: Node) -> Node:
    """Convert ranges for one die and its Modifier to a Test, with the missing criticals added."""
    if not isinstance(node, Ranges) or (total := _tested(node.total)) is None:
        return node
    known = {each.low for each in node.ranges if each.critical}
    table = ScoreRanges(tuple(each for each in node.ranges if _belongs(each)))
    missing = tuple(
        Range(face, face, table.read_score(face, critical), critical=True)
        for face, critical in _FACES.items()
        if face not in known
    )
    return node.replaced(total=total, ranges=(*node.ranges, *missing))


def _belongs(each: Range) -> bool:
    """True for a range that a Test may have."""
    return not each.critical or each.low in _FACES


def _tested(total: Node) -> Node | None:
    """The total with a d10ish die, if it is one d10 or d10ish with its Modifier; else None."""
    rolled = [node for node in nodes_in((), total) if node.draws and not node.children]
    if len(rolled) != 1 or not _is_die(rolled[0]):
        return None
    return _with_d10ish(total)


def _is_die(node: Node) -> bool:
    plain = isinstance(node, Dice) and node.count == 1 and not node.modifiers
    return plain and node.die in (Die(10), D10ISH)  # type: ignore[attr-defined]


def _with_d10ish(node: Node) -> Node | None:
    """The node with a d10ish; None unless the die is a plain term of a sum."""
    match node:
        case Dice():
            return node.replaced(die=D10ISH)
        case Labelled():
            inner = _with_d10ish(node.inner)
            return None if inner is None else node.replaced(inner=inner)
        case Sum():
            terms = [
                (sign, _with_d10ish(term) if term.draws else term) for sign, term in node.terms
            ]
            if any(term is None or (term.draws and sign != "+") for sign, term in terms):
                return None
            return node.replaced(terms=tuple(terms))
    return None


CONVENTIONS = Conventions(
    everywhere("one d10 read against ranges is a Test's die, with its criticals", _as_test)
)
