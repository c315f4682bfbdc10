"""Codes of programs written for AnyDice."""

from __future__ import annotations

from astragal.service.codes.code import Area, Code

ANYDICE: Area = {
    "not-a-text": Code("A program has to be a text.", "Hand over the text of the program."),
    "unclosed-comment": Code(
        "A comment begins with a backslash and never ends.", "End it with another backslash."
    ),
    "unclosed-name": Code("A name begins with a quotation mark and never ends.", "Close it."),
    "not-whole-here": Code(
        "Programs know whole numbers only.", "Multiply everything by 10, or by 100."
    ),
    "unknown-sign": Code("A sign has no meaning in programs.", "Take it out, or spell it out."),
    "unexpected-here": Code(
        "Something stands where something else has to.", "The message says what is expected."
    ),
    "unclosed-bracket": Code("A bracket is opened and never closed.", "Close it where it ends."),
    "unopened-bracket": Code("A bracket closes what nothing opened.", "Take it out."),
    "equals-sign": Code("A variable was set with `=`.", "Set it with a colon: `X: 3d6`."),
    "small-letters": Code(
        "Variables are written in capital letters.", "Write `X: 3d6`, not `x: 3d6`."
    ),
    "capital-letters": Code(
        "A word that begins a statement, or the `d` of dice, is written with capital letters.",
        "Write it in small letters: `output`, `3d6`.",
    ),
    "round-brackets": Code(
        "A function is called as in other languages.",
        "Write its words and arguments in square brackets: `[highest of 2d6 and 10]`.",
    ),
    "no-brackets": Code(
        "A function is called without brackets.",
        "Write square brackets round its words and arguments: `[highest 3 of 4d6]`.",
    ),
    "dice-words": Code(
        "Dice are followed by what other programs know, such as `kh3`.",
        "Let a function choose among them: `[highest 3 of 4d6]`.",
    ),
    "else-if": Code("A further condition is two words.", "Write `else if`."),
    "no-statement": Code(
        "A value stands alone, and nothing is done with it.", "Write `output` in front of it."
    ),
    "misplaced": Code(
        "A statement stands inside a function that may not, or the other way round.",
        "Put `output`, `set` and functions outside, `result:` inside.",
    ),
    "after-result": Code(
        "Something follows `result:` in its block.", "Nothing there is ever done."
    ),
    "unknown-variable": Code("A variable is read that has no value.", "Set it before."),
    "unknown-function": Code(
        "A function is called that is not defined.",
        "Compare the words of the call with those of the function: they are its name.",
    ),
    "not-a-condition": Code(
        "A condition is rolled, or is a sequence; it has to be a number.",
        "Hand the roll to a function with a parameter `A:n`, and write the `if` there.",
    ),
    "not-a-sequence": Code(
        "A loop goes through a number or dice.", "Let it go through a sequence: `{1..6}`."
    ),
    "no-dice-here": Code(
        "Something is rolled that has to be a number.",
        "Hand the roll to a function with a parameter `A:n`.",
    ),
    "bad-setting": Code("A setting does not exist, or takes another value.", "See the hint."),
    "no-such-output": Code(
        "An output was asked for that the program does not have.",
        "Ask for one that it has; the first is 1.",
    ),
    "zero-power": Code("0 was raised to a negative power.", "Keep the exponent at 0 or more."),
}
