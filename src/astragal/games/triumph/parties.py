"""The parties of a check: their d20s, their additions, and their ranges of luck."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import Any, NamedTuple

from astragal._value import Value
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.games.triumph.about import Proficiency
from astragal.games.triumph.bonuses import added_dice
from astragal.games.triumph.d20s import LEVELS, OPPONENT, D20s
from astragal.games.triumph.fortunes import Fortune, Luck
from astragal.games.triumph.margins import Beyond, Margin, plus, total_text
from astragal.games.triumph.symbol_dice import CheckDice, Reroll
from astragal.mechanics.arithmetic import cancelled, net, rounded_down
from astragal.mechanics.dice import no_number
from astragal.mechanics.endless import falls_for_ever, may_explode_for_ever
from astragal.notation.expression import Expression
from astragal.notation.modifiers.reroll import Reroll as RerollSymbol
from astragal.rolling.counts import Added, Came, Sum
from astragal.rolling.phrases import Phrase
from astragal.rules.requests.total import total
from astragal.rules.rule import rule


@rule(name="circumstance", inline=True)
def circumstance(dominance: int, threat: int, bonus: Any = None, who: str = "") -> Asks[Any]:
    """Each dominance adds a d6, each threat subtracts one; they cancel one to one.

    Then the dice of a bonus are rolled, if there are any.
    """
    edge, added = net(dominance, threat), 0
    if edge:
        rolled: int = yield total(abs(edge), 6)
        added = rolled if edge > 0 else -rolled
    if bonus is not None:
        dice: Any = yield bonus
        more = dice if isinstance(dice, Beyond) else rounded_down(dice)
        if edge:
            told = Came(d6s_text(edge), rolled, who), Came(str(bonus), more)
            yield note("{}; {}", *told)
        return plus(more, added)
    return added


def d6s_text(edge: int) -> str:
    """The net dominance or threat, with its dice."""
    return f"{'dominance' if edge > 0 else 'threat'} {abs(edge)}d6"


class Party(Value):
    """Somebody who makes a check."""

    dice: CheckDice
    reroll: Reroll
    ability: int
    bonus: int | Expression = 0
    dominance: int = 0
    threat: int = 0
    triumph_from: int = 20
    disaster_to: int = 1
    name: str = ""
    opposed: bool = False

    @property
    def added(self) -> int:
        """The fixed additions: the ability score, and a bonus that is a number."""
        return self.ability + (0 if isinstance(self.bonus, Expression) else self.bonus)

    def d20s(self, levels: int = LEVELS) -> D20s:
        by = self.name or (OPPONENT if self.opposed else "")
        luck = Luck(self.triumph_from, self.disaster_to)
        return D20s(self.dice, self.reroll, levels, by, self.opposed, luck)

    @property
    def shown(self) -> str:
        """The name of the roller in notes; "" if none is needed."""
        return self.name or (f"the {OPPONENT}" if self.opposed else "")

    @property
    def circumstance_text(self) -> str:
        """The dice rolled besides d20s, in words."""
        edge = net(self.dominance, self.threat)
        rolled = [self.bonus.spelt] if isinstance(self.bonus, Expression) else []
        return " and ".join([d6s_text(edge), *rolled] if edge else rolled)

    @property
    def explodes(self) -> bool:
        """True if a bonus may explode without end."""
        return isinstance(self.bonus, Expression) and may_explode_for_ever(self.bonus)

    def cancels(self) -> Asks[Any]:
        """Note the net dominance or threat."""
        return cancelled(self.dominance, self.threat, "dominance", "threats", who=self.shown)

    @property
    def least(self) -> int:
        """The least total, without a bonus of dice."""
        return self.dice.kept + self.added + min(0, 6 * net(self.dominance, self.threat))

    @property
    def most(self) -> int:
        """The greatest total, if no dice explode."""
        edge = max(0, 6 * net(self.dominance, self.threat))
        bonus = max(self.bonus.odds().weights) if isinstance(self.bonus, Expression) else 0
        return 20 * self.dice.kept + self.added + edge + floor(bonus)

    def circumstance(self, goal: int | None) -> Experiment[Margin]:
        """The dice besides d20s; above the ``goal``, the outcome may be only a bound."""
        if not isinstance(self.bonus, Expression):
            return circumstance(self.dominance, self.threat)
        needed = 0 if goal is None else goal - self.least
        dice = added_dice(self.bonus, needed)
        both = net(self.dominance, self.threat) != 0
        return circumstance(self.dominance, self.threat, dice, self.shown if both else "")


class Total(NamedTuple):
    """The sum of a check, for a note."""

    party: Party
    rolled: Any
    more: Margin
    """the total of the dice for circumstances"""
    whole: Margin
    fortune: Fortune = Fortune.NONE

    def told(self, names: Mapping[str, str]) -> Phrase:
        party = self.party
        flat = 0 if isinstance(party.bonus, Expression) else party.bonus
        ability = "opponent" if party.opposed else "ability"
        more = self.more if isinstance(self.more, int) else total_text(self.more)
        added = (
            Added(more, party.circumstance_text),
            Added(party.ability, parameter=ability),
            Added(flat, "bonus", "opponent_bonus" if party.opposed else "bonus"),
        )
        # In a contest, d20s explode after the d6s are rolled, so only the total has their result.
        dice: Any = self.rolled
        if isinstance(self.whole, int) and isinstance(self.more, int) and self.rolled.exploding:
            dice = self.whole - self.more - party.added
        fortune = "" if self.fortune is Fortune.NONE else self.fortune.value
        return Sum(dice, added, total_text(self.whole), party.shown, fortune).told(names)


def refused_party(given: Any, side: str = "") -> str | None:
    """The reason why the parameters of a side are contradictory; None if they are not."""
    skilled = getattr(given, f"{side}proficiency") is not Proficiency.INCOMPETENCE
    if skilled and getattr(given, f"{side}dice") is not None:
        return f"give {side}proficiency or {side}dice, not both"
    low, high = getattr(given, f"{side}disaster_to"), getattr(given, f"{side}triumph_from")
    if high <= low:
        return f"triumph {high}–20 meets disaster 1–{low}: no natural result can be both"
    return _refused_bonus(f"{side}bonus", getattr(given, f"{side}bonus"))


def _refused_bonus(name: str, bonus: Any) -> str | None:
    if not isinstance(bonus, Expression):
        return None
    if why := no_number(bonus):
        return f"{name}: {why}"
    if rerolls_in(bonus):
        return f"{name}: ♻ is for d20s and damage; give a bonus that is not re-rolled"
    if falls_for_ever(bonus):
        return f"{name}: `{bonus}` may take away more and more without end; `!o` explodes once only"
    return None


def rerolls_in(dice: Expression) -> bool:
    """True if any of the dice are re-rolled."""
    from astragal.notation.cost import nodes_in

    nodes = nodes_in(dice.bindings, dice.body)
    return any(isinstance(part, RerollSymbol) for node in nodes for part in node.parts)


def sides_by_name(values: dict[str, Any]) -> dict[str, Any]:
    """Values of a call, with a player's name in `reactive` replaced by us or them."""
    who, names = values.get("reactive"), values.get("names", ())
    if isinstance(names, str):
        names = names.replace(";", ",").split(",")
    if not isinstance(who, str) or not isinstance(names, list | tuple) or len(names) != 2:
        return values
    plain = [" ".join(name.casefold().split()) for name in names if isinstance(name, str)]
    said = " ".join(who.casefold().split())
    return {**values, "reactive": ("us", "them")[plain.index(said)]} if said in plain else values


def refused_names(given: Any) -> str | None:
    names = given.names
    if names and (len(names) != 2 or len(set(names)) != 2 or not all(map(str.strip, names))):
        return "names: two of them, ours first, that are not the same"
    return None
