"""Rolls against a number: vs 15, DC 15, under 45."""

from __future__ import annotations

from astragal.talk.changing import counted_dice
from astragal.talk.conditions import Condition, split_total, total_conditions
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Said, joined
from astragal.talk.refusing import ambiguous, two_ways


def _compared(said: Said) -> Heard:
    split = split_total(said["roll"])
    if split is None:
        raise NotHeardError
    dice, conditions = split
    return _met(said.listener.hear(dice), conditions)


def _asked_first(said: Said) -> Heard:
    return _met(said.dice, total_conditions(said["total"]))


def _met(dice: Heard, conditions: tuple[Condition, ...]) -> Heard:
    if not conditions or not dice.is_number:
        raise NotHeardError
    counted = counted_dice(dice.text, conditions[-1])
    if counted is not None:
        total = f"({dice.text}) {conditions[-1].text}"
        raise two_ways(counted, "counts the dice that match", total, "compares the total")
    texts = [f"({dice.text}) {each.text}" for each in conditions]
    if len(texts) > 1:
        (one, other), (it, that) = texts, (each.words for each in conditions)
        raise two_ways(one, f"needs {it}", other, f"needs {that}", asked=(it, that))
    return dice.changed(lambda text: f"({text}) {conditions[0].text}")


def _against(said: Said) -> Heard:
    """Two sides that roll; one that is only a number is met or beaten."""
    ours, theirs = said.heard("dice"), said.heard("other")
    if not (ours.is_number and theirs.is_number and ours.expression.body.draws):
        raise NotHeardError
    sign = "vs" if theirs.rolls else ">="
    return joined([ours, theirs], lambda sides: f"({sides[0]}) {sign} ({sides[1]})")


def _beating(said: Said) -> Heard:
    if not said.heard("other").rolls:
        raise NotHeardError
    return _against(said)


def _more_than(said: Said) -> Heard:
    ours, theirs = said.heard("dice"), said.heard("other")
    if not (ours.is_number and theirs.is_number and theirs.expression.body.draws):
        raise NotHeardError
    return joined([ours, theirs], lambda texts: f"({texts[0]}) > ({texts[1]})")


def _no_dice(said: Said) -> Heard:
    if not total_conditions(said["total"], bare=True):
        raise NotHeardError
    raise ambiguous("on which dice?", "e.g. `d20+5 vs 15`, or `odds of 15 or more on 3d6`")


PHRASES = (
    Phrase(
        "Against a number",
        Level.TARGET,
        ("{roll}",),
        _compared,
        (
            ("1d20+5 vs 15", "1d20 + 5 >= 15"),
            ("d20 + 5 against AC 15", "1d20 + 5 >= 15"),
            ("d20+5 DC 15", "1d20 + 5 >= 15"),
            ("3d6 at least 15", "(3d6) >= 15"),
            ("d100 under 45", "1d100 < 45"),
            ("2d6 over 7", "(2d6) > 7"),
            ("2d6 between 6 and 8", "(2d6) = 6..8"),
            (
                "6d10 difficulty 7",
                "`6d10c>=7` counts the dice that match, `(6d10) >= 7` compares the total",
            ),
            (
                "8d6 5+",
                "`8d6c>=5` counts the dice that match, `(8d6) >= 5` compares the total",
            ),
            (
                "d20+5 to beat 15",
                "`1d20 + 5 > 15` needs more than 15, `1d20 + 5 >= 15` needs 15 or more",
            ),
        ),
    ),
    Phrase(
        "A number on dice",
        Level.TARGET,
        ("{total} on|with|from|using {dice}",),
        _asked_first,
        (
            ("under 45 on d100", "1d100 < 45"),
            ("15 or more on 3d6", "(3d6) >= 15"),
            ("DC 15 with d20+3", "1d20 + 3 >= 15"),
        ),
    ),
    Phrase(
        "Against a roll",
        Level.TARGET,
        ("{dice} vs|vs.|versus|against {other}",),
        _against,
        (
            ("d20+5 against d20+3", "1d20 + 5 vs 1d20 + 3"),
            ("d20 with advantage vs d20+3", "2d20kh1 vs 1d20 + 3"),
            ("d20+5 vs 10+3", "1d20 + 5 >= 10 + 3"),
        ),
    ),
    Phrase(
        "Beating a roll",
        Level.TARGET,
        ("{dice} beat|beats|beating|to_beat {other}",),
        _beating,
        (("odds of 2d6 beating 1d12", "the odds of 2d6 vs 1d12"),),
    ),
    Phrase(
        "More than a roll",
        Level.TARGET,
        ("{dice} [is|being|rolls|rolling] more|higher|greater than {other}",),
        _more_than,
        (("odds of 2d6 higher than 1d12", "the odds of (2d6) > 1d12"),),
    ),
    Phrase(
        "A number without dice",
        Level.QUESTION,
        ("{total}",),
        _no_dice,
        (
            ("DC 15", "e.g. `d20+5 vs 15`"),
            ("at least 15", "e.g. `d20+5 vs 15`"),
        ),
    ),
)
