"""Questions about pools: Astragal beside icepool 2.2.2, each in a fresh fork, with equal results.

Ours are those of docs/pools.md, as they stand there: the lines of its table, and its rules. A
program has everything imported, and is asked once: the processor time of that first answer counts,
the best of several forks. ``python -m benchmarks.questions`` prints the table; it needs icepool
2.2.2, and so Python 3.12 or later.
"""

from __future__ import annotations

import doctest
import gc
import multiprocessing
import time
from collections.abc import Callable
from fractions import Fraction
from math import exp, log
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import astragal
from benchmarks.questions_by_icepool import QUESTIONS

PAGE = Path(__file__).parent.parent / "docs" / "pools.md"
FORKS = 7

Answer = dict[Any, Fraction]


def rules() -> dict[str, Any]:
    """What the examples of the page define."""
    found: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(PAGE.read_text(encoding="utf-8")):
        if not example.want:
            exec(example.source, found)
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


def measured(ask: Callable[[], Any]) -> tuple[float, Answer]:
    """Seconds of a first answer, the best of several forks, and the answer."""
    found = [_in_a_fork(ask) for _ in range(FORKS)]
    return min(seconds for seconds, _ in found), found[0][1]


def _in_a_fork(ask: Callable[[], Any]) -> tuple[float, Answer]:
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_answer, args=(sender, ask))
    process.start()
    sender.close()
    found: tuple[float, Answer] = receiver.recv()
    process.join()
    return found


def _answer(sender: Connection, ask: Callable[[], Any]) -> None:
    begin = time.process_time()
    odds = ask()
    seconds = time.process_time() - begin
    sender.send((seconds, answer_of(odds)))


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


def main() -> None:
    asked = ours()
    if set(asked) != set(QUESTIONS):
        raise SystemExit(f"questions differ: {set(asked) ^ set(QUESTIONS)}")
    warm_up()
    gc.collect()
    gc.freeze()  # a fork would copy whatever a collection looks at
    print(f"{'question':44}{'astragal':>10}{'icepool':>10}{'times':>8}")
    factors = []
    for name, theirs in QUESTIONS.items():
        our_time, our_answer = measured(asked[name])
        their_time, their_answer = measured(theirs)
        if our_answer != their_answer:
            raise SystemExit(f"{name}: the answers differ")
        factors.append(their_time / our_time)
        print(f"{name:44}{our_time * 1e3:10.2f}{their_time * 1e3:10.2f}{factors[-1]:8.1f}")
    mean = exp(sum(map(log, factors)) / len(factors))
    print(f"{'geometric mean':64}{mean:8.1f}")


if __name__ == "__main__":
    main()
