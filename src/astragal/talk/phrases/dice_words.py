"""Dice by other names: percentile dice, Fate dice, coins, ability scores."""

from __future__ import annotations

from astragal.notation.nodes.dice import Dice
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Rewrite, Said, also
from astragal.talk.unclear import ambiguous, two_ways

COIN = "1d2 [1] heads [2] tails"


def _coins(said: Said) -> str:
    count = said.number(1)
    return COIN if count == 1 else f"{count}x({COIN})"


def _fate(count: int) -> Rewrite:
    return lambda said: f"{said.number(count)}dF"


def _percentile(said: Said) -> str:
    """``two percentile dice`` are two d10s to some, and make one d100."""
    count = said.number(1)
    if count == 2:
        raise two_ways("1d100", "is one roll of two ten-sided dice", "2d100", "adds two rolls")
    return f"{count}d100"


def _between(said: Said) -> str:
    low, high = int(said["low"]), int(said["high"])
    return f"1d{high}" if low == 1 else f"1d{{{low}..{high}}}"


def _scores(said: Said) -> Heard:
    count = said.number(6)
    others = (also(f"{count}x(3d6)", "for three dice each"),)
    return Heard(f"{count}x(4d6dl1)", alternatives=others)


def _chance(said: Said) -> Heard:
    """``25% chance of rain``: so much or less on percentile dice."""
    share = said.number()
    if not 0 < share <= 100:
        raise NotHeardError
    return Heard(f"1d100 <= {share}", title=_event(said))


def _one_in(said: Said) -> Heard:
    count, sides = said.number(name="low"), said.number(name="high")
    if not 0 < count < sides:
        raise NotHeardError
    sign = "=" if count == 1 else "<="
    return Heard(f"1d{sides} {sign} {count}", title=_event(said))


def _event(said: Said) -> str:
    """The name of an event with a chance: ``rain``."""
    return said.listener.title(said["words"]) if "words" in said else ""


def _with_tens(said: Said) -> Heard:
    """``d100 with a bonus die``: two dice for the tens, one for the ones."""
    if str(said.dice.expression) != "1d100":
        raise NotHeardError
    end, which = said.meaning("tens")
    raise ambiguous(
        "a second tens die is more dice",
        f"`(2d10k{end}1 - 1) * 10 + 1d10` takes the {which} of two tens dice",
    )


def _number_alone(said: Said) -> str:
    number = said.number()
    if number < 2:
        raise NotHeardError
    other, that = f"{number}d6", f"are {number} dice"
    if _USUAL_SIDES < number < 100:
        other, that = f"1d100 <= {number}", f"needs {number} or less"
    raise two_ways(f"d{number}", f"has {number} sides", other, that)


def _how_many(said: Said) -> str:
    dice = _dice_alone(said)
    raise ambiguous("how many dice?", f"say how many, e.g. `3{dice}` or `5{dice}`")


def _for_how_many(said: Said) -> str:
    dice = said.dice.expression.uncommented
    if not said.dice.rolls:
        raise NotHeardError
    raise ambiguous("for how many?", f"e.g. `4x({dice})` rolls it for four")


def _dice_alone(said: Said) -> str:
    body = said.dice.expression.body
    if not isinstance(body, Dice) or body.count != 1 or body.modifiers:
        raise NotHeardError
    return str(body.die)


def _which_die(said: Said) -> str:
    count = said.get("n", "")
    raise ambiguous("how many sides?", f"say which dice, e.g. `{count}d6` or `{count}d20`")


_USUAL_SIDES = 20
"""A number over it is more likely a chance in percent than a number of dice."""
_EVERYONE = (
    "everyone|everybody|each_player|every_player|each_person|each_character|each_one|each_of_us|"
    "each_of_them|all_of_us|all_of_them|us_all|the_party|the_whole_party|all_players|all_the_players"
)

PHRASES = (
    Phrase(
        "Coins",
        Level.WORD,
        (
            "[flip|flipping] [a|the] coin [flip|toss]",
            "[flip|flipping] {n} coin|coins [flips]",
            "[flip|call|call_it] heads or tails",
        ),
        _coins,
        (
            ("coin", COIN),
            ("flip a coin", COIN),
            ("Toss a coin!", COIN),
            ("heads or tails?", COIN),
            ("flip 3 coins", f"3x({COIN})"),
        ),
    ),
    Phrase(
        "Fate dice",
        Level.WORD,
        ("[{n}] fate|fudge [dice|d]",),
        _fate(4),
        (
            ("fate", "4dF"),
            ("Fudge dice", "4dF"),
            ("roll three fate dice", "3dF"),
        ),
    ),
    Phrase(
        "A Fate die",
        Level.WORD,
        ("[{n}] fate|fudge die",),
        _fate(1),
        (("a fate die", "1dF"),),
    ),
    Phrase(
        "Percentile dice",
        Level.WORD,
        ("[{n}] percentile|percentiles [die|dice]", "percent [die|dice]"),
        _percentile,
        (
            ("percentile", "1d100"),
            ("roll percentile dice", "1d100"),
            (
                "two percentile dice",
                "`1d100` is one roll of two ten-sided dice, `2d100` adds two rolls",
            ),
        ),
    ),
    Phrase(
        "A chance in percent",
        Level.WORD,
        (
            "{n}% [chance|odds|likely]",
            "{n} percent [chance|odds|likely]",
            "{n}% chance|odds|likely of|for|that|to {words}",
            "{n} percent chance|odds|likely of|for|that|to {words}",
        ),
        _chance,
        (
            ("25% chance", "1d100 <= 25"),
            ("5%", "1d100 <= 5"),
            ("45 percent", "1d100 <= 45"),
            ("30% chance of rain", "1d100 <= 30 # rain"),
        ),
    ),
    Phrase(
        "So many in so many",
        Level.WORD,
        (
            "{low} in|out_of {high} [chance|odds]",
            "{low} in|out_of {high} chance of|for {words}",
        ),
        _one_in,
        (("1 in 6", "1d6 = 1"), ("a 2 in 6 chance", "1d6 <= 2")),
    ),
    Phrase(
        "A bonus or a penalty die",
        Level.POOL,
        ("{dice} [with|and|+] [a|an|1] {tens} die|dice",),
        _with_tens,
        (
            (
                "d100 with a bonus die",
                "`(2d10kl1 - 1) * 10 + 1d10` takes the lower of two tens dice",
            ),
            (
                "d100 with a penalty die",
                "`(2d10kh1 - 1) * 10 + 1d10` takes the higher of two tens dice",
            ),
        ),
    ),
    Phrase(
        "A number between two",
        Level.WORD,
        ("[pick|choose|generate] [a] [random] number between|from {low} and|to {high}",),
        _between,
        (
            ("pick a number between 1 and 10", "1d10"),
            ("a random number from 0 to 99", "1d{0..99}"),
        ),
    ),
    Phrase(
        "Ability scores",
        Level.WORD,
        (
            "stats|ability_scores|attributes|abilities|stat_block",
            "{n} stats|ability_scores",
            "[new] character stats|ability_scores",
        ),
        _scores,
        (
            ("roll stats", "6x(4d6dl1)"),
            ("ability scores", "6x(4d6dl1)"),
        ),
    ),
    Phrase(
        "A number alone",
        Level.COMMAND,
        ("{n}",),
        _number_alone,
        (
            ("roll 20", "`1d20` has 20 sides, `20d6` are 20 dice"),
            ("roll 65", "`1d65` has 65 sides, `1d100 <= 65` needs 65 or less"),
        ),
    ),
    Phrase(
        "Some dice",
        Level.WORD,
        ("[a] some|few|several|many|lots_of|handful_of|bunch_of|plenty_of|multiple {dice}",),
        _how_many,
        (("a few d6", "say how many, e.g. `3d6` or `5d6`"),),
    ),
    Phrase(
        "Dice for everyone",
        Level.TITLE,
        (
            f"{_EVERYONE} [gets|get|rolls|roll|throws|throw] {{dice}}",
            f"{{dice}} for|per {_EVERYONE}|player|person|character|head",
            "{dice} each|apiece",
        ),
        _for_how_many,
        (("give everyone a d20", "e.g. `4x(1d20)` rolls it for four"),),
    ),
    Phrase(
        "Dice without sides",
        Level.WORD,
        ("[{n}] die|dice",),
        _which_die,
        (
            ("roll the dice", "say which dice, e.g. `d6` or `d20`"),
            ("roll 3 dice", "say which dice, e.g. `3d6` or `3d20`"),
        ),
    ),
)
