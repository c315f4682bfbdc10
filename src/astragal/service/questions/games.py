"""``games``: every game in short."""

from __future__ import annotations

from typing import Any

from astragal.catalogue import find_game, game_names
from astragal.service.question import Given, Question
from astragal.service.schemas import TEXT, TEXTS, array, record
from astragal.service.service import Service
from astragal.service.small import only_with

_RULE = record({"name": TEXT, "summary": TEXT})
_GAME = record({"name": TEXT, "title": TEXT, "short": TEXTS, "rules": array(_RULE)})


class Games(Question):
    """The games, and the rules of each in a line."""

    name = "games"
    fields = ()
    small = only_with()
    answers = record({"games": array(_GAME)})

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        return {"games": [_in_short(name) for name in game_names()]}


def _in_short(name: str) -> dict[str, Any]:
    game = find_game(name)
    rules = [
        {"name": rule.name, "summary": rule.text.partition("\n")[0]} for rule in game.rules.values()
    ]
    return {"name": name, "title": game.title, "short": list(game.short), "rules": rules}
