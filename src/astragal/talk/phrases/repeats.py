"""The same roll several times, and several rolls."""

from __future__ import annotations

import re

from astragal.errors import AstragalError
from astragal.notation.expression import Expression
from astragal.notation.nodes.several import Several
from astragal.talk.changing import dice_of, labelled, put
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Said, joined, parsed
from astragal.talk.unclear import two_ways

_AND = re.compile(r",? and | & ", re.IGNORECASE)
_REROLLED = re.compile(r"re-?roll[a-z]*(?! .*(?:once|drop|keep|take)).*", re.IGNORECASE)
_PARTS = re.compile(r"(?:[,;]| and then| then|[,;] and|[,;] then)(?: |$)", re.IGNORECASE)


def _times(said: Said) -> int:
    return said.meaning("times") if "times" in said else said.number()


def _repeated(said: Said) -> Heard:
    count = _times(said)
    _check_rerolls(said, count)
    return said.dice.changed(lambda text: f"{count}x({text})")


def _check_rerolls(said: Said, count: int) -> None:
    """``reroll 1s twice`` may be about the re-rolls alone."""
    dice = dice_of(said.dice.text)
    if _REROLLED.search(said["dice"]) and len(dice) == 1:
        (only,) = dice
        again = "".join(str(each) for each in only.modifiers[-1:])
        more = put(said.dice.text, only, f"{only}{again * (count - 1)}")
        whole = f"{count}x({said.dice.text})"
        raise two_ways(whole, f"rolls all {count} times", more, f"re-rolls up to {count} times")


def _unclear(said: Said) -> Heard:
    """``3 times 2d6`` and ``2d6 x3``: rolled again, or multiplied."""
    count = _times(said)
    if not said.dice.is_number:
        raise NotHeardError
    dice = str(said.dice.expression)
    one, other = f"{count}x({dice})", f"{count}*({dice})"
    raise two_ways(one, f"rolls {count} times", other, "multiplies one roll")


def _several(said: Said) -> Heard:
    parts = [part for part in _PARTS.split(said["parts"]) if part.strip()]
    if len(parts) < 2:
        raise NotHeardError
    heard = [said.listener.hear(part) for part in parts]
    if not all(each.rolls for each in heard):
        raise NotHeardError  # "d20 then 5" is not two rolls
    return joined(list(map(_own_label, heard)), _listed)


def _own_label(heard: Heard) -> Heard:
    """Of several rolls, each has its own name: as a label, since a title is for the whole."""
    if heard.title and heard.is_number:
        return labelled(heard, heard.title)._replace(title="")
    return heard


def _listed(texts: list[str]) -> str:
    """Rolls as one text: built of nodes, since a comma may belong to the name of a range."""
    rolls = [parsed(text) for text in texts]
    try:
        return str(Expression(Several(tuple(each.body for each in rolls))))
    except AstragalError:
        raise NotHeardError from None


def _added_or_alone(said: Said) -> Heard:
    heard = [said.listener.hear(part) for part in _AND.split(said["parts"])]
    if len(heard) < 2 or not any(each.rolls for each in heard):
        raise NotHeardError
    if not all(each.is_number for each in heard):
        raise NotHeardError
    texts = [str(each.expression) for each in heard]
    raise two_ways(" + ".join(texts), "adds them up", ", ".join(texts), "rolls each alone")


def _either(said: Said) -> Heard:
    one, other = said.heard("dice"), said.heard("other")
    if not (one.is_number and other.is_number and one.rolls and other.rolls):
        raise NotHeardError
    first, second = str(one.expression), str(other.expression)
    raise two_ways(
        f"{{{first}, {second}}}kh1", "takes the better", f"{first}, {second}", "rolls both"
    )


def _in_order(said: Said) -> Heard:
    """``3d6 in order``: scores as they fall, or sorted dice."""
    if not said.dice.is_number:
        raise NotHeardError
    dice = str(said.dice.expression)
    raise two_ways(f"6x({dice})", "rolls six scores as they fall", f"{dice}s", "sorts the dice")


PHRASES = (
    Phrase(
        "In order",
        Level.REPEAT,
        ("{dice} [down] in order", "{dice} down the line"),
        _in_order,
        (("3d6 in order", "`6x(3d6)` rolls six scores as they fall, `3d6s` sorts the dice"),),
    ),
    Phrase(
        "Several rolls",
        Level.SEVERAL,
        ("{parts}",),
        _several,
        (
            ("d20+5 to hit, 2d6+3 damage", "(1d20 + 5)[to hit], (2d6 + 3)[damage]"),
            ("2d6 then d8", "2d6, 1d8"),
            ("4d6 drop lowest, d20 with advantage", "4d6dl1, 2d20kh1"),
        ),
    ),
    Phrase(
        "Several times",
        Level.REPEAT,
        (
            "{dice} {times}",
            "{times}: {dice}",
            "{dice} {n} times|time [over|in_a_row|each]",
            "{n} rolls|sets|lots|throws of {dice}",
            "{n} times: {dice}",
        ),
        _repeated,
        (
            ("d6 twice", "2x(1d6)"),
            ("2d6 thrice", "3x(2d6)"),
            ("d20+2 3 times", "3x(1d20 + 2)"),
            ("4d6 drop lowest six times", "6x(4d6dl1)"),
            ("roll 4d6 keep highest 3, six times", "6x(4d6kh3)"),
            ("three rolls of 2d6", "3x(2d6)"),
        ),
    ),
    Phrase(
        "Times",
        Level.REPEAT,
        ("{n} times {dice}", "{times} {dice}", "{dice} x{n}", "{dice} x {n}", "{dice} {n}x"),
        _unclear,
        (
            ("3 times 2d6", "`3x(2d6)` rolls 3 times, `3 * 2d6` multiplies one roll"),
            ("4d6dl1 x6", "`6x(4d6dl1)` rolls 6 times, `6 * 4d6dl1` multiplies one roll"),
            ("twice 2d6", "`2x(2d6)` rolls 2 times, `2 * 2d6` multiplies one roll"),
        ),
    ),
    Phrase(
        "Or",
        Level.AND,
        ("[either] {dice} or {other}",),
        _either,
        (("2d6 or 1d8", "`{2d6, 1d8}kh1` takes the better, `2d6, 1d8` rolls both"),),
    ),
    Phrase(
        "And",
        Level.AND,
        ("{parts}",),
        _added_or_alone,
        (("a d20 and a d6", "`1d20 + 1d6` adds them up, `1d20, 1d6` rolls each alone"),),
    ),
)
