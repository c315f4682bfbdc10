"""Contests: two checks against each other."""

from __future__ import annotations

from typing import Annotated, Any

from astragal.experiment.experiment import Asks
from astragal.games.triumph.about import (
    DICE_OF,
    Ability,
    Bonus,
    Called,
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
from astragal.games.triumph.bouts import Bout
from astragal.games.triumph.contest_outcomes import Contest, OpenContest, Reactive, Reacts
from astragal.games.triumph.parties import Party, refused_names, refused_party, sides_by_name
from astragal.games.triumph.symbol_dice import CheckDice, Reroll
from astragal.mechanics.endless import may_explode_for_ever
from astragal.mechanics.unsettled import or_unsettled
from astragal.notation.expression import Expression
from astragal.rules.introductions import Words
from astragal.rules.parameters import Hideable


def refused_sides(given: Any) -> str | None:
    """The reason why the parameters of two sides conflict; None if they do not."""
    why = refused_party(given) or refused_party(given, "opponent_") or refused_names(given)
    return why or _refused_bonuses(given) or _refused_explosions(given.dice, given.opponent_dice)


def refused_hiding(given: Any) -> str | None:
    """The reason why checks cannot be rolled with a hidden ability score; None if they can."""
    going = [each for each in (given.dice, given.opponent_dice) if each and each.explodes]
    endless = any(
        isinstance(dice, Expression) and may_explode_for_ever(dice)
        for dice in (given.bonus, given.opponent_bonus)
    )
    if going or endless:
        return (
            "dice explode as long as that can decide, which would tell the hidden ability score; "
            "`!o` explodes once only"
        )
    return None


def _refused_bonuses(given: Any) -> str | None:
    """Refuse two totals without end, as the possible margins could not be listed."""
    endless = [
        f"{name}: `{dice}`"
        for name in ("bonus", "opponent_bonus")
        if isinstance(dice := getattr(given, name), Expression) and may_explode_for_ever(dice)
    ]
    if not endless or given.opponent is None:
        return None
    others = [each for each in (given.dice, given.opponent_dice) if each and each.explodes]
    if len(endless) < 2 and not others:
        return None
    what = "dice of the other side" if len(endless) == 2 else "d20s of a contest"
    return f"{endless[0]} may explode without end, and so may {what}; `!o` explodes once only"


def _refused_explosions(ours: CheckDice | None, theirs: CheckDice | None) -> str | None:
    exploding = [each for each in (ours, theirs) if each is not None and each.explodes]
    if len(exploding) == 2 and max(each.kept for each in exploding) > 1:
        return "where dice explode on both sides, each side keeps one: write ▲ or ▼ once"
    return None


def _refuse(given: Any) -> str | None:
    hidden = given.opponent is None
    return refused_sides(given) or (refused_hiding(given) if hidden else None)


@or_unsettled(Contest)
@game.rule(
    refuse=_refuse,
    settle=sides_by_name,
    aim="wins",
    open_aim=lambda given: "total" if given.opponent is None else "",
)
def contest(
    ability: Ability = 0,
    opponent: Annotated[
        int | None,
        Hideable(),
        Words("{:+}", hidden="a hidden ability score"),
        "the opponent's ability score",
    ] = 0,
    proficiency: Skill = Proficiency.INCOMPETENCE,
    opponent_proficiency: Skill = Proficiency.INCOMPETENCE,
    reactive: Reacts = Reactive.NOBODY,
    dominance: Dominance = 0,
    threat: Threat = 0,
    opponent_dominance: Dominance = 0,
    opponent_threat: Threat = 0,
    bonus: Bonus = 0,
    opponent_bonus: Bonus = 0,
    dice: Dice = None,
    opponent_dice: Dice = None,
    reroll: Rerolls = Reroll.CHOOSE,
    triumph_from: TriumphFrom = 20,
    disaster_to: DisasterTo = 1,
    opponent_triumph_from: TriumphFrom = 20,
    opponent_disaster_to: DisasterTo = 1,
    opponent_reroll: Rerolls = Reroll.CHOOSE,
    names: Called = (),
) -> Asks[Contest | OpenContest]:
    """A contest: both make a check, and the higher total wins.

    A tie goes to the side that reacts; otherwise a coin decides. Two triumphs, or two disasters,
    cancel out, and totals are compared; one alone decides; if there is one of each, both apply. We
    roll our d20s and decide on our ♻; then the opponent, who sees that, does the same, and decides
    against us. Then the d6s are rolled. As long as the opponent's ability score is hidden, a coin
    is tossed for a tie anyway.
    """
    us, them = names or ("", "")
    bout = Bout(
        Party(
            dice or DICE_OF[proficiency],
            *(reroll, ability, bonus, dominance, threat, triumph_from, disaster_to, us),
        ),
        Party(
            opponent_dice or DICE_OF[opponent_proficiency],
            *(opponent_reroll, opponent or 0, opponent_bonus, opponent_dominance, opponent_threat),
            *(opponent_triumph_from, opponent_disaster_to, them, True),
        ),
        reactive,
    )
    if opponent is None:
        return (yield from bout.open_steps())
    return (yield bout)  # type: ignore[no-any-return]
