"""Writes an expression as a dialect's text, or says why the program cannot say it.

What was written is read again: a text that the program would take for something else is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from astragal.dialects.equal import other_spellings
from astragal.dialects.normal import (
    ALIKE,
    QUOTIENTS,
    REMAINDER,
    only_shows,
    same,
    with_floors,
    without_floor,
)
from astragal.dialects.whole import never_negative
from astragal.die import Die
from astragal.errors import AstragalError, NotationError
from astragal.notation.conditions import Comparison, Condition
from astragal.notation.expression import Expression
from astragal.notation.modifiers.count import Count
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Level, Node
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.several import Several
from astragal.notation.nodes.values import Decimal, Given, Literal
from astragal.notation.operands import Operand

if TYPE_CHECKING:
    from astragal.dialects.dialect import Dialect
    from astragal.dialects.words import Worded

_STRICT = {">=": (">", -1), "<=": ("<", 1), ">": (">=", 1), "<": ("<=", -1)}
"""Each comparison of whole numbers the other way, with what that adds to the number."""
_EITHER = [pair for one, other in ALIKE.items() for pair in ((one, other), (other, one))]
"""Functions with another that may stand for them."""


class Writer:
    """Writes nodes, each kind by a method; a dialect that differs has a subclass beside it."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.refused: dict[int, tuple[Node, NotationError]] = {}
        """nodes that cannot be said in any way, by their identity"""

    def write(self, expression: Expression) -> str:
        if expression.bindings:
            name = expression.bindings[0].name
            raise self.cannot(f"names such as `{name}`", expression.bindings[0].node)
        return self.node(expression.body)

    def node(self, node: Node, level: Level = Level.OR) -> str:
        """A node's text, in brackets if it binds looser than ``level``."""
        if id(node) in self.refused:
            raise self.refused[id(node)][1]
        refusal: NotationError | None = None
        for each in chain([node], other_spellings(node)):
            try:
                method = self.methods.get(type(each))
                if method is None:
                    raise self.cannot(f"`{each}`", each)
                text = method(self, each)
                return text if each.level >= level else f"({text})"
            except NotationError as error:
                refusal = refusal or error
        assert refusal is not None
        self.refused[id(node)] = node, refusal
        raise refusal

    # Nodes

    def literal(self, node: Literal | Decimal) -> str:
        return str(node)

    def added(self, node: Sum) -> str:
        first, *rest = node.terms
        parts = [f" {sign} {self.node(term, Level.PRODUCT)}" for sign, term in rest]
        return self.node(first[1], Level.PRODUCT) + "".join(parts)

    def product(self, node: Product) -> str:
        signs = inverted(self.dialect.products)
        signs.setdefault("%", signs.get(REMAINDER, ""))  # the same, unless one is below zero
        signs.setdefault("//", signs.get("trunc", ""))
        if not signs["//"] and "floor" in self.dialect.functions.values():
            floored = with_floors(node)
            if not isinstance(floored, Product):
                return self.node(floored)
            node = floored
        first, *rest = node.factors
        text = self.node(first[1], Level.UNARY)
        for sign, factor in rest:
            if not signs.get(sign):
                raise self.cannot(f"`{sign}`", node)
            text += f" {signs[sign]} {self.node(factor, Level.UNARY)}"
        return text

    def power(self, node: Power) -> str:
        if not self.dialect.powers:
            raise self.cannot("powers", node)
        base, exponent = self.node(node.base, Level.PRIMARY), self.node(node.exponent, Level.UNARY)
        return f"{base} {self.dialect.powers[0]} {exponent}"

    def negate(self, node: Negate) -> str:
        return f"-{self.node(node.operand, Level.UNARY)}"

    def compare(self, node: Compare) -> str:
        if not self.dialect.compares or node.upto is not None:
            raise self.cannot("comparisons of totals", node)
        sign = "==" if node.op == "=" else node.op
        return f"{self.node(node.left, Level.SUM)} {sign} {self.node(node.right, Level.SUM)}"

    def call(self, node: FunctionCall) -> str:
        sign = inverted(self.dialect.products).get(node.name)
        if sign is not None:
            left, right = (self.node(each, Level.PRIMARY) for each in self.divided(node))
            return f"({left} {sign} {right})"
        names = inverted(self.dialect.functions)
        if never_negative(node):
            names = {**{one: names[other] for one, other in _EITHER if other in names}, **names}
        quotient = (
            without_floor(node) if {"//", "trunc"} & {*self.dialect.products.values()} else None
        )
        if node.name not in names and quotient is not None:
            return f"({self.product(quotient)})"
        if node.name not in names:
            raise self.cannot(f"`{node.name}`", node)
        return f"{names[node.name]}({', '.join(map(self.node, node.arguments))})"

    def divided(self, node: FunctionCall) -> tuple[Node, Node]:
        """What is divided by what, in a remainder or in a quotient that is rounded."""
        if node.name not in QUOTIENTS:
            left, right = node.arguments
            return left, right
        inside = node.arguments[0]
        if not isinstance(inside, Product) or inside.factors[-1][0] != "/":
            raise self.cannot(f"`{node.name}` of anything but a quotient", node)
        *rest, (_, divisor) = inside.factors
        return (Product(tuple(rest)) if len(rest) > 1 else rest[0][1]), divisor

    def several(self, node: Several) -> str:
        if not self.dialect.several:
            raise self.cannot("several rolls in one text", node)
        return f"{self.dialect.several[0]} ".join(map(self.node, node.members))

    def repeat(self, node: Repeat) -> str:
        if not self.dialect.repeats:
            raise self.cannot("repeated rolls", node)
        return self.dialect.repeats.format(times=node.times, roll=self.node(node.body))

    def labelled(self, node: Labelled) -> str:
        text = self.node(node.inner, Level.PRIMARY)
        return text + "".join(f"[{label}]" for label in node.labels if self.dialect.label)

    def group(self, node: Group) -> str:
        if not self.dialect.group:
            raise self.cannot("groups of totals", node)
        members = ", ".join(map(self.node, node.members))
        return f"{{{members}}}{self.modifiers(node.modifiers, node)}"

    def given(self, node: Given) -> str:
        raise self.cannot("values with a name", node)

    def dice(self, node: Dice) -> str:
        count = str(node.count) if isinstance(node.count, int) else f"({self.node(node.count)})"
        return f"{count}d{self.die(node.die, node)}{self.modifiers(node.modifiers, node)}"

    def die(self, die: Die | Node, node: Node) -> str:
        if isinstance(die, Node):
            return f"({self.node(die)})"
        if die.standard:
            return str(die.total)
        found = next((word for word, each in self.dialect.dice.items() if each == die), None)
        if found is None:
            raise self.cannot(f"the die `{die}`", node)
        return found

    methods: ClassVar[dict[type[Node], Callable[[Any, Any], str]]] = {
        Literal: literal,
        Decimal: literal,
        Power: power,
        Sum: added,
        Product: product,
        Negate: negate,
        Compare: compare,
        FunctionCall: call,
        Labelled: labelled,
        Group: group,
        Given: given,
        Dice: dice,
        Several: several,
        Repeat: repeat,
    }
    """how each kind of node is written"""

    # What follows dice

    def modifiers(self, modifiers: tuple[Modifier, ...], node: Node) -> str:
        parts: list[Worded] = []
        for each in modifiers:
            parts += each.tallies if isinstance(each, Count) else (each,)
        return "".join(self.worded(part, node) for part in parts)

    def worded(self, part: Worded, node: Node) -> str:
        for row in self.dialect.words:
            text = row.write(part, self)
            if text is not None:
                return text
        if only_shows(part):
            return ""
        raise self.cannot(f"`{part}`", node)

    def condition(self, condition: Condition, bare: str | None) -> str | None:
        """A condition after a word; None if the program cannot say it there."""
        if not isinstance(condition, Comparison) or condition.upto is not None:
            return None
        if condition.op == bare:
            return self.operand(condition.operand)
        signs = inverted(self.dialect.comparisons)
        if condition.op in signs:
            return signs[condition.op] + self.operand(condition.operand)
        op, more = _STRICT.get(condition.op, ("", 0))
        if op in signs and isinstance(condition.operand, int):
            return f"{signs[op]}{condition.operand + more}"
        return None

    def operand(self, operand: Operand) -> str:
        return str(operand) if isinstance(operand, int) else f"({self.node(operand)})"

    # Refusals

    def cannot(self, what: str, node: Node) -> NotationError:
        return NotationError(
            "untranslatable", f"{self.dialect.title} cannot say {what}", span=node.span
        )


def inverted(names: Mapping[str, str]) -> dict[str, str]:
    """Our name with theirs; of several, the last."""
    return {ours: theirs for theirs, ours in names.items()}


def write(expression: Expression, dialect: Dialect) -> str:
    """The expression as the dialect's text; a NotationError if the program cannot say it."""
    from astragal.dialects.reading import read

    text = (dialect.writer or Writer)(dialect).write(expression)
    try:
        again = read(text, dialect)
    except AstragalError as error:
        raise _misread(expression, dialect, f"{dialect.title} would refuse `{text}`") from error
    if not same(again, expression):
        raise _misread(expression, dialect, f"{dialect.title} would read `{text}` as `{again}`")
    return _commented(text, expression, dialect)


def _commented(text: str, expression: Expression, dialect: Dialect) -> str:
    """The text with the comment behind it, where the program takes it for one."""
    from astragal.dialects.reading import read

    for sign in dialect.comments if expression.comment else ():
        whole = f"{text} {sign} {expression.comment}"
        try:
            again = read(whole, dialect)
        except AstragalError:
            continue
        if again.comment == expression.comment and same(again, expression):
            return whole
    return text


def _misread(expression: Expression, dialect: Dialect, why: str) -> NotationError:
    message = f"{dialect.title} cannot say `{expression}`"
    return NotationError("untranslatable", message, hint=why)
