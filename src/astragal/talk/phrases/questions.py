"""Questions about odds: chances, means, the highest and lowest possible."""

from __future__ import annotations

import re

from astragal.die import Die
from astragal.notation.expression import Expression
from astragal.notation.nodes.arithmetic import Sum
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.talk.changing import counted_dice, dice_of, either_way
from astragal.talk.conditions import Condition, face_condition, split_total, total_conditions
from astragal.talk.phrase import (
    Heard,
    Level,
    NotHeardError,
    Phrase,
    Rewrite,
    Said,
    UnclearPartError,
    parsed,
)
from astragal.talk.unclear import UnclearError, ambiguous
from astragal.talk.understood import Asked, Kind

_OPENING = (
    "[what|what's|whats|what're|calculate|compute|work_out|find|know|see|get] [is|are|were|would] "
    "[be] [the|my|our] [exact] odds|chance|chances|probability|probabilities|likelihood|"
    "percentage|percent_chance [distribution] [of|that|to|for|on|with|are] "
    "[i|we|you|me|it|a|an|getting] [will|can|would] "
    "[roll|rolling|get|getting|score|scoring|seeing|throw|throwing] {rest}"
)
_LIKELY = (
    "how likely|unlikely|probable|improbable|often|rare [is|are|am|would|will|does|do] "
    "[it|i|we|you] [be] [that|to] [i|we|will] [roll|rolling|get|getting|throw] {rest}"
)
_IS_IT = "[is|what] [there] [a|the] chance|odds [of|that|to|on] {rest}"
_NATURAL = re.compile(
    r"(?P<no>(?:no|not|without|never)(?: (?:rolling|getting))? )?"
    r"(?:an? )?(?:nat(?:ural)? ?(?P<face>\d{1,6})|crit(?:ical)?(?: hit)?)"
    r"(?: (?:on|with|at|for) (?:an? )?(?P<dice>.+))?",
    re.IGNORECASE,
)
_ON = (
    *("on", "with", "from", "in", "using", "out of", "when rolling", "rolling", "by rolling"),
    *("at", "for"),
)
_BONUS = re.compile(r"(.+?) (?:at |with |on )?([+-] ?\d{1,6})")
_CHANCE = re.compile(r"\d%|\bpercent\b|\d in \d", re.IGNORECASE)
_ADDED = re.compile(r"\d+\+ ")
"""``15+ d20+5``: more likely 15 or more on d20+5 than a sum."""
_ON_D20 = re.compile(r"\b(?:ac|dc|hit|hits|hitting|armou?r|save|check)\b", re.IGNORECASE)
"""Rolls of a d20, for which a bonus alone is enough."""


def _odds(said: Said) -> Heard:
    if _ADDED.match(said["rest"]):
        raise NotHeardError
    unclear: NotHeardError | None = None
    for way in (_natural, _number_on_dice, _dice_and_number, _dice_alone):
        try:
            return way(said)
        except UnclearPartError as part:
            unclear = unclear or part
        except NotHeardError:
            continue
    raise unclear or NotHeardError


def _odds_against(said: Said) -> Heard:
    rest = said["rest"]
    raise ambiguous(
        "this could mean two things",
        f"`odds of not {rest}` asks how often it fails, `odds of {rest}` how often it happens",
    )


def _rate(said: Said) -> Heard:
    """``hit chance``, ``failure rate``."""
    if _CHANCE.search(said["what"]):
        raise ambiguous("a chance of what?", f"e.g. `odds of {said['what']}`")
    heard = said.listener.hear(f"{said.meaning('happens')} {said['what']}")
    return heard._replace(kind="odds")


def _number_on_dice(said: Said) -> Heard:
    """``15 or more on 3d6``."""
    rest = said["rest"]
    if (bonus := _BONUS.fullmatch(rest)) and (conditions := total_conditions(bonus[1])):
        return _asked(_with_d20(said, bonus[2]), conditions)
    for word in _ON:
        number, found, dice = rest.partition(f" {word} ")
        conditions = total_conditions(number, bare=True) if found else ()
        if conditions:
            return _asked(_with_d20(said, dice), conditions)
    raise NotHeardError


def _with_d20(said: Said, dice: str) -> Heard:
    """Dice; or a bonus alone, to hit or against a DC."""
    heard = said.listener.hear(dice)
    if heard.rolls or not (heard.is_number and _ON_D20.search(said["rest"])):
        return heard
    return heard.changed(lambda text: f"1d20 + {text}".replace("+ -", "- ").replace("+ +", "+ "))


def _natural(said: Said) -> Heard:
    """``a nat 20``, ``a crit with advantage``: what one die shows, a d20 unless another is said."""
    found = _NATURAL.fullmatch(said["rest"])
    if found is None:
        raise NotHeardError
    on = found["dice"] or "1d20"
    crits = None if found["face"] else face_condition(on)
    if crits is not None:
        return _asked(Heard("1d20"), (crits.opposite if found["no"] else crits,))
    face = Condition("=", int(found["face"] or 20))
    return _shown(said.listener.hear(on), face.opposite if found["no"] else face)


def _shown(dice: Heard, condition: Condition) -> Heard:
    """The face of a die, without anything added to it."""
    found, body = dice_of(dice.text), dice.expression.body
    if len(found) != 1 or not found[0].single:
        raise NotHeardError
    if body != found[0] and not (isinstance(body, Sum) and ("+", found[0]) in body.terms):
        raise NotHeardError  # the die is changed, not just added to
    return _asked(Heard(str(Expression(found[0]))), (condition,))


def _bare_number(said: Said) -> Heard:
    """``7 on 2d6``, which nobody rolls: it is asked."""
    conditions = total_conditions(said["total"], bare=True)
    first = conditions[0].sign if said["total"][:1].isdecimal() and conditions else ""
    if first != "=":
        raise NotHeardError
    return _asked(said.dice, conditions)


def _dice_and_number(said: Said) -> Heard:
    """``2d6 at least 9``."""
    split = split_total(said["rest"], bare=True)
    if split is None:
        raise NotHeardError
    return _asked(_with_d20(said, split[0]), split[1])


def _dice_alone(said: Said) -> Heard:
    try:
        heard = said.heard("rest")
    except UnclearPartError as part:
        return _both(part)
    if not heard.rolls:
        raise ambiguous("on which dice?", "e.g. `odds of 15 or more on 3d6`")
    return heard._replace(kind="odds")


def _both(part: UnclearPartError) -> Heard:
    """Two chances that may be meant: both are answered."""
    chances = part.error.chances if isinstance(part.error, UnclearError) else ()
    bodies = [parsed(each.text).body for each in chances]
    totals = {str(Expression(body.left)) for body in bodies if isinstance(body, Compare)}
    if len(totals) != 1:
        raise part
    return Heard(totals.pop(), kind="odds", asked=chances)


def _asked(dice: Heard, conditions: tuple[Condition, ...]) -> Heard:
    if not (dice.is_number and dice.rolls):
        raise NotHeardError
    conditions = either_way(dice.text, conditions)
    asked = tuple(Asked(each.words, each.on(dice.text)) for each in conditions)
    first = conditions[0]
    shown = first.opposite if first.denied else first
    counted = counted_dice(dice.text, shown)
    if counted is not None:  # "a 6 on 4d6" may be asked of the total, and of the dice
        words, number = f"{shown.words} on at least one die", ">= 1"
        if first.denied:
            words, number = f"no die shows {shown.words.removeprefix('exactly ')}", "= 0"
        on_dice = Asked(words, f"({counted}) {number}")
        asked = (on_dice,) if _is_too_low(dice, shown) else (*asked, on_dice)
    return dice._replace(kind="odds", asked=asked)


def _is_too_low(dice: Heard, condition: Condition) -> bool:
    """Whether no total is as low, so that only a die can show it: ``a 1 on 5d6``."""
    only = parsed(dice.text).body
    if condition.sign != "=" or not isinstance(only, Dice) or only.modifiers:
        return False
    count, die = only.count, only.die
    return isinstance(count, int) and isinstance(die, Die) and condition.low < count * die.lowest


def _of(kind: Kind) -> Rewrite:
    def of(said: Said) -> Heard:
        if not said.dice.is_number:
            raise NotHeardError
        return said.dice._replace(kind=kind)

    return of


def _compared(said: Said) -> Heard:
    """``what's better, 2d6 or 1d12``: how often each is higher, and both means."""
    one, other = said.heard("dice"), said.heard("other")
    if not (one.is_number and other.is_number and one.rolls and other.rolls):
        raise NotHeardError
    first, second = (each.expression.uncommented for each in (one, other))
    names = (str(parsed(first)), str(parsed(second)))
    asked = (
        Asked(f"{names[0]} is higher", f"({first}) > ({second})"),
        Asked("both are equal", f"({first}) = ({second})"),
        Asked(f"{names[1]} is higher", f"({first}) < ({second})"),
        Asked(f"{names[0]} on average", first),
        Asked(f"{names[1]} on average", second),
    )
    return Heard(f"({first}) vs ({second})", kind="odds", asked=asked)


def _of_what(said: Said) -> Heard:
    raise ambiguous("the odds of what?", "e.g. `odds 2d6`, or `odds of 15 or more on 3d6`")


_WHAT = "[what|what's|whats|find|calculate|compute|work_out] [is|are] [the]"
_RESULT = "[roll|result|value|outcome|damage|total|number|score]"
_OF = "[of|on|for|from|with]"
_BETTER = "|".join(
    f"{word}{sign}"
    for word in ("better", "best", "higher", "more", "stronger", "worse", "lower")
    for sign in ("", ",", ":")
)

PHRASES = (
    Phrase(
        "Odds against",
        Level.QUESTION,
        ("[what|what's|whats] [is|are] [the|my|our] odds against {rest}",),
        _odds_against,
        (
            (
                "odds against 7 on 2d6",
                "`odds of not 7 on 2d6` asks how often it fails, "
                "`odds of 7 on 2d6` how often it happens",
            ),
        ),
    ),
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
            ("odds of a crit with advantage", "the odds of 2d20kh1: exactly 20"),
            (
                "odds of a 6 on 4d6",
                "the odds of 4d6: exactly 6, 6 or more, exactly 6 on at least one die",
            ),
            ("odds to hit AC 18 with +7", "the odds of 1d20 + 7: 18 or more"),
            ("odds of 7", "e.g. `odds of 15 or more on 3d6`"),
        ),
    ),
    Phrase(
        "Rates",
        Level.QUESTION,
        (f"{_WHAT} [my|our] {{happens}} chance|chances|rate|percentage {_OF} {{what}}",),
        _rate,
        (
            ("hit chance of d20+5 vs AC 15", "the odds of 1d20 + 5 >= 15"),
            ("failure rate of d20+3 vs DC 15", "the odds of 1d20 + 3 < 15"),
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
        "Two rolls compared",
        Level.QUESTION,
        (
            "compare|comparing {dice} and|to|with|or|vs|against {other}",
            f"which|what|what's|whats|which's [is|1's|1_is|1|has|rolls|does] [the] {_BETTER} "
            "{dice} or {other}",
            f"is {{dice}} {_BETTER} than|or {{other}}",
            f"{{dice}} or {{other}} which|what|what's [1] [is] {_BETTER}",
        ),
        _compared,
        (
            (
                "what's better, 2d6 or 1d12",
                "the odds of 2d6 vs 1d12: 2d6 is higher, both are equal, 1d12 is higher, "
                "2d6 on average, 1d12 on average",
            ),
        ),
    ),
    Phrase(
        "Average",
        Level.QUESTION,
        (
            f"{_WHAT} average|mean|expected|avg|expectation [roll|result|value|damage|total] "
            "[of|on|for|from|with] {dice}",
            "{dice} on average",
            "[what] [does|do|will] {dice} average [out_to]",
            "how much|high is {dice} on average",
            "how much|high|many [damage|is|are] does|do|will|would|can_i_expect_from {dice} "
            "[do|deal|roll|make|give|come_to|average] [on] [average]",
            "what [damage] does|do|will {dice} do|deal|roll|give|come_to on average",
        ),
        _of("mean"),
        (
            ("average of 8d6", "the mean of 8d6"),
            ("what is the mean of 2d6+3?", "the mean of 2d6 + 3"),
        ),
    ),
    Phrase(
        "Median",
        Level.QUESTION,
        (f"{_WHAT} median {_RESULT} {_OF} {{dice}}",),
        _of("median"),
        (("median of 3d6", "the median of 3d6"),),
    ),
    Phrase(
        "Variance",
        Level.QUESTION,
        (f"{_WHAT} variance {_OF} {{dice}}",),
        _of("variance"),
        (("variance 3d6", "the variance of 3d6"),),
    ),
    Phrase(
        "Most likely",
        Level.QUESTION,
        (
            f"{_WHAT} most likely|common|probable|frequent {_RESULT} {_OF} {{dice}}",
            f"{_WHAT} likeliest|mode|commonest {_RESULT} {_OF} {{dice}}",
        ),
        _of("likeliest"),
        (("most likely roll on 2d6", "the most likely result of 2d6"),),
    ),
    Phrase(
        "Range",
        Level.QUESTION,
        (f"{_WHAT} range {_OF} {{dice}}", f"{_WHAT} min and max {_OF} {{dice}}"),
        _of("range"),
        (("range of 2d6", "the lowest and the highest possible result of 2d6"),),
    ),
    Phrase(
        "Spread",
        Level.QUESTION,
        (
            f"{_WHAT} standard|std deviation|dev {_OF} {{dice}}",
            f"{_WHAT} sd|stdev|stddev|deviation {_OF} {{dice}}",
            f"{_WHAT} spread|distribution|bell_curve|curve {_OF} {{dice}}",
        ),
        _of("odds"),
        (("standard deviation of 3d6", "the odds of 3d6"),),
    ),
    Phrase(
        "Odds of nothing",
        Level.QUESTION,
        ("[the|my|our] odds|chance|chances|probability|probabilities",),
        _of_what,
        (("show odds", "e.g. `odds 2d6`, or `odds of 15 or more on 3d6`"),),
    ),
    Phrase(
        "Highest or lowest possible",
        Level.QUESTION,
        (
            f"{_WHAT} {{most}} possible {_RESULT} {_OF} {{dice}}",
            f"{_WHAT} {{most}} damage|possible {_OF} {{dice}}",
            f"{_WHAT} {{most}} {{dice}} can [do|roll|be|get|make]",
        ),
        lambda said: _of(said.meaning("most"))(said),
        (
            ("highest possible 8d6", "the highest possible result of 8d6"),
            ("lowest possible roll of 3d6", "the lowest possible result of 3d6"),
            ("max damage of 2d6", "the highest possible result of 2d6"),
        ),
    ),
)
