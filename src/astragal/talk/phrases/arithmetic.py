"""Sums, parts and multiples in words, and limits to a total."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from astragal.die import Die
from astragal.talk.changing import dice_of, put
from astragal.talk.naming import is_label
from astragal.talk.phrase import (
    Heard,
    Level,
    NotHeardError,
    Phrase,
    Rewrite,
    Said,
    also,
    joined,
)
from astragal.talk.refusing import two_ways
from astragal.talk.templates import PARTS

_NAMED_NUMBER = re.compile(r"\d+ ([^\d]+)")
_OPENING, _CLOSING = "([{", ")]}"
_AND = re.compile(r",? and |, ", re.IGNORECASE)


def _number(heard: Heard) -> Heard:
    if not heard.is_number:
        raise NotHeardError
    return heard


def _whole(said: Said, change: Callable[[str], str], at: int = 0) -> Heard:
    """A number in which a change is about the whole; refused for a sum that is not in brackets.

    ``at`` is the term that the change may be about instead: the first, or the last.
    """
    heard = _number(said.dice)
    terms = split_terms(heard.text)
    if len(terms) > 1:
        sign, term = terms[at]
        terms[at] = sign, f"({change(term)})"
        part = _written([sign for sign, _ in terms], [text for _, text in terms])
        whole = change(heard.expression.uncommented)
        raise two_ways(whole, "is about all of it", part, "is about that part alone")
    return heard.changed(change)


def _part(said: Said) -> Heard:
    """``three quarters of 8d6``: exactly, or rounded as said."""
    parts = PARTS[said["part"].lower().removesuffix("s")]
    times = f"*{said['n']}" if said.number(1) != 1 else ""
    if said.number(1) < 1:
        raise NotHeardError
    if "way" in said:
        return _whole(said, lambda text: _rounded(f"({text}){times}/{parts}", said["way"]))
    heard = _whole(said, lambda text: f"({text}){times}/{parts}")
    down = said.dice.changed(lambda text: f"({text}){times}//{parts}")
    return heard._replace(alternatives=(also(down.text, "rounds down"),))


def _rounded(quotient: str, way: str) -> str:
    if way.lower() == "up":
        return f"ceil({quotient})"
    return quotient.replace("/", "//") if quotient.count("/") == 1 else f"floor({quotient})"


def _half(said: Said) -> Heard:
    if "way" in said:
        return _whole(said, lambda text: _rounded(f"({text})/2", said["way"]))
    dice = str(_number(said.dice).expression)
    raise two_ways(f"({dice})//2", "rounds down", f"({dice})/2", "keeps the half")


def _round(said: Said) -> Heard:
    rounding = "ceil" if said["way"].lower() == "up" else "floor"
    heard = _number(said.dice)
    if "/" not in heard.text:
        raise NotHeardError  # whole numbers are not rounded: something else was meant
    return heard.changed(lambda text: f"{rounding}({text})")


def _double(said: Said) -> Heard:
    dice = str(_number(said.dice).expression)
    raise two_ways(f"({dice})*2", "doubles the total", f"({dice}) + ({dice})", "rolls it all twice")


def _critical(said: Said) -> Heard:
    """``2d6+3 crit``: twice the dice, or twice the total."""
    heard = _number(said.dice)
    more = heard.expression.uncommented
    if not dice_of(more):
        raise NotHeardError
    for dice in reversed(dice_of(more)):
        if not isinstance(dice.count, int) or dice.modifiers or str(dice.die) == "d20":
            raise NotHeardError  # a d20 is rolled to hit: nothing of it is doubled
        more = put(more, dice, f"{2 * dice.count}{dice.die}")
    total = f"({heard.expression.uncommented})*2"
    raise two_ways(more, "doubles the dice", total, "doubles the total")


def _times(said: Said) -> Heard:
    return _whole(said, lambda text: f"({text})*{said['n']}", at=-1)


def _power(exponent: int | None) -> Rewrite:
    def power(said: Said) -> Heard:
        to = said.number() if exponent is None else exponent
        return _whole(said, lambda text: f"({text})**{to}", at=-1)

    return power


def _more(sign: str) -> Rewrite:
    """``two more than 2d6``."""

    def more(said: Said) -> Heard:
        if not said.dice.rolls:
            raise NotHeardError
        return _number(said.dice).changed(lambda text: f"{text} {sign} {said['n']}")

    return more


def _added_or_more(said: Said) -> Heard:
    """``1d4 more than 2d6``: so much is added, or a comparison."""
    more, dice = _number(said.heard("more")), _number(said.dice)
    if not (more.rolls and dice.rolls):
        raise NotHeardError
    added, compared = f"{dice.text} + {more.text}", f"({more.text}) > ({dice.text})"
    raise two_ways(added, "adds it", compared, "asks if it is higher")


def _limit(function: str, modifier: str) -> Rewrite:
    """``2d6-2 minimum 1``: of the total, or of each die where that makes a difference."""

    def limited(said: Said) -> Heard:
        heard, limit = _number(said.dice), said.number()
        if not heard.rolls:
            raise NotHeardError
        dice = dice_of(heard.text)
        total = f"{function}({limit}, {heard.expression.uncommented})"
        body = heard.expression.body
        if (
            len(dice) == 1
            and isinstance(dice[0].die, Die)
            and not (body == dice[0] and dice[0].single)
        ):
            lowest, highest = dice[0].die.lowest, dice[0].die.highest
            changes = limit > lowest if function == "max" else limit < highest
            if changes and lowest <= limit <= highest:
                (only,) = dice
                text = heard.text[only.span.start : only.span.end]
                each = put(heard.text, only, f"{text}{modifier}{limit}")
                raise two_ways(total, "limits the total", each, "limits each die")
        return heard._replace(text=total, alternatives=())

    return limited


def _total(said: Said) -> Heard:
    """``the sum of 2d6 and 1d8``."""
    parts = [_number(said.listener.hear(part)) for part in _AND.split(said["parts"])]
    return joined(parts, lambda texts: " + ".join(texts))


def _difference(said: Said) -> Heard:
    one, other = _number(said.dice).text, _number(said.heard("other")).text
    raise two_ways(
        f"({one}) - ({other})",
        "takes the second from the first",
        f"abs(({one}) - ({other}))",
        "says how far apart they are",
    )


def _percentage(said: Said) -> Heard:
    return _whole(said, lambda text: f"({text})*{said['n']}/100")


def _sum(said: Said) -> Heard:
    """Terms, each of which is a phrase of its own."""
    terms = _with_numbers(split_terms(said["terms"]), said.listener.names)
    if len(terms) < 2:
        raise NotHeardError
    signs = [sign for sign, _ in terms]
    parts = [_number(said.listener.hear(term)) for _, term in terms]
    return joined(parts, lambda texts: _written(signs, texts))


def _written(signs: list[str], texts: list[str]) -> str:
    first = "-" if signs[0] == "-" else ""
    rest = (f" {sign} {text}" for sign, text in zip(signs[1:], texts[1:], strict=True))
    return first + texts[0] + "".join(rest)


def _with_numbers(terms: list[tuple[str, str]], names: Collection[str]) -> list[tuple[str, str]]:
    """``1d8 + 3 slashing`` is one part of a sum: the number belongs to the dice before it."""
    grouped: list[tuple[str, str]] = []
    for sign, term in terms:
        named = _NAMED_NUMBER.fullmatch(term)
        if grouped and named and is_label(named[1], names):
            before, dice = grouped.pop()
            grouped.append((before, f"{dice} {sign} {term}"))
        else:
            grouped.append((sign, term))
    return grouped


def split_terms(text: str) -> list[tuple[str, str]]:
    """What stands between the signs of a sum, with the sign before it; brackets are not opened."""
    terms, depth, start, sign = [], 0, 0, "+"
    for at, char in enumerate(text):
        depth += (char in _OPENING) - (char in _CLOSING)
        if char in "+-" and depth == 0 and _joins(text, at):
            if text[start:at].strip():
                terms.append((sign, text[start:at].strip()))
            sign, start = char, at + 1
    return [*terms, (sign, text[start:].strip())] if text[start:].strip() else []


def _joins(text: str, at: int) -> bool:
    """Whether a dash is a minus: in ``re-roll`` it is none."""
    return not (text[at] == "-" and text[at - 1 : at].isalpha() and text[at + 1 : at + 2].isalpha())


_ROUNDED = "rounded|rounding|round {way}"

PHRASES = (
    Phrase(
        "Half, rounded",
        Level.POOL,
        (f"half [of] {{dice}} {_ROUNDED}", "half [of] {dice} {way}", f"{{dice}} halved {_ROUNDED}"),
        _half,
        (
            ("half of 8d6 rounded down", "8d6 // 2"),
            ("half 8d6, rounded up", "ceil(8d6 / 2)"),
        ),
    ),
    Phrase(
        "Half",
        Level.POOL,
        ("half [of|as_much_as] {dice}", "{dice} halved"),
        _half,
        (("half of 8d6", "`8d6 // 2` rounds down, `8d6 / 2` keeps the half"),),
    ),
    Phrase(
        "A part",
        Level.POOL,
        (
            f"[a|{{n}}] {{part}} [as_much] of|as {{dice}} {_ROUNDED}",
            "[a|{n}] {part} [as_much] of|as {dice}",
        ),
        _part,
        (
            ("a quarter of 8d6", "8d6 / 4"),
            ("two thirds of 3d6", "3d6 * 2 / 3"),
            ("a third of 3d6 rounded down", "3d6 // 3"),
            (
                "a third of 3d6+4",
                "`(3d6 + 4) / 3` is about all of it, `3d6 / 3 + 4` is about that part alone",
            ),
        ),
    ),
    Phrase(
        "A percentage",
        Level.POOL,
        ("{n}% of {dice}", "{n} percent of {dice}"),
        _percentage,
        (("50% of 8d6", "8d6 * 50 / 100"),),
    ),
    Phrase(
        "Rounded",
        Level.POOL,
        (f"{{dice}} {_ROUNDED}",),
        _round,
        (("10d6 divided by 3 rounded up", "ceil(10d6 / 3)"),),
    ),
    Phrase(
        "Double",
        Level.POOL,
        ("double {dice}", "{dice} doubled"),
        _double,
        (("double 2d6", "`2d6 * 2` doubles the total, `2d6 + 2d6` rolls it all twice"),),
    ),
    Phrase(
        "Critical damage",
        Level.TITLE,
        (
            "{dice} [on|with|as|for] [a] crit|crits|critical [hit|damage]",
            "crit|crits|critical [hit] [damage] [for|of|on|with] {dice}",
            "{dice} crit|critical damage",
        ),
        _critical,
        (("2d6+3 crit", "`4d6 + 3` doubles the dice, `(2d6 + 3) * 2` doubles the total"),),
    ),
    Phrase(
        "Times a number",
        Level.REPEAT,
        ("{dice} times {n}",),
        _times,
        (
            ("2d6 times 10", "2d6 * 10"),
            (
                "2d6+3 times 10",
                "`(2d6 + 3) * 10` is about all of it, `2d6 + 3 * 10` is about that part alone",
            ),
        ),
    ),
    Phrase(
        "Times as much",
        Level.REPEAT,
        ("twice as much as {dice}", "{n} times as much as {dice}"),
        lambda said: _whole(said, lambda text: f"({text})*{said.number(2)}"),
        (("twice as much as 2d6", "2d6 * 2"),),
    ),
    Phrase(
        "Squared",
        Level.POOL,
        ("{dice} squared", "[the] square of {dice}"),
        _power(2),
        (("2d6 squared", "2d6 ** 2"),),
    ),
    Phrase(
        "Cubed",
        Level.POOL,
        ("{dice} cubed", "[the] cube of {dice}"),
        _power(3),
        (("2d6 cubed", "2d6 ** 3"),),
    ),
    Phrase(
        "To a power",
        Level.POOL,
        ("{dice} [raised] to the power [of] {n}",),
        _power(None),
        (("2d6 to the power of 4", "2d6 ** 4"),),
    ),
    Phrase(
        "Negative",
        Level.POOL,
        ("negative {dice}",),
        lambda said: _whole(said, lambda text: f"-({text})"),
        (("negative 2d6", "-2d6"),),
    ),
    Phrase(
        "So much more",
        Level.TARGET,
        ("{n} more|higher|greater than {dice}",),
        _more("+"),
        (("two more than 2d6", "2d6 + 2"),),
    ),
    Phrase(
        "So much less",
        Level.TARGET,
        ("{n} less|lower|fewer than {dice}",),
        _more("-"),
        (("three less than 2d6", "2d6 - 3"),),
    ),
    Phrase(
        "Added, or compared",
        Level.TARGET,
        ("{more} more than {dice}",),
        _added_or_more,
        (("1d4 more than 2d6", "`2d6 + 1d4` adds it, `1d4 > 2d6` asks if it is higher"),),
    ),
    Phrase(
        "No less than",
        Level.REPEAT,
        ("{dice} [with|at|to] [a|an] minimum|min|floor [of|is] {n}",),
        _limit("max", "min"),
        (
            ("2d6-2 minimum 1", "max(1, 2d6 - 2)"),
            (
                "d20 + 7 min 10",
                "`max(10, 1d20 + 7)` limits the total, `1d20min10 + 7` limits each die",
            ),
        ),
    ),
    Phrase(
        "No more than",
        Level.REPEAT,
        ("{dice} [with|at|to] [a|an] maximum|max|cap|capped [of|is|at] {n}",),
        _limit("min", "max"),
        (("2d6+5 max 10", "min(10, 2d6 + 5)"),),
    ),
    Phrase(
        "The sum of dice",
        Level.REPEAT,
        ("[the] sum|total of {parts}",),
        _total,
        (("the sum of 2d6 and 1d8", "2d6 + 1d8"), ("the total of 2d6", "2d6")),
    ),
    Phrase(
        "The difference of dice",
        Level.REPEAT,
        ("[the] difference of|between {dice} and {other}",),
        _difference,
        (
            (
                "the difference of 2d6 and 1d6",
                "`2d6 - 1d6` takes the second from the first, "
                "`abs(2d6 - 1d6)` says how far apart they are",
            ),
        ),
    ),
    Phrase(
        "Sums",
        Level.SUM,
        ("{terms}",),
        _sum,
        (
            ("2d6 plus 3", "2d6 + 3"),
            ("two d6 minus one", "2d6 - 1"),
            ("1d8+3 slashing + 1d6 fire", "(1d8 + 3)[slashing] + 1d6[fire]"),
            ("4d6 drop lowest plus a d4", "4d6dl1 + 1d4"),
        ),
    ),
)
