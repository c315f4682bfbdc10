"""The notation as data: the examples of every operation."""

from __future__ import annotations

from astragal.notation.operation import all_operations
from astragal.service import Service


def test_every_example_of_every_operation_is_listed_once() -> None:
    chapters = Service().ask("notation", {})["chapters"]
    listed = [each["text"] for chapter in chapters for each in chapter["examples"]]
    expected = [row.text for each in all_operations() for row in each.examples]
    assert sorted(listed) == sorted(expected)


def test_an_example_can_be_rolled_as_it_is_listed() -> None:
    service = Service()
    [chapter] = [
        each for each in service.ask("notation", {})["chapters"] if each["title"] == "Re-roll"
    ]
    for row in chapter["examples"]:
        question = {"expression": row["text"], "faces": row["faces"]}
        decisions = {"decisions": row["decisions"]} if row["decisions"] else {}
        assert service.ask("roll", {**question, **decisions})["outcome"] == row["result"]
