"""Pauses: a roll stops as a value, and pausing changes nothing."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import (
    Asks,
    AstragalError,
    ChoiceError,
    HandSource,
    Pause,
    Roll,
    Rule,
    SeededSource,
    choose,
    d,
    moment,
    note,
    read_token,
    rule,
)
from astragal.games import scores, tiers, triumph


@rule
def lucky() -> Asks[int]:
    """Roll a d20; you may roll it again, and then keep the second."""
    face: int = yield "d20"
    again = yield choose("roll again?", {"yes": True, "no": False}, by="Alice", face=face)
    return (yield "d20") if again else face


@rule
def relay(turns: int = 3) -> Asks[int]:
    """Runners roll in turn; each may push on, and the sum counts."""
    total = 0
    for turn in range(turns):
        yield moment("runner {}", turn + 1, by=f"player {turn + 1}")
        face = yield d(6)
        yield note("runner {} rolls {}", turn + 1, face)
        pushes = yield choose("push on?", ["yes", "no"])
        total += face + ((yield d(4)) if pushes == "yes" else 0)
    return total


@rule
def climb(height: int = 0) -> Asks[int]:
    """A d4 a day until the top, 7 up; each day is a step of the chain."""
    height += yield d(4)
    return height if height >= 7 else climb(height)


@rule
def nested() -> Asks[tuple[int, int]]:
    """Rules that pause inside another rule."""
    first = yield lucky()
    second = yield relay(2)
    return first, second


def checking(dice: str) -> astragal.Experiment[triumph.Check]:
    """A check that may be re-rolled."""
    return triumph.check(3, 15, dice=triumph.CheckDice.of(dice))


def pause_of(experiment: astragal.Experiment[Any], *faces: int) -> Pause:
    """The pause that these faces lead to."""
    reached = experiment.start(faces=faces)
    assert isinstance(reached, Pause)
    return reached


RULES: list[Rule[..., Any]] = [lucky, relay, climb, nested]
EXPERIMENTS = [
    lucky(),
    relay(),
    climb(),
    nested(),
    tiers.test([45, 60], tier=6, on_failure=tiers.OnFailure.BENEVOLENT),
    checking("3d20▲♻♻♻♻♻♻"),
    scores.group_test([2, 1, 0]),
]


def played(experiment: Any, source: Any, pick: Any, tokens: bool = False) -> tuple[Roll, int]:
    """The roll, paused wherever it can be, and how often that was."""
    reached, pauses = experiment.start(source), 0
    while isinstance(reached, Pause):
        pauses += 1
        if tokens:
            reached = read_token(reached.to_json(), rules=RULES)
        decision = pick(reached.choice) if reached.choice is not None else None
        reached = reached.resume(decision, source)
    assert isinstance(reached, Roll)
    return reached, pauses


@given(st.sampled_from(EXPERIMENTS), st.integers(0, 10**6), st.booleans())
def test_pausing_anywhere_changes_nothing(experiment: Any, seed: int, tokens: bool) -> None:
    """The same faces and the same decisions give the same roll, in one go or in many."""

    def pick(choice: astragal.Choice) -> str:
        return choice.labels[(seed + len(choice.about)) % len(choice.labels)]

    whole = experiment.roll(SeededSource(seed), decide=pick)
    paused, _ = played(experiment, SeededSource(seed), pick, tokens)
    assert paused == whole
    assert paused.to_json() == whole.to_json()


@given(st.sampled_from(EXPERIMENTS), st.integers(0, 10**6))
def test_a_seed_goes_on_from_where_the_roll_stands(experiment: Any, seed: int) -> None:
    """One seed for all of a roll gives the roll that it gives without a pause."""
    whole = experiment.roll(seed=seed, decide=lambda choice: choice.labels[0])
    reached = experiment.start(seed=seed)
    while isinstance(reached, Pause):
        assert reached.faces == whole.faces[: len(reached.faces)]
        decision = None if reached.choice is None else reached.options[0]
        reached = astragal.resume(reached.to_json(), decision, seed=seed, rules=RULES)
    assert reached == whole


def test_where_a_roll_pauses() -> None:
    def first(choice: astragal.Choice) -> str:
        return choice.labels[0]

    assert played(lucky(), HandSource([3, 17]), first)[1] == 1
    # Before a turn only if something has happened, and at each choice.
    assert played(relay(), HandSource([1, 1, 2, 2, 3, 3]), first)[1] == 5
    assert played(climb(), HandSource([3, 3, 3]), first)[1] == 2


def test_what_a_pause_says() -> None:
    pause = lucky().start(faces=[3])
    assert isinstance(pause, Pause)
    assert (pause.by, pause.options, pause.moment) == ("Alice", ("yes", "no"), "")
    assert str(pause) == "Lucky waits: Alice: roll again? (yes, no)"
    assert pause.explain() == ["Lucky:", "  1d20: 3"]
    pause = relay().start(faces=[5])
    assert isinstance(pause, Pause)
    pause = pause.resume("no")
    assert isinstance(pause, Pause)
    assert (pause.choice, pause.moment, pause.by) == (None, "runner 2", "player 2")
    assert str(pause) == "Relay waits: player 2: runner 2"
    pause = climb().start(faces=[2])
    assert str(pause) == "Climb waits: the next step"


def test_moments_can_be_passed_over() -> None:
    pause: Any = relay().start(faces=[5], moments=False)
    pause = pause.resume("no", faces=[4], moments=False)
    assert pause.options == ("yes", "no")
    assert pause.faces == (5, 4)
    assert isinstance(climb().start(moments=False), Roll)


def test_a_moment_changes_no_odds() -> None:
    @rule
    def plain() -> Asks[int]:
        first: int = yield d(6)
        second: int = yield d(6)
        return first + second

    @rule
    def stopping() -> Asks[int]:
        first: int = yield d(6)
        yield moment("half time")
        second: int = yield d(6)
        return first + second

    assert stopping().odds() == plain().odds()
    assert str(stopping().roll(faces=[1, 2])) == "Stopping: d6: 1, d6: 2 → 3"


def test_advice_on_a_pause_is_that_of_the_situation() -> None:
    pause: Any = lucky().start(faces=[3])
    advice = pause.advise("outcome")
    assert advice.values == lucky().advise("outcome", faces=[3]).values
    with pytest.raises(ChoiceError, match="has no aim"):
        pause.advise()
    assert pause_of(checking("1d20♻"), 1).advise().best == "re-roll"


@pytest.mark.parametrize(
    ("resume", "code"),
    [
        (lambda: pause_of(lucky(), 3).resume(), "undecided"),
        (lambda: pause_of(lucky(), 3).resume("maybe"), "no-such-option"),
        (lambda: pause_of(climb(), 3).resume("yes"), "nothing-to-decide"),
        (lambda: lucky().start(faces=[3, 4]), "too-many-faces"),
        (lambda: lucky().start(faces=[]), "too-few-faces"),
        (lambda: pause_of(lucky(), 3).resume("yes", faces=[4, 5]), "too-many-faces"),
        (lambda: lucky().start(SeededSource(1), faces=[3]), "two-sources"),
        (lambda: pause_of(lucky(), 3).resume("yes", seed=1, faces=[4]), "two-sources"),
    ],
)
def test_what_cannot_be_resumed(resume: Any, code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        resume()
    assert caught.value.code == code


def test_a_pause_can_be_resumed_more_than_once() -> None:
    """It is a value: what each decision would have led to can be seen."""
    pause: Any = lucky().start(faces=[3])
    assert pause.resume("no").outcome == 3
    assert pause.resume("yes", faces=[17]).outcome == 17
    assert pause.resume(False).outcome == 3


@pytest.mark.parametrize(
    "pause", [pause_of(lucky(), 3), pause_of(climb(), 3), pause_of(astragal.parse("1d20♻?"), 1)]
)
def test_a_pause_can_be_pickled_and_copied(pause: Pause) -> None:
    again = pickle.loads(pickle.dumps(pause))
    assert again == pause == copy.deepcopy(pause)
    assert again.choice == pause.choice
    assert again.to_json() == pause.to_json()


@rule
def searching() -> Asks[int]:
    """Notation with choices in it, alone and as one of several."""
    first: int = yield "1d20♻?"
    best: int = yield astragal.best(2, "1d6r<=2?")
    return first + best


def test_what_happened_is_told_where_notation_waits_inside_a_rule() -> None:
    pause = pause_of(searching(), 1)
    assert pause.explain() == ["Searching:", "  1d20♻?:"]
    assert read_token(pause.to_json(), rules=searching) == pause
    pause = Pause(searching(), (1, 6, 2), ("keep",))
    assert pause.explain() == [
        "Searching:",
        "  1d20♻?: 1",
        "  best of 2 of 1d6r<=2?:",
        "    1d6r<=2?: 6",
        "    1d6r<=2?:",
    ]


@rule
def nesting(depth: int) -> Asks[int]:
    """Rules within rules, and a choice in the innermost."""
    face: int = yield nesting(depth - 1) if depth else lucky()
    return face


def test_a_pause_too_deep_to_be_told_is_refused() -> None:
    with pytest.raises(AstragalError, match="nested too deeply"):
        pause_of(nesting(5_000), 3).explain()
