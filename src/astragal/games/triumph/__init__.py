"""triumph: d20s with ▲ ▼ ! ♻, dominance and threat; the natural 20 triumphs, the natural 1 is a disaster."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal, TypeAlias

from astragal._value import Value
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.triumph.symbol_dice import CheckDice, D20s, Natural, Reroll
from astragal.mechanics.edges import net
from astragal.mechanics.numbers import no_number
from astragal.mechanics.opposed import Side, compared
from astragal.mechanics.ordered import Ordered, Ranked
from astragal.mechanics.percentile_dice import two_dice
from astragal.mechanics.rounding import rounded_down
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.rules.game import Game
from astragal.rules.parameters import Bounds, Names
from astragal.rules.requests import several
from astragal.rules.requests.totals import total
from astragal.rules.requests.weighted import coin
from astragal.rules.rule import rule

__all__ = [
    "ABILITIES",
    "BANDS",
    "Attack",
    "Beyond",
    "Check",
    "CheckDice",
    "Contest",
    "Fortune",
    "Margin",
    "Proficiency",
    "Reactive",
    "Reroll",
    "Side",
    "abilities",
    "ability",
    "attack",
    "band_of",
    "check",
    "contest",
    "fortune_of",
    "game",
    "percentile",
]

game = Game(
    "triumph",
    "d20s with ▲ ▼ ! ♻, dominance and threat, triumph and disaster",
    short=(
        "A check is d20s + ability score + circumstance, over the DC; equal to it fails.",
        "Incompetence rolls 2d20▼, aptitude 1d20, mastery 2d20▲.",
        "▲ keeps the highest die, ▼ the lowest, ! explodes, ♻ may re-roll a 1 once.",
        "Dominance adds a d6, threat takes one away; they cancel one to one.",
        "A natural 20 is a triumph and succeeds; a natural 1 is a disaster and fails.",
        "In a contest two of a kind cancel out; a tie goes to whoever reacts.",
    ),
    examples=(
        "check --ability 3 --dc 15 --proficiency aptitude",
        "check --ability 3 --dc Hard --proficiency mastery --dominance 1 --odds --of passes",
        'check --ability 3 --dc 15 --dice "1d20♻" --faces 1 --advise --aim passes',
        "check --ability 3 --proficiency aptitude --sweep dc=5..30/5 --of passes",
        "contest --ability 3 --opponent 2 --reactive them --odds --of wins",
        "attack --ability 3 --dc 12 --damage 2d6+3 --proficiency mastery",
        "ability --odds",
    ),
)

BANDS = {
    "Trivial": 0,
    "Easy": 5,
    "Moderate": 10,
    "Hard": 15,
    "Punishing": 20,
    "Insane": 25,
    "Impossible": 30,
}
"""A band's name stands for its lowest DC."""

ABILITIES = ("Strength", "Agility", "Vitality", "Erudition", "Intuition", "Presence")


def band_of(dc: int) -> str:
    """The name of a DC's band.

    >>> band_of(4), band_of(15), band_of(42)
    ('Trivial', 'Hard', 'Impossible')
    """
    return [name for name, least in BANDS.items() if dc >= least or not least][-1]


class Proficiency(Ordered):
    """How good somebody is at it."""

    INCOMPETENCE = "incompetence"
    APTITUDE = "aptitude"
    MASTERY = "mastery"


_DICE_OF = {
    Proficiency.INCOMPETENCE: CheckDice(2, lowest=1),
    Proficiency.APTITUDE: CheckDice(1),
    Proficiency.MASTERY: CheckDice(2, highest=1),
}


@rule(name="circumstance", told_inside=True)
def _circumstance(dominance: int, threat: int) -> Asks[int]:
    """Dominance adds a d6 each, threat takes one away each; they cancel one to one."""
    edge = net(dominance, threat)
    if not edge:
        return 0
    added: int = yield total(abs(edge), 6)
    yield note("{} {}d6: {}", "dominance" if edge > 0 else "threat", abs(edge), added)
    return added if edge > 0 else -added


# Checks


class Fortune(Ordered):
    """What the natural result brings."""

    DISASTER = "disaster"
    NONE = "none"
    TRIUMPH = "triumph"


def fortune_of(natural: int, triumph_from: int = 20, disaster_to: int = 1) -> Fortune:
    """A natural result from here to 20 is a triumph, one from 1 to there a disaster."""
    if triumph_from <= natural <= 20:
        return Fortune.TRIUMPH
    return Fortune.DISASTER if natural <= disaster_to else Fortune.NONE


class Beyond(Value):
    """A margin that is at least so much, or at most, because a die goes on exploding. It is no number."""

    bound: int
    direction: Literal["more", "less"]

    def __str__(self) -> str:
        return f"{self.bound:+} or {self.direction}"


Margin: TypeAlias = int | Beyond


def _bound(margin: Margin) -> tuple[int, int]:
    """What margins are ordered by."""
    if isinstance(margin, Beyond):
        return margin.bound, 1 if margin.direction == "more" else -1
    return margin, 0


def _said(margin: Margin) -> str:
    return f"margin {margin}" if isinstance(margin, Beyond) else f"margin {margin:+}"


class Check(Ranked):
    """What a check comes to: whether it succeeds, triumph or disaster, and the margin over the DC."""

    passes: bool
    fortune: Fortune
    margin: Margin

    @property
    def triumph(self) -> bool:
        return self.fortune is Fortune.TRIUMPH

    @property
    def disaster(self) -> bool:
        return self.fortune is Fortune.DISASTER

    def order(self) -> tuple[Any, ...]:
        return (self.passes, self.fortune.rank, _bound(self.margin))

    def __str__(self) -> str:
        word = "success" if self.passes else "failure"
        fortune = "" if self.fortune is Fortune.NONE else f"{self.fortune.value}, "
        return f"{fortune}{word}, {_said(self.margin)}"


Ability = Annotated[int, "the ability score"]
Dc = Annotated[int | None, Names(BANDS), "the difficulty class, a number or a band"]
Skill = Annotated[Proficiency, "2d20▼, 1d20 or 2d20▲"]
Dominance = Annotated[int, Bounds(0, 100), "a d6 more each"]
Threat = Annotated[int, Bounds(0, 100), "a d6 less each"]
Bonus = Annotated[int, "other bonuses and penalties"]
Cubes = Annotated[CheckDice | None, "instead of proficiency, such as 2d20▲♻"]
Rerolling = Annotated[Reroll, "whether what ♻ covers is re-rolled"]
TriumphFrom = Annotated[int, Bounds(2, 20), "triumph from here to 20"]
DisasterTo = Annotated[int, Bounds(1, 19), "disaster from 1 to here"]


def _refused(given: Any) -> str | None:
    sides = [""] if not hasattr(given, "opponent") else ["", "opponent_"]
    for side in sides:
        skilled = getattr(given, f"{side}proficiency") is not Proficiency.INCOMPETENCE
        if skilled and getattr(given, f"{side}dice") is not None:
            return f"give {side}proficiency or {side}dice, not both"
        low, high = getattr(given, f"{side}disaster_to"), getattr(given, f"{side}triumph_from")
        if high <= low:
            return f"triumph {high}–20 meets disaster 1–{low}: no natural result can be both"
    for name in ("damage", "critical"):
        if (rolled := getattr(given, name, None)) and (why := no_number(rolled)):
            return f"{name}: {why}"
    if getattr(given, "dc", 0) is None:
        return "dc is missing: what is the check against? A number, or one of " + ", ".join(BANDS)
    return None


@game.rule(refuse=_refused, aim="passes")
def check(
    ability: Ability = 0,
    dc: Dc = None,
    proficiency: Skill = Proficiency.INCOMPETENCE,
    dominance: Dominance = 0,
    threat: Threat = 0,
    bonus: Bonus = 0,
    dice: Cubes = None,
    reroll: Rerolling = Reroll.CHOOSE,
    triumph_from: TriumphFrom = 20,
    disaster_to: DisasterTo = 1,
) -> Asks[Check]:
    """A check: d20s + ability score + circumstance; it succeeds if it is over the DC, and a tie fails.

    Incompetence rolls 2d20▼, aptitude 1d20, mastery 2d20▲. A natural 20 (after ♻ ▲ ▼, before anything is
    added) is a triumph and succeeds regardless, a natural 1 a disaster and fails; both ranges can be
    wider. Each dominance adds a d6, each threat takes one away, and they cancel one to one.
    """
    assert dc is not None
    cubes = dice or _DICE_OF[proficiency]
    ranges = (triumph_from, disaster_to)
    return (yield from _checked(cubes, reroll, ability + bonus, dominance, threat, dc, ranges))


def _checked(
    cubes: CheckDice,
    reroll: Reroll,
    added: int,
    dominance: int,
    threat: int,
    dc: int,
    ranges: tuple[int, int],
) -> Asks[Any]:
    rolled = yield D20s(cubes, reroll)
    added += yield _circumstance(dominance, threat)
    whole = rolled.total + added
    more = " or more" if rolled.exploding else ""
    yield note("{} {:+} = {}{} against DC {} ({})", rolled, added, whole, more, dc, band_of(dc))
    fortune = fortune_of(rolled.natural, *ranges)
    passes = whole > dc if fortune is Fortune.NONE else fortune is Fortune.TRIUMPH
    margin = whole - dc
    return Check(passes, fortune, Beyond(margin, "more") if rolled.exploding else margin)


# Contests


class Reactive(Enum):
    """Who uses a reactive skill: a tie goes to them."""

    NOBODY = "nobody"
    US = "us"
    THEM = "them"
    BOTH = "both"


class Contest(Ranked):
    """How a contest ended for us, what is left of triumph and disaster, and the margin over the opponent."""

    side: Side
    margin: Margin
    ours: Fortune = Fortune.NONE
    theirs: Fortune = Fortune.NONE

    @property
    def wins(self) -> bool:
        return self.side.wins

    def order(self) -> tuple[Any, ...]:
        return (self.side.rank, self.ours.rank, -self.theirs.rank, _bound(self.margin))

    def __str__(self) -> str:
        said = [self.side.value]
        said += [f"our {self.ours.value}"] if self.ours is not Fortune.NONE else []
        said += [f"their {self.theirs.value}"] if self.theirs is not Fortune.NONE else []
        return ", ".join([*said, _said(self.margin)])


@rule(name="circumstances", told_inside=True)
def _swing(dominance: int, threat: int, their_dominance: int, their_threat: int) -> Asks[int]:
    """What dominance and threat on both sides come to, for us."""
    ours = yield _circumstance(dominance, threat)
    theirs = yield _circumstance(their_dominance, their_threat)
    return int(ours - theirs)


@game.rule(refuse=_refused, aim="wins")
def contest(
    ability: Ability = 0,
    opponent: Annotated[int, "the opponent's ability score"] = 0,
    proficiency: Skill = Proficiency.INCOMPETENCE,
    opponent_proficiency: Skill = Proficiency.INCOMPETENCE,
    reactive: Annotated[Reactive, "who uses a reactive skill"] = Reactive.NOBODY,
    dominance: Dominance = 0,
    threat: Threat = 0,
    opponent_dominance: Dominance = 0,
    opponent_threat: Threat = 0,
    bonus: Bonus = 0,
    opponent_bonus: Bonus = 0,
    dice: Cubes = None,
    opponent_dice: Cubes = None,
    reroll: Rerolling = Reroll.CHOOSE,
    triumph_from: TriumphFrom = 20,
    disaster_to: DisasterTo = 1,
    opponent_triumph_from: TriumphFrom = 20,
    opponent_disaster_to: DisasterTo = 1,
) -> Asks[Contest]:
    """A contest: both make a check, and the higher total wins; a tie goes to whoever reacts, else a coin decides.

    Two triumphs, or two disasters, cancel out, and totals are compared; one alone decides; one of each
    both apply. The opponent re-rolls whatever ♻ allows. First both sides' d20s are rolled, then the d6s.
    """
    cubes = (dice or _DICE_OF[proficiency], opponent_dice or _DICE_OF[opponent_proficiency])
    ours = yield D20s(cubes[0], reroll, 1)
    theirs = yield D20s(cubes[1], Reroll.ALWAYS, 1)
    lead = ours.total + ability + bonus - theirs.total - opponent - opponent_bonus
    lead += yield _swing(dominance, threat, opponent_dominance, opponent_threat)
    lead, direction = yield _race(
        _going(cubes[0], ours.exploding), _going(cubes[1], theirs.exploding), lead
    )
    margin = Beyond(lead, direction) if direction else lead
    fortunes = (
        fortune_of(ours.natural, triumph_from, disaster_to),
        fortune_of(theirs.natural, opponent_triumph_from, opponent_disaster_to),
    )
    yield note("with abilities and circumstances, {}", _said(margin))
    if fortunes[0] is not fortunes[1]:
        return Contest(compared(*fortunes), margin, *fortunes)
    if fortunes[0] is not Fortune.NONE:
        yield note("two of {} cancel out", fortunes[0].value)
    side = compared(lead, 0)
    if side is Side.TIE:
        side = yield _tie(reactive)
    return Contest(side, margin)


@rule(name="tie", told_inside=True)
def _tie(reactive: Reactive) -> Asks[Side]:
    if reactive in (Reactive.US, Reactive.THEM):
        yield note("a tie goes to the reactive party")
        return Side.WIN if reactive is Reactive.US else Side.LOSE
    side: Side = yield coin(Side.WIN, Side.LOSE)
    yield note("a tie, and the coin says {}", side)
    return side


def _going(cubes: CheckDice, exploding: int) -> CheckDice | None:
    """The dice that go on exploding."""
    if not exploding:
        return None
    return CheckDice(exploding, cubes.highest, cubes.lowest, True)


@rule(name="explosions", told_inside=True)
def _race(ours: Any, theirs: Any, lead: int) -> Asks[tuple[int, str]]:
    """Dice that explode are rolled on, as long as that can still decide who is ahead.

    Who is ahead anyway stays there: the margin is then only a bound.
    """
    if not (ours or theirs):
        return lead, ""
    if theirs is None and lead > 0:
        return lead, "more"
    if ours is None and lead < 0:
        return lead, "less"
    our_more = (yield D20s(ours, Reroll.NEVER, 1)) if ours else _STOPPED
    their_more = (yield D20s(theirs, Reroll.NEVER, 1)) if theirs else _STOPPED
    return _race(
        _going(ours, our_more.exploding),
        _going(theirs, their_more.exploding),
        lead + our_more.total - their_more.total,
    )


_STOPPED = Natural(0, 0)


# Attacks and abilities


class Attack(Ranked):
    """What an attack comes to."""

    hits: bool
    fortune: Fortune = Fortune.NONE
    damage: int = 0

    @property
    def critical(self) -> bool:
        return self.fortune is Fortune.TRIUMPH

    def order(self) -> tuple[bool, int, int]:
        return (self.hits, self.damage, self.fortune.rank)

    def __str__(self) -> str:
        if self.hits:
            return f"{'critical hit' if self.critical else 'hit'}, {self.damage} damage"
        return "miss, disaster" if self.fortune is Fortune.DISASTER else "miss"


@game.rule(refuse=_refused, aim="hits")
def attack(
    ability: Ability = 0,
    dc: Annotated[int | None, Names(BANDS), "what the attack must beat"] = None,
    damage: Annotated[Expression, "rolled on a hit"] = parse("1d6"),  # noqa: B008
    critical: Annotated[Expression | None, "rolled on a critical hit instead"] = None,
    proficiency: Skill = Proficiency.INCOMPETENCE,
    dominance: Dominance = 0,
    threat: Threat = 0,
    bonus: Bonus = 0,
    dice: Cubes = None,
    reroll: Rerolling = Reroll.CHOOSE,
    triumph_from: TriumphFrom = 20,
    disaster_to: DisasterTo = 1,
) -> Asks[Attack]:
    """An attack: a check, and damage if it hits; a triumph is a critical hit. Damage under 0 counts as 0."""
    assert dc is not None
    cubes = dice or _DICE_OF[proficiency]
    ranges = (triumph_from, disaster_to)
    made: Any = yield from _checked(cubes, reroll, ability + bonus, dominance, threat, dc, ranges)
    if not made.passes:
        return Attack(False, made.fortune)
    done = yield (critical or damage) if made.triumph else damage
    return Attack(True, made.fortune, max(0, rounded_down(done)))


@game.rule
def ability() -> Asks[int]:
    """An ability score is rolled with 2d4▲-1d4."""
    score: int = yield parse("2d4▲-1d4")
    return score


@game.rule
def abilities() -> Asks[tuple[int, ...]]:
    """The six ability scores, in order: Strength, Agility, Vitality, Erudition, Intuition, Presence."""
    scores = yield several.dice(len(ABILITIES), ability())
    shown = (f"{name} {score}" for name, score in zip(ABILITIES, scores, strict=True))
    yield note("{}", ", ".join(shown))
    return tuple(scores)


@game.rule
def percentile() -> Asks[int]:
    """d100 from two d10: the tens die, then the ones die; a total of 0 is 100."""
    return (yield from two_dice())
