"""Parts, powers and limits: a third of it, squared, minimum 1."""

from __future__ import annotations

from astragal.die import Die
from astragal.talk.changing import dice_of, modified, put
from astragal.talk.phrase import Heard, NotHeardError, Said, also, number, phrases
from astragal.talk.results import whole
from astragal.talk.terms import split_terms
from astragal.talk.unclear import two_ways

ROWS = """
<rounded> = rounded|rounding|round {way}

# Half, rounded | pool | half
half [of] {dice} <rounded>
half [of] {dice} {way}
{dice} halved <rounded>
half of 8d6 rounded down => 8d6 // 2
half 8d6, rounded up => ceil(8d6 / 2)

# Half | pool with labels | ? ({dice})//2 :: rounds down :: ({dice})/2 :: keeps the half
half [of|as_much_as] {dice}
{dice} halved
{dice} half|half_damage [on|with|for] [a|the] [save|successful_save|success]
{dice}, half|half_damage [on|with|for] [a|the] save|successful_save|success
{dice} [with] [a] save [for|takes|does] half [damage]
half of 8d6 => `8d6 // 2` rounds down, `8d6 / 2` keeps the half

# A part | pool | share
[a|{n}] {part} [as_much] of|as {dice} <rounded>
[a|{n}] {part} [as_much] of|as {dice}
a quarter of 8d6 => 8d6 / 4
two thirds of 3d6 => 3d6 * 2 / 3
a third of 3d6 rounded down => 3d6 // 3
a third of 3d6+4 => `(3d6 + 4) / 3` is about all of it, `3d6 / 3 + 4` is about that part alone

# A percentage | pool | first ({dice})*{n}/100
{n}% of {dice}
{n} percent of {dice}
50% of 8d6 => 8d6 * 50 / 100

# Rounded | pool | rounded
{dice} <rounded>
10d6 divided by 3 rounded up => ceil(10d6 / 3)

# Powers | pool | last ({dice})**{power}
{dice} {power}
[the] {power} of {dice}
2d6 squared => 2d6 ** 2

# Higher powers | pool | last ({dice})**{n}
{dice} [raised] to the power [of] {n}
2d6 to the power of 4 => 2d6 ** 4

# Negative | pool | first -({dice})
negative {dice}
negative 2d6 => -2d6

# A low roll counts as more | repeat | counted_as
{dice} treat|treating|count|counting {face} as [a|an] {n}
{dice} {face} count|counts as [a|an] {n}
d20 treat 9 or lower as 10 => 1d20min10

# Reliable talent | title | + min10
{dice} [with] reliable talent
d20+5 with reliable talent => 1d20min10 + 5

# A limit of each die | repeat | each_limited
each|every die [has|with] [a] {limit} [of|is|at] {n} on|of|in {dice}
{dice} each|every die [has|with] [a] {limit} [of|is|at] {n}
{dice} with [a] {limit} [of|is|at] {n} each|per_die|on_each_die|for_each_die
each die minimum 2 on 3d6 => 3d6min2

# A limit | repeat | limited
{dice} [with|at|to] [a|an] {limit} [of|is|at] {n}
{dice} but [always] {bound} {n}
2d6-2 minimum 1 => max(1, 2d6 - 2)
2d6+5 max 10 => min(10, 2d6 + 5)
2d6-2 but at least 1 => max(1, 2d6 - 2)
d20 + 7 min 10 => `max(10, 1d20 + 7)` limits the total, `1d20min10 + 7` limits each die

# A limit, or a question | repeat | limited_or_compared
{dice} {bound} {n}
2d6-5 never below 0 => `max(0, 2d6 - 5)` limits the total, `2d6 - 5 >= 0` asks if that is so
2d6-3, at least 1 => `max(1, 2d6 - 3)` limits the total, `2d6 - 3 >= 1` asks if that is so
8d6 no more than 30 => `min(30, 8d6)` limits the total, `(8d6) <= 30` asks if that is so
"""


def half(said: Said) -> Heard:
    return whole(said, lambda text: _rounded(f"({text})/2", said))


def share(said: Said) -> Heard:
    """``three quarters of 8d6``: exactly, or rounded as said."""
    parts = said.meaning("part")
    times = f"*{said['n']}" if said.number(1) != 1 else ""
    if said.number(1) < 1:
        raise NotHeardError
    if "way" in said:
        return whole(said, lambda text: _rounded(f"({text}){times}/{parts}", said))
    heard = whole(said, lambda text: f"({text}){times}/{parts}")
    down = said.dice.changed(lambda text: f"({text}){times}//{parts}")
    return heard._replace(alternatives=(also(down.text, "rounds down"),))


def _rounded(quotient: str, said: Said) -> str:
    rounding = said.meaning("way")
    if rounding == "floor" and quotient.count("/") == 1:
        return quotient.replace("/", "//")
    return f"{rounding}({quotient})"


def rounded(said: Said) -> Heard:
    heard = number(said.dice)
    if "/" not in heard.text:
        raise NotHeardError  # whole numbers need no rounding, so something else was meant
    return heard.changed(lambda text: f"{said.meaning('way')}({text})")


def counted_as(said: Said) -> Heard:
    """``treat 9 or lower as 10``: a minimum for each die."""
    face, least = said.face, said.number()
    top = {"<=": face.low, "<": face.low - 1, "=": face.high or face.low}.get(face.sign)
    starts = face.sign != "=" or face.low == 1
    if top != least - 1 or not starts or face.several:
        raise NotHeardError
    return modified(said.dice, f"min{least}")


_WAYS = {"l": ("max", "min", ">="), "h": ("min", "max", "<=")}
"""For each limit: the function of a total, the modifier of dice, and the comparison."""


def each_limited(said: Said) -> Heard:
    word = {"l": "min", "h": "max"}[said.meaning("limit")]
    return modified(said.dice, f"{word}{said['n']}")


def limited(said: Said) -> Heard:
    """``2d6-2 minimum 1``: of the total; ambiguous where a limit of each die would differ."""
    heard, limit = number(said.dice), said.number()
    function, modifier, _ = _WAYS[said.meaning("limit" if "limit" in said else "bound")]
    if not heard.rolls:
        raise NotHeardError
    total = f"{function}({limit}, {heard.expression.uncommented})"
    dice, body = dice_of(heard.text), heard.expression.body
    only = dice[0] if len(dice) == 1 else None
    if only and isinstance(only.die, Die) and not (body == only and only.single):
        lowest, highest = only.die.lowest, only.die.highest
        if lowest < limit <= highest if function == "max" else lowest <= limit < highest:
            text = heard.text[only.span.start : only.span.end]
            each = put(heard.text, only, f"{text}{modifier}{limit}")
            raise two_ways(total, "limits the total", each, "limits each die")
    return heard._replace(text=total, alternatives=())


def limited_or_compared(said: Said) -> Heard:
    """``2d6-5 never below 0``: a limit, or a comparison.

    ``at least`` compares, unless something is subtracted and the number is small.
    """
    taken = any(sign == "-" for sign, _ in split_terms(said.dice.text))
    if said["bound"].lower() in ("at least", "at most") and not (taken and said.number() <= 1):
        raise NotHeardError
    compared = f"({said.dice.expression.uncommented}) {_WAYS[said.meaning('bound')][2]} {said['n']}"
    raise two_ways(limited(said).text, "limits the total", compared, "asks if that is so")


PHRASES = phrases(ROWS, globals())
