"""``games``: every game in short."""

from __future__ import annotations

from typing import Any

from astragal.catalogue import all_games, broken_games
from astragal.rules.game import Game
from astragal.service.problems import in_own_words, problem
from astragal.service.question import Given, Question
from astragal.service.schemas import TEXT, TEXTS, array, record, ref
from astragal.service.service import Service
from astragal.service.small import only_with

_RULE = record({"name": TEXT, "summary": TEXT})
_GAME = record({"name": TEXT, "title": TEXT, "short": TEXTS, "rules": array(_RULE)})
_BROKEN = record({"name": TEXT, "problem": ref("Problem")})


class Games(Question):
    """The games, and the rules of each in a line; those that are installed but broken, and why."""

    name = "games"
    fields = ()
    small = only_with()
    answers = record({"games": array(_GAME), "broken": array(_BROKEN)})

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        broken = [
            {"name": each.name, "problem": problem(in_own_words(each.error()))}
            for each in broken_games()
        ]
        return {"games": [_in_short(game) for game in all_games()], "broken": broken}


def _in_short(game: Game) -> dict[str, Any]:
    rules = [
        {"name": rule.name, "summary": rule.text.partition("\n")[0]} for rule in game.rules.values()
    ]
    return {"name": game.name, "title": game.title, "short": list(game.short), "rules": rules}
