"""Codes of other programs' notations and macros."""

from __future__ import annotations

from astragal.service.codes.code import Area, Code

DIALECTS: Area = {
    "no-such-dialect": Code(
        "No program of that name is known, whose notation could be read.",
        "Choose one of those that the message lists.",
    ),
    "dialect-gone": Code(
        "The notation of this program was read by earlier versions.",
        "Choose the program that the hint names, or write it in our own notation.",
    ),
    "untranslatable": Code(
        "Another program has no words for this, or would take them for something else.",
        "Say it in another way, or roll it here.",
    ),
    "not-known": Code(
        "What another program makes of this is not documented, so it is not guessed.",
        "Say it in a way that the program documents.",
    ),
    "not-a-formula": Code(
        "A formula holds what belongs to a macro around it.", "Read the text as a macro."
    ),
    "no-macros": Code(
        "Of this program only formulas can be read, not macros.",
        "Hand over the formula alone, or choose a program that the message lists.",
    ),
    "unknown-command": Code(
        "A line of a macro begins with a chat command that is not known.",
        "Use one that the message lists, or take the line out.",
    ),
    "unnamed-question": Code("A question of a macro has no name.", "Write `?{Bonus|0}`."),
    "unanswered": Code("A macro asks for something that has no default.", "Give it an answer."),
    "bad-answer": Code(
        "An answer is none of those that a macro offers.", "Choose one that the message lists."
    ),
    "no-such-roll": Code(
        "A macro repeats a roll that is not there.", "Rolls are counted from 0, as they stand."
    ),
    "no-such-table": Code(
        "A macro draws from a table that was not given.", "Give the table with the macro."
    ),
    "no-such-macro": Code(
        "A macro calls another that was not given.", "Give that with the macro, by its name."
    ),
    "table-in-formula": Code(
        "A macro counts with what it draws from a table, which is a text here.",
        "Draw from the table by itself.",
    ),
    "several-draws": Code("A macro draws from a table several times at once.", "Draw once each."),
    "macros-too-deep": Code(
        "Macros call each other without end.", "See which of them calls itself."
    ),
    "code-in-macro": Code(
        "A macro holds a program in another language.", "Write what it comes to in its place."
    ),
}
