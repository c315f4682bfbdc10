"""Laws that hold for every expression Hypothesis can build."""

from __future__ import annotations

import json
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from astragal import AstragalError, Die, Expression, Roll, SeededSource, parse, read_record, verify
from astragal.limits import Limits
from astragal.notation.conditions import Comparison
from astragal.notation.modifiers.keep import Keep
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Given
from astragal.notation.operands import with_numbers
from astragal.rolling.frame import Frame
from astragal.rolling.trace import GroupLog
from astragal.symbols import Symbols
from tests.support.examples import examples
from tests.support.strategies import VARIABLES, conditions, dice_kinds, expressions


def rolled(expression: Expression, seed: int) -> Roll:
    try:
        return expression.roll(SeededSource(seed), variables=VARIABLES)
    except AstragalError:
        assume(False)
        raise


@examples(400)
@given(expressions())
def test_the_canonical_text_parses_back_to_an_equal_expression(expression: Expression) -> None:
    printed = str(expression)
    again = parse(printed)
    assert again == expression
    assert str(again) == printed


@examples(400)
@given(expressions(), st.integers(0, 10**6))
def test_a_roll_replays_and_its_record_reads_back(expression: Expression, seed: int) -> None:
    roll = rolled(expression, seed)
    roll.verify()
    record = roll.to_json()
    assert read_record(record) == roll
    assert verify(record) == roll
    faces = [
        Symbols(face) if isinstance(face, str) else face for face in json.loads(record)["faces"]
    ]
    assert faces == list(roll.faces)


_OF_OTHERS = ("{", "common(", "without(")
"""Groups of dice that other groups drew."""


@examples(400)
@given(expressions(), st.integers(0, 10**6))
def test_every_face_drawn_is_in_the_trace_and_totals_add_up(
    expression: Expression, seed: int
) -> None:
    roll = rolled(expression, seed)
    for group in roll.groups:
        kept = [die.value for die in group.dice if die.kept]
        assert group.total == sum(kept) or (group.total == Symbols() and not kept)
        if group.steps:
            left = group.steps[-1].left
            assert sum(left) == group.total or (group.total == Symbols() and not left)
    dice = [
        die for group in roll.groups if not group.text.startswith(_OF_OTHERS) for die in group.dice
    ]
    again = ("re-rolled", "folded")
    draws = {die: 1 + sum(change.did in again for change in die.history) for die in set(dice)}
    # A d66 is drawn as two d6.
    assert sum(draws[die] * (2 if die.die == "d66" else 1) for die in dice) == len(roll.faces)


@examples(400)
@given(expressions(), st.integers(0, 10**6))
def test_a_roll_can_always_be_told(expression: Expression, seed: int) -> None:
    roll = rolled(expression, seed)
    assert "\n" not in str(roll)
    assert str(roll) == str(roll.line), "text without roles is the same text"
    assert all(isinstance(step, str) and step for step in roll.explain())
    assert expression.describe()


@examples(400)
@given(expressions(), st.integers(0, 10**6))
def test_a_sample_is_what_single_rolls_would_give(expression: Expression, seed: int) -> None:
    source = SeededSource(seed)
    try:
        singly = [expression.roll(source, variables=VARIABLES).outcome for _ in range(3)]
    except AstragalError:
        assume(False)
    assert expression.sample(3, SeededSource(seed), variables=VARIABLES) == singly


@given(st.lists(st.integers(1, 4), max_size=7), st.integers(1, 7), st.booleans(), st.booleans())
def test_dropping_one_by_one_is_ranking_them_all(
    values: list[int], number: int, highest: bool, drop: bool
) -> None:
    """The quick way, taken when nobody asks what happened, against the way that can say it."""
    keep = Keep(number, highest=highest, drop=drop)
    frame = Frame(SeededSource(0), {}, Limits())
    log = GroupLog(map(str, values), values)
    assert list(keep.apply(values, None, frame, None)) == list(keep.apply(values, None, frame, log))


def value_of(node: Node) -> int:
    assert isinstance(node, Given)
    return int(VARIABLES[node.name])


@given(conditions(), st.fractions(-5, 15, max_denominator=2))
def test_a_condition_is_the_comparison_it_looks_like(
    condition: Comparison, value: Fraction
) -> None:
    """Against Python's own operators, spelt out."""
    condition = with_numbers(condition, value_of)
    low = condition.operand
    high = low if condition.upto is None else condition.upto
    assert isinstance(low, int)
    assert isinstance(high, int)
    expected = {
        "=": low <= value <= high,
        "!=": not low <= value <= high,
        "<": value < low,
        "<=": value <= low,
        ">": value > low,
        ">=": value >= low,
    }
    assert condition.test()(value) == expected[condition.op]


@given(conditions(), dice_kinds)
def test_a_condition_knows_whether_it_matches_every_face(condition: Comparison, die: Die) -> None:
    condition = with_numbers(condition, value_of)
    every = all(map(condition.test(), die.faces))
    assert condition.matches_every_face(die) == every
