"""What a counted step costs: nanoseconds and bytes for each step of the odds of many shapes.

The limit ``odds`` means time and memory only if a step costs about the same everywhere. Run this
after changing an algorithm or what it spends: ``python -m tools.costs``, or with texts of your own.
Every shape is weighed in a process of its own, which is ended after a while.
"""

from __future__ import annotations

import argparse
import re
import time
from functools import partial
from typing import NamedTuple

from astragal import STRANGERS, AstragalError, Limits, parse
from astragal.experiment.solve.analysis import Analysis
from tools.trials import Trial, tried

FAMILIES = (
    # sums
    *("Nd6", "NdN", "20dN", "Nd{1,2,4,8,16,32}", "Nd{1,1000000}", "Nd{1,7,1000}"),
    *("Nd10c>=8", "Nd6*N", "1dN+1dN", "3d6+1d6*N"),
    # symbols
    *("Nd{a,b,c}", "Nd{a,b,c,d}", "count(Nd{a,2a,b+c},a)", "cancel(Nd{a,b,c,d},a,b,c,d)"),
    *("(1dN)d{a,b,c}", "p=Nd{a,b,c}; cancel(p,a,b), count(p,c)", "3d{⟨,sI⟩}", "⟨+1d{a,b,Ic}⟩"),
    # kept dice
    *("Nd20khH", "Nd6kh10", "Nd100kh3", "6dNkh3", "Nd20dl5dh5", "NdNkhH"),
    *("Nd{1,2,2,5,9}khH", "9d{1,N,M}kh4", "Nd20khHmin5", "Nd20kh5r<=4"),
    # rolled numbers and sides
    *("10d(1dN)", "Nd(1d20)", "(1dN)d6", "(1dN)d20kh3", "(1dN)d(1dN)", "5d(1dN)kh3"),
    *("4d6kh(1dN)", "4d6c>=(1dN)", "(1dN)d6!", "Nd(1d6)!", "(1dN*N)d2", "(1d6!)dN"),
    *("(1dN)d20r<=3kh2", "3d(1dN)!kh2", "(1dN)d(1d6)u"),
    # explosions
    *("Nd6!kh3", "Nd10!", "4dN!!kh2", "Nd6!!kh2", "Nd10!>=9kh4", "Nd6!p", "Nd6!!+Nd8!!"),
    *("6dM!>=M", "Nd6!okh3", "5dN!okh3", "Nd6!kl2", "Nd6!!khH", "Nd6!dl2", "Nd6!>=4r<=2"),
    # chains of modifiers
    *(
        "5d6⟨!o ⟩",
        "5d6kh3⟨!o ⟩kh3",
        "4d6⟨r<=2⟩kh3",
        "3d6⟨!o>=5 ⟩kh2",
        "5d6⟨!o ⟩kh3",
        "3d6⟨!o r⟩kh2",
    ),
    *("2d6⟨! ⟩", "2d6⟨!!⟩", "4d6⟨! ⟩kh2", "3d6kh2⟨!o>=5 ⟩kh2", "5d6u⟨!o ⟩kh3", "Nd6!o!okh3"),
    # groups
    *("{⟨,2d6⟩}kh1", "{⟨,2d6⟩}kh3", "{Nd6,Nd8,Nd10}kh2", "{⟨,Id3⟩}kh6", "{⟨,Id3⟩}kh2"),
    *("{4d6!,3dN}kh1", "{⟨,1d6!⟩}kh1", "{⟨,1dI⟩}khH", "{⟨,Id6⟩}dl1", "{⟨,1dI⟩}u"),
    *("{Nd6,Nd8,Nd10,Nd12,Nd9}kh3", "{Nd6,Nd8,Nd10,Nd12,Nd9}dl2"),
    *("{⟨,1dI*7⟩}kh3", "{⟨,3d6khI⟩}kl2"),
    # limits, ranks and duplicates
    *("Nd6r<=2:H", "Nd6r<=2:3kh3", "Nd6!:H", "Nd6!:5kh3", "5dN!:Hkh3", "Nd6!o>=2:H", "Nd6rlH"),
    *("Nd20rhHkh3", "6dNrl3kh2", "middle(Nd6r<=2:1)", "distinct(Nd6rlH)", "Nd20!oh3kh3"),
    *("NdNru", "5dNru", "5dNruo", "Nd20ru<=10", "2d{1,1,2..N}ru", "Nd6kh1&kl1", "Nd6k=2|kh1"),
    *("{Nd6 & Nd8}khH", "{Nd6! & Nd8}kh3", "matches(NdN)", "Nd{a,b,c,d}u", "3dNr<=H?kh2"),
    # distinct values and readings
    *("Nd6u", "Nd20u", "NdNu", "Nd6ukh3", "Nd{1,2,2,3,3,3,7,9}u", "9dNu", "Nd20!u"),
    *("largest_set(Nd10)", "longest_run(Nd20)", "distinct(NdN)", "middle(Nd20)", "middle(9dN)"),
    *("largest_set(Nd{1,2,2,3,3,3})", "longest_run(Nd{1,2,2,3,3,3,5})", "distinct(Nd{1,2,2,3})"),
    *(
        "largest_set(9dN!)",
        "longest_run(Nd20kh5)",
        "largest_set(Nd8kh6)",
        "distinct(Nd6!)",
        "highest(Nd6!,2)",
    ),
    *("largest_set({⟨,1dI⟩})", "longest_run({⟨,1dI⟩})", "distinct({⟨,2dI⟩})", "middle({⟨,2dI⟩})"),
    # arithmetic
    *("1dN*1dN", "1dN/1dN", "Nd6*Nd6", "1dN//1dN", "Nd20/Nd20", "1dN*1dN*1dN"),
    *("1dN%1dN", "Nd6%7", "Nd6!%N", "1dN/7%3", "rem(1dN-1dN,1dN)", "1dN**3", "1dN**1d4", "2**1dN"),
    *("sqrt(1dN**2)", "trunc(1dN/1dN)", "round_away((1dN-1dN)/3)", "sign(Nd6!-9)"),
    *("1dN/1dN/1dN", "1dN/7+1dN/11+1dN/13", "⟨+1d6/I⟩", "⟨+1dI⟩", "⟨1d6*⟩2", "1/1dN+1/1dN"),
    *(
        "abs(Nd6-Nd6)",
        "max(⟨,Id6⟩)",
        "min(Nd6!,Nd8!)",
        "max(1dN!,1dN!)",
        "Nd6!//3",
        "Nd6!/N",
        "floor(Nd6!/7)",
    ),
    *(
        "(Nd6)>=(Nd7)",
        "(1dN!)>=(1dN!)",
        "(1dN!)-(1dN)",
        "1dN!*1d6",
        "1d6!*1dN",
        "1dN!/1d6",
        "(Nd6) = (Nd6)..(Nd7)",
    ),
    # fractions
    *("{1dN/1dN,1d6}kh1", "{1dN/2,1d6}kh1", "{1dN/2,1dN/3}kl1", "distinct({1dN/1dN,1d6})"),
    *("(1dN/1dN) = 1..2", "(1dN/1dN) = 1..(1d6)", "1dN/1dN [..1] a [1..] b", "1/(1dN/1dN)"),
    *("max(1dN/1dN,1d6)", "floor(1dN/1dN)", "1dN/1dN+1d6", "3x(1dN/1dN)", "x=1dN/1dN; x*x"),
    *("{1dN/1dN,1d6}u", "longest_run({1dN/1dN,1d6})", "largest_set({1dN/1dN,1d6})"),
    *("middle({1dN/1dN,1d6,1d8})", "{1dN/1dN,1d6,1d8}kh2", "{1dN/1dN,1d6}dl1"),
    *("(1dN/1dN) >= (1dN/1dN)", "2d6+(1dN/1dN)*3", "(1dN/1dN) >= 1", "abs(1dN/1dN-1)"),
    *("round(Nd6/7)", "2dN//(1dN)", "1d6!+1dN!+2dN!", "(1dN!) = 3..(1dN)"),
    # names
    *(
        "x=1dN; y=1dN; x*y > x+y",
        "p=Nd6; highest(p,3)-lowest(p,3)",
        "x=1dN; x*x+x",
        "p=Nd6; distinct(p)*largest_set(p)",
    ),
    *(
        "x=1dN; (x)d6+x",
        "x=1dN; (x)d6kh2+(x)d8kh2",
        "x=Nd6; x/x+x",
        "p=6dN; middle(p)+highest(p,2)",
        "x=1d6!; x+N*x",
    ),
    *(
        "p=Nd6!; highest(p,2)+lowest(p,1)",
        "p=4dN; longest_run(p)+distinct(p)+largest_set(p)",
        "x=1dN; y=(x)d6; x+y",
    ),
    # repeats, ranges, labels
    *(
        "Nx(1d6)",
        "3x(Nd6)",
        "2x(1dN)",
        "Nx(1x(1d6))",
        "3x(Nd6!)",
        "2x(1x(-4d10⟨!>=4⟩c<=5))",
        "highest(Nx(3d6),2)",
    ),
    *(
        "Nd6 [..9] a [10..30] b [31..] c",
        "Nd6!kh3 [..10] a [18!] c [11..] b",
        "4dN!okh2 [..10] a [N!] b [11..] c",
    ),
    *("3d6 R", "Nd20kh1 [20!] a [1!] b [2..19] c"),
    *("1dNr<=(1dN)", "4d6!>=(1+1dN)kh2", "3d6min(1dN)kh2"),
)
"""Texts that grow: with N in them, its half H, N + 1 as M; ⟨…⟩ is written N times, I counts them;
R are N ranges."""

_GROWS = 1.8


def text_of(family: str, n: int) -> str:
    """A family's text of a size."""

    def repeated(found: re.Match[str]) -> str:
        parts = (found[1].replace("I", str(i)) for i in range(1, n + 1))
        return "".join(parts).strip(",+")

    ranges = " ".join(f"[{3 * i}..{3 * i + 2}] a{i}" for i in range(1, n + 1))
    text = re.sub("⟨(.*?)⟩", repeated, family).replace("R", ranges)
    for letter, number in (("N", n), ("H", max(1, n // 2)), ("M", n + 1)):
        text = text.replace(letter, str(number))
    return text


class Weighed(NamedTuple):
    """The steps that were counted, and the seconds they took."""

    steps: int
    seconds: float
    refused: str = ""


def weighed(text: str, limits: Limits = STRANGERS) -> Weighed:
    """Weigh a text, and count."""
    expression = parse(text)
    analysis = Analysis(expression, limits=limits)
    started, refused = time.process_time(), ""
    try:
        len(analysis.odds())
    except AstragalError as error:
        refused = error.code
    return Weighed(analysis.memory.budget.spent, time.process_time() - started, refused)


class Grown(NamedTuple):
    """The dearest member of a family."""

    size: int
    trial: Trial
    dearest: float
    """nanoseconds for each step, of the members that take long enough to measure"""


def grown(family: str, seconds: int) -> Grown:
    """Let a family grow until it is refused, or takes too long."""
    size, worst, dearest = 2, Grown(0, Trial(None, "", 0.0, 0.0), 0.0), 0.0
    while size < 10**6:
        text = text_of(family, size)
        trial = tried(partial(weighed, text), seconds=seconds)
        steps, took, refused = trial.result or Weighed(0, trial.seconds, trial.ended)
        if took > _MEASURABLE and steps:
            dearest = max(dearest, took / steps * 1e9)
        worst = max(worst, Grown(size, trial, dearest), key=lambda each: each.trial.seconds)
        if refused:
            break
        size = int(size * _GROWS) + 1
    return worst._replace(dearest=dearest)


_MEASURABLE = 0.1


def shown(family: str, found: Grown) -> str:
    size, trial, dearest = found
    steps, _, refused = trial.result or Weighed(0, 0, trial.ended)
    return (
        f"{dearest:8.1f} {trial.seconds:8.2f} {trial.mebibytes:7.0f} {steps:13,}"
        f"  {family}  n={size} {refused}"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("families", nargs="*", metavar="TEXT", default=FAMILIES)
    options.add_argument("--seconds", type=int, default=10)
    given = options.parse_args()
    for text in ("4d6!kh3+1d6*1d6", "p=3d6; highest(p,1)*distinct(p)", "{1d6,2d6}kh1", "2x(1d6/7)"):
        weighed(text)  # what is imported on first use
    print(" ns/step  seconds     MiB         steps  the dearest of a family")
    for family in given.families:
        print(shown(family, grown(family, given.seconds)), flush=True)


if __name__ == "__main__":
    main()
