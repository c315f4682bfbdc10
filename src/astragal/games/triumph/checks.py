"""Checks: d20s + ability score against a DC, with triumph and disaster."""

from __future__ import annotations

from typing import Any, ClassVar

from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.games.triumph.about import (
    BANDS,
    DICE_OF,
    Ability,
    Bonus,
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
from astragal.games.triumph.d20s import D20Result
from astragal.games.triumph.fortunes import Fortune
from astragal.games.triumph.margins import Margin, margin_order, plus, size_text, total_text
from astragal.games.triumph.parties import Party, Total, refused_party
from astragal.games.triumph.symbol_dice import Reroll
from astragal.mechanics.unsettled import Unsettled, or_unsettled
from astragal.outcome import Verdict
from astragal.rules.ordered import RankedOutcome


class Check(RankedOutcome):
    """The result of a check: success, triumph or disaster, and the margin over the DC."""

    passes: bool
    fortune: Fortune
    margin: Margin

    headline: ClassVar[tuple[str, ...]] = ("passes", "triumph", "disaster")

    @property
    def triumph(self) -> bool:
        return self.fortune is Fortune.TRIUMPH

    @property
    def disaster(self) -> bool:
        return self.fortune is Fortune.DISASTER

    @property
    def verdict(self) -> Verdict | None:
        return self.fortune.verdict or super().verdict

    def order(self) -> tuple[Any, ...]:
        return (self.passes, self.fortune.rank, margin_order(self.margin))

    @property
    def called(self) -> str:
        return self._word if self.fortune is Fortune.NONE else self.fortune.value

    @property
    def _word(self) -> str:
        word = "success" if self.passes else "failure"
        return f"{word} by {size_text(self.margin)}" if self._margin else word

    @property
    def _margin(self) -> int:
        return margin_order(self.margin)[0]

    @property
    def shows(self) -> tuple[str, ...]:
        return () if self.fortune is Fortune.NONE or self.why else (self._word,)

    @property
    def event(self) -> str:
        if not self.why:
            return super().event
        if not self._margin:
            return f"{self.called}, a tie"
        return f"{self.called} {'above' if self._margin > 0 else 'below'} the DC"

    @property
    def why(self) -> str:
        ahead = self._margin > 0
        if self.passes is ahead:
            return "" if self._margin else "a tie goes to the DC"
        sides = f"it is {size_text(self.margin)} {'above' if ahead else 'below'} the DC"
        reached = sides if self._margin else "it only ties with the DC"
        return f"it {'succeeds' if self.passes else 'fails'} although {reached}"


def missing_dc(given: Any) -> str | None:
    if given.dc is None:
        return "dc is missing: a number to beat, or one of " + ", ".join(BANDS)
    return None


class OpenCheck(Unsettled):
    """A check against an unknown DC: its total, which may be only a bound."""

    def order(self) -> tuple[Any, ...]:
        return (margin_order(self.total), self.natural)

    def __str__(self) -> str:
        total = total_text(self.total)
        return f"{total}, {self.natural}" if self.natural else total


def outcome_of(party: Party, dc: int, rolled: D20Result, more: Margin) -> Check:
    """The result of a check from its dice; ``more`` is added to the d20s."""
    fortune = rolled.fortune
    margin = rolled.plus(plus(more, -dc))
    ahead = margin_order(margin)[0] > 0
    passes = ahead if fortune is Fortune.NONE else fortune is Fortune.TRIUMPH
    return Check(passes, fortune, margin)


def checked(
    party: Party, dc: int | None, d20s: Experiment[D20Result], tells_fortune: bool = False
) -> Asks[Any]:
    """A check against the DC, if there is one; ``d20s`` are those of the party."""
    yield from party.cancels()
    rolled: Any = yield d20s
    more: Any = yield party.circumstance(dc)
    added = plus(more, party.added)
    whole = rolled.plus(added)
    fortune = rolled.fortune if tells_fortune else Fortune.NONE
    yield note(Total(party, rolled, more, whole, fortune))
    if dc is None:
        seen = "" if rolled.fortune is Fortune.NONE else rolled.fortune.value
        return OpenCheck(whole, seen)
    return outcome_of(party, dc, rolled, added)


@or_unsettled(Check)
@game.rule(
    refuse=refused_party,
    aim="passes",
    open_aim=lambda given: "total" if given.dc is None else "",
)
def check(
    ability: Ability = 0,
    dc: Dc = None,
    proficiency: Skill = Proficiency.INCOMPETENCE,
    dominance: Dominance = 0,
    threat: Threat = 0,
    bonus: Bonus = 0,
    dice: Dice = None,
    reroll: Rerolls = Reroll.CHOOSE,
    triumph_from: TriumphFrom = 20,
    disaster_to: DisasterTo = 1,
) -> Asks[Check | OpenCheck]:
    """A check: d20s + ability score + circumstance; over the DC it succeeds, and a tie fails.

    Incompetence rolls 2d20▼, aptitude 1d20, mastery 2d20▲. A natural 20 (after ♻ ▲ ▼, before
    anything is added) is a triumph and succeeds regardless, a natural 1 a disaster and fails; both
    ranges can be wider. Each dominance adds a d6, each threat subtracts one, and they cancel one to
    one.
    """
    party = Party(
        dice or DICE_OF[proficiency],
        *(reroll, ability, bonus, dominance, threat, triumph_from, disaster_to),
    )
    return (yield from checked(party, dc, party.d20s()))
