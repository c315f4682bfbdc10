"""Sorting only shows: dice, rolls and odds are the same with and without it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import AstragalError, Expression, Limits, SeededSource, parse, roll
from astragal.notation.modifiers.modifier import all_modifiers
from astragal.notation.modifiers.sort import Sort
from tests.support.examples import examples

MODIFIERS = [
    sample
    for each in all_modifiers()
    if each is not Sort
    for sample in (*each.samples, *each.choices)
    if "@" not in sample
]
LIMITS = Limits(odds=40_000_000, paths=20_000)
BASES = ("3d4{}", "2d6{}", "{{2d4{} & 1d6{}}}{}", "{{1d4, 2d4{}}}{}", "2x(2d4{})", "2d4{} + 1d6{}")


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, str]:
    """Dice with modifiers, and the same with sorting somewhere among them."""
    base = draw(st.sampled_from(BASES))
    chain = st.lists(st.sampled_from(MODIFIERS), max_size=3)
    plain, sorted_ = [], []
    for _ in range(base.count("{}")):
        words = draw(chain)
        place = draw(st.integers(0, len(words)))
        plain.append(" ".join(words))
        sorting = draw(st.sampled_from(["s", "sh", "s sh"]))
        sorted_.append(" ".join([*words[:place], sorting, *words[place:]]))
    return base.format(*plain), base.format(*sorted_)


def read(text: str) -> Expression | None:
    try:
        return parse(text)
    except AstragalError:
        return None


@examples(400)
@given(texts(), st.integers(0, 10**6))
def test_a_roll_is_the_same_with_and_without_sorting(pair: tuple[str, str], seed: int) -> None:
    plain, shown = map(read, pair)
    if plain is None or shown is None:
        return
    results = [outcome_of(each, seed) for each in (plain, shown)]
    assert results[0] == results[1]


def outcome_of(expression: Expression, seed: int) -> object:
    try:
        rolled = expression.roll(SeededSource(seed), decide=lambda choice: choice.options[0])
    except AstragalError as error:
        return error.code
    rolled.verify()
    assert str(rolled)
    assert rolled.explain()
    dice = [
        Counter((die.face, die.value, die.kept) for die in group.dice) for group in rolled.groups
    ]
    return rolled.outcome, rolled.faces, dice


@examples(150)
@given(texts())
def test_odds_are_the_same_with_and_without_sorting(pair: tuple[str, str]) -> None:
    plain, shown = map(read, pair)
    if plain is None or shown is None or plain.leaves_choices:
        return
    results = [odds_of(each) for each in (plain, shown)]
    assert results[0] == results[1]


def odds_of(expression: Expression) -> object:
    try:
        odds = expression.odds(limits=LIMITS)
        return odds if odds.finite else (odds.mean, odds.variance)
    except AstragalError as error:
        return error.code


@pytest.mark.parametrize("text", ["4d6{}kh3", "6d6{}c>=5", "5d8{}r<=2", "3d6{}min2", "4d6{}r<=3:1"])
def test_many_rolls_at_once_are_the_same(text: str) -> None:
    samples = [parse(text.format(each)).sample(300, seed=1) for each in ("", "s ", "sh ")]
    assert samples[0] == samples[1] == samples[2]


def test_only_what_is_shown_is_sorted() -> None:
    assert str(roll("4d6s r<=3:1", faces=[3, 1, 5, 1, 6])) == "4d6sr<=3:1 → (1, 1, 3→6, 5) = 13"
    assert str(roll("{2d6!s & 1d8}kh2", faces=[6, 2, 5, 7])) == (
        "{2d6!s & 1d8}kh2 → {(~2~, ~5~, 6!) & (7)} = 13"
    )
