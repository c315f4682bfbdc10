"""Numbers and dice in words."""

from __future__ import annotations

from astragal.die import D10ISH, FUDGE, Die

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def number_in_words(n: int) -> str:
    """A number up to twelve as a word, or a larger one in digits."""
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def dice_in_words(count: str, die: Die, *, one: bool) -> str:
    """``four six-sided dice``; ``count`` is the number of dice in words."""
    noun = "die" if one else "dice"
    if die.digits:
        sixes = f"{number_in_words(die.digits)} d6 read as digits"
        other = f"the die with {'6' * die.digits} sides is d{{1..{'6' * die.digits}}}"
        return f"{count} {die} ({sixes}, {die.lowest} to {die.highest}; {other})"
    if die.standard:
        return f"{count} {number_in_words(die.total)}-sided {noun}"
    if die == FUDGE:
        return f"{count} Fudge {noun} (-1, 0, 1)"
    if die == D10ISH:
        return f"{count} d10ish {noun} (0 to 10, the ends half as likely)"
    return f"{count} {noun} with the faces {str(die)[2:-1].replace(',', ', ')}"
