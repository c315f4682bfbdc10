"""What matters: exact differences of one step, held against odds that are asked for one by one."""

from __future__ import annotations

import csv
import io
import json
import pickle
from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any

import pytest

import astragal
from astragal import (
    Asks,
    AstragalError,
    Bounds,
    Die,
    Expression,
    Limits,
    Step,
    choose,
    d,
    matters,
    rule,
    total,
)
from astragal.games import percentile, scores, target, tiers


class Stance(Enum):
    BOLD = "bold"
    WARY = "wary"
    STILL = "still"


D20 = Die(20)


@rule
def strike(
    bonus: Annotated[int, Bounds(0, 5)] = 0,
    stat: Annotated[int, Step(5)] = 50,
    lucky: bool = False,
    stance: Stance = Stance.WARY,
    die: Die = D20,
    stats: Sequence[Annotated[int, Step(2)]] = (1, 2),
    name: str = "",
    height: int | None = None,
    extra: Sequence[int] = (),
) -> Asks[bool]:
    """Whatever a parameter can be."""
    face: int = yield d(die.total)
    better = bonus + stat // 10 + lucky * 3 + list(Stance).index(stance) + sum(stats)
    return face + better + len(extra) >= 22


def twin(**change: Any) -> Fraction:
    return strike(**change).odds().probability(True)


def test_every_kind_of_parameter_changes_by_its_own_step() -> None:
    found = matters(strike())
    now = twin()
    assert found.now == now
    changes = {str(each): each.difference for each in found.effects}
    assert changes == {
        "bonus +1": twin(bonus=1) - now,
        "stat +5": twin(stat=55) - now,
        "stat -5": twin(stat=45) - now,
        "lucky on": twin(lucky=True) - now,
        "stance bold": twin(stance=Stance.BOLD) - now,
        "stance still": twin(stance=Stance.STILL) - now,
        "die d12": twin(die=Die(12)) - now,
        "stats +2 (1.)": twin(stats=[3, 2]) - now,
        "stats -2 (1.)": twin(stats=[-1, 2]) - now,
        "stats +2 (2.)": twin(stats=[1, 4]) - now,
        "stats -2 (2.)": twin(stats=[1, 0]) - now,
    }
    sizes = [abs(each.difference) for each in found.effects]
    assert sizes == sorted(sizes, reverse=True)
    assert all(each.then == now + each.difference for each in found.effects)
    assert found.left_out == {
        "name": "it has no next value", "height": "not given", "extra": "empty",
    }  # fmt: skip


def test_a_die_changes_to_the_next_on_either_side() -> None:
    changes = [str(each) for each in matters(strike(die=Die(8))).effects if each.parameter == "die"]
    assert sorted(changes) == ["die d10", "die d6"]
    assert not [e for e in matters(strike(die=Die(7))).effects if e.parameter == "die"]


def test_a_step_may_be_given() -> None:
    found = matters(strike(bonus=2), by={"bonus": 2, "stat": 20})
    names = {str(each) for each in found.effects}
    assert {"bonus +2", "bonus -2", "stat +20", "stat -20"} <= names


@pytest.mark.parametrize(
    ("experiment", "view", "change"),
    [
        (tiers.check(45), "passes", {"stat": 50}),
        (tiers.check(45), "passes", {"advantages": 1}),
        (tiers.check(45, 5), "passes", {"tier": 6}),
        (scores.test(2), "score", {"disadvantages": 1}),
        (percentile.test(40), "passes", {"target": 50}),
        (target.check("+3", 15), "passes", {"modifiers": "+4"}),
    ],
)
def test_the_games_agree_with_odds_asked_one_by_one(
    experiment: Any, view: str, change: dict[str, Any]
) -> None:
    found = matters(experiment, of=view)
    ((name, value),) = change.items()
    before = experiment.odds().of(view).mean
    after = experiment.rule(**{**experiment.arguments, **change}).odds().of(view).mean
    up = [e for e in found.effects if e.parameter == name and e.difference == after - before]
    assert up, f"{name} {value} is missing in {found}"
    assert found.now == before


def test_notation_over_its_variables() -> None:
    found = matters("(@{n}d6) >= @dc", fixed={"n": 3, "dc": 11})
    assert {str(each): each.then for each in found.effects} == {
        "n +1": astragal.odds("(4d6) >= 11").mean,
        "n -1": astragal.odds("(2d6) >= 11").mean,
        "dc +1": astragal.odds("(3d6) >= 12").mean,
        "dc -1": astragal.odds("(3d6) >= 10").mean,
    }
    assert found.label == "(@{n}d6) >= @dc (@dc=11, @n=3)"
    none = matters("(@{n}d6) >= 1", fixed={"n": 0})
    assert list(none.errors) == ["n -1"]
    assert "left out: n -1 (a number of dice cannot be -1)" in repr(none)


def test_a_mean_a_rule_with_fixed_values_and_steps_of_a_chain() -> None:
    found = matters("1d6 + @b", fixed={"b": 1})
    assert found.kind == "mean"
    assert repr(found).splitlines()[3:] == [
        "  one step  difference  mean then",
        "      b +1       +1.00       5.50",
        "      b -1       -1.00       3.50",
    ]
    given = matters(tiers.check, fixed={"stat": 45}, of="passes")
    assert given.to_data() == matters(tiers.check(45), of="passes").to_data()
    rounds = matters(tiers.test([45], 3), steps=True)
    assert rounds.label.endswith(": steps")
    assert rounds.effects


def test_a_change_that_the_rule_refuses_is_left_out_by_name() -> None:
    @rule(refuse=lambda given: "too bold" if given.bonus > 1 else None)
    def careful(bonus: int = 1) -> Asks[bool]:
        face: int = yield d(6)
        return face + bonus > 3

    found = matters(careful())
    assert [str(each) for each in found.effects] == ["bonus -1"]
    assert found.errors["bonus +1"].message == "careful: too bold"


def test_what_makes_no_difference_is_said_in_a_line() -> None:
    text = repr(matters(scores.test(1), of="passes"))
    assert "no difference: critical_from -1, criticals second roll" in text


def test_it_shows_itself_in_every_format() -> None:
    found = matters("1d20+@b >= 15", fixed={"b": 3})
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert rows[0]["parameter"] == "b"
    assert (rows[1]["change"], rows[1]["difference_numerator"]) == ("-1", "-1")
    assert found.to_markdown().splitlines()[2] == "| b +1 | +5.00 | 50.00 % |"
    assert found._repr_html_().count("<td") == 6
    data = json.loads(found.to_json())
    assert data["now"]["exact"] == "9/20"
    assert data["effects"][0] == {
        "parameter": "b", "change": "+1", "to": 4,
        "then": {"exact": "1/2", "approx": 0.5}, "difference": {"exact": "1/20", "approx": 0.05},
    }  # fmt: skip
    assert found.grid().kind == "points"
    assert found.picture().measured == "percentage points"
    assert found.picture().panels[0].series[0].values == (Fraction(5), Fraction(-5))
    assert pickle.loads(pickle.dumps(found)).to_data() == found.to_data()


def test_choices_are_made_for_an_aim() -> None:
    @rule
    def again(sides: int = 6) -> Asks[int]:
        face: int = yield d(sides)
        more = yield choose("again?", {"yes": True, "no": False}, face=face)
        return (yield d(sides)) if more else face

    found = matters(again(), aim="outcome")
    assert found.now == Fraction(17, 4)
    with pytest.raises(astragal.ChoiceError):
        matters(again())


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: matters(3), "bad-sweep"),
        (lambda: matters(lambda n: total(n, 6)), "bad-sweep"),
        (lambda: matters(tiers.check), "missing-parameter"),
        (lambda: matters(tiers.check(45)), "not-numbers"),
        (lambda: matters(strike(), by={"speed": 1}), "unknown-parameter"),
        (lambda: matters("1d6+@b", by={"c": 1}, fixed={"b": 1}), "unknown-parameter"),
        (lambda: matters(strike(), by={"bonus": 0}), "bad-step"),
        (lambda: matters(strike(), by=3), "bad-step"),  # type: ignore[arg-type]
        (lambda: matters("1d6+@b"), "missing-variable"),
        (lambda: matters("1d6+@b", fixed={"c": 1}), "unknown-parameter"),
        (
            lambda: matters("(30d6kh3) >= @b", fixed={"b": 1}, limits=Limits(odds=10)),
            "too-many-odds",
        ),
        (lambda: Step(0), "bad-step"),
    ],
)
def test_questions_that_make_no_sense(make: Any, code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        make()
    assert caught.value.code == code


def test_a_step_is_part_of_what_is_told_of_a_parameter() -> None:
    assert [each.to_data().get("step") for each in strike.parameters[:3]] == [None, 5, None]
    assert tiers.check.parameters[0].step == 5
    assert tiers.test.parameters[0].step == 5, "of a list, what its entries declare"


def test_dice_in_a_parameter_have_no_next_value() -> None:
    @rule
    def hit(damage: Expression) -> Asks[int]:
        number: int = yield damage
        return number

    assert matters(hit(astragal.parse("1d8"))).left_out == {"damage": "it has no next value"}
