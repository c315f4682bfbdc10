"""Questions about pools: Astragal beside icepool 2.2.2, each in a fresh fork, with equal results.

Ours are those of docs/pools.md, as they stand there: the lines of its table, and its rules. A
program has everything imported, and is asked once: the processor time of that answer counts, the
best of several forks. On the left it is the very first call of the fork, which pays for every page
of memory that it touches; on the right both programs were warmed up in the fork with other, tiny
dice. The last column is ours in a process of its own that was asked about a coin before: what it
has to import counts. ``python -m benchmarks.questions`` prints the table, and ``--write`` puts it
into docs/benchmarks.md; it needs icepool 2.2.2, and so Python 3.12 or later.
"""

from __future__ import annotations

import doctest
import gc
import importlib
import linecache
import multiprocessing
import pkgutil
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from math import exp, log
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import astragal
from benchmarks.pages import conditions, run
from benchmarks.questions_by_icepool import QUESTIONS, TINY

PAGE = Path(__file__).parent.parent / "docs" / "pools.md"
PACKAGE = Path(astragal.__file__).parent
FORKS = 5

Answer = dict[Any, Fraction]


def rules() -> dict[str, Any]:
    """What the examples of the page define; their source is known, as that of a file is."""
    found: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(PAGE.read_text(encoding="utf-8")):
        if not example.want:
            name = f"<pools.md, line {example.lineno}>"
            lines = example.source.splitlines(keepends=True)
            linecache.cache[name] = len(example.source), None, lines, name
            exec(compile(example.source, name, "exec"), found)
    return found


def ours() -> dict[str, Callable[[], Any]]:
    """How each question is asked here, by its name."""
    lines = [line.split(" | ") for line in PAGE.read_text(encoding="utf-8").splitlines()]
    table = {line[0][2:]: line[1][1:-3] for line in lines if len(line) == 2 and "`" in line[1]}
    page = rules()

    def of(text: str) -> Callable[[], Any]:
        return lambda: astragal.odds(text)

    return {name: of(text) for name, text in table.items()} | {
        "sizes of matching sets": lambda: page["sizes_of_matching_sets"].odds(),
        "sizes of matching sets of unlike dice": lambda: page[
            "sizes_of_matching_sets_of_unlike_dice"
        ].odds(),
        "the best of four players less the worst": lambda: page["best_less_worst"].odds(),
        "the number of pairs": lambda: page["the_number_of_pairs"].odds(),
        "Blades in the Dark": lambda: page["blades_in_the_dark"].odds(),
        "Vampire": lambda: page["vampire"].odds(),
        "17d20, many high and few low": lambda: page["many_high_and_few_low"].odds(),
        "Yahtzee": lambda: page["yahtzee"]().odds(aim=lambda five: five),
        "three saves": lambda: page["three_saves"]().odds(),
        "five unsorted pairs of d6, ties again": lambda: astragal.total(5, page["duel"]()).odds(),
        "Ironsworn with dice rolled once more": lambda: page["ironsworn"]().odds(
            aim=lambda hits: hits
        ),
    }


def answer_of(odds: Any) -> Answer:
    """The odds as plain data; sizes of sets the largest first."""
    if isinstance(odds, astragal.Distribution):
        found = {outcome: Fraction(chance) for outcome, chance in odds.items()}
    else:
        whole = odds.denominator()
        found = {outcome: Fraction(weight, whole) for outcome, weight in odds.items()}
    return {_alike(outcome): chance for outcome, chance in found.items() if chance}


def _alike(outcome: Any) -> Any:
    if isinstance(outcome, tuple) and all(type(each) is int for each in outcome):
        return tuple(sorted(outcome))
    return outcome


def measured(ask: Callable[[], Any], before: Callable[[], None]) -> tuple[float, Answer]:
    """Seconds of an answer, the best of several forks, and the answer."""
    found = [_in_a_fork(ask, before) for _ in range(FORKS)]
    return min(seconds for seconds, _ in found), found[0][1]


def _in_a_fork(ask: Callable[[], Any], before: Callable[[], None]) -> tuple[float, Answer]:
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(
        target=_answer, args=(sender, ask, before)
    )
    process.start()
    sender.close()
    found: tuple[float, Answer] = receiver.recv()
    process.join()
    return found


def _answer(sender: Connection, ask: Callable[[], Any], before: Callable[[], None]) -> None:
    before()
    begin = time.process_time()
    odds = ask()
    seconds = time.process_time() - begin
    sender.send((seconds, answer_of(odds)))


def in_a_process(name: str) -> float:
    """Seconds of our answer in a new process, the best of several."""
    code = f"from benchmarks.questions import answer_alone; answer_alone({name!r})"
    asked = [sys.executable, "-c", code]
    return min(float(subprocess.check_output(asked)) for _ in range(FORKS))


def answer_alone(name: str) -> None:
    """Print the seconds of our answer in this process."""
    ask = ours()[name]
    astragal.odds("1d2")
    begin = time.process_time()
    ask()
    print(time.process_time() - begin)


def warm_up() -> None:
    """Import all that any question needs, by asking tiny ones."""
    for text in ("6x(2d2kh1)kh2", "beats(1d2, 1d2)", "{1d2 & 1d3}worth(=1: 0)kh2&dh1", "2d2//2"):
        astragal.odds(text)
    astragal.odds("p = 2x(1d2); highest(p) - lowest(p)")
    for text in ("a = 1d2; 1d3c<a", "matches(2d2)", "distinct({1d2 & 1d3}k=1)", "2x(1d3!:1)kh1"):
        astragal.odds(text)

    @astragal.rule
    def tiny(kept: int = 0) -> astragal.Asks[int]:
        """A choice and a walk."""
        found = yield astragal.walk(astragal.pool(1, 2), step=lambda state, face, dice: face * dice)
        chosen = yield astragal.choose("keep", [0, 1])
        return tiny(chosen) if found == 2 and not kept else chosen

    tiny().odds(aim=lambda kept: kept)


def warm_up_icepool() -> None:
    """The same for icepool, by questions like those it is asked."""
    for ask in TINY:
        answer_of(ask())


def import_everything() -> None:
    """All modules, but for those that need something that is not installed."""
    for package in ("experiment", "notation", "probability", "rules"):
        found = pkgutil.walk_packages([str(PACKAGE / package)], f"astragal.{package}.")
        for module in found:
            importlib.import_module(module.name)


def nothing() -> None:
    pass


def report() -> str:
    asked = ours()
    if set(asked) != set(QUESTIONS):
        raise SystemExit(f"questions differ: {set(asked) ^ set(QUESTIONS)}")
    import_everything()
    warm_up()
    warm_up_icepool()
    gc.collect()
    gc.freeze()  # a fork would copy whatever a collection looks at
    programs = "astragal, ms | icepool, ms | times as fast"
    lines = [
        f"| question | first call: {programs} | warm: {programs} | new process: astragal, ms |",
        "| --- " + "| ---: " * 7 + "|",
    ]
    factors: tuple[list[float], list[float]] = ([], [])
    for name, theirs in QUESTIONS.items():
        cells = [name]
        for place, before in enumerate(((nothing, nothing), (warm_up, warm_up_icepool))):
            our_time, our_answer = measured(asked[name], before[0])
            their_time, their_answer = measured(theirs, before[1])
            if our_answer != their_answer:
                raise SystemExit(f"{name}: the answers differ")
            factors[place].append(their_time / our_time)
            cells += [f"{each * 1e3:.2f}" for each in (our_time, their_time)]
            cells.append(f"{factors[place][-1]:.1f}")
        lines.append(f"| {' | '.join(cells)} | {in_a_process(name) * 1e3:.2f} |")
        print(lines[-1], file=sys.stderr)
    first, warm = [exp(sum(map(log, each)) / len(each)) for each in factors]
    means = f"Geometric means of the ratios: {first:.1f} on the first call, {warm:.1f} warm."
    return "\n".join([conditions(["astragal", "icepool"]), "", *lines, "", means])


if __name__ == "__main__":
    run("questions", __doc__, report)
