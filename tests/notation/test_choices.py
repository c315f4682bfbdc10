"""Re-rolls that are a choice (♻?): as written, as rolled, and their odds against expectimax."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import (
    AstragalError,
    ChoiceError,
    LimitError,
    Limits,
    NotationError,
    OddsError,
    RecordError,
    RollError,
    SeededSource,
    parse,
    roll,
    sweep,
    verify,
)
from astragal.cli.main import main
from astragal.experiment.run.play import KnownFaces, NeededError, UndecidedError
from astragal.notation.choices.choosing import lowest_total, total
from astragal.notation.modifiers.modifier import MODIFIERS
from astragal.rolling.frame import Frame
from tests.support.examples import examples
from tests.support.sampling import agrees

Law = dict[Any, Fraction]


class Expectimax:
    """The best decisions by rolling: every face of every die, and both options of every choice."""

    def __init__(self, text: str, worth: Callable[[Any], Any], **variables: int) -> None:
        self.expression = parse(text)
        self.worth = worth
        self.variables = variables

    def law(
        self, faces: tuple[int, ...] = (), options: tuple[Any, ...] = ()
    ) -> tuple[Fraction, Law]:
        """What it is worth, and the odds; of equally good options the first is taken."""
        left = iter(options)

        def decide(choice: Any) -> Any:
            for option in left:
                return option
            raise UndecidedError(choice)

        frame = Frame(KnownFaces(faces), self.variables, self.expression.limits)
        frame.decide = decide
        try:
            outcome: Any = self.expression.play(frame)
        except NeededError as needed:
            return self._average(needed.die, faces, options)
        except UndecidedError as asked:
            ways = [self.law(faces, (*options, each)) for each in asked.choice.options]
            return max(ways, key=lambda way: way[0])
        return Fraction(self.worth(outcome)), {outcome: Fraction(1)}

    def _average(self, die: Any, faces: tuple[int, ...], options: Any) -> tuple[Fraction, Law]:
        worth, law = Fraction(0), defaultdict[Any, Fraction](Fraction)
        weights = die.weights or [1] * len(die.faces)
        for face, weight in zip(die.faces, weights, strict=True):
            share = Fraction(weight, die.total)
            value, outcomes = self.law((*faces, face), options)
            worth += share * value
            for outcome, chance in outcomes.items():
                law[outcome] += share * chance
        return worth, law


def odds_of(text: str, **how: Any) -> Law:
    return dict(parse(text).odds(**how).items())


# Writing


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1d20♻?", "1d20r?"),
        ("1d20♻♻?", "1d20♻♻?"),
        ("1d20♻️♻️?", "1d20♻♻?"),
        ("1d20♻\ufe0f ♻\ufe0e ?", "1d20r r?"),
        ("2d6r<=2?", "2d6r<=2?"),
        ("2d6R=1 ?", "2d6r=1?"),
        ("2d6r?kh1 + 3", "2d6r?kh1 + 3"),
        ("2d6r<=@n?", "2d6r<=@{n}?"),
        ("2d6r?!", "2d6r?!"),
    ],
)
def test_as_it_is_written(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical
    assert parse(canonical) == parse(text)


@pytest.mark.parametrize("sample", [text for each in MODIFIERS for text in each.choices])
def test_each_form_of_a_choice_is_read_again(sample: str) -> None:
    expression = parse(f"3d6{sample}")
    assert expression.leaves_choices
    assert parse(str(expression)) == expression
    assert "may be re-rolled once" in expression.describe()


def test_without_a_question_mark_nothing_is_asked() -> None:
    assert not parse("1d20♻♻").leaves_choices
    assert roll("1d20♻♻", faces=[2, 1]).outcome == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1d6rr?", "only a re-roll once can be a choice"),
        ("1d6rr<3?", "only a re-roll once can be a choice"),
        ("1d6?", "means nothing here"),
        ("4d6kh3?", "means nothing here"),
    ],
)
def test_what_cannot_be_a_choice(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        parse(text)


# Rolling


@pytest.mark.parametrize(
    ("text", "faces", "decisions", "asked", "outcome"),
    [
        ("1d20♻?", [1, 17], ["re-roll"], [("re-roll the 1?", (1,))], 17),
        ("1d20♻?", [1], ["keep"], [("re-roll the 1?", (1,))], 1),
        ("1d20♻?", [2], [], [], 2),
        ("1d20♻♻?", [2, 1], ["re-roll"], [("re-roll the 2?", (2,))], 1),
        (
            *("3d6♻♻?", [2, 5, 1, 6, 3], ["re-roll", "re-roll"]),
            *([("re-roll the 1?", (2, 5, 1)), ("re-roll the 2?", (2, 5, 6))], 14),
        ),
        (
            *("2d6♻?", [1, 1, 4], ["keep", "re-roll"]),
            *([("re-roll the 1?", (1, 1)), ("re-roll the 1?", (1, 1))], 5),
        ),
        ("2d20♻♻♻?▼", [3, 9, 12], ["re-roll"], [("re-roll the 3?", (3, 9))], 9),
        ("2d20▼♻♻♻?", [3, 9, 12], ["re-roll"], [("re-roll the 3?", (3,))], 12),
        ("1d6r>=5? + 1d6♻?", [6, 1, 1, 2], ["re-roll"] * 2, None, 3),
    ],
)
def test_each_die_is_decided_on_the_lowest_first(
    text: str, faces: list[int], decisions: list[str], asked: Any, outcome: int
) -> None:
    """The player sees all dice; modifiers apply in the order written."""
    heard: list[Any] = []

    def decide(choice: Any) -> str:
        heard.append((choice.question, choice.about["dice"]))
        return decisions[len(heard) - 1]

    rolled = roll(text, faces=faces, decide=decide)
    assert rolled.outcome == outcome
    assert rolled.decisions == tuple(decisions)
    assert asked is None or heard == asked
    assert roll(text, faces=faces, decisions=decisions) == rolled
    assert verify(rolled.to_json()) == rolled


def test_a_roll_without_decisions_says_what_is_asked() -> None:
    with pytest.raises(ChoiceError) as caught:
        roll("1d20♻? + 2", faces=[1])
    assert caught.value.code == "undecided"
    assert "re-roll the 1? (keep, re-roll)" in caught.value.message
    with pytest.raises(ChoiceError, match="'keep' was not used"):
        roll("1d20♻?", faces=[2], decisions=["keep"])


def test_records_have_decisions_only_where_there_are_any() -> None:
    assert "decisions" not in roll("1d20♻?", faces=[5]).to_data()
    assert "decisions" not in roll("1d20♻", faces=[1, 5]).to_data()
    record = roll("1d20♻?", faces=[1, 5], decisions=["re-roll"]).to_data()
    assert record["decisions"] == ["re-roll"]
    for changed, says in (
        ({"decisions": ["keep"]}, "faces"),
        ({"decisions": ["maybe"]}, "decisions"),
        ({"decisions": []}, "decisions"),
        ({"decisions": "re-roll"}, "decisions: must be a list"),
    ):
        with pytest.raises(RecordError, match=says):
            verify(json.dumps(record | changed))


def test_what_a_choice_did_is_told() -> None:
    rolled = roll("2d6♻♻? + 1", faces=[1, 2, 6], decisions=["re-roll", "keep"])
    assert str(rolled) == "2d6♻♻? + 1 → (1→6, 2) + 1 = 9"
    assert "♻♻? re-rolls 1 to 6" in "\n".join(rolled.explain())


@examples(30)
@given(st.sampled_from(["2d6♻♻?kh1 + 1d4r?", "3d6r<=3?!", "a = 2d4♻?; a + a"]), st.integers(0, 999))
def test_any_roll_can_be_replayed(text: str, seed: int) -> None:
    rolled = parse(text).roll(
        SeededSource(seed), decide=lambda choice: choice.options[seed % len(choice.options)]
    )
    assert verify(rolled.to_json()) == rolled


# Odds

TEXTS = [
    "1d6♻♻♻♻♻?",
    "1d7r<=6?",
    "1d6r?",
    "2d6♻♻?",
    "10 - 1d6♻♻♻♻?",
    "10 - 2d4r>=3?",
    "3d3r<=2?kh2",
    "3d3r<=2?kl1",
    "3d3r<=2?dl1",
    "3d3r<=2?dh1",
    "3d3kh2r<=2?",
    "3d3kh2r<=2?kl1",
    "2d6♻♻♻?▼",
    "2d6♻♻♻?▲",
    "2d4r<=2?r<=1?",
    "2d4r<=2?!o",
    "2d4r<=2?!o kh1",
    "2d4!o r<=2?",
    "2d3r<=2?r<=2:1",
    "(2d3r<=2?r<=2:1) >= 4",
    "2d3r<=2?ruo",
    "3d3r<=2?kh1&kl1",
    "3d3r<=2?rl1",
    "2d4r<=2?!:1 kh2",
    "2d4r<=2? / 1d3",
    "2d4r?c>=3",
    "2d6r<=4?c>=5f=1",
    "2d4r?min2",
    "3d3r<=2?u",
    "2d{1,1,4}r=1?",
    "2d10ishr<=2?kh1",
    "1d4r? + 1d6r<=2? - 1d4r>=3?",
    "2d4r? * 2",
    "2d4r<=2? * -2",
    "-1d6r<=3?",
    "3 * 1d4r? / 2",
    "2d6r<=3? // 2",
    "2d4r<=2? * 1d3",
    "1d3 * 2d4r<=2?",
    "1d6r? + 4 >= 7",
    "(2d6r<=3?) >= 8",
    "1d4 + 1d6r<=4? >= 7",
    "1d6r<=4? + 1d4 >= 7",
    "1d6r<=4? = 3",
    "(2d4r<=3?) ≠ 4",
    "{1d4r?, 1d6r<=2?}kh1",
    "max(1d6r<=3?, 4)",
    "highest(2d4r<=2?, 1)",
    "x = 1d6r<=3?; x",
    "x = 1d4r<=3?; x + x",
    "x = 1d4r<=3?; 10 - x",
    "x = 1d4r<=3?; y = x + 1d2; y * 2",
    "x = 1d4r<=3?; 3",
    "2x(1d4r<=2?)",
    "(1d2)d4r<=2?",
    "(1d3r?)d4",
    "3d3k>=(1d4r<=2?)",
    "2d4r<=(1d2)?",
    "1d6r<=3?[fire] + 2",
    "d66r<=20?",
]


@pytest.mark.parametrize("aim", [total, lowest_total], ids=["highest", "lowest"])
@pytest.mark.parametrize("text", TEXTS)
def test_odds_are_those_of_the_best_decisions(text: str, aim: Any) -> None:
    """Against every face and every decision, whichever way they are found."""
    worth, law = Expectimax(text, aim).law()
    assert odds_of(text, aim=aim) == law
    expression = parse(text)
    assert expression.plan(aim).value == worth
    if aim is total:
        assert odds_of(text) == law


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "aim", "worth"),
    [
        ("1d20♻♻? + 5", "outcome>=15", lambda n: n >= 15),
        ("1d6r<=5?", "outcome=3", lambda n: n == 3),
        ("2d6r<=3?", lambda n: n * n, lambda n: n * n),
        ("3d4r<=3?kh2", "outcome<=5", lambda n: n <= 5),
        ("1d4r<=3? + 1d6", "outcome>=7", lambda n: n >= 7),
        ("1d4 + 1d4r<=3?", "outcome=5", lambda n: n == 5),
        ("d10r<=5? [..4] miss [5..7] graze [8..] hit", "outcome=graze", lambda n: n == "graze"),
        ("2x(1d4r<=3?)", lambda n: max(n), lambda n: max(n)),
    ],
)
def test_odds_for_another_aim(text: str, aim: Any, worth: Callable[[Any], Any]) -> None:
    value, law = Expectimax(text, worth).law()
    assert odds_of(text, aim=aim) == law
    assert parse(text).plan(aim).value == value


def test_ranges_are_read_from_the_highest_total() -> None:
    text = "d10r<=4?+2 [..6] miss [7..] hit"
    assert odds_of(text) == Expectimax(text, lambda name: name == "hit").law()[1]


def test_known_values() -> None:
    assert parse("1d6♻♻♻♻♻?").odds().mean == Fraction(17, 4)
    assert parse("1d6♻♻♻♻♻").odds().mean < Fraction(17, 4)
    assert parse("10 - 1d6♻?").odds().mean == Fraction(13, 2)


@pytest.mark.slow
def test_a_reroll_may_depend_on_the_other_dice() -> None:
    """The lowest of two: a 3 is re-rolled only if the other die stands at 4 or more."""
    plan = parse("2d20♻♻♻?▼").plan()
    for choice, label in plan.items():
        low, high = sorted(choice.about["dice"])
        if choice.question == "re-roll the 3?" and (low, high) != (3, 3):  # one may still wait
            assert label == ("re-roll" if low == 3 else "keep")


def test_variables_are_part_of_a_choice() -> None:
    text = "1d20♻♻♻? + @s >= 10"
    for s in (0, 6, 9):
        _, law = Expectimax(text, int, s=s).law()
        assert odds_of(text, variables={"s": s}) == law
        advice = parse(text).advise(faces=[3], variables={"s": s})
        assert max(advice.values.values()) == advice.value
        assert advice.values["keep"] == int(3 + s >= 10)
    grid = sweep("1d20♻♻♻? + @s >= 10", {"s": [0, 9]})
    assert grid[9] == Expectimax(text, int, s=9).law()[0]


def test_many_dice_are_no_trouble_where_each_can_be_decided_for_itself() -> None:
    odds = parse("200d6♻♻? + 50d8♻? - 100d10r>=6?").odds()
    assert odds.mean == 200 * Fraction(25, 6) + 50 * Fraction(79, 16) - 100 * Fraction(17, 4)


def test_dice_that_explode_are_decided_on_by_their_mean() -> None:
    odds = parse("3d6♻♻♻?!").odds()
    fresh = Fraction(21, 5)
    assert odds.mean == 3 * (Fraction(3, 6) * fresh + (4 + 5 + 6 + fresh) / 6)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{40d20♻♻♻?, 3d6}kh1", LimitError),
        ("30d20♻♻♻♻♻♻?kh15", LimitError),
        ("3d6♻?!kh2", OddsError),
        ("d10r? [..4] miss [5..] hit [10!] crit", OddsError),
    ],
)
def test_what_would_be_too_much_is_refused(text: str, error: type[AstragalError]) -> None:
    with pytest.raises(error):
        parse(text).odds()


def test_the_lowest_face_is_always_worth_another_roll() -> None:
    assert parse("3d6♻?!!kh2").odds() == parse("3d6♻!!kh2").odds()


# Advice, plans, samples


def test_advice_and_plan() -> None:
    advice = parse("2d6♻♻?kl1 >= 3").advise(faces=[1, 2])
    assert advice.question == "re-roll the 1?"
    assert advice.values == {"re-roll": Fraction(4, 9), "keep": 0}
    plan = parse("2d6♻♻♻?▼").plan()
    rolled = parse("2d6♻♻♻?▼").roll(faces=[3, 5, 6], decide=plan)
    assert rolled.decisions == ("re-roll",)
    assert parse("2d6♻♻♻?▼").odds(decide=plan) == parse("2d6♻♻♻?▼").odds()
    with pytest.raises(ChoiceError, match="nothing is left to decide"):
        parse("1d6♻?").advise(faces=[4])


def test_in_a_rule_it_is_a_choice_of_the_rule() -> None:
    @astragal.rule
    def climb(bonus: int = 0) -> astragal.Asks[bool]:
        """A d20 that may be re-rolled, against another."""
        ours = yield parse("1d20♻♻♻?")
        theirs = yield "1d20"
        return bool(ours + bonus > theirs)

    with pytest.raises(ChoiceError):
        climb(3).odds()
    found = climb(3).odds(aim="outcome").probability(True)
    by_hand = [Fraction(sum(face + 3 > other for other in range(1, 21)), 20) for face in range(21)]
    again = sum(by_hand[1:]) / 20
    assert found == (3 * again + sum(by_hand[4:])) / 20
    plan = climb(3).plan("outcome")
    assert plan.value == found
    rolled = climb(3).roll(faces=[2, 15, 9], decide=plan)
    assert rolled.decisions == ("re-roll",)
    assert climb(3).advise("outcome", faces=[2]).best == "re-roll"
    assert astragal.verify(rolled.to_json(), rules=climb) == rolled


@pytest.mark.slow
def test_rolls_fall_as_the_odds_say() -> None:
    expression = parse("2d6♻♻♻?kl1 + 1d4r?")
    assert agrees(expression, 3_000, "may", decide=expression.plan())
    assert not agrees(expression, 3_000, "may", decide=lambda choice: "keep")


# The command line


def command(*words: str) -> Any:
    return CliRunner().invoke(main, list(words))


@pytest.mark.parametrize(
    ("words", "shows"),
    [
        (["roll", "1d20♻?", "--faces", "1,17", "--decide", "re-roll"], "(1→17) = 17"),
        (["roll", "1d20♻?", "2d6♻?", "--faces", "1,17,1,2", "--decide", "re-roll,keep"], "= 3"),
        (["roll", "1d6♻♻♻♻♻?", "--faces", "3,1", "--aim", "highest"], "(3→1) = 1"),
        (["roll", "1d6♻♻♻♻♻?", "--faces", "3", "--aim", "lowest"], "(3) = 3"),
        (["roll", "1d6♻♻♻♻♻?", "--faces", "4", "--aim", "outcome>=4"], "(4) = 4"),
        (["odds", "1d6♻♻♻♻♻?"], "mean 4.25 (17/4)"),
        (["odds", "1d6♻♻♻♻♻?", "--aim", "lowest"], "mean 3.17 (19/6)"),
        (["odds", "1d6♻♻♻♻♻?", "--aim", ">=6", "--at-least", "6"], "30.56 % = 11/36"),
    ],
)
def test_on_the_command_line(words: list[str], shows: str) -> None:
    result = command(*words)
    assert shows in result.output
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("words", "shows"),
    [
        (["roll", "1d20♻?", "--faces", "1"], "--decide says what to choose"),
        (["roll", "1d20♻?", "--faces", "5", "--decide", "keep"], "'keep' was not used"),
        (["roll", "1d20♻?", "--decide", "keep", "--aim", "highest"], "not both"),
        (["odds", "1d20♻?", "--aim", "wins"], "has no wins"),
    ],
)
def test_mistakes_on_the_command_line(words: list[str], shows: str) -> None:
    result = command(*words)
    assert shows in result.output
    assert result.exit_code != 0


@pytest.mark.parametrize(
    "words",
    [
        ["roll", "1d20♻?", "--seed", "1", "--decide", "keep,keep"],
        ["play", "triumph", "check", "3", "15", "--seed", "1", "--decide", "keep,keep"],
    ],
)
def test_decisions_that_were_not_used_are_refused_before_a_result_is_shown(
    words: list[str],
) -> None:
    result = command(*words)
    assert "too many decisions" in result.output
    assert "→" not in result.output
    assert result.exit_code == 1


def test_work_is_counted_before_it_is_done() -> None:
    with pytest.raises(LimitError):
        parse("6d20♻♻♻?kh3").odds(limits=Limits(odds=1_000_000))


@pytest.mark.slow
def test_advice_on_five_dice_is_given() -> None:
    """Each situation is played once, with all answers so far."""
    advice = parse("5d6r<=4?").advise(faces=[1, 2, 3, 4, 4])
    assert advice.best == "re-roll"
    assert advice.value == sum(max(Fraction(7, 2), face) for face in (1, 2, 3, 4, 4))


@pytest.mark.parametrize(
    "text", ["p=0d6r?; 1/p", "p=1d6r?; 1/(p-p)", "p=2d2r=odd?; largest_set(p)/(p-p)"]
)
def test_what_fails_after_a_choice_says_so_once(text: str) -> None:
    for ask in (astragal.odds, astragal.roll):
        with pytest.raises(RollError, match="division by zero"):
            ask(text, decide=lambda choice: choice.options[0])
