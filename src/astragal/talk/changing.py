"""Changes to notation that was heard already: modifiers put on its dice, labels on its terms."""

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
    """The dice of a text of one kind, to which nothing is added, and how many they are."""
    body = heard.expression.body
    if not isinstance(body, Dice) or not isinstance(body.count, int):
        raise NotHeardError
    return body, body.count


def modified(heard: Heard, modifier: str) -> Heard:
    """With a modifier on its dice; refused if it is not clear on which."""
    return heard.changed(lambda text: with_modifier(text, modifier))


def with_modifier(text: str, modifier: str) -> str:
    """A text with a modifier behind its only dice."""
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
    """Several dice with nothing added, counted by a condition; None if that is not meant.

    It may be meant where the total may be: ``8d6 5+``, but not ``3d6 15+``, which no die shows.
    """
    body = parsed(text).body
    if not isinstance(body, Dice) or body.kind is not Kind.POOL or body.single:
        return None
    die = body.die
    if not isinstance(die, Die) or die.lowest < 0 or not condition.fits(die.lowest, die.highest):
        return None  # dice with minus signs are added up
    counted = f"{text}c{condition.tight}"
    try:
        return str(parsed(counted))
    except NotHeardError:
        return None


def either_way(text: str, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """Conditions on a roll; on percentile dice, a number without a direction may mean both."""
    last = conditions[-1]
    if not any(str(each.die) == "d100" for each in dice_of(text)):
        return conditions
    if last.versus or (conditions[0].sign == "=" and last.sign == ">="):
        return *conditions[:-1], last._replace(sign=_MIRRORED[last.sign]), last
    return conditions


_MIRRORED = {">=": "<=", "<": ">"}
"""The opposite signs, for games where low results are good."""


def opposite(text: str) -> str:
    """A comparison that holds where this one does not; a side that does not win loses or ties."""
    body = parsed(text).body
    if isinstance(body, Versus):
        return f"({body.left}) <= ({body.right})"
    if not isinstance(body, Compare):
        raise NotHeardError
    return str(Expression(body.opposite))


def put(text: str, dice: Dice, instead: str) -> str:
    """The text with something else in place of some dice."""
    return text[: dice.span.start] + instead + text[dice.span.end :]


def labelled(heard: Heard, label: str) -> Heard:
    """With a label on its last dice, and on the numbers added to them."""
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
