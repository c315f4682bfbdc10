"""Error messages for typical mistakes: slips, and notation of other programs."""

from __future__ import annotations

import re
from collections.abc import Iterable

from astragal._nearest import nearest
from astragal.errors import NotationError, Span
from astragal.notation.syntax.cursor import Cursor
from astragal.notation.texts import joins, match_misspelt_range

_FOREIGN_MODIFIERS = {
    "e": "to explode, write `!`, or on one number `!=6`",
    "x": "to multiply, write `*`; to explode, write `!`; to repeat, write `6x(4d6kh3)`",
    "xo": "to explode once, write `!o`",
    "ro": "to re-roll once, write `r`",
    "ra": "to add one die if any shows 6, write `!o=6:1`; to re-roll once, write `r`",
    "mi": "to raise each die, write `min2`",
    "ma": "to cap each die, write `max5`",
    "p": "to drop dice, write `dl1` or `dh1`",
    "pl": "to drop the lowest, write `dl1`",
    "ph": "to drop the highest, write `dh1`",
    "cs": "`c>19` counts dice, as `cs` does in Foundry; `crit>=19` marks them, as in Roll20",
    "cf": "`c<3` counts dice, as `cf` does in Foundry; `fumble<=3` marks them, as in Roll20; "
    "`f=1` after a count takes failures away",
    "df": "to take failures away, write `f=1` after a count: `8d10c>=7f=1`",
    "sf": "to take dice away that show less than 3, write `worth(<3: -face)`",
    "ms": "to see by how much a total beats 10, write `3d6 - 10`",
    "even": "to count even dice, write `c=even`",
    "odd": "to count odd dice, write `c=odd`",
    "mt": "to count the values that came twice or more, write `matches(4d6)`",
    "t": "to count dice, write `c>=7`",
    "sd": "`sh` sorts, highest first",
    "sa": "`s` sorts, lowest first",
    "h": "to keep the highest 3, write `kh3`",
    "l": "to keep the lowest 3, write `kl3`",
    "w": "for advantage, write `2d20kh1`; for disadvantage, `2d20kl1`",
    "keep": "to keep the highest 3, write `kh3`",
    "drop": "to drop the lowest, write `dl1`",
    "explode": "to explode, write `!`, or on one number `!=6`",
    "reroll": "to re-roll, write `r`",
    "adv": "for advantage, write `2d20kh1`",
    "advantage": "for advantage, write `2d20kh1`",
    "dis": "for disadvantage, write `2d20kl1`",
    "disadvantage": "for disadvantage, write `2d20kl1`",
}

_CHARACTERS = {
    "^": ("`^` means nothing here", "a power is `**`"),
    "%": ("there is nothing to divide here", "a remainder is e.g. `17 % 5`, a percentile die `d%`"),
    "—": ("this dash is not a minus", "write `-`"),
    "&": ("`&` means nothing here", "write `and`: `1d6>3 and 1d6>4`"),
    "|": ("`|` means nothing here", "write `or`: `1d6>3 or 1d6>4`"),
    "?": ("`?` means nothing here", "a question, `?{…}`, is part of a macro of Roll20's"),
    "$": ("a value with a name starts with `@`", "e.g. `@str`"),
    "[": ("ranges go at the end, and only once", "e.g. `d10ish+2 [..6] miss [7..] hit`"),
    "!": ("only dice can explode", "e.g. `3d6!`"),
    ",": ("several rolls are a whole text, not a part of one", "e.g. `2d6, 1d8`"),
    ".": ("a number begins with a digit", "a half is `0.5`"),
    "=": ("there is nothing to compare here", None),
    ";": ("there is nothing before this `;`", "e.g. `p = 10d4; highest(p,2)`"),
    ")": ("this `)` was never opened", None),
    "}": ("this `}` was never opened", None),
    "]": ("this `]` was never opened", None),
}


def plain_form(text: str) -> str | None:
    """The ASCII form of a text with full-width or foreign digits or letters; else None."""
    if text.isascii():
        return None
    plain = "".join(map(_plain_character, text))
    return plain if plain != text else None


def _plain_character(char: str) -> str:
    if char.isascii():
        return char
    import unicodedata

    digit = unicodedata.digit(char, None)
    if digit is not None and unicodedata.category(char) == "Nd":
        return str(digit)
    # Only full-width forms: replacing ½, ℃ or ﬁ would change the meaning of the text.
    return unicodedata.normalize("NFKC", char) if "\uff01" <= char <= "\uff5e" else char


def odd_character(text: str, at: int) -> NotationError | None:
    """The error for a full-width or foreign character, with the ASCII form; else None."""
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


AFTER_DICE = "after dice: `kh3` keeps the highest 3, `dl1` drops the lowest, `!` explodes"
"""A hint for unknown text after dice: the modifiers that people need most."""


def unknown_modifier(word: str, span: Span) -> NotationError:
    """The error for letters after dice that are not a modifier."""
    hint = _FOREIGN_MODIFIERS.get(word.lower())
    if hint is None and len(word) > 2:
        hint = f"a label goes in brackets, `[{word[:40]}]`, and a remark goes after `#`"
    return NotationError(
        "unknown-modifier",
        f"`{word[:40]}` is not a modifier",
        span=span,
        hint=hint or AFTER_DICE,
    )


def is_foreign(word: str) -> bool:
    """True if a word is a modifier in other programs."""
    return word in _FOREIGN_MODIFIERS


TO_TYPE = "dice look like `2d6`, `d20+5` or `4d6kh3`"
"""A hint for text without any dice."""


def unknown_word(cursor: Cursor, word: str, span: Span, names: Iterable[str]) -> NotationError:
    """The error for a word that is not dice, a function or a name."""
    from astragal.notation.functions import FUNCTIONS

    near = nearest(word, [*FUNCTIONS, *names])
    if near is not None:
        hint = f"did you mean `{FUNCTIONS[near].example if near in FUNCTIONS else near}`?"
    elif word.lower() in ("adv", "advantage", "dis", "disadvantage"):
        hint = _FOREIGN_MODIFIERS[word.lower()]
    elif cursor.text.strip() == word or not word.isidentifier():
        hint = TO_TYPE
    else:
        hint = f"{TO_TYPE}; a value with a name is `@{word}`"
    return NotationError("unknown-word", f"`{word[:40]}` is not dice", span=span, hint=hint)


def other_die_letter(word: str) -> str | None:
    """Convert dice in other languages, ``3w6`` or ``2t20``, to this notation; else None."""
    for letter in "wtk":
        count, found, sides = word.lower().partition(letter)
        if found and sides.isdecimal() and (not count or count.isdecimal()):
            return f"{count}d{sides}"
    return None


def strange_character(char: str, at: int) -> NotationError:
    """The error for a character that no value can start with."""
    message, hint = _CHARACTERS.get(char, (f"`{char}` means nothing here", None))
    if not char.isprintable():
        message = f"an invisible character (U+{ord(char):04X}) means nothing here"
    return NotationError("unexpected", message, span=Span(at, at + 1), hint=hint)


def missing_value(cursor: Cursor) -> NotationError:
    """The error for a missing number or missing dice."""
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
    last = _last_word(before)
    compares = joins(last) and last.lower() != "vs"
    return cursor.error(
        "missing-value",
        f"something is missing after `{last}`",
        Span(len(before) - len(last), len(before)),
        "a comparison, e.g. `1d20 >= 15`" if compares else "a number or dice",
    )


def _last_word(text: str) -> str:
    """The word at the end of a text if it joins comparisons or totals; else the last character."""
    found = re.search(r"(?<!\w)[^\W\d_]+$", text[-8:])
    return found[0] if found is not None and joins(found[0]) else text[-1]


def misplaced_word(word: str, span: Span) -> NotationError:
    """The error for a joining word in place of a value."""
    if word.lower() == "not":
        return NotationError(
            "unexpected",
            "`not` stands before a whole comparison",
            span=span,
            hint="inside anything else it goes in brackets, e.g. `(not 1d6 = 1) * 2`",
        )
    return NotationError("missing-value", f"something is missing before `{word}`", span=span)


def left_over(cursor: Cursor, *, named: bool) -> NotationError:
    """The error for text after a complete expression."""
    at = cursor.skip()
    char = cursor.here()
    odd = odd_character(cursor.text, at)
    if odd is not None:
        return odd
    if char.isalnum() or char in "({@_":
        word = cursor.word_ahead() or char
        return cursor.error(
            "unexpected",
            f"nothing joins `{word[:40]}` to what comes before it",
            Span(at, at + len(word)),
            _side_by_side(cursor.text, at) or _joining(cursor.text[:at].rstrip(), word, named),
        )
    if char == ";":
        return cursor.error(
            "unexpected",
            "only named rolls go before a `;`, and each name only once",
            Span(at, at + 1),
            "e.g. `p = 10d4; highest(p,2)`",
        )
    if char == ".":
        return cursor.error(
            "unexpected",
            "this point means nothing here",
            Span(at, at + 1),
            "counts, sides and conditions are whole; other numbers may be decimals, such as `2.5`",
        )
    return strange_character(char, at)


_DIE = r"\d{0,9}d(?:\d{1,9}|%|F\b)[^\s+*/,;()\[\]#-]{0,20}"
_DICE = re.compile(_DIE, re.IGNORECASE)
_DICE_BEFORE = re.compile(rf"(?<![\w)\]}}])(?:{_DIE}\s+)+\Z", re.IGNORECASE)
_DICE_ROW = re.compile(rf"{_DIE}(?:\s+{_DIE})*", re.IGNORECASE)
_FEWEST_SIDES = 4
"""After dice and a blank, `d6` is a die, but `d1` may be meant to drop one."""


def dice_beside(cursor: Cursor) -> bool:
    """True for a die after other dice and a space, as opposed to a number of dice to drop."""
    text, at = cursor.text, cursor.at
    sides = re.match(r"d(\d{1,9}|%)", text[at:], re.IGNORECASE)
    if sides is None or not text[at - 1 : at].isspace():
        return False
    return sides[1] == "%" or int(sides[1]) >= _FEWEST_SIDES


def unbracketed(text: str, span: Span) -> NotationError:
    """The error for ``6x4d6``, which needs brackets; the span is that of ``6x``."""
    dice = _DICE.match(text, span.end)
    if dice is None:
        hint = "e.g. `6x(4d6kh3)`; to multiply, write `*` or `×`"
    else:
        times = text[span.start : span.end - 1].rstrip()
        hint = (
            f"`{times}x({dice[0]})` rolls {times} times, `{times} * {dice[0]}` multiplies one roll"
        )
        span = Span(span.start, dice.end())
    return NotationError(
        "missing-brackets", "put what is repeated in brackets", span=span, hint=hint
    )


def _side_by_side(text: str, at: int) -> str | None:
    """A hint with both ways to join adjacent dice; None if there are none."""
    before, after = (
        _DICE_BEFORE.search(text[max(0, at - _FARTHEST) : at]),
        _DICE_ROW.match(text, at),
    )
    if before is None or after is None:
        return None
    dice = (before[0] + after[0]).split()
    if len(dice) > _MOST_DICE:
        return None
    return f"`{' + '.join(dice)}` adds them up, `{', '.join(dice)}` rolls each alone"


_MOST_DICE = 8
"""The most dice that a hint lists."""
_FARTHEST = 60
"""How many characters before a die are searched for other dice."""


def _joining(before: str, word: str, named: bool) -> str:
    """A hint on how to join further text to a complete expression."""
    if before.endswith("]"):
        return "modifiers go before the label: `2d6kh1[fire]`"
    if word.isalpha():
        if word.lower() == "not":
            return "write `and not` or `or not`"
        if word.lower() in _FOREIGN_MODIFIERS:
            return _FOREIGN_MODIFIERS[word.lower()]
        return f"a label goes in brackets, `[{word[:40]}]`, and a remark goes after `#`"
    if word == "(":
        return "to multiply, write `*`"
    return "join dice with `+`" + (", or end the first part with `;`" if named else "")


def misspelt_range(text: str, span: Span) -> NotationError | None:
    """The error for ``[7-9]`` and ``[10+]``, which other programs read as ranges; else None."""
    found = match_misspelt_range(text)
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


def ambiguous_comparison(cursor: Cursor, pool: Span, start: int, sign: int) -> NotationError:
    """The error for ``8d10>=7``, which could count dice or compare the total.

    ``pool`` is the span of the dice; ``start`` and ``sign`` are the positions of the total and of
    the sign, which has been read.
    """
    text = cursor.text
    dice, total, op = text[pool.start : pool.end], text[start:sign].strip(), text[sign : cursor.at]
    typed = _operand_ahead(cursor)
    failing = _FAILURES.fullmatch(typed)
    operand = failing[1] if failing else typed
    number = _counted_with(operand)
    added = _ADDED.fullmatch(operand)
    rest = added[1] if added else ""
    fails = f"f{failing[2] or '='}{failing[3]}" if failing else ""
    kind = "totals" if _is_group(dice) and "," in dice else "dice"
    counted = _of_dice(dice)
    return cursor.error(
        "ambiguous-comparison",
        "this could count dice or compare the total",
        Span(pool.start, cursor.at + len(typed)),
        f"`{counted}c{op}{number}{fails}{rest}` counts the {kind} that match"
        f"{_as_in_roll20(counted, op, number, failing, rest)}, "
        f"`({_unbraced(total)}){op}{operand or number}` compares the total",
    )


_FAILURES = re.compile(r"(\d+)f([<>]?)(\d+)")
"""``3f1`` after a sign: failures, as in Roll20."""
_ADDED = re.compile(r"\d+([+*/-].+)")
"""``7+2`` after a sign: a count with a number added."""
_NAMED = re.compile(r"@\{[^{}]+\}")
_WITH = re.compile(r"@\w+|@\{[^{}]+\}|-?\d+(?:\.\.\d+)?(?!\d*d\d)")
_IN_BRACES = re.compile(r"\{(\d*d\d+)([+-]\d+)?\}")
_DICE_IN_BRACES = re.compile(r"\{\d*d\d+(?:\+\d*d\d+)+\}")


def _counted_with(operand: str) -> str:
    """The number, variable or roll that dice are compared with."""
    if re.fullmatch(r"\d*d\d+", operand):
        return f"({operand})"
    found = _WITH.match(operand)
    return found[0] if found else "5"


def _is_group(dice: str) -> bool:
    return dice.startswith("{")


def _unbraced(total: str) -> str:
    """The total, without the braces of a group with a single member."""
    return total[1:-1] if _is_group(total) and "," not in total and "&" not in total else total


def _of_dice(dice: str) -> str:
    """``{3d20+5}`` and ``{4d6+3d8}`` with conditions applying to each die, as in Roll20."""
    tight = "".join(dice.split())
    one = _IN_BRACES.fullmatch(tight)
    if one:
        return f"{one[1]}each{one[2]}" if one[2] else one[1]
    return tight.replace("+", " & ") if _DICE_IN_BRACES.fullmatch(tight) else dice


def _as_in_roll20(dice: str, op: str, number: str, failing: re.Match[str] | None, rest: str) -> str:
    """A note on how to include the number itself, where Roll20 does that."""
    fails = f"f{failing[2]}={failing[3]}" if failing else ""
    return f" (Roll20 means `{dice}c{op}={number}{fails}{rest}`)" if op in ("<", ">") else ""


def _operand_ahead(cursor: Cursor) -> str:
    """The text up to white space or a bracket; a variable with its full name."""
    text, end = cursor.text, cursor.skip()
    named = _NAMED.match(text, end)
    if named:
        return text[cursor.at : named.end()]
    while end < len(text) and not text[end].isspace() and text[end] not in "()[];#,":
        end += 1
    return text[cursor.at : end]
