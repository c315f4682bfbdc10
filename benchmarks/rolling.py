"""Rolls from text, per second: Astragal beside every dice roller of note on PyPI, in one run.

Also rolls shown as text, samples, and whole processes; and roll-parser, where Node is installed.

Each program gets the same seven jobs in its own spelling, through the call that gives total and
faces (or, where it has no such call, the total alone: that favours it). Every total is checked to
lie in the job's range before anything is timed. Rounds are interleaved, and each program's best
round counts.

``make bench`` prints the tables; ``--write`` also puts them into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import d20
import dice
import dndice
import oneroll
import pyhedrals
import python_dice
import rolldice
import xdice

import astragal
from benchmarks import node, samples
from benchmarks.pages import conditions, write_section

ROUNDS = 7
ROUND_SECONDS = 0.05


class Job(NamedTuple):
    """What is rolled, in Astragal's spelling, and the least and the greatest total it can have."""

    text: str
    least: int
    most: int | None


JOBS = (
    Job("1d20+5", 6, 25),
    Job("4d6kh3", 3, 18),
    Job("2d20kh1+7", 8, 27),
    Job("10d6!", 10, None),
    Job("100d6", 100, 600),
    Job("(2d6+3)*2", 10, 30),
    Job("8d10c>=7", 0, 8),
)


class Rival(NamedTuple):
    """A program: its name on PyPI, its spelling of each job (or None), and how to call it."""

    name: str
    spellings: tuple[str | None, ...]
    roll: Callable[[str], Any]
    total: Callable[[Any], float]


def rivals() -> list[Rival]:
    hedral, interpreter = pyhedrals.DiceRoller(), python_dice.PythonDiceInterpreter()
    same = tuple(job.text for job in JOBS)
    return [
        Rival("astragal", same, astragal.roll, lambda roll: roll.outcome),
        Rival(
            "oneroll",
            ("1d20+5", "4d6kh3", "2d20kh1+7", "10d6!", "100d6", "(2d6+3)*2", None),
            oneroll.roll,
            lambda result: result["total"],
        ),
        Rival(
            "d20",
            ("1d20+5", "4d6kh3", "2d20kh1+7", "10d6e6", "100d6", "(2d6+3)*2", None),
            d20.roll,
            lambda result: result.total,
        ),
        Rival(
            "py-rolldice",
            ("1d20+5", "4d6K3", "2d20K+7", "10d6!", "100d6", "(2d6+3)*2", "8d10>6"),
            rolldice.roll_dice,
            lambda result: result[0],
        ),
        Rival(
            "xdice",
            ("1d20+5", "4d6l1", "2d20l1+7", "10d6x", "100d6", "(2d6+3)*2", None),
            xdice.roll,
            int,
        ),
        Rival(
            "dndice",
            ("1d20+5", "4d6h3", "2d20h1+7", None, "100d6", "(2d6+3)*2", "8d10t7"),
            dndice.verbose,
            lambda text: int(re.findall(r"-?\d+", text)[-1]),
        ),
        Rival(
            "pyhedrals",
            ("1d20+5", "4d6kh3", "2d20kh1+7", "10d6!", "100d6", "(2d6+3)*2", "8d10c>=7"),
            hedral.parse,
            lambda result: result.result,
        ),
        Rival(
            "dice",
            ("1d20+5", "4d6^3t", "2d20^1+7", "10d6xt", "100d6t", "(2d6+3)*2", "8d10e7"),
            dice.roll,
            int,
        ),
        Rival(
            "python_dice",
            ("1d20 + 5", "4d6k3", "2d20k1 + 7", None, "100d6", "(2d6 + 3)*2", None),
            lambda text: interpreter.roll([text]),
            lambda result: result["stdout"],
        ),
    ]


def check(rival: Rival) -> None:
    """Every total lies where it must, and not all are the same."""
    for job, text in zip(JOBS, rival.spellings, strict=True):
        if text is None:
            continue
        totals = [rival.total(rival.roll(text)) for _ in range(30)]
        fits = all(job.least <= total <= (job.most or 10_000) for total in totals)
        assert fits, (rival.name, text, totals)
        assert len(set(totals)) > 1, (rival.name, text, totals)


def time_one(run: Callable[[], object]) -> float:
    """Seconds a call, over one round."""
    calls = 0
    started = time.perf_counter()
    while True:
        for _ in range(5):
            run()
        calls += 5
        took = time.perf_counter() - started
        if took > ROUND_SECONDS:
            return took / calls


def best_of(runs: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """The best round of each, rounds taking turns."""
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(ROUNDS):
        for name, run in runs.items():
            best[name] = min(best[name], time_one(run))
    return best


def repeated(on_node: Mapping[str, float]) -> Iterable[tuple[str, dict[str, float]]]:
    """The same text again and again: caches count."""
    programs = rivals()
    for rival in programs:
        check(rival)
    for number, job in enumerate(JOBS):
        runs = {
            rival.name: partial(rival.roll, text)
            for rival in programs
            if (text := rival.spellings[number]) is not None
        }
        best = best_of(runs)
        if job.text in on_node:
            best[node.NAME] = on_node[job.text]
        yield job.text, best


def never_seen() -> Iterable[tuple[str, dict[str, float]]]:
    """A text nobody has rolled before, every time: no cache helps."""
    numbers = count(1)
    shapes = (
        ("1d20+n", "1d20+{}", "1d20+{}"),
        ("4d6kh3+n", "4d6kh3+{}", "4d6kh3+{}"),
        ("2d20kh1+7-n", "2d20kh1+7-{}", "2d20kh1+7-{}"),
        ("10d6!+n", "10d6!+{}", "10d6e6+{}"),
        ("(2d6+3)*n", "(2d6+3)*{}", "(2d6+3)*{}"),
    )

    def fresh(roll: Callable[[str], Any], template: str) -> Any:
        return roll(template.format(next(numbers)))

    for label, ours, theirs in shapes:
        runs = {
            "astragal": partial(fresh, astragal.roll, ours),
            "d20": partial(fresh, d20.roll, theirs),
            "oneroll": partial(fresh, oneroll.roll, ours),
        }
        yield label, best_of(runs)


def shown() -> Iterable[tuple[str, dict[str, float]]]:
    """A roll and the text that it is shown as, every time."""
    for text in ("1d20+5", "4d6kh3", "2d20kh1+7", "(2d6+3)*2"):
        runs = {
            "astragal": partial(lambda text: str(astragal.roll(text)), text),
            "d20": partial(lambda text: str(d20.roll(text)), text),
        }
        yield text, best_of(runs)


def processes() -> list[str]:
    """Processor milliseconds of whole processes, a click program that does nothing among them."""
    command = str(Path(sys.executable).with_name("astragal"))
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.py"
        empty.write_text("import click\n\n\n@click.command()\ndef main():\n    pass\n\n\nmain()\n")
        commands = {
            "a click program that does nothing": [sys.executable, str(empty)],
            "`astragal roll 2d6`": [sys.executable, command, "roll", "2d6"],
            "`astragal odds 2d6`": [sys.executable, command, "odds", "2d6"],
        }
        best = dict.fromkeys(commands, float("inf"))
        for _ in range(20):
            for name, each in commands.items():
                best[name] = min(best[name], processor_time(each))
    lines = ["| a process from start to end | processor time, ms |", "| --- | ---: |"]
    return [*lines, *(f"| {name} | {seconds * 1000:.0f} |" for name, seconds in best.items())]


def processor_time(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def table(rows: Iterable[tuple[str, dict[str, float]]], names: list[str]) -> list[str]:
    """Astragal's rolls a second, and how many times as fast as each rival it is."""
    lines = ["| rolled | astragal, a second | " + " | ".join(f"× {name}" for name in names) + " |"]
    lines.append("| --- |" + " ---: |" * (len(names) + 1))
    for label, best in rows:
        ours = best["astragal"]
        ratios = (f"{best[name] / ours:.1f}" if name in best else "cannot" for name in names)
        lines.append(f"| `{label}` | {1 / ours:,.0f} | {' | '.join(ratios)} |")
        print(lines[-1], file=sys.stderr)
    return lines


def report() -> str:
    names = [rival.name for rival in rivals()[1:]]
    on_node = node.roll_parser([job._asdict() for job in JOBS])
    return "\n".join(
        [
            conditions(["astragal", *names, "numpy"]),
            on_node.about,
            "",
            "The same text again and again, `×` being how many times as fast Astragal is:",
            "",
            *table(repeated(on_node.times), [*names, *([node.NAME] if on_node.times else [])]),
            "",
            "A text never seen before, every time, so that no cache helps:",
            "",
            *table(never_seen(), ["d20", "oneroll"]),
            "",
            "A roll together with the text it is shown as, `str(roll)`:",
            "",
            *table(shown(), ["d20"]),
            "",
            *samples.table(),
            "",
            *processes(),
        ]
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--write", action="store_true", help="put the tables into docs/benchmarks.md"
    )
    given = options.parse_args()
    with contextlib.redirect_stdout(io.StringIO()):  # some rivals print while they parse
        text = report()
    print(text)
    if given.write:
        write_section("rolling", text)


if __name__ == "__main__":
    main()
