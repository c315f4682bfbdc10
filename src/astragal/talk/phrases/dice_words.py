"""Dice by other names: percentile dice, Fate dice, coins, ability scores."""

from __future__ import annotations

from astragal.talk.changing import die_alone
from astragal.talk.phrase import Heard, NotHeardError, Said, also, phrases
from astragal.talk.unclear import ambiguous, two_ways

ROWS = """
<all> = everyone|everybody|each_player|every_player|each_person|each_character|each_one\
|each_of_us|each_of_them|all_of_us|all_of_them|us_all|the_party|the_whole_party|all_players\
|all_the_players

# A coin | word | = 1d2 [1] heads [2] tails
[flip|flipping] [a|the] coin [flip|toss]
[flip|call|call_it] heads or tails
coin => 1d2 [1] heads [2] tails
flip a coin => 1d2 [1] heads [2] tails
Toss a coin! => 1d2 [1] heads [2] tails
heads or tails? => 1d2 [1] heads [2] tails

# Yes or no | word | = 1d2 [1] yes [2] no
yes or no
yes or no? => 1d2 [1] yes [2] no

# Even odds | word | = 1d100 <= 50
50/50|50-50|fifty-fifty chance|odds
a 50/50 chance => 1d100 <= 50

# Coins | word | = {n}x(1d2 [1] heads [2] tails)
[flip|flipping] {n} coin|coins [flips]
flip 3 coins => 3x(1d2 [1] heads [2] tails)

# Fate dice | word | = {n=4}dF
[{n}] fate|fudge [dice|d]
fate => 4dF
Fudge dice => 4dF
roll three fate dice => 3dF

# A Fate die | word | = {n=1}dF
[{n}] fate|fudge die
a fate die => 1dF

# Percentile dice | word | percentile
[{n}] percentile|percentiles [die|dice]
percent [die|dice]
percentile => 1d100
roll percentile dice => 1d100
two percentile dice => `1d100` is one roll of two ten-sided dice, `2d100` adds two rolls

# Percentile dice and a number | word | ? 1d100 <= {n} :: needs {n} or less :: 1d100 >= {n} :: \
needs {n} or more
percentile|percentiles [die|dice|roll] [of|at] {n}
percentile 45 => `1d100 <= 45` needs 45 or less, `1d100 >= 45` needs 45 or more

# A chance in percent | word | chance
{n}% [chance|odds|likely]
{n} percent [chance|odds|likely]
{n}% chance|odds|likely of|for|that|to {words}
{n} percent chance|odds|likely of|for|that|to {words}
25% chance => 1d100 <= 25
5% => 1d100 <= 5
45 percent => 1d100 <= 45
30% chance of rain => 1d100 <= 30 # rain

# So many in so many | word | one_in
{low} in|out_of {high} [chance|odds]
{low} in|out_of {high} chance of|for {words}
1 in 6 => 1d6 = 1
a 2 in 6 chance => 1d6 <= 2

# A bonus or a penalty die | pool | second_tens
{dice} [with|and|+] [a|an|1] {tens} die|dice
d100 with a bonus die => `(2d10kl1 - 1) * 10 + 1d10` takes the lower of two tens dice
d100 with a penalty die => `(2d10kh1 - 1) * 10 + 1d10` takes the higher of two tens dice

# A number between two | word | between
[pick|choose|generate] [a] [random] [number] between|from {low} and|to|- {high}
[pick|choose|generate] [a] random|number [number] [between|from] {low} and|to|- {high}
pick|choose {low} to|- {high}
pick a number between 1 and 10 => 1d10
a random number from 0 to 99 => 1d{0..99}
random number 1-100 => 1d100

# Ability scores | word | ability_scores
[some] stats|ability_scores|attributes|abilities|stat_block
{n} stats|ability_scores
[new] character stats|ability_scores
[new] character
roll stats => 6x(4d6dl1)
ability scores => 6x(4d6dl1)

# A number alone | command | number_alone
{n}
roll 20 => `1d20` has 20 sides, `20d6` are 20 dice
roll 65 => `1d65` has 65 sides, `1d100 <= 65` needs 65 or less

# Cards | word | ! a card is a number here :: e.g. `deal(1, {1..52})` draws one of 52
draw|deal|pick [a|{n}] card|cards
[a|my] hand of [{n}] cards
{n} cards
deck of cards
draw a card => e.g. `deal(1, {1..52})` draws one of 52

# An ability score | word | ! on which dice? :: e.g. `odds of {n} on 4d6 drop lowest`
stat|score|ability_score of {n}
odds of a stat of 18 => e.g. `odds of 18 on 4d6 drop lowest`

# Some dice | word | how_many
[a] some|few|several|many|lots_of|handful_of|bunch_of|plenty_of|multiple {dice}
a few d6 => say how many, e.g. `3d6` or `5d6`

# Dice for everyone | title | ! for how many? :: e.g. `4x({dice})` rolls it for four
<all> [gets|get|rolls|roll|throws|throw] {dice}
{dice} for|per <all>|player|person|character|head
{dice} each|apiece
give everyone a d20 => e.g. `4x(1d20)` rolls it for four

# Dice without sides | word | ! how many sides? :: say which dice, e.g. `{n=}d6` or `{n=}d20`
[{n}] die|dice
roll the dice => say which dice, e.g. `d6` or `d20`
roll 3 dice => say which dice, e.g. `3d6` or `3d20`
"""
_USUAL_SIDES = 20
"""A larger number is more likely a chance in percent than a number of dice."""


def percentile(said: Said) -> str:
    """``two percentile dice``: two d100s, or two d10s read as one d100."""
    count = said.number(1)
    if count == 2:
        raise two_ways("1d100", "is one roll of two ten-sided dice", "2d100", "adds two rolls")
    return f"{count}d100"


def chance(said: Said) -> Heard:
    """``25% chance of rain``: 25 or less on percentile dice."""
    share = said.number()
    if not 0 < share <= 100:
        raise NotHeardError
    return Heard(f"1d100 <= {share}", title=_event(said))


def one_in(said: Said) -> Heard:
    count, sides = said.number(name="low"), said.number(name="high")
    if not 0 < count < sides:
        raise NotHeardError
    sign = "=" if count == 1 else "<="
    return Heard(f"1d{sides} {sign} {count}", title=_event(said))


def _event(said: Said) -> str:
    """The name of an event with a chance: ``rain``."""
    return said.listener.title(said["words"]) if "words" in said else ""


def second_tens(said: Said) -> Heard:
    """``d100 with a bonus die``: two dice for the tens, one for the ones."""
    if str(said.dice.expression) != "1d100":
        raise NotHeardError
    end, which = said.meaning("tens")
    text = f"(2d10k{end}1 - 1) * 10 + 1d10"
    raise ambiguous(
        "a second tens die is more dice", f"`{text}` takes the {which} of two tens dice"
    )


def between(said: Said) -> str:
    low, high = int(said["low"]), int(said["high"])
    return f"1d{high}" if low == 1 else f"1d{{{low}..{high}}}"


def ability_scores(said: Said) -> Heard:
    count = said.number(6)
    others = (also(f"{count}x(3d6)", "for three dice each"),)
    return Heard(f"{count}x(4d6dl1)", alternatives=others)


def number_alone(said: Said) -> str:
    number = said.number()
    if number < 2:
        raise NotHeardError
    other, that = f"{number}d6", f"are {number} dice"
    if _USUAL_SIDES < number < 100:
        other, that = f"1d100 <= {number}", f"needs {number} or less"
    raise two_ways(f"d{number}", f"has {number} sides", other, that)


def how_many(said: Said) -> str:
    dice, count = die_alone(said.dice)
    if count != 1 or dice.modifiers:
        raise NotHeardError
    raise ambiguous("how many dice?", f"say how many, e.g. `3{dice.die}` or `5{dice.die}`")


PHRASES = phrases(ROWS, globals())
