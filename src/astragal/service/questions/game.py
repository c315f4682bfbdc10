"""``game``: one game with its rules and their parameters, enough to build forms."""

from __future__ import annotations

from typing import Any, TypedDict

from astragal.catalogue import find_game
from astragal.service import data
from astragal.service.fields import Field, own
from astragal.service.question import Given, Question
from astragal.service.service import Service
from astragal.service.small import only_with, short


class Rule(TypedDict):
    name: str
    text: str
    aim: str | None
    fields: list[str]
    parameters: list[data.Parameter]


class Answer(TypedDict):
    name: str
    title: str
    short: list[str]
    examples: list[str]
    named: list[str] | None
    sheet: list[str]
    rules: list[Rule]


class Game(Question):
    """A game: its rules, their parameters, and what their outcomes tell."""

    name = "game"
    example = '{"name": "tiers"}'
    fields = (Field("name", own("GameNameType"), "the name of the game", spelt=""),)
    small = only_with(name=short)
    answers = Answer

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        return find_game(given["name"]).to_data()
