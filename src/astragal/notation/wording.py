"""An expression in words: what it means, before anything is rolled."""

from __future__ import annotations

from astragal.die import D10ISH, FUDGE, Die
from astragal.notation.arithmetic import Call, Compare, Negate, Product, Sum
from astragal.notation.expression import Expression
from astragal.notation.functions import FUNCTIONS
from astragal.notation.nodes import Given, Labelled, Literal, Name, Node
from astragal.notation.pools import Dice, Group, Repeat
from astragal.notation.ranges import Range, Ranges

_NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_SIGNS = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "divided by",
    "//": "divided (rounded down) by",
}
_COMPARISONS = {
    "=": "exactly",
    "!=": "anything but",
    "<": "less than",
    "<=": "at most",
    ">": "more than",
    ">=": "at least",
}


def describe(expression: Expression) -> str:
    """The whole expression in words, on one line."""
    parts = [f"{binding.name} is {_inside(binding.node)}" for binding in expression.bindings]
    return "; ".join([*parts, _say(expression.body)])


def _say(node: Node) -> str:
    match node:
        case Literal():
            return str(node.n)
        case Given():
            return f"the value of {node.variable.name}"
        case Name():
            return node.name
        case Negate():
            return f"minus {_inside(node.operand)}"
        case Sum():
            return _chain([(_SIGNS[sign], term) for sign, term in node.terms])
        case Product():
            return _chain([(_SIGNS[op], factor) for op, factor in node.factors])
        case Compare():
            upto = f" to {_say(node.upto)}" if node.upto is not None else ""
            return f"is {_inside(node.left)} {_COMPARISONS[node.op]} {_inside(node.right)}{upto}?"
        case Call():
            return _call(node)
        case Labelled():
            return f"{_say(node.inner)} [{', '.join(node.labels)}]"
        case Dice():
            return ", ".join([_dice(node), *(each.meaning() for each in node.modifiers)])
        case Group():
            members = " and ".join(f"({_say(member)})" for member in node.members)
            return ", ".join([f"the totals of {members}", *(m.meaning() for m in node.modifiers)])
        case Repeat():
            times = "once" if node.times == 1 else f"{_number(node.times)} times"
            return f"{times}: {_say(node.body)}"
        case Ranges():
            ranges = ", ".join(map(_range, node.ranges))
            return f"{_say(node.total)}; then {ranges}"
        case _:
            return str(node)


def _call(node: Call) -> str:
    """A function in words: its template, with its arguments filled in."""
    first, *rest = map(_inside, node.arguments)
    words = FUNCTIONS[node.name].words
    if FUNCTIONS[node.name].most is None:
        return words.format(", ".join([first, *rest]))
    return words.format(first, rest[0] if rest else "one")


def _inside(node: Node) -> str:
    """As ``_say``, in brackets where words would run together."""
    said = _say(node)
    return f"({said})" if isinstance(node, Sum | Product | Compare | Repeat) else said


def _chain(parts: list[tuple[str, Node]]) -> str:
    (_, first), *rest = parts
    text = _inside(first) if isinstance(first, Sum | Compare) else _say(first)
    for word, node in rest:
        text += (";" if "," in text else "") + f" {word} {_inside(node)}"
    return text


def _dice(node: Dice) -> str:
    if isinstance(node.count, int):
        count, one = _number(node.count), node.count == 1
    else:
        count, one = f"as many as {_inside(node.count)} says:", False
    noun = "die" if one else "dice"
    if not isinstance(node.die, Die):
        return f"{count} {noun} with as many sides as {_inside(node.die)} says"
    if node.die.standard:
        return f"{count} {_number(node.die.total)}-sided {noun}"
    if node.die == FUDGE:
        return f"{count} Fudge {noun} (-1, 0, 1)"
    if node.die == D10ISH:
        return f"{count} d10ish {noun} (0 to 10, the ends half as likely)"
    return f"{count} {noun} with the faces {str(node.die)[2:-1].replace(',', ', ')}"


def _number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def _range(each: Range) -> str:
    if each.critical:
        return f"a natural {each.low} is {each.name}"
    if each.low == each.high:
        return f"{each.low} is {each.name}"
    if each.low is None:
        return f"{each.high} or less is {each.name}"
    if each.high is None:
        return f"{each.low} or more is {each.name}"
    return f"{each.low} to {each.high} is {each.name}"
