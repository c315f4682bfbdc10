"""Hypothesis strategies for expressions of every kind, small enough to roll often."""

from __future__ import annotations

import re
from fractions import Fraction

from hypothesis import strategies as st

from astragal.die import D10ISH, D66, FUDGE, Die
from astragal.errors import AstragalError, NotationError, RollError
from astragal.notation.conditions import Comparison
from astragal.notation.expression import Expression
from astragal.notation.functions import FUNCTIONS
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier, all_modifiers
from astragal.notation.modifiers.sort import Sort
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.deal import DealtCards
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.logic import And, Not, Or
from astragal.notation.nodes.names import Binding, Name
from astragal.notation.nodes.node import WORDS, Kind, Node
from astragal.notation.nodes.pool_call import PoolCall
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.ranges import Range, Ranges, is_range_name
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.several import Several
from astragal.notation.nodes.sorted import Sorted
from astragal.notation.nodes.symbol_call import SymbolCall
from astragal.notation.nodes.symbol_sum import SymbolSum
from astragal.notation.nodes.values import Decimal, Given, Literal
from astragal.notation.nodes.versus import Versus
from astragal.notation.operands import Operand
from astragal.notation.syntax.parser import parse
from astragal.notation.texts import is_label
from astragal.outcome import Number
from astragal.symbols import Symbols

VARIABLES: dict[str, Number] = {"n": 2, "str": 3, "fire damage": 4}

_OPS = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
_WORDS = st.text("abcdefgh XYZ0123456789-+!?'éß火", min_size=1, max_size=8).map(
    lambda text: " ".join(text.split())
)
_VARIABLES = st.sampled_from(sorted(VARIABLES)).map(Given)
_SMALL = st.integers(1, 6)
_OPERANDS: st.SearchStrategy[Operand] = st.integers(-2, 12) | _VARIABLES

dice_kinds = st.one_of(
    st.integers(2, 12).map(Die),
    st.sampled_from([Die(20), Die(100), Die(66), D66, FUDGE, D10ISH, Die([2, 3, 5, 7]), Die(1)]),
    st.lists(st.integers(-3, 9), min_size=1, max_size=6).map(Die),
)


@st.composite
def conditions(draw: st.DrawFn) -> Comparison:
    op = draw(_OPS)
    if op in ("=", "!=") and draw(st.booleans()):
        low = draw(st.integers(-2, 8))
        return Comparison(op, low, low + draw(st.integers(0, 5)))
    return Comparison(op, draw(_OPERANDS))


def _read(sample: str, number: int) -> Modifier:
    """The modifier that a spelling stands for, with another number in place of the first in it."""
    changed = re.sub(r"\d+", str(number), sample, count=1)
    try:
        body = parse(f"9d20{changed}").body
    except AstragalError:  # a range that runs backwards, or every face explodes
        body = parse(f"9d20{sample}").body
    assert isinstance(body, Dice)
    return body.modifiers[0]


def modifiers(*, dice: bool) -> st.SearchStrategy[Modifier]:
    """Any modifier that others may follow, of every form; those that draw only for real dice."""
    samples = [
        sample
        for each in all_modifiers()
        if not each.ends
        for sample in each.samples
        if dice or not _read(sample, 3).needs_die
    ]
    return st.builds(_read, st.sampled_from(samples), st.integers(1, 6))


@st.composite
def modifier_lists(draw: st.DrawFn, *, dice: bool) -> tuple[Modifier, ...]:
    chosen = draw(st.lists(modifiers(dice=dice), max_size=3))
    if draw(st.integers(0, 3)) == 0:
        first = Tally(draw(conditions()), 1)
        more = draw(st.lists(st.builds(Tally, conditions(), st.sampled_from([1, -1])), max_size=2))
        chosen.append(Count((first, *more)))
    return tuple(chosen)


@st.composite
def pools(draw: st.DrawFn, children: st.SearchStrategy[Node]) -> Node:
    """Dice (with a rolled count or sides now and then), a group, or a repeat read as a pool."""
    count: int | Node = draw(st.integers(0, 5))
    die: Die | Node = draw(dice_kinds)
    match draw(st.integers(0, 7)):
        case 0:
            count = draw(children)
        case 1:
            die = draw(children)
        case 2 | 3:
            members = tuple(draw(st.lists(children, min_size=1, max_size=3)))
            chosen = draw(modifier_lists(dice=False))
            alone = len(members) == 1 and any(each.picks for each in chosen)
            return Group(members, () if alone else chosen)
        case 4:
            kinds = draw(st.lists(dice_kinds, min_size=2, max_size=3))
            together = tuple(Dice(draw(st.integers(0, 3)), each) for each in kinds)
            return DiceGroup(together, draw(modifier_lists(dice=False)))
    try:
        return Dice(count, die, draw(modifier_lists(dice=True)))
    except RollError:  # it would never end, or has no sides
        return Dice(count, Die(6))


@st.composite
def calls(draw: st.DrawFn, children: st.SearchStrategy[Node]) -> Node:
    names = [name for name in sorted(FUNCTIONS) if not FUNCTIONS[name].reads_symbols]
    function = FUNCTIONS[draw(st.sampled_from(names))]
    if function.reads_deck:
        deck = Die(draw(st.lists(st.integers(-2, 5), min_size=2, max_size=5)))
        return DealtCards(Literal(draw(st.integers(0, 2))), deck, draw(modifier_lists(dice=False)))
    if function.pools == 2:
        both = draw(pools(children)), draw(pools(children))
        if function.leaves_pool:
            kept = draw(st.sampled_from([(), (Keep(1),), (Keep(1, highest=False, drop=True),)]))
            return PoolCall(function.name, both, kept)
        return FunctionCall(function.name, both)
    count = draw(st.integers(function.least, function.most or 3))
    if not function.pools:
        return FunctionCall(function.name, tuple(draw(children) for _ in range(count)))
    pool: Node = draw(pools(children))
    if draw(st.integers(0, 4)) == 0:
        pool = Repeat(draw(st.integers(1, 3)), draw(children))
    numbers = tuple(Literal(draw(_SMALL)) for _ in range(count - 1))
    return FunctionCall(function.name, (pool, *numbers))


def truths(children: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    """Comparisons joined by words, some of them denied."""
    compared = st.builds(Compare, _OPS, children, children)
    each = compared | compared.map(Not)
    several = st.lists(each, min_size=2, max_size=3).map(tuple)
    joined = several.map(And) | several.map(Or)
    both = st.tuples(joined, each)
    return st.one_of(each.map(Not), joined, joined.map(Not), both.map(And), both.map(Or))


def _extend(children: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    signed = st.tuples(st.sampled_from("+-"), children)
    scaled = st.tuples(st.sampled_from(["*", "/", "//", "%"]), children)
    sums = st.tuples(children, st.lists(signed, min_size=1, max_size=3))
    products = st.tuples(children, st.lists(scaled, min_size=1, max_size=2))
    return st.one_of(
        pools(children),
        calls(children),
        children.map(Negate),
        sums.map(lambda parts: Sum((("+", parts[0]), *parts[1]))),
        products.map(lambda parts: _product(parts[0], parts[1])),
        st.builds(Power, children, children | st.integers(0, 3).map(Literal)),
        st.builds(Compare, _OPS, children, children),
        st.tuples(st.sampled_from(["=", "!="]), children, st.integers(0, 5)).map(
            lambda parts: Compare(parts[0], parts[1], Literal(parts[2]), Literal(parts[2] + 3))
        ),
        truths(children),
        st.builds(
            Labelled,
            children.filter(lambda node: not isinstance(node, Labelled)),
            st.lists(_WORDS.filter(is_label), min_size=1, max_size=2).map(tuple),
        ),
    )


def _product(first: Node, rest: list[tuple[str, Node]]) -> Node:
    try:
        return Product((("*", first), *rest))
    except RollError:  # a literal zero as divisor
        return first


SYMBOLS = ("crit", "hit", "miss")
faces = st.dictionaries(st.sampled_from(SYMBOLS), st.integers(1, 2), max_size=2).map(Symbols)
symbol_kinds = st.lists(faces, min_size=1, max_size=4).map(
    lambda each: Die([Symbols("hit"), *each])
)
_SYMBOL_MODIFIERS = ("", "r=hit", "r≠hit", "!o=hit", "k=hit", "d≠hit", "u", "r=blank u", "d=hit")


@st.composite
def symbol_dice(draw: st.DrawFn) -> Node:
    """Dice with symbols, one of which is a hit; what they explode by, they do once only."""
    modifier = draw(st.sampled_from(_SYMBOL_MODIFIERS))
    return parse(f"{draw(st.integers(0, 3))}{draw(symbol_kinds)}{modifier}").body


@st.composite
def cancelled(draw: st.DrawFn, children: st.SearchStrategy[Node]) -> Node:
    pairs = draw(st.sampled_from([("hit", "miss"), ("crit", "hit"), ("miss", "hit")]))
    return SymbolCall("cancel", draw(children), pairs)


symbol_nodes: st.SearchStrategy[Node] = st.recursive(
    symbol_dice(),
    lambda children: st.one_of(
        st.lists(children, min_size=2, max_size=3).map(
            lambda terms: SymbolSum(tuple(("+", term) for term in terms))
        ),
        cancelled(children),
        symbol_dice().map(lambda dice: Labelled(dice, ("fire",))),
    ),
    max_leaves=3,
)


@st.composite
def symbol_numbers(draw: st.DrawFn) -> Node:
    """What is read from symbols."""
    node = draw(symbol_nodes)
    others = [name for name in node.symbols if name != "hit"]
    if draw(st.booleans()) and others:
        return SymbolCall("net", node, ("hit", others[0]))
    more = others if draw(st.booleans()) else []
    return SymbolCall("count", node, ("hit", *more))


_leaves: st.SearchStrategy[Node] = st.one_of(
    st.integers(0, 20).map(Literal),
    st.sampled_from([Fraction(1, 2), Fraction(5, 4), Fraction(101, 10)]).map(Decimal),
    symbol_numbers(),
    _VARIABLES,
    pools(st.integers(0, 6).map(Literal)),
)
numbers: st.SearchStrategy[Node] = st.recursive(_leaves, _extend, max_leaves=5)


@st.composite
def ranges(draw: st.DrawFn) -> Node:
    names = _WORDS.filter(is_range_name)
    chosen = []
    for _ in range(draw(st.integers(1, 3))):
        low = draw(st.none() | st.integers(-5, 10))
        high = None if low is None else draw(st.none() | st.integers(low, 20))
        if low is None:
            high = draw(st.integers(0, 20))
        chosen.append(Range(low, high, draw(names)))
    total = draw(numbers.filter(lambda node: node.kind is not Kind.TRUTH))
    if draw(st.booleans()):
        face = draw(st.integers(0, 10))
        chosen.append(Range(face, face, draw(names), critical=True))
    try:
        return Ranges(total, tuple(chosen))
    except NotationError:  # a critical range without dice
        return total


_totals = numbers.filter(lambda node: node.kind in (Kind.NUMBER, Kind.POOL))
standings: st.SearchStrategy[Node] = st.builds(Versus, _totals, _totals)


@st.composite
def expressions(draw: st.DrawFn) -> Expression:
    """A whole expression, with names, repeats, ranges and comments now and then."""
    bindings: tuple[Binding, ...] = ()
    body: Node = draw(numbers | ranges() | standings | symbol_nodes)
    if draw(st.integers(0, 3)) == 0:
        bound = draw(pools(st.integers(0, 6).map(Literal)))
        bindings = (Binding("pool", bound),)
        if body.kind not in (*WORDS, Kind.LIST, Kind.SYMBOLS):
            body = Sum(
                (
                    ("+", body),
                    ("-", FunctionCall("highest", (Name("pool", bound.kind), Literal(2)))),
                )
            )
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        body = Repeat(draw(st.integers(1, 3)), body)
    if isinstance(body, Repeat) and body.kind is Kind.LIST and draw(st.booleans()):
        body = Sorted(body, Sort(draw(st.booleans())))
    if draw(st.integers(0, 7)) == 0:
        body = Several((draw(numbers), body))
    return Expression(body, bindings, draw(st.just("") | _WORDS))
