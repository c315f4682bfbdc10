"""Contests: two Tests against each other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Self

from astragal.errors import ParameterError
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.scores.about import Advantages, Disadvantages, Settling, Threshold, game
from astragal.games.scores.critical_dice import Criticals
from astragal.games.scores.score_ranges import STANDARD, Critical, Score
from astragal.games.scores.tests import scored
from astragal.mechanics.unsettled import WON, Unsettled, or_unsettled
from astragal.rules.introductions import Words
from astragal.rules.ordered import Contested, Side, compared
from astragal.rules.parameters import Bounds, Hideable, OrText
from astragal.rules.requests.weighted import coin
from astragal.rules.rule import rule
from astragal.rules.types.texts import Find, Written

_EFFECT = re.compile(r"\[\s*(win|lose)\s*\]([^\[\]]*)", re.I)


class Effects(Written):
    """The effects of a Contest, in shorthand: ``[Win] you grab it [Lose] you drop it``.

    >>> Effects.of("[Lose] you drop it [Win] you grab it").win
    'you grab it'
    """

    WANTED: ClassVar[str] = "a text such as [Win] you grab it [Lose] you drop it"

    win: str = ""
    lose: str = ""

    def __post_init__(self) -> None:
        for each in (self.win, self.lose):
            if not isinstance(each, str) or each != _tidy(each) or set(each) & set("[]"):
                raise ParameterError("bad-effects", f"expected {self.WANTED}")

    @classmethod
    def tells(cls, word: str) -> bool:
        return word in ("[win]", "[lose]")

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        found = [(word.casefold(), _tidy(text)) for word, text in _EFFECT.findall(value)]
        effects = dict(found)
        if _EFFECT.sub("", value).strip() or len(effects) < len(found) or "" in effects.values():
            raise ValueError(value)
        return cls(**effects)

    def after(self, side: Side) -> str:
        return self.win if side.wins else self.lose

    def __str__(self) -> str:
        each = (("Win", self.win), ("Lose", self.lose))
        return " ".join(f"[{word}] {effect}" for word, effect in each if effect)


def _tidy(effect: str) -> str:
    return " ".join(effect.split()).strip(",;: ")


class Contest(Contested):
    """The result of a Contest for us, with both Scores and the effect."""

    headline: ClassVar[tuple[str, ...]] = ("wins", "critical_success", "critical_failure")
    row_words: ClassVar[Mapping[str, Words]] = MappingProxyType(
        {
            "critical_success": Words("our Critical Success"),
            "critical_failure": Words("our Critical Failure"),
        }
    )

    side: Side
    ours: Score
    theirs: Score
    effect: str = ""

    @property
    def ahead(self) -> Side:
        return self.side

    @property
    def both(self) -> str:
        return f"{self.ours.called} against {self.theirs.called}"

    @property
    def shows(self) -> tuple[str, ...]:
        return (self.effect,) if self.effect else ()

    @property
    def event(self) -> str:
        ours, theirs = self.ours, self.theirs
        both = self.both
        if ours.critical is theirs.critical is not Critical.NONE:
            both = f"both {ours.called}"
        elif Critical.NONE not in (ours.critical, theirs.critical):
            both = f"{ours.called} against {theirs.called.removeprefix('Critical ')}"
        return ", ".join((self.called, both, *self.shows))

    @property
    def critical_success(self) -> bool:
        """True if our Score is a Critical Success."""
        return self.ours.critical_success

    @property
    def critical_failure(self) -> bool:
        """True if our Score is a Critical Failure."""
        return self.ours.critical_failure

    def order(self) -> tuple[Any, ...]:
        return (self.side.rank, self.ours.order(), self.theirs.order(), self.effect)


class OpenContest(Unsettled):
    """A Contest against a hidden Modifier: our Score, their die, and the coin for a tie."""

    die: Score = Score(0)
    tie: Side = Side.TIE
    """the winner of a tie"""

    def order(self) -> tuple[Any, ...]:
        return (*super().order(), self.die.order(), self.tie.rank)

    def __str__(self) -> str:
        ours = self.natural or self.total
        return f"{ours} against {self.die.called} and a Modifier, a tie is {WON[self.tie]}"


@rule(name="side", inline=True)
def _side(
    modifier: int,
    advantages: int,
    disadvantages: int,
    critical_from: int,
    criticals: Criticals,
    who: str = "",
    parameter: str = "modifier",
) -> Asks[Score]:
    """One side of a Contest: a Test."""
    settled = (critical_from, criticals, who, parameter)
    return (yield from scored(modifier, advantages, disadvantages, STANDARD, *settled))


def _refuse(given: Any) -> str | None:
    if str(given.effects) and (given.win or given.lose):
        return "say what it brings once: by effects, or by win and lose"
    if given.names and (len(given.names) != 2 or not all(map(str.strip, given.names))):
        return "a Contest has two names: ours, then the opponent's"
    return None


NO_EFFECTS = Effects()


@or_unsettled(Contest)
@game.rule(refuse=_refuse)
def contest(
    modifier: Annotated[int, Words("{:+}"), "ours"] = 0,
    opponent: Annotated[
        int | None,
        Hideable(),
        Words("{:+}", hidden="against a hidden Modifier"),
        "the opponent's Modifier",
    ] = 0,
    advantages: Advantages = 0,
    disadvantages: Disadvantages = 0,
    opponent_advantages: Advantages = 0,
    opponent_disadvantages: Disadvantages = 0,
    win: Annotated[str, Words("([Win] {})"), "what [Win] brings"] = "",
    lose: Annotated[str, Words("([Lose] {})"), "what [Lose] brings"] = "",
    critical_from: Threshold = 10,
    opponent_critical_from: Threshold = 10,
    criticals: Settling = Criticals.COIN,
    effects: Annotated[
        OrText[Effects], Words("({})"), "both, as in [Win] you grab it [Lose] you drop it"
    ] = NO_EFFECTS,
    names: Annotated[Sequence[str], Bounds(0, 2), "our name and the opponent's"] = (),
) -> Asks[Contest | OpenContest]:
    """A Contest: both roll a Test; the higher Score wins, and a tie is a coin toss.

    A Critical Success beats every number and a Critical Failure loses to every number; two of the
    same kind tie. As long as the opponent's Modifier is hidden, a coin is tossed for a tie anyway.
    """
    we, they = names or ("", "the opponent")
    ours: Score = yield _side(modifier, advantages, disadvantages, critical_from, criticals, we)
    theirs: Score = yield _side(
        opponent or 0,
        opponent_advantages,
        opponent_disadvantages,
        opponent_critical_from,
        criticals,
        they,
        "opponent",
    )
    if opponent is None:
        tie: Side = yield coin(Side.WIN, Side.LOSE)
        yield note("the coin for a tie says {}", tie)
        seen = ours.called if ours.critical is not Critical.NONE else ""
        return OpenContest(ours.score, seen, theirs, tie)
    side = compared(ours.rank(), theirs.rank())
    if side is Side.TIE:
        side = yield coin(Side.WIN, Side.LOSE)
        yield note("a tie, the coin decides")
    effect = (win if side.wins else lose) or effects.after(side)
    return Contest(side, ours, theirs, effect)
