"""Typical mistakes, and what to say about them: what people bring from other programs, and slips."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from astragal.errors import NotationError, Span
from astragal.notation.functions import FUNCTIONS
from astragal.notation.syntax.cursor import Cursor
from astragal.notation.texts import MISSPELT_RANGE

_FOREIGN_MODIFIERS = {
    "e": "to explode, write `!`",
    "x": "times is `*`; to explode, write `!`; to repeat, write `6x(4d6kh3)`",
    "xo": "to explode once, write `!o`",
    "ro": "to re-roll once, write `r`",
    "ra": "to re-roll once, write `r`; to explode once, write `!o`",
    "mi": "to raise each die, write `min2`",
    "ma": "to cap each die, write `max5`",
    "p": "to drop dice, write `dl1` or `dh1`",
    "pl": "to drop the lowest, write `dl1`",
    "ph": "to drop the highest, write `dh1`",
    "cs": "to count dice, write `c>=6`",
    "cf": "to take failures away, write `f=1` after a count",
    "t": "to count dice, write `c>=7`",
    "sd": "`s` sorts, lowest first",
    "sa": "`s` sorts, lowest first",
    "keep": "to keep the highest 3, write `kh3`",
    "drop": "to drop the lowest, write `dl1`",
    "explode": "to explode, write `!`",
    "reroll": "to re-roll, write `r`",
    "adv": "for advantage, write `2d20kh1`",
    "advantage": "for advantage, write `2d20kh1`",
    "dis": "for disadvantage, write `2d20kl1`",
    "disadvantage": "for disadvantage, write `2d20kl1`",
}

_CHARACTERS = {
    "^": ("there are no powers", "multiply instead: `3*3`"),
    "%": ("there is no remainder", "a percentile die is `d%`"),
    "—": ("this dash is not a minus", "write `-`"),
    "&": ("there is no `and`", "multiply two comparisons: `(1d6>3)*(1d6>4)`"),
    "|": ("there is no `or`", "add two comparisons: `(1d6>3)+(1d6>4) > 0`"),
    "$": ("a value the caller gives starts with `@`", "e.g. `@str`"),
    "[": ("ranges stand once, at the end", "e.g. `d10ish+2 [..6] miss [7..] hit`"),
    "!": ("only dice can explode", "e.g. `3d6!`"),
    ",": ("a comma belongs inside `{…}` or a function", "e.g. `{2d6, 1d12}kh1` or `max(1d6, 4)`"),
    ".": ("numbers are whole here", "a half is `1/2`"),
    "=": ("there is nothing to compare here", None),
    ";": ("there is nothing before this `;`", "e.g. `p = 10d4; highest(p,2)`"),
    ")": ("this `)` was never opened", None),
    "}": ("this `}` was never opened", None),
    "]": ("this `]` was never opened", None),
}


def plain_form(text: str) -> str | None:
    """The ASCII form of a text with full-width or foreign digits and letters, if that is its trouble."""
    if text.isascii():
        return None
    plain = "".join(map(_plain_character, text))
    return plain if plain != text else None


def _plain_character(char: str) -> str:
    if char.isascii():
        return char
    digit = unicodedata.digit(char, None)
    if digit is not None and unicodedata.category(char) == "Nd":
        return str(digit)
    # Full-width forms only: other compatibility characters (½, ℃, ﬁ) would change the text's meaning.
    return unicodedata.normalize("NFKC", char) if "\uff01" <= char <= "\uff5e" else char


def odd_character(text: str, at: int) -> NotationError | None:
    """An error for a character that is not ASCII where ASCII is meant."""
    char = text[at]
    if _plain_character(char) == char:
        return None
    kind = "digit" if char.isdigit() else "character"
    return NotationError(
        "not-ascii",
        f"`{char}` is a full-width or foreign {kind}",
        span=Span(at, at + 1),
        hint=f"write it in ASCII: `{(plain_form(text) or '')[:60]}`",
    )


def unknown_modifier(word: str, span: Span) -> NotationError:
    """For letters behind dice that are no modifier."""
    hint = _FOREIGN_MODIFIERS.get(word.lower())
    if hint is None and len(word) > 2:
        hint = f"a label goes in brackets, `[{word[:40]}]`, and a remark behind `#`"
    return NotationError(
        "unknown-modifier",
        f"`{word[:40]}` is not a modifier",
        span=span,
        hint=hint or f"after dice: {' '.join(_words())}",
    )


def _words() -> list[str]:
    """The words that may follow dice, each modifier's together."""
    from astragal.notation.modifiers.modifier import MODIFIERS

    words = (word for each in MODIFIERS for word in each.words if word.isascii())
    return list(dict.fromkeys(words))


def is_foreign(word: str) -> bool:
    """Whether a word is a modifier of another program's."""
    return word in _FOREIGN_MODIFIERS


def unknown_word(word: str, span: Span, names: Iterable[str]) -> NotationError:
    """For a word that is neither dice nor a function nor a name."""
    from difflib import get_close_matches

    candidates = [*FUNCTIONS, *names]
    near = get_close_matches(word.lower(), candidates, 1, 0.5)
    if near:
        nearest = (
            f"the nearest is `{FUNCTIONS[near[0]].example if near[0] in FUNCTIONS else near[0]}`"
        )
    else:
        nearest = "dice look like `2d6` or `d20+5`"
    given = f"; a value the caller gives is `@{word}`" if word.isidentifier() else ""
    return NotationError(
        "unknown-word", f"`{word[:40]}` is not dice", span=span, hint=nearest + given
    )


def other_die_letter(word: str) -> str | None:
    """``3w6`` and ``2t20``: dice in other languages, in this notation."""
    for letter in "wtk":
        count, found, sides = word.lower().partition(letter)
        if found and sides.isdecimal() and (not count or count.isdecimal()):
            return f"{count}d{sides}"
    return None


def strange_character(char: str, at: int) -> NotationError:
    """For a character nothing can start with."""
    message, hint = _CHARACTERS.get(char, (f"`{char}` means nothing here", None))
    if not char.isprintable():
        message = f"an invisible character (U+{ord(char):04X}) means nothing here"
    return NotationError("unexpected", message, span=Span(at, at + 1), hint=hint)


def missing_value(cursor: Cursor) -> NotationError:
    """For a place where a number or dice should stand and do not."""
    text, char = cursor.text, cursor.peek()
    if char and char not in "#;,)]}":
        return odd_character(text, cursor.at) or strange_character(char, cursor.at)
    before = text[: cursor.at].rstrip()
    if not before and not char:
        return cursor.error("empty", "there is nothing to roll", Span(0, len(text)), "e.g. `2d6`")
    if not before:
        return strange_character(char, cursor.at)
    if char and before[-1] in "([{,":
        return cursor.error(
            "missing-value", "something is missing here", Span(cursor.at, cursor.at + 1)
        )
    return cursor.error(
        "missing-value",
        f"something is missing after `{before[-1]}`",
        Span(len(before) - 1, len(before)),
        "a number or dice",
    )


def left_over(cursor: Cursor, *, named: bool) -> NotationError:
    """For text behind a complete expression."""
    at = cursor.skip()
    char = cursor.here()
    odd = odd_character(cursor.text, at)
    if odd is not None:
        return odd
    if char.isalnum() or char in "({@_":
        word = cursor.word_ahead() or char
        return cursor.error(
            "unexpected",
            f"`{word[:40]}` stands here without anything to join it",
            Span(at, at + len(word)),
            _joining(cursor.text[:at].rstrip(), word, named),
        )
    if char == ";":
        return cursor.error(
            "unexpected",
            "only named rolls stand before a `;`, and a name is given only once",
            Span(at, at + 1),
            "e.g. `p = 10d4; highest(p,2)`",
        )
    return strange_character(char, at)


def _joining(before: str, word: str, named: bool) -> str:
    """How what stands behind a complete expression could be joined to it."""
    if before.endswith("]"):
        return "modifiers stand before the label: `2d6kh1[fire]`"
    if word.isalpha():
        if word.lower() in _FOREIGN_MODIFIERS:
            return _FOREIGN_MODIFIERS[word.lower()]
        return f"a label goes in brackets, `[{word[:40]}]`, and a remark behind `#`"
    if word == "(":
        return "times is `*`"
    return "join dice with `+`" + (", or end the first part with `;`" if named else "")


def misspelt_range(text: str, span: Span) -> NotationError | None:
    """For ``[7-9]`` and ``[10+]``, which other programs read as ranges."""
    found = MISSPELT_RANGE.fullmatch(text)
    if not found:
        return None
    low, high = found[1], found[2] or ""
    return NotationError(
        "bad-range",
        f"`[{text}]` is not how a range is written",
        span=span,
        hint=f"write `[{low}..{high}]`"
        if "<" not in text and "≤" not in text
        else f"write `[..{low}]`",
    )
