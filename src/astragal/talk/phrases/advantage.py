"""Advantage and disadvantage: the better, or the worse, of two d20s."""

from __future__ import annotations

from astragal.die import Die
from astragal.notation.nodes.dice import Dice
from astragal.talk.changing import dice_of, put
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Rewrite, Said
from astragal.talk.refusing import ambiguous, two_ways

_ADVANTAGE = "advantage|adv|adv."
_DISADVANTAGE = "disadvantage|dis|disadv|disadv.|disadvantaged"


def _templates(word: str) -> tuple[str, ...]:
    return (
        word,
        f"with|at|w/|w {word}",
        f"{{dice}} [with|at|w/|w] [an] {word}",
        f"{word} on|for|with [a] {{dice}}",
        f"{word} {{dice}}",
    )


def _taken(keep: str, better: str) -> Rewrite:
    def taken(said: Said) -> Heard:
        if "dice" not in said:
            return Heard(f"2d20{keep}1")
        return said.dice.changed(lambda text: _with(text, keep, better))

    return taken


def _with(text: str, keep: str, better: str) -> str:
    dice = dice_of(text)
    d20s = [each for each in dice if str(each.die) == "d20"] if len(dice) > 1 else dice
    if not dice:
        raise NotHeardError
    if len(d20s) != 1:
        raise ambiguous("on which die?", "say it after the die, e.g. `d20 with advantage + 1d4`")
    (die,) = d20s
    return put(text, die, _two(text, die, keep, better))


def _two(text: str, die: Dice, keep: str, better: str) -> str:
    """Two of a die, of which one counts; dice that are several already may be meant otherwise."""
    if die.modifiers or not isinstance(die.die, Die) or not isinstance(die.count, int):
        raise NotHeardError
    sides = str(die.die)
    if die.count == 1 or (die.count == 2 and sides == "d20"):
        return f"2{sides}{keep}1"
    more = put(text, die, f"{die.count + 1}{sides}{keep}{die.count}")
    twice = f"{{{text}, {text}}}{keep}1"
    raise two_ways(twice, f"takes the {better} of two rolls", more, "rolls one die more")


def _more(keep: str, best: str, word: str) -> Rewrite:
    """``super advantage``: tables differ in what it is."""

    def more(said: Said) -> Heard:
        one, other = f"3d20{keep}1", f"2d20{keep}1"
        raise two_ways(one, f"takes the {best} of three", other, f"is {word}")

    return more


_SUPER = "super|double|triple|greater|mega|ultra"

PHRASES = (
    Phrase(
        "More than advantage",
        Level.TITLE,
        (f"[{{dice}}] [with|at|w/|w] {_SUPER} {_ADVANTAGE} [{{other}}]",),
        _more("kh", "best", "advantage"),
        (("super advantage", "`3d20kh1` takes the best of three, `2d20kh1` is advantage"),),
    ),
    Phrase(
        "More than disadvantage",
        Level.TITLE,
        (f"[{{dice}}] [with|at|w/|w] {_SUPER} {_DISADVANTAGE} [{{other}}]",),
        _more("kl", "worst", "disadvantage"),
        (
            (
                "double disadvantage",
                "`3d20kl1` takes the worst of three, `2d20kl1` is disadvantage",
            ),
        ),
    ),
    Phrase(
        "Advantage",
        Level.POOL,
        _templates(_ADVANTAGE),
        _taken("kh", "better"),
        (
            ("adv", "2d20kh1"),
            ("roll with advantage", "2d20kh1"),
            ("d20 with advantage", "2d20kh1"),
            ("d20 adv +5", "2d20kh1 + 5"),
            ("d20+5 with advantage", "2d20kh1 + 5"),
            ("d20+5+1d4 adv", "2d20kh1 + 5 + 1d4"),
            ("2d6 with advantage", "`{2d6, 2d6}kh1` takes the better of two rolls"),
        ),
    ),
    Phrase(
        "Disadvantage",
        Level.POOL,
        _templates(_DISADVANTAGE),
        _taken("kl", "worse"),
        (
            ("dis", "2d20kl1"),
            ("d20+3 at disadvantage", "2d20kl1 + 3"),
            ("disadvantage on a d20", "2d20kl1"),
        ),
    ),
)
