"""The tables and plots of docs/games, generated from the rules and checked against them.

    python -m tools.game_docs           writes them into the pages
    python -m tools.game_docs --check   lists those that are out of date

A table is between `<!-- made: NAME -->` and `<!-- end -->`. A plot is a file in docs/games/plots;
its last line holds a digest of the numbers it was drawn from.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from astragal import Experiment, Grid, sweep
from astragal.games import percentile, scores, target, tiers, triumph

PAGES = Path(__file__).parent.parent / "docs" / "games"
_BLOCK = re.compile(r"(<!-- made: ([\w.-]+) -->\n)(.*?)(<!-- end -->)", re.S)
_DATA = "<!-- data {} -->\n"

EDGES = range(-3, 4)
Make = Callable[[], Grid]

# Untyped, so that words can stand for members of enumerations, as on the command line.
scores_test: Any = scores.test
percentile_damage: Any = percentile.damage
target_attack: Any = target.attack
triumph_check: Any = triumph.check
triumph_contest: Any = triumph.contest


def both_ways(edge: int) -> tuple[int, int]:
    """A net number as advantages and disadvantages."""
    return max(edge, 0), max(-edge, 0)


# scores


def _scores_test(modifier: int, net_advantage: int) -> Experiment[Any]:
    return scores.test(modifier, *both_ways(net_advantage))


def _scores(view: str) -> Make:
    return lambda: sweep(_scores_test, {"modifier": range(-2, 6), "net_advantage": EDGES}, of=view)


def _plain(made: scores.Score) -> str:
    """The range of a Score, or nothing if it is critical."""
    return made.range if made.critical is scores.Critical.NONE else ""


def _scores_criticals() -> Grid:
    def chance(criticals: str, score: str) -> Experiment[Any]:
        test = scores_test(criticals=criticals)
        found: Experiment[Any] = test.map(
            lambda made: made.critical.value == score or _plain(made) == score, "range"
        )
        return found

    kinds = [each.value for each in scores.Criticals]
    ranges = ["Critical Failure", "Low", "Mixed", "Critical Success"]
    return sweep(chance, {"criticals": kinds, "score": ranges}, of="outcome")


def _scores_contest() -> Grid:
    return sweep(scores.contest, {"modifier": range(6), "opponent": range(6)}, of="wins")


def _scores_group() -> Grid:
    def group(modifier: int, players: int) -> Experiment[Any]:
        return scores.group_test([modifier] * players)

    return sweep(group, {"modifier": range(6), "players": range(1, 9)}, of="passes", aim="passes")


# tiers


def _tiers_check(stat: int, net_advantage: int) -> Experiment[Any]:
    return tiers.check(stat, 1, *both_ways(net_advantage))


STATS = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95]


def _tiers(view: str) -> Make:
    axes: dict[str, Iterable[int]] = {"stat": STATS, "net_advantage": EDGES}
    return lambda: sweep(_tiers_check, axes, of=view)


def _tiers_partial() -> Grid:
    axes: dict[str, Iterable[int]] = {"stat": STATS, "tier": range(1, 7)}
    return sweep(tiers.check, axes, of="passes")


TESTS: dict[str, Iterable[int]] = {"stat": range(25, 86, 10), "tier": [1, 2, 3, 4, 5, 6, 10]}


def _alone(on_failure: str, **more: Any) -> Callable[[int, int], Experiment[Any]]:
    """A Test that one character makes."""

    def test(stat: int, tier: int) -> Experiment[Any]:
        return tiers.test.from_data(
            {"stats": [stat], "tier": tier, "on_failure": on_failure, **more}
        )

    return test


def _tiers_rounds(on_failure: str, **more: Any) -> Make:
    return lambda: sweep(_alone(on_failure, **more), TESTS, steps=True)


def _tiers_chance(on_failure: str, **more: Any) -> Make:
    return lambda: sweep(_alone(on_failure, **more), TESTS, of="passes")


def _tiers_reset_plot() -> Grid:
    axes: dict[str, Iterable[int]] = {"stat": range(45, 91, 5), "tier": range(1, 7)}
    return sweep(_alone("reset"), axes, steps=True)


def _tiers_opposed() -> Grid:
    stats = range(25, 86, 10)
    return sweep(tiers.opposed, {"stat": stats, "opponent": stats}, of="wins")


# percentile


def _percentile_test() -> Grid:
    axes = {"difficulty": list(percentile.DIFFICULTIES.values()), "target": range(20, 81, 10)}
    return sweep(percentile.test, axes, of="passes")


def _percentile_reroll() -> Grid:
    axes: dict[str, Iterable[Any]] = {"target": range(20, 81, 10), "reroll": ["never", "choose"]}
    return sweep(percentile.test, axes, of="passes", aim="passes")


def _percentile_degrees() -> Grid:
    def degrees(target: int, at_least: int) -> Experiment[Any]:
        return percentile.test(target).map(lambda made: made.level >= at_least, "enough")

    axes = {"target": range(20, 81, 10), "at_least": range(1, 7)}
    return sweep(degrees, axes, of="outcome")


def _percentile_opposed() -> Grid:
    targets = range(30, 71, 10)
    return sweep(percentile.opposed, {"target": targets, "opponent": targets}, of="wins")


def _percentile_extended() -> Grid:
    axes = {"target": range(30, 91, 10), "needed": [3, 6, 12]}
    return sweep(percentile.extended, axes, of="passes", fixed={"tries": 20})


QUALITIES: dict[str, dict[str, Any]] = {
    "plain": {},
    "Tearing": {"tearing": True},
    "Proven 3": {"proven": 3},
    "Primitive 7": {"primitive": 7},
    "Tearing, Proven 3": {"tearing": True, "proven": 3},
}


def _percentile_damage() -> Grid:
    def damage(quality: str, dice: str) -> Experiment[Any]:
        made: Experiment[Any] = percentile_damage(dice, **QUALITIES[quality])
        return made

    axes = {"quality": list(QUALITIES), "dice": ["1d10", "2d10", "1d5", "2d5"]}
    return sweep(damage, axes, of="damage")


# target


def _target_check() -> Grid:
    axes = {"modifiers": range(0, 11, 2), "target": [5, 10, 15, 20, 25, 30]}
    return sweep(target.check, axes, of="passes")


def _target_opposed() -> Grid:
    modifiers = range(0, 11, 2)
    return sweep(target.opposed, {"modifiers": modifiers, "opponent": modifiers}, of="wins")


def _target_attack() -> Grid:
    def attack(armor_class: int, threat: str) -> Experiment[Any]:
        first, times = threat.split(" ×")
        made: Experiment[Any] = target_attack(
            5, armor_class, "1d8+3", threat=int(first[:2]), multipliers=[int(times)]
        )
        return made

    axes = {"armor_class": range(10, 27, 2), "threat": ["20 ×2", "19–20 ×2", "18–20 ×2", "20 ×3"]}
    return sweep(attack, axes, of="damage")


# triumph


def _triumph_check() -> Grid:
    def check(dc_less_ability: int, proficiency: str) -> Experiment[Any]:
        made: Experiment[Any] = triumph_check(0, dc_less_ability, proficiency)
        return made

    kinds = [each.value for each in triumph.Proficiency]
    return sweep(check, {"dc_less_ability": range(0, 25, 2), "proficiency": kinds}, of="passes")


def _triumph_edge() -> Grid:
    def check(dc_less_ability: int, net_dominance: int) -> Experiment[Any]:
        made: Experiment[Any] = triumph_check(
            0, dc_less_ability, "aptitude", *both_ways(net_dominance)
        )
        return made

    return sweep(check, {"dc_less_ability": range(0, 25, 2), "net_dominance": EDGES}, of="passes")


def _triumph_contest() -> Grid:
    def contest(lead: int, proficiency: str) -> Experiment[Any]:
        ours, theirs = proficiency.split(" against ")
        made: Experiment[Any] = triumph_contest(lead, 0, ours, theirs)
        return made

    pairs = [
        "aptitude against aptitude",
        "mastery against aptitude",
        "mastery against mastery",
        "mastery against incompetence",
    ]
    return sweep(contest, {"lead": range(-4, 5), "proficiency": pairs}, of="wins")


def _triumph_reroll() -> Grid:
    def check(dc_less_ability: int, dice: str) -> Experiment[Any]:
        made: Experiment[Any] = triumph_check(0, dc_less_ability, dice=dice)
        return made

    axes = {
        "dc_less_ability": range(2, 21, 3),
        "dice": ["1d20", "1d20♻", "1d20♻♻♻", "2d20▲", "2d20▲♻", "2d20▼", "2d20▼♻"],
    }
    return sweep(check, axes, of="passes", aim="passes")


TABLES: dict[str, Make] = {
    "scores.low": _scores("range=Low"),
    "scores.mixed": _scores("range=Mixed"),
    "scores.high": _scores("range=High"),
    "scores.passes": _scores("passes"),
    "scores.criticals": _scores_criticals,
    "scores.contest": _scores_contest,
    "scores.group": _scores_group,
    "tiers.passes": _tiers("passes"),
    "tiers.earned": _tiers("tiers"),
    "tiers.partial": _tiers_partial,
    "tiers.benevolent": _tiers_rounds("benevolent"),
    "tiers.subtracting": _tiers_rounds("benevolent", subtracts=1),
    "tiers.reset": _tiers_rounds("reset"),
    "tiers.lost": _tiers_chance("lost"),
    "tiers.resets": _tiers_chance("reset", resets=2),
    "tiers.clock": _tiers_chance("benevolent", clock=["4"]),
    "tiers.opposed": _tiers_opposed,
    "percentile.test": _percentile_test,
    "percentile.reroll": _percentile_reroll,
    "percentile.degrees": _percentile_degrees,
    "percentile.opposed": _percentile_opposed,
    "percentile.extended": _percentile_extended,
    "percentile.damage": _percentile_damage,
    "target.check": _target_check,
    "target.opposed": _target_opposed,
    "target.attack": _target_attack,
    "triumph.check": _triumph_check,
    "triumph.edge": _triumph_edge,
    "triumph.contest": _triumph_contest,
    "triumph.reroll": _triumph_reroll,
}
PLOTS: dict[str, tuple[str, Make]] = {
    "scores.passes": ("scores: the chance to pass a Test", TABLES["scores.passes"]),
    "tiers.passes": ("tiers: the chance to pass a Check", TABLES["tiers.passes"]),
    "tiers.reset": ("tiers: rounds to expect from a Test that resets", _tiers_reset_plot),
    "percentile.test": ("percentile: the chance to succeed", TABLES["percentile.test"]),
    "target.attack": ("target: damage to expect, +5 and 1d8+3", TABLES["target.attack"]),
    "triumph.check": ("triumph: the chance to succeed", TABLES["triumph.check"]),
    "triumph.edge": ("triumph: the chance to succeed with aptitude", TABLES["triumph.edge"]),
}


def named(grid: Grid, label: str = "") -> Grid:
    """The same numbers, with readable names for the axes."""
    axes = {name.replace("_", " "): values for name, values in grid.axes.items()}
    return Grid(label or grid.label, axes, grid.cells, grid.kind)


def made(name: str) -> Grid:
    """The numbers of a table by its name."""
    return named(TABLES[name]())


def plotted(name: str) -> Grid:
    """The numbers of a plot by its name."""
    label, make = PLOTS[name]
    return named(make(), label)


def table(grid: Grid) -> str:
    return grid.to_markdown()


def digest(grid: Grid) -> str:
    return hashlib.sha256(grid.to_json().encode()).hexdigest()[:16]


def pages() -> Iterator[tuple[Path, str]]:
    """Every page, and its up-to-date text."""
    for page in sorted(PAGES.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        yield (
            page,
            _BLOCK.sub(lambda found: f"{found[1]}\n{table(made(found[2]))}\n{found[4]}", text),
        )


def plot_of(name: str) -> Path:
    return PAGES / "plots" / f"{name}.svg"


def stale() -> list[str]:
    """The pages and plots that are out of date."""
    found = [page.name for page, text in pages() if page.read_text(encoding="utf-8") != text]
    for name in PLOTS:
        plot = plot_of(name)
        drawn = plot.read_text(encoding="utf-8") if plot.exists() else ""
        if not drawn.endswith(_DATA.format(digest(plotted(name)))):
            found.append(plot.name)
    return found


def write() -> None:
    for page, text in pages():
        page.write_text(text, encoding="utf-8")
    for name in PLOTS:
        grid = plotted(name)
        plot = plot_of(name)
        plot.parent.mkdir(exist_ok=True)
        grid.plot(str(plot))
        plot.write_text(
            plot.read_text(encoding="utf-8") + _DATA.format(digest(grid)), encoding="utf-8"
        )


def main() -> None:
    if "--check" in sys.argv[1:]:
        found = stale()
        print("\n".join(f"out of date: {each}" for each in found) or "docs/games: up to date")
        sys.exit(1 if found else 0)
    write()


if __name__ == "__main__":
    main()
