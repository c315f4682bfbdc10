"""Texts with a different meaning in other programs: two closed lists.

Texts of other programs that would be misread here are refused, with both ways to write them. Texts
that are valid both here and there, with different meanings, are read with a remark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from astragal.die import D66, D666, Die
from astragal.errors import NOWHERE, NotationError, Span
from astragal.notation.conditions import Comparison
from astragal.notation.cost import nodes_in
from astragal.notation.modifiers.clamp import Clamp
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.unique import Unique
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import TYPED, Decimal, Given, Literal
from astragal.notation.operation import Operation

if TYPE_CHECKING:
    from astragal.notation.expression import Expression
    from astragal.notation.syntax.cursor import Cursor


# Refused


class Refusal(NamedTuple):
    """Texts of another program, their meaning there, and both ways to write them here."""

    texts: tuple[str, ...]
    elsewhere: str
    ways: str
    """with placeholders for the dice and the number"""

    def error(self, span: Span, dice: str, number: str) -> NotationError:
        hint = self.ways.format(dice=dice, number=number)
        return NotationError("ambiguous-elsewhere", self.elsewhere, span=span, hint=hint)


ADDED_TO_EACH = Refusal(
    ("4d6++2", "4d6 ++ 2", "4d6+++2", "4d6kh3++2", "1d20++5"),
    "behind dice, `++` adds to each die in Rollem",
    "`{dice}each+{number}` adds to each die, `{dice} + {number}` to the total",
)
TAKEN_FROM_EACH = Refusal(
    ("4d6--2", "4d6 --2", "1d20--5"),
    "behind dice, `--` takes from each die in Rollem",
    "`{dice}each-{number}` takes from each die, `{dice} - -{number}` takes away minus {number}",
)
REPEATED = Refusal(
    ("6#4d6", "6#4d6d1", "6 #4d6", "3# d20+5"),
    "between a number and dice, `#` rolls them so many times in Rollem",
    "`{number}x({dice})` rolls them {number} times, `{number} # {dice}` is {number} and a comment",
)
REFUSALS = (ADDED_TO_EACH, TAKEN_FROM_EACH, REPEATED)

_DICE_AHEAD = re.compile(r"\s*\d*d(\d|%|F|\{)", re.IGNORECASE)
_DROPS = re.compile(r"(d\d+)d(?=\d)", re.IGNORECASE)
"""The ``d`` of ``4d6d1``, which drops the lowest die there."""
_SHOWN = 40
"""The most characters of a comment that are shown as the dice it may have been meant as."""


def refuse_doubled_sign(cursor: Cursor, before: Node) -> None:
    """Refuse ``4d6++2``; the first sign was read, after a term that may end with dice."""
    sign, pool = cursor.here(-1), before.last_pool
    refusal = {"+": ADDED_TO_EACH, "-": TAKEN_FROM_EACH}.get(sign)
    if refusal is None or pool is None or cursor.here() != sign:
        return
    text, start = cursor.text, cursor.at - 1
    if text[pool.span.end : start].strip():
        return  # separated by a bracket or a label
    rest = text[start:].lstrip(sign)
    number = re.match(r"\s*(\d+)", rest)
    place = Span(start, len(text) - len(rest))
    raise refusal.error(place, text[slice(*pool.span)], number[1] if number else "2")


def refuse_repeat(cursor: Cursor, body: Node) -> None:
    """Refuse ``6#4d6``; the ``#`` was read. With spaces around it, a comment follows."""
    if not isinstance(body, Literal) or not _DICE_AHEAD.match(cursor.text, cursor.at):
        return
    if not (cursor.here(-2).isspace() and cursor.here().isspace()):
        dice = _DROPS.sub(r"\1dl", cursor.text[cursor.at :].strip()[:_SHOWN])
        raise REPEATED.error(Span(cursor.at - 1, cursor.at), dice, str(body))


# Read, with a remark


class Reading:
    """An expression as it was typed."""

    def __init__(self, expression: Expression) -> None:
        self._text = expression.text
        self.nodes = list(nodes_in(expression.bindings, expression.body))
        self._roots = [*(each.node for each in expression.bindings), expression.body]

    def typed(self, part: Operation) -> str:
        """The text of a node or a modifier."""
        span: Span = getattr(part, "span", NOWHERE)
        return self._text[slice(*span)] or str(part)

    def modifiers(self) -> Iterator[tuple[Modifier, ...]]:
        """The modifiers of each group of dice."""
        for node in self.nodes:
            found = tuple(part for part in node.parts if isinstance(part, Modifier))
            if found:
                yield found

    def each_modifier(self) -> Iterator[Modifier]:
        for several in self.modifiers():
            yield from several

    def unrounded(self) -> Iterator[Node]:
        """The nodes outside of rounding functions."""
        waiting = list(self._roots)
        while waiting:
            node = waiting.pop()
            if isinstance(node, FunctionCall) and node.name in _ROUNDING:
                continue
            waiting += node.children
            yield node


_ROUNDING = ("floor", "ceil", "round", "trunc", "round_away")


class Remark(NamedTuple):
    """Texts with different meanings here and in other programs."""

    texts: tuple[str, ...]
    here: str
    elsewhere: str
    applies: Callable[[Reading], bool]

    def __str__(self) -> str:
        return f"here {self.here}; {self.elsewhere}"


def remarks_on(expression: Expression) -> tuple[str, ...]:
    """Remarks on what an expression, as typed, would mean in other programs."""
    if not expression.text:
        return ()
    reading = Reading(expression)
    return tuple(str(remark) for remark in REMARKS if remark.applies(reading))


def _percentile(reading: Reading) -> bool:
    dice = (node for node in reading.nodes if isinstance(node, Dice))
    return any(each.die == _D100 and "%" in reading.typed(each) for each in dice)


_D100 = Die(100)


def _digits(reading: Reading) -> bool:
    return any(isinstance(node, Dice) and node.die in (D66, D666) for node in reading.nodes)


def _fractions(reading: Reading) -> bool:
    return any(isinstance(node, Decimal) or _divides(node) for node in reading.unrounded())


def _divides(node: Node) -> bool:
    """True if a product may be a fraction: not ``8/2``."""
    if not isinstance(node, Product) or all(sign != "/" for sign, _ in node.factors):
        return False
    total = Fraction(1)
    for sign, factor in node.factors:
        if not isinstance(factor, TYPED) or sign not in "*/":
            return True
        total = total * factor.n if sign == "*" else total / factor.n
    return total.denominator != 1


def _rerolls_once(reading: Reading) -> bool:
    """True if dice are re-rolled once, by a condition that other programs have too."""
    return any(
        isinstance(each, Reroll)
        and not (each.until or each.may or each.at_most)
        and isinstance(each.condition, Comparison | None)
        and reading.typed(each)[:1] in "rR"
        for each in reading.each_modifier()
    )


def _beyond(reading: Reading) -> bool:
    """True if ``<`` or ``>`` follows a modifier that Roll20 also has, or a single die."""
    changed = (each for each in reading.each_modifier() if isinstance(each, Reroll | Explode))
    conditions = [each.condition for each in changed]
    compared = any(
        isinstance(node, Compare) and node.op in ("<", ">") and isinstance(node.left, Dice)
        for node in reading.nodes
    )
    return compared or any(
        isinstance(each, Comparison) and each.op in ("<", ">") for each in conditions
    )


def _keeps(reading: Reading) -> bool:
    found = (each for each in reading.each_modifier() if isinstance(each, Keep))
    return any(re.match(r"k(?![hl])", reading.typed(each), re.IGNORECASE) for each in found)


def _keeps_twice(reading: Reading) -> bool:
    pairs = (pair for several in reading.modifiers() for pair in pairwise(several))
    return any(
        isinstance(one, Keep) and isinstance(other, Keep) and not (one.drop and other.drop)
        for one, other in pairs
    )


_ORDER: tuple[type[Modifier], ...] = (Clamp, Explode, Reroll, Unique, Keep)
"""The order of modifiers in rpg-dice-roller, which does not depend on how they are typed."""


def _out_of_order(reading: Reading) -> bool:
    for several in reading.modifiers():
        kinds = [_ORDER.index(type(each)) for each in several if type(each) in _ORDER]
        if kinds != sorted(kinds):
            return True
    return False


def _distinct(reading: Reading) -> bool:
    return any(isinstance(each, Unique) for each in reading.each_modifier())


def _rounds_below_zero(reading: Reading) -> bool:
    calls = (node for node in reading.nodes if isinstance(node, FunctionCall))
    return any(call.name == "round" and _may_be_negative(call.arguments[0]) for call in calls)


def _divides_below_zero(reading: Reading) -> bool:
    products = (node for node in reading.nodes if isinstance(node, Product))
    remainders = (each for each in products if any(sign == "%" for sign, _ in each.factors))
    return any(_may_be_negative(each) for each in remainders)


def _may_be_negative(node: Node) -> bool:
    """True if the node contains a subtraction, a minus, a negative face or a variable."""
    return any(
        isinstance(each, Negate | Given)
        or (isinstance(each, Sum) and any(sign == "-" for sign, _ in each.terms))
        or (isinstance(each, Dice) and _shows_less_than_zero(each))
        for each in nodes_in((), node)
    )


def _shows_less_than_zero(dice: Dice) -> bool:
    return isinstance(dice.die, Die) and not dice.die.symbolic and dice.die.lowest < 0


REMARKS = (
    Remark(
        ("d%", "2d% + 5"),
        "`d%` is 1 to 100",
        "in Avrae it is 0, 10 … 90",
        _percentile,
    ),
    Remark(
        ("d66", "2d666"),
        "`d66` is two d6 read as digits",
        "elsewhere it is a die with 66 sides (here `d{1..66}`)",
        _digits,
    ),
    Remark(
        ("4d6k3", "2d20k"),
        "`k` keeps the highest",
        "py-rolldice and caith keep the lowest, Avrae the dice that show that number",
        _keeps,
    ),
    Remark(
        ("4d6kh1kl1", "4d6kh3dl1"),
        "the next `k` or `d` looks at what is left",
        "Avrae unites two keeps (here `kh1|kl1`), in rpg-dice-roller each looks at all dice",
        _keeps_twice,
    ),
    Remark(
        ("4d6kh3!", "4d6dl1r=2", "4d6!min2"),
        "modifiers apply in the order written",
        "rpg-dice-roller has an order of its own: explode, re-roll, then keep",
        _out_of_order,
    ),
    Remark(
        ("2d6r<3", "8d6r", "2d6r=1"),
        "`r` re-rolls once",
        "Roll20 and rpg-dice-roller re-roll until nothing matches (here `rr`)",
        _rerolls_once,
    ),
    Remark(
        ("2d6r<3", "3d6!>5", "1d20>15"),
        "`<` and `>` do not count the number itself",
        "Roll20 counts it (here `<=` and `>=`)",
        _beyond,
    ),
    Remark(
        ("4d6u",),
        "`u` keeps one die of each value",
        "rpg-dice-roller re-rolls what came twice (here `ru`)",
        _distinct,
    ),
    Remark(
        ("15/2", "1d6 * 2.5"),
        "fractions stay as they are",
        "Avrae cuts a total to a whole number (here `trunc(…)`)",
        _fractions,
    ),
    Remark(
        ("-7 % 3", "(1d6 - 4) % 3"),
        "`%` has the sign of the divisor",
        "in Roll20 and Foundry it has the sign of what is divided (here `rem(…)`)",
        _divides_below_zero,
    ),
    Remark(
        ("round(-5/2)", "round((1d6 - 4) / 2)"),
        "`round` takes halves up",
        "rpg-dice-roller takes them away from zero (here `round_away(…)`)",
        _rounds_below_zero,
    ),
)
