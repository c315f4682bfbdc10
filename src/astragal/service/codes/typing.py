"""Codes of the command line and the prompt: typed text that they cannot use."""

from __future__ import annotations

from astragal.service.codes.code import Area, Code

TYPING: Area = {
    "wrong-use": Code("The command cannot be used like this.", "See its `--help`."),
    "open-quote": Code("A quotation mark is not closed.", "Close it, or leave it out."),
    "no-roll-yet": Code("Nothing has been rolled yet.", "Type dice first."),
    "not-here": Code("The command is for a shell, not for the prompt.", "Leave the prompt first."),
    "no-game": Code("The game of this rule is not open.", "Open it: `game tiers`."),
    "bad-set": Code("A name or what it stands for is missing.", "Write `set str=3`."),
    "taken-name": Code("The name means something else already.", "Take another name."),
    "not-set": Code("Nothing was set by this name.", "`set` lists the names."),
    "file-exists": Code("A file of this name is there already.", "Take another name."),
    "no-edge": Code("The rule knows no Advantages.", "Leave it out."),
    "bad-log-file": Code("A log cannot be written in this format.", "End its name in `.md`."),
    "bad-table-file": Code("The file holds no exported table.", "Make one with `export`."),
}
