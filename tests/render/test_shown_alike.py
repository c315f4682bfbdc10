"""A chance belongs to exactly what stands beside it: outcomes that are shown alike are one."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from astragal import Asks, Distribution, rule
from astragal.games import triumph
from astragal.limits import DEFAULT_LIMITS
from astragal.outcome import event_text
from astragal.probability.luck import Luck
from astragal.render.headline import headline_of
from astragal.render.rows import every_row, table_rows
from astragal.rolling.phrases import outcome_phrase
from astragal.rules.ordered import RankedOutcome
from astragal.service.answers import luck_of
from tests.support.game_calls import applied, game_rules, rolled

RULES = game_rules()


class Margin(RankedOutcome):
    """An outcome that does not show all it holds."""

    margin: int
    face: int

    def order(self) -> tuple[int, int]:
        return (self.margin, self.face)

    def __str__(self) -> str:
        return f"by {self.margin}"


@rule
def attempt(target: int = 4) -> Asks[Margin]:
    face = yield "1d10"
    return Margin(abs(face - target), face)


def by_text(odds: Distribution[Any]) -> dict[str, Fraction]:
    """The chance of each text, by adding up."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for outcome in odds:
        found[event_text(outcome)] += odds.probability(outcome)
    return found


EXPERIMENTS = {"attempt": attempt()} | {
    name: applied(each)
    for name, each in RULES.items()
    if name not in ("triumph.abilities", "percentile.attack")
}


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_row_has_the_chance_of_its_text(name: str) -> None:
    experiment = EXPERIMENTS[name]
    found = experiment.odds(aim=experiment.own_aim)
    if found.numeric:
        return
    chances = by_text(found)
    for rows in (every_row([found]), every_row([found, found])):
        assert {row.name: row.chances[0] for row in rows} == chances
        assert len(rows) == len(chances)
    for row in table_rows([found]):
        assert row.others or row.chances == [chances[row.name]]
    assert sum(row.chances[0] for row in table_rows([found])) == 1
    for written in csv.DictReader(io.StringIO(found.render("csv"))):
        share = Fraction(int(written["weight"]), int(written["denominator"]))
        assert share == chances.pop(written["outcome"].removeprefix("'"))
    assert not chances


@pytest.mark.parametrize("name", [each for each in RULES if each != "triumph.abilities"])
def test_what_is_said_of_a_rolls_luck_is_the_chance_of_its_text(name: str) -> None:
    experiment = applied(RULES[name])
    for seed in range(3):
        roll = rolled(experiment, seed)
        luck = luck_of(roll, DEFAULT_LIMITS)
        if luck is None:
            continue
        equal = Fraction(luck["equal"]["exact"])
        told = roll.line.outcome
        assert equal == experiment.odds().probability(
            lambda x, told=told: str(outcome_phrase(x)) == told
        )


def test_the_luck_of_a_contest_is_the_chance_to_end_so() -> None:
    """A tie that the coin gives them, whatever both had: a roll tells that they win."""
    found = triumph.contest(3, 3).odds()
    one = next(each for each in found if each.margin == 0 and each.loses and not each.why)
    alike = found.probability(lambda each: each.loses and not each.why)
    assert Luck.of(found, one).equal == alike > found.probability(one)


def test_an_end_that_a_triumph_decides_is_told_apart_from_other_ends() -> None:
    found = triumph.contest(8, 3).odds()
    plain = next(each for each in found if each.loses and not each.why)
    decided = next(each for each in found if each.loses and each.why)
    assert str(outcome_phrase(plain)) == "lose" != str(outcome_phrase(decided))
    both = [Luck.of(found, each).equal for each in (plain, decided)]
    assert both[0] == found.probability(lambda each: each.loses and not each.why)
    assert sum(both) <= found.of("wins").probability(False)


def test_shown_alike_in_a_small_rule() -> None:
    found = attempt().odds()
    assert Luck.of(found, Margin(2, 2)).words == "20.00 % of rolls end like this"
    assert [(row.name, row.chances) for row in table_rows([found])][:2] == [
        ("by 0", [Fraction(1, 10)]),
        ("by 1", [Fraction(1, 5)]),
    ]


def test_the_mean_of_damage_is_told_beside_a_few_values() -> None:
    found = headline_of(triumph.attack(3, 12, "1d8").odds())
    assert found is not None
    assert found.summary_line == "mean damage 1.36"  # 30 % × 4.5, and a triumph more
    assert found["1 damage"] == Fraction(121, 3200)
