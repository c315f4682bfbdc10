"""Codes of odds, of questions about them, and of tables of them."""

from __future__ import annotations

from astragal.service.codes.code import Area, Code

ODDS: Area = {
    "used-twice": Code(
        "A named roll is read as one of two pools, and used elsewhere too.",
        "Write it as a rule, which may read the same dice twice.",
    ),
    "no-closed-form": Code(
        "There are no exact odds for this, as no finite sum gives them.",
        "Roll it all you like; for odds, take the part apart that the message names.",
    ),
    "endless-divisor": Code(
        "Dividing by dice that explode without limit has odds that are infinite sums.",
        "Let the divisor explode once only, by `!o`.",
    ),
    "explodes-both-ways": Code(
        "This explodes upwards and downwards, so its odds are no fractions.",
        "Let one of them explode once only, by `!o`.",
    ),
    "endless-request": Code(
        "A rule looks at each of infinitely many outcomes.", "Ask for what it needs: a comparison."
    ),
    "may-never-end": Code("It may go on for ever, so it has no mean.", "Ask for a chance instead."),
    "never-ends": Code("It goes on for ever.", "Change a parameter so that it can end."),
    "never-reached": Code("So large a chance is never reached.", "Ask for a smaller one."),
    "only-a-bound": Code("Outcomes without end are one here.", "Ask for less than the bound."),
    "not-numbers": Code("These outcomes are not numbers.", "Look at a field that is one."),
    "not-true": Code("This must be true or false of every outcome.", "Compare: `score>=7`."),
    "undefined": Code(
        "The outcome does not say this of itself.", "Ask for something that it says, as hinted."
    ),
    "no-such-field": Code("The outcome has no such field.", "Choose one that the rule lists."),
    "part-of-outcome": Code(
        "A whole outcome is compared with a part of it.", "Ask for the field that holds the part."
    ),
    "no-such-outcome": Code("This never comes out.", "Choose one of the outcomes listed."),
    "bad-aim": Code("An aim must be a number, or true or false.", "Use a field, or `score>=7`."),
    "bad-view": Code("This is not a view of outcomes.", "Name a field of the outcome."),
    "bad-share": Code("This is not a share.", "Write `65 %` or `13/20`."),
    "bad-tail": Code("A tail must be between 0 and 1.", "Write a fraction, such as `1/1000`."),
    "bad-goal": Code("This is not a goal.", "Write a number, or a percentage such as `65 %`."),
    "no-goal": Code("There is no goal to reach.", "Give the least or the most wanted."),
    "rises-and-falls": Code(
        "What must be reached rises and falls along the values tried.",
        "Say whether the least or the greatest value is wanted, or try fewer values.",
    ),
    "not-reached": Code("No value tried is enough.", "Try others, or ask for less."),
    "bad-words": Code(
        "The words that introduce a parameter are no text, or name what is not there.",
        "Write them as in the rules of the games.",
    ),
    "bad-step": Code("This is not a step.", "Write a number above 0."),
    "bad-axes": Code("The values of an axis cannot be read.", "Write `0..10` or `3,6,10`."),
    "bad-axis": Code("A value does not fit its axis.", "Use what the parameter takes."),
    "bad-sweep": Code("A table needs dice or a rule.", "Name one."),
    "two-kinds": Code("Some cells are chances and some are means.", "Ask for one field."),
    "two-measures": Code("Two measures were asked for.", "Give one of them."),
    "no-steps": Code("Dice have no steps.", "Ask this of a rule that goes on."),
    "nothing-to-compare": Code("There is nothing to compare.", "Name two or more."),
    "bad-wish": Code("This cannot be wished for.", "Write `mean 12`, or `>=15` and `65 %`."),
    "no-wish": Code("Nothing was wished for.", "Say what the dice should give: a mean, a chance."),
    "no-open-numbers": Code("Nothing in these dice is open.", "Write letters: `XdY+Z`."),
    "no-outcomes": Code("There is no outcome left.", "Keep at least one."),
    "bad-weight": Code("A weight is not a fraction.", "Use whole numbers."),
    "not-a-die": Code("A die was expected.", "Pass one."),
    "not-odds": Code("Odds were expected.", "Pass a distribution."),
    "not-written": Code("A format does not write this.", "Choose another one."),
    "no-such-format": Code("There is no such format.", "Choose one that is listed."),
    "bad-plot": Code("This cannot be drawn like that.", "The message says why."),
    "no-plots": Code("Plots need a library that is not installed.", "Install `astragal[plot]`."),
    "bad-progress": Code("Progress is told to a function.", "Pass one."),
    "bad-executor": Code("Work cannot be given to this.", "Pass an executor."),
    "cannot-travel": Code("This cannot be sent to another process.", "Define it in a module."),
    "other-version": Code("A worker has another version.", "Install the same everywhere."),
    "worker-failed": Code("A worker made a mistake.", "The message says which."),
    "worker-lost": Code("A worker ended before its work was done.", "Ask again."),
}
