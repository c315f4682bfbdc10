"""Programs for AnyDice: Astragal beside anydyce, with equal odds checked.

anydyce needs another version of dyce than the other benchmarks, so it runs in an environment of its
own: ``python -m benchmarks.anydice PYTHON``, where PYTHON is one that has anydyce 0.5.0rc4.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import time
from fractions import Fraction
from typing import TypeAlias

from astragal import anydice

RUNS = 5
Odds: TypeAlias = dict[int, Fraction]

PROGRAMS = {
    "one die": "output d20 + 5",
    "highest of": "output [highest 3 of 4d6]",
    "sums": "loop N over {1..20} { output Nd6 }",
    "a check": """
        function: attack ROLL:n vs DEFENCE:n {
          if ROLL = 20 { result: 2d8 + 6 }
          if ROLL + 5 >= DEFENCE { result: d8 + 3 }
          result: 0
        }
        loop D over {10..20} { output [attack d20 vs D] }""",
    "a pool": """
        function: successes ROLL:s { result: (ROLL >= 8) + (ROLL = 10) - (ROLL = 1) }
        output [successes 8d10]""",
    "two pools": """
        function: A:s against B:s { result: (1@A > 1@B) + (2@A > 2@B) }
        output [3d6 against 2d6]""",
    "largest pools": """
        function: A:s against B:s {
          if 1@A > 1@B { result: A >= 1@B }
          result: 0 - (B >= 1@A)
        }
        output [4d8 against 4d8]""",
    "every die": """
        function: sets in ROLL:s {
          BEST: 0
          loop N over {1..6} { BEST: [highest of BEST and N * (ROLL = N)] }
          result: BEST
        }
        output [sets in 8d6]""",
    "recursion": """
        function: drain N:n { if N <= 0 { result: 0 } result: 1 + [drain N - d6] }
        output [drain 18]""",
    "explosions": 'set "explode depth" to 4 output 6d[explode d6]',
}

RIVAL = """
import json, sys, time, warnings
warnings.simplefilter("ignore")
from anydyce.anydice import run
warnings.simplefilter("ignore")
run("output d6")
found = {}
for name, program in json.load(sys.stdin).items():
    best = 1e9
    for _ in range(RUNS):
        started = time.perf_counter()
        results = run(program)
        best = min(best, time.perf_counter() - started)
    found[name] = best, [{str(x): str(n) for x, n in odds.items()} for _, odds in results]
json.dump(found, sys.stdout)
"""


def ours(program: str) -> tuple[float, list[Odds]]:
    """The best time, and the odds of every output."""
    best = math.inf
    for _ in range(RUNS):
        started = time.perf_counter()
        outputs = anydice.run(program)
        best = min(best, time.perf_counter() - started)
    return best, [dict(each.odds.items()) for each in outputs if each.odds is not None]


def theirs(python: str) -> dict[str, tuple[float, list[Odds]]]:
    """The same of anydyce, for all programs."""
    source = RIVAL.replace("RUNS", str(RUNS))
    asked = json.dumps(PROGRAMS)
    answer = subprocess.run([python, "-c", source], input=asked, capture_output=True, text=True)
    if answer.returncode:
        raise SystemExit(answer.stderr)
    return {
        name: (best, list(map(_scaled, tables)))
        for name, (best, tables) in json.loads(answer.stdout).items()
    }


def _scaled(table: dict[str, str]) -> Odds:
    weights = {int(outcome): Fraction(weight) for outcome, weight in table.items()}
    total = sum(weights.values())
    return {outcome: weight / total for outcome, weight in weights.items() if weight}


def report(python: str) -> None:
    rivals = theirs(python)
    print("| program | astragal, ms | anydyce, ms | times as fast |\n| --- | ---: | ---: | ---: |")
    ratios = []
    for name, program in PROGRAMS.items():
        (mine, odds), (rival, expected) = ours(program), rivals[name]
        if odds != expected:
            raise SystemExit(f"{name}: the odds are not the same")
        ratios.append(rival / mine)
        print(f"| {name} | {mine * 1000:.2f} | {rival * 1000:.2f} | {ratios[-1]:.1f} |")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"\nGeometric mean of the ratios: {mean:.1f}; their least: {min(ratios):.1f}.")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    report(sys.argv[1])
