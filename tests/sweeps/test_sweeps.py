"""Sweeps and what is reached: tables of chances and means over parameters, and the inverse."""

from __future__ import annotations

import csv
import gc
import io
import json
import pickle
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

import astragal
from astragal import (
    Asks,
    AstragalError,
    Experiment,
    Grid,
    Limits,
    Shares,
    d,
    reach,
    rule,
    sweep,
    total,
)
from astragal.notation.nodes.group import Group
from astragal.render.formats import Layout, find_format
from tests.support.small_rules import accumulating, long_test, reroll, score_test, treasure

WRONG: Any = 0.65


def test_a_sweep_of_notation() -> None:
    grid = sweep("1d20 + @bonus >= @dc", {"dc": range(5, 26), "bonus": range(6)})
    assert grid.kind == "chance"
    assert len(grid) == 21 * 6
    for dc in range(5, 26):
        for bonus in range(6):
            single = astragal.odds("1d20 + @b >= @d", variables={"b": bonus, "d": dc})
            assert grid[dc, bonus] == single.mean


@pytest.mark.parametrize(
    "text", ["1d20*@n", "(@n)d6kh2", "1d8/@n", "5 - @n*1d4", "2d6! + @n", "@n", "max(1d6,@n)"]
)
def test_means_of_notation_are_those_of_its_odds(text: str) -> None:
    grid = sweep(text, {"n": range(1, 5)})
    assert grid.kind == "mean"
    for n, mean in grid.items():
        assert mean == astragal.odds(text, variables={"n": n}).mean


def test_a_sweep_of_a_rule_by_a_field_of_its_outcome() -> None:
    grid = sweep(score_test, {"modifier": range(-2, 4)}, of="passes", fixed={"advantages": 1})
    assert grid.label == "Score test, advantages 1: passes"
    for modifier, chance in grid.items():
        assert chance == score_test(modifier, 1).odds().of("passes").probability(True)
    means = sweep(score_test, {"modifier": range(-2, 4)}, of="score")
    assert means.kind == "mean"
    assert means[1] - means[0] == 1


def test_a_sweep_of_chains() -> None:
    rounds = sweep(long_test, {"stat": [30, 45, 60], "tier": [3, 6]}, steps=True)
    assert rounds[45, 6] == long_test(45, 6).duration().mean
    assert rounds.kind == "mean"
    done = sweep(accumulating, {"stat": [30, 45, 60]}, within=4)
    assert done[30] == accumulating(30).duration().within(4)
    assert done.kind == "chance"
    assert done.label == "Accumulating: ended within 4 steps"
    outcomes = sweep(
        accumulating, {"stat": [45]}, of=lambda end: end == "done", fixed={"on_failure": "lost"}
    )
    assert outcomes[45] == accumulating(45, on_failure="lost").odds().probability("done")


def test_a_sweep_with_choices() -> None:
    best = sweep(reroll, {"sides": [4, 6, 20]}, aim=lambda face: face)
    assert best[20] == 13
    kept = sweep(reroll, {"sides": [4, 6, 20]}, decide=lambda choice: "no")
    assert kept[20] == Fraction(21, 2)
    with pytest.raises(astragal.ChoiceError):
        sweep(reroll, {"sides": [4]})


def test_work_is_shared_between_cells() -> None:
    started: list[int] = []

    @rule
    def slow(n: int) -> Asks[int]:
        started.append(n)
        face: int = yield d(n)
        return face

    @rule
    def check(modifier: int, dc: int) -> Asks[bool]:
        face: int = yield slow(20)
        return face + modifier >= dc

    sweep(check, {"modifier": range(5), "dc": range(10, 20)})
    assert len(started) <= 21 + 20  # some of them are played again


def test_a_grid_shows_itself() -> None:
    one = sweep("1d20 + @bonus >= 15", {"bonus": range(3)})
    assert repr(one) == (
        "1d20 + @bonus >= 15\n"
        "\n"
        "  bonus   chance\n"
        "      0  30.00 %  ██████████████████████████████\n"
        "      1  35.00 %  ███████████████████████████████████\n"
        "      2  40.00 %  ████████████████████████████████████████"
    )
    two = sweep("@n d6 + @m", {"n": [1, 2], "m": [0, 5]})
    assert repr(two) == (
        "@{n}d6 + @m\n\n     m\n  n     0      5\n  1  3.50   8.50\n  2  7.00  12.00"
    )
    assert two == sweep("@n d6 + @m", {"n": [1, 2], "m": [0, 5]})
    assert two != one


def test_a_wide_grid_is_broken_into_blocks_that_fit() -> None:
    grid = sweep("1d20 + @bonus >= @dc", {"dc": range(5, 26), "bonus": range(20)})
    for width in (30, 40, 80, 120):
        text = find_format("text").grid(grid, Layout(width=width))
        assert max(map(len, text.splitlines())) <= width
        assert text.count("bonus") == 1 + sum(line.strip() == "bonus" for line in text.splitlines())
    assert find_format("text").grid(grid, Layout(ascii_only=True)).isascii()


def test_means_below_zero_have_no_bars() -> None:
    assert "█" not in repr(sweep("1d6 - @n", {"n": range(6)}))


def test_a_grid_for_other_programs() -> None:
    grid = sweep("1d20 + @bonus >= @dc", {"dc": [10, 15], "bonus": [0, 5]})
    data = json.loads(grid.to_json())
    assert data["axes"] == {"dc": [10, 15], "bonus": [0, 5]}
    assert data["kind"] == "chance"
    assert data["values"][1] == {"at": {"dc": 10, "bonus": 5}, "exact": "4/5", "approx": 0.8}
    rows = list(csv.DictReader(io.StringIO(grid.to_csv())))
    assert rows[1] == {
        "dc": "10",
        "bonus": "5",
        "numerator": "4",
        "denominator": "5",
        "chance": "0.8",
    }
    assert grid.to_markdown() == (
        "| dc \\\\ bonus | 0 | 5 |\n| ---: | ---: | ---: |\n"
        "| 10 | 55.00 % | 80.00 % |\n| 15 | 30.00 % | 55.00 % |\n"
    )
    assert grid._repr_html_().count("<td") == 4


def test_the_least_value_that_is_enough() -> None:
    found = reach(score_test, {"modifier": range(-5, 11)}, of="passes", at_least="65 %")
    assert found.value == 3
    assert found.reached == Fraction(13, 20)
    assert found.tried[2] == Fraction(11, 20)
    assert found.end == "least"
    assert len(found.tried) == 16, "all are tried, or nobody knew that it rises"
    assert found.sentence() == "the least modifier for a chance of at least 65.00 % is 3 (65.00 %)"
    assert found.sentence() in repr(found)
    data = json.loads(found.to_json())
    assert (data["value"], data["reached"]["exact"], data["goal"]["at_least"]["exact"]) == (
        3,
        "13/20",
        "13/20",
    )


def test_the_greatest_value_that_is_still_enough() -> None:
    found = reach("1d20 + 5 >= @dc", {"dc": range(1, 31)}, at_least=Fraction(65, 100))
    assert found.value == 13
    assert found.end == "greatest"
    assert found.sentence().startswith("the greatest dc for a chance of at least 65.00 % is 13")


def test_a_mean_may_be_reached_too_and_at_most() -> None:
    assert reach(lambda n: total(n, 6), {"n": range(1, 99)}, at_least=100).value == 29
    rounds = reach(long_test, {"stat": range(40, 96, 5)}, at_most=6, steps=True, fixed={"tier": 6})
    assert rounds.value is not None
    assert rounds.reached is not None
    assert rounds.reached <= 6 < long_test(rounds.value - 5, 6).duration().mean
    assert rounds.sentence().startswith("the least stat for a mean of at most 6.00 is")


def test_nothing_is_taken_for_granted_about_the_values_between() -> None:
    """A chance that rises and falls again is refused, unless one end is asked for."""
    parity = lambda n: total(n, 2).map(lambda number: number % 2 == 0 or n == 3)  # noqa: E731
    with pytest.raises(astragal.OddsError, match="rises up to n=3, and falls after it") as caught:
        reach(parity, {"n": [4, 3, 2, 1]}, at_least="1")
    assert caught.value.code == "rises-and-falls"
    assert reach(parity, {"n": [4, 3, 2, 1]}, at_least="1", greatest=False).value == 3
    assert reach(parity, {"n": [4, 3, 2, 1]}, at_least="1", greatest=True).value == 3


def test_what_is_never_reached_says_what_came_closest() -> None:
    found = reach("1d20 >= @dc", {"dc": range(15, 21)}, at_least="90 %")
    assert found.value is None
    assert found.reached is None
    assert (
        found.sentence()
        == "no dc tried gives a chance of at least 90.00 %; the closest is 30.00 %, with 15"
    )
    assert json.loads(found.to_json())["value"] is None


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: sweep("1d20", {}), "bad-axes"),
        (lambda: sweep("1d20", {"a": WRONG}), "bad-axes"),
        (lambda: sweep("1d20", {"a": []}), "bad-axes"),
        (lambda: sweep("1d20 + @a", {"a": "12"}), "bad-axes"),
        (lambda: sweep("1d20 + @a", {"a": [1], "b": [1], "c": [1]}), "bad-axes"),
        (lambda: sweep("1d20 + @a", {"b": [1]}), "unknown-parameter"),
        (lambda: sweep("1d20 + @a + @b", {"a": [1]}), "missing-variable"),
        (lambda: sweep("1d20 + @a", {"a": range(20_000)}), "too-many-cells"),
        (lambda: sweep("1d20 + @a", {"a": [1]}, steps=True), "no-steps"),
        (lambda: sweep(score_test, {"modifier": [1]}, shares=True, steps=True), "two-measures"),
        (lambda: reach(score_test, {"modifier": [1]}, at_least=1), "not-numbers"),
        (lambda: sweep(score_test, {"modifier": [99]}, of="passes"), "bad-parameter"),
        (lambda: sweep(score_test, {"bonus": [1]}, of="passes"), "unknown-parameter"),
        (lambda: sweep(score_test, {"modifier": [1]}, steps=True, within=3), "two-measures"),
        (lambda: sweep(score_test, {"modifier": [1]}, of="score", within=3), "not-true"),
        (lambda: sweep(3, {"modifier": [1]}), "bad-sweep"),
        (lambda: sweep(treasure, {"n": [1]}, of=len), "unknown-parameter"),
        (lambda: sweep("@a d6", {"a": [1]}, limits=Limits(dice=0)), "too-many-dice"),
        (lambda: sweep("1d20 + @a", {"a": count()}), "too-many-cells"),
        (lambda: sweep("1d20 + @a", {"a": [{}]}), "bad-axes"),
        (lambda: sweep("1d20 + @a", {"a": [1]}, fixed={"b": 1}), "unknown-parameter"),
        (lambda: reach("1d20 + @a", {"a": [1]}, at_least="65 %"), "bad-goal"),
        (lambda: reach("1d20 + @a > 3", {"a": [1]}, at_least="1e-99999999 %"), "bad-share"),
        (lambda: reach("1d20 + @a", {"a": [1]}), "no-goal"),
        (lambda: reach("1d20 + @a", {"a": [1]}, at_least=1, at_most=2), "no-goal"),
        (lambda: reach("1d20 + @a > 3", {"a": [1]}, at_least="much"), "bad-share"),
        (lambda: reach("1d20 + @a > 3", {"a": [1]}, at_least=2), "bad-share"),
        (lambda: reach("1d20 + @a > 3", {"a": [1]}, at_least=WRONG), "bad-share"),
        (lambda: reach("1d20 + @a + @b", {"a": [1], "b": [1]}, at_least=1), "bad-axes"),
        (lambda: sweep(lambda n: "1d6 > 3" if n else "1d6", {"n": [0, 1]}), "two-kinds"),
    ],
)  # fmt: skip
def test_sweeps_that_make_no_sense(make: Any, code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        make()
    assert caught.value.code == code


def test_a_grid_is_a_value() -> None:
    grid = Grid("chances", {"n": (1, 2)}, {(1,): Fraction(1, 2), (2,): Fraction(1, 3)}, "chance")
    assert dict(grid.items()) == {1: Fraction(1, 2), 2: Fraction(1, 3)}
    assert grid[2] == Fraction(1, 3)
    assert grid != 3


def test_lists_as_values_are_swept_as_tuples() -> None:
    grid = sweep(lambda stats: total([d(each) for each in stats]), {"stats": [[4, 6], [8]]})
    assert grid[4, 6] == 6
    assert grid[(8,)] == Fraction(9, 2)


def test_a_chance_of_nothing_can_be_a_goal() -> None:
    assert reach("1d6 + @a < 3", {"a": range(5)}, at_most=0).value == 2


def test_means_too_large_for_floats_are_written() -> None:
    grid = sweep(lambda n: total(1, 6).map(lambda face: face * 10**n), {"n": [0, 400]})
    assert grid.to_csv().splitlines()[2].endswith(",inf")


# Cells that are refused


def with_refusals() -> Grid:
    return sweep("(@n)d6 + @m", {"n": [1, -1, 2], "m": [0, 5]})


def test_a_cell_that_is_refused_holds_its_error_and_the_others_stand() -> None:
    grid = with_refusals()
    assert list(grid.cells) == [(1, 0), (1, 5), (2, 0), (2, 5)]
    assert grid[2, 5] == 12
    assert list(grid.errors) == [(-1, 0), (-1, 5)]
    with pytest.raises(astragal.RollError, match="a number of dice cannot be -1") as caught:
        grid[-1, 0]
    assert caught.value.span is not None
    assert grid == with_refusals() == pickle.loads(pickle.dumps(grid))
    assert grid != sweep("(@n)d6 + @m", {"n": [1, -2, 2], "m": [0, 5]})


def test_what_a_cell_was_refused_for_is_forgotten() -> None:
    """A cell that comes after one that was refused is answered as if it came first."""
    limits = Limits(paths=1_000)
    grid = sweep(long_pool, {"dice": [2, 9, 3, 1]}, limits=limits)
    assert list(grid.errors) == [(9,)]
    for n, mean in grid.items():
        assert mean == sweep(long_pool, {"dice": [n]}, limits=limits)[n] == Fraction(7 * n, 2)
    assert all(error.__traceback__ is None for error in grid.errors.values())


@rule
def long_pool(dice: int) -> Asks[int]:
    """Dice that are looked at one by one."""
    sum_ = 0
    for _ in range(dice):
        sum_ += yield d(6)
    return sum_


def test_if_every_cell_is_refused_the_first_error_is_raised() -> None:
    with pytest.raises(astragal.RollError, match="cannot be -2"):
        sweep("(@n)d6", {"n": [-2, -1]})


def test_numbers_among_words_are_words() -> None:
    shares = sweep(lambda n: treasure() if n else total(1, 6), {"n": [0, 1]})
    assert isinstance(shares, Shares)
    assert shares[0, 6] == Fraction(1, 6)
    assert shares.at(1) == {6: 0} | shares.at(1)
    assert sum(shares.at(1).values()) == 1


def test_a_refused_cell_in_every_format() -> None:
    grid = with_refusals()
    assert repr(grid) == (
        "@{n}d6 + @m\n\n      m\n   n     0      5\n   1  3.50   8.50\n  -1     –      –\n"
        "   2  7.00  12.00\n\n"
        "refused at n=-1, m=0 and 1 more: a number of dice cannot be -1"
    )
    values = json.loads(grid.to_json())["values"]
    assert [("exact" in each, "error" in each) for each in values] == [
        (True, False), (True, False), (False, True), (False, True), (True, False), (True, False),
    ]  # fmt: skip
    assert values[2]["at"] == {"n": -1, "m": 0}
    assert values[2]["error"]["code"] == "bad-count"
    rows = list(csv.DictReader(io.StringIO(grid.to_csv())))
    assert rows[0]["error"] == ""
    assert rows[2] == {
        "n": "-1",
        "m": "0",
        "numerator": "",
        "denominator": "",
        "mean": "",
        "error": "a number of dice cannot be -1",
    }
    assert "| -1 | – | – |\n" in grid.to_markdown()
    assert grid._repr_html_().count(">–</td>") == 2
    assert "refused at n=-1" in grid._repr_html_()
    one = sweep("(@n)d6", {"n": [-1, 1]})
    assert "  -1     –\n" in repr(one)
    assert find_format("text").grid(one, Layout(ascii_only=True)).isascii()


def test_errors_of_one_kind_are_told_once() -> None:
    grid = sweep("(@n)d6 + @m", {"n": [1, -1, -2, -3], "m": [0]})
    assert grid.refusals() == ["refused at n=-1, m=0 and 2 more: a number of dice cannot be -1"]


def test_a_search_ends_at_a_value_that_is_refused() -> None:
    with pytest.raises(astragal.RollError):
        reach("(@n)d6", {"n": [-1, 1, 9]}, at_least=20)


# What a sweep of notation shares

SHARING = [
    "2d6 + @m >= @dc",
    "{3d8,2d6}kh1 + @m >= @dc",
    "max(2d6, 1d12) * 2 + @m - 1d4 >= @dc",
    "-(2d6!o) + @m >= -@dc",
    "(2d6 + 3) // 2 + @m = @dc..20",
    "2d6[fire] + 1d8[cold] + @m >= @dc",
    "x = 1d6; x + x + 2d4 + @m >= @dc",
    "x = 1d6; max(x, 1d4) + x + @m >= @dc",
    "6d6k>=@m + 2d6 + 0 >= @dc",
    "(@m)d6 + 3d6 + 0 >= @dc",
]


@pytest.mark.parametrize("text", SHARING)
def test_what_notation_shares_changes_nothing(text: str) -> None:
    grid = sweep(text, {"m": range(1, 5), "dc": range(4, 16, 4)})
    for (m, dc), chance in grid.items():
        assert chance == astragal.odds(text, variables={"m": m, "dc": dc}).mean
    assert not grid.errors


def test_natural_results_are_not_shared_with_totals() -> None:
    text = "1d20 + 1d4 + @m [20!] crit [15..] hit [..14] miss"
    for name in ("crit", "hit", "miss"):
        grid = sweep(text, {"m": range(6)}, of=f"outcome={name}")
        for m, chance in grid.items():
            assert chance == astragal.odds(text, variables={"m": m}).probability(name)


def test_a_part_without_variables_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed: list[object] = []
    law = Group.law

    def counted(group: Group, weigher: Any) -> Any:
        weighed.append(group)
        return law(group, weigher)

    monkeypatch.setattr(Group, "law", counted)
    sweep("{3d8,2d6}kh1 + {1d4,1d6}kl1 + @m >= @dc", {"m": range(5), "dc": range(5)})
    assert len(weighed) == 2


def _lost(n: int) -> Experiment[str]:
    """A walk that may never end."""

    def step(place: str) -> Experiment[str]:
        return (
            astragal.weighted({"home": n, "pit": 1})
            if place == "road"
            else astragal.coin("pit", "pit")
        )

    return astragal.chain(step, "road", until=lambda place: place == "home")


@pytest.mark.parametrize(
    ("what", "axis", "view"),
    [
        (lambda n: score_test(n, 1), range(-1, 2), "score"),
        (lambda n: score_test(n), range(-1, 2), lambda outcome: outcome.score > 4),
        (_lost, range(1, 4), "outcome=home"),
        (lambda n: astragal.dice(n, 6), range(1, 4), sum),
    ],
    ids=["field", "function", "never-ending", "independent"],
)
def test_a_view_in_a_sweep_is_the_view_of_all_odds(what: Any, axis: range, view: Any) -> None:
    for n, value in sweep(what, {"n": axis}, of=view).items():
        assert value == what(n).odds().of(view).mean


def test_a_sweep_seldom_looks_for_garbage_and_leaves_the_thresholds_as_they_were() -> None:
    before, within = gc.get_threshold(), set()
    try:
        for own in ((700, 11, 12), (0, 5, 5), (90_000, 5, 5)):
            gc.set_threshold(*own)
            sweep(
                "1d6 + @bonus >= 4",
                {"bonus": [0, 1]},
                progress=lambda *_: within.add(gc.get_threshold()),
            )
            assert gc.get_threshold() == own
    finally:
        gc.set_threshold(*before)
    assert within == {(50_000, 11, 12), (0, 5, 5), (90_000, 5, 5)}
