"""The players of a Group Test, and every Score that they can have."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import ClassVar, NamedTuple

from astragal.experiment.experiment import Experiment
from astragal.experiment.notes import Note, note
from astragal.games.scores.about import CAP
from astragal.games.scores.critical_dice import FLIPPED, Criticals, FirstDice, critical_dice
from astragal.games.scores.score_ranges import HIGH, PASS, Score, ScoreRanges, score_of
from astragal.games.scores.tests import note_of_score
from astragal.rules.requests.helping.group import Group, Hand


class LateAdvantage(Enum):
    """The effect of an Advantage gained after the roll."""

    DIE = "die"
    PLUS_ONE = "plus one"


class Scores(NamedTuple):
    """Every Score that the players of a Group Test can have: see ``Setting``."""

    order: tuple[Score, ...]
    places: tuple[tuple[tuple[int, ...], ...], ...]


@lru_cache(maxsize=32)
def _scores(
    modifiers: tuple[int, ...],
    edges: tuple[int, ...],
    ranges: ScoreRanges | None,
    late: LateAdvantage,
) -> Scores:
    """The Scores of all players, cached: odds start a Group Test anew for each first roll."""
    most = Setting.most_gifts * (len(modifiers) - 1)
    scores = []
    for modifier, edge in zip(modifiers, edges, strict=True):
        room = min(max(0, CAP - edge), most) if late is LateAdvantage.PLUS_ONE else 0
        scores.append([_with_help(kept, modifier, room, ranges) for kept in range(11)])
    order = tuple(sorted({each for row in scores for several in row for each in several}))
    place = {score: number for number, score in enumerate(order)}
    return Scores(
        order,
        tuple(tuple(tuple(place[e] for e in several) for several in row) for row in scores),
    )


def _with_help(kept: int, modifier: int, room: int, ranges: ScoreRanges | None) -> list[Score]:
    """The Scores for a die's value: without help, and with each late Advantage that is +1."""
    return [score_of(kept, modifier + more, ranges) for more in range(room + 1)]


class Setting(Group):
    """The constants of a Group Test: the players, and every Score they can have."""

    most_dice: ClassVar[int] = CAP
    noun: ClassVar[str] = "Score"

    modifiers: tuple[int, ...]
    edges: tuple[int, ...]
    """each player's Advantages minus Disadvantages, before the cap"""
    ranges: ScoreRanges | None
    """None if hidden"""
    critical_from: int
    criticals: Criticals
    late: LateAdvantage = LateAdvantage.DIE

    @cached_property
    def _scores(self) -> Scores:
        return _scores(self.modifiers, self.edges, self.ranges, self.late)

    @property
    def order(self) -> tuple[Score, ...]:
        return self._scores.order

    @cached_property
    def passing(self) -> int:
        return sum(not score.reaches(PASS) for score in self.order)

    @property
    def numbers(self) -> tuple[Fraction, ...]:
        # A Critical Success ranks above Scores that may be larger as numbers.
        return tuple(Fraction(each) for each in accumulate((s.score for s in self.order), max))

    @property
    def die(self) -> Experiment[int]:
        return critical_dice(0, self.critical_from, self.criticals, tells=": {}")

    def first(self, player: int) -> FirstDice:
        edge = max(-CAP, min(CAP, self.edges[player]))
        return FirstDice(edge, self.critical_from, self.criticals, self.names[player])

    def hand(self, player: int, rolled: tuple[int, ...]) -> Hand:
        row, edge = self._scores.places[player], self.edges[player]
        if self.late is LateAdvantage.PLUS_ONE:
            return Hand(row[rolled[0]], 0)
        # Help first cancels Disadvantages over the cap, which changes nothing.
        over = min(max(0, -edge - CAP), self.most_help)
        steps = [rolled[0]] * over + list(rolled)
        hand = Hand(tuple(row[each][0] for each in steps), CAP - max(0, min(edge, CAP)))
        return hand.reachable(self.most_help)

    def place(self, player: int, rolled: int) -> int:
        return self._scores.places[player][rolled][0]

    def gifts(self, place: int) -> int:
        first = self.order[place]
        return 2 if first.reaches(HIGH) else int(first.reaches(PASS))

    def told(self, player: int, rolled: tuple[int, ...], hand: Hand) -> Note:
        said = self.criticals in FLIPPED and not self.edges[player]
        score = self.order[hand.steps[0]]
        return note_of_score(rolled[0], self.modifiers[player], score, said, self.names[player])

    def told_step(self, player: int) -> Note:
        if self.late is LateAdvantage.PLUS_ONE:
            return note("")
        return note("one Disadvantage of {} is cancelled", self.names[player])

    def __reduce__(self) -> tuple[type[Setting], tuple[object, ...]]:
        given = (self.names, self.modifiers, self.edges, self.ranges)
        return Setting, (*given, self.critical_from, self.criticals, self.late)

    def __hash__(self) -> int:
        hashed: int = self._hash
        return hashed

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def __eq__(self, other: object) -> bool:
        return self is other or super().__eq__(other)

    def __repr__(self) -> str:
        return ""
