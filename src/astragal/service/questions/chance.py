"""``chance``: the chance of one outcome, or of a number or more, or less."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from astragal.errors import OddsError, ParameterError
from astragal.service import data
from astragal.service.fields import AIM, OF, SUBJECT, optional, text
from astragal.service.question import AboutSubject, Given

if TYPE_CHECKING:
    from astragal.limits import Limits
    from astragal.outcome import Number, Outcome
    from astragal.probability.distribution import Distribution
    from astragal.service.subject import Subject

ASKED = (
    optional("at_least", text, "the chance of N or more", shown="N", several=True),
    optional("at_most", text, "the chance of N or less", shown="N", several=True),
    optional("exactly", text, "the chance of one outcome", shown="X", several=True),
)


class Found(NamedTuple):
    """A chance, with the question that it answers."""

    label: str
    words: str
    chance: Fraction

    def to_data(self) -> dict[str, Any]:
        from astragal.render.data import DATA_VERSION, fraction_data

        return {
            "version": DATA_VERSION,
            "expression": self.label,
            "question": self.words,
            "probability": fraction_data(self.chance),
        }


class Answer(TypedDict):
    version: int
    expression: str
    question: str
    probability: data.Fraction


class Chance(AboutSubject):
    """The chance of one outcome, or of a number or more, or less."""

    name = "chance"
    fields = (*SUBJECT, AIM, OF, *ASKED)
    answers = Answer

    def found(self, subject: Subject, given: Given, limits: Limits) -> Found:
        from astragal.service.questions.odds import seen

        asked = [(each.name, given[each.name]) for each in ASKED if given[each.name] is not None]
        if len(asked) != 1:
            names = ", ".join(each.name for each in ASKED)
            raise ParameterError("unfit-field", f"chance takes one of {names}")
        odds = subject.experiment.odds(
            variables=subject.variables, aim=subject.aim(given["aim"]), limits=limits
        )
        return chance_of(seen(odds, given["of"])[0], *asked[0])


def chance_of(odds: Distribution, asked: str, typed: str) -> Found:
    """The chance asked for; raises OddsError if no outcome matches."""
    typed = " ".join(typed.split())
    if asked == "exactly":
        outcome = number_in(typed) if odds.numeric else _named(odds, typed)
        return Found(odds.label, f"exactly {typed}", odds.probability(outcome))
    number = number_in(typed)
    if not odds.numeric:
        from astragal.outcome import show

        raise OddsError(
            "not-numbers",
            f"`{odds.label}` gives no numbers",
            hint=f"e.g. --exactly '{show(next(iter(odds)))}'",
        )
    chance = odds.at_least(number) if asked == "at_least" else odds.at_most(number)
    return Found(odds.label, f"{asked.replace('_', ' ')} {number}", chance)


def number_in(typed: str) -> Number:
    """The number that was typed; raises ParameterError if it is not a number."""
    from astragal._visible import in_short
    from astragal.outcome import read_number

    number = read_number(typed)
    if number is None:
        message = f"{in_short(typed)} is not a number; write it like 15, 7/2 or 3.5"
        raise ParameterError("bad-field", message)
    return number


def _named(odds: Distribution, typed: str) -> Outcome:
    """The outcome with this name, as displayed; ``true`` and ``false`` also work."""
    from astragal.outcome import show

    names: dict[str, Outcome] = {show(outcome): outcome for outcome in odds}
    if odds.truth:
        names |= {"true": True, "false": False}
    wanted = typed.lower() if odds.truth else typed
    if wanted not in names:
        some = ", ".join(list(names)[:8])
        message = f"`{odds.label}` never gives {typed}"
        raise OddsError("no-such-outcome", message, hint=f"it gives {some}")
    return names[wanted]
