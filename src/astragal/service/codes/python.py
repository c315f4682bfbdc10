"""Codes for authors of rules and users of the library, both in Python."""

from __future__ import annotations

from astragal.service.codes.code import Area, Code

_TYPES = "See the guide to rules for the types that parameters can have."
_EXACT = "Use whole numbers or a Fraction."

PYTHON: Area = {
    "raised": Code("A rule raised an error of its own.", "The message has it, and the line."),
    "no-outcome": Code("A rule ended without an outcome.", "Return it."),
    "float-outcome": Code("A rule ended with a float.", _EXACT),
    "float": Code("A parameter cannot be a float.", _EXACT),
    "uncalled-outcome": Code("A rule returned a rule or a function.", "Call it."),
    "unrun-outcome": Code("A rule returned a generator.", "Delegate to it by `yield from`."),
    "unhashable-outcome": Code("An outcome must be hashable.", "Return a tuple."),
    "unhashable-option": Code("An option must be hashable.", "Use a tuple."),
    "bad-outcome": Code("This cannot be an outcome.", _EXACT),
    "mixed-outcomes": Code("Outcomes are of two kinds.", "Return one kind in all cases."),
    "unsteady": Code(
        "A rule behaved differently when it was run again.",
        "Let it use no randomness, clock or file of its own.",
    ),
    "endless-loop": Code("A rule runs without asking for anything.", "Look for a loop in it."),
    "needs-itself": Code("The odds of a request depend on themselves.", "Use a chain."),
    "bad-request": Code(
        "A rule yielded something that is not a request.", "Yield a die or an experiment."
    ),
    "bad-state": Code("A state must be hashable, and that of a chain exact too.", _EXACT),
    "failed-step": Code("The step of a walk fails.", "The message names the step and the face."),
    "bad-course": Code("A chain of limited length lacks one of its parts.", "Give it that."),
    "bad-fold": Code("What is taken from re-rolled dice lacks a step.", "Give it one."),
    "bad-walk": Code("A walk lacks a pool or a step.", "Give it both."),
    "bad-pool": Code("A walk reads dice, and this is none.", "Give it the dice alone."),
    "bad-card": Code("This cannot be a card.", "Cards are hashable and exact."),
    "bad-alternative": Code("An alternative must be hashable and exact.", _EXACT),
    "no-alternatives": Code("There are no alternatives with weights.", "Give at least one."),
    "no-options": Code("A choice has no options.", "Give at least one."),
    "same-label": Code("Two options have one label.", "Label them apart."),
    "bad-question": Code("A choice is not asked as choices are.", "Give a text and options."),
    "bad-note": Code("A note must be a text.", "Pass a string."),
    "no-order": Code("Outcomes have no order.", "Give a key that has one."),
    "not-a-function": Code("A function was expected.", "Pass one."),
    "not-a-rule": Code("A rule was expected.", "Decorate it with `@rule`."),
    "untyped-parameter": Code("A parameter has no type.", _TYPES),
    "unknown-type": Code("A parameter has a type that is not known.", _TYPES),
    "bad-signature": Code("A parameter cannot be passed by name.", "Make it an ordinary one."),
    "bad-bounds": Code("A type cannot have these bounds.", _TYPES),
    "bad-game": Code("A game is not described as games are.", "See the guide to shipping one."),
    "name-taken": Code("A game of this name is there already.", "Give it another name."),
    "bad-names": Code("Names must map to whole numbers.", _TYPES),
    "no-such-file": Code("There is no such file.", "Check its path."),
    "not-python": Code("The file is not Python.", "Give a file that ends in `.py`."),
    "broken-file": Code("The file cannot be run.", "The message has its error."),
    "no-rules": Code("The file has no rules.", "Decorate a function with `@rule`."),
    "altered-source": Code("The source of a file was altered on its way.", "Send it again."),
    "bad-indent": Code("An indent is a small number.", "Use 2."),
    "no-widgets": Code(
        "Sliders need a library that is not installed.", "Install `astragal[notebook]`."
    ),
    "no-sliders": Code("Sliders are for rules and expressions.", "Give a rule, or notation."),
    "bad-width": Code(
        "A width is a number of columns, or of pixels for a plot.",
        "Use 80 columns, or 800 pixels.",
    ),
}
