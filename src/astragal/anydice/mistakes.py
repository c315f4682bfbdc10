"""What goes wrong in programs, by name: each mistake with its place and what helps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from astragal.errors import ProgramError, Span

if TYPE_CHECKING:
    from astragal.anydice.tokens import Token


def unknown_character(text: str, place: int) -> ProgramError:
    """Something that begins no token."""
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
    if character == "%":
        return ProgramError(
            "unknown-sign", "there is no `%` here", span=span, hint="write d100 for d%"
        )
    return ProgramError(
        "unknown-sign",
        f"`{character}` means nothing here",
        span=span,
        hint="names of variables are capital letters, words of functions small ones",
    )


def expected(what: str, token: Token, *, hint: str | None = None) -> ProgramError:
    """Something else had to stand here."""
    found = f"not `{token.text}`" if token.text else "but the program ends"
    return ProgramError(
        "unexpected-here",
        f"here {what} is expected, {found}",
        span=Span(token.start, token.end),
        hint=hint,
    )


def unclosed(sign: str, opening: Token) -> ProgramError:
    closing = {"(": ")", "[": "]", "{": "}"}[sign]
    return ProgramError(
        "unclosed-bracket",
        f"this `{sign}` is never closed",
        span=Span(opening.start, opening.end),
        hint=f"a `{closing}` is missing, or stands too late",
    )


def no_statement(token: Token, following: Token) -> ProgramError:
    """A statement begins with something that no statement begins with."""
    span = Span(token.start, token.end)
    if token.kind == "variable" and following.text == "=":
        return ProgramError(
            "equals-sign",
            "a variable is set with a colon",
            span=Span(following.start, following.end),
            hint=f"write {token.text}: …; `=` compares",
        )
    if token.kind == "word" and following.kind in (":", "="):
        return ProgramError(
            "small-letters",
            f"`{token.text}` cannot be a variable",
            span=span,
            hint=f"variables are written in capital letters: {token.text.upper()}",
        )
    if token.text in ("elseif", "elif"):
        return ProgramError("else-if", f"there is no `{token.text}`", span=span, hint="`else if`")
    if token.text == "}":
        return ProgramError(
            "unopened-bracket", "this `}` closes nothing", span=span, hint="take it out"
        )
    return ProgramError(
        "no-statement",
        f"nothing happens with `{token.text}` here",
        span=span,
        hint="to see it, write `output` in front of it; to keep it, NAME: …",
    )


def misplaced(word: str, token: Token, *, inside: bool) -> ProgramError:
    """A statement that may only stand inside of functions, or only outside of them."""
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
        hint="take out what follows, or put the result into an `if`",
    )


def unknown_variable(name: str, span: Span, known: Iterable[str]) -> ProgramError:
    from astragal._nearest import nearest

    near = nearest(name, list(known))
    hint = f"did you mean {near}?" if near else f"set it first: {name}: …"
    return ProgramError("unknown-variable", f"{name} has no value yet", span=span, hint=hint)


def unknown_function(shape: str, span: Span, known: Iterable[str]) -> ProgramError:
    from astragal._nearest import nearest

    near = nearest(shape, list(known))
    return ProgramError(
        "unknown-function",
        f"there is no function [{shape}]",
        span=span,
        hint=f"there is one [{near}]" if near else "define it: function: name A:n { result: … }",
    )


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


def number_too_long(digits: int) -> ProgramError:
    return ProgramError(
        "number-too-long",
        f"a number gets more than {digits:,} digits",
        hint="keep numbers smaller",
    )
