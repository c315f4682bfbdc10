"""The cells of a sweep share situations: their answers are those of each cell alone."""

from __future__ import annotations

from typing import Any

import pytest

import astragal
from astragal import Asks, choose, rule, sweep
from astragal.experiment.solve.situations import Situations
from astragal.games import percentile, triumph


@rule
def pig(held: int, goal: int) -> Asks[int]:
    """Roll on and add up, or stop; a 1 loses everything."""
    if held >= goal or (yield choose("roll on?", ["roll", "stop"])) == "stop":
        return held
    face = yield astragal.d(6)
    return 0 if face == 1 else pig(held + face, goal)


@rule
def tens(n: int, m: int) -> Asks[tuple[int, int]]:
    """A tuple for an outcome, of which one number is seen."""
    first = yield astragal.d(20)
    second = yield astragal.d(20)
    return first * n, 10 * m * (second > 10) + first


TABLES: list[tuple[Any, dict[str, Any], dict[str, Any], Any, Any]] = [
    (percentile.opposed, {"target": [30, 45, 60], "opponent": [35, 45]}, {"reroll": "choose"},
     "wins", None),
    (percentile.opposed, {"target": [45, 46], "opponent": [35, 45]}, {"reroll": "choose"},
     "level", "wins"),
    (triumph.contest, {"ability": [0, 2], "opponent": [1, 2]},
     {"dice": "1d20♻♻", "opponent_dice": "1d20♻"}, "wins", None),
    (triumph.check, {"ability": [0, 2], "dc": [8, 14]}, {"dice": "2d20▲♻♻"}, "passes", None),
    (percentile.extended, {"target": [30, 50], "tries": [2, 4]}, {"reroll": "choose"},
     "earned", "earned"),
    (triumph.contest, {"ability": [0, 2], "opponent": [1, 2]}, {"dominance": 1}, "wins", None),
    (triumph.contest, {"ability": [0, 2], "opponent": [1, 2]}, {"opponent_dice": "1d20!"},
     lambda made: made.wins and made.total > 9, None),
    (tens, {"n": [1, 2], "m": [3, 4]}, {}, lambda pair: pair[1], None),
    (pig, {"held": [0, 5, 9], "goal": [10, 12]}, {}, lambda held: held, lambda held: held),
]  # fmt: skip


@pytest.mark.parametrize(("what", "axes", "fixed", "of", "aim"), TABLES)
def test_the_answers_are_those_of_each_cell_alone(
    what: Any, axes: dict[str, Any], fixed: dict[str, Any], of: Any, aim: Any
) -> None:
    grid = sweep(what, axes, of=of, fixed=fixed, aim=aim)
    (one, rows), (other, columns) = axes.items()
    for row in rows:
        for column in columns:
            seen = what(**{one: row, other: column}, **fixed).odds(aim=aim).of(of)
            alone = seen.probability(True) if seen.truth else seen.mean
            assert grid[row, column] == alone


def test_a_situation_is_met_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """From 0, 1 and 2 held, goal 30: what follows one of them follows the others."""
    met: list[Any] = []
    explore = Situations._fork

    def counted(self: Situations, frames: Any, request: Any) -> Any:
        met.append(request)
        return explore(self, frames, request)

    monkeypatch.setattr(Situations, "_fork", counted)
    aim = "outcome"
    sweep(pig, {"held": [0, 2, 4], "goal": [30]}, of=lambda held: held, aim=aim)
    together = len(met)
    met.clear()
    for held in (0, 2, 4):
        pig(held, 30).odds(aim=aim)
    assert together < len(met) / 2
