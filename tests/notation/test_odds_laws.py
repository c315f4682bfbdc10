"""Laws of exact odds, for every expression Hypothesis can build."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from astragal import AstragalError, Distribution, Expression, LimitError, Limits, OddsError, parse
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.nodes.values import Literal
from tests.support.brute import CannotRollError, brute_odds, kind_of
from tests.support.examples import examples
from tests.support.paths import TooManyPathsError
from tests.support.strategies import VARIABLES, expressions, modifier_lists, numbers

small = Limits(odds=10_000_000)


def odds_of(expression: Expression) -> Distribution:
    try:
        return expression.odds(variables=VARIABLES, limits=small)
    except AstragalError:
        assume(False)
        raise


def number(node: Node) -> Expression:
    assume(node.kind in (Kind.NUMBER, Kind.POOL, Kind.TRUTH))
    return Expression(node)


@st.composite
def small_dice(draw: st.DrawFn) -> Expression:
    """A few dice of few sides with any modifiers, of which some explode."""
    sides = draw(st.integers(2, 4))
    chosen = list(draw(modifier_lists(dice=True)))
    if draw(st.booleans()):
        bursts = st.builds(Explode, st.sampled_from(["!", "!!", "!p", "!o"]))
        burst: Modifier = draw(bursts)
        chosen.insert(draw(st.integers(0, max(0, len(chosen) - 1))), burst)
    try:
        return Expression(Dice(draw(st.integers(0, 3)), _die(sides), tuple(chosen)))
    except AstragalError:
        return Expression(Dice(2, _die(sides)))


def _die(sides: int) -> Literal:
    return Literal(sides)


def check_against_every_face(expression: Expression) -> None:
    try:
        twin, missing = brute_odds(expression, VARIABLES, extra_dice=3, most_paths=3000)
    except TooManyPathsError:
        assume(False)
    except CannotRollError:
        try:
            expression.odds(variables=VARIABLES, limits=small)
        except AstragalError:
            return
        raise AssertionError("odds were given of a roll that cannot be made") from None
    try:
        exact = expression.odds(variables=VARIABLES, limits=small)
    except (OddsError, LimitError):
        return
    except AstragalError:
        assert missing, "odds were refused of a roll that can always be made"
        return
    if not missing:
        assert {(kind_of(each), each): chance for each, chance in exact.items()} == twin
    for (_, outcome), chance in twin.items():
        assert chance <= exact.probability(outcome) <= chance + missing


@examples(200)
@given(expressions())
def test_odds_are_those_of_every_face(expression: Expression) -> None:
    check_against_every_face(expression)


@examples(200)
@given(small_dice())
def test_any_modifiers_in_any_order_have_the_odds_of_every_face(expression: Expression) -> None:
    check_against_every_face(expression)


@examples(200)
@given(small_dice(), st.integers(0, 8))
def test_natural_results_have_the_odds_of_every_face(expression: Expression, face: int) -> None:
    text = f"{expression} [{face}!] crit [{face + 1}!] near [..3] low [4..6] middle"
    check_against_every_face(parse(text))


@examples(200)
@given(expressions())
def test_odds_add_up_to_one(expression: Expression) -> None:
    try:
        exact = expression.odds(variables=VARIABLES, limits=small)
    except AstragalError:
        return
    assert sum(chance for _, chance in exact.items()) + exact.tail == 1
    assert all(exact.weight(outcome) > 0 for outcome in exact)


@examples(200)
@given(numbers, numbers)
def test_a_sum_has_the_sum_of_the_means_and_of_the_variances(left: Node, right: Node) -> None:
    a, b = odds_of(number(left)), odds_of(number(right))
    both = odds_of(Expression(Sum((("+", left), ("+", right)))))
    assert both.mean == a.mean + b.mean
    assert both.variance == a.variance + b.variance
    try:
        same = both == a + b
    except LimitError:
        return  # rows without end that lie too close together to be compared
    assert same


@examples(200)
@given(numbers)
def test_a_number_less_itself_negated_is_symmetric(node: Node) -> None:
    margin = odds_of(Expression(Sum((("+", node), ("-", node)))))
    assert margin.mean == 0
    try:
        same = margin == -margin
    except LimitError:
        return  # as above
    assert same


@examples(200)
@given(numbers, numbers)
def test_one_of_two_is_greater_or_they_are_equal(left: Node, right: Node) -> None:
    chances = [
        odds_of(Expression(Compare(op, left, right))).probability(True) for op in (">", "=", "<")
    ]
    assert sum(chances) == 1
    not_less = odds_of(Expression(Compare(">=", left, right))).probability(True)
    assert not_less == chances[0] + chances[1]
    different = odds_of(Expression(Compare("!=", left, right))).probability(True)
    assert different == 1 - chances[1]


@examples(200)
@given(numbers, st.integers(-5, 5))
def test_times_a_number(node: Node, factor: int) -> None:
    exact = odds_of(number(node))
    sign = Literal(abs(factor))
    scaled: Node = Product((("*", node), ("*", sign)))
    if factor < 0:
        scaled = Negate(scaled)
    assert odds_of(Expression(scaled)).mean == exact.mean * factor


@examples(200)
@given(st.integers(1, 6), st.integers(2, 6), st.integers(1, 6))
def test_keeping_more_of_the_highest_never_hurts(n: int, sides: int, kept: int) -> None:
    fewer, more = (
        odds_of(Expression(Dice(n, _die(sides), (Keep(number),)))) for number in (kept, kept + 1)
    )
    assert all(more.at_least(target) >= fewer.at_least(target) for target in range(n * sides + 1))


@examples(200)
@given(numbers, st.fractions(0, 1))
def test_a_quantile_is_the_least_number_that_reaches_its_share(node: Node, share: Fraction) -> None:
    assume(share > 0)
    exact = odds_of(number(node))
    assume(share < 1 or exact.finite)
    found = exact.quantile(share)
    assert exact.at_most(found) >= share > exact.less_than(found)
