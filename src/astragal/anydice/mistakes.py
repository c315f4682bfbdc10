"""The mistakes in programs, as errors with a place and a hint."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from astragal._nearest import nearest
from astragal.errors import LimitError, ProgramError, Span

if TYPE_CHECKING:
    from astragal.anydice.reading.tokens import Token

_KEYWORDS = ("output", "named", "function", "result", "loop", "over", "if", "else", "set", "to")
_COMMENT = "a comment stands between backslashes: \\ like this \\"


def unknown_character(text: str, place: int) -> ProgramError:
    """A character that cannot begin a token."""
    span = Span(place, place + 1)
    character = text[place]
    if character == "\\":
        return ProgramError(
            "unclosed-comment",
            "this comment is never closed",
            span=span,
            hint="a comment ends at the next backslash: \\ like this \\",
        )
    if character == '"':
        return ProgramError(
            "unclosed-name", "this name is never closed", span=span, hint='write "…" around it'
        )
    if character == ".":
        return ProgramError(
            "not-whole-here",
            "numbers are whole in these programs",
            span=span,
            hint="multiply everything by 10, or write a range with two dots: {1..6}",
        )
    return ProgramError(
        "unknown-sign",
        f"`{character}` means nothing here",
        span=span,
        hint=_LETTERS if character.isalpha() else _instead(text, place),
    )


def _instead(text: str, place: int) -> str | None:
    """A hint for a character that does not exist in programs."""
    if text[place] == "%" and text[:place].endswith("d"):
        return "write d100 for d%"
    return _INSTEAD.get(text[place])


_LETTERS = "variables are capital letters A to Z, words of functions small ones"
_INSTEAD = {
    "%": "write A - A / 3 * 3 for what is left of A after a division by 3",
    ";": "take it out: a statement ends where the next one begins",
    "'": 'a name stands in "…"',
    "$": "a variable is its name alone: X",
    **dict.fromkeys("“”„«»", 'write straight quotation marks: "…"'),
    **dict.fromkeys("–—−", "write `-`"),
    "×": "write `*`",
    "÷": "write `/`",
    "≥": "write `>=`",
    "≤": "write `<=`",
    "≠": "write `!=`",
}
"""Hints for signs from other programs and from word processors."""


def expected(what: str, token: Token, *, hint: str | None = None) -> ProgramError:
    """Something else was expected here."""
    found = f"not `{token.text}`" if token.text else "but the program ends"
    return ProgramError(
        "unexpected-here",
        f"{what} was expected here, {found}",
        span=Span(token.start, token.end),
        hint=hint,
    )


def no_value(token: Token, before: Token, following: Token) -> ProgramError:
    """A value was expected here."""
    span = Span(token.start, token.end)
    together = before.text + token.text
    if before.end == token.start and together in _SIGNS:
        return ProgramError(
            "unknown-sign",
            f"there is no sign `{together}`",
            span=Span(before.start, token.end),
            hint=_SIGNS[together],
        )
    if token.kind == "word" and token.text not in STATEMENTS:
        if following.kind == "(":
            return ProgramError(
                "round-brackets",
                "functions are called in square brackets",
                span=span,
                hint="words and arguments stand in any order: [highest of 2d6 and 10]",
            )
        if following.kind == "number" or _is_free_word(following):
            return ProgramError(
                "no-brackets",
                "functions are called in square brackets",
                span=span,
                hint="put them round all its words: [highest 3 of 4d6]",
            )
        return _small_letters(token)
    if token.kind == "string":
        return expected("a value", token, hint="texts stand behind `named` and `to` only")
    return expected("a value", token, hint="a number, a variable, {…}, […] or (…), such as 3d6")


_SIGNS = {
    "&&": "write `&`",
    "||": "write `|`",
    "==": "write `=`",
    "=>": "write `>=`",
    "=<": "write `<=`",
    "<>": "write `!=`",
    "**": "write `^`",
    "//": _COMMENT,
    "/*": _COMMENT,
}
STATEMENTS = ("output", "function", "set", "loop", "if", "result")
"""The keywords that begin statements."""


def _is_free_word(token: Token) -> bool:
    """True for a word that may be part of the name of a function."""
    return token.kind == "word" and token.text not in _KEYWORDS


def _small_letters(token: Token) -> ProgramError:
    return ProgramError(
        "small-letters",
        f"`{token.text}` cannot be a variable",
        span=Span(token.start, token.end),
        hint=f"variables are written in capital letters: `{token.text.upper()}`",
    )


def unclosed(sign: str, opening: Token) -> ProgramError:
    closing = {"(": ")", "[": "]", "{": "}"}[sign]
    return ProgramError(
        "unclosed-bracket",
        f"this `{sign}` is never closed",
        span=Span(opening.start, opening.end),
        hint=f"a `{closing}` is missing, or stands too late",
    )


def no_statement(token: Token, following: Token, thrown: str = "") -> ProgramError:
    """Something that cannot begin a statement; it may follow dice in other programs."""
    span = Span(token.start, token.end)
    if token.kind == "variable" and following.text == "=":
        return ProgramError(
            "equals-sign",
            "a variable is set with a colon",
            span=Span(following.start, following.end),
            hint=f"write {token.text}: …; `=` compares",
        )
    if token.kind == "word" and following.kind in (":", "="):
        return _small_letters(token)
    if word := _capital_word(token, following):
        return ProgramError(
            "capital-letters",
            f"`{word}` begins no statement",
            span=Span(token.start, token.start + len(word)),
            hint=f"write it in small letters: `{word.lower()}`",
        )
    if token.kind == "variable" and token.text == "D" and _touch(token, following):
        return ProgramError(
            "capital-letters",
            "dice are written with a small letter",
            span=Span(token.start, following.end),
            hint=f"write `d{following.text}`",
        )
    if token.text in (")", "]", "}"):
        return ProgramError(
            "unopened-bracket", f"unmatched `{token.text}`", span=span, hint="take it out"
        )
    if token.text == "!":
        return _dice_word(token.text, span)
    if token.text == "#":
        return ProgramError(
            "no-statement", "no statement begins with `#`", span=span, hint=_COMMENT
        )
    if token.kind == "word":
        if kept := _kept(token, following, thrown):
            return kept
        return _no_such_word(token.text, span)
    return ProgramError(
        "no-statement",
        f"nothing happens with `{token.text}` here",
        span=span,
        hint=_BETWEEN.get(
            token.kind, "to see it, write `output` in front of it; to keep it, NAME: …"
        ),
    )


_BETWEEN = {
    ",": "each value has an `output` of its own; a sequence stands in braces: {1, 2, 3}",
    "dots": "a range stands in braces: {1..6}",
    ":": "only a variable can be set, at the beginning of a statement: X: 3d6",
}
"""Hints for separators in places where nothing can be joined."""


def _touch(token: Token, following: Token) -> bool:
    """True if a number follows without a blank."""
    return following.kind == "number" and following.start == token.end


def _dice_word(word: str, span: Span) -> ProgramError:
    return ProgramError(
        "dice-words",
        f"`{word}` cannot stand behind dice",
        span=span,
        hint="let a function do it: [highest 3 of 4d6], [lowest 1 of 2d20], [explode d6]",
    )


_RANKS = {"k": "highest", "kh": "highest", "kl": "lowest", "dl": "highest", "dh": "lowest"}
_DICE = re.compile(r"(\d{1,6})d\d{1,6}")


def _kept(token: Token, following: Token, thrown: str) -> ProgramError | None:
    """The error for the highest or lowest dice in other programs' notation: `4d6kh3`."""
    dice, rank = _DICE.fullmatch(thrown), _RANKS.get(token.text)
    number = int(following.text) if following.kind == "number" and len(following.text) < 7 else None
    if dice is None or rank is None or number is None or token.end != following.start:
        return None
    if token.text[0] == "d":
        number = int(dice[1]) - number
    start = token.start - len(thrown)
    return ProgramError(
        "dice-words",
        f"`{token.text}` cannot stand behind dice",
        span=Span(start, following.end),
        hint=f"let a function do it: `[{rank} {max(number, 0)} of {thrown}]`",
    )


def _no_such_word(word: str, span: Span) -> ProgramError:
    """A word that is not part of the language, or has no meaning here."""
    if word in _ON_DICE:
        return _dice_word(word, span)
    if word in ("elseif", "elif"):
        return ProgramError("else-if", f"there is no `{word}`", span=span, hint="`else if`")
    near = nearest(word, _KEYWORDS)
    hint = "words stand in brackets, as in [highest 3 of 4d6]"
    return ProgramError(
        "no-statement",
        f"`{word}` means nothing here",
        span=span,
        hint=f"did you mean `{near}`?" if near else hint,
    )


def _capital_word(token: Token, following: Token) -> str | None:
    """A word of a statement that is capitalized or all in capital letters."""
    behind = following.text if following.start == token.end else ""
    words = (token.text, token.text + behind) if token.kind == "variable" else ()
    return next((word for word in words if word.lower() in STATEMENTS), None)


_KEPT = ("k", "kh", "kl", "dh", "dl", "keep", "drop", "best", "worst", "highest", "lowest")
_AGAIN = ("r", "ro", "e", "reroll", "explode", "exploding", "advantage", "disadvantage")
_ON_DICE = (*_KEPT, *_AGAIN)
"""Modifiers that other programs write after dice."""


def misplaced(word: str, token: Token, *, inside: bool) -> ProgramError:
    """A statement that is only allowed inside functions, or only outside them."""
    if inside:
        message = f"`{word}` cannot stand inside a function"
        hint = "put it behind the function" if word != "output" else "give back `result: …`"
    else:
        message = f"`{word}` stands inside functions only"
        hint = "to see a value, write `output`"
    return ProgramError("misplaced", message, span=Span(token.start, token.end), hint=hint)


def after_result(token: Token) -> ProgramError:
    return ProgramError(
        "after-result",
        "`result:` ends its block, so nothing may follow it there",
        span=Span(token.start, token.end),
        hint=f"a `}}` is missing before `{token.text}`"
        if token.text in ("output", "function", "set", "result")
        else "take out what follows, or put the result into an `if`",
    )


def unknown_variable(name: str, span: Span, known: Iterable[str]) -> ProgramError:
    near = nearest(name, list(known))
    hint = f"did you mean {near}?" if near else f"set it first: {name}: …"
    if name == "F" and not near:
        hint += "; a Fate die is d{-1..1}"
    return ProgramError("unknown-variable", f"{name} has no value yet", span=span, hint=hint)


def unknown_function(shape: str, span: Span, known: Iterable[str]) -> ProgramError:
    shapes = list(known)
    near = nearest(shape, shapes)
    if run_together := next((each for each in shapes if _apart(each) == _apart(shape)), None):
        hint = (
            f"there is one [{run_together}]; values side by side run together (`d6 d8` is as many "
            "d8 as the d6 shows), so put brackets around each: `(d6) (d8)`"
        )
    elif near:
        hint = f"there is one: `[{near}]`"
    else:
        letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ" * shape.count("?"))
        named = " ".join(f"{next(letters)}:n" if word == "?" else word for word in shape.split())
        hint = f"define it: function: {named} {{ result: … }}"
    message = f"there is no function [{shape}]"
    return ProgramError("unknown-function", message, span=span, hint=hint)


def _apart(shape: str) -> list[str]:
    """The words of a function, with several adjacent values merged into one."""
    return [word for word, _ in groupby(shape.split())]


def no_condition(what: str, span: Span) -> ProgramError:
    return ProgramError(
        "not-a-condition",
        f"`if` asks about a number, not about {what}",
        span=span,
        hint="hand the roll to a function with a parameter A:n or A:s, and ask there",
    )


def not_a_sequence(what: str, span: Span) -> ProgramError:
    return ProgramError(
        "not-a-sequence",
        f"`loop` goes through a sequence, not through {what}",
        span=span,
        hint="write {1..6}; to go through rolls, hand them to a function with a parameter A:s",
    )


def no_dice_here(where: str, span: Span) -> ProgramError:
    return ProgramError(
        "no-dice-here",
        f"{where} cannot be rolled",
        span=span,
        hint="hand the roll to a function with a parameter A:n, and use A there",
    )


def bad_setting(message: str, span: Span, hint: str) -> ProgramError:
    return ProgramError("bad-setting", message, span=span, hint=hint)


def zero_power() -> ProgramError:
    return ProgramError(
        "zero-power", "0 to a negative power has no value", hint="keep the exponent at 0 or more"
    )


def too_deep() -> LimitError:
    return LimitError(
        "too-deep",
        "too many calls are open at the same time, or too much stands inside of each other",
        hint="set a smaller maximum function depth, or write shorter expressions",
    )


def number_too_long(digits: int, span: Span | None = None) -> ProgramError:
    return ProgramError(
        "number-too-long",
        f"a number gets more than {digits:,} digits",
        span=span,
        hint="keep numbers smaller",
    )
