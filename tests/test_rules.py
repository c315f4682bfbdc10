"""Rules: what they take, what they ask for, how they are rolled, told, recorded and analysed."""

from __future__ import annotations

import json
import math
import os
import pickle
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum
from fractions import Fraction
from typing import Annotated, Any, Literal

import pytest

import astragal
from astragal import (
    Asks,
    AstragalError,
    Bounds,
    Die,
    Expression,
    Limits,
    ParameterError,
    RecordError,
    Rule,
    RuleError,
    SeededSource,
    best,
    coin,
    d,
    dice,
    note,
    pool,
    rule,
    total,
    weighted,
    worst,
)
from tests.programs import brute_odds
from tests.small_rules import (
    LARGE,
    SMALL,
    Score,
    Side,
    accumulating,
    contest,
    hit,
    pools,
    reroll,
    score_test,
    treasure,
)
from tests.test_sources import limit

WRONG: Any = "x"
EIGHT, TWO, SIX = astragal.parse("1d8+3"), astragal.parse("2d6"), d(6)

# Rolls


def test_a_rule_narrates_in_the_words_of_its_game() -> None:
    """S7: one Advantage, [4, 10], the coin is lost: keeps 4; + 1 is 5."""
    roll = score_test(1, 1).roll(faces=[4, 10, 2])
    assert roll.outcome == Score(5)
    assert roll.line.said == (
        "rolls 4 and 10; the 10 is a Critical Roll; the coin says failure; keeps 4; 4 + 1 = 5"
    )
    assert str(roll) == f"score_test(modifier=1, advantages=1) → {roll.line.said} → 5"
    assert roll.explain() == [
        "score_test(modifier=1, advantages=1):",
        "  rolls 4 and 10",
        "  the 10 is a Critical Roll",
        "  the coin says failure",
        "  keeps 4",
        "  4 + 1 = 5",
        "→ 5",
    ]


def test_rules_inside_rules_are_told_below_them() -> None:
    roll = contest(2, 1).roll(faces=[3, 4, 1])
    assert roll.outcome is Side.US
    assert roll.explain() == [
        "contest(modifier=2, opponent=1):",
        "  score_test(modifier=2):",
        "    rolls 3",
        "    keeps 3",
        "    3 + 2 = 5",
        "    → 5",
        "  score_test(modifier=1):",
        "    rolls 4",
        "    keeps 4",
        "    4 + 1 = 5",
        "    → 5",
        "  coin: us",
        "→ us",
    ]
    assert str(roll) == (
        "contest(modifier=2, opponent=1) → "
        "score_test(modifier=2) → 5, score_test(modifier=1) → 5, coin: us → us"
    )
    assert repr(roll) == str(roll), "a prompt shows the line"


def test_steps_of_a_chain_are_told_one_by_one() -> None:
    roll = accumulating(45, on_failure="reset").roll(faces=[20, 46, 21, 19])
    assert roll.outcome == "done"
    assert roll.explain() == [
        "step 1, accumulating(stat=45, on_failure='reset'):",
        "  rolls 20 and earns 2",
        "step 2, accumulating(stat=45, on_failure='reset', earned=2):",
        "  rolls 46, a failure",
        "step 3, accumulating(stat=45, on_failure='reset'):",
        "  rolls 21 and earns 2",
        "step 4, accumulating(stat=45, on_failure='reset', earned=2):",
        "  rolls 19 and earns 1",
        "→ done",
    ]


@pytest.mark.parametrize(
    ("experiment", "faces", "line"),
    [
        (best(3, 100), [4, 96, 11], "best of 3d100 → ~4~, 96, ~11~ → 96"),
        (dice(2, 6), [3, 5], "2d6 → 3, 5 → 3, 5"),
        (pool(2, 6), [3, 5], "pool of 2d6 → 3, 5 → 5, 3"),
        (coin("heads", "tails"), [2], "coin → d2: 2 → tails"),
        (dice([d(6), coin()]), [2, 1], "d6, coin → 2, true → 2, true"),
        (total([d(6), "2d4kh1 + 1"]), [6, 3, 2], "total of d6, 2d4kh1 + 1 → 6, 4 → 10"),
        (total(2, hit()), [6, 3], "total of 2 of hit() → 1, 0 → 1"),
        (dice(2, 6).map(max), [2, 1], "max of 2d6 → 2d6: 2, 1 → 2"),
    ],
)
def test_requests_are_experiments_of_their_own(
    experiment: Any, faces: list[int], line: str
) -> None:
    assert str(experiment.roll(faces=faces)) == line


def test_every_die_of_the_best_of_several_is_shown() -> None:
    @rule
    def check() -> Asks[int]:
        """T11: the best by outcome."""
        roll: int = yield best(3, 100, key=lambda roll: (roll <= 43, roll % 11 == 0, roll))
        return roll

    roll = check().roll(faces=[96, 21, 11])
    assert roll.outcome == 11
    assert str(roll) == "check() → best of 3d100: ~96~, ~21~, 11 → 11 → 11"
    (group,) = roll.groups
    assert [(die.face, die.kept) for die in group.dice] == [(96, False), (21, False), (11, True)]


def test_faces_by_hand_work_for_dice_coins_and_weighted_alternatives() -> None:
    assert treasure().roll(faces=[1]).outcome == "gold"
    assert treasure().roll(faces=[4]).outcome == "silver"
    assert treasure().roll(faces=[10]).outcome == "nothing"
    assert contest().roll(faces=[10, 1, 10, 2]).outcome is Side.US
    for faces, code in (
        ([10, 3], "impossible-face"),
        ([10], "too-few-faces"),
        ([3, 4, 4], "too-many-faces"),
    ):
        with pytest.raises(AstragalError) as caught:
            contest().roll(faces=faces)
        assert caught.value.code == code


def test_a_wrong_face_for_a_coin_says_what_its_sides_are() -> None:
    with pytest.raises(astragal.FacesError) as caught:
        treasure().roll(faces=[11])
    assert caught.value.hint == "1 is gold, 2 to 4 are silver, 5 to 10 are nothing"


def test_a_note_may_hold_any_text_and_values() -> None:
    @rule
    def told() -> Asks[int]:
        yield note("braces {} stay where nothing is filled in")
        yield note("{} and {:+} and {}", Score(4, True), 3, (1, 2))
        return 1

    assert told().roll().explain()[1:3] == [
        "  braces {} stay where nothing is filled in",
        "  4! and +3 and 1, 2",
    ]
    assert told().odds().probability(1) == 1


# Odds


@pytest.mark.parametrize("experiment", SMALL, ids=str)
def test_odds_are_those_of_every_face(experiment: Any) -> None:
    assert dict(experiment.odds().items()) == brute_odds(experiment, most=20_000)


@pytest.mark.parametrize("experiment", [*SMALL, *LARGE], ids=str)
def test_rolls_fall_as_often_as_their_odds_say(experiment: Any) -> None:
    """A G-test on twenty thousand rolls with a fixed seed."""
    rolls = 20_000
    counts = Counter(experiment.sample(rolls, SeededSource(str(experiment))))
    odds = dict(experiment.odds().items())
    assert counts.keys() <= odds.keys()
    rare = [outcome for outcome, chance in odds.items() if chance * rolls < 5]
    common = [outcome for outcome in odds if outcome not in rare]
    cells = [(counts[outcome], float(odds[outcome]) * rolls) for outcome in common]
    if rare:
        cells.append((sum(counts[o] for o in rare), float(sum(odds[o] for o in rare)) * rolls))
    g = 2 * sum(n * math.log(n / expected) for n, expected in cells if n)
    assert g < limit(len(cells) - 1)


def test_outcomes_of_any_type_and_views_of_them() -> None:
    odds = score_test(1).odds()
    assert odds.outcomes == tuple(sorted(odds.outcomes)), "dataclasses with an order stand in order"
    assert odds.of("passes").probability(True) == Fraction(9, 20)
    assert odds.of("score").mean == odds.of(lambda s: s.score).mean == Fraction(6)
    assert odds.probability(lambda s: s.critical) == Fraction(1, 10)
    assert odds.of("passes").label == "score_test(modifier=1): passes"
    assert contest().odds().outcomes == (Side.US, Side.THEM), "members stand as defined"
    with pytest.raises(AstragalError) as caught:
        odds.of("wins")
    assert caught.value.code == "no-such-field"
    assert caught.value.hint is not None
    assert "it has critical, passes, score" in caught.value.hint


def test_odds_as_data_of_dataclasses_and_members() -> None:
    outcomes = score_test(1).odds().to_data()["outcomes"]
    assert outcomes[0]["outcome"] == {"score": 1, "critical": True}
    assert [each["outcome"] for each in contest().odds().to_data()["outcomes"]] == ["us", "them"]
    assert "us,1," in contest().odds().to_csv()


def test_the_best_of_many_is_not_enumerated() -> None:
    """500 dice have 100 ** 500 faces together."""
    odds = best(500, 100).odds()
    assert odds.probability(100) == 1 - Fraction(99, 100) ** 500
    assert worst(500, 100).odds().probability(1) == 1 - Fraction(99, 100) ** 500
    assert total(200, best(3, 6)).odds().mean == 200 * best(3, 6).odds().mean


def test_a_contest_of_pools() -> None:
    odds = pools(10, 8).odds()
    ours, theirs = (astragal.odds(f"{n}d6c>=5") for n in (10, 8))
    assert (odds["win"], odds["tie"], odds["lose"]) == tuple(ours.versus(theirs))


def test_equal_experiments_are_analysed_once() -> None:
    started = []

    @rule
    def counted(n: int) -> Asks[int]:
        started.append(n)
        face: int = yield d(n)
        return face

    @rule
    def often() -> Asks[int]:
        a, b, c = (yield counted(3)), (yield counted(3)), (yield counted(3))
        return int(a + b + c)

    assert often().odds() == astragal.odds("3d3")
    assert len(started) <= 4


def test_deep_recursion_is_no_trouble() -> None:
    @rule
    def deep(n: int) -> Asks[int]:
        if n == 0:
            return 0
        return min(3, int((yield deep(n - 1)) + (yield coin(0, 1))))

    assert deep(3000).odds().probability(3) > Fraction(999, 1000)
    assert deep(3000).roll(limits=Limits(work=10**6)).outcome == 3


def test_a_rule_that_asks_for_nothing() -> None:
    @rule
    def certain(n: int) -> Any:
        return n

    @rule
    def passed_on(n: int) -> Any:
        """Not a generator: it only picks what to go on with."""
        return total(n, 6)

    assert certain(3).odds().probability(3) == 1
    assert passed_on(2).odds() == astragal.odds("2d6")
    assert passed_on(2).roll(faces=[1, 2]).outcome == 3


def test_notation_in_rules() -> None:
    @rule
    def damage(dice: Expression = EIGHT) -> Asks[int]:
        number: int = yield dice
        return number

    assert damage().odds() == astragal.odds("1d8+3")
    assert damage("2d6").odds() == astragal.odds("2d6")  # type: ignore[arg-type]
    assert str(damage("2d6")) == "damage(dice='2d6')"  # type: ignore[arg-type]
    assert damage("2d6").roll(faces=[1, 5]).groups[0].total == 6  # type: ignore[arg-type]


# Parameters


class Size(Enum):
    SMALL = 1
    LARGE = 2


@dataclass(frozen=True)
class Bonus:
    amount: int
    kind: Literal["luck", "dodge"] = "luck"


@rule
def everything(
    number: Annotated[int, Bounds(1, 99), "a number"],
    share: Annotated[Fraction, Bounds(0)] = Fraction(1, 2),
    sure: bool = False,
    name: str = "x",
    size: Size = Size.SMALL,
    mode: Literal["fast", "slow"] = "fast",
    stats: Annotated[list[int], Bounds(0, 3)] = (),  # type: ignore[assignment]
    bonuses: tuple[Bonus, ...] = (),
    limit: int | None = None,
    die: Die = SIX,
    dice: Expression = TWO,
    *,
    last: Annotated[int | None, Bounds(0), "for", "the end"] = None,
) -> Asks[int]:
    """Every kind of parameter."""
    face: int = yield die
    return face + number


loosely: Any = everything
"""The same for those who write what a type checker would not pass."""


def test_parameters_are_described_as_data() -> None:
    described = json.loads(json.dumps(everything.to_data()))
    assert described["name"] == "everything"
    assert described["text"] == "Every kind of parameter."
    by_name = {each["name"]: each for each in described["parameters"]}
    assert by_name["number"] == {
        "name": "number",
        "type": "integer",
        "least": 1,
        "most": 99,
        "required": True,
        "help": "a number",
    }
    assert by_name["share"]["default"] == {"numerator": 1, "denominator": 2}
    assert by_name["size"]["choices"] == ["small", "large"]
    assert by_name["size"]["default"] == "small"
    assert by_name["mode"]["choices"] == ["fast", "slow"]
    assert by_name["stats"]["items"] == {"type": "integer"}
    assert by_name["stats"]["longest"] == 3
    assert by_name["bonuses"]["items"]["fields"]["kind"]["choices"] == ["luck", "dodge"]
    assert by_name["bonuses"]["items"]["required"] == ["amount"]
    assert by_name["limit"]["optional"] is True
    assert by_name["die"]["default"] == 6
    assert by_name["dice"] == {
        "name": "dice",
        "type": "notation",
        "required": False,
        "default": "2d6",
        "help": "",
    }
    assert by_name["last"]["help"] == "for the end"
    assert by_name["last"]["least"] == 0

    @rule
    def optional(n: Annotated[int, Bounds(1), "how many"] | None = None) -> Asks[int]:
        yield d(6)
        return n or 0

    assert optional.parameters[0].help == "how many"
    assert optional.parameters[0].to_data()["least"] == 1


def test_values_are_taken_in_their_usual_forms() -> None:
    experiment = loosely(
        5, size="large", mode="slow", stats=[1, 2], bonuses=[{"amount": 2}], die=8, dice="1d4"
    )
    arguments = experiment.arguments
    assert arguments["size"] is Size.LARGE
    assert arguments["stats"] == (1, 2)
    assert arguments["bonuses"] == (Bonus(2),)
    assert arguments["die"] == Die(8)
    same = {"stats": (1, 2), "bonuses": (Bonus(2),), "die": Die(8), "dice": astragal.parse("1d4")}
    assert experiment == loosely(5, size=Size.LARGE, mode="slow", **same)
    assert loosely(share=Fraction(4, 2), number=1).arguments["share"] == 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda f: f(), "everything: number is missing: a whole number from 1 to 99 (a number)"),
        (lambda f: f(0), "everything: number must be a whole number from 1 to 99, not 0"),
        (lambda f: f(True), "everything: number must be a whole number from 1 to 99, not True"),
        (lambda f: f(1, 0.5), "everything: share must be a whole number or a Fraction of at least 0, not 0.5"),
        (lambda f: f(1, sure=1), "everything: sure must be True or False, not 1"),
        (lambda f: f(1, name=3), "everything: name must be a text, not 3"),
        (lambda f: f(1, size="huge"), "everything: size must be one of small, large, not 'huge'"),
        (lambda f: f(1, mode=1), "everything: mode must be one of fast, slow, not 1"),
        (lambda f: f(1, stats=[1, "2"]), "everything: stats[1] must be a whole number, not '2'"),
        (lambda f: f(1, stats=5), "everything: stats must be a list, each entry a whole number, 0 to 3 of them, not 5"),
        (lambda f: f(1, stats=[1] * 4), "everything: stats must be a list, each entry a whole number, 0 to 3 of them, not (1, 1, 1, 1)"),
        (lambda f: f(1, bonuses=[{"amount": "x"}]), "everything: bonuses[0].amount must be a whole number, not 'x'"),
        (lambda f: f(1, bonuses=[{}]), "everything: bonuses[0] must be a Bonus (amount, kind), not {}"),
        (lambda f: f(1, bonuses=[Bonus(1, kind=WRONG)]), "everything: bonuses[0].kind must be one of luck, dodge, not 'x'"),
        (lambda f: f(1, limit="1"), "everything: limit must be a whole number, or None, not '1'"),
        (lambda f: f(1, die="d6"), "everything: die must be a Die, or its number of sides, not 'd6'"),
        (lambda f: f(1, dice=6), "everything: dice must be dice in notation, such as 2d6+3, not 6"),
        (lambda f: f(1, last=-1), "everything: last must be a whole number of at least 0, or None, not -1"),
        (lambda f: f(1, what=2), "everything has no what; it takes number, share, sure, name, size, mode, stats, bonuses, limit, die, dice, last"),
        (lambda f: f(1, number=2), "everything: number is given twice"),
        (lambda f: f(*range(1, 13)), "everything takes 11 values in order, and got 12"),
    ],
)  # fmt: skip
def test_wrong_values_are_refused_in_plain_words(call: Callable[[Any], Any], message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        call(everything)
    assert caught.value.message == message


def test_bad_notation_for_a_parameter_keeps_its_caret() -> None:
    with pytest.raises(astragal.NotationError):
        loosely(1, dice="2d")


def test_rules_that_cannot_be_understood_are_refused_when_they_are_made() -> None:
    def untyped(n):  # type: ignore[no-untyped-def]
        yield n

    def unnamed(*numbers: int) -> Asks[int]:
        yield 1
        return 1

    def inexact(x: float) -> Asks[int]:
        yield 1
        return 1

    def bad_default(x: int = "1") -> Asks[int]:  # type: ignore[assignment]
        yield 1
        return 1

    def unbounded(x: Annotated[str, Bounds(1)]) -> Asks[int]:
        yield 1
        return 1

    for function, code in (
        (untyped, "untyped-parameter"),
        (unnamed, "bad-signature"),
        (inexact, "float"),
        (bad_default, "bad-parameter"),
        (unbounded, "bad-bounds"),
        (len, "not-a-function"),
    ):
        with pytest.raises(AstragalError) as caught:
            rule(function)  # type: ignore[arg-type]
        assert caught.value.code == code
    with pytest.raises(RuleError):
        Bounds(3, 1)


def test_rules_are_values_that_say_what_they_are() -> None:
    assert repr(contest) == "<rule contest(modifier=0, opponent=0)>"
    assert contest.text == contest.__doc__
    assert contest.name == "contest"
    assert isinstance(contest, Rule)
    assert contest(1) == contest(modifier=1) != contest(2)
    assert len({contest(1), contest(modifier=1), contest(1, 0)}) == 1
    assert repr(contest(1)) == "contest(modifier=1)"
    assert pickle.loads(pickle.dumps(contest)) is contest
    assert pickle.loads(pickle.dumps(contest(1))) == contest(1)
    roll = contest(1).roll()
    assert pickle.loads(pickle.dumps(roll)) == roll

    @rule(name="scores.test")
    def named() -> Asks[int]:
        yield note("")
        return 1

    assert str(named()) == "scores.test()"


# Records


def test_a_record_holds_rule_parameters_faces_decisions_and_steps() -> None:
    roll = reroll(12).roll(faces=[3, 7], decisions=["yes"])
    data = json.loads(roll.to_json())
    assert data["rule"] == "reroll"
    assert data["parameters"] == {"sides": 12}
    assert data["faces"] == [3, 7]
    assert data["decisions"] == ["yes"]
    assert data["outcome"] == 7
    assert data["steps"] == [
        "reroll(sides=12):",
        "  d12: 3",
        "  player: roll again? yes",
        "  d12: 7",
        "→ 7",
    ]
    assert astragal.verify(roll.to_json(), rules=[contest, reroll]) == roll
    assert astragal.read_record(data, rules=[reroll]) == roll


def test_every_kind_of_parameter_is_read_back() -> None:
    roll = loosely(5, size="large", bonuses=[Bonus(2, "dodge")], die=Die([2, 2, 5]), last=3).roll()
    assert astragal.verify(roll.to_json(), rules=[everything]) == roll


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rule": "duel"}, "unknown-rule"),
        ({"rule": 3}, "unknown-rule"),
        ({"parameters": []}, "bad-parameters"),
        ({"parameters": {"sides": "x"}}, "bad-parameters"),
        ({"parameters": {"sides": 12, "more": 1}}, "bad-parameters"),
        ({"parameters": {}}, "bad-replay"),
        ({"faces": [3]}, "bad-replay"),
        ({"faces": [3, 13]}, "bad-replay"),
        ({"faces": "37"}, "bad-faces"),
        ({"decisions": ["maybe"]}, "bad-replay"),
        ({"decisions": ["yes", "no"]}, "bad-replay"),
        ({"decisions": []}, "bad-replay"),
        ({"decisions": [1]}, "bad-decisions"),
        ({"outcome": 8}, "altered"),
        ({"steps": []}, "altered"),
        ({"version": 2}, "bad-version"),
        ({"extra": 1}, "unknown-field"),
    ],
)
def test_records_that_do_not_hold_are_refused(change: dict[str, Any], code: str) -> None:
    data = reroll(12).roll(faces=[3, 12], decisions=["yes"]).to_data() | change
    if change == {"parameters": {}}:
        data["faces"] = [3, 21]
    with pytest.raises(RecordError) as caught:
        astragal.verify(data, rules=[reroll])
    assert caught.value.code == code


def test_a_record_of_notation_still_needs_no_rules() -> None:
    roll = astragal.roll("2d6")
    assert astragal.verify(roll.to_json(), rules=[reroll]) == roll


def test_what_is_no_rule_has_a_record_that_only_its_owner_can_replay() -> None:
    roll = best(2, 20).roll(faces=[3, 4])
    assert roll.to_data()["rule"] == "best of 2d20"
    roll.verify()
    with pytest.raises(RecordError):
        astragal.verify(roll.to_json())


# Rules that are wrong


def bad_request() -> Asks[int]:
    face: int = yield 6
    return face


def bad_text() -> Asks[int]:
    face: int = yield "2d"
    return face


def bad_best() -> Asks[int]:
    face: int = yield best(0, 6)
    return face


def list_outcome() -> Asks[Any]:
    face = yield d(6)
    return [face]


def no_outcome() -> Any:
    yield d(6)


def float_outcome() -> Asks[Any]:
    face = yield d(6)
    return face / 2


def mixed_outcome() -> Asks[Any]:
    face = yield d(6)
    return face == 6 or face


def endless_request() -> Asks[Any]:
    return (yield "3d6!")


def no_order() -> Asks[Any]:
    return (yield best(2, weighted({"a": 1, 1: 1})))


def needs_itself() -> Asks[Any]:
    return (yield rule(needs_itself)()) if (yield coin()) else 1


@pytest.mark.parametrize(
    ("function", "code", "said"),
    [
        (bad_request, "bad-request", "bad_request() (test_rules.py, line {1}): 6 is nothing to ask for"),
        (bad_text, "missing-sides", "bad_text() (test_rules.py, line {1}): "),
        (bad_best, "bad-number", "bad_best() (test_rules.py, line {1}): the best of nothing"),
        (list_outcome, "unhashable-outcome", "list_outcome() (test_rules.py, line {2}): an outcome must be"),
        (no_outcome, "no-outcome", "no_outcome() (test_rules.py, line {1}): ended without"),
        (float_outcome, "float-outcome", "float_outcome() (test_rules.py, line {2}): 0.5 is a float"),
        (mixed_outcome, "mixed-outcomes", "mixed_outcome(): comes to true or false"),
        (endless_request, "endless-request", "endless_request() (test_rules.py, line {1}): `3d6!` has no end"),
        (no_order, "no-order", "no_order() (test_rules.py, line {1}): the best of several needs"),
    ],
)  # fmt: skip
def test_the_error_names_rule_and_line(function: Any, code: str, said: str) -> None:
    first = function.__code__.co_firstlineno
    expected = said.format(*(first + offset for offset in range(3)))
    with pytest.raises(AstragalError) as caught:
        rule(function)().odds()
    assert caught.value.code == code
    assert caught.value.message.startswith(expected)
    if code in (
        "bad-request",
        "missing-sides",
        "bad-number",
        "no-outcome",
        "unhashable-outcome",
        "float-outcome",
    ):
        with pytest.raises(AstragalError) as caught:
            rule(function)().roll(SeededSource(1))
        assert caught.value.code == code
        assert caught.value.message.split(":")[0] == expected.split(":")[0]


def test_a_mistake_of_the_rule_itself_keeps_its_error_and_says_where() -> None:
    @rule
    def divides() -> Asks[int]:
        face: int = yield d(6)
        return 6 // (face - 3)

    with pytest.raises(ZeroDivisionError) as caught:
        divides().odds()
    assert caught.value.__notes__ == [
        f"in the rule divides() (test_rules.py, line {divides.function.__code__.co_firstlineno + 3}), "
        "after the answer 3"
    ]
    with pytest.raises(ZeroDivisionError) as caught:
        divides().roll(faces=[3])
    assert "after the answer 3" in caught.value.__notes__[0]


@pytest.mark.parametrize(
    "go", [lambda e: e.odds(limits=Limits(silence=1)), lambda e: e.roll(limits=Limits(silence=1))]
)
def test_a_rule_that_loops_for_ever_without_asking_is_stopped(go: Callable[[Any], Any]) -> None:
    @rule
    def loops() -> Asks[int]:
        face: int = yield d(6)
        while face:
            face += 1
        return face

    with pytest.raises(RuleError) as caught:
        go(loops())
    assert caught.value.code == "endless-loop"
    lines = [loops.function.__code__.co_firstlineno + offset for offset in (3, 4)]
    assert any(f"(test_rules.py, line {line})" in caught.value.message for line in lines)
    assert hit().odds().probability(1) == Fraction(1, 3), "and nothing is left behind"


def test_a_rule_that_needs_its_own_odds_is_told_to_be_a_chain() -> None:
    @rule
    def again() -> Asks[int]:
        if (yield coin()):
            return 1
        number: int = yield again()
        return number + 1

    with pytest.raises(RuleError) as caught:
        again().odds()
    assert caught.value.code == "needs-itself"
    assert again().roll(SeededSource(1)).outcome >= 1


# Costs


def test_too_many_paths_are_refused_by_an_estimate() -> None:
    @rule
    def twenty() -> Asks[int]:
        sum_ = 0
        for _ in range(20):
            sum_ += yield d(6)
        return sum_

    with pytest.raises(astragal.LimitError) as caught:
        twenty().odds()
    assert caught.value.code == "too-many-paths"
    assert (
        caught.value.message
        == "twenty(): that is about 10^15 ways it can go; the limit is 1,000,000"
    )
    assert "total" in (caught.value.hint or "")


def test_paths_are_counted_where_no_estimate_is_needed() -> None:
    @rule
    def thousand() -> Asks[int]:
        return (yield d(10)) * (yield d(10)) * (yield d(10))  # type: ignore[no-any-return]

    with pytest.raises(astragal.LimitError) as caught:
        thousand().odds(limits=Limits(paths=900))
    assert "more than 900" in caught.value.message
    assert thousand().odds(limits=Limits(paths=1200)).highest == 1000


def test_a_loop_that_asks_without_end_is_refused() -> None:
    @rule
    def explodes() -> Asks[int]:
        sum_ = 0
        while (face := (yield d(6))) == 6:
            sum_ += face
        return sum_ + face  # type: ignore[no-any-return]

    with pytest.raises(astragal.LimitError) as caught:
        explodes().odds(limits=Limits(asks=50))
    assert caught.value.code == "too-many-asks"
    assert "a chain" in (caught.value.hint or "")


def test_rolls_without_end_are_refused() -> None:
    @rule
    def for_ever(n: int = 0) -> Asks[int]:
        yield d(6)
        return for_ever(n + 1)

    @rule
    def idle(n: int = 0) -> Any:
        return idle((n + 1) % 3)

    for experiment, code in ((for_ever(), "too-many-dice"), (idle(), "too-many-work")):
        with pytest.raises(astragal.LimitError) as caught:
            experiment.roll()
        assert caught.value.code == code
    assert idle().odds().probability(astragal.NEVER) == 1


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: dice("2d6"), "bad-number"),
        (lambda: dice(-1, 6), "bad-number"),
        (lambda: dice(20_000, 6).roll(), "too-many-dice"),
        (lambda: dice(10**9, 6), "bad-number"),
        (lambda: dice(2, object()), "bad-request"),
        (lambda: pool(1.5, 6), "bad-number"),  # type: ignore[arg-type]
        (lambda: best(2, 6, key=3), "bad-key"),  # type: ignore[arg-type]
        (lambda: best([]), "bad-number"),
        (lambda: total(2, "hello world"), None),
        (lambda: weighted({}), "no-alternatives"),
        (lambda: weighted({"a": 0}), "no-alternatives"),
        (lambda: weighted({"a": -1}), "bad-weight"),
        (lambda: weighted({"a": 0.5}), "bad-weight"),
        (lambda: coin([1], [2]), "bad-alternative"),
        (lambda: coin(0.5, 1.5), "bad-alternative"),
        (lambda: weighted({None: 1}), "bad-alternative"),
        (lambda: total(2, weighted({"a": 1})).odds(), "not-a-number"),
        (lambda: pool(2, weighted({"a": 1, 2: 1})).odds(), "no-order"),
        (lambda: coin().roll(faces=[1], source=SeededSource(1)), "two-sources"),
        (lambda: coin().sample(-1), "bad-count"),
    ],
)
def test_requests_that_make_no_sense(make: Callable[[], Any], code: str | None) -> None:
    with pytest.raises(AstragalError) as caught:
        make()
    assert code is None or caught.value.code == code


def test_weights_may_be_fractions_or_come_from_odds() -> None:
    thirds = weighted({"a": Fraction(1, 3), "b": Fraction(1, 6)})
    assert thirds.odds().probability("a") == Fraction(2, 3)
    assert thirds.roll(faces=[3]).outcome == "b"
    assert weighted(astragal.odds("2d6")).odds() == astragal.odds("2d6")


def test_true_is_not_one() -> None:
    assert coin() != coin(1, 0)
    assert coin().odds() != coin(1, 0).odds()
    assert coin().odds().truth
    assert coin(1, 0).odds().numeric


def test_functions_are_the_same_if_they_were_written_in_one_place_and_see_the_same() -> None:
    def under(stat: Any) -> Any:
        return best(2, 100, key=lambda roll: roll <= stat)

    assert under(40) == under(40)
    assert hash(under(40)) == hash(under(40))
    assert under(40) != under(50)
    assert under(1) != under(True)
    assert under([1]) != under([1]), "what can change is never the same"

    calls = []

    def noted(roll: int) -> int:
        calls.append(roll)
        return roll

    @rule
    def twice() -> Asks[int]:
        first = yield best(2, 20, key=lambda roll: noted(roll))
        second = yield best(2, 20, key=lambda roll: noted(roll))
        return int(first + second)

    twice().odds()
    assert len(calls) == 40


def test_a_rule_that_does_not_repeat_itself_is_found_out() -> None:
    runs = []

    @rule
    def counting() -> Asks[int]:
        """Asks for another die each time it is run."""
        runs.append(1)
        face: int = yield d(6 + len(runs) % 2)
        return face

    @rule
    def stopping() -> Asks[int]:
        """Asks a second time only at first."""
        runs.append(1)
        face: int = yield d(6)
        if len(runs) == 1:
            face += yield d(6)
        return face

    for experiment in (counting(), stopping()):
        runs.clear()
        with pytest.raises(RuleError) as caught:
            experiment.odds()
        assert caught.value.code == "unsteady"


@pytest.mark.parametrize("wait", ["roll", "odds"])
def test_whoever_decides_and_whatever_is_computed_may_take_their_time(
    wait: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule must not run on without asking; a person may think, and arithmetic may be long."""
    limits = Limits(silence=1)

    def slowly(choice: Any) -> str:
        time.sleep(1.8)
        return "no"

    if wait == "roll":
        assert reroll().roll(faces=[3], decide=slowly, limits=limits).outcome == 3
        return
    odds_of = Expression.odds

    def slow_odds(self: Expression, **how: Any) -> Any:
        time.sleep(1.8)
        return odds_of(self, **how)

    @rule
    def notated() -> Asks[int]:
        number: int = yield "3d6"
        return number

    monkeypatch.setattr(Expression, "odds", slow_odds)
    assert notated().odds(limits=limits).mean == Fraction(21, 2)


def loops_after_a_choice() -> Asks[int]:
    yield astragal.choose("well?", [1, 2])
    yield "3d6"
    while True:
        pass


@pytest.mark.parametrize(
    "go",
    [
        lambda limits: rule(loops_after_a_choice)().odds(decide=lambda choice: 1, limits=limits),
        lambda limits: dice(2, 6).map(loop).odds(limits=limits),
        lambda limits: best(2, 6, key=loop).odds(limits=limits),
        lambda limits: dice(2, 6).map(loop).roll(limits=limits),
    ],
)
def test_endless_loops_are_stopped_wherever_they_are(go: Callable[[Limits], Any]) -> None:
    with pytest.raises(RuleError) as caught:
        go(Limits(silence=1))
    assert caught.value.code == "endless-loop"
    assert "test_rules.py, line" in caught.value.message


def loop(_: Any) -> int:
    while True:
        pass


def test_the_line_is_found_behind_notes() -> None:
    @rule
    def noted() -> Any:
        yield note("first")
        face = yield d(6)
        yield note("second")
        if face > 3:
            return [face]
        return 1

    with pytest.raises(RuleError) as caught:
        noted().odds()
    line = noted.function.__code__.co_firstlineno + 6
    assert f"(test_rules.py, line {line})" in caught.value.message


def test_true_is_not_one_however_deep() -> None:
    @rule
    def given(value: Any) -> Asks[Any]:
        yield note("nothing")
        return value

    assert given((1,)).roll().outcome[0] is not True
    assert given((True,)).roll().outcome[0] is True
    assert given((1,)) != given((True,))
    for mixed in (coin(True, 1), dice(1, 2).map(lambda faces: faces[0] == 1 or 1)):
        with pytest.raises(RuleError) as caught:
            mixed.odds()
        assert caught.value.code == "mixed-outcomes"


def test_pickles_are_found_again_in_another_process() -> None:
    """Hashes of texts differ between processes, so none may travel."""
    code = (
        "import pickle, sys; from astragal import coin; "
        "other = pickle.loads(bytes.fromhex(sys.argv[1])); "
        "print(other in {coin('heads', 'tails')})"
    )
    toss = coin("heads", "tails")
    hash(toss)
    pickled = pickle.dumps(toss).hex()
    run = subprocess.run(
        [sys.executable, "-c", code, pickled], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONHASHSEED": "1"},
    )  # fmt: skip
    assert run.stdout == "True\n"


@pytest.mark.parametrize(
    ("experiment", "limits", "code"),
    [
        (pool(12, 20), Limits(paths=1000), "too-many-paths"),
        (dice(1, 10**8), Limits(), "too-many-sides"),
        (best([d(6), d(8)] * 400), Limits(odds=10_000), "too-many-odds"),
        (total(10**6, 100), Limits(), "too-many-odds"),
    ],
)
def test_what_requests_cost_is_counted_before_the_work(
    experiment: Any, limits: Limits, code: str
) -> None:
    with pytest.raises(astragal.LimitError) as caught:
        experiment.odds(limits=limits)
    assert caught.value.code == code


def test_limits_hold_for_notation_in_rules() -> None:
    @rule
    def many(text: str) -> Asks[int]:
        number: int = yield text
        return number

    assert many("20000d6").roll(limits=Limits(dice=30_000)).outcome >= 20_000
    assert many("20000d6c>=5").odds(limits=Limits(dice=30_000, odds=10**10)).mean * 3 == 20_000
    with pytest.raises(astragal.LimitError):
        many("20d6").roll(limits=Limits(dice=10))


def test_keys_need_an_order_but_no_hash() -> None:
    by_list = best(2, 6, key=lambda face: [face % 3, face])
    assert by_list.odds() == best(2, 6, key=lambda face: (face % 3, face)).odds()


def test_a_note_that_cannot_be_filled_in_is_refused() -> None:
    @rule
    def told() -> Asks[int]:
        yield note("{} and {}", 1)
        return 1

    with pytest.raises(RuleError) as caught:
        told().roll().explain()
    assert caught.value.code == "bad-note"


def test_odds_without_end_are_no_alternatives() -> None:
    with pytest.raises(RuleError) as caught:
        weighted(astragal.odds("1d6!"))
    assert caught.value.code == "endless"


def test_a_note_of_notation_is_told_as_everywhere() -> None:
    @rule
    def noted() -> Asks[bool]:
        first = yield "(1d6) >= 3"
        second = yield "1d6 + 2"
        return bool(first) and second > 3

    assert str(noted().roll(faces=[4, 2])) == (
        "noted() → 1d6 >= 3: (4) >= 3: true, 1d6 + 2: (2) + 2 = 4 → true"
    )


class Level(IntEnum):
    ONE = 1


def test_outcomes_that_are_equal_but_not_the_same_are_refused() -> None:
    @rule
    def mixed(which: str) -> Asks[Any]:
        face = yield d(4)
        if which == "enum":
            return True if face == 1 else Level.ONE if face == 2 else "x"
        return (True,) if face == 1 else (1,)

    for which in ("enum", "tuple"):
        with pytest.raises(RuleError) as caught:
            mixed(which).odds()
        assert caught.value.code == "mixed-outcomes"
    for request in (best([coin(True, False), coin(1, 0)]), pool(2, coin(True, 1))):
        with pytest.raises(RuleError):
            request.odds()


def test_partial_orders_have_no_best() -> None:
    sets = weighted({frozenset({1}): 1, frozenset({2}): 1, frozenset({1, 2}): 1})
    with pytest.raises(RuleError) as caught:
        best(2, sets).odds()
    assert caught.value.code == "no-order"


def test_a_mistake_in_a_key_is_not_an_order() -> None:
    wrong = best(2, 6, key=lambda face: face + "1")
    for go in (wrong.odds, wrong.roll):
        with pytest.raises(TypeError):
            go()


def test_recursion_without_end_is_refused() -> None:
    @rule
    def deeper(n: int) -> Asks[int]:
        number: int = yield deeper(n + 1)
        return number

    @rule
    def chosen(n: int) -> Asks[int]:
        yield astragal.choose("deeper?", ["yes", "no"])
        number: int = yield chosen(n + 1)
        return number

    with pytest.raises(astragal.LimitError) as caught:
        deeper(0).odds(limits=Limits(states=500))
    assert caught.value.code == "too-many-states"
    with pytest.raises(astragal.LimitError) as caught:
        chosen(0).odds(aim=lambda n: n, limits=Limits(asks=50))
    assert caught.value.code == "too-many-asks"


def test_limits_allow_just_as_much_as_they_say() -> None:
    @rule
    def two() -> Asks[int]:
        return int((yield d(6)) + (yield d(6)))

    assert two().odds(limits=Limits(paths=36, asks=2)).mean == 7
    for limits in (Limits(paths=35), Limits(asks=1)):
        with pytest.raises(astragal.LimitError):
            two().odds(limits=limits)


@pytest.mark.parametrize("faces", [80, 100, 120, 150])
def test_a_rare_way_does_not_speak_for_all(faces: int) -> None:
    """A probe that meets the one face that asks for much promises far too many ways."""

    @rule
    def rare() -> Asks[int]:
        first = yield d(faces)
        second = yield d(20_000 if first == 1 else 40)
        return int(second % 2)

    ways = 20_000 + 40 * (faces - 1)
    assert rare().odds(limits=Limits(paths=ways)).mean == Fraction(1, 2)
    with pytest.raises(astragal.LimitError):
        rare().odds(limits=Limits(paths=ways - 1))


def test_a_roll_that_claims_another_outcome_does_not_hold() -> None:
    roll = contest(2, 1).roll(faces=[3, 9])
    assert roll.outcome is Side.THEM
    roll.verify()
    claimed = astragal.Roll(contest(2, 1), roll.faces, Side.US)
    for ask in (claimed.verify, claimed.explain, claimed.to_json):
        with pytest.raises(RecordError, match="the record says"):
            ask()
    assert repr(claimed) == "<Roll contest(modifier=2, opponent=1) = us>"


def test_a_die_can_be_gone_on_with() -> None:
    @rule
    def then() -> Any:
        return d(6)

    assert then().odds() == astragal.odds("1d6")
    assert then().roll(faces=[4]).outcome == 4


def test_what_was_never_run_is_no_outcome() -> None:
    def helper() -> Asks[int]:
        face: int = yield d(6)
        return face

    @rule
    def forgot() -> Any:
        return helper()

    @rule
    def delegated() -> Asks[int]:
        return (yield from helper())

    with pytest.raises(RuleError) as caught:
        forgot().odds()
    assert caught.value.code == "unrun-outcome"
    assert delegated().odds() == astragal.odds("1d6")


@pytest.mark.parametrize("go", [lambda e, s: e.odds(limits=s), lambda e, s: e.roll(limits=s)])
def test_loops_in_plain_functions_and_behind_bare_excepts_are_stopped(go: Any) -> None:
    @rule
    def plain(n: int) -> Any:
        while n:
            n += 1

    @rule
    def stubborn() -> Asks[int]:
        yield d(2)
        try:
            while True:
                pass
        except:  # noqa: E722
            pass
        while True:
            pass

    for experiment in (plain(1), stubborn()):
        with pytest.raises(RuleError) as caught:
            go(experiment, Limits(silence=1))
        assert caught.value.code == "endless-loop"


def test_a_roll_may_come_to_what_shows_its_address() -> None:
    class Plain:
        """Equal by what it is."""

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Plain)

        def __hash__(self) -> int:
            return 1

    @rule
    def made() -> Asks[Any]:
        yield d(6)
        return Plain()

    assert "Plain object" in str(made().roll())


def test_very_long_numbers_are_written() -> None:
    @rule
    def long(n: int) -> Asks[int]:
        face = yield d(2)
        return int(face * 10**n + 7)

    roll = long(5000).roll(faces=[2])
    assert str(roll).endswith("→ 2" + "0" * 4999 + "7")
    assert json.loads(roll.to_json())["outcome"]["integer"].endswith("0007")
    assert "1000" in repr(long(5000).odds())


def test_roll_of_rules_that_go_too_deep_cannot_be_told() -> None:
    @rule
    def deep(n: int) -> Asks[int]:
        return (yield deep(n - 1)) if n else (yield d(6))  # type: ignore[no-any-return]

    roll = deep(3000).roll()
    for tell in (lambda: roll.explain(), lambda: roll.to_json(), lambda: roll.groups):
        with pytest.raises(astragal.LimitError) as caught:
            tell()
        assert caught.value.code == "too-deep"


def test_a_child_process_can_use_rules_while_its_parent_does() -> None:
    """A lock that another thread held when the child was made would never be opened there."""
    busy = threading.Event()

    def work() -> None:
        while not busy.is_set():
            hit().odds()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(30):
            child = os.fork()
            if child == 0:
                hit().odds()
                os._exit(0)
            for _ in range(100):
                done, status = os.waitpid(child, os.WNOHANG)
                if done:
                    break
                time.sleep(0.05)
            else:
                os.kill(child, 9)
                os.waitpid(child, 0)
                pytest.fail("a child hung")
            assert status == 0
    finally:
        busy.set()
        for thread in threads:
            thread.join()


def test_hints_are_part_of_a_traceback() -> None:
    @rule
    def counted() -> Asks[int]:
        number: int = yield "8d10>=7"
        return number

    @rule
    def named() -> Asks[int]:
        number: int = yield "1d20 + @str"
        return number

    with pytest.raises(astragal.NotationError) as caught:
        counted().odds()
    drawing, hint = caught.value.__notes__
    assert drawing == "8d10>=7\n^^^^^^^"
    assert "`8d10c>=7` counts" in hint
    with pytest.raises(astragal.RollError) as missing:
        named().odds()
    assert (
        missing.value.__notes__[-1] == 'in a rule, write the value into the text: f"1d20 + {bonus}"'
    )


def test_what_was_not_called_or_asked_for_is_said() -> None:
    @rule
    def uncalled() -> Any:
        return hit

    @rule
    def unasked() -> Asks[int]:
        yield d(6)
        return d(6) + 1  # type: ignore[operator]

    for go in (uncalled().odds, uncalled().roll):
        with pytest.raises(RuleError) as caught:
            go()
        assert caught.value.hint == "call it: hit(…)"
    with pytest.raises(TypeError) as unyielded:
        unasked().odds()
    assert "needs a `yield` before it" in unyielded.value.__notes__[-1]
    with pytest.raises(AttributeError, match=r"call the rule first: hit\(…\)\.odds"):
        hit.odds()  # type: ignore[attr-defined]
    with pytest.raises(astragal.NotationError) as experiment:
        astragal.odds(hit())  # type: ignore[arg-type]
    assert experiment.value.hint == "an experiment has its own roll() and odds()"
    with pytest.raises(RuleError) as requested:
        dice(2, hit)
    assert requested.value.hint == "call it: hit(…)"


def test_dice_that_no_note_follows_are_told() -> None:
    @rule
    def attack() -> Asks[int]:
        face = yield d(20)
        yield note("rolls {}", face)
        damage: int = yield "2d6kh1 + 1"
        return damage

    assert attack().roll(faces=[15, 3, 5]).explain()[1:-1] == [
        "  rolls 15",
        "  2d6kh1 + 1: (~3~, 5) + 1 = 6",
    ]


def test_views_are_written_alike_everywhere() -> None:
    odds = score_test(1).odds()
    assert odds.of("score>=7") == odds.of("passes")
    assert contest().odds().of("outcome=us").probability(True) == Fraction(1, 2)
    assert contest().odds().of("outcome != us").probability(True) == Fraction(1, 2)
    assert odds.of("score").of("outcome").mean == 6
    with pytest.raises(AstragalError) as caught:
        odds.of("score").of("total")
    assert "outcome>=10" in (caught.value.hint or "")
