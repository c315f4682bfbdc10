"""Attacks: a check or a contest, and damage if it hits."""

from __future__ import annotations

from typing import Annotated, Any

from astragal._value import Value
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.games.triumph.about import (
    DICE_OF,
    Ability,
    Bonus,
    Called,
    Dc,
    Dice,
    DisasterTo,
    Dominance,
    Proficiency,
    Rerolls,
    Skill,
    Threat,
    TriumphFrom,
    game,
)
from astragal.games.triumph.attack_outcomes import Attack, OpenAttack, OpenBout
from astragal.games.triumph.bouts import Bout
from astragal.games.triumph.checks import OpenCheck, checked
from astragal.games.triumph.contest_outcomes import Reactive, Reacts
from astragal.games.triumph.contests import refused_hiding, refused_sides
from astragal.games.triumph.damage import Damage, as_rolled
from astragal.games.triumph.fortunes import Fortune
from astragal.games.triumph.parties import Party, sides_by_name
from astragal.games.triumph.symbol_dice import Reroll
from astragal.mechanics.dice import not_numbers
from astragal.mechanics.unsettled import or_unsettled
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.rules.introductions import Words
from astragal.rules.ordered import Side
from astragal.rules.parameters import Hideable, OrText
from astragal.rules.rule import rule
from astragal.rules.types.containers import Hidden


class Assault(Value):
    """The attacker, the target, and the damage of a hit and of a critical hit."""

    attacker: Party
    damage: Expression
    critical: Expression
    dc: int | None
    bout: Bout | None
    hidden: bool = False
    """True if the defender's ability score is hidden"""

    def dice(self, fortune: Fortune) -> Expression:
        """The damage dice of a hit."""
        rolled = self.critical if fortune is Fortune.TRIUMPH else self.damage
        return as_rolled(rolled, self.attacker.reroll)

    def roll(self) -> Experiment[Any]:
        """The roll to hit: against the DC, or against the defender."""
        if self.bout is not None:
            return self.bout
        return against_dc(self.attacker, self.dc, self.attacker.d20s())


def read_hit(made: Any) -> tuple[bool, Fortune, Fortune]:
    """Whether a check or a contest hits, and the fortunes of both sides."""
    if hasattr(made, "passes"):
        return made.passes, made.fortune, Fortune.NONE
    return made.wins, made.ours, made.theirs


@rule(name="to hit", inline=True)
def against_dc(attacker: Any, dc: Any, d20s: Any) -> Asks[Any]:
    """A check against the DC."""
    return (yield from checked(attacker, dc, d20s, tells_fortune=True))


@rule(name="attack", inline=True)
def _struck(assault: Any) -> Asks[Attack | OpenAttack | OpenBout]:
    """The roll to hit, and damage if it does."""
    if assault.hidden:
        return (yield from _against_hidden(assault))
    made: Any = yield assault.roll()
    if isinstance(made, OpenCheck):
        open_damage = None
        if made.natural != Fortune.DISASTER.value:
            fortune = Fortune.TRIUMPH if made.natural else Fortune.NONE
            open_damage = yield Damage(assault.dice(fortune))
        return OpenAttack(made.total, made.natural, open_damage)
    hits, fortune, theirs = read_hit(made)
    if made.why:
        yield note(": {}", made.why)
    if not hits:
        return Attack(False, fortune, 0, theirs)
    dealt: Any = yield Damage(assault.dice(fortune))
    return Attack(True, fortune, dealt, theirs)


def _against_hidden(assault: Assault) -> Asks[OpenBout]:
    """Both rolls, and the damage unless the attack is sure to miss."""
    assert assault.bout is not None
    made: Any = yield from assault.bout.open_dice()
    seen = OpenBout(made.total, made.natural, made.opponent_rolled, made.theirs)
    if made.decided is Side.LOSE:
        return seen
    critical = made.decided is Side.WIN and made.natural == Fortune.TRIUMPH.value
    fortune = Fortune.TRIUMPH if critical else Fortune.NONE
    dealt: Any = yield Damage(assault.dice(fortune))
    return seen.replaced(damage=dealt)


D6 = parse("1d6")


def _refuse(given: Any) -> str | None:
    why = refused_sides(given) or not_numbers(given, ("damage", "critical"))
    if why:
        return why
    if given.opponent is not None and given.dc is not None:
        return "give dc, or opponent for a defender who makes a check, not both"
    if given.opponent is Hidden.HIDDEN:
        return _refused_hidden_defence(given)
    return _lost_defence(given)


def _refused_hidden_defence(given: Any) -> str | None:
    """The reason why an attack cannot be rolled with a hidden ability score; None if it can."""
    if len(given.reactive.settles(Side.TIE)) > 1:
        return "of a tie a coin would decide, which tells the hidden ability score: say who reacts"
    return refused_hiding(given)


def _lost_defence(given: Any) -> str | None:
    """Refuse the opponent's parameters without an opponent, as they would be ignored silently."""
    if given.opponent is not None:
        return None
    usual: dict[str, Any] = {
        "proficiency": Proficiency.INCOMPETENCE,
        "dice": None,
        "reroll": Reroll.CHOOSE,
    }
    usual |= {"dominance": 0, "threat": 0, "bonus": 0, "triumph_from": 20, "disaster_to": 1}
    for name, each in usual.items():
        if getattr(given, f"opponent_{name}") != each:
            return f"opponent_{name} is given, but no opponent: their ability score"
    return None


def _open_aim(given: Any) -> str:
    hidden = given.opponent is Hidden.HIDDEN or given.dc is given.opponent is None
    return "total" if hidden else ""


@or_unsettled(Attack)
@game.rule(refuse=_refuse, settle=sides_by_name, aim="hits", open_aim=_open_aim)
def attack(
    ability: Ability = 0,
    dc: Dc = None,
    damage: Annotated[OrText[Expression], Words("for {}"), "rolled on a hit; ♻ may re-roll"] = D6,
    critical: Annotated[
        OrText[Expression] | None,
        Words("or {} on a critical hit"),
        "rolled on a critical hit instead",
    ] = None,
    proficiency: Skill = Proficiency.INCOMPETENCE,
    dominance: Dominance = 0,
    threat: Threat = 0,
    bonus: Bonus = 0,
    dice: Dice = None,
    reroll: Rerolls = Reroll.CHOOSE,
    triumph_from: TriumphFrom = 20,
    disaster_to: DisasterTo = 1,
    opponent: Annotated[
        int | Hidden | None,
        Hideable(),
        Words("{:+}", hidden="a hidden ability score"),
        "instead of dc: the defender's ability score",
    ] = None,
    opponent_proficiency: Skill = Proficiency.INCOMPETENCE,
    opponent_dice: Dice = None,
    reactive: Reacts = Reactive.THEM,
    opponent_dominance: Dominance = 0,
    opponent_threat: Threat = 0,
    opponent_bonus: Bonus = 0,
    opponent_reroll: Rerolls = Reroll.CHOOSE,
    opponent_triumph_from: TriumphFrom = 20,
    opponent_disaster_to: DisasterTo = 1,
    names: Called = (),
) -> Asks[Attack | OpenAttack | OpenBout]:
    """An attack: a check, and damage if it hits; a triumph is a critical hit.

    It must beat a DC or, with ``opponent``, the defender's own check: then two triumphs cancel out,
    and a tie goes to the defender. Damage under 0 counts as 0. As long as the DC, or the defender's
    ability score, is not known, the damage is rolled unless the roll is sure to miss.
    """
    us, them = names or ("", "")
    attacker = Party(
        dice or DICE_OF[proficiency],
        *(reroll, ability, bonus, dominance, threat, triumph_from, disaster_to, us),
    )
    bout, hidden = None, opponent is Hidden.HIDDEN
    if opponent is not None:
        score = 0 if isinstance(opponent, Hidden) else opponent
        defender = Party(
            opponent_dice or DICE_OF[opponent_proficiency],
            *(opponent_reroll, score, opponent_bonus, opponent_dominance, opponent_threat),
            *(opponent_triumph_from, opponent_disaster_to, them, True),
        )
        bout = Bout(attacker, defender, reactive)
    assault = Assault(attacker, damage, critical or damage, dc, bout, hidden)
    return (yield _struck(assault))  # type: ignore[no-any-return]
