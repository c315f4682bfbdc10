"""``anydice_roll``: an output of a program written for AnyDice, rolled once."""

from __future__ import annotations

from typing import Any, TypedDict

from astragal import anydice
from astragal.anydice.outputs import Output
from astragal.errors import ProgramError
from astragal.outcome import show
from astragal.rolling.sources import SeededSource, Source
from astragal.service.fields import SEED, Field, integer
from astragal.service.question import Given, Question
from astragal.service.questions.anydice import PROGRAM
from astragal.service.service import Service


class Answer(TypedDict):
    label: str
    outcome: int | None
    text: str


class AnyDiceRoll(Question):
    """One roll of an output of a program written for AnyDice."""

    name = "anydice_roll"
    fields = (
        PROGRAM,
        Field("output", integer(1), "which output: 1 is the first", 1, shown="N"),
        SEED,
    )
    answers = Answer
    pure = False

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        outputs = anydice.run(given["program"], limits=service.limits)
        if given["output"] > len(outputs):
            raise ProgramError(
                "no-such-output",
                f"there is no output {given['output']}",
                hint=f"the program has {len(outputs)}",
            )
        output = outputs[given["output"] - 1]
        seed = given["seed"]
        return rolled_output(output, service.source if seed is None else SeededSource(seed))


def rolled_output(output: Output, source: Source | None = None) -> dict[str, Any]:
    """One roll of an output; the outcome is None if the output is the empty die."""
    outcome = output.roll(source)
    text = "nothing" if outcome is None else show(outcome)
    return {"label": output.label, "outcome": outcome, "text": text}
