"""Questions about odds: chances, means, the highest and lowest possible totals."""

from __future__ import annotations

import re

from astragal.die import Die
from astragal.notation.expression import Expression
from astragal.notation.nodes.arithmetic import Sum
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.talk.changing import counted_dice, dice_of, die_alone, either_way
from astragal.talk.conditions import Condition, face_condition, split_total, total_conditions
from astragal.talk.phrase import (
    Heard,
    NotHeardError,
    Said,
    UnclearPartError,
    number,
    parsed,
    phrases,
)
from astragal.talk.unclear import UnclearError, ambiguous
from astragal.talk.understood import Asked

ROWS = """
<is> = is|are|were|would
<chance> = chance|chances|probability|probabilities
<roll> = roll|rolling|get|getting
<so> = likely|unlikely|probable|improbable|often|rare
<what> = what|what's|whats|find|calculate|compute|work_out
<result> = roll|result|value|outcome|damage|total|number|score
<of> = of|on|for|from|with
<better> = better|better,|better:|best|best,|best:|higher|higher,|higher:|more|more,|more:\
|stronger|stronger,|stronger:|worse|worse,|worse:|lower|lower,|lower:
<do> = do|deal|roll|give|come_to

# Odds against | question | ! this could mean two things :: \
`odds of not {rest}` asks how often it fails, `odds of {rest}` how often it happens
[what|what's|whats] [is|are] [the|my|our] odds against {rest}
odds against 7 on 2d6 => `odds of not 7 on 2d6` asks how often it fails, \
`odds of 7 on 2d6` how often it happens

# Odds | question | odds
[<what>|what're|know|see|get] [<is>] [be] [the|my|our] [exact] \
odds|<chance>|likelihood|percentage|percent_chance [distribution] [of|that|to|for|on|with|are] \
[i|we|you|me|it|a|an|getting] [will|can|would] [<roll>|score|scoring|seeing|throw|throwing] {rest}
how <so> [is|are|am|would|will|does|do] [it|i|we|you] [be] [that|to] [i|we|will] \
[<roll>|throw] {rest}
[is|what] [there] [a|the] chance|odds [of|that|to|on] {rest}
what are the odds of 15 on 2d6+6 => the odds of 2d6 + 6: exactly 15, 15 or more
chance of rolling 15 or more on 3d6 => the odds of 3d6: 15 or more
probability of 7 with 2d6 => the odds of 2d6: exactly 7, 7 or more
odds of 2d6 at least 9 => the odds of 2d6: 9 or more
how likely is it to roll under 45 on d100? => the odds of 1d100: less than 45
What's the chance that 2d6 is 7? => the odds of 2d6: exactly 7, 7 or more
odds of d20+5 vs AC 15 => the odds of 1d20 + 5: 15 or more
odds 4d6 drop lowest => the odds of 4d6dl1
chance of a nat 20 on d20 => the odds of 1d20: exactly 20
odds of a crit with advantage => the odds of 2d20kh1: exactly 20
odds of a 6 on 4d6 => the odds of 4d6: exactly 6, 6 or more, exactly 6 on at least one die
odds to hit AC 18 with +7 => the odds of 1d20 + 7: 18 or more
odds of 7 => e.g. `odds of 15 or more on 3d6`

# Rates | question | rate
[<what>] [is|are] [the] [my|our] {happens} chance|chances|rate|percentage [<of>] {what}
hit chance of d20+5 vs AC 15 => the odds of 1d20 + 5 >= 15
failure rate of d20+3 vs DC 15 => the odds of 1d20 + 3 < 15

# A number on dice, asked | question | number_asked
[a|an|the] {total} on|with|from|using {dice}
a 7 on 2d6? => the odds of 2d6: exactly 7, 7 or more

# Two rolls compared | question | compared
compare|comparing {dice} and|to|with|or|vs|against {other}
which|what|what's|whats|which's [is|1's|1_is|1|has|rolls|does] [the] <better> [on_average] \
{dice} or {other}
who|which|what wins|will_win|is_likely_to_win {dice} or|vs|versus|against {other}
is {dice} <better> than|or {other}
{dice} or|vs|versus {other} which|what|what's [1] [is] <better>
what's better, 2d6 or 1d12 => the odds of 2d6 vs 1d12: 2d6 is higher, both are equal, \
1d12 is higher, 2d6 on average, 1d12 on average

# Average | question | ask mean
[<what>] [is|are] [the] average|mean|expected|avg|expectation \
[roll|result|value|damage|total] [<of>] {dice}
{dice} on average
{dice} average
[what] [does|do|will] {dice} average [out_to]
how much|high is {dice} on average
how much|high|many [damage|is|are] does|do|will|would|can_i_expect_from {dice} \
[<do>|make|average] [on] [average]
what [damage] does|do|will {dice} <do> on average
average of 8d6 => the mean of 8d6
what is the mean of 2d6+3? => the mean of 2d6 + 3

# Median | question | ask median
[<what>] [is|are] [the] median [<result>] [<of>] {dice}
median of 3d6 => the median of 3d6

# Variance | question | ask variance
[<what>] [is|are] [the] variance [<of>] {dice}
variance 3d6 => the variance of 3d6

# Most likely | question | ask likeliest
[<what>] [is|are] [the] most likely|common|probable|frequent [<result>] [<of>] {dice}
[<what>] [is|are] [the] likeliest|mode|commonest [<result>] [<of>] {dice}
most likely roll on 2d6 => the most likely result of 2d6

# Range | question | ask range
[<what>] [is|are] [the] range [<of>] {dice}
[<what>] [is|are] [the] min and max [<of>] {dice}
range of 2d6 => the lowest and the highest possible result of 2d6

# Spread | question | ask odds
[<what>] [is|are] [the] standard|std deviation|dev [<of>] {dice}
[<what>] [is|are] [the] sd|stdev|stddev|deviation|spread|distribution|bell_curve|curve [<of>] {dice}
[graph|plot|chart] [of|for] {dice} odds|probability|probabilities|distribution|chances
graph|plot|chart|stats|statistics [of|for|on] {dice}
standard deviation of 3d6 => the odds of 3d6
2d6 odds => the odds of 2d6

# Odds of nothing | question | ! the odds of what? :: \
e.g. `odds 2d6`, or `odds of 15 or more on 3d6`
[the|my|our] odds|<chance>
show odds => e.g. `odds 2d6`, or `odds of 15 or more on 3d6`

# Highest or lowest possible | question | ask {most}
[<what>] [is|are] [the] {most} possible [<result>] [<of>] {dice}
[<what>] [is|are] [the] {most} damage|possible [<of>] {dice}
[<what>] [is|are] [the] {most} {dice} can [do|roll|be|get|make]
highest possible 8d6 => the highest possible result of 8d6
lowest possible roll of 3d6 => the lowest possible result of 3d6
max damage of 2d6 => the highest possible result of 2d6
"""
_NATURAL = re.compile(
    r"(?P<no>(?:no|not|without|never)(?: (?:rolling|getting))? )?"
    r"(?:an? )?(?:nat(?:ural)? ?(?P<face>\d{1,6})|crit(?:ical|s|ting)?(?: hit)?)"
    r"(?: (?:on|with|at|for) (?:an? )?(?P<dice>.+))?",
    re.IGNORECASE,
)
_ON = (
    *("on", "with", "from", "in", "using", "out of", "when rolling", "rolling", "by rolling"),
    *("at", "for"),
)
_BONUS = re.compile(
    r"(.+?) (?:at |with |on )?([+-] ?\d{1,6}(?: (?:and |with |at )?(?:an? )?(?:dis)?adv\w*)?)",
    re.IGNORECASE,
)
_EXTREME = re.compile(
    r"(?:the )?(?:(max|maximum|highest|most)|min|minimum|lowest|least)(?: possible)?"
    r"(?: (?:damage|roll|result|total))? (?:on|with|from|of) (.+)",
    re.IGNORECASE,
)
_CHANCE = re.compile(r"\d%|\bpercent\b|\d in \d", re.IGNORECASE)
_ADDED = re.compile(r"\d+\+ ")
"""``15+ d20+5``: more likely 15 or more on d20+5 than a sum."""
_ON_D20 = re.compile(r"\b(?:ac|dc|hit|hits|hitting|armou?r|save|check)\b", re.IGNORECASE)
"""Words that imply a d20, so that a bonus without dice is enough."""


def odds(said: Said) -> Heard:
    if _ADDED.match(said["rest"]):
        raise NotHeardError
    unclear: NotHeardError | None = None
    for way in (_natural, _extreme, _number_on_dice, _dice_and_number, _dice_alone):
        try:
            return way(said)
        except UnclearPartError as part:
            unclear = unclear or part
        except NotHeardError:
            continue
    if unclear is None and total_conditions(said["rest"], bare=True):
        dice = "d20" if re.search(r"1[3-9]|20", said["rest"]) else "2d6"
        raise ambiguous("on which dice?", f"e.g. `odds of {said['rest']} on {dice}`")
    raise unclear or NotHeardError


def _extreme(said: Said) -> Heard:
    """``max on 2d6``: all dice show their highest face."""
    found = _EXTREME.fullmatch(said["rest"])
    if found is None:
        raise NotHeardError
    heard = said.listener.hear(found[2])
    dice, count = die_alone(heard)
    if dice.modifiers or not isinstance(dice.die, Die):
        raise NotHeardError
    total = count * (dice.die.highest if found[1] else dice.die.lowest)
    return _asked_exactly(heard, total)


def _asked_exactly(heard: Heard, total: int) -> Heard:
    asked = (Asked(f"exactly {total}", f"({heard.text}) = {total}"),)
    return heard._replace(kind="odds", asked=asked)


def rate(said: Said) -> Heard:
    """``hit chance``, ``failure rate``."""
    if _CHANCE.search(said["what"]):
        raise ambiguous("a chance of what?", f"e.g. `odds of {said['what']}`")
    what = f"d20{said['what']}" if said["what"].startswith(("+", "-")) else said["what"]
    heard = said.listener.hear(f"{said.meaning('happens')} {what}")
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
    """Dice, or a bonus alone where a d20 is implied."""
    heard = said.listener.hear(dice)
    if heard.rolls or not (heard.is_number and _ON_D20.search(said["rest"])):
        return heard
    return heard.changed(lambda text: f"1d20 + {text}".replace("+ -", "- ").replace("+ +", "+ "))


def _natural(said: Said) -> Heard:
    """``a nat 20``, ``a crit with advantage``: the face of one die, by default a d20."""
    found = _NATURAL.fullmatch(said["rest"])
    if found is None:
        raise NotHeardError
    on = found["dice"] or "1d20"
    dice, _, faces = on.rpartition(" on ")
    crits = None if found["face"] else face_condition(faces)
    if crits is not None:
        if crits.sign == "=" and crits.high is None:
            crits = crits._replace(sign=">=")  # "a crit on 19" includes 20
        rolled = said.listener.hear(dice or "1d20")
        return _shown(rolled, crits.opposite if found["no"] else crits)
    face = Condition("=", int(found["face"] or 20))
    return _shown(said.listener.hear(on), face.opposite if found["no"] else face)


def _shown(dice: Heard, condition: Condition) -> Heard:
    """A condition on a die's face, without added numbers."""
    found, body = dice_of(dice.text), dice.expression.body
    if len(found) != 1 or not found[0].single:
        raise NotHeardError
    if body != found[0] and not (isinstance(body, Sum) and ("+", found[0]) in body.terms):
        raise NotHeardError  # the die is changed, not just added to
    return _asked(Heard(str(Expression(found[0]))), (condition,))


def number_asked(said: Said) -> Heard:
    """``7 on 2d6``: always a question, never a roll."""
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
    """An ambiguous question: both chances are answered."""
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
    if counted is not None:  # "a 6 on 4d6" may be about the total or about the dice
        words, number = f"{shown.words} on at least one die", ">= 1"
        if first.denied:
            words, number = f"no die shows {shown.words.removeprefix('exactly ')}", "= 0"
        on_dice = Asked(words, f"({counted}) {number}")
        asked = (on_dice,) if _is_too_low(dice, shown) else (*asked, on_dice)
    return dice._replace(kind="odds", asked=asked)


def _is_too_low(dice: Heard, condition: Condition) -> bool:
    """True if the number is below every total, so it must be a face: ``a 1 on 5d6``."""
    only = parsed(dice.text).body
    if condition.sign != "=" or not isinstance(only, Dice) or only.modifiers:
        return False
    count, die = only.count, only.die
    return isinstance(count, int) and isinstance(die, Die) and condition.low < count * die.lowest


def _compared_roll(said: Said, name: str) -> str:
    """A roll to compare; a bonus alone is added to a d20."""
    if said[name].startswith(("+", "-")):
        return f"1d20{said[name]}"
    heard = number(said.heard(name))
    if not heard.rolls:
        raise NotHeardError
    return heard.expression.uncommented


def compared(said: Said) -> Heard:
    """``what's better, 2d6 or 1d12``: the chance that each is higher, and both means."""
    first, second = (_compared_roll(said, name) for name in ("dice", "other"))
    names = (str(parsed(first)), str(parsed(second)))
    asked = (
        Asked(f"{names[0]} is higher", f"({first}) > ({second})"),
        Asked("both are equal", f"({first}) = ({second})"),
        Asked(f"{names[1]} is higher", f"({first}) < ({second})"),
        Asked(f"{names[0]} on average", first),
        Asked(f"{names[1]} on average", second),
    )
    return Heard(f"({first}) vs ({second})", kind="odds", asked=asked)


PHRASES = phrases(ROWS, globals())
