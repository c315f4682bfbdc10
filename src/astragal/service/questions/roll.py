"""``roll``: roll dice or a rule once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from astragal.errors import ChoiceError
from astragal.rolling.sources import HandSource, SeededSource, Source
from astragal.service.fields import AIM, DECISIONS, HIDDEN, LUCK, SOURCE, SUBJECT
from astragal.service.question import Given, Question
from astragal.service.small import (
    anything,
    built_in,
    few_short,
    fits_rule,
    is_soon_over,
    no_longer_than,
    only_with,
    rolls_few_dice,
    short,
    weighs_few_faces,
)

if TYPE_CHECKING:
    from astragal.experiment.choices import Decide
    from astragal.experiment.experiment import Experiment
    from astragal.hidden import Secret
    from astragal.limits import Limits
    from astragal.service.service import Service
    from astragal.service.subject import Subject

SMALL = only_with(
    expression=rolls_few_dice,
    rule=is_soon_over,
    parameters=anything,
    game=built_in,
    seed=short,
    faces=no_longer_than(100),
    hidden=few_short,
    luck=anything,
)


def is_small_roll(given: Given) -> bool:
    """True if a roll whose fields are all small is small as a whole, too."""
    if given["rule"] is not None:
        return not given["luck"] and fits_rule(given["rule"], given["parameters"])
    return not given["luck"] or weighs_few_faces(given["expression"] or "")


class Roll(Question):
    """Roll dice or a rule: the record, and how it is told."""

    name = "roll"
    example = '{"expression": "4d6kh3", "luck": true}'
    fields = (*SUBJECT, *SOURCE, DECISIONS, AIM, HIDDEN, LUCK)
    answers = "Rolled"
    pure = False
    small = only_with(**SMALL, decisions=few_short)

    def is_small(self, given: Given) -> bool:
        return super().is_small(given) and is_small_roll(given)

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        from astragal.experiment.choices import DecisionList
        from astragal.service.answers import as_read, luck_of, roll_answer
        from astragal.service.subject import read_subject

        subject = read_subject(given, service.limits)
        experiment, secret = hidden(subject, given["hidden"])
        made = _decider(subject, given, service.limits)
        rolled = experiment.roll(
            **drawn_from(given, service),
            variables=subject.variables,
            decide=made,
            limits=service.limits,
        )
        if isinstance(made, DecisionList):
            made.finish()
        luck = luck_of(rolled, service.limits) if given["luck"] and secret is None else None
        answer = roll_answer(rolled, subject.party, luck=luck, secret=secret)
        return as_read(answer, subject.remarks, subject.understood)


def drawn_from(given: Given, service: Service) -> dict[str, Any]:
    """The source of faces: the question's faces or seed, else the service's source."""
    asked = {name: given[name] for name in ("faces", "seed") if given[name] is not None}
    return asked or {"source": service.source}


def source_given(given: Given) -> Source | None:
    """The source of the faces, if the question names one."""
    if given["faces"] is not None:
        return HandSource(given["faces"])
    return None if given["seed"] is None else SeededSource(given["seed"])


def hidden(subject: Subject, names: tuple[str, ...]) -> tuple[Experiment[Any], Secret | None]:
    """The experiment without the parameters to hide, and the secret that reveals them."""
    if not names:
        return subject.to_roll, None
    from astragal.hidden import hide

    return hide(subject.to_roll, *names)


def _decider(subject: Subject, given: Given, limits: Limits) -> Decide | None:
    if given["decisions"] is not None:
        from astragal.experiment.choices import DecisionList

        if given["aim"] is not None:
            raise ChoiceError("two-deciders", "give decisions or an aim, not both")
        return DecisionList(given["decisions"])
    from astragal.experiment.solve.advice import Adviser

    return None if given["aim"] is None else Adviser(subject.aim(given["aim"]), limits.shared())
