"""One engine: expressions, requests and rules are experiments, played with a frame and weighed."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import astragal
from astragal import (
    Asks,
    AstragalError,
    ChoiceError,
    Die,
    Experiment,
    Expression,
    LimitError,
    Limits,
    OddsError,
    RollError,
    best,
    chain,
    coin,
    d,
    dice,
    interrupts,
    parse,
    pool,
    reach,
    roll,
    rule,
    sweep,
    total,
    verify,
    weighted,
)
from astragal.experiment.solve.memory import Memory
from astragal.experiment.solve.paths import every_path
from astragal.limits import DEFAULT_LIMITS
from tests.support.small_rules import hit

METHODS = ("roll", "odds", "sample", "map", "explain", "advise", "plan", "duration")


@rule
def attack(bonus: int = 0) -> Asks[int]:
    """A d20 and what the caller gives, and fire on top of it."""
    natural = yield "1d20 + @str"
    fire = yield "2d6[fire]"
    return natural + fire + bonus  # type: ignore[no-any-return]


def test_an_expression_is_an_experiment_and_has_no_methods_of_its_own_for_what_all_can_do() -> None:
    assert isinstance(parse("2d6"), Experiment)
    for name in METHODS:
        assert getattr(Expression, name) is getattr(Experiment, name)
        assert getattr(type(hit()), name) is getattr(Experiment, name)


@pytest.mark.parametrize("one", ["roll", "odds"])
def test_the_functions_take_what_the_methods_take_in_the_same_order(one: str) -> None:
    method = list(inspect.signature(getattr(Experiment, one)).parameters)[1:]
    function = list(inspect.signature(getattr(astragal, one)).parameters)[1:]
    assert function == method


@pytest.mark.parametrize("what", ["1d6", Die(6), d(6), parse("1d6"), best(1, 6), total(1, 6)])
def test_roll_and_odds_take_notation_a_die_or_any_experiment(what: Any) -> None:
    assert roll(what, faces=[4]).outcome == 4
    assert astragal.odds(what).probability(4) == Fraction(1, 6)
    assert astragal.odds(best(2, 20)).at_least(15) == Fraction(51, 100)


def test_an_expression_can_be_mapped_planned_advised_and_timed() -> None:
    expression = parse("2d6 + @b")
    high = expression.map(lambda number: number >= 10, "high")
    assert high.odds(variables={"b": 3}).probability(True) == Fraction(21, 36)
    assert high.roll(faces=[3, 4], variables={"b": 3}).outcome is True
    assert expression.duration(variables={"b": 0}).mean == 1
    plan = expression.plan("outcome", variables={"b": 1})
    assert plan.value == 8
    assert len(plan) == 0
    with pytest.raises(ChoiceError, match="nothing is left to decide"):
        expression.advise("outcome", faces=[1, 2], variables={"b": 1})
    assert expression.sample(3, astragal.SeededSource(1), variables={"b": 100}) == [103, 103, 107]
    assert chain(lambda n: parse("1d6"), 0, until=lambda n: n == 6).duration().mean == 6
    assert roll(expression, variables={"b": 1}, limits=Limits(dice=2)).faces


def test_a_sweep_takes_an_experiment_whose_notation_has_variables() -> None:
    hits = parse("1d20 + @bonus").map(lambda number: number >= 15, "hits")
    grid = sweep(hits, {"bonus": [0, 5]})
    assert list(grid.cells.values()) == [Fraction(3, 10), Fraction(11, 20)]
    assert reach(hits, {"bonus": range(10)}, at_least="50 %").value == 4


# One path: an expression does the same on its own and inside a rule


def test_an_expression_inside_a_rule_is_played_with_the_same_frame() -> None:
    alone = parse("2d6[fire]").roll(faces=[3, 4])
    inside = attack().roll(faces=[12, 3, 4], variables={"str": 2})
    assert inside.outcome == 21
    assert inside.groups[1] == alone.groups[0]
    assert str(inside) == "Attack: 1d20 + @str: (12) + 2 = 14, 2d6[fire]: (3, 4)[fire] = 7 → 21"


def test_variables_reach_the_notation_that_a_rule_asks_for_and_stand_in_its_record() -> None:
    given = {"str": 2}
    assert attack(1).odds(variables=given).mean == Fraction(21, 2) + 2 + 7 + 1
    rolled = attack(1).roll(variables=given)
    assert rolled.to_data()["variables"] == {"str": 2}
    assert verify(rolled.to_json(), rules=[attack]) == rolled
    assert "variables" not in hit().roll().to_data()
    with pytest.raises(RollError, match="no value was given for @str"):
        attack().roll()


def test_dice_are_counted_together_whoever_draws_them() -> None:
    @rule
    def hoard(number: int) -> Asks[int]:
        first = yield d(6)
        rest = yield f"{number}d6"
        last = yield d(6)
        return first + rest + last  # type: ignore[no-any-return]

    assert len(hoard(3).roll(limits=Limits(dice=5)).faces) == 5
    for number in (4, 5, 6):
        with pytest.raises(LimitError, match="the limit is 5"):
            hoard(number).roll(limits=Limits(dice=5))


@pytest.mark.parametrize(
    "text",
    [
        "2d6",
        "3d4kh2",
        "2d4!o",
        "2d4r<=2",
        "3d4c>=3f=1",
        "(1d3)d4",
        "p = 2d4; highest(p) - lowest(p)",
        "{1d4, 1d6}kh1",
        "1d6 + 2 >= 5",
        "1d6 [..2] low [3..] high",
        "2x(1d3)",
        "d66 // 10",
        "2d4k>=(1d3)",
    ],
)
def test_weighing_an_expression_is_following_every_path_of_its_generator(text: str) -> None:
    """Nodes are a faster way to what the generator, which is asked die by die, gives."""
    expression = parse(text)
    memory = Memory(DEFAULT_LIMITS)
    law = memory._work(None, every_path(expression, memory))
    odds = expression.odds()
    assert {o: Fraction(w, law.denominator) for o, w in law.table.items()} == dict(odds.items())


@pytest.mark.parametrize(
    "experiment",
    [best(3, 6), total(3, 4), pool(3, 4), dice(2, 4), weighted({"a": 2, "b": 1}), coin()],
)
def test_a_request_has_the_odds_of_its_generator(experiment: Experiment[Any]) -> None:
    memory = Memory(DEFAULT_LIMITS)
    law = memory._work(None, every_path(experiment, memory))
    found = {o: Fraction(w, law.denominator) for o, w in law.table.items()}
    assert found == dict(experiment.odds().items())


# One way in: wrong arguments get our errors, everywhere

EXPERIMENTS = ("2d6", parse("2d6"), best(2, 6), hit(), coin())
WRONG: list[tuple[str, Callable[[Any], Any]]] = [
    ("roll limits", lambda what: roll(what, limits=5)),  # type: ignore[call-overload]
    ("odds limits", lambda what: astragal.odds(what, limits="much")),  # type: ignore[call-overload]
    ("roll variables", lambda what: roll(what, variables=5)),  # type: ignore[call-overload]
    ("odds variables", lambda what: astragal.odds(what, variables=[1])),  # type: ignore[call-overload]
    ("odds variable", lambda what: astragal.odds(what, variables={"x": "1"})),  # type: ignore[dict-item]
    ("roll source", lambda what: roll(what, source=5)),  # type: ignore[call-overload]
    ("roll source in place", lambda what: roll(what, object())),  # type: ignore[call-overload]
    ("roll faces", lambda what: roll(what, faces=5)),  # type: ignore[call-overload]
    ("roll face", lambda what: roll(what, faces=["six", 1])),
    ("roll decisions", lambda what: roll(what, decisions=5)),  # type: ignore[call-overload]
    ("roll decide", lambda what: roll(what, decide=5)),  # type: ignore[call-overload]
    ("roll two sources", lambda what: roll(what, astragal.SystemSource(), faces=[1, 2])),
    ("odds decide", lambda what: astragal.odds(what, decide=5)),  # type: ignore[call-overload]
    ("odds aim and decide", lambda what: astragal.odds(what, aim="outcome", decide=str)),
    ("odds tail", lambda what: astragal.odds(what, tail="little")),  # type: ignore[call-overload]
    ("sample", lambda what: experiment_of(what).sample("3")),
    ("sample less", lambda what: experiment_of(what).sample(-1)),
    ("sample variables", lambda what: experiment_of(what).sample(1, variables=5)),
    ("sample source", lambda what: experiment_of(what).sample(1, 5)),
    ("sample limits", lambda what: experiment_of(what).sample(1, limits=5)),
    ("duration limits", lambda what: experiment_of(what).duration(limits=5)),
    ("plan limits", lambda what: experiment_of(what).plan("outcome", limits=5)),
    ("plan aim", lambda what: experiment_of(what).plan(5)),
    ("advise limits", lambda what: experiment_of(what).advise("outcome", limits=5)),
    ("advise faces", lambda what: experiment_of(what).advise("outcome", faces=5)),
    ("advise decisions", lambda what: experiment_of(what).advise("outcome", decisions=5)),
    ("verify limits", lambda what: verify(roll(what).to_json(), rules=[hit], limits=5)),  # type: ignore[call-overload]
]


def experiment_of(what: Any) -> Any:
    return parse(what) if isinstance(what, str) else what


@pytest.mark.parametrize("what", EXPERIMENTS, ids=str)
@pytest.mark.parametrize("call", [call for _, call in WRONG], ids=[name for name, _ in WRONG])
def test_wrong_arguments_are_refused_by_one_of_our_errors(
    what: Any, call: Callable[[Any], Any]
) -> None:
    with pytest.raises(AstragalError):
        call(what)


@pytest.mark.parametrize("what", [5, None, [], {}, hit, object()])
def test_what_is_no_experiment_is_refused(what: Any) -> None:
    for use in (roll, astragal.odds):
        with pytest.raises(AstragalError, match="expected notation or an experiment"):
            use(what)


def test_outcomes_without_end_cannot_be_looked_at_one_by_one() -> None:
    endless = parse("1d6!")
    assert not endless.odds().finite
    for ask in (endless.duration, lambda: endless.map(str).odds(), lambda: endless.plan("outcome")):
        with pytest.raises(OddsError, match="has infinitely many outcomes"):
            ask()


def test_an_experiment_without_a_definition_is_refused_when_it_is_made() -> None:
    with pytest.raises(TypeError, match="Empty is incomplete: it lacks steps"):
        type("Empty", (Experiment,), {"__module__": __name__, "__annotations__": {}})


@pytest.mark.parametrize("request_", [dice(2, 6), pool(2, 6), total(2, 6), parse("2d6"), d(6)])
def test_a_request_that_lacks_its_yield_is_noticed(request_: Any) -> None:
    @rule
    def forgetful() -> Asks[int]:
        yield d(6)
        return request_ + 1  # type: ignore[no-any-return]

    with pytest.raises(TypeError) as caught:
        forgetful().odds()
    assert "needs a `yield` before it" in caught.value.__notes__[-1]


def test_a_mapped_expression_has_the_values_and_limits_of_the_expression() -> None:
    sheet = astragal.Sheet("Alice", {"Fire Damage": 4})
    plain = parse("1d6 + @{fire damage}")
    for each in (plain, plain.map(lambda number: number, "same")):
        assert each.roll(faces=[2], variables=sheet).outcome == 6
        with pytest.raises(LimitError, match="digits"):
            each.roll(variables={"fire damage": 10**200})
    many = parse("20000d6", limits=Limits(dice=20_000))
    assert many.map(lambda number: number).roll().outcome == pytest.approx(70_000, rel=0.1)


def test_looks_are_counted_once_whatever_exploded_before() -> None:
    @rule
    def bursts() -> Asks[int]:
        first = yield "1d6!"
        second = yield "100d6kh3"
        return first + second  # type: ignore[no-any-return]

    faces = [6, 1, *[1] * 100]
    assert bursts().roll(faces=faces, limits=Limits(work=120)).outcome == 10


@pytest.mark.slow
def test_a_roll_within_larger_limits_can_be_shown_and_recorded() -> None:
    larger = parse("(9999+2)d6").roll(limits=Limits(dice=20_000))
    assert len(larger.groups[0].dice) == 10_001
    with pytest.raises(astragal.RecordError, match="the limit is 10,000"):
        verify(larger.to_json())
    assert verify(larger.to_json(), limits=Limits(dice=20_000)) == larger


def test_the_dice_of_a_d66_are_counted() -> None:
    for text in ("5d66", "(1+4)d66"):
        with pytest.raises(LimitError, match="that is 10 dice"):
            roll(text, limits=Limits(dice=6))
    with pytest.raises(LimitError):
        best(3, astragal.die.D66).roll(limits=Limits(dice=5))


def test_records_know_changed_texts_in_lists_of_dice_too() -> None:
    @rule
    def together(dice: list[Expression]) -> Asks[int]:
        return (yield total(dice))  # type: ignore[no-any-return]

    rolled = together([parse("d66"), parse("1d6")]).roll()
    assert verify(rolled.to_data(), rules=together) == rolled
    with pytest.raises(astragal.RecordError, match="the meaning of `1d66` has changed"):
        verify({**rolled.to_data(), "version": 1}, rules=together)


@pytest.mark.parametrize(
    "call",
    [
        lambda: parse("1d6").map(None),  # type: ignore[arg-type]
        lambda: parse("1d6").map(abs, 3),  # type: ignore[arg-type]
        lambda: d([]),  # type: ignore[arg-type]
        lambda: weighted(1),  # type: ignore[arg-type]
        lambda: sweep("1d6+@n", {"n": [1]}, fixed=1),  # type: ignore[arg-type]
        lambda: sweep(parse("1d6").map(abs), {"n": [1]}),
        lambda: astragal.choose("x", None),  # type: ignore[call-overload]
        lambda: astragal.find_game(None),  # type: ignore[arg-type]
        lambda: astragal.Names(None),  # type: ignore[arg-type]
        lambda: verify(hit().roll().to_data(), rules=5),  # type: ignore[call-overload]
        lambda: verify(hit().roll().to_data(), rules=["x"]),  # type: ignore[list-item]
        lambda: verify({**roll("1d6").to_data(), "groups": b"x"}),
        lambda: astragal.odds("1d6", aim=5),  # type: ignore[call-overload]
    ],
)
def test_other_ways_in_refuse_by_our_errors_too(call: Callable[[], Any]) -> None:
    with pytest.raises(AstragalError):
        call()


def test_where_no_thread_can_be_started_nobody_looks_on_and_all_else_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in Python in a browser."""

    def refuse(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    monkeypatch.setattr(interrupts, "_GUARD", interrupts._Guard())
    assert hit().odds().probability(1)
    assert hit().roll(faces=[6]).outcome == 1
