"""Changes to recognised notation: adds modifiers to its dice and labels to its terms."""

from __future__ import annotations

from collections.abc import Sequence

from astragal.die import Die
from astragal.errors import AstragalError
from astragal.notation.cost import nodes_in
from astragal.notation.expression import Expression
from astragal.notation.nodes.arithmetic import Sum
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.nodes.versus import Versus
from astragal.talk.conditions import Condition
from astragal.talk.phrase import Heard, NotHeardError, parsed
from astragal.talk.unclear import ambiguous


def dice_of(text: str) -> list[Dice]:
    """All dice in a text, in order."""
    found = [node for node in nodes_in((), parsed(text).body) if isinstance(node, Dice)]
    return sorted(found, key=lambda each: each.span)


def die_alone(heard: Heard) -> tuple[Dice, int]:
    """The dice and their number, for a text of one kind of dice with nothing added."""
    body = heard.expression.body
    if not isinstance(body, Dice) or not isinstance(body.count, int):
        raise NotHeardError
    return body, body.count


def modified(heard: Heard, modifier: str) -> Heard:
    """Add a modifier to the dice; refused if there are several."""
    return heard.changed(lambda text: with_modifier(text, modifier))


def with_modifier(text: str, modifier: str) -> str:
    """A text with a modifier after its only dice; refused if there are several."""
    if not modifier:
        return text
    dice = dice_of(text)
    if not dice:
        raise NotHeardError
    first = dice[0]
    changed = put(text, first, f"{text[first.span.start : first.span.end]}{modifier}")
    if len(dice) > 1:
        raise ambiguous(
            "it is not clear which dice are meant",
            f"put it straight after them, e.g. `{parsed(changed)}`",
        )
    return changed


def counted_dice(text: str, condition: Condition) -> str | None:
    """A count of the dice that meet a condition; None if it cannot be meant.

    ``8d6 5+`` could count dice, but ``3d6 15+`` cannot, since no d6 shows 15.
    """
    body = parsed(text).body
    if not isinstance(body, Dice) or body.kind is not Kind.POOL or body.single:
        return None
    die = body.die
    if not isinstance(die, Die) or die.lowest < 0 or not condition.fits(die.lowest, die.highest):
        return None  # dice with negative faces are added up, not counted
    counted = f"{text}c{condition.tight}"
    try:
        return str(parsed(counted))
    except NotHeardError:
        return None


def either_way(text: str, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """Conditions on a roll; a bare number on percentile dice is read in both directions."""
    last = conditions[-1]
    if not any(str(each.die) == "d100" for each in dice_of(text)):
        return conditions
    if last.versus or (conditions[0].sign == "=" and last.sign == ">="):
        return *conditions[:-1], last._replace(sign=_MIRRORED[last.sign]), last
    return conditions


_MIRRORED = {">=": "<=", "<": ">"}
"""The comparison for success, and for failure, where low rolls are good."""


def opposite(text: str) -> str:
    """The opposite of a comparison; the opposite of winning is to lose or tie."""
    body = parsed(text).body
    if isinstance(body, Versus):
        return f"({body.left}) <= ({body.right})"
    if not isinstance(body, Compare):
        raise NotHeardError
    return str(Expression(body.opposite))


def put(text: str, dice: Dice, instead: str) -> str:
    """The text with some of its dice replaced."""
    return text[: dice.span.start] + instead + text[dice.span.end :]


def labelled(heard: Heard, label: str) -> Heard:
    """Label the last dice, and the numbers added to them."""
    return heard.changed(lambda text: _labelled(text, label))


def _labelled(text: str, label: str) -> str:
    body = parsed(text).body
    try:
        node = _labelled_sum(body, label) if isinstance(body, Sum) else _with(body, label)
        return str(Expression(node))
    except AstragalError:
        raise NotHeardError from None


def _labelled_sum(body: Sum, label: str) -> Node:
    terms = body.terms
    at = max((place for place, (_, term) in enumerate(terms) if term.draws), default=0)
    sign = terms[at][0]
    end = len(terms) if sign == "+" else at + 1
    inner = _sum([("+", terms[at][1]), *terms[at + 1 : end]])
    return _sum([*terms[:at], (sign, _with(inner, label)), *terms[end:]])


def _with(node: Node, label: str) -> Node:
    if isinstance(node, Labelled):
        return Labelled(node.inner, (*node.labels, label))
    return Labelled(node, (label,))


def _sum(terms: Sequence[tuple[str, Node]]) -> Node:
    return Sum(tuple(terms)) if len(terms) > 1 else terms[0][1]
