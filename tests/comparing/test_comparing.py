"""Comparisons: dominance, crossings, differences and who beats whom, against every pair."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import AstragalError, Distribution, Limits, compare, odds
from astragal.games.tiers import check
from astragal.probability.dominance import dominance
from astragal.render.formats import all_formats

ODDS = st.dictionaries(st.integers(-4, 6), st.integers(1, 4), min_size=1, max_size=6).map(
    Distribution
)


def reach(odds: Distribution, number: Fraction | int) -> Fraction:
    return sum((chance for each, chance in odds.items() if each >= number), Fraction(0))


@given(ODDS, ODDS)
def test_who_is_never_worse_by_looking_at_every_number(
    left: Distribution, right: Distribution
) -> None:
    halves = [Fraction(number, 2) for number in range(-12, 16)]
    differences = [reach(left, number) - reach(right, number) for number in halves]
    never_worse = {
        (True, True): "both",
        (True, False): "left",
        (False, True): "right",
        (False, False): "neither",
    }[min(differences) >= 0, max(differences) <= 0]
    found = dominance(left, right)
    assert found.never_worse == never_worse
    assert (found.never_worse == "both") == (left == right)
    # A crossing is the first number at which somebody else is ahead.
    signs = [(number, each > 0) for number, each in zip(halves, differences, strict=True) if each]
    changes = [b for (_, was), (b, now) in pairwise(signs) if was != now]
    assert len(found.crossings) == len(changes)
    for crossing, change in zip(found.crossings, changes, strict=True):
        assert change <= crossing < change + Fraction(8)
        assert reach(left, crossing) == reach(left, change)
        assert reach(right, crossing) == reach(right, change)
    for lead in found.leads:
        ahead, behind = (left, right) if lead.ahead == "left" else (right, left)
        assert reach(ahead, lead.low) > reach(behind, lead.low)
        assert reach(ahead, lead.high) > reach(behind, lead.high)


@given(st.tuples(ODDS, ODDS, ODDS))
def test_every_pair_and_every_difference(several: tuple[Distribution, ...]) -> None:
    compared = compare(*several)
    assert [(pair.left, pair.right) for pair in compared.pairs] == [(0, 1), (0, 2), (1, 2)]
    for pair in compared.pairs:
        left, right = several[pair.left], several[pair.right]
        shares = [Fraction(0)] * 3
        for (a, p), (b, q) in product(left.items(), right.items()):
            shares[0 if a > b else 1 if a == b else 2] += p * q
        assert list(pair.versus) == shares
        assert pair.mean_difference == right.mean - left.mean
    for outcome in compared.outcomes:
        first, *others = (each.probability(outcome) for each in several)
        assert compared.differences(outcome) == tuple(each - first for each in others)


def test_icepool_agrees() -> None:
    (pair,) = compare("4d6kh3", "2d8+1").pairs
    theirs = icepool.d(6).highest(4, 3) - (2 @ icepool.d(8) + 1)
    assert pair.versus.win == Fraction(theirs.probability(">", 0))
    assert pair.versus.tie == Fraction(theirs.probability("==", 0))
    assert pair.mean_difference == -Fraction(theirs.mean())


def test_what_is_said_of_a_pair() -> None:
    assert compare("1d8", "1d6").sentences() == [
        "1d8 beats 1d6 56.25 % of the time, ties 12.50 % and loses 31.25 %. "
        "1d8 is never worse than 1d6: it reaches every number at least as often."
    ]
    assert (
        compare("2d6+3", "1d12+3")
        .sentences()[0]
        .endswith("The better chance to reach a number: 2d6 + 3 up to 10; 1d12 + 3 from 12 on.")
    )
    assert compare("1d6", "d6").sentences()[0].endswith("Both have the same odds.")


def test_words_are_compared_by_chance_alone_and_that_is_said() -> None:
    compared = compare("1d20 [..9] miss [10..] hit", "1d20+2 [..9] miss [10..] hit")
    assert compared.pairs == ()
    assert compared.differences("hit") == (Fraction(1, 10),)
    assert compared.sentences() == [
        "Words have no order: they are compared by their chances alone, "
        "and none is better or worse than another."
    ]
    with pytest.raises(AstragalError, match="cumulative chances need numbers"):
        compared.render(cumulative=True)


def test_a_mixture_of_words_and_numbers_has_the_pairs_of_numbers() -> None:
    compared = compare("1d6", "1d6 [..3] low [4..] high", "1d8")
    assert [(pair.left, pair.right) for pair in compared.pairs] == [(0, 2)]


def test_dice_without_end() -> None:
    """Of two that go on for ever not every number can be looked at; of one, it can."""
    (endless,) = compare("3d6!", "2d6!").pairs
    assert endless.dominance.never_worse is None
    assert endless.versus.win + endless.versus.tie + endless.versus.lose == 1
    assert compare("1d6!", "1d6").pairs[0].dominance.never_worse == "left"
    assert compare("1d6", "1d6!").pairs[0].dominance.never_worse == "right"
    assert compare("3d6!", "2d4").pairs[0].dominance.never_worse == "left"
    assert compare("-2d4", "-3d6!").pairs[0].dominance.never_worse == "left"
    assert compare("1d6!", "1d6+1").pairs[0].dominance.never_worse == "neither"
    assert compare("3d6!", "3d6!").pairs[0].dominance.never_worse == "both"
    assert "not known of all" in compare("3d6!", "2d6!").sentences()[0]


def test_rules_and_views() -> None:
    compared = compare(check(45), check(40, advantages=1), of="tiers")
    assert compared.pairs[0].versus.win == Fraction(62_501, 250_000)
    assert compare(check(45), check(50), of="passes").differences(True) == (Fraction(1, 20),)


@pytest.mark.parametrize("form", all_formats())
@pytest.mark.parametrize(
    "several",
    [
        ("2d6+3", "1d12+3"),
        ("2d6", "1d12", "1d20", "3d4!"),
        ("1d2 [1] a", "1d2 [1] b", "d6"),
        ("d6",),
    ],
    ids=len,
)
def test_every_format_writes_it(form: str, several: tuple[str, ...]) -> None:
    compared = compare(*several)
    written = compared.render(form, width=600 if form == "svg" else 60)
    assert written.strip()
    if form in ("text", "chat"):
        assert max(map(len, written.splitlines())) <= 60
    if form == "csv":
        heads, *rows = written.splitlines()
        assert {line.count(",") for line in rows} == {heads.count(",")}
        assert len(rows) == len(compared.outcomes) + any(odds.tail for odds in compared.odds)


def test_a_notebook_shows_the_picture_and_the_tables() -> None:
    shown = compare("2d6", "1d12")._repr_html_()
    assert shown.startswith("<svg")
    assert "never worse" in shown or "better chance" in shown
    assert shown.count("<table") == 2


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: compare(), "nothing-to-compare"),
        (lambda: compare("2d6", 7), "not-text"),
        (lambda: compare("2d6", "3d6", of="score"), "no-such-field"),
        (lambda: compare("200d6", "200d8", limits=Limits(odds=20_000)), "too-many-odds"),
    ],
)
def test_what_cannot_be_compared(call: Any, code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        call()
    assert caught.value.code == code


def test_odds_may_be_compared_too() -> None:
    mine = Distribution({1: 1, 7: 1}, label="mine")
    assert compare(mine, odds("1d6")).names == ("mine", "1d6")
