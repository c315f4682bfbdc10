"""Choices: who decides, what is best, and what each option is worth."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import pytest

from astragal import (
    NEVER,
    Asks,
    AstragalError,
    Choice,
    ChoiceError,
    RuleError,
    SeededSource,
    choose,
    coin,
    d,
    rule,
)
from astragal.games import scores, triumph
from tests.support.small_rules import best_of_rerolls, contest, pig, reroll


def face_of(choice: Choice) -> int:
    return int(choice.about["face"])


def test_a_roll_asks_a_callback_or_takes_decisions_in_order() -> None:
    asked: list[Choice] = []

    def decide(choice: Choice) -> bool:
        asked.append(choice)
        return face_of(choice) < 10

    assert reroll().roll(faces=[3, 12], decide=decide).outcome == 12
    assert reroll().roll(faces=[13], decide=decide).decisions == ("no",)
    assert asked[0].question == "roll again?"
    assert asked[0].by == "player"
    assert asked[0].labels == ("yes", "no")
    assert str(asked[0]) == "player: roll again? (yes, no)"
    assert reroll().roll(faces=[3, 12], decisions=["yes"]).outcome == 12
    assert reroll().roll(faces=[3, 12], decisions=[True]).outcome == 12, "an option, or its label"


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({}, "undecided"),
        ({"decisions": []}, "undecided"),
        ({"decisions": ["maybe"]}, "no-such-option"),
        ({"decide": lambda choice: 1}, "no-such-option"),
        ({"decisions": ["no", "yes"]}, "too-many-decisions"),
        ({"decisions": ["no"], "decide": lambda choice: True}, "two-deciders"),
    ],
)
def test_decisions_that_do_not_fit(how: dict[str, Any], code: str) -> None:
    with pytest.raises(ChoiceError) as caught:
        reroll().roll(faces=[3], **how)
    assert caught.value.code == code


@rule
def twice_rolled() -> Asks[int]:
    """Rolls in two depths, each of which leaves a choice."""
    first: int = yield reroll()
    second: int = yield "1d20r?"
    return first + second


@pytest.mark.parametrize(
    ("decisions", "message"),
    [
        (["maybe"], "Reroll: player: roll again? 'maybe' is not one of the options"),
        (["no", "maybe"], "1d20r?: re-roll the 1? 'maybe' is not one of the options"),
    ],
)
def test_a_wrong_decision_names_once_what_asks(decisions: list[str], message: str) -> None:
    with pytest.raises(ChoiceError) as caught:
        twice_rolled().roll(faces=[3, 1], decisions=decisions)
    assert caught.value.message == message
    assert (caught.value.hint or "").startswith("choose one of: ")


def test_odds_need_somebody_who_decides() -> None:
    with pytest.raises(ChoiceError) as caught:
        reroll().odds()
    assert caught.value.message == "Reroll leaves a choice: player: roll again? (yes, no)"
    assert "aim=" in (caught.value.hint or "")
    with pytest.raises(ChoiceError):
        reroll().duration()
    with pytest.raises(ChoiceError):
        reroll().odds(aim=lambda n: n, decide=lambda choice: True)


def test_a_policy_is_a_function_of_the_choice() -> None:
    odds = reroll().odds(decide=lambda choice: face_of(choice) < 15)
    assert odds.at_least(15) == Fraction(51, 100)
    assert reroll().odds(decide=lambda choice: "no") == d20()


def d20() -> Any:
    from astragal import odds

    return odds("1d20")


def test_the_best_policy_depends_on_the_aim() -> None:
    """Re-roll what is below the mean; or whatever does not reach the aim."""
    assert reroll().odds(aim=lambda face: face).mean == 13
    high = reroll().odds(aim=lambda face: face >= 18)
    assert high.at_least(18) == 1 - Fraction(17, 20) ** 2
    low = reroll().plan(lambda face: -face)
    assert low.value == -8
    assert low.kind == "mean"
    assert reroll().plan(lambda face: face == 7).value == 1 - Fraction(19, 20) ** 2


def test_a_plan_says_what_to_do_everywhere() -> None:
    plan = reroll(6).plan(lambda face: face)
    assert len(plan) == 6
    assert [(choice.about["face"], label) for choice, label in plan.items()] == [
        *((face, "yes") for face in (1, 2, 3)),
        *((face, "no") for face in (4, 5, 6)),
    ]
    assert repr(plan).splitlines() == [
        "Reroll, sides 6",
        "  best: mean 4.25",
        "",
        "       face  player: roll again?",
        "    up to 3  yes",
        "  4 or more  no",
    ]
    data = json.loads(plan.to_json())
    assert data["value"]["exact"] == "17/4"
    assert data["decisions"][0] == {
        "question": "roll again?",
        "by": "player",
        "about": {"face": 1},
        "option": "yes",
    }
    rolled = reroll(6).roll(faces=[3, 2], decide=plan)
    assert rolled.decisions == ("yes",)
    with pytest.raises(ChoiceError) as caught:
        reroll(8).roll(faces=[3, 2], decide=plan)
    assert caught.value.code == "not-in-plan"


def test_choices_inside_what_a_rule_asks_for() -> None:
    """Each of two dice may be rolled again; the second player knows how the first came out."""
    plan = best_of_rerolls().plan(lambda n: n)
    # By hand: with a first result f, a second die shows s; again is worth E max(f, d4),
    # keeping max(f, s).
    values = {f: Fraction(sum(max(f, s) for s in range(1, 5)), 4) for f in range(1, 5)}
    second: dict[int, Fraction] = {
        f: Fraction(sum(max(values[f], Fraction(max(f, s))) for s in range(1, 5))) / 4
        for f in range(1, 5)
    }
    again = Fraction(sum(second.values()), 4)
    assert plan.value == Fraction(sum(max(again, second[f]) for f in range(1, 5)), 4)


def test_pig() -> None:
    """Stop from 20 on: the known best for a single turn's mean, and its value."""
    plan = pig(goal=100).plan(lambda held: held)
    by_held = {choice.about["held"]: label for choice, label in plan.items()}
    assert all(by_held[held] == "roll" for held in range(20) if held in by_held)
    assert all(by_held[held] == "stop" for held in range(21, 101))
    assert pig(20).advise(lambda held: held).as_good == ("roll", "stop")
    assert plan.value == Fraction(492303203, 60466176)
    stops = pig(goal=100).odds(
        decide=lambda choice: "stop" if choice.about["held"] >= 20 else "roll"
    )
    assert stops.mean == plan.value


def test_advice_for_the_situation_on_the_table() -> None:
    advice = reroll().advise(lambda face: face >= 15, faces=[12])
    assert advice.values == {"yes": Fraction(3, 10), "no": 0}
    assert (advice.best, advice.value, advice.kind) == ("yes", Fraction(3, 10), "chance")
    assert advice.question == "roll again?"
    assert repr(advice) == (
        "Reroll: player: roll again?\n"
        "  best: yes\n"
        "\n"
        "  option   chance\n"
        "     yes  30.00 %  ████████████████████████████████████████\n"
        "      no      0 %"
    )
    data = advice.to_data()
    assert data["best"] == ["yes"]
    assert data["values"][0] == {"at": {"option": "yes"}, "exact": "3/10", "approx": 0.3}
    held = pig().advise("real", faces=[4, 5], decisions=["roll", "roll"])
    assert held.choice.about["held"] == 9
    assert held.values["stop"] == 9
    assert held.aim == "real"


@pytest.mark.parametrize(
    ("experiment", "how", "code"),
    [
        (reroll(), {}, "too-few-faces"),
        (reroll(), {"faces": [3, 4]}, "too-many-faces"),
        (reroll(), {"faces": [3], "decisions": ["no"]}, "no-choice"),
        (reroll(), {"faces": [3], "decisions": ["perhaps"]}, "no-such-option"),
        (contest(), {"faces": [3, 4]}, "no-choice"),
    ],
)
def test_advice_that_cannot_be_given(experiment: Any, how: dict[str, Any], code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        experiment.advise(lambda outcome: outcome, **how)
    assert caught.value.code == code
    if code == "too-many-faces":
        assert "decided before them is missing: player: roll again?" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("aim", "code"),
    [(lambda face: "high", "bad-aim"), (3, "bad-view"), ("passes", "no-such-field")],
)
def test_aims_that_make_no_sense(aim: Any, code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        reroll().odds(aim=aim)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: choose("which?", []), "no-options"),
        (lambda: choose("which?", ["a", "a"]), "same-label"),
        (lambda: choose("which?", [[1]]), "unhashable-option"),
        (lambda: choose("which?", {1: 2}), "bad-label"),
    ],
)
def test_choices_that_make_no_sense(make: Callable[[], Any], code: str) -> None:
    with pytest.raises(RuleError) as caught:
        make()
    assert caught.value.code == code


def test_nobody_plays_for_going_on_for_ever() -> None:
    """Waiting costs nothing and gains nothing: the plan stops, even where what it gets is bad."""

    @rule
    def wait(tired: bool = False) -> Asks[int]:
        if (yield choose("what now?", ["wait", "stop"])) == "stop":
            return -5
        return wait(not tired)

    plan = wait().plan(lambda n: n)
    assert plan.value == -5
    assert wait().odds(decide=plan).probability(-5) == 1
    assert wait().odds(decide=lambda choice: "wait").probability(NEVER) == 1


def test_ending_is_better_than_not_where_only_one_outcome_is_left() -> None:
    """All ends are what was aimed for; going round for ever is not."""

    @rule
    def stairs(up: bool = False) -> Asks[str]:
        if (yield choose("where?", ["round", "out"], up=up)) == "out":
            return "out"
        return stairs(not up)

    for aim in (lambda outcome: outcome == "out", lambda outcome: 3):
        assert stairs().odds(aim=aim).probability("out") == 1


def test_a_choice_that_leads_in_circles_is_left_when_that_pays() -> None:
    @rule
    def fish(lost: int = 0) -> Asks[int]:
        """Cast again, or go home with what is caught; one cast in four loses the hook."""
        if (yield choose("cast?", ["cast", "home"], lost=lost)) == "home":
            return 1
        caught = yield coin(True, False)
        if caught:
            return 3
        return fish((lost + 1) % 3) if (yield coin()) else 0

    plan = fish().plan(lambda n: n)
    # With casting always: v = 1/2 · 3 + 1/4 · v, so v = 2, more than going home.
    assert plan.value == 2
    assert {label for _, label in plan.items()} == {"cast"}
    assert fish().duration(decide=plan).mean == Fraction(4, 3)


def test_equal_situations_are_one() -> None:
    """Four dice, then a choice to which only their sum matters: its rule is asked once a sum."""

    @rule
    def decide_on(total: int) -> Asks[int]:
        if (yield choose("double or nothing?", ["yes", "no"], total=total)) == "no":
            return total
        return 2 * total if (yield coin()) else 0

    @rule
    def four() -> Asks[int]:
        total = 0
        for _ in range(4):
            total += yield d(6)
        return decide_on(total)

    plan = four().plan(lambda n: n >= 20)
    assert len(plan) == 21
    assert plan.value == four().odds(decide=plan).at_least(20)


@pytest.mark.slow
def test_rolls_with_a_plan_do_as_well_as_it_says() -> None:
    plan = pig(goal=100).plan(lambda held: held >= 20)
    sample = pig(goal=100).sample(4_000, SeededSource("pig"), decide=plan)
    share = sum(held >= 20 for held in sample) / 4_000
    assert abs(share - float(plan.value)) < 0.03


def test_none_may_be_an_option() -> None:
    @rule
    def offered() -> Asks[int]:
        taken = yield choose("how many?", {"none": None, "five": 5})
        return 0 if taken is None else int(taken)

    assert offered().roll(decisions=["none"]).outcome == 0
    assert offered().plan(lambda n: n).value == 5
    assert offered().odds(decide=lambda choice: None).probability(0) == 1


def test_a_rule_that_yields_nothing_is_refused_among_choices_too() -> None:
    @rule
    def silent() -> Asks[int]:
        yield choose("well?", ["a", "b"])
        yield
        return 1

    with pytest.raises(RuleError) as caught:
        silent().odds(aim=lambda n: n)
    assert caught.value.code == "bad-request"


def test_a_plan_knows_true_from_one() -> None:
    @rule
    def odd() -> Asks[str]:
        first = yield choose("which?", {"true": True, "one": 1})
        second = yield choose("again?", ["a", "b"])
        return f"{first is True}{second}"

    plan = odd().plan(lambda text: text == "Trueb")
    assert len(plan) == 3
    assert odd().odds(decide=plan).probability("Trueb") == 1


@rule
def stuck() -> Asks[int]:
    """It goes on and on."""
    yield coin()
    return stuck()


@rule
def room() -> Asks[int]:
    """A maze that half of all people never leave, or the way back."""
    if (yield choose("go?", ["maze", "stop"])) == "stop":
        return 5
    return 6 if (yield coin()) else stuck()


def test_any_play_that_ends_is_better_than_one_that_does_not() -> None:
    @rule
    def start() -> Asks[int]:
        return room() if (yield d(2)) == 1 else 0

    assert start().plan(lambda n: n).value == Fraction(5, 2)
    advice = start().advise(lambda n: n, faces=[1])
    assert advice.best == "stop", "advice on the way is that of the plan"
    assert advice.values == {"maze": 3, "stop": 5}
    assert room().advise(lambda n: n == 6).best == "maze"
    assert room().plan(lambda n: n == 6).value == Fraction(1, 2)


def test_a_chance_that_never_comes_counts_as_none() -> None:
    @rule
    def leap() -> Asks[bool]:
        if (yield choose("how?", ["gamble", "sure"])) == "sure":
            return True
        return True if (yield coin()) else stuck()  # type: ignore[return-value]

    assert leap().plan(lambda landed: landed).value == 1
    assert leap().odds(aim=lambda landed: landed).probability(True) == 1


def test_options_that_are_equal_but_not_the_same() -> None:
    @rule
    def m() -> Asks[int]:
        second = yield choose("second?", {"no": False, "nought": 0})
        face = yield d(6)
        return int(face if second is False else face + 10)

    assert m().advise(lambda n: n).values == {"no": Fraction(7, 2), "nought": Fraction(27, 2)}
    assert m().roll(faces=[1], decisions=["nought"]).outcome == 11


def test_labels_that_are_other_options_replay() -> None:
    @rule
    def trade() -> Asks[str]:
        given: str = yield choose("trade", {"gold": "silver", "silver": "gold"})
        return given

    roll = trade().roll(decide=lambda choice: choice.options[0])
    assert roll.outcome == "silver"
    assert roll.decisions == ("gold",)
    roll.verify()
    assert trade().roll(decisions=["gold"]).outcome == "silver"
    assert trade().roll(decide=lambda choice: "gold").decisions == ("silver",)


def test_idle_stages_take_no_step_among_choices_either() -> None:
    @rule
    def end(x: int) -> Any:
        return x

    @rule
    def a() -> Asks[int]:
        yield choose("q", ["x", "y"])
        return end((yield d(2)))

    assert a().duration(decide=lambda choice: "x").mean == 1


def test_a_decider_is_asked_only_where_its_decisions_lead() -> None:
    def decide(choice: Choice) -> str:
        assert choice.about["held"] < 10
        return "stop" if choice.about["held"] >= 4 else "roll"

    assert pig().odds(decide=decide).highest == 9


def test_choices_and_plans_can_be_pickled() -> None:
    plan = reroll(6).plan(lambda face: face)
    again = pickle.loads(pickle.dumps(plan))
    assert again.value == plan.value
    assert reroll(6).odds(decide=again).mean == plan.value
    advice = reroll(6).advise(lambda face: face, faces=[3])
    assert pickle.loads(pickle.dumps(advice)).values == advice.values


def test_the_hash_of_a_choice_does_not_travel_to_another_process() -> None:
    """The hashes of texts differ from one process to the next."""
    choice = choose("re-roll?", ["keep", "re-roll"])
    hash(choice)
    assert "_hash" not in vars(pickle.loads(pickle.dumps(choice)))


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: reroll().plan(None), "no-aim"),
        (lambda: reroll().odds(decide="yes"), "bad-decider"),  # type: ignore[arg-type]
        (lambda: reroll().roll(decide="yes"), "bad-decider"),  # type: ignore[arg-type]
        (lambda: reroll().odds(aim=int, limits=5), "bad-limit"),  # type: ignore[arg-type]
        (lambda: reroll().roll(limits=5), "bad-limit"),  # type: ignore[arg-type]
    ],
)
def test_arguments_that_make_no_sense(make: Callable[[], Any], code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        make()
    assert caught.value.code == code


# Opponents


@rule
def duel(sides: int = 6) -> Asks[int]:
    """Both roll and may re-roll once, we first; our lead counts."""
    ours = yield d(sides)
    if (yield choose("ours again?", ["keep", "again"], face=ours)) == "again":
        ours = yield d(sides)
    theirs = yield d(sides)
    question = choose(
        "theirs again?", ["keep", "again"], by="Bob", opposed=True, ours=ours, theirs=theirs
    )
    if (yield question) == "again":
        theirs = yield d(sides)
    return int(ours - theirs)


def duel_by_hand(sides: int, worth: Callable[[int], Fraction]) -> Fraction:
    """We take the most of what the opponent, who sees our die, leaves us."""

    def mean(values: Iterable[Fraction]) -> Fraction:
        return sum(values, Fraction(0)) / sides

    faces = range(1, sides + 1)

    def left(ours: int) -> Fraction:
        again = mean(worth(ours - theirs) for theirs in faces)
        return mean(min(worth(ours - theirs), again) for theirs in faces)

    again = mean(map(left, faces))
    return mean(max(left(ours), again) for ours in faces)


@pytest.mark.parametrize("sides", [2, 4, 6])
@pytest.mark.parametrize("worth", [Fraction, lambda lead: Fraction(lead > 0)])
def test_an_opponent_decides_against_us(sides: int, worth: Callable[[int], Fraction]) -> None:
    aim = (lambda lead: lead) if worth is Fraction else (lambda lead: lead > 0)
    value = duel_by_hand(sides, worth)
    assert duel(sides).plan(aim).value == value
    odds = duel(sides).odds(aim=aim)
    assert sum((p * worth(lead) for lead, p in odds.items()), Fraction(0)) == value


def test_an_opponent_is_advised_from_their_side() -> None:
    advice = duel(6).advise(lambda lead: lead > 0, faces=[4, 2], decisions=["keep"])
    assert advice.choice.opposed
    assert advice.best == "again"
    assert advice.values == {"keep": 0, "again": Fraction(1, 2)}
    mean = duel(6).advise("real", faces=[4, 2], decisions=["keep"])
    assert "Bob: theirs again? (against real)" in str(mean)
    assert mean.values == {"keep": 2, "again": Fraction(1, 2)}
    assert mean.best == "again"
    plan = duel(6).plan(lambda lead: lead > 0)
    assert duel(6).roll(faces=[5, 2, 6], decide=plan).decisions == ("keep", "again")
    assert {"opposed"} <= set().union(*plan.to_data()["decisions"])


def test_who_opposes_is_true_or_false() -> None:
    with pytest.raises(RuleError, match="true or false"):
        choose("again?", ["yes"], opposed="Bob")  # type: ignore[call-overload]


# A rule's own aim


@pytest.mark.parametrize(
    "experiment",
    [
        triumph.check(0, 12, dice=triumph.CheckDice(1, rerolls=3)),
        scores.group_test([3, 0]),
    ],
    ids=str,
)
def test_a_rules_own_aim_counts_where_none_is_given(experiment: Any) -> None:
    assert experiment.odds() == experiment.odds(aim="passes")
    assert experiment.plan().value == experiment.plan("passes").value
    assert experiment.duration().mean == experiment.duration(aim="passes").mean
    keep = experiment.odds(decide=lambda choice: choice.options[-1])
    assert keep.of("passes").probability(True) < experiment.odds().of("passes").probability(True)


def test_advice_for_a_rules_own_aim() -> None:
    made = triumph.check(0, 12, dice=triumph.CheckDice(1, rerolls=3))
    assert made.advise(faces=[3]).values == made.advise("passes", faces=[3]).values
    with pytest.raises(ChoiceError) as caught:
        reroll().advise(faces=[1])
    assert caught.value.code == "no-aim"
    with pytest.raises(ChoiceError) as caught:
        reroll().odds()
    assert caught.value.code == "undecided"
