"""target: d20 + typed modifiers against a Target Number; fractions round down."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Annotated, Any, Literal

from astragal._value import Value
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.mechanics.multipliers import Multiplier, added_up, compounded
from astragal.mechanics.numbers import no_number
from astragal.mechanics.opposed import Side, compared
from astragal.mechanics.ordered import Ranked
from astragal.mechanics.percentile_dice import two_dice
from astragal.mechanics.rounding import rounded_down
from astragal.mechanics.stacking import Breakdown, Modifier, Modifiers, clashing
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.rules.game import Game
from astragal.rules.parameters import Bounds
from astragal.rules.requests.asking import d
from astragal.rules.requests.several import dice
from astragal.rules.rule import rule

__all__ = [
    "STACKING",
    "ArmorClass",
    "Attack",
    "Breakdown",
    "Check",
    "Modifier",
    "Modifiers",
    "Purpose",
    "Side",
    "Take",
    "armor_class",
    "armor_class_of",
    "attack",
    "breakdown",
    "check",
    "defense",
    "game",
    "opposed",
    "percentile",
    "roll",
]

game = Game(
    "target",
    "d20 + typed modifiers against a Target Number; fractions round down",
    short=(
        "d20 + modifiers equal to or over the Target Number succeeds; 20 and 1 are not special.",
        "Modifiers of one type, or of one source, do not stack: the best bonus and the worst penalty "
        "count. Dodge and circumstance bonuses stack with their like.",
        "Armor does not stack with natural armor, and does not help against touch.",
        "Opposed: the higher total, then the higher modifier, then roll again.",
        "Attacks: a 1 misses, a 20 hits and threatens; a second roll that hits confirms it.",
        "Fractions round down; damage is at least 1. Multipliers add up: ×2 ×2 is ×3.",
    ),
    examples=(
        'check --modifiers "+2 luck, +4 luck (Bless), -1 luck" --target 15',
        "check --modifiers 5 --target 15 --odds",
        "check --modifiers 5 --sweep target=5..25/5 --of passes",
        "opposed --modifiers 5 --opponent 3 --odds",
        'armor_class --modifiers "+5 armor, +3 natural armor" --touch',
        "attack --modifiers 5 --armor-class 16 --damage 1d8+3 --odds --of damage",
        "attack --modifiers 5 --armor-class 16 --damage 1d8+3 --threat 19 --faces 19,12,6",
        "roll --what 3d6 --multipliers 2,2 --divide 2",
    ),
)

STACKING = ("dodge", "circumstance")
"""Bonuses of these types stack with others of their type."""

ARMOR, NATURAL, RAISED = "armor", "natural armor", "natural armor increase"


class Purpose(Enum):
    """What modifiers are for: some types apply to one thing only."""

    CHECK = "checks"
    ARMOR_CLASS = "Armor Class"
    TOUCH = "Armor Class against touch attacks"
    DEFLECTION = "Deflection defense rolls"
    DODGE = "Dodge defense rolls"


_ONLY = {
    ARMOR: (Purpose.ARMOR_CLASS,),
    NATURAL: (Purpose.ARMOR_CLASS, Purpose.TOUCH),
    RAISED: (Purpose.ARMOR_CLASS, Purpose.TOUCH),
    "deflection": (Purpose.DEFLECTION,),
    "dodge": (Purpose.DODGE,),
}


def breakdown(modifiers: Modifiers, purpose: Purpose = Purpose.CHECK) -> Breakdown:
    """What modifiers come to for a purpose, which of them counted, and why the others did not.

    >>> print(breakdown(Modifiers.of("+5 armor, +3 natural armor"), Purpose.TOUCH))
    +3 natural armor = +3; +5 armor does not count: armor does not help against touch attacks
    """

    def stacked(*excluded: str, by: str = "") -> Breakdown:
        def bar(modifier: Modifier) -> str | None:
            if modifier.value > 0 and modifier.type in excluded:
                return f"it does not stack with {by}"
            return _unfit(modifier, purpose)

        return modifiers.stacked(bar=bar, clash=_clash)

    types = {each.type for each in modifiers.each if each.value > 0}
    if purpose is not Purpose.ARMOR_CLASS or not (ARMOR in types and types & {NATURAL, RAISED}):
        return stacked()
    # Armor does not stack with natural armor and what raises it: whichever is better counts.
    with_armor = stacked(NATURAL, RAISED, by=ARMOR)
    with_natural = stacked(ARMOR, by=NATURAL)
    return with_armor if with_armor.total >= with_natural.total else with_natural


def _clash(one: Modifier, other: Modifier) -> str | None:
    return clashing(one, other, STACKING)


def _unfit(modifier: Modifier, purpose: Purpose) -> str | None:
    """Why a bonus does not apply to a purpose; None if it does."""
    purposes = _ONLY.get(modifier.type)
    if modifier.value <= 0 or purposes is None or purpose in purposes:
        return None
    if purpose is Purpose.TOUCH and modifier.type == ARMOR:
        return "armor does not help against touch attacks"
    return f"{modifier.type} applies to {purposes[0].value} only"


Bonuses = Annotated[Modifiers, "bonuses and penalties, perhaps with type and source"]
_NONE = Modifiers()


# Checks


class Check(Ranked):
    """What a check comes to: by how much the total meets the Target Number, or falls short (under 0)."""

    margin: int
    automatic: bool = False
    """whether the natural roll alone decided it"""
    passes: bool = True

    def order(self) -> tuple[bool, int, bool]:
        return (self.passes, self.margin, self.automatic)

    def __str__(self) -> str:
        word = "success" if self.passes else "failure"
        if self.automatic:
            return f"automatic {word}"
        return f"{word} by {abs(self.margin)}"


class Take(Enum):
    """Rolling, or taking 10 or 20 without a roll."""

    ROLL = "roll"
    TEN = "10"
    TWENTY = "20"


def _no_target(given: Any) -> str | None:
    if given.target is None:
        return "target is missing: the Target Number that must be reached, such as 15"
    if given.natural_rolls and given.take is not Take.ROLL:
        return "who takes 10 or 20 rolls no die, so no natural roll decides it"
    return None


@game.rule(refuse=_no_target)
def check(
    modifiers: Bonuses = _NONE,
    target: Annotated[int | None, "the Target Number"] = None,
    natural_rolls: Annotated[bool, "a natural 20 succeeds and a natural 1 fails"] = False,
    take: Annotated[Take, "roll, or take 10 or 20"] = Take.ROLL,
) -> Asks[Check]:
    """d20 + modifiers, equal to or over the Target Number, succeeds.

    A natural 20 or 1 decides nothing, unless a rule says so. Taking 10 or 20 is a 10 or 20 without a roll;
    taking 20 takes as long as twenty tries.
    """
    assert target is not None
    return (yield from _checked(modifiers, target, Purpose.CHECK, natural_rolls, take))


def _checked(
    modifiers: Modifiers,
    target: int,
    purpose: Purpose,
    natural_rolls: bool = False,
    take: Take = Take.ROLL,
) -> Asks[Any]:
    counted = breakdown(modifiers, purpose)
    yield from _told(counted)
    natural = (yield d(20)) if take is Take.ROLL else int(take.value)
    total = natural + counted.total
    yield note("{} {} {:+} = {} against {}", _how(take), natural, counted.total, total, target)
    automatic = natural_rolls and natural in (1, 20)
    return Check(total - target, automatic, natural == 20 if automatic else total >= target)


def _told(*several: Breakdown) -> Asks[Any]:
    """Which modifiers counted, where that is worth a word."""
    for counted in several:
        if counted.left or len(counted.counted) > 1:
            yield note("{}", counted)
    return None


def _how(take: Take) -> str:
    return "rolls" if take is Take.ROLL else "takes"


@game.rule
def opposed(
    modifiers: Bonuses = _NONE,
    opponent: Annotated[Modifiers, "the opponent's"] = _NONE,
) -> Asks[Side]:
    """An opposed check: the higher total wins, then the higher modifier; then both roll again."""
    counted = (breakdown(modifiers), breakdown(opponent))
    yield from _told(*counted)
    ours, theirs = (each.total for each in counted)
    our_face, their_face = yield dice(2, 20)
    yield note(
        "{} {:+} = {} against {} {:+} = {}",
        our_face,
        ours,
        our_face + ours,
        their_face,
        theirs,
        their_face + theirs,
    )
    side = compared((our_face + ours, ours), (their_face + theirs, theirs))
    return opposed(modifiers, opponent) if side is Side.TIE else side


# Armor Class and defense rolls


class ArmorClass(Value):
    """An Armor Class, and what it is made of."""

    value: int
    made_of: str

    def __str__(self) -> str:
        return f"{self.value} ({self.made_of})"


def armor_class_of(modifiers: Modifiers, touch: bool = False, base: int = 10) -> ArmorClass:
    """The Armor Class of armor, natural armor and whatever else applies to it."""
    counted = breakdown(modifiers, Purpose.TOUCH if touch else Purpose.ARMOR_CLASS)
    return ArmorClass(base + counted.total, f"{base}, {counted}")


@game.rule
def armor_class(
    modifiers: Bonuses = _NONE,
    touch: Annotated[bool, "against a touch attack"] = False,
    base: Annotated[int, "without any modifier"] = 10,
) -> Asks[ArmorClass]:
    """The Armor Class: 10 + armor, natural armor and other bonuses. There is nothing to roll.

    Armor stacks with all but armor and natural armor, and does not count against touch attacks, where
    natural armor does. Deflection and dodge bonuses are for defense rolls, not for Armor Class.
    """
    return armor_class_of(modifiers, touch, base)
    yield


@game.rule
def defense(
    kind: Annotated[Literal["deflection", "dodge"], "which defense roll"],
    modifiers: Bonuses = _NONE,
    attack: Annotated[int, "the attack's total, to be reached"] = 10,
) -> Asks[Check]:
    """A defense roll: d20 + modifiers against the attack. Deflection bonuses count for Deflection only, dodge for Dodge."""
    purpose = Purpose.DODGE if kind == "dodge" else Purpose.DEFLECTION
    return (yield from _checked(modifiers, attack, purpose))


# Attacks


class Attack(Ranked):
    """What an attack comes to."""

    hits: bool
    critical: bool = False
    damage: int = 0

    def order(self) -> tuple[bool, int, bool]:
        return (self.hits, self.damage, self.critical)

    def __str__(self) -> str:
        if not self.hits:
            return "miss"
        return f"{'critical hit' if self.critical else 'hit'}, {self.damage} damage"


D8 = parse("1d8")


def _not_numbers(given: Any) -> str | None:
    for name in ("damage", "extra", "what"):
        if (rolled := getattr(given, name, None)) and (why := no_number(rolled)):
            return f"{name}: {why}"
    return None


@game.rule(refuse=_not_numbers)
def attack(
    modifiers: Bonuses = _NONE,
    armor_class: Annotated[int, "what must be reached"] = 10,
    damage: Annotated[Expression, "damage dice with their bonus"] = D8,
    extra: Annotated[Expression | None, "extra dice, which are never multiplied"] = None,
    threat: Annotated[int, Bounds(2, 20), "a natural roll from here on threatens"] = 20,
    multipliers: Annotated[Sequence[Multiplier], "of a critical hit; they add up"] = (2,),
    multiplied: Annotated[
        Literal["result", "rolls"], "multiply the result, or roll so often"
    ] = "result",
) -> Asks[Attack]:
    """An attack: d20 + modifiers against Armor Class. A natural 1 misses; a natural 20 hits.

    A natural 20, or a hit in the threat range, threatens a critical hit, which a second roll that hits
    confirms. A critical hit's damage is multiplied, by 2 if nothing else is said; extra dice are not.
    Damage is at least 1.
    """
    counted = breakdown(modifiers)
    yield from _told(counted)
    bonus = counted.total
    natural = yield d(20)
    yield note("rolls {} {:+} = {} against {}", natural, bonus, natural + bonus, armor_class)
    if not _hits(natural, bonus, armor_class):
        return Attack(False)
    critical = False
    if natural >= threat:
        second = yield d(20)
        critical = _hits(second, bonus, armor_class)
        yield note("a threat; {} {} it", second, "confirms" if critical else "does not confirm")
    times = added_up(multipliers) if critical else 1
    done = yield _damage(damage, extra, times, multiplied == "rolls")
    return Attack(True, critical, done)


def _hits(natural: int, bonus: int, armor_class: int) -> bool:
    return natural == 20 or (natural != 1 and natural + bonus >= armor_class)


@rule(name="damage", told_inside=True)
def _damage(weapon: Any, extra: Any, times: int, each_rolled: bool) -> Asks[int]:
    if times > 1:
        yield note("damage ×{}", times)
    done = 0
    for _ in range(times if each_rolled else 1):
        done += yield weapon
    done *= 1 if each_rolled else times
    done += (yield extra) if extra is not None else 0
    return max(1, rounded_down(done))


# Dice, multiplied and divided


@game.rule(refuse=_not_numbers)
def roll(
    what: Annotated[Expression, "such as 3d4+3"],
    multipliers: Annotated[Sequence[Multiplier], "of an abstract value they add up"] = (),
    real_world: Annotated[bool, "a weight or distance: multipliers multiply"] = False,
    divide: Annotated[int, Bounds(1), "fractions round down"] = 1,
    at_least_one: Annotated[bool, "as damage and hit points are"] = False,
) -> Asks[int]:
    """Dice, multiplied and divided; fractions round down, and damage and hit points are at least 1.

    Several multipliers on an abstract value add up, each after the first less 1: ×2 ×2 is ×3. On
    real-world values they multiply: ×8 ×3 is ×24.
    """
    times = (compounded if real_world else added_up)(multipliers)
    if times > 1 or divide > 1:
        yield note("×{}, divided by {}", times, divide)
    rolled = yield what
    result = rounded_down(rolled * times, divide)
    return max(1, result) if at_least_one else result


@game.rule
def percentile() -> Asks[int]:
    """d%: the tens die, named beforehand, then the ones die; two zeros are 100."""
    return (yield from two_dice())
