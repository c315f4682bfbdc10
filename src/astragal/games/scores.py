"""scores: d10 + Modifier is a Score, read against Score Ranges; a 10 is a Critical Roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from astragal._value import Value, field
from astragal.experiment.choices import Choice, choose
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.experiment.parameters import Bounds
from astragal.experiment.rule import rule
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
    """The final result of a Test. A Critical Failure is below every other Score, a Critical Success above.

    In numbers a Critical Success is never under 10, and a Critical Failure never over 0.
    """

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
    if critical is Critical.SUCCESS:
        score = max(score, 10)
    elif critical is Critical.FAILURE:
        score = min(score, 0)
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
    settled = (critical_from, criticals)
    return (yield from _tested(modifier, advantages, disadvantages, ranges, *settled))


def _tested(
    modifier: int,
    advantages: int,
    disadvantages: int,
    ranges: ScoreRanges,
    critical_from: int,
    criticals: Criticals,
) -> Asks[Score]:
    edge = net(advantages, disadvantages, CAP)
    if abs(advantages - disadvantages) > CAP:
        word = "Advantage" if edge > 0 else "Disadvantage"
        yield note("{} of {} {}s count", CAP, abs(advantages - disadvantages), word)
    kept = yield Kept(edge, critical_from, criticals)
    score = _score(kept, modifier, ranges)
    if score.critical is Critical.NONE:
        yield note("{} {:+} is {}", kept, modifier, score.score)
    return score


@rule(name="side", told_inside=True)
def _side(
    modifier: int, advantages: int, disadvantages: int, critical_from: int, criticals: Criticals
) -> Asks[Score]:
    """One side of a Contest: a Test."""
    settled = (critical_from, criticals)
    return (yield from _tested(modifier, advantages, disadvantages, STANDARD, *settled))


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
    critical_from: Threshold = 10,
    opponent_critical_from: Threshold = 10,
    criticals: Settling = Criticals.COIN,
) -> Asks[Side]:
    """A Contest: both roll a Test; the higher Score wins, and a tie is a coin toss.

    A Critical Success beats every number and a Critical Failure loses to every number; two of one kind tie.
    """
    ours = yield _side(modifier, advantages, disadvantages, critical_from, criticals)
    theirs = yield _side(
        opponent,
        opponent_advantages,
        opponent_disadvantages,
        opponent_critical_from,
        criticals,
    )
    yield note("{} against {}", ours, theirs)
    side = compared(ours.rank, theirs.rank)
    if side is Side.TIE:
        side = yield coin(Side.WIN, Side.LOSE)
        yield note("a tie, and the coin says {}", side)
    effect = win if side.wins else lose
    if effect:
        yield note("[{}] {}", "Win" if side.wins else "Lose", effect)
    return side


# Group Tests


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
    labels: Mapping[tuple[int, int], str] = field(init=False, compare=False)
    """who helps whom, in words"""
    met: dict[Any, Any] = field(init=False, compare=False)
    """what was worked out of a standing: odds come back to it again and again"""

    def __post_init__(self) -> None:
        scores = tuple(
            tuple(_score(kept, modifier, self.ranges) for kept in range(11))
            for modifier in self.modifiers
        )
        object.__setattr__(self, "scores", scores)
        object.__setattr__(self, "order", tuple(sorted({each for row in scores for each in row})))
        players = list(enumerate(self.names))
        labels = {(i, j): f"{one} helps {other}" for i, one in players for j, other in players}
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "met", {})
        object.__setattr__(self, "_hash", super().__hash__())

    def __reduce__(self) -> tuple[Any, ...]:
        return Setting, (self.names, self.modifiers, self.ranges, self.die)

    def once(self, key: Any, make: Callable[[], Any]) -> Any:
        """What ``make`` gives, made once for a key."""
        if key not in self.met:
            self.met[key] = make()
        return self.met[key]

    def done(self, score: Score) -> bool:
        """Whether help would change nothing: a High Score in the highest range there is."""
        if score.critical is Critical.SUCCESS:
            return True
        better = self.ranges.critical(10) is not None  # only a Critical Success gets there
        return score.high and score.range == self.ranges.highest and not better

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
    """what each player's die counts as; -1 for those who need no help"""
    room: tuple[int, ...]
    """how many more Advantages each player can be given"""
    gifts: tuple[int, ...]
    """how many Advantages each player can still give"""
    lowest: int
    """the place of the lowest Score of those"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", super().__hash__())

    def __hash__(self) -> int:
        hashed: int = self.__dict__["_hash"]
        return hashed

    def __reduce__(self) -> tuple[Any, ...]:
        return Standing, (self.setting, self.kept, self.room, self.gifts, self.lowest)

    def helped(self, giver: int, receiver: int, kept: int) -> Standing:
        """One Advantage given, after which the receiver's die counts as ``kept``."""
        return Standing.settled(
            self.setting,
            _changed(self.kept, receiver, kept),
            _changed(self.room, receiver, self.room[receiver] - 1),
            _changed(self.gifts, giver, self.gifts[giver] - 1),
            self.lowest,
        )

    def finished(self) -> Standing:
        """Nobody helps any more."""
        gifts = (0,) * len(self.gifts)
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
            if die >= 0 and setting.done(score := setting.scores[player][die]):
                kept = _changed(kept, player, -1)
                lowest = min(lowest, setting.order.index(score))
        left = sum(gifts)
        return cls(setting, kept, tuple(min(each, left) for each in room), gifts, lowest)

    def ways_to_help(self) -> list[tuple[int, int]]:
        """Who can help whom. Of givers who need no help themselves the first stands for all."""
        free = False
        ways: list[tuple[int, int]] = []
        for giver, gifts in enumerate(self.gifts):
            if not gifts or (self.kept[giver] < 0 and free):
                continue
            free = free or self.kept[giver] < 0
            ways += [
                (giver, receiver)
                for receiver, die in enumerate(self.kept)
                if receiver != giver and die >= 0 and self.room[receiver]
            ]
        return ways

    def choice(self) -> Choice | None:
        """Who helps whom; None where nobody can."""
        options = {self.setting.labels[way]: way for way in self.ways_to_help()}
        if not options:
            return None
        return choose("who helps whom?", {**options, "nobody": ()}, scores=self)

    def score(self, player: int) -> Score:
        return self.setting.scores[player][self.kept[player]]

    def outcome(self) -> Score:
        scores = [self.score(player) for player, die in enumerate(self.kept) if die >= 0]
        return min([*scores, *self.setting.order[self.lowest : self.lowest + 1]])

    def __repr__(self) -> str:
        return ", ".join(map(self._said, range(len(self.kept))))

    def _said(self, player: int) -> str:
        done = self.kept[player] < 0
        score = self.setting.ranges.highest if done else self.score(player).said
        help_left = f" (can help {self.gifts[player]})" if self.gifts[player] else ""
        return f"{self.setting.names[player]}: {score}{help_left}"


def _changed(each: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*each[:place], value, *each[place + 1 :])


@rule(name="helping")
def _helping(setting: Any, now: Any) -> Asks[Score]:
    """The group decides who helps whom, one Advantage after another; each is rolled at once."""
    choice = setting.once(now, now.choice)
    if choice is None:
        score: Score = now.outcome()
        return score
    way = yield choice
    if not way:
        return _onward(setting, now, ())
    kept = yield LateDie(setting.die, now.kept[way[1]])
    yield note("{} has {}", setting.names[way[1]], setting.scores[way[1]][kept])
    return _onward(setting, now, (*way, kept))


def _onward(setting: Setting, now: Standing, step: tuple[int, ...]) -> Experiment[Score]:
    """What a Group Test goes on with, after somebody was helped or nobody will be."""

    def make() -> Experiment[Score]:
        return _helping(setting, now.helped(*step) if step else now.finished())

    found: Experiment[Score] = setting.once((now, step), make)
    return found


def _unlike_lists(given: Any) -> str | None:
    players = len(given.modifiers)
    for name in ("advantages", "disadvantages", "names"):
        if (listed := getattr(given, name)) and len(listed) != players:
            return f"there are {players} modifiers and {len(listed)} {name}: one for each player"
    labels = {f"{one} helps {other}" for one in given.names for other in given.names}
    if len(labels) < len(given.names) ** 2 or not all(map(str.strip, given.names)):
        return "every player needs a name of their own"
    return None


_EACH = "one for each player"


@game.rule(refuse=_unlike_lists, aim="passes")
def group_test(
    modifiers: Annotated[Sequence[int], Bounds(1, 12), _EACH],
    advantages: Annotated[Sequence[Advantages], _EACH] = (),
    disadvantages: Annotated[Sequence[Disadvantages], _EACH] = (),
    names: Annotated[Sequence[str], "the players"] = (),
    ranges: Annotated[ScoreRanges, "what Scores come to"] = STANDARD,
    critical_from: Threshold = 10,
    criticals: Settling = Criticals.COIN,
) -> Asks[Score]:
    """A Group Test: everyone rolls a Test, those who did well help the others, and the lowest final Score counts.

    A first Score of [7..] gives one Advantage to another player, [10..] two; who helps whom, and in which
    order, is a choice. A late Advantage is one more d10 for that player, rolled at once, and the better of
    it and what was kept counts; nobody's net Advantage goes over 3. Those who have a High Score, in the
    highest range there is, need no help, so none is offered to them.
    """
    edges = _edges(advantages, disadvantages, len(modifiers))
    called = tuple(names) or tuple(f"player {each}" for each in range(1, len(modifiers) + 1))
    setting = Setting(called, tuple(modifiers), ranges, Settled(critical_from, criticals))
    rolled: list[int] = []
    for player, edge in enumerate(edges):
        die = yield Kept(edge, critical_from, criticals)
        yield note("{} has {}", called[player], setting.scores[player][die])
        rolled.append(die)
    kept = tuple(rolled)
    scores = [setting.scores[player][die] for player, die in enumerate(kept)]
    gifts = tuple(2 if score.high else int(score.passes) for score in scores)
    room = tuple(CAP - edge for edge in edges)
    return _helping(setting, Standing.settled(setting, kept, room, gifts, len(setting.order)))


def _edges(advantages: Sequence[int], disadvantages: Sequence[int], players: int) -> list[int]:
    gains, losses = (each or (0,) * players for each in (advantages, disadvantages))
    return [net(gain, loss, CAP) for gain, loss in zip(gains, losses, strict=True)]
