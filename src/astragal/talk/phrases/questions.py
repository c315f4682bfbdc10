"""Questions about odds: chances, means, the highest and lowest possible."""

from __future__ import annotations

import re

from astragal.notation.nodes.dice import Dice
from astragal.talk.conditions import Condition, split_total, total_conditions
from astragal.talk.phrase import (
    Heard,
    Level,
    NotHeardError,
    Phrase,
    Rewrite,
    Said,
    UnclearPartError,
)
from astragal.talk.refusing import ambiguous
from astragal.talk.understood import Asked, Kind

_OPENING = (
    "[what|what's|whats|what're|calculate|compute|work_out|find|know|see|get] [is|are|were|would] "
    "[be] [the|my|our] [exact] odds|chance|chances|probability|probabilities|likelihood|"
    "percentage|percent_chance [distribution] [of|that|to|for|on|with|are] "
    "[i|we|you|me|it|a|an|getting] [will|can|would] "
    "[roll|rolling|get|getting|score|scoring|seeing|throw|throwing] {rest}"
)
_LIKELY = (
    "how likely|probable|often [is|are|am|would|will|does|do] [it|i|we|you] [be] [that|to] "
    "[i|we|will] [roll|rolling|get|getting|throw] {rest}"
)
_IS_IT = "[is|what] [there] [a|the] chance|odds [of|that|to|on] {rest}"
_NATURAL = re.compile(r"(?:an? )?nat(?:ural)? (\d{1,6}) (?:on|with) (.+)", re.IGNORECASE)
_ON = ("on", "with", "from", "in", "using", "out of", "when rolling", "rolling", "by rolling")


def _odds(said: Said) -> Heard:
    unclear: NotHeardError | None = None
    for way in (_number_on_dice, _dice_and_number, _dice_alone):
        try:
            return way(said)
        except UnclearPartError as part:
            unclear = unclear or part
        except NotHeardError:
            continue
    raise unclear or NotHeardError


def _number_on_dice(said: Said) -> Heard:
    """``15 or more on 3d6``."""
    rest = said["rest"]
    natural = _NATURAL.fullmatch(rest)
    if natural is not None:
        return _shown(said.listener.hear(natural[2]), Condition("=", int(natural[1])))
    for word in _ON:
        number, found, dice = rest.partition(f" {word} ")
        conditions = total_conditions(number, bare=True) if found else ()
        if conditions:
            return _asked(said.listener.hear(dice), conditions)
    raise NotHeardError


def _shown(dice: Heard, condition: Condition) -> Heard:
    """``a nat 20 on d20``: what one die shows."""
    body = dice.expression.body
    if not isinstance(body, Dice) or body.count != 1 or body.modifiers:
        raise NotHeardError
    return _asked(dice, (condition,))


def _bare_number(said: Said) -> Heard:
    """``7 on 2d6``, which nobody rolls: it is asked."""
    if not said["total"].removesuffix("s").isdecimal():
        raise NotHeardError
    return _asked(said.dice, total_conditions(said["total"], bare=True))


def _dice_and_number(said: Said) -> Heard:
    """``2d6 at least 9``."""
    split = split_total(said["rest"], bare=True)
    if split is None:
        raise NotHeardError
    return _asked(said.listener.hear(split[0]), split[1])


def _dice_alone(said: Said) -> Heard:
    heard = said.heard("rest")
    if not heard.rolls:
        raise ambiguous("on which dice?", "e.g. `odds of 15 or more on 3d6`")
    return heard._replace(kind="odds")


def _asked(dice: Heard, conditions: tuple[Condition, ...]) -> Heard:
    if not dice.is_number:
        raise NotHeardError
    asked = tuple(Asked(each.words, f"({dice.text}) {each.text}") for each in conditions)
    return dice._replace(kind="odds", asked=asked)


def _of(kind: Kind) -> Rewrite:
    def of(said: Said) -> Heard:
        if not said.dice.is_number:
            raise NotHeardError
        return said.dice._replace(kind=kind)

    return of


_WHAT = "[what|what's|whats] [is|are] [the]"

PHRASES = (
    Phrase(
        "Odds",
        Level.QUESTION,
        (_OPENING, _LIKELY, _IS_IT),
        _odds,
        (
            (
                "what are the odds of 15 on 2d6+6",
                "the odds of 2d6 + 6: exactly 15, 15 or more",
            ),
            ("chance of rolling 15 or more on 3d6", "the odds of 3d6: 15 or more"),
            ("probability of 7 with 2d6", "the odds of 2d6: exactly 7, 7 or more"),
            ("odds of 2d6 at least 9", "the odds of 2d6: 9 or more"),
            ("how likely is it to roll under 45 on d100?", "the odds of 1d100: less than 45"),
            ("What's the chance that 2d6 is 7?", "the odds of 2d6: exactly 7, 7 or more"),
            ("odds of d20+5 vs AC 15", "the odds of 1d20 + 5: 15 or more"),
            ("odds 4d6 drop lowest", "the odds of 4d6dl1"),
            ("chance of a nat 20 on d20", "the odds of 1d20: exactly 20"),
            ("odds of 7", "e.g. `odds of 15 or more on 3d6`"),
        ),
    ),
    Phrase(
        "A number on dice, asked",
        Level.QUESTION,
        ("[a|an|the] {total} on|with|from|using {dice}",),
        _bare_number,
        (("a 7 on 2d6?", "the odds of 2d6: exactly 7, 7 or more"),),
    ),
    Phrase(
        "Average",
        Level.QUESTION,
        (
            f"{_WHAT} average|mean|expected|avg|expectation [roll|result|value|damage|total] "
            "[of|on|for|from|with] {dice}",
            "{dice} on average",
            "[what] [does|do|will] {dice} average [out_to]",
        ),
        _of("mean"),
        (
            ("average of 8d6", "the mean of 8d6"),
            ("what is the mean of 2d6+3?", "the mean of 2d6 + 3"),
        ),
    ),
    Phrase(
        "Highest possible",
        Level.QUESTION,
        (
            f"{_WHAT} highest|max|maximum|most possible [roll|result|value|damage|total] "
            "[of|on|for|from|with] {dice}",
            f"{_WHAT} max|maximum damage|possible [of|on|for|from|with] {{dice}}",
            f"{_WHAT} most|highest {{dice}} can [do|roll|be|get|make]",
        ),
        _of("highest"),
        (("highest possible 8d6", "the highest possible result of 8d6"),),
    ),
    Phrase(
        "Lowest possible",
        Level.QUESTION,
        (
            f"{_WHAT} lowest|min|minimum|least possible [roll|result|value|damage|total] "
            "[of|on|for|from|with] {dice}",
            f"{_WHAT} least|lowest {{dice}} can [do|roll|be|get|make]",
        ),
        _of("lowest"),
        (("lowest possible roll of 3d6", "the lowest possible result of 3d6"),),
    ),
)
