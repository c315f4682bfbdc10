"""``tries``: the chances of 0, 1, 2 … successes in several tries."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from astragal.errors import NOWHERE, OddsError
from astragal.render.grid import Grid, RenderedGrid
from astragal.service import data
from astragal.service.fields import AIM, SUBJECT, Field, integer, view
from astragal.service.question import AboutSubject, Given

if TYPE_CHECKING:
    from astragal.limits import Limits
    from astragal.probability.distribution import Distribution
    from astragal.service.subject import Subject

_OF = Field(
    "of",
    view,
    "the success: >=10, =hit, a field of the outcome, or score>=7",
    shown="WHAT",
    example="'>=10'",
)
_TIMES = Field("times", integer(1, 200), "how many tries there are", 10, shown="N")
_NUMBER = re.compile(r"(?:outcome)?\s*(>=|<=|=|>|<)\s*([+-]?[0-9]{1,200})")


class Tries(RenderedGrid):
    """The successes in several independent tries."""

    def __init__(self, label: str, chance: Fraction, times: int) -> None:
        self.label = label
        self.chance = chance
        """the chance of success in one try"""
        self.times = times

    def exactly(self, count: int) -> Fraction:
        """The chance of exactly ``count`` successes."""
        missed = (1 - self.chance) ** (self.times - count)
        return comb(self.times, count) * self.chance**count * missed

    @property
    def until_first(self) -> Fraction | None:
        """The mean number of tries until the first success; None if it never comes."""
        return 1 / self.chance if self.chance else None

    def grid(self) -> Grid:
        rows = {"at least once": 1 - self.exactly(0)}
        rows |= {_so_often(count): self.exactly(count) for count in range(self.times + 1)}
        tries = f"{self.times} tries" if self.times > 1 else "one try"
        cells = {(row,): chance for row, chance in rows.items()}
        label = f"{self.label}, in {tries}"
        return Grid(label, {"": tuple(rows)}, cells, "chance", self.sentence())

    def sentence(self) -> str:
        """The chance of one try, and the mean number of tries until the first success."""
        from astragal.render.figures import decimal, percent

        if self.until_first is None:
            return "it never comes up"
        mean = decimal(self.until_first)
        each = percent(self.chance)
        return f"{each} in each try; {mean} tries until the first success, on average"

    def to_data(self) -> dict[str, Any]:
        from astragal.render.data import fraction_data

        first = self.until_first
        return {
            **super().to_data(),
            "times": self.times,
            "chance": fraction_data(self.chance),
            "until_first": None if first is None else fraction_data(first),
        }


class Answer(data.Grid):
    times: int
    chance: data.Fraction
    until_first: data.Fraction | None


class HowOften(AboutSubject):
    """How often something comes up in several tries, and how many it takes until the first time."""

    name = "tries"
    fields = (*SUBJECT, AIM, _OF, _TIMES)
    answers = Answer
    example = '{"expression": "2d6+3", "of": ">=10", "times": 3}'
    command = "EXPRESSION"
    examples = (
        'tries "2d6+3" --of ">=10" --times 3',
        'tries "tiers check 45" --of grade=Critical --times 4',
    )

    def found(self, subject: Subject, given: Given, limits: Limits) -> Tries:
        odds = subject.experiment.odds(
            variables=subject.variables, aim=subject.aim(given["aim"]), limits=limits
        )
        wanted, times = given["of"].strip(), given["times"]
        chance = _chance(odds, f"outcome{wanted}" if wanted[:1] in tuple("<>=!") else wanted)
        digits = times**2 * chance.denominator.bit_length() * 3 // 10
        if digits > limits.written:
            raise limits.exceeded(
                "written",
                digits,
                NOWHERE,
                about="these are very long fractions",
                advice="ask for fewer tries",
            )
        return Tries(f"{odds.label}: {wanted}", chance, times)


def _chance(odds: Distribution, wanted: str) -> Fraction:
    """The chance that one try succeeds; exact even if there are infinitely many outcomes."""
    compared = _NUMBER.fullmatch(wanted)
    if compared is not None and odds.numeric:
        sign, number = compared[1], int(compared[2])
        equal = odds.probability(number)
        if sign == "=":
            return equal
        chance = odds.at_least(number) if ">" in sign else odds.at_most(number)
        return chance if "=" in sign else chance - equal
    seen = odds.of(wanted)
    if not seen.truth:
        raise OddsError(
            "not-true",
            f"{wanted} is not true or false of each outcome",
            hint=f"say when it counts, such as {wanted}>=10 or {wanted}=hit",
        )
    return seen.probability(True)


def _so_often(count: int) -> str:
    return {0: "never", 1: "exactly once", 2: "exactly twice"}.get(count, f"exactly {count} times")
