"""Codes of rolls: values, faces, records, paused rolls, choices."""

from __future__ import annotations

from astragal.service.codes.code import Area, Code

_STORED = "Take it as it was written; if it was edited, roll again."

ROLLS: Area = {
    "missing-variable": Code("An `@name` has no value.", "Give it one.", None),
    "bad-variable": Code("A value is not a number.", "Use a whole number, or a fraction."),
    "bad-variables": Code("The values of a record do not fit its dice.", _STORED),
    "bad-face": Code(
        "Faces rolled by hand must be whole numbers, or symbols.", "Type what the dice show."
    ),
    "bad-faces": Code("The faces of a record are neither whole numbers nor symbols.", _STORED),
    "impossible-face": Code(
        "The die does not have this face.", "Look at the die again; faces come in rolling order."
    ),
    "too-few-faces": Code("More dice are rolled than faces were given.", "Give those that lack."),
    "too-many-faces": Code(
        "More faces were given than dice are rolled.", "Leave the last ones out."
    ),
    "no-such-position": Code("The die has no such position.", "Count from 0 to its sides."),
    "two-sources": Code("The faces come from two places.", "Give a seed, a source or faces."),
    "bad-seed": Code("A seed must be a whole number or a text.", "Use any word you like."),
    "bad-source": Code("The source does not give what it should.", "See the guide to rolls."),
    "bad-moments": Code("Whether to pause must be true or false.", "Use one of them."),
    "undecided": Code(
        "The roll leaves a choice, and nobody decided.", "Choose an option, or give an aim."
    ),
    "no-such-option": Code("This is not one of the options.", "Choose one that is listed."),
    "no-choice": Code("Nothing is left to decide.", "Ask before the last decision."),
    "nothing-to-decide": Code("The roll waits, but not for a choice.", "Go on without one."),
    "no-aim": Code(
        "Advice needs to know what for.", "Give an aim: a field of the outcome, or `outcome>=15`."
    ),
    "not-in-plan": Code("The plan is for another roll.", "Make a plan for this one."),
    "bad-decisions": Code("Decisions come as a list.", "Give their options in order."),
    "bad-decider": Code("What decides must be a function.", "Give a function of the choice."),
    "bad-strategy": Code(
        "A strategy says an option and where it is taken.",
        "Write it like `hold if turn>=20, else roll`.",
    ),
    "no-such-fact": Code(
        "A strategy looks at a fact that the choice does not have.", "Use one of those it names."
    ),
    "which-fact": Code(
        "A strategy compares a number, and the choice has several or none.",
        "Name the fact: `hold if turn>=20`.",
    ),
    "which-option": Code("An option of a strategy could be several.", "Write more of it."),
    "no-plan": Code(
        "A plan from another process has decisions, but no odds.", "Make the plan here."
    ),
    "no-odds": Code("The advice was asked for without odds.", "Ask for it with odds."),
    "two-questions": Code("A plan was asked two questions at once.", "Ask one after the other."),
    "two-deciders": Code("There are two ways to decide.", "Give decisions or an aim, not both."),
    "too-many-decisions": Code(
        "There were fewer choices than decisions.", "Leave the last ones out."
    ),
    "altered": Code("A record does not say what its faces lead to.", _STORED),
    "wrong-outcome": Code("The faces of a record lead to another outcome.", _STORED),
    "bad-replay": Code("A record cannot be played again.", _STORED),
    "bad-expression": Code("The dice of a record cannot be read.", _STORED),
    "bad-call": Code("A record says of its rule what the rule does not have.", _STORED),
    "bad-rules": Code("Rules are needed to read this record.", "Give the games or their rules."),
    "bad-version": Code("A record is of a version that is not known.", "Use a newer Astragal."),
    "changed-meaning": Code(
        "The notation in an old record means something else today.",
        "Verify it with the version that wrote it.",
    ),
    "unknown-rule": Code("The rule of a record is not known here.", "Open the file it is in."),
    "not-a-record": Code("This is not the record of a roll.", _STORED),
    "not-a-token": Code("This is not the token of a paused roll.", _STORED),
    "bad-token": Code("The token of a paused roll does not hold.", _STORED),
    "signed": Code("This is signed, and cannot be checked here.", "Ask the server that signed it."),
    "not-signed": Code("Only what is signed is accepted here.", "Use what the server gave you."),
    "wrong-signature": Code("The signature does not fit: something was changed.", _STORED),
    "bad-key": Code("A key cannot be used.", "The message says why; make a new one."),
    "bad-secret": Code("A secret cannot be read.", "Use the one that came with the roll."),
    "wrong-secret": Code("The secret belongs to another roll.", "Use the one of this roll."),
    "nothing-hidden": Code("Nothing is hidden in this record.", "There is nothing to reveal."),
    "not-hideable": Code("This parameter cannot be hidden.", "Hide one that is marked so."),
    "bad-salt": Code("A salt has the wrong length.", "Let one be made for you."),
    "not-a-roll": Code("A roll was expected.", "Pass what a roll returned."),
}
