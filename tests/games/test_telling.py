"""What every rule tells: no calls of Python, no internal names, names before dice."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import AstragalError, Role, SeededSource
from astragal.render.headline import headline_of
from astragal.rules.rule import Rule
from tests.support.examples import examples
from tests.support.game_calls import applied, game_rules, rolled, values_away

RULES = game_rules()
AWAY = {name: values_away(rule) for name, rule in RULES.items()}
NAMES = ("Ann", "Bob", "Cas", "Dora")

CALL = re.compile(r"\w\([^()]*=|\w\(\)|=\[|='")
INTERNAL = re.compile(r"[a-z]_[a-z]|\b(true|false|None|True|False)\b|[<>]\w+ object")
NEGATIVE_SUCCESS = re.compile(r"(success|triumph|hit|passed)\b[^;→]*(by|margin) -", re.I)
LONG_FRACTION = re.compile(r"\d{6,}/\d+|\d+/\d{6,}")


@st.composite
def calls(draw: st.DrawFn) -> Any:
    """A rule with some parameters away from its usual call, and names where it takes them."""
    rule: Rule[..., Any] = RULES[draw(st.sampled_from(sorted(RULES)))]
    away = {name: values for name, values in AWAY[rule.name].items() if values}
    named = draw(st.lists(st.sampled_from(sorted(away)), max_size=3, unique=True)) if away else []
    given_: dict[str, Any] = {name: draw(st.sampled_from(away[name])) for name in named}
    if any(each.name == "names" for each in rule.parameters):
        given_["names"] = list(NAMES[: draw(st.integers(1, 4))])
    return rule, given_


def lines_of(made: Any, seed: int) -> list[str]:
    roll = rolled(made, seed)
    return [str(roll), *roll.explain(), str(made.odds.__self__.label)]


@examples(150)
@given(calls(), st.integers(0, 50))
def test_no_line_of_a_rule_is_a_program(call: Any, seed: int) -> None:
    rule, given_ = call
    try:
        made = applied(rule, given_)
    except AstragalError:
        return
    for line in lines_of(made, seed):
        for wrong in (CALL, INTERNAL, NEGATIVE_SUCCESS, LONG_FRACTION):
            assert not wrong.search(line), (wrong.pattern, line)


@examples(100)
@given(calls(), st.integers(0, 50))
def test_names_come_before_dice(call: Any, seed: int) -> None:
    """Each name is told, and before the first die of a roll that is told after it."""
    rule, given_ = call
    try:
        made = applied(rule, given_)
    except AstragalError:
        return
    line = rolled(made, seed).line
    for name in given_.get("names", ()):
        assert name in line.text, str(line)
    if len(given_.get("names", ())) > 1 and line.said:
        first = [line.said.find(name) for name in given_["names"]]
        assert min(first) >= 0 or rule.name == "tiers.test", str(line)
        assert line.said.startswith(NAMES) or "left" in line.said or "count" in line.said, str(line)


@pytest.mark.parametrize("name", sorted(RULES))
def test_the_introduction_is_no_call(name: str) -> None:
    rule = RULES[name]
    made = applied(rule)
    assert made.label.startswith(rule.title)
    assert not CALL.search(made.label)
    assert str(made).startswith(f"{name}(")
    pieces = rolled(made, 1).line.pieces
    assert pieces[0].role is Role.ROLLED
    assert "".join(each.text for each in pieces) == str(rolled(made, 1).line)


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_story_has_at_most_six_parts(name: str) -> None:
    for seed in range(5):
        line = rolled(applied(RULES[name]), seed).line
        assert len(line.story) <= 6


def test_a_long_story_keeps_its_turning_points() -> None:
    made = RULES["tiers.test"]([30], 10, on_failure="reset")
    line = made.roll(SeededSource(0)).line
    assert len(line.story) == 6
    assert "back to 0 of 10 $" in str(line.story[-2])
    assert re.match(r"step 1: .*", str(line.story[0]))
    assert "more steps in between" in str(line.story[-1])


def test_groups_know_which_dice_counted_and_whose_they_are() -> None:
    contest = RULES["triumph.contest"](3, 2, names=["Ann", "Bob"])
    ours, theirs = contest.roll(faces=[20, 9, 11, 5]).groups[:2]
    assert [(die.face, die.kept) for die in ours.dice] == [(20, False), (9, True)]
    assert ours.labels == ("Ann",)
    assert theirs.labels == ("Bob",)
    check = RULES["tiers.check"](43, advantages=1).roll(faces=[50, 20])
    assert [(die.face, die.kept) for die in check.groups[0].dice] == [(50, False), (20, True)]


@pytest.mark.parametrize(
    ("name", "given_"),
    [
        ("scores.contest", {"modifier": 2, "advantages": 1, "criticals": "d20"}),
        ("target.opposed", {"bonus": "1d6", "opponent_bonus": "2d4"}),
        ("triumph.contest", {"dominance": 1, "opponent_dominance": 2}),
        ("percentile.opposed", {"target": 50, "opponent": 40}),
        ("tiers.opposed", {"stat": 50, "opponent": 40, "advantages": 2}),
    ],
)
@pytest.mark.parametrize("names", [(), ("Ann", "Bob")])
def test_all_dice_of_two_sides_say_whose_they_are(
    name: str, given_: dict[str, Any], names: tuple[str, ...]
) -> None:
    ours, theirs = (("Ann",), ("Bob",)) if names else ((), ("the opponent",))
    for seed in range(5):
        groups = RULES[name](**given_, names=names).roll(SeededSource(seed)).groups
        assert {each.labels for each in groups} == {ours, theirs}
        assert groups[0].labels == ours


def test_the_headline_counts_dollars_of_successes_alone() -> None:
    """A failure earns nothing, and is no success of 0 $."""
    found = RULES["tiers.check"](45).odds()
    headline = headline_of(found)
    assert headline is not None
    nothing = found.probability(lambda each: each.succeeds and each.tiers == 0)
    assert headline.cells[("0 $",)] == nothing < found.of("tiers").probability(0)
