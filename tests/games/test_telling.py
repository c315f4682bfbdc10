"""What every rule tells: no calls of Python, no internal names, names before dice."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import STRANGERS, AstragalError, LimitError, Pause, Role, SeededSource, sweep
from astragal.render.headline import headline_of
from astragal.render.rows import every_row
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Rule
from astragal.rules.types.numbers import IntegerType
from tests.support.examples import examples
from tests.support.game_calls import applied, game_rules, rolled, values_away

RULES = game_rules()
AWAY = {name: values_away(rule) for name, rule in RULES.items()}
APTITUDE = {"proficiency": "aptitude"}
NAMES = ("Ann", "Bob", "Cas", "Dora")

CALL = re.compile(r"\w\([^()]*=|\w\(\)|=\[|='")
INTERNAL = re.compile(r"[a-z]_[a-z]|\b(true|false|None|True|False)\b|[<>]\w+ object")
NEGATIVE_SUCCESS = re.compile(r"(success|triumph|hit|passed)\b[^;→]*(by|margin) -", re.I)
LONG_FRACTION = re.compile(r"(?=[\d/]{12})\d+/\d+")


def values_of(parameter: Parameter, away: list[Any]) -> st.SearchStrategy[Any]:
    """Values of a parameter: those away from its usual one, or a number within its bounds."""
    kind = parameter.type
    if not isinstance(kind, IntegerType):
        return st.sampled_from(away)
    least = -20 if kind.least is None else int(kind.least)
    most = least + 120 if kind.most is None else min(least + 120, int(kind.most))
    return st.integers(least, most) | st.integers(least, min(most, least + 3))


@st.composite
def calls(draw: st.DrawFn) -> Any:
    """A rule with parameters away from its usual call, as far as they go together, and names."""
    rule: Rule[..., Any] = RULES[draw(st.sampled_from(sorted(RULES)))]
    known = {each.name: each for each in rule.parameters if AWAY[rule.name][each.name]}
    named = draw(st.lists(st.sampled_from(sorted(known)), max_size=6, unique=True)) if known else []
    given_: dict[str, Any] = {}
    for name in named:
        value = draw(values_of(known[name], AWAY[rule.name][name]))
        if fits(rule, more := {**given_, name: value}):
            given_ = more
    for count in (4, 2, 1) if draw(st.booleans()) else ():
        if fits(rule, more := {**given_, "names": list(NAMES[:count])}):
            return rule, more
    return rule, {name: each for name, each in given_.items() if name != "names"}


def fits(rule: Rule[..., Any], given_: dict[str, Any]) -> bool:
    try:
        applied(rule, given_)
    except AstragalError:
        return False
    return True


def told_of(made: Any, seed: int) -> Iterator[str]:
    """All that is told of a roll, from its introduction to its record."""
    source, reached = SeededSource(seed), made.start(SeededSource(seed + 1), moments=False)
    decisions = 0
    while isinstance(reached, Pause):
        assert reached.choice is not None
        yield from (reached.choice.experiment, reached.choice.asked, *reached.choice.labels)
        yield from reached.explain()
        option = reached.options[(seed + decisions) % len(reached.options)]
        reached = reached.resume(option, source, moments=False)
        decisions += 1
    yield from (made.label, str(reached), str(reached.outcome), *reached.explain())
    for group in reached.groups:
        yield from (group.text, *group.labels)


def check_told(line: str) -> None:
    for wrong in (CALL, INTERNAL, NEGATIVE_SUCCESS, LONG_FRACTION):
        assert not wrong.search(line), (wrong.pattern, line)


@examples(150)
@given(calls(), st.integers(0, 50))
def test_no_line_of_a_rule_is_a_program(call: Any, seed: int) -> None:
    rule, given_ = call
    try:
        for line in told_of(applied(rule, given_), seed):
            check_told(line)
    except LimitError as error:  # a Test that hardly ever ends
        check_told(error.message)


SMALL = STRANGERS.replaced(odds=2_000_000, paths=2_000)


@examples(60)
@given(calls(), st.integers(0, 20))
def test_no_line_of_odds_or_advice_is_a_program(call: Any, seed: int) -> None:
    rule, given_ = call
    made = applied(rule, given_)
    reached = made.start(SeededSource(seed), moments=False)
    try:
        shown: Any = (
            made.advise(faces=reached.faces, limits=SMALL)
            if isinstance(reached, Pause)
            else made.odds(limits=SMALL)
        )
    except LimitError as error:
        check_told(error.message)
        return
    except AstragalError:
        return
    told = [shown.render(width=80)]
    if not isinstance(reached, Pause) and (short := headline_of(shown)) is not None:
        told.append(short.render(width=80))
    for line in "\n".join(told).splitlines():
        check_told(line)


@examples(100)
@given(calls(), st.integers(0, 50))
def test_names_come_before_dice(call: Any, seed: int) -> None:
    """Each name is told, and before the dice of whoever has it."""
    rule, given_ = call
    made = applied(rule, given_)
    roll = rolled(made, seed)
    line, names = roll.line, given_.get("names", ())
    assert all(name in made.label for name in names)
    if len(names) < 2 or not line.said:
        return
    rolling = {who for group in roll.groups for who in group.labels} & {*names}
    told = {who: line.said.find(who) for who in rolling}
    assert rolling
    assert rule.name == "tiers.test" or min(told.values()) >= 0, str(line)
    before = line.said[: min(told.values())]
    assert not re.search(r"(^|[;,] )~?\d+~?[;:,]", before), str(line)


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


def test_a_long_story_of_several_people_is_told_by_turns() -> None:
    people, chances = ["Ann", "Bob", "Cas", "Dora"], [45, 50, 40, 48]
    made = RULES["tiers.countdown"](chances, [60], "6/12", names=people)
    for seed in range(3):
        roll = made.roll(SeededSource(seed))
        told = [str(each) for each in roll.line.story]
        assert len(told) == 6
        assert told[0].startswith("step 1: Ann ")
        assert re.search(r" \(\d+ more turns in between\)$", told[-1])
        assert all(" ".join(roll.explain()).count(f"{name} ") > 1 for name in people)


def test_what_is_true_of_several_people_is_said_once() -> None:
    made = RULES["tiers.test"](
        [45, 50, 40, 30],
        3,
        advantages=[1, 2, 1, 1],
        disadvantages=[1, 1, 1, 1],
        names=["Ann", "Bob", "Cas", "Dora"],
    )
    roll = made.roll(SeededSource(1))
    for told in (str(roll), "\n".join(roll.explain())):
        assert told.count("cancel out") == 2
        assert "Ann: Advantages and Disadvantages cancel out" in told
        assert "Cas and Dora: Advantages and Disadvantages cancel out" in told


def test_advice_and_plans_on_damage_say_damage() -> None:
    made = RULES["target.attack"](5, 16, "1d8♻?+3")
    advice = made.advise("damage", faces=[15, 1])
    assert re.search(r"^ *option +mean damage$", advice.render(), re.MULTILINE)
    assert "| mean damage |" in advice.render("markdown")
    grid = advice.grid()
    assert (
        pickle.loads(pickle.dumps(grid)).headings() == grid.headings() == ["option", "mean damage"]
    )
    assert "best: mean damage 4.17" in str(made.plan("damage"))
    assert "best: chance 50.00 %, then damage: mean 4.17" in str(made.plan("hits, then damage"))


def test_groups_know_which_dice_counted_and_whose_they_are() -> None:
    contest = RULES["triumph.contest"](3, 2, names=["Ann", "Bob"])
    ours, theirs = contest.roll(faces=[20, 9, 11, 5]).groups[:2]
    assert [(die.face, die.kept) for die in ours.dice] == [(20, False), (9, True)]
    assert ours.labels == ("Ann",)
    assert theirs.labels == ("Bob",)
    scores = RULES["triumph.abilities"]().roll(seed="six")
    assert [group.labels for group in scores.groups[1:4]] == [("Strength",), *[("Agility",)] * 2]
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
    ours, theirs = (("Ann",), ("Bob",)) if names else (("you",), ("the opponent",))
    for seed in range(5):
        groups = RULES[name](**given_, names=names).roll(SeededSource(seed)).groups
        assert {each.labels for each in groups} == {ours, theirs}
        assert groups[0].labels == ours


def test_only_a_roll_with_an_opponent_says_which_dice_are_ours() -> None:
    tie = RULES["scores.contest"]().roll(faces=[5, 5, 1])
    assert str(tie.line).startswith("Contest +0 against +0: 5; the opponent 5; a tie")
    assert [each.labels for each in tie.groups] == [("you",), ("the opponent",), ()]
    alone = RULES["triumph.check"](12).roll(faces=[18, 12])
    assert [each.labels for each in alone.groups] == [()]


def test_s3_each_coin_is_of_the_player_whose_10_it_settles() -> None:
    contest = RULES["scores.contest"](2, 1, names=["Ann", "Bob"])
    groups = contest.roll(faces=[10, 1, 10, 2]).groups
    assert [each.labels for each in groups] == [("Ann",), ("Ann",), ("Bob",), ("Bob",)]
    group = RULES["scores.group_test"]([2, 1, 0], names=["Ann", "Bob", "Cas"])
    groups = group.roll(faces=[3, 10, 2, 3]).groups
    assert [(each.text, each.labels[0]) for each in groups] == [
        ("d10", "Ann"),
        ("d10", "Bob"),
        ("coin", "Bob"),
        ("d10", "Cas"),
    ]


def test_the_headline_counts_dollars_of_successes_alone() -> None:
    """A failure earns nothing, and is no success of 0 $."""
    found = RULES["tiers.check"](45).odds()
    headline = headline_of(found)
    assert headline is not None
    nothing = found.probability(lambda each: each.succeeds and each.tiers == 0)
    assert headline.cells[("0 $",)] == nothing < found.of("tiers").probability(0)


@pytest.mark.parametrize(
    ("name", "given_", "faces", "told"),
    [
        ("scores.contest", {"critical_from": 8}, [8, 9], ": 8: Critical Success; the opponent 9 →"),
        ("scores.contest", {"criticals": "d20"}, [20, 5], ": 20, read as 10: Critical Success;"),
        ("scores.contest", {"opponent_advantages": 1}, [5, 4, 7], "5; the opponent ~4~, 7 → lose"),
        ("triumph.attack", {"ability": 3, "dc": 12, **APTITUDE}, [9], "12: a tie goes to the DC →"),
        (
            "triumph.attack",
            {"ability": 3, "dc": 24, **APTITUDE},
            [20, 2],
            "(triumph): it succeeds although it is 1 below the DC; 1d6: 2 → critical hit",
        ),
        (
            "triumph.attack",
            {"ability": 13, "dc": 4, **APTITUDE},
            [1],
            "(disaster): it fails although it is 10 above the DC → miss",
        ),
        (
            "triumph.attack",
            {"ability": 3, "opponent": 9, "opponent_proficiency": "aptitude", **APTITUDE},
            [20, 18, 2],
            "the opponent 18 + 9 = 27: the triumph decides, whatever the totals; 1d6: 2 →",
        ),
        ("target.roll", {"what": "1d4-6", "at_least_one": True}, [2], "= -4, but at least 1 → 1"),
        (
            "percentile.test",
            {"target": 45, "difficulty": "Hellish", "modifiers": "-20 fog"},
            [12],
            "12 against 45 - 60 (Hellish) - 20 (fog) = -15 (-80 is held to -60) →",
        ),
    ],
)
def test_what_decided_is_said_where_it_did(
    name: str, given_: dict[str, Any], faces: list[int], told: str
) -> None:
    assert told in str(RULES[name](**given_).roll(faces=faces))


def test_a_name_that_ends_in_a_number_is_kept_apart_from_dice() -> None:
    made = RULES["tiers.opposed"](45, 40, names=["Ann", "Goblin 1"])
    assert str(made.roll(faces=[51, 15])).startswith(
        "Ann, Opposed Roll 45, against Goblin 1, 40: Ann 51: Failure; Goblin 1 rolls 15: Success"
    )
    countdown = RULES["tiers.countdown"]([45], [40, 50], opponent_names=["Goblin 1", "Goblin 2"])
    assert "against Goblin 1 (40) and Goblin 2 (50)" in countdown.label


def test_dice_of_a_rule_come_back_as_typed_while_they_wait() -> None:
    made = RULES["triumph.attack"](3, 5, damage="2d6♻", **APTITUDE)
    paused = made.start(faces=[15, 1, 3])
    assert isinstance(paused, Pause)
    assert [line.strip() for line in paused.explain()] == [f"{made.label}:", "15 + 3 = 18", "2d6♻:"]


@pytest.mark.parametrize(
    ("name", "axes", "fixed", "told"),
    [
        ("scores.contest", {"modifier": [0, 1]}, {"opponent": 1}, "Contest against +1: wins"),
        ("triumph.check", {"dc": [5, 10]}, {"ability": 3}, "Check +3: passes"),
        ("tiers.test", {"stats": [45, 60]}, {"tier": 3}, "Test for 3 $ (Normal): passes"),
    ],
)
def test_a_sweep_is_introduced_without_what_changes(
    name: str, axes: dict[str, Any], fixed: dict[str, Any], told: str
) -> None:
    of = told.rpartition(" ")[2]
    assert sweep(RULES[name], axes, fixed=fixed, of=of).label == told


@pytest.mark.parametrize(
    ("name", "parameters", "rows"),
    [
        ("scores.contest", {"modifier": 2, "opponent": 1},
         {"win, both Critical Success", "lose, Critical Failure against Success"}),
        ("percentile.opposed", {"target": 45, "opponent": 40},
         {"win, success (3) against failure (2)", "win, successes (3 against 1)"}),
        ("tiers.opposed", {"stat": 45, "opponent": 40},
         {"tie, Failure against Failure", "win, Success, 3 $ against 2 $"}),
        ("target.check", {"modifiers": 5, "target": 15}, {"success by 0", "failure by 9"}),
        ("triumph.check", {"ability": 12, "dc": 14, **APTITUDE}, {"failure, a tie"}),
        ("triumph.check", {"ability": 3, "dc": 24, **APTITUDE}, {"triumph below the DC"}),
        ("triumph.contest", {"ability": 3, "opponent": 2}, {"lose, 4 (disaster) against 4"}),
        ("triumph.attack", {"ability": 3, "opponent": 2, "damage": "1d12"},
         {"critical hit, 12 damage, their disaster"}),
    ],
)  # fmt: skip
def test_a_row_of_odds_is_an_event(name: str, parameters: dict[str, Any], rows: set[str]) -> None:
    """It fits in a table, and says what happens, not why; what happens alike is one row."""
    odds = RULES[name](**parameters).odds()
    shown = every_row([odds])
    names = [row.name for row in shown]
    assert rows <= {*names}
    assert len(names) == len({*names})
    assert not [each for each in names if len(each) > 40 or ":" in each]
    assert sum(row.chances[0] for row in shown) == 1


def test_whose_turn_is_next_is_told_by_name() -> None:
    named: dict[str, Any] = {"stats": [40, 30], "names": ["Ann", "Bob"], "turn": 2}
    assert "(Bob rolls next)" in RULES["tiers.test"](**named).label
    nameless: dict[str, Any] = {"stats": [40, 30], "turn": 2}
    assert "(player 2 rolls next)" in RULES["tiers.test"](**nameless).label
