"""Programs for AnyDice: Astragal beside anydyce, with equal odds checked.

anydyce's interpreter needs another version of dyce than the other benchmarks, so it runs in an
environment of its own, ``.anydyce-venv`` (``make bench`` makes it), in one process for all
programs; ``ANYDYCE_PYTHON`` names the Python of another one. ``make bench`` prints the table;
``--write`` also puts it into docs/benchmarks.md.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import time
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from astragal import anydice
from benchmarks.pages import conditions, run

RUNS, SECONDS = 5, 1.0
"""Each program is run so often, and short ones for so long: other work comes and goes."""
RIVALS = Path(__file__).parent.parent / ".anydyce-venv" / "bin" / "python"
PINNED = Path(__file__).parent / "anydyce.txt"
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
    "one rolled pool of many": """
        function: brawl N:n dice {
          result: [best in Nd6]
        }
        function: best in ROLL:s { result: 10 * (ROLL = 6) + 1@ROLL }
        loop N over {1..12} { output [brawl N dice] }
        output [brawl d8 dice]""",
    "rolls of large pools": """
        function: glory ROLL:s {
          if ROLL = 1 > (ROLL >= 5) { result: -1 }
          result: (ROLL >= 5) / 2
        }
        output [glory 20d6]""",
    "damage over rounds": """
        function: strike ROLL:n at DEFENCE:n { if ROLL >= DEFENCE { result: 2d6 + 3 } result: 0 }
        ROUND: [strike d20 at 11]
        loop N over {1..10} { output NdROUND }""",
    "kept again and again": """
        D: 3d6
        loop N over {1..5} { D: [highest of D and 3d6] output D }""",
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
    took = []
    while len(took) < RUNS or sum(took) < SECONDS:
        started = time.perf_counter()
        results = run(program)
        took.append(time.perf_counter() - started)
    best = min(took)
    found[name] = best, [{str(x): str(n) for x, n in odds.items()} for _, odds in results]
json.dump(found, sys.stdout)
"""


def ours(program: str) -> tuple[float, list[Odds]]:
    """The best time, and the odds of every output."""
    took: list[float] = []
    while len(took) < RUNS or sum(took) < SECONDS:
        started = time.perf_counter()
        outputs = anydice.run(program)
        took.append(time.perf_counter() - started)
    return min(took), [dict(each.odds.items()) for each in outputs if each.odds is not None]


def theirs(python: str) -> dict[str, tuple[float, list[Odds]]]:
    """The same of anydyce, for all programs."""
    source = RIVAL.replace("RUNS", str(RUNS)).replace("SECONDS", str(SECONDS))
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


def report() -> str:
    python = os.environ.get("ANYDYCE_PYTHON", str(RIVALS))
    rivals = theirs(python)
    pinned = PINNED.read_text(encoding="utf-8").replace("==", " ").splitlines()
    lines = [
        f"{conditions(['astragal', 'python-flint']).removesuffix('.')}, {', '.join(pinned[:2])}.",
        "",
        "| program | astragal, ms | anydyce, ms | times as fast |",
        "| --- | ---: | ---: | ---: |",
    ]
    ratios, sums = [], [0.0, 0.0]
    for name, program in PROGRAMS.items():
        (mine, odds), (rival, expected) = ours(program), rivals[name]
        if odds != expected:
            raise SystemExit(f"{name}: the odds are not the same")
        ratios.append(rival / mine)
        sums = [sums[0] + mine, sums[1] + rival]
        lines.append(f"| {name} | {mine * 1000:.2f} | {rival * 1000:.2f} | {ratios[-1]:.1f} |")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    lines += [
        f"| all | {sums[0] * 1000:.2f} | {sums[1] * 1000:.2f} | {sums[1] / sums[0]:.1f} |",
        "",
        f"Geometric mean of the ratios: {mean:.1f}; their least: {min(ratios):.1f}.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    run("anydice", __doc__, report)
