"""The first call of a process: a program is loaded, does something trivial, then the job, once.

``python -m benchmarks.first_call PROGRAM JOB [UPTO]`` prints the seconds that the job took, the
megabytes that the process came to and a digest of the odds. It loads no other program.
"""

from __future__ import annotations

import importlib
import resource
import subprocess
import sys
import time
import warnings
from typing import NamedTuple


class FirstCall(NamedTuple):
    """What one call in a process of its own took and gave."""

    seconds: float
    megabytes: float
    digest: str


def first_call(program: str, job: str, upto: int | None = None, runs: int = 5) -> FirstCall | None:
    """The best of several processes; None if one takes over a minute."""
    found = []
    for _ in range(runs):
        asked = [sys.executable, "-m", "benchmarks.first_call", program, job]
        asked += [] if upto is None else [str(upto)]
        try:
            done = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=60)
        except subprocess.TimeoutExpired:
            return None
        seconds, megabytes, digest = done.stdout.split()
        found.append(FirstCall(float(seconds), float(megabytes), digest))
        if found[-1].seconds > 1:
            break
    return min(found)


def main(program: str, name: str, upto: str = "") -> None:
    from benchmarks.digests import digest, fractions_of

    warnings.simplefilter("ignore")
    sys.setrecursionlimit(10_000)  # icepool adds dice up one inside another
    by = importlib.import_module(f"benchmarks.odds_by.{program}")
    job = {**by.JOBS, **getattr(by, "HEAVY", {})}[name]
    by.trivial()
    started = time.perf_counter()
    odds = job()
    took = time.perf_counter() - started
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(took, megabytes, digest(fractions_of(odds), int(upto) if upto else None))


if __name__ == "__main__":
    main(*sys.argv[1:])
