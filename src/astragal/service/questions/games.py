"""``games``: a summary of every game."""

from __future__ import annotations

from typing import Any, TypedDict

from astragal.catalogue import all_games, broken_games
from astragal.rules.game import Game
from astragal.service import data
from astragal.service.problems import in_own_words, problem
from astragal.service.question import Given, Question
from astragal.service.service import Service
from astragal.service.small import only_with


class Rule(TypedDict):
    name: str
    summary: str


class GameData(TypedDict):
    name: str
    title: str
    short: list[str]
    rules: list[Rule]


class Broken(TypedDict):
    name: str
    problem: data.Problem


class Answer(TypedDict):
    games: list[GameData]
    broken: list[Broken]


class Games(Question):
    """The games, and the rules of each in a line; those that are installed but broken, and why."""

    name = "games"
    fields = ()
    small = only_with()
    answers = Answer

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        return games_answer()


def games_answer() -> dict[str, Any]:
    """A summary of all games, and the broken ones with their problems."""
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
