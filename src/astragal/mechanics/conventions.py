"""Conventions: a game's own ways of reading dice."""

from __future__ import annotations

from typing import Literal as OneOf

from astragal.die import Die
from astragal.errors import NotationError
from astragal.notation.cost import nodes_in
from astragal.notation.expression import Expression
from astragal.notation.modifiers.count import Count
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_either import KeepEither
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.keep_united import KeepUnited
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.reroll_duplicates import RerollDuplicates
from astragal.notation.modifiers.sort import Sort
from astragal.notation.nodes.arithmetic import Parts, Product, Sum
from astragal.notation.nodes.braces import Braces
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.logic import And, Not, Or
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.nodes.ranges import Ranges
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.several import Several
from astragal.notation.nodes.sorted import Sorted
from astragal.notation.nodes.values import Decimal, Literal
from astragal.notation.nodes.versus import Versus, is_plain
from astragal.notation.rewriting import Change, rewritten, with_body
from astragal.rules.conventions import Against, Convention, Judge, TypedCall


def everywhere(says: str, change: Change, *, low_is_good: bool = False) -> Convention:
    """A convention that changes nodes anywhere in an expression."""
    return Convention(says, lambda expression: rewritten(expression, change), low_is_good)


# Dice


D100 = Die(100)
FROM_ZERO = Die(range(100))
D100_FROM_ZERO = Convention.of_die(
    D100, FROM_ZERO, "a d100 reads 00 to 99, and low is good", low_is_good=True
)


# Rounding


_ROUNDED = ("floor", "ceil", "round")


def _says_how_to_round(node: Node) -> bool:
    return isinstance(node, FunctionCall) and node.name in _ROUNDED


def rounding(way: OneOf["up", "down"]) -> Convention:
    """A convention that rounds quotients, and products with a decimal such as 1.5.

    An explicit rounding function around them takes precedence.
    """
    function = "ceil" if way == "up" else "floor"

    def change(node: Node) -> Node:
        if not isinstance(node, Product):
            return node
        if any(isinstance(factor, Decimal) for _, factor in node.factors):
            return FunctionCall(function, (node,), span=node.span)
        if all(sign != "/" for sign, _ in node.factors):
            return node
        if way == "down":
            down = tuple(("//" if sign == "/" else sign, each) for sign, each in node.factors)
            return node.replaced(factors=down)
        return _rounded_up(node)

    return Convention(
        f"fractions round {way}",
        lambda expression: rewritten(expression, change, leave=_says_how_to_round),
    )


def _rounded_up(product: Product) -> Node:
    """``a * b / c * d`` as ``ceil(a * b / c) * d``."""
    factors: Parts = ()
    for sign, factor in product.factors:
        factors = (*factors, (sign, factor))
        if sign == "/":
            quotient = FunctionCall(
                "ceil", (Product(factors, span=product.span),), span=product.span
            )
            factors = (("*", quotient),)
    return factors[0][1] if len(factors) == 1 else product.replaced(factors=factors)


# Results


def _rerolled_once(node: Node) -> Node:
    if not isinstance(node, Dice) or not any(map(_goes_on, node.modifiers)):
        return node
    once = (each.replaced(until=False) if _goes_on(each) else each for each in node.modifiers)
    return node.replaced(modifiers=tuple(once))


def _goes_on(modifier: Modifier) -> bool:
    return isinstance(modifier, Reroll) and modifier.until


REROLLS_STAND = everywhere("the second result of a re-roll stands", _rerolled_once)


def _at_least_zero(node: Node) -> Node:
    """Raise results below 0 to 0, each one separately if there are several."""
    match node:
        case Compare() | Versus():
            left, right = _at_least_zero(node.left), _at_least_zero(node.right)
            return node.replaced(left=left, right=right)
        case And() | Or():
            return node.replaced(operands=tuple(map(_at_least_zero, node.operands)))
        case Not():
            return node.replaced(operand=_at_least_zero(node.operand))
        case Ranges() if node.natural_dice is None:
            return node.replaced(total=_at_least_zero(node.total))
        case Repeat():
            return node.replaced(body=_at_least_zero(node.body))
        case Sorted():
            return node.replaced(repeat=_at_least_zero(node.repeat))
        case Several():
            return node.replaced(members=tuple(map(_at_least_zero, node.members)))
    if node.kind not in (Kind.NUMBER, Kind.POOL) or is_plain(node) or _never_negative(node):
        return node
    return FunctionCall("max", (Literal(0), node), span=node.span)


NEVER_BELOW_ZERO = Convention(
    "a result under 0 is 0",
    lambda expression: with_body(expression, _at_least_zero(expression.body)),
)

_KEEPS_ITS_SIGN = (Keep, KeepEither, KeepUnited, KeepMatching, Reroll, RerollDuplicates, Sort)
_NUMBERS = ("floor", "ceil", "round", "min")


def _never_negative(node: Node) -> bool:
    """True if a number can be seen to be 0 or more; False if that would need a calculation."""
    match node:
        case Literal() | Decimal():
            return True
        case Dice():
            low = node.die.lowest if isinstance(node.die, Die) else 1
            fine = type(low) is int and low >= 0
            return fine and all(_sign_kept(each, low) for each in node.modifiers)
        case Sum():
            return all(sign == "+" and _never_negative(term) for sign, term in node.terms)
        case Product():
            return all(_never_negative(factor) for _, factor in node.factors)
        case Labelled():
            return _never_negative(node.inner)
        case Braces():
            kept = all(_sign_kept(each, 0) for each in node.modifiers)
            return kept and all(map(_never_negative, node.members))
        case FunctionCall(name="abs"):
            return True
        case FunctionCall(name="max"):
            return any(map(_never_negative, node.arguments))
        case FunctionCall():
            return node.name in _NUMBERS and all(map(_never_negative, node.arguments))
    return False


def _sign_kept(modifier: Modifier, low: int) -> bool:
    """True if dice with faces of ``low`` or more are never negative after a modifier."""
    if isinstance(modifier, Count):
        return all(each.points > 0 for each in modifier.tallies)
    if isinstance(modifier, Explode):
        return low >= (1 if "p" in modifier.burst else 0)
    return low >= 0 and isinstance(modifier, _KEEPS_ITS_SIGN)


# Rolling under a number


def rolled_under(
    die: Die, rule: str, parameter: str, *, edges: tuple[str, str] | None = None, example: str
) -> Judge:
    """A judge that turns rolling such a die under a number into a call of ``rule``.

    For several dice, keeping the lowest means advantages and keeping the highest disadvantages;
    ``edges`` names the parameters for these. ``example`` is a call of the rule for two sides.
    """

    def judge(against: Against) -> TypedCall | None:
        if against.wanted == "over":
            return None
        nodes = list(nodes_in(against.dice.bindings, against.dice.body))
        if not any(isinstance(node, Dice) and node.die == die for node in nodes):
            return None
        if isinstance(against.goal, Expression):
            raise NotationError(
                "opposed-roll",
                "a d100 is rolled under a number, and the other side's roll is not one",
                hint=f"for two sides write both numbers, e.g. `{example}`",
            )
        dice, goal = against.dice.body, {parameter: str(against.goal)}
        if isinstance(dice, Dice) and len(nodes) == 1:
            match dice.count, dice.modifiers:
                case 1, ():
                    return TypedCall(rule, goal)
                case int(count), (Keep(number=1, drop=False, highest=highest),) if edges:
                    # Two dice mean one advantage; three dice mean three.
                    return TypedCall(rule, {**goal, edges[highest]: str(count if count > 2 else 1)})
        raise NotationError(
            "not-a-check",
            f"one d100 is rolled under a number, not `{against.dice.typed}`",
            hint="a bonus is added to the number: `d100 under 55`; "
            f"totals are compared with `{against.dice.typed} <= {against.goal}`",
        )

    return judge
