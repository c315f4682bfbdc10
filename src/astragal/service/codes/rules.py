"""Codes of games: parameters, sheets, and the form of questions."""

from __future__ import annotations

from astragal.service.codes.code import Area, Code

_FORM = "Look at the form of the rule: it lists what can be given."

RULES: Area = {
    "no-such-game": Code("There is no game of this name.", "Choose one that is listed."),
    "broken-game": Code(
        "The package of a game cannot be loaded, or does not offer one.",
        "The message says what is wrong; whoever made the game can mend it.",
    ),
    "no-such-rule": Code("The game has no rule of this name.", "Choose one that is listed."),
    "missing-parameter": Code("A rule needs a value that was not given.", "Give it."),
    "unknown-parameter": Code("The rule has no such parameter.", _FORM),
    "bad-parameter": Code("A value is not one that the parameter takes.", _FORM),
    "bad-parameters": Code("Parameters are given by name.", _FORM),
    "too-many-parameters": Code("More values are given than there are parameters.", _FORM),
    "unclear-number": Code("A number may be meant for either of two parameters.", _FORM),
    "given-twice": Code("A parameter is given twice.", "Give it once."),
    "bad-value": Code("A value cannot be written down.", _FORM),
    "refused": Code("The rules of the game do not allow this.", "The message says why."),
    "not-a-check": Code(
        "The open game has a rule for dice against something, and these dice do not fit it.",
        "Roll the dice of the rule, or compare totals with a sign such as `>=`.",
    ),
    "opposed-roll": Code(
        "A roll under a number has no other side that rolls.",
        "Play the game's opposed roll, with a number for each side.",
    ),
    "check-inside": Code("A rule of the open game stands inside other dice.", "Roll it by itself."),
    "nobody-reacts": Code("A number cannot react.", "Say who reacts only where both sides roll."),
    "bad-dice": Code("These are not dice that the rule takes.", _FORM),
    "bad-number": Code("This is not a number that fits here.", _FORM),
    "bad-multiplier": Code("A multiplier is at least 1.", "Use 1 or more."),
    "bad-modifier": Code("This is not a modifier.", "Write a whole number with its sign: `+2`."),
    "bad-ranges": Code("These ranges cannot be read.", "Write them like `[..6] miss [7..] hit`."),
    "bad-edges": Code("So many Advantages or Disadvantages cannot be.", "Use 0 to 999."),
    "bad-effects": Code("These effects cannot be read.", _FORM),
    "bad-tag": Code("This tag cannot be read.", "Write it as the game does."),
    "bad-clock": Code("This Clock cannot be read.", "Give a name and its segments."),
    "both-ways": Code("It keeps the highest and the lowest.", "Choose one of them."),
    "critical-twice": Code("A critical is listed twice.", "List it once."),
    "no-such-critical": Code("This critical never happens.", "Use `[0!]` or `[10!]`."),
    "not-ten-sided": Code("The game uses ten-sided dice alone.", "Use d10, d5 or d100."),
    "bad-sheet": Code("A sheet cannot be read.", "The message says where, and what is wrong."),
    "no-sheet": Code("There is no such sheet.", "Open it first."),
    "not-on-sheet": Code("The sheet has no value of this name.", "Add it, or give the number."),
    "whose": Code("Several sheets are open, and it is not said whose is meant.", "Name one."),
    "everybody-twice": Code("A value is everybody's, and more is given.", "Give one of both."),
    "bad-party": Code("A party is a list of sheets, each with a name of its own.", "Rename one."),
    "bad-circumstance": Code("A circumstance cannot be read.", "Give its name and its effect."),
    "no-circumstance": Code("There is no such circumstance.", "Choose a current one."),
    "bad-stakes": Code("The stakes cannot be read.", "Give texts."),
    "bad-table": Code("A random table does not fit its dice.", "Give each result one entry."),
    "no-table": Code("There is no such file of a table.", "Check its path."),
    "no-such-question": Code("This cannot be asked.", "The hint lists what can."),
    "what-to-roll": Code("A question names dice and a rule, or neither.", "Name one of them."),
    "missing-field": Code("A question lacks a field.", "Add it."),
    "unknown-field": Code("A question has a field that it does not take.", "Leave it out."),
    "unfit-field": Code("Two fields of a question do not go together.", "Leave one of them out."),
    "bad-field": Code("A field of a question has the wrong type.", "The message says which."),
    "named-twice": Code("A name occurs twice.", "Give it once."),
    "not-json": Code("This is not JSON.", "Check quotes, commas and brackets."),
    "question-too-long": Code("A question is longer than it may be.", "Send less."),
    "cannot-write": Code("A file cannot be written.", "Choose another place."),
}
