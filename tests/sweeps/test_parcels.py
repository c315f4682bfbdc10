"""Parcels: what travels to another process arrives as the same experiment; the rest is refused."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from astragal import (
    Asks,
    Experiment,
    OddsError,
    ParameterError,
    RuleError,
    Sheet,
    load_rules,
    parse,
    rule,
    sweep,
    total,
)
from astragal.catalogue import all_rules
from astragal.games import percentile, scores, target, tiers, triumph
from astragal.sweeps.parcels import FileRule, NotationParcel, Packing, RuleParcel
from tests.support.small_rules import score_test
from tests.support.travelling import RULES, AtOnce, rules_file


def arrived(experiment: Experiment[Any]) -> Experiment[Any]:
    parcel: Any = pickle.loads(pickle.dumps(Packing().packed(experiment)))
    unpacked: Experiment[Any] = parcel.unpacked()
    return unpacked


def with_defaults() -> Iterator[Experiment[Any]]:
    """Every rule of every game that can be called with nothing."""
    for each in all_rules():
        with suppress(ParameterError):
            yield each()


typed: Any = SimpleNamespace(attack=target.attack, check=target.check, contest=triumph.contest)
"""Rules that are called as people type, which a type checker would not allow."""

CALLS = [
    *with_defaults(),
    typed.attack("5", armor_class=18, damage="2d6+3", multipliers=[2, 3], multiplied="rolls"),
    typed.check("+2 luck, +3", target=15, take="10"),
    typed.contest(3, 2, "aptitude", reactive="us", opponent_dice="2d20▲♻"),
    percentile.opposed(45, 50, difficulty=-20),
    tiers.test([45, 50], tier=3),
    tiers.check(45, 3),
    scores.test(2, 1),
]


@pytest.mark.parametrize("experiment", CALLS, ids=str)
def test_a_rule_of_a_game_arrives_as_it_is(experiment: Experiment[Any]) -> None:
    assert arrived(experiment) == experiment
    assert str(arrived(experiment)) == str(experiment)


def test_it_travels_by_name() -> None:
    parcel = Packing().packed(percentile.opposed(45, 50))
    assert isinstance(parcel, RuleParcel)
    assert parcel.rule == ("percentile", "opposed")
    assert (parcel.parameters["target"], parcel.parameters["opponent"]) == (45, 50)
    assert b"astragal.games" not in pickle.dumps(parcel)


def test_how_a_rule_was_called_travels_too() -> None:
    called = Sheet("Alice", {"Sneaking": 3}).call(scores.test, "Sneaking")
    assert str(arrived(called)) == str(called) == "scores.test(modifier=3 (Sneaking))"


@pytest.mark.parametrize(
    "text", ["4d6kh3 + @m", "  2D20 ▲ + 5 >= @{the dc} # a comment", "x=2d6; x*x", "1d6![fire]"]
)
def test_notation_arrives_as_it_was_typed(text: str) -> None:
    expression = parse(text)
    again: Any = arrived(expression)
    assert again == expression
    assert again.text == text


def test_a_text_that_says_something_else_does_not_travel() -> None:
    expression = type(parse("2d6"))(parse("2d6").body, text="3d8")
    parcel = Packing().packed(expression)
    assert isinstance(parcel, NotationParcel)
    assert parcel.text == "2d6"


def test_a_rule_of_a_file_travels_as_the_source_of_the_file(tmp_path: Path) -> None:
    blow = load_rules(rules_file(tmp_path))["blow"]
    again: Any = arrived(blow(bonus=3))
    assert again.rule is not blow, "the source was run again"
    assert again.arguments == {"bonus": 3, "armour": 12}
    assert again.odds().of("hit").mean == blow(bonus=3).odds().of("hit").mean
    assert arrived(blow(bonus=4)).rule is again.rule, "but once only"  # type: ignore[attr-defined]


def test_a_source_that_was_altered_is_not_run(tmp_path: Path) -> None:
    parcel = Packing().packed(load_rules(rules_file(tmp_path))["blow"](3))
    assert isinstance(parcel, RuleParcel)
    assert isinstance(parcel.rule, FileRule)
    file = parcel.rule.file
    altered = parcel.rule._replace(file=file._replace(source=file.source + "\nraise SystemExit"))
    with pytest.raises(RuleError, match="was altered on its way"):
        parcel._replace(rule=altered).unpacked()


def test_a_file_that_needs_another_beside_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_rules.py").write_text("SIDES = 20\n", encoding="utf-8")
    text = f"from neighbour_of_rules import SIDES\nimport os.path\n{RULES}"
    blow = load_rules(rules_file(tmp_path, text))["blow"]
    with pytest.raises(OddsError, match=r"it needs neighbour_of_rules\.py") as caught:
        Packing().packed(blow())
    assert caught.value.code == "cannot-travel"


def test_a_rule_that_a_file_hides_is_refused(tmp_path: Path) -> None:
    text = RULES + "\n\n@rule(name='blow')\ndef other() -> Asks[int]:\n    return (yield d(6))\n"
    path = rules_file(tmp_path, text + "\nhidden = [blow]\n")
    shown = load_rules(path)["blow"]
    assert shown.function.__name__ == "other"
    (hidden,) = shown.function.__globals__["hidden"]
    with pytest.raises(OddsError, match="blow cannot be sent"):
        Packing().packed(hidden(3))


@rule
def checked(modifier: int = 0) -> Asks[bool]:
    """A rule of this program."""
    face: int = yield "1d20"
    return face + modifier >= 15


class Odd:
    """Nothing that could be written as data."""


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: sweep(checked, {"modifier": [1]}, executor=AtOnce()), "checked cannot be sent"),
        (
            lambda: sweep(lambda n: score_test(n), {"n": [1]}, executor=AtOnce()),
            "score_test cannot",
        ),
        (lambda: sweep(lambda n: total(n, 6), {"n": [1, 2]}, executor=AtOnce()), "cannot be sent"),
        (
            lambda: sweep(scores.test, {"modifier": [1]}, of=lambda o: o.passes, executor=AtOnce()),
            "of=<lambda> cannot be sent",
        ),
        (
            lambda: sweep(scores.test, {"modifier": [1]}, of="passes", aim=len, executor=AtOnce()),
            "aim=len cannot be sent",
        ),
        (
            lambda: sweep(scores.test, {"modifier": [1]}, decide=len, executor=AtOnce()),  # type: ignore[arg-type]
            "decide=len cannot be sent",
        ),
    ],
)
def test_anything_else_is_refused_by_name(make: Any, said: str) -> None:
    with pytest.raises(OddsError, match=said) as caught:
        make()
    assert caught.value.code == "cannot-travel"
    assert "without an executor" in str(caught.value.hint)


def test_it_is_refused_before_the_work() -> None:
    executor = AtOnce()
    with pytest.raises(OddsError):
        sweep(lambda n: scores.test(n) if n < 3 else checked(n), {"n": range(4)}, executor=executor)
    assert executor.sent == []


def test_a_value_that_is_no_data_is_refused(tmp_path: Path) -> None:
    text = (
        "from typing import Any\nfrom astragal import Asks, rule\n\n\n@rule\n"
        "def anything(what: Any = None) -> Asks[int]:\n    return (yield '1d6')\n"
    )
    anything = load_rules(rules_file(tmp_path, text))["anything"]
    assert arrived(anything((1, "a"))).odds() == anything((1, "a")).odds()
    with pytest.raises(OddsError, match="anything: what="):
        Packing().packed(anything(Odd()))
