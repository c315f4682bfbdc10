"""Writes an expression as a dialect's text, or explains why the program cannot express it.

The text is read again as a check: if the program would read it differently, it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from astragal.dialects.equal import other_spellings
from astragal.dialects.normal import (
    ALIKE,
    HALF,
    POWER,
    QUOTIENTS,
    REMAINDER,
    only_shows,
    same,
    with_face,
    with_floors,
    without_floor,
)
from astragal.dialects.whole import never_negative
from astragal.die import Die
from astragal.errors import AstragalError, NotationError
from astragal.notation.conditions import Comparison, Condition
from astragal.notation.expression import Expression
from astragal.notation.modifiers.count import Count
from astragal.notation.modifiers.each import Each
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
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
"""The equivalent of each comparison for whole numbers, and its change of the number."""
_EITHER = [pair for one, other in ALIKE.items() for pair in ((one, other), (other, one))]
"""Functions with an equivalent for values that are never negative."""


class Writer:
    """Writes nodes, with a method for each kind; dialects override methods in subclasses."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.refused: dict[int, tuple[Node, NotationError]] = {}
        """nodes that the program cannot express, by their identity"""
        self.behind: Node | None = None
        """the dice or totals whose words are being written"""

    def node(self, node: Node, level: Level = Level.OR) -> str:
        """A node's text, in brackets if it binds looser than ``level``."""
        if id(node) in self.refused:
            raise self.refused[id(node)][1]
        refusal: NotationError | None = None
        for each in chain([node], other_spellings(node)):
            try:
                if type(each) not in _METHODS:
                    raise self.cannot(f"`{each}`", each)
                text: str = getattr(self, _METHODS[type(each)])(each)
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
        signs.setdefault("%", signs.get(REMAINDER, ""))  # equivalent unless a factor is negative
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
        names = inverted(self.dialect.functions)
        if not self.dialect.powers and POWER not in names:
            raise self.cannot("powers", node)
        if not self.dialect.powers:
            return f"{names[POWER]}({self.node(node.base)}, {self.node(node.exponent)})"
        alone = Level.UNARY if self.dialect.power else Level.PRIMARY
        base, exponent = self.node(node.base, Level.PRIMARY), self.node(node.exponent, alone)
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
        if node.name in names:
            return f"{names[node.name]}({', '.join(map(self.node, node.arguments))})"
        if quotient is not None:
            return f"({self.product(quotient)})"
        if node.name == "sqrt" and self.dialect.powers:
            return f"({self.node(Power(node.arguments[0], Decimal(HALF)))})"
        raise self.cannot(f"`{node.name}`", node)

    def divided(self, node: FunctionCall) -> tuple[Node, Node]:
        """The dividend and the divisor of a remainder or a rounded quotient."""
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

    def dice_group(self, node: DiceGroup) -> str:
        if not self.dialect.group:
            raise self.cannot("dice of several kinds together", node)
        inside = " + ".join(self.node(each, Level.PRODUCT) for each in node.members)
        return self.braced(inside, node.modifiers, node)

    def braced(self, inside: str, modifiers: tuple[Modifier, ...], node: Node) -> str:
        """Dice in braces, with the numbers added to each of them."""
        for each in modifiers:
            if isinstance(each, Each):
                inside += f" {each.sign} {self.operand(each.number)}"
        rest = tuple(each for each in modifiers if not isinstance(each, Each))
        return f"{{{inside}}}{self.modifiers(rest, node)}"

    def given(self, node: Given) -> str:
        if not self.dialect.given:
            raise self.cannot("values with a name", node)
        return self.dialect.given.format(node.name)

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

    # Words after dice

    def modifiers(self, modifiers: tuple[Modifier, ...], node: Node) -> str:
        before, self.behind = self.behind, node
        try:
            return "".join(self.modifier(each, node) for each in modifiers)
        finally:
            self.behind = before

    def modifier(self, modifier: Modifier, node: Node) -> str:
        """The word for a modifier, or the words for the parts of a count."""
        text = self.worded(modifier)
        if text is None and isinstance(modifier, Count):
            parts = [self.worded(each) for each in modifier.tallies]
            text = None if None in parts else "".join(map(str, parts))
        if text is None:
            raise self.cannot(f"`{modifier}`", node)
        return text

    def worded(self, part: Worded) -> str | None:
        """The word for a modifier, or for the same modifier with its implied face written out."""
        parts = [part, with_face(part, self.die_behind)]
        for each in parts[::-1] if self.dialect.faces else parts:
            for row in self.dialect.words:
                text = row.write(each, self)
                if text is not None:
                    return text
        return "" if only_shows(part) else None

    @property
    def die_behind(self) -> Die | None:
        die = getattr(self.behind, "die", None)
        return die if isinstance(die, Die) else None

    def condition(self, condition: Condition, bare: str | None) -> str | None:
        """A condition after a word; None if the program cannot express it there."""
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


_METHODS: Mapping[type[Node], str] = {
    Literal: "literal",
    Decimal: "literal",
    Power: "power",
    Sum: "added",
    Product: "product",
    Negate: "negate",
    Compare: "compare",
    FunctionCall: "call",
    Labelled: "labelled",
    Group: "group",
    DiceGroup: "dice_group",
    Given: "given",
    Dice: "dice",
    Several: "several",
    Repeat: "repeat",
}
"""The writer's method for each kind of node."""


def inverted(names: Mapping[str, str]) -> dict[str, str]:
    """Map our names to theirs; the last of several wins."""
    return {ours: theirs for theirs, ours in names.items()}


def write(expression: Expression, dialect: Dialect) -> str:
    """Write an expression in a dialect; a NotationError if the program cannot express it."""
    writer = (dialect.writer or Writer)(dialect)
    if expression.bindings:
        name = expression.bindings[0].name
        raise writer.cannot(f"names such as `{name}`", expression.bindings[0].node)
    refusal: NotationError | None = None
    for body in _bodies(expression.body, dialect):
        try:
            text = writer.node(body)
        except NotationError as error:
            refusal = refusal or error
            continue
        why = _why_not(text, expression, dialect)
        if not why:
            return _commented(text, expression, dialect)
    message = f"{dialect.title} cannot say `{expression}`"
    raise refusal or NotationError("untranslatable", message, hint=why)


def _bodies(node: Node, dialect: Dialect) -> Iterator[Node]:
    """Nodes that the program's final rounding may turn into the total, then the total itself."""
    inner = node
    while dialect.finish and isinstance(inner, FunctionCall | Product):
        inner = inner.children[0]
        yield inner
    yield node


def _commented(text: str, expression: Expression, dialect: Dialect) -> str:
    """Append the comment if the program would read it as a comment."""
    for sign in dialect.comments if expression.comment else ():
        whole = f"{text} {sign} {expression.comment}"
        if not _why_not(whole, expression, dialect, expression.comment):
            return whole
    return text


def _why_not(text: str, expression: Expression, dialect: Dialect, comment: str = "") -> str:
    """The reason why a text does not mean this in the program; empty if it does."""
    from astragal.dialects.reading import read

    try:
        again = read(text, dialect)
    except AstragalError:
        return f"{dialect.title} would refuse `{text}`"
    alike = same(again, expression) and again.comment == comment
    return "" if alike else f"{dialect.title} would read `{text}` as `{again}`"
