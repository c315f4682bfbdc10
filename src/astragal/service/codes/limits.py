"""Codes of limits: the request needs more than a stranger is allowed."""

from __future__ import annotations

from astragal.service.codes.code import Area, Code

_OWN = "Ask for less; on your own machine, in Python, limits can be raised."

LIMITS: Area = {
    "too-many-dice": Code("These are more dice than one roll may have.", _OWN, "999999999d6"),
    "too-many-sides": Code("A die has more sides than it may have.", _OWN, "1d(99999999)"),
    "too-many-custom-faces": Code("A die lists more faces than it may.", _OWN),
    "too-many-extra-dice": Code("Explosions and re-rolls went on for too long.", "Roll again."),
    "too-many-results": Code("A repeat gives more results than it may.", _OWN),
    "too-many-work": Code("The roll takes more steps than it may.", _OWN),
    "too-many-odds": Code(
        "Exact odds would take more arithmetic than is allowed.",
        "Ask for a chance such as `outcome>=50`, or for fewer dice.",
    ),
    "too-many-paths": Code("Odds would follow too many paths through the rule.", _OWN),
    "too-many-asks": Code("A rule asks too often on one path.", _OWN),
    "too-many-states": Code("There are too many situations to look at each.", _OWN),
    "too-many-cells": Code("The table has too many cells.", "Give fewer values, or a step."),
    "too-many-candidates": Code(
        "There are too many dice or parameters to try.", "Give each open number fewer values."
    ),
    "too-many-places": Code("Odds would need too many terms.", _OWN),
    "too-many-samples": Code("These are too many rolls at once.", "Roll in several calls."),
    "too-many-lists": Code(
        "A repeat has too many different lists of results.",
        "Ask for the odds of one of them, or of their sum.",
    ),
    "too-many": Code("This number is larger than it may be.", "The message says by how much."),
    "too-much-memory": Code("Odds would fill more memory than is allowed.", _OWN),
    "too-long": Code("The text is longer than it may be.", "Shorten it."),
    "too-deep": Code("Brackets, or rules, are nested too deeply.", "Use fewer levels."),
    "too-far": Code(
        "That far out, probabilities have millions of digits.", "Ask for something nearer."
    ),
    "too-slow": Code("The time was up.", "Ask for less, or again when less is going on."),
    "stopped": Code("The work was stopped, as nobody wanted it any more.", "Ask again."),
    "no-memory": Code("There was not enough memory.", "Ask for less."),
    "answer-too-long": Code(
        "The odds would fill megabytes.", "Ask for one chance, such as `outcome>=500`."
    ),
    "bad-limit": Code("A limit is not a number that can be one.", "Use a whole number."),
}
