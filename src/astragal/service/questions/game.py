"""``game``: one game with its rules and their parameters, enough to build forms from."""

from __future__ import annotations

from typing import Any

from astragal.catalogue import find_game
from astragal.service.fields import Field, own
from astragal.service.question import Given, Question
from astragal.service.schemas import TEXT, TEXTS, array, or_null, record, ref
from astragal.service.service import Service
from astragal.service.small import only_with, short

_RULE = record(
    {
        "name": TEXT,
        "text": TEXT,
        "aim": or_null(TEXT),
        "fields": TEXTS,
        "parameters": array(ref("Parameter")),
    }
)


class Game(Question):
    """A game: its rules, their parameters, and what their outcomes tell."""

    name = "game"
    example = '{"name": "tiers"}'
    fields = (Field("name", own("GameNameType"), "the name of the game", spelt=""),)
    small = only_with(name=short)
    answers = record(
        {
            "name": TEXT,
            "title": TEXT,
            "short": TEXTS,
            "examples": TEXTS,
            "named": or_null(TEXTS),
            "sheet": TEXTS,
            "rules": array(_RULE),
        }
    )

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        return find_game(given["name"]).to_data()
