"""Plans as tables to play by, ways to decide against the best, and the odds behind options."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import (
    Asks,
    Choice,
    ChoiceError,
    Layout,
    OddsError,
    Strategy,
    choose,
    d,
    parse,
    pool,
    rule,
)
from astragal.experiment.solve.guides import Decided, Guide
from tests.support.examples import examples


@rule(aim="outcome")
def pig(held: int = 0, most: int = 40) -> Asks[int]:
    """Roll on and add up, or stop; a 1 loses everything."""
    if (yield choose("roll on?", ["roll", "stop"], held=held)) == "stop":
        return held
    face = yield d(6)
    return 0 if face == 1 else pig(min(held + face, most), most)


@rule(aim="outcome")
def race(mine: int = 0, theirs: int = 0, turn: int = 0, us: bool = True) -> Asks[bool]:
    """Pig for two to 9, with a d3."""
    if mine + turn >= 9:
        return us
    if turn:
        on = yield choose("on?", ["on", "hold"], opposed=not us, mine=mine, turn=turn)
        if on == "hold":
            return race(theirs, mine + turn, 0, not us)
    face = yield d(3)
    if face == 1:
        return race(theirs, mine, 0, not us)
    return race(mine, theirs, turn + face, us)


@rule
def threes(n: int = 3) -> Asks[int]:
    """Keep one die or more of each roll; a 3 counts nothing."""
    if n == 0:
        return 0
    dice = sorted(0 if face == 3 else face for face in (yield pool(n, 6)))
    keep: int = yield choose("keep how many?", list(range(1, n + 1)), dice=tuple(dice))
    rest: int = yield threes(n - keep)
    return sum(dice[:keep]) + rest


def rows(guide: Guide) -> list[list[tuple[str, ...]]]:
    return [question.rows for question in guide.questions]


def test_equal_decisions_along_a_number_are_one_row() -> None:
    """The well-known answer: roll below 20; at 20 both are as good."""
    plan = pig().plan()
    assert rows(plan.guide) == [
        [("up to 19", "roll"), ("20", "roll or stop"), ("21 or more", "stop")]
    ]
    assert rows(plan.when("stop")) == [[("20 or more", "stop")]]
    assert plan.when("stop").summary == "stop is best in 21 of 40 situations"
    with pytest.raises(ChoiceError) as caught:
        plan.when("stpo")
    assert (caught.value.code, caught.value.hint) == ("no-such-option", "did you mean stop?")


def test_a_plan_that_travelled_still_shows_itself() -> None:
    plan = pickle.loads(pickle.dumps(pig().plan()))
    assert str(plan) == str(pig().plan())
    with pytest.raises(ChoiceError):
        plan.loss("stop at 15, else roll")


FACTS = st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from(["Ann", "Bob", "Cas"]))


@given(
    st.dictionaries(FACTS, st.lists(st.sampled_from("xyz"), min_size=1, max_size=2, unique=True))
)
@examples(150)
def test_every_situation_has_one_row_which_says_what_is_best(
    cases: dict[tuple[int, int, str], list[str]],
) -> None:
    decided = [
        Decided(choose("what?", ["x", "y", "z"], a=a, b=b, who=who), tuple(best))
        for (a, b, who), best in cases.items()
    ]
    guide = Guide("", "", decided)
    assert len(guide.questions) == bool(cases)
    for question in guide.questions:
        for (a, b, who), best in cases.items():
            facts: dict[str, int | str] = {"a": a, "b": b, "who": who}
            met = [
                row[-1]
                for row in question.rows
                if all(fits(row[n], facts[name]) for n, name in enumerate(question.facts))
            ]
            assert met == [" or ".join(best)]


def fits(text: str, value: int | str) -> bool:
    """Whether a value is among those that a text of a guide names, read anew."""
    if text == "any":
        return True
    if isinstance(value, str):
        return value in text.split(" or ")
    if text.startswith("up to "):
        return value <= int(text[6:])
    if text.endswith(" or more"):
        return value >= int(text[:-8])
    low, _, high = text.partition(" to ")
    return int(low) <= value <= int(high or low)


def test_what_depends_on_more_than_the_facts_says_so() -> None:
    decided = [Decided(choose("what?", ["x", "y"], a=1), (best,)) for best in "xy"]
    assert rows(Guide("", "", decided)) == [[("x or y, by what came before",)]]
    for_x = Guide("", "", [*decided, Decided(choose("what?", ["x", "y"], a=2), ("x",))], "x")
    assert for_x.summary == "x is best in 1 of 2 situations, and in 1 by what came before"
    assert rows(for_x) == [[("1", "x, by what came before"), ("2", "x")]]
    half = [Decided(choose("what?", ["x", "y"], a=1), (best,)) for best in ("", "y, not x")]
    guide = Guide("", "", half)
    assert rows(guide) == [[("sometimes y, not x",)]]
    assert [each.name for each in guide.picture().panels[0].series] == [
        "as good as the best",
        "y, not x",
    ]


def test_a_picture_shows_from_where_on_another_option_is_best() -> None:
    decided = [
        Decided(
            choose("on?", ["roll", "hold"], mine=m, turn=t), ("hold" if t >= 5 + m else "roll",)
        )
        for m in range(3)
        for t in range(10)
    ]
    panel = Guide("Pig", "", decided).picture().panels[0]
    assert panel.axis.places == ("0", "1", "2")
    assert list(panel.series[0].values) == [5, 6, 7]
    assert pig().plan().picture().panels[0].kind == "stacked"


# Ways to decide


def brute(rule_: Any, decide: Any, **given: Any) -> Fraction:
    """The mean if a function of the choice decides, along every path."""
    return Fraction(rule_(**given).odds(decide=decide).mean)


@pytest.mark.parametrize(
    ("text", "stops"),
    [
        ("stop at 15, else roll", lambda held: held >= 15),
        ("roll below 15", lambda held: held < 0 or held >= 15),
        ("stop if held>=10 and held!=12; roll", lambda held: held >= 10 and held != 12),
        ("Stop when held is at least 15, otherwise to roll", lambda held: held >= 15),
        ("stop if held is 12; stop above 20; else roll", lambda held: held == 12 or held > 20),
        ("stop", lambda held: True),
    ],
)
def test_a_strategy_in_words_is_a_function_of_the_facts(text: str, stops: Any) -> None:
    def decide(choice: Choice) -> str:
        return "stop" if stops(choice.about["held"]) else "roll"

    own = brute(pig, Strategy(text), most=24)
    assert own == brute(pig, decide, most=24)
    loss = pig(most=24).plan().loss(text)
    assert (loss.value, loss.best - loss.value) == (own, loss.lost)
    assert loss.lost >= 0


def test_a_loss_names_where_another_option_is_better() -> None:
    loss = pig().plan().loss("stop at 15, else roll")
    assert rows(loss) == [[("15 to 19", "roll, not stop")]]
    assert loss.summary == "stop at 15, else roll: mean 7.85, the best is 8.14: it loses 0.29"
    assert pig().plan().loss("stop if held>=20, else roll").lost == 0


def test_a_loss_is_that_of_the_first_goal_that_differs() -> None:
    """Without armour a half is across, with it a third; who is wounded is across in neither."""
    plan = leap().plan("least wounds>0, then most passes")
    assert [(each.goal, each.kind, each.value) for each in plan.goals] == [
        ("least wounds>0", "chance", 0),
        ("most passes", "chance", Fraction(1, 3)),
    ]
    assert "best: chance 0 %, then most passes: chance 33.33 %" in str(plan)
    assert "wounds>0" not in plan.loss("off").summary
    assert plan.loss("off").summary.endswith("it loses 50.00 percentage points")
    tied = leap().plan("least wounds<0, then passes")
    assert tied.loss("on").summary == (
        "on: chance 0 %, the best is 0 %; then passes: chance 33.33 %, the best is 50.00 %: "
        "it loses 16.67 percentage points"
    )
    assert tied.loss("off").summary.endswith("it loses nothing")


def test_nested_choices_follow_a_strategy_too() -> None:
    plan = threes(2).plan(lambda total: -total)
    loss = plan.loss("1")
    assert loss.value == -brute(threes, lambda choice: 1, n=2)
    assert loss.lost > 0


def test_an_opponent_goes_on_as_the_plan_says() -> None:
    """So nobody wins more often by another way than the plan's."""
    plan = race().plan()
    for text in ("hold", "on", "hold at turn>=4; on", "hold if turn>=4, else on"):
        if text.startswith("hold at turn"):
            with pytest.raises(ChoiceError):
                plan.loss(text)
        else:
            assert plan.loss(text).lost >= 0
    assert plan.loss("hold").lost > 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad-strategy"),
        ("hodl at 15, else roll", "no-such-option"),
        ("stop if hled>3, else roll", "no-such-fact"),
        ("stop if held>=x", "not-a-number"),
        ("stop if much, else roll", "bad-strategy"),
    ],
)
def test_a_strategy_that_says_nothing_is_refused(text: str, code: str) -> None:
    with pytest.raises((ChoiceError, OddsError)) as caught:
        pig().odds(decide=Strategy(text))
    assert caught.value.code == code


def test_a_strategy_must_say_which_number_and_what_else() -> None:
    def refusal(text: str, choice: Choice) -> str:
        with pytest.raises(ChoiceError) as caught:
            Strategy(text)(choice)
        return caught.value.code

    assert refusal("x at 3", choose("what?", ["x", "y", "z"], a=1, b=2)) == "which-fact"
    assert refusal("x if a>3", choose("what?", ["x", "y", "z"], a=1)) == "bad-strategy"
    assert refusal("keep if a=1", choose("what?", ["keep 1", "keep 2"], a=1)) == "which-option"
    assert Strategy("reroll below 3")(choose("re-roll the 2?", ["keep", "re-roll"])) == "re-roll"


# The odds behind an option


def test_the_odds_behind_an_option_are_those_of_going_on_at_best() -> None:
    advice = pig(10).advise(odds=True)
    assert advice.odds is not None
    plan = pig(10).plan()

    def first_roll(choice: Choice) -> Any:
        return "roll" if choice.about["held"] == 10 else plan(choice)

    assert advice.odds["roll"] == pig(10).odds(decide=first_roll)
    assert advice.odds["stop"].probability(10) == 1
    for label, odds in advice.odds.items():
        assert odds.mean == advice.values[label]


def test_so_are_those_of_choices_inside_of_choices() -> None:
    """Faces 3, 2, 4 give 0, 2, 4: what is kept now, and the best of what is left."""
    advice = threes(3).advise(lambda total: -total, faces=[3, 2, 4], odds=True)
    assert advice.odds is not None
    later = threes(3).advise(
        lambda total: -total, faces=[3, 2, 4, 5, 6], decisions=["1"], odds=True
    )
    assert later.odds is not None
    for found in (advice, later):
        assert {label: -odds.mean for label, odds in (found.odds or {}).items()} == found.values
    assert advice.odds["2"] == parse("1d{1,2,0,4,5,6}+2").odds()
    assert later.odds["2"].probability(11) == 1


def test_what_the_best_option_risks_is_said() -> None:
    report = pig(18).advise(odds=True).prospects.report(Layout())
    assert report.remarks == (
        "roll is 0.33 better on average than stop, "
        "but ends below 18, the worst of stop, in 19.44 %",
    )
    assert [cell.text for cell in report.tables[0].rows[0]] == ["roll", "18.33", "9.08", "0", "26"]
    assert not pig(30).advise(odds=True).prospects.report(Layout()).remarks
    with pytest.raises(ChoiceError):
        _ = pig(18).advise().prospects


# Aims


@rule
def duel() -> Asks[str]:
    """A d6, which may be rolled again."""
    face = yield d(6)
    if (yield choose("again?", ["yes", "no"], face=face)) == "yes":
        face = yield d(6)
    return "win" if face > 4 else "draw" if face > 2 else "lose"


class Leap(NamedTuple):
    passes: bool
    wounds: int


@rule
def leap() -> Asks[Leap]:
    """A d6 of 4 or more; armour costs 1 and saves the wound."""
    armour: bool = yield choose("armour?", {"on": True, "off": False})
    across = (yield d(6)) - armour >= 4
    return Leap(across, 0 if across or armour else 1)


POINTS = {"win": 2, "draw": 1, "lose": 0}


@pytest.mark.parametrize(
    ("experiment", "words", "function"),
    [
        (duel(), "2 for a win, 1 for a draw", lambda said: POINTS[said]),
        (duel(), "to win", lambda said: said == "win"),
        (duel(), "2 points for win and 1 for draw", lambda said: POINTS[said]),
        (duel(), "not lose", lambda said: said != "lose"),
        (leap(), "to pass, then least wounds", lambda leap: leap.passes),
        (leap(), "2 for passes, -1 for wounds", lambda leap: 2 * leap.passes - leap.wounds),
        (leap(), "mean of wounds", lambda leap: leap.wounds),
        (parse("1d20♻?+2"), "2 for >=15; 1 for >=10", lambda n: 2 * (n >= 15) + (n >= 10)),
        (parse("1d6♻?"), "2 for 6, 1 for 5", lambda n: max(0, n - 4)),
    ],
)
def test_aims_in_words_are_those_of_a_function(experiment: Any, words: str, function: Any) -> None:
    assert experiment.plan(words).value == experiment.plan(function).value


def test_advice_shows_every_goal() -> None:
    """Of no armour 1/2 are across, and as many are wounded; of armour 1/3, and nobody is."""
    advice = leap().advise("least wounds, then most passes")
    (later,) = advice.later
    assert (later.kind, later.values) == ("chance", {"on": Fraction(1, 3), "off": Fraction(1, 2)})
    table = str(advice).splitlines()[-3:]
    assert table[0].split() == ["option", "least", "wounds", "most", "passes"]
    assert table[1].split() == ["on", "0.00", "33.33", "%"]
    assert table[2].split() == ["off", "0.50", "50.00", "%"]
    assert advice.to_data()["then"][0]["values"]["on"]["exact"] == "1/3"
    whole = leap().advise("least wounds, then most passes", odds=True)
    assert "most passes" in str(whole)
    assert whole.to_data()["then"] == advice.to_data()["then"]
    assert "then" not in leap().advise("passes").to_data()


def test_the_least_chance_is_the_chance_of_what_is_not_wanted() -> None:
    plan = duel().plan("the least chance to lose")
    assert (plan.kind, plan.value) == ("chance", Fraction(1, 9))
    advice = duel().advise("least lose", faces=[2])
    assert advice.best == "yes"
    assert advice.values == {"yes": Fraction(1, 3), "no": 1}


@pytest.mark.parametrize("words", ["wni", "2 for wni, 1 for draw", "dragon"])
def test_a_word_that_no_outcome_is_called_by_is_refused(words: str) -> None:
    with pytest.raises(OddsError) as caught:
        duel().plan(words)
    assert caught.value.code == "no-such-outcome"
    with pytest.raises(OddsError):
        leap().plan("2 for passes, 1 for wonds")


@pytest.mark.parametrize(
    ("aim", "hint"),
    [
        (lambda leap: (leap.passes, -leap.wounds), "joined by then"),
        ("passes, then", "write it like"),
        ("", "write it like"),
        ("win", "it has passes, wounds"),
    ],
)
def test_an_aim_that_is_none_is_refused_with_what_helps(aim: Any, hint: str) -> None:
    with pytest.raises(OddsError) as caught:
        leap().plan(aim)
    assert hint in str(caught.value.hint)
