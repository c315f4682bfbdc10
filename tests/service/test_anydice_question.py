"""The question `anydice`: long answers are refused, and nothing else is raised."""

from __future__ import annotations

import json

import pytest

from astragal import LimitError
from astragal.service import Service
from astragal.service.questions import anydice

LONG = [
    "loop N over {1..15000} { output 1 }",
    'loop N over {1..5000} { output 1 named "' + "x" * 5000 + '" }',
    "output d1000000",
    "X: 9^999 function: f A:n { result: A + 0 } output [f X + d9000]",
]


@pytest.mark.parametrize("program", LONG)
def test_long_answers_are_refused_before_they_are_made(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(anydice, "notations", lambda *given: pytest.fail("too late"))
    with pytest.raises(LimitError) as caught:
        Service().ask("anydice", {"program": program})
    assert caught.value.code == "answer-too-long"


@pytest.mark.slow
def test_the_answer_counts_along_with_the_program() -> None:
    """The program and its answer each are within the limit."""
    program = "loop M over {1..1800} { X: M loop N over {1..800} { X: N } } "
    outputs = "loop N over {1..9000} { output 1 }"
    Service().ask("anydice", {"program": program + "output 1"})
    Service().ask("anydice", {"program": outputs})
    with pytest.raises(LimitError) as caught:
        Service().ask("anydice", {"program": program + outputs})
    assert caught.value.code == "too-many-odds"


@pytest.mark.parametrize("ask", ["anydice", "anydice_roll"])
@pytest.mark.parametrize("program", ["output X", "output #X", 'output 1 named "[X]"', "output dX"])
def test_numbers_that_grow_are_refused_in_a_reply(ask: str, program: str) -> None:
    program = "X: 1 loop N over {1..20000} { X: X + X } " + program
    reply = Service().reply(json.dumps({"ask": ask, "program": program}))
    assert json.loads(reply.body)["code"] == "number-too-long"
