"""Finding dice: against trying all of a small family; wishes, templates and rules."""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import AstragalError, Limits, Wish, find, odds
from astragal.finding.candidate import features_of, off_of, values_of
from astragal.finding.dice import DiceFamily, with_number
from astragal.finding.offs import Off
from astragal.finding.search import Search
from astragal.finding.templates import Template
from astragal.finding.wishes import checked_wishes
from astragal.games.tiers import check
from astragal.games.tiers import test as tiers_test
from astragal.limits import DEFAULT_LIMITS
from astragal.render.formats import all_formats

FRACTIONS = st.fractions(-5, 5, max_denominator=6)


# How far something is off


@given(FRACTIONS, FRACTIONS, st.integers(0, 9), FRACTIONS, FRACTIONS, st.integers(0, 9))
def test_roots_are_compared_exactly(
    a: Fraction, b: Fraction, v: int, c: Fraction, d: Fraction, w: int
) -> None:
    left, right = Off(a, b, Fraction(v)), Off(c, d, Fraction(w))
    getcontext().prec = 60
    difference = _decimal(left) - _decimal(right)
    if abs(difference) < Decimal(10) ** -40:
        assert left == right
    else:
        assert (left < right) == (difference < 0)
        assert left != right


def _decimal(off: Off) -> Decimal:
    plain, times, square = (
        Decimal(each.numerator) / each.denominator for each in (off.plain, off.times, off.square)
    )
    return plain + times * square.sqrt()


# The search


@st.composite
def families(draw: st.DrawFn) -> DiceFamily:
    sides = draw(
        st.lists(st.sampled_from(["F", "4", "6", "10"]), min_size=1, max_size=3, unique=True)
    )
    least = draw(st.integers(-4, 2))
    return DiceFamily(
        counts=tuple(sorted(draw(st.sets(st.integers(1, 3), min_size=1)))),
        sides=tuple(sides),
        keeps=draw(st.booleans()),
        least=least,
        most=least + draw(st.integers(0, 3)),
        pairs=draw(st.booleans()),
    )


@st.composite
def wishes(draw: st.DrawFn) -> list[Wish]:
    numbers = st.integers(-2, 14)
    made = {
        "mean": str(Fraction(draw(st.integers(-4, 30)), 2)),
        "sd": draw(st.sampled_from(["1", "2.5", ">=3", "1..2", "<=1/2"])),
        "range": "{}..{}".format(*sorted([draw(numbers), draw(numbers)])),
    }
    percent = st.sampled_from(
        ["0 %", "5 %", "35 %", "65 %", "100 %", ">=90 %", "<=10 %", "1/3..1/2"]
    )
    for sign in (">=", "<=", "=", ">", "<"):
        made[f"{sign}{draw(numbers)}"] = draw(percent)
    low = draw(numbers)
    made[f"{low}..{low + 3}"] = draw(percent)
    chosen = draw(st.lists(st.sampled_from(sorted(made)), min_size=1, max_size=4, unique=True))
    weights: st.SearchStrategy[Fraction] = st.sampled_from(
        [Fraction(1), Fraction(3), Fraction(1, 2)]
    )
    return [Wish(of, made[of], draw(weights)) for of in chosen]


known_odds = cache(odds)


def by_trying_all(family: DiceFamily, wished: list[Wish], near: Fraction) -> list[tuple[Off, str]]:
    """Every candidate through its whole odds."""
    singles = [group.text for kind in family.kinds for group in kind]
    pairs = [
        f"{a.text}+{b.text}"
        for first, second in (combinations(family.kinds, 2) if family.pairs else ())
        for a in first
        for b in second
    ]
    texts = [
        with_number(text, number)
        for text in (*singles, *pairs)
        for number in range(family.least, family.most + 1)
    ]
    offs = [
        (off_of(wished, values_of(wished, features_of(known_odds(text)))), text) for text in texts
    ]
    assert len(offs) == family.size
    return sorted((Off() if off <= Off(near) else off, text) for off, text in offs)


@given(families(), wishes(), st.integers(1, 6), st.sampled_from([0, Fraction(1, 2)]))
def test_the_search_finds_what_trying_all_finds(
    family: DiceFamily, wished: list[Wish], count: int, near: Fraction
) -> None:
    everything = by_trying_all(family, wished, Fraction(near))
    found = Search(family, wished, count, DEFAULT_LIMITS, Fraction(near)).found()
    ranks = [Off() if each.off <= Off(Fraction(near)) else each.off for each in found]
    assert ranks == [off for off, _ in everything[:count]]
    known = {text: off for off, text in everything}
    for each, rank in zip(found, ranks, strict=True):
        assert known[each.name] == rank
        assert each.odds == odds(each.name)


FAMILY = DiceFamily(counts=(1, 3), sides=("20", "6", "F"), least=-2, most=2)
WISHES: list[dict[str, Any]] = [
    {"mean": "9.2"},
    {"mean": "20.3"},
    {"sd": "2.1"},
    {"sd": "6.3", "mean": ">=10"},
    {"range": "2..11"},
    {"=7": "15 %"},
    {"=1": "40 %"},
    {"5..7": "45 %"},
    {"-1..1": "99 %"},
    {">=9": "52 %"},
    {"<4": "11 %"},
    {">=12": "30 %", "<=3": "8 %"},
    {"sd": "2.1", ">=9": "52 %", "4..6": "20 %"},
]


@pytest.mark.parametrize("wished", WISHES, ids=str)
def test_each_kind_of_wish_alone(wished: dict[str, Any]) -> None:
    wishes = list(checked_wishes(wished))
    everything = [off for off, _ in by_trying_all(FAMILY, wishes, Fraction(0))]
    for count in (1, 4, 60):
        found = Search(FAMILY, wishes, count, DEFAULT_LIMITS).found()
        assert [each.off for each in found] == everything[:count]


def test_of_equals_the_simplest_come_first() -> None:
    found = find(wishes={"mean": 7}, show=6)
    assert [each.name for each in found] == ["2d6", "1dF+7", "2d4+2", "2d8-2", "2d10-4", "2d12-6"]
    dice = [odds.name for odds in find(wishes={"range": "3..18"}, show=3)]
    assert dice == ["3d6", "4d6kh3", "4d6kl3"]


def test_what_is_near_enough_is_equal() -> None:
    family = DiceFamily(counts=(1, 2, 3), sides=("10", "6", "4"))
    wished = checked_wishes({">=15": "65 %", "mean": "16.4"})
    exactly, nearly = (
        Search(family, wished, 1, DEFAULT_LIMITS, Fraction(near)).found()[0] for near in (0, "1/4")
    )
    assert float(exactly.off) < float(nearly.off) <= 0.25
    assert nearly.name == "3d10"
    open_numbers = {"X": range(1, 5), "Y": [10, 6]}
    assert find("XdY", open_numbers, wishes={"mean": 14}, near=3).candidates[0].name == "2d10"


def test_weights_say_what_matters() -> None:
    wished = [Wish("mean", 10), Wish("mean", 10)]
    axes = {"X": range(1, 5), "Y": [4, 6, 8]}
    mean, spread = (
        find("XdY", axes, wishes=[Wish("mean", 10, a), Wish("sd", 5, b)], show=1).candidates[0].name
        for a, b in ((100, 1), (1, 100))
    )
    assert (mean, spread) == ("4d4", "4d8")
    with pytest.raises(AstragalError, match="wished for twice"):
        find("XdY", axes, wishes=wished)


# Templates


@pytest.mark.parametrize(
    ("text", "values", "filled"),
    [
        ("XdY+Z", {"X": 2, "Y": 6, "Z": 3}, "2d6+3"),
        ("XdY + Z", {"X": 2, "Y": 6, "Z": -1}, "2d6-1"),
        ("XdY+Z", {"X": 2, "Y": 6, "Z": 0}, "2d6"),
        ("XdYkhK", {"X": 4, "Y": 6, "K": 3}, "4d6kh3"),
        ("2d6 + @bonus", {"bonus": 2}, "2d6 + 2"),
        ("1d20 + @{long name} >= N", {"long name": 5, "N": 15}, "1d20 + 5 >= 15"),
        ("ZdF+XdY", {"Z": 4, "X": 1, "Y": 6}, "4dF+1d6"),
        ("2d6-Z", {"Z": -2}, "2d6-(-2)"),
        ("+Z+1d6", {"Z": -2}, "+(-2)+1d6"),
        ("N*1d6", {"N": Fraction(1, 2)}, "1/2*1d6"),
    ],
)
def test_numbers_are_put_in_as_people_write_them(
    text: str, values: dict[str, Any], filled: str
) -> None:
    assert Template(text, values).filled(values) == filled


def test_a_family_of_notation() -> None:
    found = find(
        "XdY+Z", {"X": range(1, 11), "Y": [4, 6, 8], "Z": range(-3, 4)}, wishes={"mean": 12}
    )
    assert found.tried == 210
    assert [each.name for each in found][:3] == ["2d8+3", "4d4+2", "4d6-2"]
    assert found.candidates[0].at == {"X": 2, "Y": 8, "Z": 3}


def test_what_has_no_odds_is_left_out_and_said() -> None:
    found = find("XdY", {"X": [1, 2], "Y": [0, 6]}, wishes={"mean": 7})
    assert [each.name for each in found] == ["2d6", "1d6"]
    assert len(found.refusals) == 1
    assert found.refusals[0].startswith("left out 2: ")
    with pytest.raises(AstragalError):
        find("XdY", {"X": [1, 2], "Y": [0]}, wishes={"mean": 7})


# Rules


def test_the_parameters_of_a_rule() -> None:
    found = find(check, {"stat": range(30, 65, 5)}, wishes={"passes": "50 %"}, show=2)
    assert [each.at for each in found] == [{"stat": 50}, {"stat": 45}]
    assert found.candidates[0].values == (Fraction(51, 100),)
    assert (
        find(check, {"stat": [40, 90]}, of="tiers", wishes={"mean": 0, ">=9": "<=1/2"}).of
        == "tiers"
    )


def test_how_many_steps_a_rule_takes() -> None:
    found = find(
        tiers_test,
        {"stats": [[35], [55]], "tier": [1, 4]},
        fixed={"on_failure": "benevolent"},
        wishes={"steps": 4, "passes": ">=90 %"},
    )
    assert found.candidates[0].at == {"stats": (55,), "tier": 4}
    steps = tiers_test([55], 4, on_failure="benevolent").duration().mean
    assert found.candidates[0].values[0] == steps


# Showing


@pytest.mark.parametrize("form", all_formats())
def test_every_format_writes_it(form: str) -> None:
    found = find(
        "XdY",
        {"X": range(1, 9), "Y": [6, 100]},
        wishes={"mean": 12, "range": "3..18", ">=9": "50 %"},
    )
    written = found.render(form, width=400 if form == "svg" else 40)
    assert "3d6" in written
    if form == "text":
        assert max(map(len, written.splitlines())) <= 40
        assert "█" in written


def test_the_picture_has_a_bar_for_each_number_or_interval() -> None:
    text = find("XdY", {"X": [2], "Y": [4]}, wishes={"mean": 5}).render()
    assert text.splitlines()[-1].endswith("▂▄▆█▆▄▂")
    ascii_only = find("XdY", {"X": [2], "Y": [4]}, wishes={"mean": 5}).render(ascii_only=True)
    assert ascii_only.isascii()


def test_numbers_beyond_floats_are_shown() -> None:
    found = find("X*1d6", {"X": [10**90, 10**99]}, wishes={"sd": 3, "mean": 3})
    wide = found.candidates[0].odds * 10**300
    assert found.render("json")
    huge = Off(Fraction(10**400), Fraction(1), wide.variance)
    assert float(huge) == float("inf")


# Refusals


AXES = {"X": range(1, 5)}


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: find(wishes={}), "no-wish"),
        (lambda: find(wishes="mean"), "bad-wish"),  # type: ignore[arg-type]
        (lambda: find(wishes=[("mean",)]), "bad-wish"),
        (lambda: find(wishes={"mean": 12.5}), "bad-wish"),
        (lambda: find(wishes={"mean": "65 %"}), "bad-wish"),
        (lambda: find(wishes={">=15": "65"}), "bad-wish"),
        (lambda: find(wishes={">=15": 65}), "bad-wish"),
        (lambda: find(wishes={"range": "3"}), "bad-wish"),
        (lambda: find(wishes={"range": "18..3"}), "bad-wish"),
        (lambda: find(wishes={"sd": "-1"}), "bad-wish"),
        (lambda: find(wishes={"passes": "50 %"}), "bad-wish"),
        (lambda: find(wishes={"steps": 4}), "no-steps"),
        (lambda: find(wishes={"mean": 4}, near=-1), "bad-wish"),
        (lambda: find(wishes={"mean": 4}, near=10**400), "bad-wish"),
        (lambda: find(wishes=[Wish("mean", 4, 10**400)]), "bad-wish"),
        (lambda: find(wishes=[Wish("mean", 4, 0)]), "bad-wish"),
        (lambda: find(wishes={"mean": 10**400}), "bad-wish"),
        (lambda: find(wishes={"mean": 4}, show=0), "bad-count"),
        (lambda: find(None, AXES, wishes={"mean": 4}), "no-open-numbers"),
        (lambda: find("2d6", wishes={"mean": 4}), "no-open-numbers"),
        (lambda: find("2d6", AXES, wishes={"mean": 4}), "no-open-numbers"),
        (lambda: find("Xd6", AXES, wishes={"steps": 4}), "no-steps"),
        (lambda: find("Xd6!", AXES, wishes={"range": "3..18"}), "endless"),
        (lambda: find("Xd6", {"X": ["a"]}, wishes={"mean": 4}), "bad-axis"),
        (lambda: find(wishes={">=15": "65 %"}, limits=Limits(odds=10**8)), "too-many-odds"),
        (
            lambda: find("XdY", {"X": range(1, 999), "Y": range(1, 999)}, wishes={"mean": 4}),
            "too-many-candidates",
        ),
    ],
)
def test_what_cannot_be_found(call: Any, code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        call()
    assert caught.value.code == code


def test_a_family_too_large_is_refused_with_both_numbers() -> None:
    with pytest.raises(AstragalError) as caught:
        find("XdY", {"X": range(1, 1001), "Y": range(1, 1001)}, wishes={"mean": 4})
    assert "1,000,000 candidates; the limit is 100,000" in caught.value.message


def test_wishes_may_be_written_in_several_ways() -> None:
    made = checked_wishes([Wish("mean", 12), ("sd", 3), (">=15", "65 %", 2)])
    assert made == (Wish("mean", 12), Wish("sd", 3), Wish(">=15", "65 %", 2))
    assert checked_wishes({"mean": 12}) == (Wish("mean", 12),)
