"""scores: d10 + Modifier is a Score, read against Score Ranges; a 10 is a Critical Roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from astragal._value import Value, field
from astragal.experiment.choices import choose
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.experiment.parameters import Bounds
from astragal.experiment.rule import rule
from astragal.experiment.several import dice
from astragal.experiment.weighted import coin
from astragal.mechanics.critical_dice import Criticals, Kept, LateDie, Settled
from astragal.mechanics.edges import net
from astragal.mechanics.game import Game
from astragal.mechanics.opposed import Side, compared
from astragal.mechanics.ordered import Ordered, Ranked
from astragal.mechanics.ranges import RangeTable

__all__ = [
    "CAP",
    "PASS_FAIL",
    "STANDARD",
    "Critical",
    "Criticals",
    "Score",
    "ScoreRanges",
    "Side",
    "contest",
    "game",
    "group_test",
    "test",
]

game = Game(
    "scores",
    "d10 + Modifier read against Score Ranges, with Critical Rolls",
    short=(
        "A Test is d10 + Modifier = Score: [..6] Low, [7..9] Mixed, [10..] High; [7..] passes.",
        "A 10 is a Critical Roll: a coin makes it a Critical Success or a Critical Failure, the best or "
        "the lowest Score there is, whatever the Modifier.",
        "Each Advantage rolls one more d10 and keeps the highest, each Disadvantage the lowest; they "
        "cancel one to one, and what remains counts up to 3.",
        "In a Contest the higher Score wins, and a tie is a coin toss.",
        "In a Group Test a first Score of [7..] gives one Advantage to another player, [10..] two; the "
        "lowest final Score counts for the group.",
    ),
    examples=(
        "test --modifier 2 --advantages 1",
        "test --modifier 1 --advantages 1 --faces 4,10,2",
        "test --modifier 2 --odds",
        'test --modifier 2 --ranges "[..6] 1 missile [7..9] 2 missiles [10..] 3 missiles" --faces 6',
        "test --sweep modifier=-2..5 --sweep advantages=0..3 --of passes",
        "contest --modifier 2 --opponent 1 --odds",
        "group_test --modifiers 2,1,0,0 --faces 6,9,5,6 --advise --aim passes",
    ),
    named=("test", "modifier"),
)

CAP = 3
"""So many Advantages or Disadvantages count, after they have cancelled."""

PASS, HIGH = 7, 10


class Critical(Ordered):
    """What kind of Critical Roll a Score comes from, if any."""

    FAILURE = "Critical Failure"
    NONE = "none"
    SUCCESS = "Critical Success"


class ScoreRanges(RangeTable):
    """Score Ranges in the game's shorthand; ``standard`` and ``pass`` are those of most Tests."""

    WANTED: ClassVar[str] = (
        "Score Ranges such as [..6] miss [7..9] graze [10..] hit [10!] crit, or standard, or pass"
    )
    KNOWN: ClassVar[dict[str, str]] = {
        "standard": "[..6] Low [7..9] Mixed [10..] High",
        "pass": "[..6] Fail [7..] Pass",
    }

    def read_score(self, score: int, critical: Critical) -> str:
        """The range of a Score. A critical has its ``!`` range, or else the lowest or highest of all."""
        if critical is Critical.SUCCESS:
            return self.critical(10) or self.highest
        if critical is Critical.FAILURE:
            return self.critical(0) or self.lowest
        return self.read(score)


STANDARD = ScoreRanges.of("standard")
PASS_FAIL = ScoreRanges.of("pass")


class Score(Ranked):
    """The final result of a Test. A Critical Failure is below every other Score, a Critical Success above."""

    score: int
    critical: Critical = Critical.NONE
    range: str = ""

    @property
    def passes(self) -> bool:
        """Whether it is a Passing Score, [7..]."""
        return self._reaches(PASS)

    @property
    def high(self) -> bool:
        """Whether it is a High Score, [10..]."""
        return self._reaches(HIGH)

    def _reaches(self, score: int) -> bool:
        if self.critical is Critical.NONE:
            return self.score >= score
        return self.critical is Critical.SUCCESS

    @property
    def rank(self) -> tuple[int, int]:
        """What Contests compare: two criticals of one kind are equal."""
        return (self.critical.rank, self.score if self.critical is Critical.NONE else 0)

    def order(self) -> tuple[Any, ...]:
        return (self.rank, self.score, self.range)

    @property
    def said(self) -> str:
        """The Score alone, without its range."""
        return str(self.score) if self.critical is Critical.NONE else self.critical.value

    def __str__(self) -> str:
        return f"{self.said}, {self.range}" if self.range else self.said


# The dice of a Test

Advantages = Annotated[int, Bounds(0, 1000), "Advantages"]
Disadvantages = Annotated[int, Bounds(0, 1000), "Disadvantages"]
Threshold = Annotated[int, Bounds(2, 10), "a natural roll from here on is a Critical Success"]
Settling = Annotated[Criticals, "how a 10 is settled"]

_CRITICAL = {0: Critical.FAILURE, 10: Critical.SUCCESS}


def _score(kept: int, modifier: int, ranges: ScoreRanges) -> Score:
    score, critical = kept + modifier, _CRITICAL.get(kept, Critical.NONE)
    return Score(score, critical, ranges.read_score(score, critical))


# The rules


@game.rule
def test(
    modifier: Annotated[int, "added to the die"] = 0,
    advantages: Advantages = 0,
    disadvantages: Disadvantages = 0,
    ranges: Annotated[ScoreRanges, "what Scores come to"] = STANDARD,
    critical_from: Threshold = 10,
    criticals: Settling = Criticals.COIN,
) -> Asks[Score]:
    """A Test: d10 + Modifier is the Score, read against Score Ranges.

    Each Advantage rolls one more d10 and keeps the highest, each Disadvantage the lowest; they cancel one
    to one, and what remains counts up to 3. A 10 is a Critical Roll: a coin makes it a Critical Success,
    the best Score there is, or a Critical Failure, the lowest; that is settled before a die is kept.
    """
    edge = net(advantages, disadvantages, CAP)
    if abs(advantages - disadvantages) > CAP:
        yield note("{} of {} {}s count", CAP, abs(advantages - disadvantages), _edge(edge))
    kept = yield Kept(edge, critical_from, criticals)
    score = _score(kept, modifier, ranges)
    if score.critical is Critical.NONE:
        yield note("{} {:+} is {}", kept, modifier, score.score)
    return score


def _edge(edge: int) -> str:
    return "Advantage" if edge > 0 else "Disadvantage"


@game.rule
def contest(
    modifier: Annotated[int, "ours"] = 0,
    opponent: Annotated[int, "the opponent's Modifier"] = 0,
    advantages: Advantages = 0,
    disadvantages: Disadvantages = 0,
    opponent_advantages: Advantages = 0,
    opponent_disadvantages: Disadvantages = 0,
    win: Annotated[str, "what [Win] brings"] = "",
    lose: Annotated[str, "what [Lose] brings"] = "",
    criticals: Settling = Criticals.COIN,
) -> Asks[Side]:
    """A Contest: both roll a Test; the higher Score wins, and a tie is a coin toss.

    A Critical Success beats every number and a Critical Failure loses to every number; two of one kind tie.
    """
    ours = yield test(modifier, advantages, disadvantages, criticals=criticals)
    theirs = yield test(opponent, opponent_advantages, opponent_disadvantages, criticals=criticals)
    yield note("{} against {}", ours, theirs)
    side = compared(ours.rank, theirs.rank)
    if side is Side.TIE:
        side = yield coin(Side.WIN, Side.LOSE)
        yield note("a tie, and the coin says {}", side)
    effect = win if side.wins else lose
    if effect:
        yield note("[{}] {}", "Win" if side.wins else "Lose", effect)
    return side


class Setting(Value):
    """What stays the same during a Group Test: the players, and every Score they can have."""

    names: tuple[str, ...]
    modifiers: tuple[int, ...]
    ranges: ScoreRanges
    die: Settled
    scores: tuple[tuple[Score, ...], ...] = field(init=False, compare=False)
    """for each player, the Score of everything a die can count as"""
    order: tuple[Score, ...] = field(init=False, compare=False)
    """all of these Scores, the lowest first"""

    def __post_init__(self) -> None:
        scores = tuple(
            tuple(_score(kept, modifier, self.ranges) for kept in range(11))
            for modifier in self.modifiers
        )
        object.__setattr__(self, "scores", scores)
        object.__setattr__(self, "order", tuple(sorted({each for row in scores for each in row})))
        object.__setattr__(self, "_hash", super().__hash__())

    def __hash__(self) -> int:
        hashed: int = self.__dict__["_hash"]
        return hashed

    def __eq__(self, other: object) -> bool:
        return self is other or super().__eq__(other)

    def __repr__(self) -> str:
        return ""


class Standing(Value):
    """How a Group Test stands between two decisions. There are many, so they are made of plain numbers."""

    setting: Setting = field(compare=False)
    kept: tuple[int, ...]
    """what each player's die counts as; -1 for those with a High Score, who need no help"""
    room: tuple[int, ...]
    """how many more Advantages each player can be given"""
    gifts: tuple[int, ...]
    """how many Advantages each player can still give"""
    lowest: int
    """the place of the lowest High Score so far"""

    def helped(self, giver: int, receiver: int, kept: int) -> Standing:
        """One Advantage given, after which the receiver's die counts as ``kept``."""
        return Standing.settled(
            self.setting,
            _changed(self.kept, receiver, kept),
            _changed(self.room, receiver, self.room[receiver] - 1),
            _changed(self.gifts, giver, self.gifts[giver] - 1),
            self.lowest,
        )

    def keeping(self, giver: int) -> Standing:
        """The giver helps nobody any more."""
        gifts = _changed(self.gifts, giver, 0)
        return Standing.settled(self.setting, self.kept, self.room, gifts, self.lowest)

    @classmethod
    def settled(
        cls,
        setting: Setting,
        kept: tuple[int, ...],
        room: tuple[int, ...],
        gifts: tuple[int, ...],
        lowest: int,
    ) -> Standing:
        """How it stands, forgetting what no longer matters: what comes to the same is the same."""
        for player, die in enumerate(kept):
            if die >= 0 and (score := setting.scores[player][die]).high:
                kept = _changed(kept, player, -1)
                lowest = min(lowest, setting.order.index(score))
        left = sum(gifts)
        return cls(setting, kept, tuple(min(each, left) for each in room), gifts, lowest)

    def receivers(self, giver: int) -> list[int]:
        """Whom a player can help: others without a High Score, who can still be given an Advantage."""
        return [
            player
            for player, die in enumerate(self.kept)
            if player != giver and die >= 0 and self.room[player]
        ]

    def score(self, player: int) -> Score:
        return self.setting.scores[player][self.kept[player]]

    def outcome(self) -> Score:
        scores = [self.score(player) for player, die in enumerate(self.kept) if die >= 0]
        return min([*scores, *self.setting.order[self.lowest : self.lowest + 1]])

    def __repr__(self) -> str:
        names = zip(self.setting.names, self.kept, strict=True)
        return ", ".join(
            f"{name}: {'High' if die < 0 else self.score(player).score}"
            for player, (name, die) in enumerate(names)
        )


def _changed(each: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*each[:place], value, *each[place + 1 :])


@rule(name="helping")
def _helping(setting: Any, now: Any) -> Asks[Score]:
    """Whoever can help decides whom, one Advantage after another; each is rolled at once."""
    names = setting.names
    for giver, left in enumerate(now.gifts):
        receivers = now.receivers(giver) if left else []
        if not receivers:
            continue
        options = {names[each]: each for each in receivers} | {"nobody": -1}
        facts = {names[each]: now.score(each).said for each in receivers}
        receiver = yield choose("help whom?", options, by=names[giver], **facts)
        if receiver < 0:
            return _helping(setting, now.keeping(giver))
        kept = yield LateDie(setting.die, now.kept[receiver])
        yield note("{} has {}", names[receiver], setting.scores[receiver][kept])
        return _helping(setting, now.helped(giver, receiver, kept))
    score: Score = now.outcome()
    return score


def _unlike_lists(given: Any) -> str | None:
    players = len(given.modifiers)
    for name in ("advantages", "disadvantages", "names"):
        if (listed := getattr(given, name)) and len(listed) != players:
            return f"there are {players} modifiers and {len(listed)} {name}: one for each player"
    if len(set(given.names)) < len(given.names) or "nobody" in given.names:
        return "every player needs a name of their own"
    return None


_EACH = "one for each player"


@game.rule(refuse=_unlike_lists, aim="passes")
def group_test(
    modifiers: Annotated[Sequence[int], Bounds(1, 12), _EACH],
    advantages: Annotated[Sequence[int], _EACH] = (),
    disadvantages: Annotated[Sequence[int], _EACH] = (),
    names: Annotated[Sequence[str], "the players"] = (),
    ranges: Annotated[ScoreRanges, "what Scores come to"] = STANDARD,
    critical_from: Threshold = 10,
    criticals: Settling = Criticals.COIN,
) -> Asks[Score]:
    """A Group Test: everyone rolls a Test, those who did well help the others, and the lowest final Score counts.

    A first Score of [7..] gives one Advantage to another player, [10..] two; whom is a choice. A late
    Advantage is one more d10 for that player, rolled at once, and the highest counts; nobody's net
    Advantage goes over 3. Those with a High Score need no help, so none is offered to them.
    """
    edges = _edges(advantages, disadvantages, len(modifiers))
    called = tuple(names) or tuple(f"player {each}" for each in range(1, len(modifiers) + 1))
    kept = yield dice([Kept(edge, critical_from, criticals) for edge in edges])
    setting = Setting(called, tuple(modifiers), ranges, Settled(critical_from, criticals))
    scores = [_score(*each, ranges) for each in zip(kept, modifiers, strict=True)]
    said = (f"{name} has {score}" for name, score in zip(called, scores, strict=True))
    yield note("{}", "; ".join(said))
    gifts = tuple(2 if score.high else int(score.passes) for score in scores)
    room = tuple(CAP - edge for edge in edges)
    return _helping(setting, Standing.settled(setting, kept, room, gifts, len(setting.order)))


def _edges(advantages: Sequence[int], disadvantages: Sequence[int], players: int) -> list[int]:
    gains, losses = (each or (0,) * players for each in (advantages, disadvantages))
    return [net(gain, loss, CAP) for gain, loss in zip(gains, losses, strict=True)]
