"""``anydice``: the outputs of a program written for AnyDice."""

from __future__ import annotations

from typing import Any, TypedDict

from astragal import anydice
from astragal.anydice.notating import notations
from astragal.anydice.outputs import Outputs
from astragal.anydice.reading.reader import read
from astragal.errors import NOWHERE, AstragalError
from astragal.limits import Limits
from astragal.probability.distribution import Distribution
from astragal.render.data import fraction_data
from astragal.render.lengths import check_length
from astragal.service import data
from astragal.service.fields import Field, text
from astragal.service.fixes import fixes
from astragal.service.question import Given, Question
from astragal.service.service import Service

PROGRAM = Field("program", text, "the text of the program", spelt="")


class Output(TypedDict):
    label: str
    odds: data.Odds | None
    within: data.Fraction | None
    notation: str | None


class Answer(TypedDict):
    outputs: list[Output]
    warnings: list[str]


class AnyDice(Question):
    """The exact odds of every output of a program written for AnyDice."""

    name = "anydice"
    fields = (PROGRAM,)
    answers = Answer

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        limits, program = service.limits.shared(), given["program"]
        try:
            outputs = anydice.run(program, limits=limits)
        except AstragalError as error:
            better = fixes(
                error,
                program,
                lambda text: read(text, limits),
                longest=_LONG,
                whole=False,
                other_numbers=True,
            )
            error.fixes = tuple(better)
            raise
        return outputs_answer(program, outputs, limits)


_LONG = 5_000
"""The longest program for which fixes are tried. They are parsed but not run."""


def outputs_answer(program: str, outputs: Outputs, limits: Limits) -> dict[str, Any]:
    """The outputs of a program as data. The odds of an empty die are null."""
    _check_length(outputs, limits)
    offered = notations(program, outputs, limits)
    return {
        "outputs": [
            {
                "label": each.label,
                "odds": None if each.odds is None else each.odds.to_data(limits=limits),
                "within": None if each.within is None else fraction_data(each.within),
                "notation": notation,
            }
            for each, notation in zip(outputs, offered, strict=True)
        ],
        "warnings": list(outputs.warnings),
    }


_HEAD = 400
"""The size of an output without its label and outcomes, in digits."""
_SUMMED_UP, _LISTED = 30_000, 1_000
"""The steps of converting an output and an outcome to data."""


def _digits_of(odds: Distribution[int]) -> int:
    """Roughly how many digits all outcomes have together."""
    bits = max(odds.outcomes[0].bit_length(), odds.outcomes[-1].bit_length())
    return len(odds) * bits * 3 // 10


def _check_length(outputs: Outputs, limits: Limits) -> None:
    """Refuse answers that are too long, or too slow to build after running the program."""
    total = sum(_HEAD + len(each.label) for each in outputs)
    total += sum(_digits_of(odds) for odds in outputs.filled)
    if total > limits.written:
        raise limits.exceeded(
            "written",
            total,
            NOWHERE,
            about=f"{len(outputs):,} outputs are too long to list",
            advice="put out fewer, under shorter names, or smaller numbers",
        )
    check_length(outputs.filled, limits)
    if limits.tally is not None:
        outcomes = sum(map(len, outputs.filled))
        limits.tally.spend(_SUMMED_UP * len(outputs) + _LISTED * outcomes)
